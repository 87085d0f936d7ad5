"""The table in words: the moment, each beach, each seat, the projects, the neighbours."""

from functools import lru_cache
from typing import Any

from ludotheque.drawing.makabana import names
from ludotheque.drawing.makabana.names import line, series
from ludotheque.drawing.makabana.scene import (
    PublicState,
    club_owner,
    groups,
    public_part,
    read_board,
    reserve,
    seats_of,
    tiki_owner,
)
from ludotheque.drawing.makabana.words_end import beach_points, because
from ludotheque.games.board_record import Board
from ludotheque.games.makabana import points
from ludotheque.games.makabana.fields import CARD_COUNTS
from ludotheque.games.makabana.state import (
    BUILD,
    CLUB_PLACE,
    ENDED,
    NONE,
    PAINT,
    PLACING,
    PROJECTS,
    TIKIS,
)
from ludotheque.games.phrase import Phrase, cached, count, listed, say
from ludotheque.play.view import View

MANY = 512  # cached lines of each kind: they are the same for all seats


def where(view: View, state: Any) -> tuple[Phrase, ...]:
    """Everything on the table, as far as the view knows it, a line for each thing."""
    board = view.setup.board
    public = public_part(state)
    lines = [_moment(state, view.seat)]
    lines += [_beach(board, public, beach) for beach in range(1, read_board(board).beaches + 1)]
    lines += [_seat(board, public, seat, score.total) for seat, score in enumerate(view.scores, 1)]
    lines += _projects(board, state, view.seat)
    return (*lines, *names.neighbours(board))


def _moment(state: Any, seat: int | None) -> Phrase:
    said = []
    first = names.SEATS[state.first]
    if state.phase == PLACING:
        said.append(say("The first huts are put: one each, then a second in reverse order."))
    elif state.phase == ENDED:
        reason = because(state.ending)
        said.append(
            say("The game is over: round {n} was the final one, because {reason}.", n=state.round_number, reason=reason)
        )
    elif state.ending:
        reason = because(state.ending)
        said.append(say("Round {n} is the final round, because {reason}.", n=state.round_number, reason=reason))
        said.append(say("{seat} is first player.", seat=first))
    else:
        said.append(say("Round {n}; {seat} is first player.", n=state.round_number, seat=first))
    return line(said)


@lru_cache(MANY)
def _beach(board: Board, state: PublicState, beach: int) -> Phrase:
    """The huts on a beach, its free sites, Tikis, club place and points."""
    plain = read_board(board)
    free = plain.sites_of[beach]
    clauses = []
    for seat in seats_of(state):
        if huts := state.huts[seat] & plain.sites_of[beach]:
            clauses.append(say("{seat} on {sites}", seat=names.SEATS[seat], sites=names.sites_on(board, beach, huts)))
            free &= ~huts
    if free:
        clauses.append(say("free: {sites}", sites=names.sites_on(board, beach, free)))
    clauses += _tikis(board, state, beach)
    said = [say("{beach}: {clauses}.", beach=names.beach_names(board)[beach], clauses=series(clauses))]
    return cached(line([*said, _club(state, beach), *beach_points(board, state, beach)]))


def _tikis(board: Board, state: PublicState, beach: int) -> list[Phrase]:
    """The Tikis on a beach's sites and against its huts."""
    plain, labels = read_board(board), names.sites_of_beach(board)
    said = []
    for seat in seats_of(state):
        site = state.tiki[seat] - 1
        if 0 <= site < CLUB_PLACE and plain.beach[site] == beach:
            name, where = names.SEATS[seat], labels[site]
            guards = int(state.huts[seat]) >> site & 1
            on_site = say("{seat}'s Tiki on {site}", seat=name, site=where)
            said.append(say("{seat}'s Tiki against {site}", seat=name, site=where) if guards else on_site)
    return said


