"""The history of a table's scores, and the current score sheet."""

from ludotheque.wire.entry_messages import Sent


class SheetLine(Sent):
    """Points, and what they are for."""

    part: str
    label: str
    points: int


class SheetOfSeat(Sent):
    """A seat's points: the lines add up to the parts, and the parts to the total."""

    seat: int
    total: int
    parts: dict[str, int]
    lines: list[SheetLine]


class Scores(Sent):
    """The totals of all seats after so many steps, and where every point comes from now."""

    plies: list[int]
    scores: list[list[int]]
    parts: list[str]
    sheet: list[SheetOfSeat]
