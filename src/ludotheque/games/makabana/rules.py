"""Maka Bana's rules, in the order of the rulebook: start, projects, Tikis, carrying out, end of the round.

Where a hut, a project or a Tiki may go stands in `places`, what it is all worth in `scoring`, what each seat may
know in `secrecy`.
"""

from typing import Any

import numpy as np

from ludotheque.games.bits import ONE, lowest, popcount
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.makabana.places import (
    free_clubs,
    huts_for_a_club,
    huts_to_paint,
    occupied,
    sites_for_a_hut,
    sites_for_a_tiki,
    sites_to_build,
    tiki_sites,
)
from ludotheque.games.makabana.points import rank, score
from ludotheque.games.makabana.secrecy import card_shown, guess, hide, secret_steps
from ludotheque.games.makabana.state import (
    BUILD,
    CLUB,
    ENDED,
    FULL_BEACH,
    HUTS,
    LAST_HUT,
    LAST_ROUND,
    MAX_SITES,
    NO_PROJECT,
    NONE,
    PAINT,
    PAINTS,
    PLACING,
    PROJECTS,
    PUT_HUT,
    SHOW,
    SHOW_BEACH,
    SHOW_CLUB,
    SHOW_PAINT,
    SHOW_SECTOR,
    SHOW_TYPE,
    THIRTY_ROUNDS,
    TIKI,
    TIKI_CLUB,
    TIKIS,
    UNMADE,
)
from ludotheque.games.verbs import OVER

__all__ = [
    "actor", "endings", "guess", "hide", "is_quiet", "legal", "play", "rank", "score", "secret_steps", "start",
    "waiting", "weights",
]  # fmt: skip


@kernel
def start(board: Any, state: Any, players: int, options: Any, start: int, version: int) -> None:
    """An empty island; seat 1 puts the first hut."""
    for seat in range(1, players + 1):
        state.paints[seat] = PAINTS
    state.turn = 1
    state.first = 1
    state.players = players
    state.rules = version


@kernel
def waiting(board: Any, state: Any) -> int:
    """One seat after another; all at once for the projects."""
    if state.phase == PROJECTS:
        return (2 << int64(state.players)) - 2 & ~int64(state.ready)
    return 0 if state.phase == ENDED else 1 << int64(state.turn)


@kernel
def actor(board: Any, state: Any) -> int:
    seats = waiting(board, state)
    return lowest(np.uint64(seats)) if seats else OVER


@kernel
def legal(board: Any, state: Any, seat: int, out: Any) -> int:
    if state.phase == PLACING:
        return write(out, 0, PUT_HUT, sites_for_a_hut(board, state, seat))
    if state.phase == TIKIS:
        count = write(out, 0, TIKI, sites_for_a_tiki(board, state, seat))
        return write(out, count, TIKI_CLUB, free_clubs(board, state))
    if state.kind[seat] == UNMADE:
        return legal_projects(board, state, seat, out)
    return legal_cards(state, seat, out)


@kernel
def write(out: Any, count: int, first: int, members: Any) -> int:
    """Write `first` + each member of a set, after `count` others."""
    while members:
        out[count] = first + lowest(members)
        members &= members - ONE
        count += 1
    return count


@kernel
def legal_projects(board: Any, state: Any, seat: int, out: Any) -> int:
    """Build, paint or open a club; `none` only for a seat that has no target."""
    count = write(out, 0, BUILD * MAX_SITES, sites_to_build(board, state))
    count = write(out, count, PAINT * MAX_SITES, huts_to_paint(board, state, seat))
    count = write(out, count, CLUB * MAX_SITES, huts_for_a_club(board, state, seat))
    if count == 0:
        out[0] = NO_PROJECT
        count = 1
    return count


@kernel
def legal_cards(state: Any, seat: int, out: Any) -> int:
    """One of the three cards of the site, or the Paint or Club card that goes with it."""
    out[0], out[1], out[2] = SHOW_BEACH, SHOW_SECTOR, SHOW_TYPE
    if state.kind[seat] == BUILD:
        return 3
    out[3] = SHOW_PAINT if state.kind[seat] == PAINT else SHOW_CLUB
    return 4


@kernel
def play(board: Any, state: Any, seat: int, action: int) -> None:
    if state.phase == PLACING:
        put_hut(board, state, seat, action - PUT_HUT)
    elif state.phase == TIKIS:
        state.tiki[seat] = action - TIKI + 1
        give_tiki_turn(board, state, (seat - state.first) % state.players + 1)
    elif action < SHOW:
        state.kind[seat] = action // MAX_SITES
        state.site[seat] = action % MAX_SITES + 1
    else:
        lay_down(board, state, seat, action)


@kernel
def put_hut(board: Any, state: Any, seat: int, site: int) -> None:
    """In order from seat 1 a first hut; in reverse order from the last seat a second one."""
    is_second = state.huts[seat] != 0
    state.huts[seat] |= ONE << np.uint64(site)
    if not is_second and seat < state.players:
        state.turn = seat + 1
    elif is_second and seat > 1:
        state.turn = seat - 1
    elif is_second:
        begin_round(state)


