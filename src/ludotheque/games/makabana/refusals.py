"""Why a step of Maka Bana is not legal."""

from typing import Any

from ludotheque.games.bits import lowest
from ludotheque.games.board import Board
from ludotheque.games.makabana.notation import CARDS
from ludotheque.games.makabana.state import (
    BUILD,
    CLUB,
    CLUB_PLACE,
    MAX_SITES,
    NO_PROJECT,
    PAINT,
    PLACING,
    PROJECTS,
    SEATS,
    SHOW,
    TIKI,
    TIKI_CLUB,
    UNMADE,
)
from ludotheque.games.refusal import Refusal


def explain(board: Board, state: Any, seat: int, action: int) -> Refusal:
    """The rule that a step breaks; the seat is waited for, and the step is not legal."""
    if state.phase == PLACING:
        return _explain_hut(board, state, seat, action)
    if state.phase != PROJECTS:
        return _explain_tiki(board, state, seat, action)
    if state.kind[seat] == UNMADE:
        return _explain_project(board, state, seat, action)
    return _explain_card(state, seat, action)


def _illegal(rule: str, reason: str) -> Refusal:
    return Refusal("illegal", f"makabana.{rule}", reason)


def _moment(rule: str, reason: str) -> Refusal:
    return Refusal("moment", f"makabana.{rule}", reason)


def _owner(state: Any, site: int) -> int:
    """Whose hut stands on a site; 0 for nobody's."""
    return next((seat for seat in SEATS if int(state.huts[seat]) >> site & 1), 0)


def _explain_hut(board: Board, state: Any, seat: int, action: int) -> Refusal:
    if action >= MAX_SITES:
        return _moment("huts-first", f"First every seat puts two huts, as in hut:{board.names['sites'][0]}.")
    site, name = action, board.names["sites"][action]
    if owner := _owner(state, site):
        return _illegal("hut-on-hut", f"{SEATS[owner]}'s hut stands on {name}: choose a free site.")
    first = lowest(state.huts[seat])
    if board.record.beach[site] == board.record.beach[first]:
        beach = board.names["beaches"][board.record.beach[site] - 1].capitalize()
        return _illegal("second-hut-beach", f"Your first hut is on {beach}: the second goes to another beach.")
    return _illegal("second-hut-neighbour", f"{name} is a neighbour of your first hut: the second may not be.")


def _explain_project(board: Board, state: Any, seat: int, action: int) -> Refusal:
    kind = action // MAX_SITES
    if action == NO_PROJECT:
        return _illegal("none-with-target", "You have a target: make a project of it.")
    if kind not in (BUILD, PAINT, CLUB):
        return _moment("project-now", "It is time for projects: choose your target with build:, paint: or club: first.")
    if state.ending and kind != BUILD:
        return _illegal("final-round-builds", "This is the final round: only build projects are made.")
    site = action % MAX_SITES
    if kind == BUILD:
        owner, name = SEATS[_owner(state, site)], board.names["sites"][site]
        return _illegal("build-on-hut", f"{owner}'s hut stands on {name}: build where there is none.")
    return _explain_paint(board, state, seat, site) if kind == PAINT else _explain_club(board, state, seat, site)


def _explain_paint(board: Board, state: Any, seat: int, site: int) -> Refusal:
    if state.paints[seat] == 0:
        return _illegal("no-paint-left", "You have no Paint card left.")
    name = board.names["sites"][site]
    if _owner(state, site) == seat:
        return _illegal("paint-own-hut", f"The hut on {name} is your own: paint another seat's.")
    return _illegal("paint-no-hut", f"There is no hut to paint on {name}.")


def _explain_club(board: Board, state: Any, seat: int, site: int) -> Refusal:
    beaches = board.names["beaches"]
    if state.club[seat]:
        where = beaches[state.club[seat] - 1].capitalize()
        return _illegal("one-club", f"Your one club stands on {where} already.")
    if _owner(state, site) != seat:
        name = board.names["sites"][site]
        return _illegal("club-own-hut", f"A club project names a hut of your own, and none stands on {name}.")
    beach = board.record.beach[site]
    owner = next(other for other in SEATS if state.club[other] == beach)
    return _illegal("club-taken", f"{beaches[beach - 1].capitalize()} has {SEATS[owner]}'s club: a beach takes one.")


def _explain_card(state: Any, seat: int, action: int) -> Refusal:
    more = {BUILD: " or show:type", PAINT: ", show:type or show:paint", CLUB: ", show:type or show:club"}
    cards = f"show:beach, show:sector{more[int(state.kind[seat])]}"
    if not SHOW <= action < NO_PROJECT:
        return _moment("show-now", f"Your target is chosen: now show one of its cards, {cards}.")
    card = CARDS[action - SHOW].capitalize()
    return _illegal("card-not-there", f"There is no {card} card in your project: {cards}.")


def _explain_tiki(board: Board, state: Any, seat: int, action: int) -> Refusal:
    if not TIKI <= action < SHOW:
        return _moment("tiki-now", "All projects are laid down: now put your Tiki on a site or on a club place.")
    place = action - TIKI + 1
    if place > CLUB_PLACE:
        where = f"{board.names['beaches'][action - TIKI_CLUB].capitalize()}'s club place"
        if clubs := [other for other in SEATS if state.club[other] == place - CLUB_PLACE]:
            return _illegal("tiki-on-club", f"{SEATS[clubs[0]]}'s club stands on {where}: no Tiki goes there.")
    else:
        where = board.names["sites"][place - 1]
        if (owner := _owner(state, place - 1)) not in (0, seat):
            return _illegal("tiki-on-hut", f"The hut on {where} is {SEATS[owner]}'s: your Tiki guards only your own.")
    owner = next(other for other in SEATS if state.tiki[other] == place)
    return _illegal("two-tikis", f"{SEATS[owner]}'s Tiki stands on {where}: a place takes one.")
