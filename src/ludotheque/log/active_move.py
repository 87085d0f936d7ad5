"""An entry of steps that is in effect, and the position it leads to."""

from dataclasses import dataclass

from ludotheque.log.clocks import Clocks
from ludotheque.log.entries import (
    Play,
)
from ludotheque.play.position import Position, Step


@dataclass(frozen=True, slots=True)
class ActiveMove:
    """An entry of steps that stands: its number, and the position it was played from."""

    number: int
    play: Play
    before: Position
    clocks: Clocks  # as they were when it was played
    at: float
    has_chance: bool  # whether something was drawn after the steps


def play_entry(position: Position, entry: Play) -> Position:
    """The position after an entry of steps."""
    for text in entry.steps:
        position = position.play(text, entry.seat)
    for seat, text in entry.then:
        position = position.play(text, seat)
    return position


def is_shown(move: ActiveMove, position: Position, seen: tuple[Step, ...]) -> bool:
    """Whether all that a seat chose with an entry is among what is seen in a position it led to."""
    chosen = position.steps[move.before.ply :][: len(move.play.steps)]
    return all(any(step is one for step in seen) for one in chosen)
