"""Places from totals, the same for every game."""

from typing import Any

from ludotheque.games.kernel import kernel


@kernel
def rank_totals(out: Any, players: int) -> None:
    """Replace each seat's total in out[1..players] by its place: 1 for the highest, ties shared."""
    for seat in range(1, players + 1):
        out[seat] = out[seat] * 16
    for seat in range(1, players + 1):
        place = 1
        for other in range(1, players + 1):
            if out[other] >> 4 > out[seat] >> 4:
                place += 1
        out[seat] += place
    for seat in range(1, players + 1):
        out[seat] &= 15
