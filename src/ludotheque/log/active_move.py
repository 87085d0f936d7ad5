"""Active moves: Play entries that are in effect, not withdrawn."""

from dataclasses import dataclass

from ludotheque.log.clocks import Clocks
from ludotheque.log.entries import Play
from ludotheque.play.position import Position, Step


@dataclass(frozen=True, slots=True)
class ActiveMove:
    """A Play entry in effect: its number, and the position it was played from."""

    number: int
    play: Play
    before: Position
    clocks: Clocks  # just before it was played
    at: float
    has_chance: bool  # whether chance was drawn after its steps


def play_entry(position: Position, entry: Play) -> Position:
    """The position after a Play entry."""
    for text in entry.steps:
        position = position.play(text, entry.seat)
    for seat, text in entry.then:
        position = position.play(text, seat)
    return position


def is_shown(move: ActiveMove, position: Position, seen: tuple[Step, ...]) -> bool:
    """Whether `seen` includes all steps that the move's seat chose; `position` comes after the move."""
    chosen = position.steps[move.before.ply :][: len(move.play.steps)]
    return all(any(step is one for step in seen) for one in chosen)
