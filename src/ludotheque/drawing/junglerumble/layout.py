"""Where everything lies on the sheet, by number of players."""

from dataclasses import dataclass
from functools import cache

WIDTH, GAP, COLUMN = 1376, 16, 448
CARDS = ("tiger", "bull", "beaver", "raccoon", "monkey")


@dataclass(frozen=True, slots=True)
class Box:
    """A part's place and size."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The boxes of all parts, and where the cards and the supply lie in theirs."""

    height: float
    cards: Box
    slots: tuple[tuple[float, float], ...]  # the middles of the five cards, then of the supply
    choices: Box
    seats: dict[int, Box]
    farms: dict[int, Box]
    is_narrow: bool  # a seat's things stand in a narrow column beside its farm


@cache
def layout(players: int) -> Layout:
    """Two sit left and right of the cards, three below them, four around a table below them."""
    if players == 2:
        return _two()
    top = 188.0
    cards, choices = Box(0, 0, 2 * COLUMN + GAP, top), Box(2 * (COLUMN + GAP), 0, COLUMN, top)
    slots = (*((74.0 + 146 * place, 78.0) for place in range(5)), (824.0, 98.0))
    below = top + GAP
    if players == 3:
        seats = {seat: Box((COLUMN + GAP) * (seat - 1), below, COLUMN, 212) for seat in (1, 2, 3)}
        farms = {seat: Box(box.x, box.y + 220, COLUMN, 420) for seat, box in seats.items()}
        return Layout(below + 640, cards, slots, choices, seats, farms, is_narrow=False)
    corners = {1: (0, 0), 2: (1, 0), 3: (1, 1), 4: (0, 1)}  # clockwise, as they play
    seats = {seat: Box(696.0 * x, below + (336 + GAP) * y, 264, 336) for seat, (x, y) in corners.items()}
    farms = {seat: Box(box.x + 272, box.y, 408, 336) for seat, box in seats.items()}
    return Layout(below + 2 * 336 + GAP, cards, slots, choices, seats, farms, is_narrow=True)


def _two() -> Layout:
    high = 588.0
    seats = {seat: Box(2 * (COLUMN + GAP) * (seat - 1), 0, COLUMN, 212) for seat in (1, 2)}
    farms = {seat: Box(box.x, 220, COLUMN, high - 220) for seat, box in seats.items()}
    slots = (*((77.0 + 147 * (place % 3), 78.0 + 184 * (place // 3)) for place in range(5)), (371.0, 262.0))
    cards = Box(COLUMN + GAP, 0, COLUMN, 372)
    choices = Box(COLUMN + GAP, 388, COLUMN, high - 388)
    return Layout(high, cards, slots, choices, seats, farms, is_narrow=False)
