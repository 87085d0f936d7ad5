"""What Maka Bana's beaches, huts and clubs are worth."""

from typing import Any

from ludotheque.games.bits import ONE, lowest, popcount
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.ranks import rank_totals


@kernel
def huts_on(board: Any, state: Any, seat: int, beach: int) -> int:
    """How many huts a seat has on a beach."""
    return popcount(state.huts[seat] & board.sites_of[beach])


@kernel
def beach_points(board: Any, state: Any, seat: int, beach: int) -> int:
    """4 points for the most huts. Tied: to the club of a tied seat; without one 2 each for two, nothing for more."""
    huts = huts_on(board, state, seat, beach)
    if huts == 0:
        return 0
    tied, club = 0, 0
    for other in range(1, state.players + 1):
        theirs = huts_on(board, state, other, beach)
        if theirs > huts:
            return 0
        if theirs == huts:
            tied += 1
            if state.club[other] == beach:
                club = other
    if tied == 1 or club == seat:
        return 4
    return 2 if tied == 2 and club == 0 else 0


@kernel
def group(board: Any, huts: Any, first: Any) -> Any:
    """The huts connected by neighbours with `first`, which is one of `huts`."""
    grown, edge = first, first
    while edge:
        wider = board.near[lowest(edge)] & huts & ~grown
        grown |= wider
        edge = edge & (edge - ONE) | wider
    return grown


@kernel
def group_points(size: int) -> int:
    """1 for the first hut, 2 for the second, 3 for each further one: 1, 3, 6, 9, 12, ..."""
    return 1 if size == 1 else 3 * (size - 1)


@kernel
def hut_points(board: Any, state: Any, seat: int) -> int:
    """The points of all groups of a seat's huts."""
    points = 0
    huts = state.huts[seat]
    while huts:
        one = group(board, huts, huts & ~(huts - ONE))
        points += group_points(popcount(one))
        huts ^= one
    return points


@kernel
def club_points(board: Any, state: Any, seat: int) -> int:
    """1 point per own hut on the beach of the seat's club."""
    return huts_on(board, state, seat, int64(state.club[seat]))


@kernel
def score(board: Any, state: Any, out: Any) -> int:
    for seat in range(1, state.players + 1):
        out[seat, 0] = 0
        for beach in range(1, board.beaches + 1):
            out[seat, 0] += beach_points(board, state, seat, beach)
        out[seat, 1] = hut_points(board, state, seat)
        out[seat, 2] = club_points(board, state, seat)
    return 3


@kernel
def rank(board: Any, state: Any, out: Any) -> None:
    """The highest total wins; tied seats share their place."""
    rank_totals(out, int64(state.players))
