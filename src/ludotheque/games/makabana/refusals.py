"""Refusals of Maka Bana: the rule that a step breaks, and the nearest legal steps."""

from typing import Any

from ludotheque.games.bits import lowest
from ludotheque.games.board_record import Board
from ludotheque.games.makabana.nouns import (
    CARD_NAMES,
    SEAT_NAMES,
    beach_names,
    club_element,
    site_element,
    site_names,
)
from ludotheque.games.makabana.places import huts_for_a_club, huts_to_paint, sites_to_build
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
from ludotheque.games.phrase import Listing, Phrase, either, say
from ludotheque.games.refusal import Refusal

FAR = 50  # further than any way on one island


def explain(board: Board, state: Any, seat: int, action: int) -> Refusal:
    """The rule that an illegal step of the seat to move breaks."""
    if state.phase == PLACING:
        return _explain_hut(board, state, seat, action)
    if state.phase != PROJECTS:
        return _explain_tiki(board, state, seat, action)
    if state.kind[seat] == UNMADE:
        return _explain_project(board, state, seat, action)
    return _explain_card(state, seat, action)


def _illegal(rule: str, reason: Phrase, *places: str) -> Refusal:
    return Refusal("illegal", f"makabana.{rule}", reason, places)


def _moment(rule: str, reason: Phrase) -> Refusal:
    return Refusal("moment", f"makabana.{rule}", reason)


def _owner(state: Any, site: int) -> int:
    """The seat whose hut is on a site; 0 for none."""
    return next((seat for seat in SEATS if int(state.huts[seat]) >> site & 1), 0)


def _explain_hut(board: Board, state: Any, seat: int, action: int) -> Refusal:
    if action >= MAX_SITES:
        step = f"hut:{board.names['sites'][0]}"
        return _moment("huts-first", say("First every seat puts two huts, as in {step}.", step=step))
    site, name, place = action, site_names(board)[action], site_element(board, action)
    if owner := _owner(state, site):
        reason = say("{seat}'s hut stands on {site}: choose a free site.", seat=SEAT_NAMES[owner], site=name)
        return _illegal("hut-on-hut", reason, place)
    first = lowest(state.huts[seat])
    beach = board.record.beach[site]
    if beach == board.record.beach[first]:
        where = beach_names(board)[beach]
        reason = say("Your first hut is on {beach}: the second goes to another beach.", beach=where)
        return _illegal("second-hut-beach", reason, place, site_element(board, first))
    return _explain_touching(state, name, site_names(board)[first], place, site_element(board, first))


def _explain_touching(state: Any, site: Phrase, first: Phrase, *places: str) -> Refusal:
    """A second hut too near to the first, in the words of the rules that the game is played by."""
    if state.rules < 2:
        reason = say(
            "{site} is a neighbour of your first hut, on {first}: the second may not be.", site=site, first=first
        )
        return _illegal("second-hut-neighbour", reason, *places)
    reason = say(
        "{site} is beside your first hut, on {first}: the second may not share a side with it, wall or no wall.",
        site=site,
        first=first,
    )
    return _illegal("second-hut-beside", reason, *places)


def _kinds(board: Board, state: Any, seat: int) -> Listing:
    """How a seat's targets may be written now."""
    record = board.record
    kinds = {
        "build:": sites_to_build(record, state),
        "paint:": huts_to_paint(record, state, seat),
        "club:": huts_for_a_club(record, state, seat),
    }
    return either([kind for kind, sites in kinds.items() if sites] or ["none"])


def _explain_project(board: Board, state: Any, seat: int, action: int) -> Refusal:
    kind = action // MAX_SITES
    if action == NO_PROJECT:
        return _illegal("none-with-target", say("You have a target: make a project of it."))
    if kind not in (BUILD, PAINT, CLUB):
        return _explain_no_project(action, _kinds(board, state, seat))
    if state.ending and kind != BUILD:
        return _illegal("final-round-builds", say("This is the final round: only build projects are made."))
    site = action % MAX_SITES
    if kind == BUILD:
        owner = SEAT_NAMES[_owner(state, site)]
        reason = say(
            "{seat}'s hut stands on {site}: build where there is none.", seat=owner, site=site_names(board)[site]
        )
        return _illegal("build-on-hut", reason, site_element(board, site))
    return _explain_paint(board, state, seat, site) if kind == PAINT else _explain_club(board, state, seat, site)


def _explain_no_project(action: int, kinds: Listing) -> Refusal:
    """A step of another phase, while a target is to be chosen."""
    if action < MAX_SITES:
        return _moment("project-now", say("The first huts stand: now choose a target with {kinds}.", kinds=kinds))
    if action < SHOW:
        reason = say("Tikis come when all projects are laid down: first choose a target with {kinds}.", kinds=kinds)
        return _moment("project-now", reason)
    return _moment("project-now", say("Before you show a card, choose a target with {kinds}.", kinds=kinds))


def _explain_paint(board: Board, state: Any, seat: int, site: int) -> Refusal:
    if state.paints[seat] == 0:
        return _illegal("no-paint-left", say("You have no Paint card left."))
    name, place = site_names(board)[site], site_element(board, site)
    if _owner(state, site) == seat:
        reason = say("The hut on {site} is your own: paint another seat's.", site=name)
        return _illegal("paint-own-hut", reason, place)
    return _illegal("paint-no-hut", say("There is no hut to paint on {site}.", site=name), place)


