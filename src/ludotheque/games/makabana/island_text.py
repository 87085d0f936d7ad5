"""Maka Bana's islands in letters, with walls between complexes; the coloured text picture has the same grid."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ludotheque.games.board_record import Board

STRIP = 9  # columns that fit beside each other on 80
WIDTH = 7  # of a site, without the wall before it

Cell = tuple[int, int]  # column, row


@dataclass(frozen=True, slots=True)
class WallSigns:
    """How walls are drawn; `joints` by the walls that meet: above 1, right 2, below 4, left 8."""

    upright: str
    level: str
    joints: str
    has_ends: bool  # whether walls that a strip cuts reach into its first and last joint


ASCII = WallSigns("|", "-", "   + |++ +-+++++", has_ends=False)


def draw_islands(board: Board, marks: dict[str, str]) -> list[str]:
    """Every island with its name; `marks` has the pieces on a site, by its code."""
    columns, rows, islands, complexes = (board.record[name].tolist() for name in ("column", "row", "island", "complex"))
    texts = [f" {code + marks.get(code, ''):{WIDTH - 2}} " for code in board.names["codes"]]
    lines = []
    for number, name in enumerate(board.names["islands"]):
        cells = {(columns[site], rows[site]): site for site in range(len(texts)) if islands[site] == number}
        grid = IslandGrid(cells, complexes, ASCII)
        strips = [grid.draw(strip, lambda site: (texts[site],)) for strip in strips_of(max(cells)[0] + 1)]
        lines += [name, *(f" {line}" for strip in strips for line in strip), ""]
    return lines


def strips_of(columns: int) -> list[range]:
    """The columns of an island in strips that fit, to be drawn one below the other."""
    return [range(first, min(first + STRIP, columns)) for first in range(0, columns, STRIP)]


@dataclass(frozen=True, slots=True)
class IslandGrid:
    """The sites of an island by column and row, and by site its complex."""

    sites: Mapping[Cell, int]
    complexes: Sequence[int]
    signs: WallSigns

    def draw(self, columns: range, texts: Callable[[int], Sequence[str]]) -> list[str]:
        """A strip of the island; `texts` gives the lines of a site, each as wide as a site is."""
        high = len(texts(next(iter(self.sites.values()))))
        lines = []
        for row in range(max(row for _, row in self.sites) + 1):
            drawn = {column: texts(self.sites[column, row]) for column in columns if (column, row) in self.sites}
            lines += [self._row(row, columns, {column: its[k] for column, its in drawn.items()}) for k in range(high)]
            lines.append(self._walls_below(row, columns))
        return [line for line in lines[:-1] if line.strip()]

    def _is_wall(self, one: Cell, other: Cell) -> bool:
        a, b = self.sites.get(one), self.sites.get(other)
        return a is not None and b is not None and self.complexes[a] != self.complexes[b]

    def _row(self, row: int, columns: range, texts: dict[int, str]) -> str:
        line = ""
        for column in columns:
            line += self.signs.upright if self._is_wall((column - 1, row), (column, row)) else " "
            line += texts.get(column, " " * WIDTH)
        return line.rstrip()

    def _walls_below(self, row: int, columns: range) -> str:
        line, has_ends = "", self.signs.has_ends
        for column in columns:
            line += self._joint(column, row + 1, has_left=has_ends or column > columns[0])
            line += (self.signs.level if self._is_wall((column, row), (column, row + 1)) else " ") * WIDTH
        return (line + (self._joint(columns[-1] + 1, row + 1) if has_ends else "")).rstrip()

    def _joint(self, column: int, row: int, *, has_left: bool = True) -> str:
        """Where up to four walls meet, at the left top corner of a cell."""
        above = self._is_wall((column - 1, row - 1), (column, row - 1))
        right = self._is_wall((column, row - 1), (column, row))
        below = self._is_wall((column - 1, row), (column, row))
        left = has_left and self._is_wall((column - 1, row - 1), (column - 1, row))
        return self.signs.joints[above + 2 * right + 4 * below + 8 * left]
