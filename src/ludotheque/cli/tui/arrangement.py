"""The arrangement of board, moves and story on a screen of a given size."""

from dataclasses import dataclass
from typing import Literal

Way = Literal["beside", "narrow", "below"]
WIDE_SIDE, NARROW_SIDE, WIDEST_SIDE = 28, 14, 48
MOVES_BELOW = 9  # lines for prompt, list and words below a board
CUT = 8  # columns of a wide board that may be cut off and scrolled to
FRAME = 2  # the seats above, the keys below


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The way, the columns of the side, the lines of the story, and of the board if moves are below it."""

    way: Way
    side: int
    story: int
    board: int


def arrange(width: int, height: int, board_width: int, board_height: int) -> Arrangement:
    """Moves beside the board where both have room, else below it; a tall board may have a narrow list beside it."""
    story = 2 if height < 30 else max(4, height // 5)
    room = height - FRAME - story
    side = width - board_width - 2
    if side >= WIDE_SIDE:
        return Arrangement(
            "beside", min(side, max(WIDE_SIDE, width // 3), WIDEST_SIDE) if width > 100 else side, story, 0
        )
    if side >= NARROW_SIDE - CUT and board_height > room - MOVES_BELOW:
        return Arrangement("narrow", max(side, NARROW_SIDE), story, 0)
    return Arrangement("below", width, story, max(3, min(board_height, room - MOVES_BELOW)))
