r"""Marabunta's territory in letters, drawn and read back; the coloured text picture has the same outlines.

         a    b    c    d
       ____      ____
    1 / B  \____/ Br2\____      each hex: its region; c a cupcake, x a crate;
      \____/ Bc \____/ B##\     r2 Red's 2, b0 Blue's 0; ## struck
           \____/    \____/

More than fifteen columns are drawn without outlines.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.marabunta.board import hexes_in
from ludotheque.games.marabunta.board_file import COLUMNS, LETTERS
from ludotheque.games.marabunta.fields import COLOURS
from ludotheque.games.refusal import PositionError

OUTLINED = 15  # columns that fit into 80 letters with the outlines of the hexes
MARGIN = 3
WIDE, HIGH = 5, 2  # from one hex to the next

Letter = tuple[str, str]  # a letter, and the name of the hex that it is inside of
Canvas = dict[tuple[int, int], Letter]  # by x and y, both from 0


def free_cells(board: Board) -> dict[str, str]:
    """How each hex is drawn when it is free: its region, and c or x."""
    regions = board.record.region
    features = dict.fromkeys(hexes_in(board.record.cupcakes), "c") | dict.fromkeys(hexes_in(board.record.crates), "x")
    return {
        name: LETTERS[regions[number]] + features.get(number, "") for number, name in enumerate(board.names["hexes"])
    }


def draw_territory(board: Board, fields: dict[str, Any]) -> list[str]:
    """The lines of the map, from column a and row 1 on."""
    cells = _cells(board, fields)
    columns = COLUMNS[: max(COLUMNS.index(name[0]) for name in cells) + 1]
    rows = max(int(name[1:]) for name in cells)
    if len(columns) > OUTLINED:
        return _draw_bare(cells, columns, rows)
    names = [f"{column}{row}" for row in range(1, rows + 1) for column in columns]
    canvas = outline({name: f" {cells.get(name, ''):<3}" for name in names})
    lines = canvas_lines(canvas, range(HIGH * rows + 2), range(1, rows + 1))
    return [column_line(columns), *(label + "".join(letter for letter, _ in line) for label, line in lines)]


def _cells(board: Board, fields: dict[str, Any]) -> dict[str, str]:
    """The two or three letters in each hex."""
    cells = free_cells(board)
    for name in fields["struck"]:
        cells[name] = f"{cells[name][0]}##"
    for colour in COLOURS.values():
        for name, number in fields[colour]["numbers"].items():
            cells[name] = f"{cells[name][0]}{colour[0]}{number}"
    return cells


def column_line(columns: Iterable[str], first: str = "a") -> str:
    """The letters of the columns above outlined hexes, of which `first` is the leftmost column."""
    line = " " * MARGIN
    for column in columns:
        line = line.ljust(MARGIN + WIDE * (ord(column) - ord(first)) + 2) + column
    return line


def outline(insides: Mapping[str, str], first: str = "a") -> Canvas:
    """Hexes with their outlines around four letters each; columns b, d, f ... sit a line lower."""
    canvas: Canvas = {}
    for name, inside in insides.items():
        column = COLUMNS.index(name[0])
        x, y = WIDE * (column - COLUMNS.index(first)), HIGH * (int(name[1:]) - 1) + column % 2
        for step in range(4):
            canvas.setdefault((x + 1 + step, y), ("_", ""))
            canvas[x + 1 + step, y + 1] = inside[step], name
            canvas[x + 1 + step, y + 2] = "_", name
        canvas[x, y + 1], canvas[x + WIDE, y + 1] = ("/", ""), ("\\", "")
        canvas[x, y + 2], canvas[x + WIDE, y + 2] = ("\\", ""), ("/", "")
    return canvas


def canvas_lines(canvas: Canvas, heights: range, rows: Iterable[int]) -> list[tuple[str, list[Letter]]]:
    """Each line of a canvas, behind the number of its row."""
    lines: dict[int, list[Letter]] = {y: [] for y in heights}
    for x, y in sorted(canvas):
        lines[y] += [(" ", "")] * (x - len(lines[y]))
        lines[y].append(canvas[x, y])
    labels = {HIGH * (row - 1) + 1: row for row in rows}
    return [(f"{labels.get(y, ''):>2} ", line) for y, line in lines.items()]


def _draw_bare(cells: dict[str, str], columns: str, rows: int) -> list[str]:
    """Without outlines, so that 26 columns fit."""
    lines = ["   " + "".join(f"{column}  " for column in columns)]
    for row in range(1, rows + 1):
        for odd, label in ((0, f"{row:>2} "), (1, "     ")):
            lines.append(label + "".join(f"{cells.get(f'{column}{row}', ''):<6}" for column in columns[odd::2]))
    return lines


def read_territory(board: Board, fields: dict[str, Any], lines: list[tuple[int, str]]) -> None:
    """Read the numbered lines of a map into the fields; every complaint names its line."""
    cells, rows = free_cells(board), _map_rows(board)
    drawn = [(number, words) for number, line in lines if (words := _map_words(line))]
    if len(drawn) != len(rows):
        raise PositionError(f"the map has {len(rows)} lines of hexes, not {len(drawn)}")
    for (number, words), names in zip(drawn, rows, strict=True):
        if len(words) != len(names):
            raise PositionError(f"line {number}: {len(names)} hexes stand there ({', '.join(names)}), not {len(words)}")
        for name, cell in zip(names, words, strict=True):
            if not _read_cell(fields, name, cells[name], cell):
                raise PositionError(
                    f"line {number}: {name} is {cells[name]}, {_other_cells(cells[name])}, not {cell[:9]!r}"
                )
    fields["struck"] = [name for name in board.names["hexes"] if name in fields["struck"]]


def _map_rows(board: Board) -> list[list[str]]:
    """The hexes on each line of the map: columns a, c, e ... of row 1, then b, d, f ... and so on."""
    hexes = board.names["hexes"]
    numbers = sorted({int(name[1:]) for name in hexes})
    rows = [
        [name for name in hexes if int(name[1:]) == row and COLUMNS.index(name[0]) % 2 == odd]
        for row in numbers
        for odd in (0, 1)
    ]
    return [row for row in rows if row]


def _map_words(line: str) -> list[str]:
    """The cells of a line, without outlines, the row's number and the letters of the columns."""
    words = re.sub(r"[/\\_]", " ", re.sub(r"^[0-9]+( |$)", "", line)).split()
    return [] if words == list(COLUMNS[: len(words)]) else words


def _read_cell(fields: dict[str, Any], name: str, free: str, cell: str) -> bool:
    written = re.fullmatch(f"{free[0]}([rb])([0-3])", cell)
    if written:
        fields["red" if written[1] == "r" else "blue"]["numbers"][name] = int(written[2])
    elif cell == f"{free[0]}##":
        fields["struck"].append(name)
    return bool(written) or cell in (free, f"{free[0]}##")


def _other_cells(free: str) -> str:
    return f"{free[0]}## if struck, {free[0]}r2 or {free[0]}b2 if written in"
