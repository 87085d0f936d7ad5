"""The layout of a seat's panel."""

from dataclasses import dataclass
from functools import cache

from ludotheque.drawing.marabunta.layout import GAP, SIDE_WIDTH, middle_height
from ludotheque.drawing.marabunta.scene import Land, land_of
from ludotheque.games.board_record import Board

EDGE, RIGHT = 16, SIDE_WIDTH - 16
HEAD = 114  # where the powers begin
STEP, WIDEST_STEP = 26, 33  # from one power to the next
BOXES, BOX_STEP, BOX_RISE = 8, 29.6, 44.8  # of the cupcake row: boxes side by side, and their distances
CRATE_STEP, CRATE_SIZE, CRATES_WIDE = 25, 0.86, 100
SPARE = 50  # a panel that leaves less than this fills the column
MOST_ANTHILLS = 4  # drawn one by one
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Panel:
    """The layout of a board's panels: the heights of the powers, the cupcake row, the anthills and the whole."""

    land: Land
    powers: tuple[int, ...]
    cakes: int
    anthills: int
    height: int

    def crate(self, row: int, box: int) -> Point:
        """The middle of one of a power's crates."""
        needed = self.land.powers[row][1]
        step = min(CRATE_STEP, CRATES_WIDE / needed)
        return RIGHT - 11 - step * (needed - 1 - box), self.powers[row]

    def crate_size(self, row: int) -> float:
        """The scale of a power's crates, so that many fit."""
        return CRATE_SIZE * min(1, CRATES_WIDE / self.land.powers[row][1] / CRATE_STEP)

    def cake(self, box: int) -> Point:
        """The middle of a box of the cupcake row."""
        line, along = divmod(box, BOXES)
        return EDGE + 13 + BOX_STEP * along, self.cakes + BOX_RISE * line

    def anthill(self, one: int) -> Point:
        """The middle of an anthill; more than MOST_ANTHILLS share one place."""
        shown = self.land.anthills if self.land.anthills <= MOST_ANTHILLS else 1
        return RIGHT - 18 - 36 * (shown - 1 - min(one, shown - 1)), self.anthills


@cache
def panel_of(board: Board) -> Panel:
    """Two panels are as tall as the middle of the sheet, or taller if there is much to hold."""
    land, room = land_of(board), (middle_height(board) - GAP) // 2
    boxes = round(BOX_RISE) * -(-len(land.row) // BOXES)
    spare = (room - HEAD - boxes - 46) // len(land.powers)
    step = max(STEP, min(WIDEST_STEP, spare))
    cakes = HEAD + step * len(land.powers) + 8
    tall = cakes + boxes + 34
    height = room if tall < room < tall + SPARE else tall
    return Panel(land, tuple(HEAD + step * row for row in range(len(land.powers))), cakes, height - 28, height)
