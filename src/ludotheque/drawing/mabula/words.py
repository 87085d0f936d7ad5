"""Mabula in words: what is where, what is expected, what is possible; and what a push did."""

from collections.abc import Iterator
from typing import Any

from ludotheque.drawing.mabula.marbles import moved, standing
from ludotheque.drawing.names import seat_name
from ludotheque.drawing.words import Description
from ludotheque.games.mabula.state import SEATS
from ludotheque.games.phrase import Phrase, count, either, listed, say
from ludotheque.play.fields import FactFields
from ludotheque.play.position import Moment, Outcome, Position, Step
from ludotheque.play.view import View

COUNTING = {
    "largest": say("Each colour's largest group counts."),
    "product": say("The sizes of all groups of a colour are multiplied."),
}


def describe(view: View) -> Description:
    """A view in words."""
    facts = view.facts()["seats"]
    where = [COUNTING[view.setup.options["scoring"]]]
    for seat, score in zip(SEATS, view.scores, strict=True):
        where += _seat(view, seat, score.total, facts[str(seat)])
    return Description(tuple(where), tuple(expected(view, facts)), tuple(_possible(view)))


def _seat(view: View, seat: int, score: int, facts: dict[str, Any]) -> Iterator[Phrase]:
    """A seat's score, its groups, its lone marbles, and those that still stand on the edge."""
    who = seat_name(view, seat)
    yield say("{seat} stands at {score}.", seat=who, score=score)
    for group in facts["groups"]:
        if len(group) > 1:
            yield say("{seat} has a group of {size}: {cells}.", seat=who, size=len(group), cells=listed(group))
    if alone := [group[0] for group in facts["groups"] if len(group) == 1]:
        yield count(
            "{seat} has {n} marble standing alone: {cells}.", "{seat} has {n} marbles standing alone: {cells}.",
            len(alone), seat=who, cells=listed(alone),
        )  # fmt: skip
    if on_edge := facts["on_edge"]:
        yield count(
            "{seat} has {n} marble on the edge: {cells}.", "{seat} has {n} marbles on the edge: {cells}.",
            len(on_edge), seat=who, cells=listed(on_edge),
        )  # fmt: skip
    else:
        yield say("{seat} has no marble left on the edge.", seat=who)
    if stuck := facts["stuck"]:
        yield count(
            "{n} marble is stuck, its line being full: {cells}.",
            "{n} marbles are stuck, their lines being full: {cells}.",
            len(stuck), cells=listed(stuck),
        )  # fmt: skip


def expected(view: View, facts: FactFields) -> Iterator[Phrase]:
    """Who is waited for, and for what; how it ended when it is over."""
    if outcome := view.outcome:
        yield from _ending(view, outcome)
        return
    mover = view.actors[0]
    other = 3 - mover
    if view.seat == mover:
        yield say("Your move: push one of your marbles straight in from the edge.")
    elif view.seat is None or facts[str(other)]["moves"]:
        yield say("We wait for {seat} to push a marble.", seat=seat_name(view, mover))
    else:
        yield say("You have no move now: {seat} plays on.", seat=seat_name(view, mover))
    if view.seat != other and not facts[str(other)]["moves"]:
        yield say("{seat} has no move now.", seat=seat_name(view, other))


def _possible(view: View) -> Iterator[Phrase]:
    """The moves of each marble: «b1-» and the cells where it may come to rest."""
    targets: dict[str, list[str]] = {}
    for step in view.legal():
        targets.setdefault(step.text[:2], []).append(step.text[3:])
    for cell, cells in targets.items():
        yield say("From {cell}: «{cell}-» {targets}.", cell=cell, targets=either(cells))


def tell(before: Position, step: Step, after: Position, seat: int | None) -> list[Phrase]:
    """What a push did; everything in Mabula is open, so everybody is told the same."""
    told = [*_push(before, step, after), *_scores(before, after)]
    if outcome := after.outcome:
        told += _ending(after, outcome)
    elif after.actors == (step.seat,):
        told.append(say("{seat} has no move and is passed over.", seat=seat_name(after, 3 - step.seat)))
    return told


def _push(before: Position, step: Step, after: Position) -> Iterator[Phrase]:
    """The marble that was pushed, and those it pushed along."""
    (_, origin, target), *others = moved(standing(before.state), standing(after.state), step.text)
    who = seat_name(before, step.seat)
    yield say("{seat} pushes the marble on {origin} to {target}.", seat=who, origin=origin, target=target)
    if others:
        marbles = [
            say("{seat}'s marble from {origin} to {target}", seat=seat_name(before, owner), origin=old, target=new)
            for owner, old, new in others
        ]
        yield say("On its way it pushes {marbles}.", marbles=listed(marbles))


def _scores(before: Position, after: Position) -> Iterator[Phrase]:
    """How a largest group or a product changed."""
    is_largest = before.setup.options["scoring"] == "largest"
    for seat, old, new in zip(SEATS, before.scores, after.scores, strict=True):
        values = {"seat": seat_name(before, seat), "old": old.total, "new": new.total}
        if old.total < new.total and is_largest:
            yield say("{seat}'s largest group grows from {old} to {new}.", **values)
        elif old.total < new.total:
            yield say("{seat}'s product rises from {old} to {new}.", **values)
        elif old.total > new.total and is_largest:
            yield say("{seat}'s largest group shrinks from {old} to {new}.", **values)
        elif old.total > new.total:
            yield say("{seat}'s product falls from {old} to {new}.", **values)


def _ending(moment: Moment, outcome: Outcome) -> Iterator[Phrase]:
    """The game is over, and who has won."""
    yield say("Neither seat has a move: the game is over.")
    if len(outcome.winners) == 2:
        yield say("It is a draw, {score} all: both win.", score=outcome.scores[0])
    else:
        high, low = sorted(outcome.scores, reverse=True)
        yield say("{seat} wins, {high} to {low}.", seat=seat_name(moment, outcome.winners[0]), high=high, low=low)
