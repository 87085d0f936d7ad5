"""What a step did, in words, as far as a seat may know it; at the end of a round, how each project ends."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ludotheque.drawing.makabana import names
from ludotheque.drawing.makabana.scene import clockwise_seats, club_owner, owner, read_board, read_state, tiki_owner
from ludotheque.drawing.makabana.words_end import beach_points, because, seat_points, winners
from ludotheque.drawing.makabana.words_where import project, shown_projects
from ludotheque.games.board_record import Board
from ludotheque.games.makabana.rules import carry_out
from ludotheque.games.makabana.state import BUILD, CLUB_PLACE, MAX_SITES, NONE, PAINT, PROJECTS, SHOW, TIKI, TIKIS
from ludotheque.games.phrase import Phrase, cached, count, listed, say
from ludotheque.play.position import Position, Step

MANY = 4096  # cached sentences of each kind: every legal step is forecast in every possible world
LAID_DOWN = cached(say("All projects are laid down."))
TURNED_UP = cached(say("The projects are turned up."))
RETURNED = cached(say("Tikis and cards return to their owners."))


def tell(before: Position, step: Step, after: Position, seat: int | None) -> list[Phrase]:
    """What a step did, as far as `seat` may know it (None: a spectator)."""
    board, new = before.setup.board, read_state(after.state)
    if step.action < MAX_SITES:
        return _tell_hut(board, new, step)
    if not TIKI <= step.action < SHOW:
        return _tell_project(board, new, step, seat)
    old = read_state(before.state)
    said = _tell_tiki(board, old, new, step)
    return said if new.phase == TIKIS else said + _tell_round(board, old, new, step, after)


def _tell_hut(board: Board, new: Any, step: Step) -> list[Phrase]:
    said = [_hut(board, step.seat, step.action, is_first=int(new.huts[step.seat]).bit_count() == 1)]
    return [*said, _round(new.first, new.round_number, new.ending)] if new.phase == PROJECTS else said


@lru_cache(MANY)
def _hut(board: Board, seat: int, site: int, *, is_first: bool) -> Phrase:
    values = {"seat": names.SEATS[seat], "site": names.sites(board)[site]}
    if is_first:
        return cached(say("{seat} puts a first hut on {site}.", **values))
    return cached(say("{seat} puts the second hut on {site}.", **values))


@lru_cache(MANY)
def _round(first: int, number: int, ending: int) -> Phrase:
    """A round begins."""
    seat = names.SEATS[first]
    if ending:
        final = say(
            "Round {n} is the final round, because {reason}: only huts are built. {seat} is first player.",
            n=number, reason=because(ending), seat=seat,
        )  # fmt: skip
        return cached(final)
    said = say("Round {n} begins: all choose a project in secret. {seat} is first player.", n=number, seat=seat)
    return cached(said)


def _tell_project(board: Board, new: Any, step: Step, viewer: int | None) -> list[Phrase]:
    """Only its own seat learns a target; all learn that a project is laid down, and the shown cards once all are."""
    if step.action < TIKI:
        return [_target(board, step.seat, new.kind[step.seat], new.site[step.seat])] if viewer == step.seat else []
    said = [_ready(board, step.seat, new.card[step.seat] if viewer == step.seat else 0)]
    if new.phase == PROJECTS:
        return [*said, _still_choosing(new.players, new.ready)]
    said.append(LAID_DOWN)
    return said + shown_projects(board, new, clockwise_seats(new))


@lru_cache(MANY)
def _target(board: Board, seat: int, kind: int, place: int) -> Phrase:
    told = project(board, kind, place)
    return cached(say("{seat}'s secret project: {project}.", seat=names.SEATS[seat], project=told))


@lru_cache(MANY)
def _ready(board: Board, seat: int, card: int) -> Phrase:
    """A project is laid down; `card` is 0 for those who may not know it."""
    name = names.SEATS[seat]
    if not card:
        return cached(say("{seat} is ready.", seat=name))
    return cached(say("{seat} is ready, and will show the {card} card.", seat=name, card=names.cards(board)[card]))


@lru_cache(MANY)
def _still_choosing(players: int, ready: int) -> Phrase:
    waited = [names.SEATS[seat] for seat in range(1, players + 1) if not ready >> seat & 1]
    choosing = count("Still choosing: {seats}.", "Still choosing: {seats}.", len(waited), seats=listed(waited))
    return cached(choosing)


def _tell_tiki(board: Board, old: Any, new: Any, step: Step) -> list[Phrase]:
    """The place of the Tiki, and the seats passed over because they have none."""
    order = clockwise_seats(old)
    later = order[order.index(step.seat) + 1 :]
    passed = later[: later.index(new.turn)] if new.phase == TIKIS else later
    place = step.action - TIKI + 1
    said = [_tiki(board, step.seat, place, guards=bool(int(old.huts[step.seat]) >> place - 1 & 1))]
    return said + [say("{seat} has no place for a Tiki.", seat=names.SEATS[one]) for one in passed]


@lru_cache(MANY)
def _tiki(board: Board, seat: int, place: int, *, guards: bool) -> Phrase:
    """A Tiki on a club place, on a site, or against the own hut that it guards."""
    name = names.SEATS[seat]
    if place > CLUB_PLACE:
        beach = names.beach_names(board)[place - CLUB_PLACE]
        return cached(say("{seat} puts a Tiki on {beach}'s club place.", seat=name, beach=beach))
    site = names.sites(board)[place - 1]
    if guards:
        return cached(say("{seat} puts a Tiki against the hut on {site}.", seat=name, site=site))
    return cached(say("{seat} puts a Tiki on {site}.", seat=name, site=site))


def _tell_round(board: Board, old: Any, new: Any, step: Step, after: Position) -> list[Phrase]:
    """All projects as they are carried out, then the next round or the end of the game."""
    old.tiki[step.seat] = step.action - TIKI + 1
    said = [TURNED_UP, *carried_out(board, old)]
    if new.phase == PROJECTS:
        return [*said, RETURNED, _round(new.first, new.round_number, new.ending)]
    said.append(say("The game is over."))
    for beach in range(1, read_board(board).beaches + 1):
        name = names.beach_names(board)[beach]
        said += [say("{beach}: {points}", beach=name, points=points) for points in beach_points(board, new, beach)]
    said += [seat_points(seat, score) for seat, score in enumerate(after.scores, 1)]
    return [*said, winners(after)]


def carried_out(board: Board, state: Any) -> Iterator[Phrase]:
    """Each project in turn, from the first player's on; changes the state."""
    for seat in clockwise_seats(state):
        yield carried(board, state, seat)


