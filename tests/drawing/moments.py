"""Positions of random games, to draw and to describe: a sample that has every kind of move."""

from functools import cache
from itertools import islice, pairwise

from ludotheque import Position
from tests.conftest import begin, random_line, spread


def kind_of(text: str) -> str:
    """The word before the colon; the whole of `done`, and nothing of b8-b4."""
    return text.partition(":")[0] if ":" in text or text.isalpha() else ""


def kinds_of(position: Position) -> set[str]:
    """The kinds of moves that are possible."""
    return {kind_of(step.text) for seat in filter(None, position.actors) for step in position.legal(seat)}


@cache
def positions_of(setup: str, seed: int, first: int, every: int, most: int) -> list[Position]:
    """One in so many positions of a game, so many at most, and the first one for each kind of move that they lack."""
    line = list(random_line(begin(setup, seed), seed))
    chosen = spread(islice(enumerate(line), first, None, every), most)
    known = {kind for _, position in chosen for kind in kinds_of(position)}
    for number, position in enumerate(line):
        if not kinds_of(position) <= known:
            chosen.append((number, position))
            known |= kinds_of(position)
    return [position for _, position in sorted(chosen, key=lambda one: one[0])]


@cache
def steps_of(setup: str, seed: int, most: int) -> list[tuple[Position, Position]]:
    """Positions before and after a step: a sample of at most so many, and the first step of each kind that it lacks."""
    line = list(pairwise(random_line(begin(setup, seed), seed)))
    chosen = spread(line[::2], most)
    known = {_kind(after) for _, after in chosen}
    for before, after in line:
        if _kind(after) not in known:
            chosen.append((before, after))
            known.add(_kind(after))
    return chosen


def _kind(position: Position) -> tuple[str, bool]:
    """The kind of the last step, and whether it was chance's."""
    assert position.last
    return kind_of(position.last.text), not position.last.seat
