"""A view as text for a terminal with a mouse: the board, the tables beside it, and the position of each name.

`draw_text` writes everything for reading, moves included. A screen lists the moves itself and may be any size, so
here board and tables come apart, and every cell, site, die or card that has a name in the notation is a `Spot`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ludotheque.drawing.drawing import NO_MARKS, Marks
from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.ink import Ink
from ludotheque.play.view import View

CODE = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;;(?P<name>[^\x1b]*)\x1b\\")


@dataclass(frozen=True, slots=True)
class Spot:
    """The position of a name: a line, and the columns from `first` to before `last`."""

    name: str
    line: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class TextPart:
    """Lines with ANSI colours, and the spots on them."""

    lines: tuple[str, ...]
    spots: tuple[Spot, ...]
    width: int

    @property
    def height(self) -> int:
        return len(self.lines)

    def name_at(self, column: int, line: int) -> str:
        """The name at a position; '' if there is none."""
        found = (spot.name for spot in self.spots if spot.line == line and spot.first <= column < spot.last)
        return next(found, "")


@dataclass(frozen=True, slots=True)
class TextBoard:
    """The board, and the tables beside or below it."""

    board: TextPart
    tables: TextPart


def draw_text_board(view: View, marks: Marks = NO_MARKS, language: str = "en", *, colour: bool = False) -> TextBoard:
    """A view as text in two parts, with the positions of names; neither part is wider than 80 columns."""
    board, tables = modules_of(view.game.name).text.draw_parts(view, marks, language, Ink(colour, is_naming=True))
    return TextBoard(_part(board), _part(tables))


def _part(lines: list[str]) -> TextPart:
    plain, spots, width = [], [], 0
    for number, line in enumerate(lines):
        kept, wide, found = _read(line.rstrip())
        plain.append(kept)
        width = max(width, wide)
        spots += [Spot(name, number, first, last) for name, first, last in found]
    return TextPart(tuple(plain), tuple(spots), width)


def _read(line: str) -> tuple[str, int, list[tuple[str, int, int]]]:
    """A line without its links, its width, and the name and columns of each link."""
    kept, column, found = "", 0, []
    open_name, begun = "", 0
    for text, code, name in _pieces(line):
        kept += text
        column += len(text)
        if name is None:
            kept += code
            continue
        if open_name and column > begun:
            found.append((open_name, begun, column))
        open_name, begun = name, column
    return kept, column, found


def _pieces(line: str) -> Iterator[tuple[str, str, str | None]]:
    """Each code with the text before it, and the name if it is a link."""
    at = 0
    for code in CODE.finditer(line):
        yield line[at : code.start()], code[0], code["name"]
        at = code.end()
    yield line[at:], "", None
