"""Playout policy of Maka Bana, and guesses of others' secret projects: sensible ones, without seeing cards."""

from typing import Any

import numpy as np

from ludotheque.games.bits import ONE, popcount
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.makabana.points import huts_on
from ludotheque.games.makabana.secrecy import guess, guess_card, guess_target, hide_project
from ludotheque.games.makabana.state import (
    BUILD,
    CLUB,
    CLUB_CARD,
    MAX_SITES,
    NO_PROJECT,
    NONE,
    PAINT,
    PLACING,
    PROJECTS,
    SHOW,
    TIKI,
    TIKI_CLUB,
)
from ludotheque.games.random_source import below

DRAWS = 3  # a choice is the best of so many


@kernel
def pick(board: Any, state: Any, seat: int, moves: Any, count: int, rng: Any) -> int:
    """The most promising of a few moves drawn at random; which card is shown is left to luck."""
    index = below(rng, count)
    if state.phase == PROJECTS and moves[0] >= SHOW:
        return index
    best = promise(board, state, seat, int64(moves[index]))
    for _ in range(DRAWS - 1):
        other = below(rng, count)
        value = promise(board, state, seat, int64(moves[other]))
        if value > best:
            index, best = other, value
    return index


@kernel
def promise(board: Any, state: Any, seat: int, action: int) -> int:
    """Quick estimate of a move, in half points."""
    if state.phase == PLACING:
        return popcount(board.near[action])
    if state.phase == PROJECTS:
        if action >= NO_PROJECT:
            return 0
        return project_promise(board, state, seat, action // MAX_SITES, action % MAX_SITES)
    if action >= TIKI_CLUB:
        return club_in_sight(state, seat, action - TIKI_CLUB + 1)
    return tiki_promise(board, state, seat, action - TIKI)


@kernel
def project_promise(board: Any, state: Any, seat: int, kind: int, site: int) -> int:
    """Value of a project to its seat if it succeeds."""
    beach = int64(board.beach[site])
    mine = huts_on(board, state, seat, beach)
    if kind == CLUB:
        return 2 * mine + 1
    near = popcount(board.near[site] & state.huts[seat])
    value = 2 if near == 0 else 3 + 2 * near
    if state.club[seat] == beach:
        value += 2
    return value + lead_promise(board, state, seat, beach, mine) + (3 if kind == PAINT else 0)


@kernel
def lead_promise(board: Any, state: Any, seat: int, beach: int, mine: int) -> int:
    """Value of one more hut for the majority on a beach."""
    best = 0
    for other in range(1, state.players + 1):
        if other != seat:
            best = max(best, huts_on(board, state, other, beach))
    ahead = mine - best
    if ahead == 0 or ahead == -1:
        return 4
    return 2 if ahead == 1 else 0


@kernel
def tiki_promise(board: Any, state: Any, seat: int, site: int) -> int:
    """Value of a Tiki that hinders others or protects the seat, judged by the cards that are shown."""
    if state.kind[seat] != NONE and state.site[seat] == site + 1 and state.kind[seat] != CLUB:
        return -20
    value = 0
    spot = ONE << np.uint64(site)
    is_mine = bool(state.huts[seat] & spot)
    for other in range(1, state.players + 1):
        if other == seat or state.kind[other] == NONE or not board.sites_of[state.card[other]] & spot:
            continue
        if is_mine:
            value += 4 if state.kind[other] != BUILD and state.card[other] != CLUB_CARD else 0
        elif state.kind[other] == BUILD:
            value += project_promise(board, state, other, BUILD, site)
    return value


@kernel
def club_in_sight(state: Any, seat: int, beach: int) -> int:
    """Value of hindering the clubs that other seats may be about to open on a beach."""
    value = 0
    for other in range(1, state.players + 1):
        if other != seat and state.kind[other] != NONE and state.kind[other] != BUILD:
            value += 5 if state.card[other] == CLUB_CARD else 4 if state.card[other] == beach else 0
    return value - (20 if state.kind[seat] == CLUB else 0)


@kernel
def suppose(board: Any, state: Any, seat: int, rng: Any) -> None:
    """A guess of the others' projects in which they chose with some sense: each is the best of a few."""
    guess(board, state, seat, rng)
    for other in range(1, state.players + 1):
        if other != seat and state.ready >> other & 1 and state.kind[other] != NONE:
            for _ in range(DRAWS - 1):
                suppose_better(board, state, other, rng)


@kernel
def suppose_better(board: Any, state: Any, seat: int, rng: Any) -> None:
    """Another guess of one project, if it promises more; the card that all have seen stays."""
    kind, site, card = state.kind[seat], state.site[seat], state.card[seat]
    hide_project(state, seat)
    guess_target(board, state, seat, rng)
    if state.card[seat] == 0:
        guess_card(board, state, seat, rng)
    new = project_promise(board, state, seat, int64(state.kind[seat]), int64(state.site[seat]) - 1)
    if new <= project_promise(board, state, seat, int64(kind), int64(site) - 1):
        state.kind[seat], state.site[seat], state.card[seat] = kind, site, card
