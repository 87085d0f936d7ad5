"""The shape of an island: its cells, which of them share a side, and the sea side of each beach."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ludotheque.games.board_record import Board

Cell = tuple[int, int]  # column, row

LEFT, RIGHT, ABOVE, BELOW = (-1, 0), (1, 0), (0, -1), (0, 1)


@dataclass(frozen=True, slots=True)
class Shore:
    """One island as a grid of sites, moved so that it starts at 0, 0."""

    name: str
    sites: dict[Cell, int]
    columns: int
    rows: int

    def near(self, cell: Cell, side: Cell) -> int | None:
        """The site beyond a side of a cell; None for the sea."""
        return self.sites.get((cell[0] + side[0], cell[1] + side[1]))

    def sides(self) -> Iterator[tuple[int, int, Cell, bool]]:
        """Each two sites that share a side, the first corner of that side, and whether the side is upright."""
        for (column, row), site in self.sites.items():
            if (beside := self.sites.get((column + 1, row))) is not None:
                yield site, beside, (column + 1, row), True
            if (below := self.sites.get((column, row + 1))) is not None:
                yield site, below, (column, row + 1), False


@cache
def shores(board: Board) -> tuple[Shore, ...]:
    """The islands of a board, in their order."""
    columns, rows, islands = (board.record[name].tolist() for name in ("column", "row", "island"))
    found = []
    for number, name in enumerate(board.names["islands"]):
        sites = [site for site in range(len(board.names["sites"])) if islands[site] == number]
        left, top = min(columns[site] for site in sites), min(rows[site] for site in sites)
        cells = {
            (columns[site] - left, rows[site] - top): site
            for site in sorted(sites, key=lambda s: (rows[s], columns[s]))
        }
        width, height = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
        found.append(Shore(name, cells, width, height))
    return tuple(found)


def outlook(shore: Shore, members: set[int], side: Cell) -> list[float]:
    """The middles of a beach's cells that have the open sea on one side."""
    seen = []
    for (column, row), site in shore.sites.items():
        if side[0]:
            further = [c for c, r in shore.sites if r == row and (c - column) * side[0] > 0]
        else:
            further = [r for c, r in shore.sites if c == column and (r - row) * side[1] > 0]
        if site in members and not further:
            seen.append((row if side[0] else column) + 0.5)
    return seen


def side_of(shore: Shore, members: set[int]) -> tuple[Cell, float]:
    """The side of the island for a beach's sign, and how far along: above or below if possible."""
    views = {side: outlook(shore, members, side) for side in (ABOVE, BELOW, LEFT, RIGHT)}
    if not any(views.values()):
        column = [cell[0] + 0.5 for cell, site in shore.sites.items() if site in members]
        return ABOVE, sum(column) / len(column)
    upright = [side for side in (ABOVE, BELOW) if views[side]] or [LEFT, RIGHT]
    best = max(upright, key=lambda side: len(views[side]))
    return best, sum(views[best]) / len(views[best])
