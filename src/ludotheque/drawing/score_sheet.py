"""The score sheet: the reason for every point, row by row, in words.

Each game's `sheet.py` has `rows(view)`: the rows of each seat, in seat order. The rows of a part add up to that part of
the score. A game without a sheet gets a row for each part.
"""

from dataclasses import dataclass

from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.language import language
from ludotheque.drawing.shared_names import part_name
from ludotheque.games.phrase import Phrase
from ludotheque.play.view import View


@dataclass(frozen=True, slots=True)
class SheetRow:
    """Points of one part of a score, with their reason."""

    part: str
    label: Phrase
    points: int


@dataclass(frozen=True, slots=True)
class PointLine:
    """A row in a language."""

    part: str
    label: str
    points: int


def score_rows(view: View) -> list[list[SheetRow]]:
    """The rows of each seat, in seat order; a row of 0 points says why."""
    sheet = modules_of(view.game.name).sheet
    return sheet.rows(view) if sheet else _plain_rows(view)


def _plain_rows(view: View) -> list[list[SheetRow]]:
    """A row for each part of a score."""
    return [[SheetRow(part, part_name(part), points) for part, points in score.parts.items()] for score in view.scores]


def score_sheet(view: View, code: str = "en") -> list[list[PointLine]]:
    """The score sheet of each seat, in seat order, in a language."""
    speaker = language(code, view.game.name)
    return [
        [PointLine(row.part, _begun(speaker.say(row.label)), row.points) for row in rows] for rows in score_rows(view)
    ]


def _begun(label: str) -> str:
    """A label begins with a capital, unless that would change a name: «b8», «t1»."""
    return label if label[1:2].isdigit() else label[:1].upper() + label[1:]
