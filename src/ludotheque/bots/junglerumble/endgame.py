"""The last round of Jungle Rumble: its number, and when an exact search is worthwhile."""

from typing import Any

from ludotheque.games.junglerumble.state import LAST_ROUND
from ludotheque.games.kernel import int64, kernel
from ludotheque.play.view import View


@kernel
def round_of(board: Any, state: Any) -> int:
    """The number of the round that is played."""
    return int64(state.round_number)


def may_end(view: View) -> bool:
    """Whether an exact search is worthwhile: this round is the last, or an end condition is near."""
    state, few = view.state, 6 + view.players
    left = min(int(state.kittens_left[seat]) for seat in range(1, view.players + 1))
    is_last = state.ending or state.round_number == LAST_ROUND
    return bool(is_last or state.fields_left <= few or state.waterways_left <= few or left <= 2)