def carried(board: Board, state: Any, seat: int) -> Phrase:
    """Carry out one seat's project in the state, and say whether it succeeds."""
    kind, site = state.kind[seat], state.site[seat] - 1
    if kind == NONE:
        return say("{seat} has no project.", seat=names.SEATS[seat])
    met, had = owner(state, site), (state.huts[seat], state.club[seat])
    carry_out(read_board(board), state, seat)
    told = {BUILD: _build, PAINT: _paint}.get(kind, _club)
    return told(board, state, seat, site, met, is_done=had != (state.huts[seat], state.club[seat]))


def _build(board: Board, state: Any, seat: int, site: int, hut: int, *, is_done: bool) -> Phrase:
    name, where = names.SEATS[seat], names.sites(board)[site]
    if is_done:
        return say("{seat} builds a hut on {site}.", seat=name, site=where)
    if hut:
        return say(
            "{seat} fails to build on {site}: {other}'s hut stands there by now.",
            seat=name,
            site=where,
            other=names.SEATS[hut],
        )
    if (tiki := tiki_owner(state, site + 1)) == seat:
        return say("{seat} fails to build on {site}: their own Tiki stands there.", seat=name, site=where)
    return say(
        "{seat} fails to build on {site}: {other}'s Tiki stands there.", seat=name, site=where, other=names.SEATS[tiki]
    )


def _paint(board: Board, state: Any, seat: int, site: int, hut: int, *, is_done: bool) -> Phrase:
    name, where, other = names.SEATS[seat], names.sites(board)[site], names.SEATS[hut]
    if is_done:
        return say("{seat} paints {other}'s hut on {site} and spends a Paint card.", seat=name, other=other, site=where)
    return say(
        "{seat} fails to paint the hut on {site}: {other}'s Tiki guards it; the Paint card returns to the hand.",
        seat=name, site=where, other=other,
    )  # fmt: skip


def _club(board: Board, state: Any, seat: int, site: int, hut: int, *, is_done: bool) -> Phrase:
    name, where, beach = names.SEATS[seat], names.sites(board)[site], read_board(board).beach[site]
    label = names.beach_names(board)[beach]
    if is_done:
        return say("{seat} opens the diving club of {beach}.", seat=name, beach=label)
    if hut != seat:
        return say(
            "{seat} fails to open the club of {beach}: the hut on {site} has become {other}'s.",
            seat=name, beach=label, site=where, other=names.SEATS[hut],
        )  # fmt: skip
    if club := club_owner(state, beach):
        return say(
            "{seat} fails to open the club of {beach}: {other}'s stands there by now.",
            seat=name, beach=label, other=names.SEATS[club],
        )  # fmt: skip
    if (tiki := tiki_owner(state, CLUB_PLACE + beach)) == seat:
        return say("{seat} fails to open the club of {beach}: their own Tiki stands there.", seat=name, beach=label)
    return say(
        "{seat} fails to open the club of {beach}: {other}'s Tiki stands there.",
        seat=name, beach=label, other=names.SEATS[tiki],
    )  # fmt: skip
