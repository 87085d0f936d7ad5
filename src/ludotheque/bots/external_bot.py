"""Other people's bots: a program that speaks lines of JSON sits in a seat. `docs/bots.md` is written for its author."""

import json
import os
import reprlib
import shlex
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Self, TypedDict

from ludotheque.bots.bot import BotError, Budget, Thought
from ludotheque.bots.program import Program, ProgramTimeoutError, one_line
from ludotheque.play.chance import Source
from ludotheque.play.game import Game
from ludotheque.play.json_fields import StateFields
from ludotheque.play.view import View

PROTOCOL = 1
LARGEST = 1e9  # of what a program may say in numbers
TOLERANCE = 0.05  # seconds that a choice may always take beyond its budget: pipes and a busy machine
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = SHORT.maxlong = 80


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """What a program may take: seconds to start, in a game beyond its budgets, and without one; bytes per process."""

    start: float = 30.0
    grace: float = 0.95  # with the tolerance of a choice, the second that an arena gives
    patience: float = 60.0
    memory: int = 2 << 30


class Greeting(TypedDict):
    """The first message to a program."""

    protocol: int
    hello: str
    game: str


class BudgetFields(TypedDict, total=False):
    """What a choice may cost: one of the two, or neither."""

    simulations: int | None
    seconds: float


class Question(TypedDict):
    """The message that asks for a move."""

    id: int
    seat: int | None
    budget: BudgetFields
    seed: int
    legal: list[str]
    view: StateFields
    drawn: str


@dataclass(frozen=True, slots=True)
class ProgramAnswer:
    """What a program has answered, not yet looked at: a JSON object that tells no error."""

    said: Mapping[str, object]

    def get(self, key: str, usual: object = None) -> object:
        return self.said.get(key, usual)


class ExternalBot:
    """A player that is another program, started when it is first asked, and ended by `close` or after a mistake.

    `command` is the program and its arguments, written as in a shell, but no shell runs it. It runs with your rights.
    Several threads may ask: one waits for the other.
    """

    def __init__(self, game: Game, command: str, limits: ProgramLimits | None = None) -> None:
        self.game, self.limits = game, limits or ProgramLimits()
        self.name, self.version = f"external:{command}", 1  # until the program has told its own
        self._words = _split(command)
        self._program: Program | None = None
        self._asked, self._grace = 0, 0.0
        self._lock = threading.RLock()

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        """Ask the program; raises a BotError when it does not answer as it should, Late when not in time."""
        with self._lock, self._ended_after_a_mistake():
            program = self._greeted()
            self._asked += 1
            question = choice(self._asked, view, budget, chance.randrange(1 << 30))
            begun = time.perf_counter()
            answer = read_line(program.ask(json.dumps(question), self._limit(budget)))
            seconds = time.perf_counter() - begun
            self._count_grace(budget, seconds)
            return read_choice(answer, question, view.players, seconds)

    def greet(self) -> None:
        """Start the program unless it runs, and hear its version; raises a BotError when that fails."""
        with self._lock, self._ended_after_a_mistake():
            self._greeted()

    def close(self) -> None:
        """End the program; the next choice starts it again."""
        with self._lock:
            program, self._program = self._program, None
            if program is not None:
                program.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _greeted(self) -> Program:
        if self._program is None:
            self._asked, self._grace = 0, self.limits.grace
            self._program = Program(self._words, self.limits.memory)
            answer = self._program.ask(json.dumps(greeting(self.game)), self.limits.start)
            self.version = read_greeting(read_line(answer))
        return self._program

    def _limit(self, budget: Budget | None) -> float:
        """How long an answer is waited for."""
        if budget is None or budget.seconds is None:
            return self.limits.patience
        return budget.seconds + TOLERANCE + self._grace

    def _count_grace(self, budget: Budget | None, seconds: float) -> None:
        """What an answer took too long is missing for the rest of the game."""
        if budget is not None and budget.seconds is not None:
            self._grace -= max(0.0, seconds - budget.seconds - TOLERANCE)

    @contextmanager
    def _ended_after_a_mistake(self) -> Iterator[None]:
        """Whatever goes wrong inside, the program is ended; a BotError says whose it is."""
        try:
            yield
        except BaseException as error:
            program, self._program = self._program, None
            if program is not None:
                program.end()
            if isinstance(error, BotError):
                kind = ProgramTimeoutError if isinstance(error, ProgramTimeoutError) else BotError
                raise kind(f"{self.name}: {error}") from None
            raise


