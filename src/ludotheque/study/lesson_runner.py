"""Lessons: reads them from `lessons/<game>.toml`, and lets the engine judge the move that the learner makes."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from importlib.resources import files
from inspect import signature
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, ValidationInfo, model_validator

from ludotheque.drawing.rulebooks.rulebook_examples import begin, play_all
from ludotheque.games.phrase import PLACE, Phrase, say
from ludotheque.games.refusal import GameError
from ludotheque.games.verbs import CHANCE
from ludotheque.play.position import Position
from ludotheque.study.checks import CHECKS, LEARNER, Check

State = Literal["done", "go on", "missed"]


class LessonFileError(GameError):
    """A lesson's file has a fault; says where and which."""


@dataclass(frozen=True, slots=True)
class LessonVerdict:
    """The verdict on a learner's steps, its text, and the position to go on from."""

    state: State
    text: Phrase | None
    position: Position


def _phrase(text: object, info: ValidationInfo) -> Phrase:
    """The phrase of a text in the file, with those places that it names."""
    if not isinstance(text, str):
        raise ValueError("a text is expected")
    places = info.data.get("places", {})
    if unknown := set(PLACE.findall(text)) - set(places):
        raise ValueError(f"places has no {', '.join(sorted(unknown))}")
    return say(text, **{name: places[name] for name in PLACE.findall(text)})


def _aim(named: object) -> Check:
    """The check that an aim names, with its arguments."""
    if not isinstance(named, dict) or named.get("check") not in CHECKS:
        raise ValueError(f"its check is none of {', '.join(CHECKS)}")
    check = CHECKS[named["check"]]
    arguments = {name: value for name, value in named.items() if name != "check"}
    try:
        signature(check).bind(None, None, **arguments)
    except TypeError as error:
        raise ValueError(f"{named['check']}: {error}") from None
    return partial(check, **arguments)


Text = Annotated[Phrase, BeforeValidator(_phrase)]


class Lesson(BaseModel):
    """A short position with a task, as `lessons/<game>.toml` has it."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    seat: ClassVar[int] = LEARNER

    game: str
    name: str
    places: dict[str, str] = {}  # what the texts name in braces
    title: Text
    task: Text
    hint: Text
    praise: Text
    aim: Annotated[Check, BeforeValidator(_aim)]
    answer: tuple[str, ...]  # one way to do it: the one that the hint is about
    nudge: Text | None = None  # for a legal step that misses; none where every step will do
    nudges: dict[str, Text] = {}  # instead of it, by the name of a miss
    then: Text | None = None  # while the learner is on the way
    replies: tuple[str, ...] = ()  # what others and chance play when they are waited for, as in records
    drawn: str | None = Field(None, alias="position")  # where it begins: drawn, or
    setup: dict[str, Any] | None = None  # set up, and after
    steps: tuple[str, ...] = ()  # these steps, as in records

    @model_validator(mode="after")
    def _begins_once(self) -> "Lesson":
        if (self.drawn is None) == (self.setup is None):
            raise ValueError("it needs either a position or a setup")
        return self

    def position(self) -> Position:
        """Where the lesson begins."""
        return self._first

    @cached_property
    def _first(self) -> Position:
        where = {"setup": self.setup} if self.drawn is None else {"position": self.drawn}
        return begin(self.game, {**where, "steps": self.steps})

    def texts(self) -> list[Phrase]:
        """Everything that the lesson can say."""
        texts = (self.title, self.task, self.hint, self.praise, self.nudge, *self.nudges.values(), self.then)
        return [text for text in texts if text]

    def judge(self, steps: Sequence[str]) -> LessonVerdict:
        """Judge the learner's steps so far; raises the Refusal of an illegal step."""
        first = now = self.position()
        replies = list(self.replies)
        for step in steps:
            before, now = now, self._replied(now.play(step, self.seat), replies)
            found = self.aim(first, now)
            if found is True:
                return LessonVerdict("done", self.praise, now)
            if found is not None:
                nudge = self.nudges.get(found, self.nudge) if isinstance(found, str) else self.nudge
                return LessonVerdict("missed", nudge, before)
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


def _fits(position: Position, line: str) -> bool:
    actor, _, text = line.partition(" ")
    seat = CHANCE if actor == "*" else int(actor)
    return seat in position.actors and position.why_not(text, seat) is None


def read_lessons(game: str, text: str) -> tuple[Lesson, ...]:
    """The lessons of a game's file; raises LessonFileError."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonFileError(f"lessons/{game}.toml: {error}") from None
    if set(found) != {"lesson"}:
        raise LessonFileError(f"lessons/{game}.toml: expected [[lesson]] alone, found {', '.join(found) or 'nothing'}")
    return tuple(_read_lesson(game, table) for table in found["lesson"])


def _read_lesson(game: str, table: dict[str, Any]) -> Lesson:
    try:
        return Lesson(game=game, **table)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(map(str, (table.get("name", "?"), *fault["loc"])))
        raise LessonFileError(f"lessons/{game}.toml: {where}: {fault['msg']}") from None


@cache
def load_lessons(game: str) -> tuple[Lesson, ...]:
    """The lessons in `lessons/<game>.toml`; none where there is no such file."""
    file = files("ludotheque.study") / "lessons" / f"{game}.toml"
    return read_lessons(game, file.read_text("utf-8")) if file.is_file() else ()