@kernel
def begin_round(state: Any) -> None:
    """Every seat makes a project."""
    state.round_number += 1
    state.turn = 0
    state.phase = PROJECTS


@kernel
def take_back(state: Any) -> None:
    """Tikis and cards return to their owners."""
    for seat in range(1, state.players + 1):
        state.tiki[seat] = 0
        state.kind[seat], state.site[seat], state.card[seat] = UNMADE, 0, 0
    state.ready = 0


@kernel
def lay_down(board: Any, state: Any, seat: int, action: int) -> None:
    """The seat's project is made, with the card it shows; once all are, the Tikis follow."""
    if action == NO_PROJECT:
        state.kind[seat] = NONE
    else:
        state.card[seat] = card_shown(board, int64(state.site[seat]) - 1, action)
    state.ready |= 1 << seat
    if waiting(board, state) == 0:
        state.phase = TIKIS
        give_tiki_turn(board, state, int64(0))


@kernel
def clockwise(state: Any, k: int) -> int:
    """The seat k places to the left of the first player."""
    return (int64(state.first) - 1 + k) % int64(state.players) + 1


@kernel
def give_tiki_turn(board: Any, state: Any, done: int) -> None:
    """The next seat clockwise that has a place for its Tiki; after the last, the projects are carried out."""
    for k in range(done, int64(state.players)):
        seat = clockwise(state, k)
        if sites_for_a_tiki(board, state, seat) | free_clubs(board, state):
            state.turn = seat
            return
    for k in range(int64(state.players)):
        carry_out(board, state, clockwise(state, k))
    end_round(board, state)


@kernel
def carry_out(board: Any, state: Any, seat: int) -> None:
    """A project succeeds if what stands on the island by now allows it; else its cards return to the hand."""
    if state.site[seat] == 0:
        return
    kind = state.kind[seat]
    site = int64(state.site[seat]) - 1
    if kind == BUILD and can_build(board, state, site):
        state.huts[seat] |= ONE << np.uint64(site)
    elif kind == PAINT and can_paint(board, state, seat, site):
        paint(state, seat, ONE << np.uint64(site))
    elif kind == CLUB and can_open_club(board, state, seat, site):
        state.club[seat] = board.beach[site]


@kernel
def can_build(board: Any, state: Any, site: int) -> bool:
    """The site has neither hut nor Tiki, whoever's."""
    blocked = occupied(board, state) | tiki_sites(board, state)
    return not blocked >> np.uint64(site) & ONE


@kernel
def can_paint(board: Any, state: Any, seat: int, site: int) -> bool:
    """Another seat's hut stands there, even if its colour changed this round, with no Tiki against it."""
    huts = occupied(board, state) & ~state.huts[seat] & ~tiki_sites(board, state)
    return bool(huts >> np.uint64(site) & ONE)


@kernel
def paint(state: Any, seat: int, site: Any) -> None:
    """The old hut returns to its owner's reserve, one of the painter's replaces it, the Paint card is spent."""
    for other in range(1, state.players + 1):
        state.huts[other] &= ~site
    state.huts[seat] |= site
    state.paints[seat] -= 1


@kernel
def can_open_club(board: Any, state: Any, seat: int, site: int) -> bool:
    """The club place has neither club nor Tiki, and the hut is still the seat's own."""
    is_free = free_clubs(board, state) >> np.uint64(board.beach[site] - 1) & ONE
    return bool(is_free & state.huts[seat] >> np.uint64(site))


@kernel
def end_round(board: Any, state: Any) -> None:
    """After the final round the game is over; else the check for the end, and the first player's card goes left."""
    if state.ending:
        state.phase = ENDED
        state.turn = 0
    else:
        state.ending = end_conditions(board, state)
        state.first = clockwise(state, int64(1))
        begin_round(state)
    take_back(state)


@kernel
def end_conditions(board: Any, state: Any) -> int:
    """What would make the next round the final one, as bits of ENDINGS; the Tikis still stand."""
    conditions = 0
    taken = occupied(board, state) | tiki_sites(board, state)
    for beach in range(1, board.beaches + 1):
        if not board.sites_of[beach] & ~taken:
            conditions |= FULL_BEACH
    for seat in range(1, state.players + 1):
        if HUTS - popcount(state.huts[seat]) <= 1:
            conditions |= LAST_HUT
    if state.round_number >= LAST_ROUND:
        conditions |= THIRTY_ROUNDS
    return conditions


@kernel
def is_quiet(board: Any, state: Any, action: int) -> bool:
    """Nobody may give anything up."""
    return False


@kernel
def weights(board: Any, state: Any, out: Any) -> int:
    """Nothing is left to chance."""
    return 0


@kernel
def endings(board: Any, state: Any) -> int:
    return int64(state.ending) if state.phase == ENDED else 0
