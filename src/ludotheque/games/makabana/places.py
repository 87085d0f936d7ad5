"""Where the huts, the projects and the Tikis of Maka Bana may go. Sets are 64-bit words: bit = site, or beach - 1."""

from typing import Any

import numpy as np

from ludotheque.games.bits import ONE, lowest, popcount
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.makabana.state import CLUB_PLACE

NOWHERE = np.uint64(0)


@kernel
def occupied(board: Any, state: Any) -> Any:
    """The sites with a hut."""
    sites = NOWHERE
    for seat in range(1, state.players + 1):
        sites |= state.huts[seat]
    return sites


@kernel
def sites_for_a_hut(board: Any, state: Any, seat: int) -> Any:
    """At the start: a free site; for the second hut, none that the first one bars."""
    sites = board.all_sites & ~occupied(board, state)
    if state.huts[seat]:
        sites &= ~barred_by(board, state, lowest(state.huts[seat]))
    return sites


@kernel
def barred_by(board: Any, state: Any, first: int) -> Any:
    """The sites that a seat's first hut bars for its second: its whole beach, and whatever shares a side with it.

    By rules 1 only neighbours: a site across a wall was allowed.
    """
    touching = board.near[first] if state.rules < 2 else beside(board, first)
    return board.sites_of[board.beach[first]] | touching


@kernel
def beside(board: Any, site: int) -> Any:
    """The sites that share a side with this one, walls or not.

    From their places on the map and not a field of BOARD: boards that were pickled with games by rules 1 lack it.
    """
    sites = NOWHERE
    for other in range(popcount(board.all_sites)):
        if board.island[other] == board.island[site]:
            rows = abs(int64(board.row[other]) - int64(board.row[site]))
            columns = abs(int64(board.column[other]) - int64(board.column[site]))
            if rows + columns == 1:
                sites |= ONE << np.uint64(other)
    return sites


@kernel
def sites_to_build(board: Any, state: Any) -> Any:
    """A site without a hut."""
    return board.all_sites & ~occupied(board, state)


@kernel
def huts_to_paint(board: Any, state: Any, seat: int) -> Any:
    """Another seat's hut; needs a Paint card left. Not in the final round."""
    if state.paints[seat] == 0 or state.ending:
        return NOWHERE
    return occupied(board, state) & ~state.huts[seat]


@kernel
def huts_for_a_club(board: Any, state: Any, seat: int) -> Any:
    """An own hut on a beach without a club; needs the Club card. Not in the final round."""
    if state.club[seat] or state.ending:
        return NOWHERE
    huts = state.huts[seat]
    for other in range(1, state.players + 1):
        huts &= ~board.sites_of[state.club[other]]
    return huts


@kernel
def tiki_sites(board: Any, state: Any) -> Any:
    """The sites with a Tiki, on them or against their hut."""
    sites = NOWHERE
    for seat in range(1, state.players + 1):
        if 0 < state.tiki[seat] <= CLUB_PLACE:
            sites |= ONE << np.uint64(state.tiki[seat] - 1)
    return sites


@kernel
def sites_for_a_tiki(board: Any, state: Any, seat: int) -> Any:
    """A site with no hut and no Tiki, or against one of the seat's own huts."""
    return (sites_to_build(board, state) | state.huts[seat]) & ~tiki_sites(board, state)


@kernel
def free_clubs(board: Any, state: Any) -> Any:
    """A club place with neither club nor Tiki: there a Tiki may be put, and a club be opened."""
    places = board.all_clubs
    for seat in range(1, state.players + 1):
        if state.club[seat]:
            places &= ~(ONE << np.uint64(state.club[seat] - 1))
        if state.tiki[seat] > CLUB_PLACE:
            places &= ~(ONE << np.uint64(state.tiki[seat] - CLUB_PLACE - 1))
    return places
