"""What a step did, in words, for somebody who sees what one seat may see."""

from typing import Any

from ludotheque.drawing.makabana import names
from ludotheque.drawing.makabana.carrying import carried_out
from ludotheque.drawing.makabana.points import beach_points, because, seat_points, winners
from ludotheque.drawing.makabana.sight import clockwise_seats, read_board, read_state, seats_of
from ludotheque.drawing.makabana.whereabouts import project, shown_projects
from ludotheque.games.board import Board
from ludotheque.games.makabana.state import CLUB_PLACE, PLACING, PROJECTS, SHOW, TIKI, TIKIS
from ludotheque.games.phrase import Phrase, count, listed, say
from ludotheque.play.position import Position, Step


def tell(before: Position, step: Step, after: Position, seat: int | None) -> list[Phrase]:
    """What a step did, as far as `seat` may know it (None: a spectator)."""
    board, old, new = before.setup.board, read_state(before.state), read_state(after.state)
    if old.phase == PLACING:
        return _tell_hut(board, old, new, step)
    if old.phase == PROJECTS:
        return _tell_project(board, new, step, seat)
    said = _tell_tiki(board, old, new, step)
    return said if new.phase == TIKIS else said + _tell_round(board, old, new, step, after)


def _tell_hut(board: Board, old: Any, new: Any, step: Step) -> list[Phrase]:
    seat, site = names.SEATS[step.seat], names.sites(board)[step.action]
    if not old.huts[step.seat]:
        return [say("{seat} puts a first hut on {site}.", seat=seat, site=site)]
    said = [say("{seat} puts the second hut on {site}.", seat=seat, site=site)]
    return said + ([_round(new)] if new.phase == PROJECTS else [])


def _round(state: Any) -> Phrase:
    """A round begins."""
    first, number = names.SEATS[state.first], state.round_number
    if state.ending:
        return say(
            "Round {n} is the final round, because {reason}: only huts are built. {seat} is first player.",
            n=number, reason=because(state.ending), seat=first,
        )  # fmt: skip
    return say("Round {n} begins: all choose a project in secret. {seat} is first player.", n=number, seat=first)


def _tell_project(board: Board, new: Any, step: Step, viewer: int | None) -> list[Phrase]:
    """A target is told to its own seat alone, a project laid down to all; its cards only when all are laid down."""
    seat = names.SEATS[step.seat]
    if step.action < SHOW:
        if viewer != step.seat:
            return []
        return [say("{seat}'s secret project: {project}.", seat=seat, project=project(board, new, step.seat))]
    said = [say("{seat} is ready.", seat=seat)]
    if viewer == step.seat and (card := new.card[step.seat]):
        said = [say("{seat} is ready, and will show the {card} card.", seat=seat, card=names.cards(board)[card])]
    if new.phase == PROJECTS:
        waited = [names.SEATS[one] for one in seats_of(new) if not new.ready >> one & 1]
        return [*said, count("Still choosing: {seats}.", "Still choosing: {seats}.", len(waited), seats=listed(waited))]
    said.append(say("All projects are laid down."))
    return said + shown_projects(board, new, clockwise_seats(new))


def _tell_tiki(board: Board, old: Any, new: Any, step: Step) -> list[Phrase]:
    """Where the Tiki goes, and who is passed over for lack of a place."""
    order = clockwise_seats(old)
    later = order[order.index(step.seat) + 1 :]
    passed = later[: later.index(new.turn)] if new.phase == TIKIS else later
    said = [_tiki(board, old, step)]
    return said + [say("{seat} has no place for a Tiki.", seat=names.SEATS[one]) for one in passed]


def _tiki(board: Board, old: Any, step: Step) -> Phrase:
    seat, place = names.SEATS[step.seat], step.action - TIKI + 1
    if place > CLUB_PLACE:
        beach = names.beach_names(board)[place - CLUB_PLACE]
        return say("{seat} puts a Tiki on {beach}'s club place.", seat=seat, beach=beach)
    site = names.sites(board)[place - 1]
    if int(old.huts[step.seat]) >> place - 1 & 1:
        return say("{seat} puts a Tiki against the hut on {site}.", seat=seat, site=site)
    return say("{seat} puts a Tiki on {site}.", seat=seat, site=site)


def _tell_round(board: Board, old: Any, new: Any, step: Step, after: Position) -> list[Phrase]:
    """All projects as they are carried out, and what the round's end brings."""
    old.tiki[step.seat] = step.action - TIKI + 1
    said = [say("The projects are turned up."), *carried_out(board, old)]
    if new.phase == PROJECTS:
        return [*said, say("Tikis and cards return to their owners."), _round(new)]
    said.append(say("The game is over."))
    for beach in range(1, read_board(board).beaches + 1):
        name = names.beach_names(board)[beach]
        said += [say("{beach}: {points}", beach=name, points=points) for points in beach_points(board, new, beach)]
    said += [seat_points(seat, score) for seat, score in enumerate(after.scores, 1)]
    return [*said, winners(after)]
