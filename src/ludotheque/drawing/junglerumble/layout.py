"""The layout of the sheet, by number of players."""

from dataclasses import dataclass
from functools import cache

WIDTH, GAP, COLUMN, TOP = 1376, 16, 448, 206
AROUND = {1: (0, 0), 2: (1, 0), 3: (1, 1), 4: (0, 1)}  # clockwise, as they play
CARDS = ("tiger", "bull", "beaver", "raccoon", "monkey")


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A part's place and size."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, eq=False)
class SheetLayout:
    """The boxes of all parts."""

    height: float
    cards: Box
    supply: Box
    choices: Box
    seats: dict[int, Box]
    farms: dict[int, Box]
    is_narrow: bool  # each tribe is a narrow column beside its farm


@cache
def layout(players: int) -> SheetLayout:
    """The cards above; below them two side by side, three in columns, or four around a table."""
    cards, supply = Box(0, 0, 700, TOP), Box(708, 34, 204, 126)
    choices = Box(2 * (COLUMN + GAP), 0, COLUMN, TOP)
    below = TOP + GAP
    if players == 3:
        seats = {seat: Box((COLUMN + GAP) * (seat - 1), below, COLUMN, 212) for seat in (1, 2, 3)}
        farms = {seat: Box(box.x, box.y + 220, COLUMN, 420) for seat, box in seats.items()}
        return SheetLayout(below + 640, cards, supply, choices, seats, farms, is_narrow=False)
    high, corners = (400, {1: (0, 0), 2: (1, 0)}) if players == 2 else (336, AROUND)
    seats = {seat: Box(696.0 * x, below + (high + GAP) * y, 264, high) for seat, (x, y) in corners.items()}
    farms = {seat: Box(box.x + 272, box.y, 408, high) for seat, box in seats.items()}
    height = max(box.y for box in seats.values()) + high
    return SheetLayout(height, cards, supply, choices, seats, farms, is_narrow=True)
