"""A lesson: a position in which the learner must make the move, and how the engine judges it."""

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal, Protocol

from ludotheque.drawing.rulebooks.rulebook_examples import begin, play_all
from ludotheque.games.phrase import Phrase
from ludotheque.games.verbs import CHANCE
from ludotheque.play.json_fields import FactFields
from ludotheque.play.position import Position

State = Literal["done", "go on", "missed"]
Aim = Callable[[Position, Position], bool | Phrase | None]
"""Judges the first position and the one now: True is done, None is not yet, False is missed, and a phrase is missed
with a nudge of its own. It never says None where the aim is out of reach."""


@dataclass(frozen=True, slots=True)
class LessonVerdict:
    """What a learner's steps are worth, what is said about them, and the position to go on from."""

    state: State
    text: Phrase | None
    position: Position


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A short position with a task. Its position stands in `positions/<game>.toml`, under its name."""

    game: str
    name: str
    title: Phrase
    task: Phrase
    hint: Phrase
    praise: Phrase
    aim: Aim
    answer: tuple[str, ...]  # one way to do it: the one that the hint is about
    nudge: Phrase | None = None  # said to a legal step that misses; none where every step will do
    then: Phrase | None = None  # said while the learner is on the way
    replies: tuple[str, ...] = ()  # what others and chance play when they are waited for, as in records
    seat: int = 1

    def position(self) -> Position:
        """Where the lesson begins."""
        return _begin(self.game, self.name)

    def judge(self, steps: Sequence[str]) -> LessonVerdict:
        """What the learner's steps so far are worth; raises the Refusal of a step that is not legal."""
        first = now = self.position()
        replies = list(self.replies)
        for step in steps:
            before, now = now, self._replied(now.play(step, self.seat), replies)
            found = self.aim(first, now)
            if found is True:
                return LessonVerdict("done", self.praise, now)
            if found is not None:
                return LessonVerdict("missed", found or self.nudge, before)
        return LessonVerdict("go on", self.then if steps else None, now)

    def _replied(self, position: Position, replies: list[str]) -> Position:
        """The position when it is the learner's turn again: each time the first reply that is legal is played."""
        while position.actors and self.seat not in position.actors:
            line = next((one for one in replies if _fits(position, one)), None)
            if line is None:
                break
            replies.remove(line)
            position = play_all(position, [line])
        return position


class StudyModule(Protocol):
    """What a game's module in this room must offer, if it has one."""

    @property
    def LESSONS(self) -> tuple[Lesson, ...]:  # noqa: N802  a constant of the module
        """Its lessons, in the order in which they teach the game."""


@lru_cache(maxsize=256)
def facts_of(position: Position) -> FactFields:
    """The facts that everybody sees; remembered, because an aim asks for them again and again."""
    return position.facts()


def _fits(position: Position, line: str) -> bool:
    actor, _, text = line.partition(" ")
    seat = CHANCE if actor == "*" else int(actor)
    return seat in position.actors and position.why_not(text, seat) is None


@cache
def _positions(game: str) -> dict[str, Any]:
    return tomllib.loads((files("ludotheque.study") / "positions" / f"{game}.toml").read_text("utf-8"))


@cache
def _begin(game: str, name: str) -> Position:
    return begin(game, _positions(game)[name])
