"""Other people's bots: programs that speak lines of JSON. `docs/bots.md` is for their authors."""

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
LARGEST = 1e9  # bound of numbers in an answer
TOLERANCE = 0.05  # seconds that each choice may exceed its budget, for pipes and a busy machine
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = SHORT.maxlong = 80


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """Limits of a program: seconds to start, beyond its budgets in a game, per choice without one; bytes a process."""

    start: float = 30.0
    grace: float = 0.95  # with TOLERANCE, the second that an arena gives
    patience: float = 60.0
    memory: int = 2 << 30


class Greeting(TypedDict):
    """The first message to a program."""

    protocol: int
    hello: str
    game: str


class BudgetFields(TypedDict, total=False):
    """The budget of a choice: one of the two, or neither."""

    simulations: int | None
    seconds: float


class Question(TypedDict):
    """The message that requests a move."""

    id: int
    seat: int | None
    budget: BudgetFields
    seed: int
    legal: list[str]
    view: StateFields
    drawn: str


@dataclass(frozen=True, slots=True)
class ProgramAnswer:
    """A program's answer, still unchecked: a JSON object without `error`."""

    said: Mapping[str, object]

    def get(self, key: str, usual: object = None) -> object:
        return self.said.get(key, usual)


class ExternalBot:
    """A bot that is another program, started for its first choice, and ended by `close` or after an error.

    `command` is the program and its arguments, written as in a shell, but no shell runs it. It runs with your rights.
    Thread-safe: choices are made one after another.
    """

    def __init__(self, game: Game, command: str, limits: ProgramLimits | None = None) -> None:
        self.game, self.limits = game, limits or ProgramLimits()
        self.name, self.version = f"external:{command}", 1  # until the program sends its own
        self._words = _split(command)
        self._program: Program | None = None
        self._asked, self._grace = 0, 0.0
        self._lock = threading.RLock()

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        """Let the program choose; raises a BotError for a wrong answer, ProgramTimeoutError for a late one."""
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
        """Start the program unless it runs, and read its version; raises a BotError."""
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
        """Seconds until the answer is late."""
        if budget is None or budget.seconds is None:
            return self.limits.patience
        return budget.seconds + TOLERANCE + self._grace

    def _count_grace(self, budget: Budget | None, seconds: float) -> None:
        """Subtract a late answer's excess from the grace of this game."""
        if budget is not None and budget.seconds is not None:
            self._grace -= max(0.0, seconds - budget.seconds - TOLERANCE)

    @contextmanager
    def _ended_after_a_mistake(self) -> Iterator[None]:
        """End the program after any error; prefix a BotError with the bot's name."""
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
    """The message that requests a move."""
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
    """Parse an answer; raises a BotError if it is no JSON object, or has an `error`."""
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
    """The program's version, from its answer to the greeting."""
    if answer.get("protocol") != PROTOCOL:
        raise BotError(f"speaks protocol {quoted(answer.get('protocol'))}; this is protocol {PROTOCOL}")
    version = answer.get("version", 1)
    if type(version) is not int or version < 0:
        raise BotError(f"has the version {quoted(version)}; a version is a whole number")
    return version


def read_choice(answer: ProgramAnswer, question: Question, players: int, seconds: float) -> Thought:
    """Check a program's answer to a question."""
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
    """A value from a program, shortened for a message."""
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
