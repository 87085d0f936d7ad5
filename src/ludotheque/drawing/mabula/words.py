"""Mabula in words: what is where, what is expected, what is possible; and what a push did.

Most sentences recur from one position to the next: they are cached by their values.
"""

from collections.abc import Iterator
from functools import lru_cache

from ludotheque.drawing.description import Description
from ludotheque.drawing.mabula.labels import NAMES
from ludotheque.drawing.mabula.scene import Moved, find_moved
from ludotheque.games.mabula.state import SEATS
from ludotheque.games.phrase import Phrase, count, either, listed, say
from ludotheque.games.verbs import OVER
from ludotheque.play.json_fields import FactFields
from ludotheque.play.position import Outcome, Position, Step
from ludotheque.play.view import View

MOST_CACHED = 4096
COUNTING = {
    "largest": say("Each colour's largest group counts."),
    "product": say("The sizes of all groups of a colour are multiplied."),
}


def describe(view: View) -> Description:
    """A view in words."""
    facts = view.facts()["seats"]
    where = [COUNTING[view.setup.options["scoring"]]]
    for seat, (score,) in zip(SEATS, view.game.engine.scores(view.setup.board, view.state), strict=True):
        groups, on_edge, stuck = (facts[str(seat)][key] for key in ("groups", "on_edge", "stuck"))
        where += _seat(seat, score, tuple(map(tuple, groups)), tuple(on_edge), tuple(stuck))
    return Description(tuple(where), tuple(expected(view, facts)), tuple(_possible(view)))


@lru_cache(MOST_CACHED)
def _seat(
    seat: int, score: int, groups: tuple[tuple[str, ...], ...], on_edge: tuple[str, ...], stuck: tuple[str, ...]
) -> tuple[Phrase, ...]:
    """A seat's score, its groups, its single marbles, and those still on the edge."""
    who = NAMES[seat]
    said = [say("{seat} stands at {score}.", seat=who, score=score)]
    for group in groups:
        if len(group) > 1:
            said.append(say("{seat} has a group of {size}: {cells}.", seat=who, size=len(group), cells=listed(group)))
    if alone := [group[0] for group in groups if len(group) == 1]:
        said.append(count(
            "{seat} has {n} marble standing alone: {cells}.", "{seat} has {n} marbles standing alone: {cells}.",
            len(alone), seat=who, cells=listed(alone),
        ))  # fmt: skip
    if on_edge:
        said.append(count(
            "{seat} has {n} marble on the edge: {cells}.", "{seat} has {n} marbles on the edge: {cells}.",
            len(on_edge), seat=who, cells=listed(on_edge),
        ))  # fmt: skip
    else:
        said.append(say("{seat} has no marble left on the edge.", seat=who))
    if stuck:
        said.append(count(
            "{n} marble is stuck, its line being full: {cells}.",
            "{n} marbles are stuck, their lines being full: {cells}.",
            len(stuck), cells=listed(stuck),
        ))  # fmt: skip
    return tuple(said)


def expected(view: View, facts: FactFields) -> Iterator[Phrase]:
    """Who is to move, or how the game ended."""
    if outcome := view.outcome:
        yield from _ending(outcome)
        return
    mover = view.actors[0]
    other = 3 - mover
    if view.seat == mover:
        yield say("Your move: push one of your marbles straight in from the edge.")
    elif view.seat is None or facts[str(other)]["moves"]:
        yield say("We wait for {seat} to push a marble.", seat=NAMES[mover])
    else:
        yield say("You have no move now: {seat} plays on.", seat=NAMES[mover])
    if view.seat != other and not facts[str(other)]["moves"]:
        yield say("{seat} has no move now.", seat=NAMES[other])


def _possible(view: View) -> Iterator[Phrase]:
    """The moves of each marble: «b1-» and its target cells."""
    targets: dict[str, list[str]] = {}
    for step in view.legal():
        targets.setdefault(step.text[:2], []).append(step.text[3:])
    for cell, cells in targets.items():
        yield _pushes(cell, tuple(cells))


@lru_cache(MOST_CACHED)
def _pushes(cell: str, targets: tuple[str, ...]) -> Phrase:
    return say("From {cell}: «{cell}-» {targets}.", cell=cell, targets=either(targets))


def tell(before: Position, step: Step, after: Position, seat: int | None) -> list[Phrase]:
    """What a push did; everything in Mabula is open, so all seats read the same."""
    was, now = before.state, after.state
    told = [*_push(tuple(find_moved(was, now, step.text)))]
    board, scores, scoring = before.setup.board, before.game.engine.scores, before.setup.options["scoring"]
    for one, (old,), (new,) in zip(SEATS, scores(board, was), scores(board, now), strict=True):
        if old != new:
            told.append(_change(scoring, one, old, new))
    if now["turn"] == OVER and (outcome := after.outcome):
        told += _ending(outcome)
    elif now["turn"] == step.seat:
        told.append(say("{seat} has no move and is passed over.", seat=NAMES[3 - step.seat]))
    return told


@lru_cache(MOST_CACHED)
def _push(marbles: tuple[Moved, ...]) -> tuple[Phrase, ...]:
    """The marble that was pushed, and those it pushed along."""
    (seat, origin, target), *others = marbles
    said = say("{seat} pushes the marble on {origin} to {target}.", seat=NAMES[seat], origin=origin, target=target)
    if not others:
        return (said,)
    pushed = [
        say("{seat}'s marble from {origin} to {target}", seat=NAMES[owner], origin=old, target=new)
        for owner, old, new in others
    ]
    return said, say("On its way it pushes {marbles}.", marbles=listed(pushed))


@lru_cache(MOST_CACHED)
def _change(scoring: str, seat: int, old: int, new: int) -> Phrase:
    """How a largest group or a product changed."""
    values = {"seat": NAMES[seat], "old": old, "new": new}
    if scoring == "largest":
        if old < new:
            return say("{seat}'s largest group grows from {old} to {new}.", **values)
        return say("{seat}'s largest group shrinks from {old} to {new}.", **values)
    if old < new:
        return say("{seat}'s product rises from {old} to {new}.", **values)
    return say("{seat}'s product falls from {old} to {new}.", **values)


def _ending(outcome: Outcome) -> Iterator[Phrase]:
    """The game is over, and who has won."""
    yield say("Neither seat has a move: the game is over.")
    if len(outcome.winners) == 2:
        yield say("It is a draw, {score} all: both win.", score=outcome.scores[0])
    else:
        high, low = sorted(outcome.scores, reverse=True)
        yield say("{seat} wins, {high} to {low}.", seat=NAMES[outcome.winners[0]], high=high, low=low)
