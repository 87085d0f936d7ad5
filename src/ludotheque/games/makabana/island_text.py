"""Maka Bana's islands drawn as text, with walls between complexes."""

from ludotheque.games.board_record import Board

STRIP = 9  # columns that fit beside each other on 80
WIDTH = 5

Spot = tuple[int, int]


def draw_islands(board: Board, marks: dict[str, str]) -> list[str]:
    """Every island with its name; `marks` tells what stands on a site, by its code."""
    lines = []
    for number, name in enumerate(board.names["islands"]):
        sites = [site for site in range(len(board.names["sites"])) if board.record.island[site] == number]
        spots = {(int(board.record.row[site]), int(board.record.column[site])): site for site in sites}
        codes = {spot: board.names["codes"][site] for spot, site in spots.items()}
        texts = {spot: code + marks.get(code, "") for spot, code in codes.items()}
        complexes = {spot: int(board.record.complex[site]) for spot, site in spots.items()}
        lines += [name, *_draw_island(texts, complexes), ""]
    return lines


def _draw_island(texts: dict[Spot, str], complexes: dict[Spot, int]) -> list[str]:
    """The island in strips of at most nine columns, one below the other."""
    last = max(column for _, column in texts)
    lines: list[str] = []
    for first in range(0, last + 1, STRIP):
        columns = range(first, min(first + STRIP, last + 1))
        for row in range(max(row for row, _ in texts) + 1):
            lines.append(_draw_row(texts, complexes, row, columns))
            lines.append(_draw_walls(complexes, row, columns))
    return [line for line in lines if line.strip()]


def _is_wall(complexes: dict[Spot, int], one: Spot, other: Spot) -> bool:
    return one in complexes and other in complexes and complexes[one] != complexes[other]


def _draw_row(texts: dict[Spot, str], complexes: dict[Spot, int], row: int, columns: range) -> str:
    line = " "
    for column in columns:
        wall = "|" if _is_wall(complexes, (row, column - 1), (row, column)) else " "
        line += f"{wall} {texts.get((row, column), ''):{WIDTH}} "
    return line.rstrip()


def _draw_walls(complexes: dict[Spot, int], row: int, columns: range) -> str:
    """The walls below a row, and where they meet those between columns."""
    line = " "
    left = " "
    for column in columns:
        right = "-" if _is_wall(complexes, (row, column), (row + 1, column)) else " "
        up, down = (_is_wall(complexes, (r, column - 1), (r, column)) for r in (row, row + 1))
        if (up or down) and "-" in (left, right):
            corner = "+"
        elif up and down:
            corner = "|"
        else:
            corner = "-" if left == right == "-" else " "
        line += corner + right * (WIDTH + 2)
        left = right
    return line.rstrip()
