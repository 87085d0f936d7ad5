"""A bot's choice as messages to and from its worker process.

A job holds only the view of the bot's seat, so no secret of another seat reaches the worker. The same job gives the
same answer on every machine.
"""

import secrets
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from ludotheque.bots.adviser import advise
from ludotheque.bots.bot import Bot, BotError, Budget, consider_choice
from ludotheque.bots.compilation import search_of
from ludotheque.bots.early_bots import HurriedBot
from ludotheque.bots.levels import LEVELS, QUICK, find_bot
from ludotheque.bots.search_style import style_of
from ludotheque.games.refusal import GameError
from ludotheque.log.entries import Fact, Thinking
from ludotheque.log.terms import Terms
from ludotheque.play.choice import MOST_PARTS
from ludotheque.play.game import Game
from ludotheque.play.thought import Advice
from ludotheque.play.view import View
from ludotheque.wire.field_bounds import Notation, SeatNumber
from ludotheque.wire.terms_messages import GameName

SEEDS = 1 << 53  # integers that every JSON reader stores exactly

Find = Callable[[Game, str], Bot]


FAILED = "The bot came to no move: wake it, or put another into its seat."
ANOTHER = "another version"  # a worker's error for BotVersionError
GONE = "This bot plays in another version now: put a bot into its seat anew."


class BotFailedError(GameError):
    """A bot failed to choose.

    Its message is shown at the table, and reveals nothing of the bot's view. `why` is for the log: a kind and a place.
    """

    def __init__(self, why: str, told: str = FAILED) -> None:
        super().__init__(told)
        self.why = why


class BotVersionError(BotError):
    """A job for a version of a bot that no longer plays here."""


class BotJob(Fact):
    """A request for a choice: the seat's view, the bot, and the seed."""

    game: GameName
    players: Annotated[int, Field(ge=2, le=6)]
    rules: Annotated[int, Field(ge=1)]
    options: dict[str, str]
    board: Annotated[str, Field(max_length=20_000)] | None
    seat: SeatNumber
    state: Annotated[str, Field(max_length=10_000)]  # the seat's view of the state, in base64
    number: Annotated[int, Field(ge=0)]  # the table's last entry
    level: Annotated[str, Field(pattern=r"^[a-z]{1,20}$")]  # never a command: `external:` is no level
    version: int
    simulations: Annotated[int, Field(ge=1)] | None = None  # None: the level's own
    seed: Annotated[int, Field(ge=0, lt=SEEDS)]

    @classmethod
    def of(
        cls, terms: Terms, view: View, *, number: int, level: str, version: int, seed: int | None = None
    ) -> "BotJob":
        """The job of the bot in the view's seat; with a random seed unless one is given."""
        return cls(
            game=terms.game,
            players=terms.players,
            rules=terms.rules,
            options=terms.options,
            board=terms.board,
            seat=view.seat or 0,
            state=b64encode(view.state.tobytes()).decode(),
            number=number,
            level=level,
            version=version,
            seed=secrets.randbelow(SEEDS) if seed is None else seed,
        )

    def view(self) -> View:
        """The view in the job."""
        terms = Terms(game=self.game, players=self.players, rules=self.rules, options=self.options, board=self.board)
        one, setup = terms.find_game(), replace(terms.setup(0), start=None)
        return View(one, setup, _read_state(one, self.state), self.seat)


class Chosen(Fact):
    """A bot's choice: its steps, and what reproduces them."""

    steps: Annotated[tuple[Notation, ...], Field(min_length=1, max_length=MOST_PARTS)]
    thinking: Thinking


class HintRequest(Fact):
    """A request for advice instead of a choice."""

    hint: BotJob


class ChoiceMade(Fact):
    """A worker's answer to a job."""

    chosen: Chosen


class AdviceGiven(Fact):
    """A worker's answer to a request for advice."""

    model_config = ConfigDict(ser_json_inf_nan="constants")  # weights may be infinite

    advice: Advice


