"""The last round of Marabunta: its number, and when an exact search is worthwhile."""

from typing import Any

from ludotheque.games.kernel import int64, kernel
from ludotheque.games.marabunta.state import REGIONS
from ludotheque.play.view import View


@kernel
def round_of(board: Any, state: Any) -> int:
    """The number of the round that is played."""
    return int64(state.rounds)


def may_end(view: View) -> bool:
    """Whether an exact search is worthwhile: this round is the last, or an end condition is near."""
    state, board = view.state, view.setup.board.record
    regions = [_free_hexes(state, board.hexes[region]) for region in range(REGIONS)]
    is_full = min(regions) <= 4 or min(state.blank) <= 2 or _free_hexes(state, board.cupcakes) <= 2
    return bool(state.trigger or is_full)


def _free_hexes(state: Any, hexes: Any) -> int:
    return sum(int(state.free[word] & hexes[word]).bit_count() for word in range(2))
