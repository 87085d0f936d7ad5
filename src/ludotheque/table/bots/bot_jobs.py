"""A choice that a bot has to make: what it is sent, and what it answers.

A job holds a view and nothing more: the state as the bot's seat may see it. So no secret of another seat ever
reaches the process that thinks. The same job gives the same answer on every machine.
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

SEEDS = 1 << 53  # whole numbers that every reader of JSON keeps exact

Find = Callable[[Game, str], Bot]


FAILED = "The bot came to no move: wake it, or put another into its seat."
ANOTHER = "another version"  # how a worker says so
GONE = "This bot plays in another version now: put a bot into its seat anew."


class BotFailedError(GameError):
    """A bot that did not come to a choice.

    What it says is told at the table, and is the same whatever the bot knew. `why` is for the log: a kind and a place.
    """

    def __init__(self, why: str, told: str = FAILED) -> None:
        super().__init__(told)
        self.why = why


class BotVersionError(BotError):
    """A job for a bot that no longer plays here."""


class BotJob(Fact):
    """What a bot is asked: the view of its seat, who thinks, and with which seed."""

    game: GameName
    players: Annotated[int, Field(ge=2, le=6)]
    rules: Annotated[int, Field(ge=1)]
    options: dict[str, str]
    board: Annotated[str, Field(max_length=20_000)] | None
    seat: SeatNumber
    state: Annotated[str, Field(max_length=10_000)]  # what the seat may see, in base64
    number: Annotated[int, Field(ge=0)]  # the last entry that the bot knows of
    level: Annotated[str, Field(pattern=r"^[a-z]{1,20}$")]  # never a command: `external:` is no level
    version: int
    simulations: Annotated[int, Field(ge=1)] | None = None  # None: the level's own
    seed: Annotated[int, Field(ge=0, lt=SEEDS)]

    @classmethod
    def of(
        cls, terms: Terms, view: View, *, number: int, level: str, version: int, seed: int | None = None
    ) -> "BotJob":
        """The job of a bot that sits in the view's seat; with a new seed unless one is given."""
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
        """The view that the job was made of."""
        terms = Terms(game=self.game, players=self.players, rules=self.rules, options=self.options, board=self.board)
        one, setup = terms.find_game(), replace(terms.setup(0), start=None)
        return View(one, setup, _read_state(one, self.state), self.seat)


class Chosen(Fact):
    """What a bot answers: the steps of its choice, and how it came to them."""

    steps: Annotated[tuple[Notation, ...], Field(min_length=1, max_length=MOST_PARTS)]
    thinking: Thinking


class HintRequest(Fact):
    """A worker is asked for advice instead of a choice."""

    hint: BotJob


class ChoiceMade(Fact):
    """A worker's answer to a job."""

    chosen: Chosen


class AdviceGiven(Fact):
    """A worker's answer to a request for advice."""

    model_config = ConfigDict(ser_json_inf_nan="constants")  # a bot may weigh something as infinite

    advice: Advice


class Failure(Fact):
    """A worker's answer when its bot came to nothing: the kind of mistake and its place."""

    error: str


REQUEST: TypeAdapter[BotJob | HintRequest] = TypeAdapter(BotJob | HintRequest)


def read_choice(line: str | bytes) -> Chosen:
    """A choice as a worker sends it; raises BotFailedError if it is none."""
    try:
        return ChoiceMade.model_validate_json(line).chosen
    except ValidationError:
        raise BotFailedError("a choice that no table can write down") from None


def read_advice(line: str | bytes) -> Advice:
    """An advice as a worker sends it; raises BotFailedError if it is none."""
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
    """Let the bot of a job choose; raises BotVersionError when it is another than the job asks for."""
    simulations = job.simulations or own_simulations(job.game, job.level)
    thinking = Thinking(bot=job.level, version=job.version, simulations=simulations, seconds=None, seed=job.seed)
    return Chosen(steps=think_again(job.view(), thinking, find), thinking=thinking)


def think_quickly(job: BotJob, find: Find) -> Chosen:
    """Let a bot choose where its search is not compiled: with fewer simulations, if its own would take too long."""
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
    """Let the bot of a job say what it would do, and why; this is never written down."""
    view = job.view()
    bot = find_version(view.game, job.level, job.version, find)
    advice = advise(bot, view, job.seed)
    getattr(bot, "close", bool)()
    return advice


def think_again(view: View, thinking: Thinking, find: Find = find_bot) -> tuple[str, ...]:
    """What a bot chose once, thought again: the same steps on every machine, as long as its version plays here."""
    bot = find_version(view.game, thinking.bot, thinking.version, find)
    budget = Budget(simulations=thinking.simulations) if thinking.simulations else None
    return tuple(choose_steps(bot, view, budget, thinking.seed))


def find_version(game: Game, name: str, version: int, find: Find) -> Bot:
    """A bot of a version; raises BotVersionError when that no longer plays here."""
    bot = find(game, name)
    if bot.version != version:
        raise BotVersionError(f"{name} of version {version} is gone, here is version {bot.version}")
    return bot


def own_simulations(game: str, level: str) -> int | None:
    """How much a level thinks; None for a bot that has no such measure."""
    return style_of(game).simulations[LEVELS.index(level)] if level in LEVELS else None


def version_of(game: str, level: str) -> int:
    """The version of a level that plays here now."""
    return style_of(game).version if level in LEVELS else 1


def choose_steps(bot: Bot, view: View, budget: Budget | None, seed: int) -> Iterator[str]:
    """The steps of one choice: several where a secret is made of parts."""
    return (thought.move for thought in consider_choice(bot, view, budget, seed))
