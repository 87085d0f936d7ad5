"""The secrecy of Maka Bana's projects: what each seat may know of the others'.

While projects are made, others see only whose is laid down. Once all are, they see the shown card and how many
cards there are: a project of four without its Paint or Club card in sight may be either.
"""

from typing import Any

from ludotheque.games.bits import ONE, lowest, popcount
from ludotheque.games.board_record import Board
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.makabana.places import NOWHERE, huts_for_a_club, huts_to_paint, sites_to_build
from ludotheque.games.makabana.state import (
    BUILD,
    CLUB,
    CLUB_CARD,
    NONE,
    PAINT,
    PAINT_CARD,
    PAINT_OR_CLUB,
    PROJECTS,
    SHOW_BEACH,
    SHOW_CLUB,
    SHOW_PAINT,
    SHOW_SECTOR,
    SHOW_TYPE,
    UNMADE,
)
from ludotheque.games.random_source import below


@kernel
def card_shown(board: Any, site: int, action: int) -> int:
    """The card that a seat shows of a project for this site."""
    if action == SHOW_BEACH:
        return int64(board.beach[site])
    if action == SHOW_SECTOR:
        return int64(board.sector_card[site])
    if action == SHOW_TYPE:
        return int64(board.type_card[site])
    return PAINT_CARD if action == SHOW_PAINT else CLUB_CARD


@kernel
def hide(board: Any, state: Any, seat: int) -> None:
    """Hide others' projects, except for what they show."""
    for other in range(1, state.players + 1):
        if other != seat and state.kind[other] != UNMADE:
            hide_project(state, other)


@kernel
def hide_project(state: Any, seat: int) -> None:
    """Reduce a project to its shown card and number of cards; to nothing while projects are being made."""
    if state.phase == PROJECTS:
        state.kind[seat], state.card[seat] = UNMADE, 0
    elif state.kind[seat] != NONE and state.kind[seat] != BUILD and state.card[seat] < PAINT_CARD:
        state.kind[seat] = PAINT_OR_CLUB
    state.site[seat] = 0


@kernel
def guess(board: Any, state: Any, seat: int, rng: Any) -> None:
    """Replace each hidden project by one that agrees with all that the seat has seen, uniformly at random."""
    hide(board, state, seat)
    for other in range(1, state.players + 1):
        if other != seat and state.ready >> other & 1 and state.kind[other] != NONE:
            guess_target(board, state, other, rng)
            if state.card[other] == 0 and state.kind[other] != NONE:
                guess_card(board, state, other, rng)


@kernel
def possible_sites(board: Any, state: Any, seat: int, kind: int) -> Any:
    """The targets that a seat's project, as far as it is known, may have if it is of this kind."""
    known = state.kind[seat]
    if known != kind and known != UNMADE and (known != PAINT_OR_CLUB or kind == BUILD):
        return NOWHERE
    if kind == BUILD:
        sites = sites_to_build(board, state)
    elif kind == PAINT:
        sites = huts_to_paint(board, state, seat)
    else:
        sites = huts_for_a_club(board, state, seat)
    return sites & board.sites_of[state.card[seat]] if state.card[seat] else sites


@kernel
def guess_target(board: Any, state: Any, seat: int, rng: Any) -> None:
    """Any of the possible targets; `none` for a seat that has none."""
    count = 0
    for kind in range(BUILD, CLUB + 1):
        count += popcount(possible_sites(board, state, seat, kind))
    if count == 0:
        state.kind[seat] = NONE
        return
    ticket = below(rng, count)
    kind = int64(BUILD)
    sites = possible_sites(board, state, seat, kind)
    while ticket >= popcount(sites):
        ticket -= popcount(sites)
        kind += 1
        sites = possible_sites(board, state, seat, kind)
    for _ in range(ticket):
        sites &= sites - ONE
    state.kind[seat], state.site[seat] = kind, lowest(sites) + 1


@kernel
def guess_card(board: Any, state: Any, seat: int, rng: Any) -> None:
    """Any of the project's cards."""
    action = SHOW_BEACH + below(rng, 3 if state.kind[seat] == BUILD else 4)
    if action == SHOW_PAINT and state.kind[seat] == CLUB:
        action = SHOW_CLUB
    state.card[seat] = card_shown(board, int64(state.site[seat]) - 1, action)


def secret_steps(board: Board, state: Any, seat: int | None) -> dict[int, tuple[int, int]]:
    """Of each seat's latest steps: how many all have seen (a Tiki), and how many before these are secret.

    Others' projects stay secret until they are carried out.
    """
    latest = {}
    for other in range(1, state.players + 1):
        is_laid = state.ready >> other & 1
        project = 0 if state.kind[other] == UNMADE else 2 if is_laid and state.kind[other] != NONE else 1
        latest[other] = (int(state.tiki[other] != 0), project * (other != seat))
    return latest