def _club(state: PublicState, beach: int) -> Phrase:
    if owner := club_owner(state, beach):
        return say("The club is {seat}'s.", seat=names.SEATS[owner])
    if owner := tiki_owner(state, CLUB_PLACE + beach):
        return say("{seat}'s Tiki stands on the club place.", seat=names.SEATS[owner])
    return say("No club.")


@lru_cache(MANY)
def _seat(board: Board, state: PublicState, seat: int, total: int) -> Phrase:
    """A seat's points, what it has left, and its groups."""
    left = [count("{n} hut", "{n} huts", reserve(state, seat))]
    if paints := state.paints[seat]:
        left.append(count("{n} Paint card", "{n} Paint cards", paints))
    if not state.club[seat]:
        left.append(say("the Club card"))
    said = count(
        "{seat} has {n} point; left: {things}.", "{seat} has {n} points; left: {things}.",
        total, seat=names.SEATS[seat], things=listed(left),
    )  # fmt: skip
    return cached(line([said, *_groups(board, state, seat)]))


def _groups(board: Board, state: PublicState, seat: int) -> list[Phrase]:
    """The groups of two huts and more."""
    found = [one for one in groups(read_board(board), state.huts[seat]) if len(one) > 1]
    if not found:
        return []
    clauses = [
        say(
            "{sites} ({n} points)",
            sites=listed(names.in_a_row(board, one)),
            n=int(points.group_points(len(one))),
        )
        for one in found
    ]
    return [count("A group: {groups}.", "Groups: {groups}.", len(found), groups=series(clauses))]


def _projects(board: Board, state: Any, viewer: int | None) -> list[Phrase]:
    """The projects as the viewer knows them: the seats that are ready; once all are, the shown cards."""
    if state.phase == TIKIS:
        shown = shown_projects(board, state, [seat for seat in seats_of(state) if seat != viewer])
        return [line(shown), *_own_project(board, state, viewer)]
    if state.phase != PROJECTS:
        return []
    ready = [names.SEATS[seat] for seat in seats_of(state) if state.ready >> seat & 1]
    said = [say("Projects are ready: {seats}.", seats=listed(ready))] if ready else []
    return [*said, *_own_project(board, state, viewer)]


def shown_projects(board: Board, state: Any, seats: list[int]) -> list[Phrase]:
    """Projects as everybody sees them: the shown card, and the number of cards."""
    cards = names.cards(board)
    shown: dict[int, list[Phrase]] = {3: [], 4: []}
    said = []
    for seat in seats:
        if number := CARD_COUNTS[state.kind[seat]]:
            shown[number].append(say("{seat} shows {card}", seat=names.SEATS[seat], card=cards[state.card[seat]]))
        else:
            said.append(say("{seat} has no project.", seat=names.SEATS[seat]))
    if shown[3]:
        said.append(say("3 cards, to build a hut: {shown}.", shown=listed(shown[3])))
    if shown[4]:
        said.append(say("4 cards, to paint or to open a club: {shown}.", shown=listed(shown[4])))
    return said


def _own_project(board: Board, state: Any, viewer: int | None) -> list[Phrase]:
    """A seat's own project, as far as it is made."""
    if viewer is None or not state.kind[viewer]:
        return []
    said = [say("Your project: {project}.", project=project(board, state.kind[viewer], state.site[viewer]))]
    if state.card[viewer]:
        said.append(say("You show the {card} card.", card=names.cards(board)[state.card[viewer]]))
    return [line(said)]


def project(board: Board, kind: int, place: int) -> Phrase:
    """A project in full; `place` is 1 + site."""
    if kind == NONE:
        return say("none, for lack of a target")
    site = names.sites(board)[place - 1]
    if kind == BUILD:
        return say("build a hut on {site}", site=site)
    if kind == PAINT:
        return say("paint the hut on {site}", site=site)
    beach = names.beach_names(board)[read_board(board).beach[place - 1]]
    return say("open the diving club of {beach}, with the hut on {site}", beach=beach, site=site)
