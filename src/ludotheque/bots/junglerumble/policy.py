"""Playout policy of Jungle Rumble: workers are woken and sent rather than left at home."""

from typing import Any

from ludotheque.games.junglerumble.state import FIELD, SELL, SEND
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.random_source import below
from ludotheque.games.verbs import is_quiet


@kernel
def pick(board: Any, state: Any, seat: int, moves: Any, count: int, rng: Any) -> int:
    """Of how many to wake or to send the largest of three draws; a follower seldom passes."""
    first = int64(moves[0])
    index = below(rng, count)
    if first < SELL or SEND <= first < FIELD:
        return max(index, below(rng, count), below(rng, count))
    if is_quiet(board, state, int64(moves[index])) and below(rng, 8) != 0:
        index = below(rng, count)
    return index