class Failure(Fact):
    """A worker's answer when its bot failed: the exception's kind and place."""

    error: str


REQUEST: TypeAdapter[BotJob | HintRequest] = TypeAdapter(BotJob | HintRequest)


def read_choice(line: str | bytes) -> Chosen:
    """Parse a worker's choice; raises BotFailedError if it is malformed."""
    try:
        return ChoiceMade.model_validate_json(line).chosen
    except ValidationError:
        raise BotFailedError("a choice that no table can write down") from None


def read_advice(line: str | bytes) -> Advice:
    """Parse a worker's advice; raises BotFailedError if it is malformed."""
    try:
        advice = AdviceGiven.model_validate_json(line).advice
    except ValidationError:
        raise BotFailedError("a hint that nobody can follow") from None
    if not 0 < len(advice.steps) == len(advice.thoughts) <= MOST_PARTS:
        raise BotFailedError("a hint that nobody can follow")
    return advice


def _read_state(one: Game, text: str) -> Any:
    data, room = b64decode(text, validate=True), one.engine.facts_of.STATE
    if len(data) != room.itemsize:
        raise BotError(f"a view of {one.title} has {room.itemsize} bytes, not {len(data)}")
    return np.frombuffer(data, room).copy()[0]


def think(job: BotJob, find: Find) -> Chosen:
    """Let the job's bot choose; raises BotVersionError if its version no longer plays here."""
    simulations = job.simulations or own_simulations(job.game, job.level)
    thinking = Thinking(bot=job.level, version=job.version, simulations=simulations, seconds=None, seed=job.seed)
    return Chosen(steps=think_again(job.view(), thinking, find), thinking=thinking)


def think_quickly(job: BotJob, find: Find) -> Chosen:
    """Let a bot with an uncompiled search choose, with fewer simulations if its own would take too long."""
    view = job.view()
    search = search_of(find_version(view.game, job.level, job.version, find))
    hurried = HurriedBot(search)
    steps = tuple(choose_steps(hurried, view, None, job.seed))
    is_whole = hurried.most == search.simulations
    thinking = Thinking(
        bot=job.level if is_whole else QUICK + job.level, version=job.version, simulations=hurried.most, seconds=None,
        seed=job.seed,
    )  # fmt: skip
    return Chosen(steps=steps, thinking=thinking)


def think_for(job: BotJob, find: Find) -> Advice:
    """Let the job's bot advise; advice is never stored."""
    view = job.view()
    bot = find_version(view.game, job.level, job.version, find)
    advice = advise(bot, view, job.seed)
    getattr(bot, "close", bool)()
    return advice


def think_again(view: View, thinking: Thinking, find: Find = find_bot) -> tuple[str, ...]:
    """Reproduce a bot's choice from its stored `thinking`: the same steps on every machine."""
    bot = find_version(view.game, thinking.bot, thinking.version, find)
    budget = Budget(simulations=thinking.simulations) if thinking.simulations else None
    return tuple(choose_steps(bot, view, budget, thinking.seed))


def find_version(game: Game, name: str, version: int, find: Find) -> Bot:
    """Find a bot; raises BotVersionError if it has another version."""
    bot = find(game, name)
    if bot.version != version:
        raise BotVersionError(f"{name} of version {version} is gone, here is version {bot.version}")
    return bot


def own_simulations(game: str, level: str) -> int | None:
    """A level's simulations per choice; None for a bot without any."""
    return style_of(game).simulations[LEVELS.index(level)] if level in LEVELS else None


def version_of(game: str, level: str) -> int:
    """A level's current version."""
    return style_of(game).version if level in LEVELS else 1


def choose_steps(bot: Bot, view: View, budget: Budget | None, seed: int) -> Iterator[str]:
    """The steps of one choice; several for a secret in parts."""
    return (thought.move for thought in consider_choice(bot, view, budget, seed))