def greeting(game: Game) -> Greeting:
    """The first message to a program."""
    return {"protocol": PROTOCOL, "hello": "ludotheque", "game": game.name}


def choice(number: int, view: View, budget: Budget | None, seed: int) -> Question:
    """The message that asks for a move."""
    return {
        "id": number,
        "seat": view.seat,
        "budget": _budget(budget),
        "seed": seed,
        "legal": [step.text for step in view.legal()],
        "view": view.to_fields(),
        "drawn": str(view),
    }


def read_line(line: str) -> ProgramAnswer:
    """An answer as a JSON object; raises a BotError when it is none, or tells an error."""
    try:
        answer = json.loads(line, parse_constant=_refuse)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise BotError(f"answers {quoted(line)}, which is not a JSON object; what is not an answer belongs on stderr")
    if "error" in answer:
        raise BotError(f"says: {quoted(answer['error'])}")
    return ProgramAnswer(answer)


def read_greeting(answer: ProgramAnswer) -> int:
    """The version of a program, from its answer to the greeting."""
    if answer.get("protocol") != PROTOCOL:
        raise BotError(f"speaks protocol {quoted(answer.get('protocol'))}; this is protocol {PROTOCOL}")
    version = answer.get("version", 1)
    if type(version) is not int or version < 0:
        raise BotError(f"has the version {quoted(version)}; a version is a whole number")
    return version


def read_choice(answer: ProgramAnswer, question: Question, players: int, seconds: float) -> Thought:
    """A program's choice, and what it thinks about it."""
    number, move = answer.get("id"), answer.get("move")
    if type(number) is not int or number != question["id"]:
        raise BotError(f"answers id {quoted(number)}; it was asked id {question['id']}")
    if not isinstance(move, str) or move not in question["legal"]:
        raise BotError(f"answers the move {quoted(move)}, which is not legal")
    values, scores = (_numbers(answer, key, players) for key in ("values", "scores"))
    if not all(0 <= value <= 1 for value in values):
        raise BotError("answers values that are not from 0 (a loss) to 1 (a win)")
    return Thought(move, values, scores, line=_line(answer), simulations=_simulations(answer), seconds=seconds)


def quoted(value: object) -> str:
    """What a program wrote, short enough for a message."""
    return one_line(SHORT.repr(value), 100)


def _split(command: str) -> list[str]:
    if os.name != "posix":
        raise BotError("programs as bots run on Linux and macOS alone; choose another bot here")
    try:
        words = shlex.split(command)
    except ValueError:
        raise BotError(f"external:{command} has a quotation mark too many; quote words as in a shell") from None
    if not words:
        raise BotError("external: names no program; write external:COMMAND, as in external:'python3 bot.py'")
    return words


def _budget(budget: Budget | None) -> BudgetFields:
    if budget is None:
        return {}
    return {"simulations": budget.simulations} if budget.seconds is None else {"seconds": budget.seconds}


def _numbers(answer: ProgramAnswer, key: str, players: int) -> tuple[float, ...]:
    numbers = answer.get(key, [])
    if not isinstance(numbers, list) or len(numbers) not in (0, players) or not all(map(_is_number, numbers)):
        raise BotError(f"answers {key} that are not one number for each of {players} seats")
    return tuple(map(float, numbers))


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and abs(value) < LARGEST  # type: ignore[arg-type]


def _line(answer: ProgramAnswer) -> tuple[str, ...]:
    line = answer.get("line", [])
    if not isinstance(line, list) or not all(isinstance(step, str) for step in line):
        raise BotError("answers a line that is not a list of steps")
    return tuple(one_line(step, 80) for step in line)


def _simulations(answer: ProgramAnswer) -> int:
    many = answer.get("simulations", 0)
    if type(many) is not int or many < 0:
        raise BotError(f"answers {quoted(many)} simulations")
    return many


def _refuse(word: str) -> None:
    raise ValueError(word)
