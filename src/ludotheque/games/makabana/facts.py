"""Facts that a player of Maka Bana weighs: majorities, groups, reserves, possible projects, the nearness of the end."""

from typing import Any

from ludotheque.games.bits import ONE
from ludotheque.games.board_record import Board
from ludotheque.games.makabana import points as scoring
from ludotheque.games.makabana.fields import CARD_COUNTS, KINDS, project_fields, sites_in
from ludotheque.games.makabana.places import free_clubs, sites_to_build, tiki_sites
from ludotheque.games.makabana.rules import clockwise, end_conditions, waiting
from ludotheque.games.makabana.secrecy import hide, possible_sites
from ludotheque.games.makabana.state import (
    BUILD,
    CLUB,
    ENDINGS,
    HUTS,
    LAST_ROUND,
    PAINT,
    PLACING,
    SECTORS,
    TIKIS,
    TYPES,
)


def facts(board: Board, state: Any, seat: int | None) -> dict[str, Any]:
    """The island, every seat and the end, as far as `seat` may know them (None: a spectator)."""
    known = state.copy()
    hide(board.record, known, seat or 0)
    seats = range(1, known.players + 1)
    return {
        "round": int(known.round_number),
        "order": [int(clockwise(known, k)) for k in range(known.players)],
        "waiting": [one for one in seats if waiting(board.record, known) >> one & 1],
        "end": _end_facts(board, known),
        "beaches": {name: _beach_facts(board, known, beach) for beach, name in enumerate(board.names["beaches"], 1)},
        "seats": {str(one): _seat_facts(board, known, one) for one in seats},
    }


def _end_facts(board: Board, state: Any) -> dict[str, Any]:
    """Whether this is the final round and why, and the reasons for one if the round ended now."""
    conditions = 0 if state.ending or state.phase == PLACING else end_conditions(board.record, state)
    return {
        "is_final_round": bool(state.ending),
        "because": _endings(int(state.ending)),
        "if_the_round_ended_now": _endings(conditions),
        "rounds_left": 0 if state.ending else LAST_ROUND + 1 - int(state.round_number),
    }


def _endings(bits: int) -> list[str]:
    return [name for bit, name in enumerate(ENDINGS) if bits >> bit & 1]


def _beach_facts(board: Board, state: Any, beach: int) -> dict[str, Any]:
    """Huts by seat, the leaders and their points now, the club, and the sites free of huts and of Tikis."""
    record = board.record
    seats = range(1, state.players + 1)
    huts = {seat: scoring.huts_on(record, state, seat, beach) for seat in seats}
    points = {str(seat): scoring.beach_points(record, state, seat, beach) for seat in seats}
    free = sites_to_build(record, state) & record.sites_of[beach]
    return {
        "huts": {str(seat): count for seat, count in huts.items() if count},
        "leaders": [seat for seat, count in huts.items() if 0 < count == max(huts.values())],
        "points": {seat: count for seat, count in points.items() if count},
        "club": next((seat for seat in seats if state.club[seat] == beach), None),
        "is_club_place_free": bool(free_clubs(record, state) >> (beach - 1) & ONE),
        "sites": int(record.sites_of[beach]).bit_count(),
        "free": sites_in(board, free),
        "open": sites_in(board, free & ~tiki_sites(record, state)),
    }


def _seat_facts(board: Board, state: Any, seat: int) -> dict[str, Any]:
    """What a seat has left, its groups (largest first), its club's points, and its project as far as it is known."""
    reserve = HUTS - int(state.huts[seat]).bit_count()
    return {
        "reserve": reserve,
        "huts_to_the_end": max(0, reserve - 1),
        "paints": int(state.paints[seat]),
        "has_club_card": not state.club[seat],
        "hand": _hand(board, state, seat),
        "groups": _groups(board, state, seat),
        "club_points": scoring.club_points(board.record, state, seat),
        "project": project_fields(board, state, seat),
        "possible_projects": _possible_projects(board, state, seat),
    }


def _hand(board: Board, state: Any, seat: int) -> int:
    """The number of cards in a seat's hand; those of its project leave it once all are laid down."""
    cards = len(board.names["beaches"]) + len(SECTORS) + len(TYPES) + int(state.paints[seat]) + (not state.club[seat])
    return cards - CARD_COUNTS[int(state.kind[seat])] if state.phase == TIKIS else cards


def _groups(board: Board, state: Any, seat: int) -> list[dict[str, Any]]:
    huts = state.huts[seat]
    groups = []
    while huts:
        one = scoring.group(board.record, huts, huts & ~(huts - ONE))
        sites = sites_in(board, one)
        groups.append({"sites": sites, "points": scoring.group_points(len(sites))})
        huts ^= one
    return sorted(groups, key=lambda group: len(group["sites"]), reverse=True)


def _possible_projects(board: Board, state: Any, seat: int) -> list[str] | None:
    """Once all projects are laid down: those that agree with the shown card and the number of cards."""
    if state.phase != TIKIS:
        return None
    if state.site[seat]:
        return [f"{KINDS[int(state.kind[seat])]}:{board.names['sites'][state.site[seat] - 1]}"]
    kinds = {kind: possible_sites(board.record, state, seat, kind) for kind in (BUILD, PAINT, CLUB)}
    return [f"{KINDS[kind]}:{site}" for kind, sites in kinds.items() for site in sites_in(board, sites)] or ["none"]
