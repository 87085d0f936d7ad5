"""A seat's whole choice: one step, or the parts of a secret that are made one after another.

Maka Bana's project is two steps, a beach and then a card. Between them nothing shows, so they are sent, previewed and
taken back together. Everything here is a pure function of a position or a view.
"""

from collections.abc import Iterator
from functools import lru_cache

from ludotheque.play.chance import Chance
from ludotheque.play.position import Position, Step
from ludotheque.play.view import View

MOST_CHOICES = 2000  # that `choices_of` lists
MOST_PARTS = 4  # of one choice; a project of Maka Bana has two
MOST_CACHED = 256  # views whose parts are cached, since a table is looked at more often than it changes

Choice = tuple[str, ...]
Parts = dict[str, "list[str] | Parts"]  # by step: those that can follow; where these have parts as well, the same again
Known = dict[Choice, "list[str] | Parts"]  # by all the steps that can follow: what comes of them


def is_secret(position: Position) -> bool:
    """Whether the last step is hidden from the other seats."""
    if not position.game.has_secrets:
        return False
    return not any(step is position.last for step in position.seen_steps(None))


def is_half_made(position: Position, seat: int) -> bool:
    """Whether a seat's last step is the first part of a secret choice, so that the seat chooses again at once."""
    if seat not in position.actors or position.last is None or position.last.seat != seat:
        return False
    return is_secret(position) and position.view(None) == next(iter(position.history)).view(None)


def play_part(view: View, step: str) -> Position:
    """The position after a step of the view's seat, on a guess: what others hide does not change the seat's choice."""
    return view.guess(Chance(0, 0)).play(step, view.seat)


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


@lru_cache(MOST_CACHED)
def _parts_of(view: View) -> Parts:
    legal = view.legal()
    if not legal:
        return {}
    known: Known = {}
    found = {step.text: _rest(after, 1, known) for step, after in _played(view.guess(Chance(0, 0)), legal)}
    return {step: rest for step, rest in found.items() if rest}


def _rest(after: Position, depth: int, known: Known) -> list[str] | Parts:
    """The continuations of a partial choice; memoised by the set of next steps, which determines all that follows."""
    assert after.last is not None
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
    for step in legal:
        yield step, position.after(step)


def has_say(position: Position, seat: int) -> bool:
    """Whether a seat has a choice before chance or another seat acts; a single legal step is no choice."""
    while seat in position.actors:
        legal = position.legal(seat)
        if len(legal) > 1:
            return True
        position = position.play(legal[0], seat)
    return False
