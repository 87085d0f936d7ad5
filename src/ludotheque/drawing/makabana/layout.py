"""The layout of the sheet: the sea, and beside it the round, the seats, the project, the scoring."""

from dataclasses import dataclass
from functools import cache

from ludotheque.drawing.makabana.parts.island_layout import Sea, lay_out_sea
from ludotheque.games.board_record import Board

SHEET = 1376
GAP = 14
COLUMN = 452  # the right column is at least as wide
SEA = 776  # and so is the sea
ROUND, SEAT, PROJECT, POINTS = 52, 122, 190, 124  # heights
TALLER = 18  # a seat's panel may grow by so much


@dataclass(frozen=True, eq=False, slots=True)
class Layout:
    """The sheet of a board and a number of players; `seats` are left, top corners, all of one size."""

    sea: Sea
    x: float
    width: float
    seats: tuple[tuple[float, float], ...]
    seat_width: float
    seat_height: float
    project: float  # top
    points: float  # top of the scoring; 0 if there is no room for it


@cache
def layout_of(board: Board, players: int) -> Layout:
    """The seats one below the other where the sea is high enough, else two by two."""
    is_single = lay_out_sea(board, players, SEA, 0).height >= _height(players)
    rows = players if is_single else (players + 1) // 2
    sea = lay_out_sea(board, players, SHEET - GAP - COLUMN if is_single else SEA, _height(rows))
    spare = sea.height - _height(rows)
    has_points = spare >= POINTS + GAP
    spare -= (POINTS + GAP) * has_points
    tall = SEAT + min(TALLER, spare // rows)
    x, width = sea.width + GAP, max(COLUMN, SHEET - GAP - sea.width)
    wide = width if is_single else (width - GAP) / 2
    places = [(k, 0) if is_single else divmod(k, 2) for k in range(players)]
    seats = tuple((x + right * (wide + GAP), ROUND + GAP + row * (tall + GAP)) for row, right in places)
    project = ROUND + GAP + rows * (tall + GAP)
    return Layout(sea, x, width, seats, wide, tall, project, project + PROJECT + GAP if has_points else 0)


def _height(rows: int) -> float:
    """The height of the right column, without the scoring."""
    return ROUND + GAP + rows * (SEAT + GAP) + PROJECT