def _explain_club(board: Board, state: Any, seat: int, site: int) -> Refusal:
    beaches = beach_names(board)
    if mine := int(state.club[seat]):
        reason = say("Your one club stands on {beach} already.", beach=beaches[mine])
        return _illegal("one-club", reason, club_element(board, mine))
    if _owner(state, site) != seat:
        reason = say("A club project names a hut of your own, and none stands on {site}.", site=site_names(board)[site])
        return _illegal("club-own-hut", reason, site_element(board, site))
    beach = int(board.record.beach[site])
    owner = next(other for other in SEATS if state.club[other] == beach)
    reason = say("{beach} has {seat}'s club: a beach takes one.", beach=beaches[beach], seat=SEAT_NAMES[owner])
    return _illegal("club-taken", reason, club_element(board, beach))


def _explain_card(state: Any, seat: int, action: int) -> Refusal:
    more = {BUILD: (), PAINT: ("show:paint",), CLUB: ("show:club",)}
    cards = either(("show:beach", "show:sector", "show:type", *more[int(state.kind[seat])]))
    if TIKI <= action < SHOW:
        reason = say(
            "Tikis come when all projects are laid down: first show a card of your project, {cards}.", cards=cards
        )
        return _moment("show-now", reason)
    if not SHOW <= action < NO_PROJECT:
        reason = say("Your target is chosen: now show one of its cards, {cards}.", cards=cards)
        return _moment("show-now", reason)
    card = CARD_NAMES[action - NO_PROJECT]  # Paint and Club are the last of both
    return _illegal("card-not-there", say("There is no {card} card in your project: {cards}.", card=card, cards=cards))


def _explain_tiki(board: Board, state: Any, seat: int, action: int) -> Refusal:
    if not TIKI <= action < SHOW:
        reason = say("All projects are laid down: now put your Tiki on a site or on a club place.")
        return _moment("tiki-now", reason)
    place = action - TIKI + 1
    if place > CLUB_PLACE:
        return _explain_tiki_on_club(board, state, place)
    site, name, element = place - 1, site_names(board)[place - 1], site_element(board, place - 1)
    if (owner := _owner(state, site)) not in (0, seat):
        reason = say(
            "The hut on {site} is {seat}'s: your Tiki guards only your own.", site=name, seat=SEAT_NAMES[owner]
        )
        return _illegal("tiki-on-hut", reason, element)
    tiki = SEAT_NAMES[_tiki_owner(state, place)]
    return _illegal(
        "two-tikis", say("{seat}'s Tiki stands on {site}: a place takes one.", seat=tiki, site=name), element
    )


def _explain_tiki_on_club(board: Board, state: Any, place: int) -> Refusal:
    beach = place - CLUB_PLACE
    name, element = beach_names(board)[beach], club_element(board, beach)
    if clubs := [other for other in SEATS if state.club[other] == beach]:
        owner = SEAT_NAMES[clubs[0]]
        reason = say("{seat}'s club stands on {beach}'s club place: no Tiki goes there.", seat=owner, beach=name)
        return _illegal("tiki-on-club", reason, element)
    tiki = SEAT_NAMES[_tiki_owner(state, place)]
    reason = say("{seat}'s Tiki stands on {beach}'s club place: a place takes one.", seat=tiki, beach=name)
    return _illegal("two-tikis", reason, element)


def _tiki_owner(state: Any, place: int) -> int:
    return next(other for other in SEATS if state.tiki[other] == place)


def nearest(board: Board, state: Any, seat: int, action: int, legal: list[int]) -> list[int]:
    """The legal steps that come nearest to one that is refused, the best first.

    On the same site whatever can be done there, then the same kind of step by the way on the map, then others.
    """
    if action >= SHOW:
        return sorted(legal, key=lambda one: one < SHOW + 3)  # Paint for Club, Club for Paint
    return sorted(legal, key=lambda one: _difference(board, action, one))


def _difference(board: Board, action: int, other: int) -> tuple[bool, int]:
    """The distance of a legal step from another: first by its kind, unless both are in the same place."""
    if other >= SHOW:
        return False, 0
    way = _way(board, action, other)
    return way > 0 and action // MAX_SITES != other // MAX_SITES, way


def _way(board: Board, action: int, other: int) -> int:
    """The distance of two steps on the map; a club place is two sites away from every site of its beach."""
    record = board.record
    if action >= TIKI_CLUB or other >= TIKI_CLUB:
        return 2 if _beach(record, action) == _beach(record, other) else FAR
    one, two = action % MAX_SITES, other % MAX_SITES
    if record.island[one] != record.island[two]:
        return FAR
    return int(
        abs(int(record.row[one]) - int(record.row[two])) + abs(int(record.column[one]) - int(record.column[two]))
    )


def _beach(record: Any, action: int) -> int:
    return action - TIKI_CLUB + 1 if action >= TIKI_CLUB else int(record.beach[action % MAX_SITES])
