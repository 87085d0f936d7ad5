"""A seat's whole choices, for programs that know no rules: each is the steps that go together."""

from collections.abc import Iterator
from functools import lru_cache

from ludotheque.play.chance import Chance
from ludotheque.play.position import Position, Step
from ludotheque.play.view import View
from ludotheque.table.acting import is_half_made

MOST_CHOICES = 2000  # that are sent at once
MOST_PARTS = 4
MOST_KNOWN = 256  # views whose parts are kept, since a table is looked at more often than it changes

Choice = tuple[str, ...]
Parts = dict[str, "list[str] | Parts"]  # by step: those that can follow; where these have parts as well, the same again
Known = dict[Choice, "list[str] | Parts"]  # by all the steps that can follow: what comes of them


def choices_of(view: View) -> list[Choice]:
    """All choices of a view's seat; where a secret is made of parts, every way to put them together."""
    parts = parts_of(view)
    whole = [choice for step in view.legal() for choice in _choices(step.text, parts.get(step.text, []))]
    return whole[:MOST_CHOICES]


def _choices(first: str, rest: list[str] | Parts) -> Iterator[Choice]:
    if not rest:
        yield (first,)
    for step in rest:
        for choice in _choices(step, rest[step] if isinstance(rest, dict) else []):
            yield (first, *choice)


def parts_of(view: View) -> Parts:
    """The choices that are made of parts: by their first step all that can follow; empty where every step is whole."""
    return _parts_of(view) if view.game.has_secrets else {}


@lru_cache(MOST_KNOWN)
def _parts_of(view: View) -> Parts:
    """They are found on a guess: what others hide does not change what a seat may choose for its own secret."""
    legal = view.legal()
    if not legal:
        return {}
    known: Known = {}
    found = {step.text: _rest(after, 1, known) for step, after in _played(view.guess(Chance(0, 0)), legal)}
    return {step: rest for step, rest in found.items() if rest}


def _rest(after: Position, depth: int, known: Known) -> list[str] | Parts:
    """What can follow a step, if it is but a part. Where the same steps can follow, so can the same after these."""
    assert after.last is not None  # noqa: S101
    if depth >= MOST_PARTS or not is_half_made(after, after.last.seat):
        return []
    legal = after.legal(after.last.seat)
    texts = tuple(step.text for step in legal)
    if texts not in known:
        rest = {step.text: _rest(later, depth + 1, known) for step, later in _played(after, legal)}
        known[texts] = rest if any(rest.values()) else list(rest)
    return known[texts]


def _played(position: Position, legal: tuple[Step, ...]) -> Iterator[tuple[Step, Position]]:
    """Each legal step, and the position after it."""
    engine, board = position.game.engine, position.setup.board
    for step in legal:
        state = position.state
        engine.play(board, state, step.seat, step.action)
        yield step, Position(position.game, position.setup, state, position, step)
