"""A bot is a seat: it is given a view and a budget, and chooses one of its legal moves. It never sees the state."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from ludotheque.games.refusal import GameError
from ludotheque.play.chance import Chance, Source
from ludotheque.play.choice import MOST_PARTS, is_half_made
from ludotheque.play.position import Step
from ludotheque.play.thought import Thought as Thought  # bots import them from here
from ludotheque.play.thought import Weighed as Weighed
from ludotheque.play.view import View


class BotError(GameError):
    """A bot that does not exist or cannot play; says what can be done."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think: simulations, which can be repeated exactly, or seconds."""

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.simulations is None) == (self.seconds is None):
            raise BotError("a budget is either simulations or seconds")
        if not 0 < (self.simulations or self.seconds or 0) < float("inf"):
            raise BotError("a budget is more than nothing and has an end: 1 simulation, or 0.001 s, say")
        if type(self.simulations or 0) is not int:
            raise BotError(f"simulations are a whole number, not {self.simulations!r}")


class Bot(Protocol):
    """A player that is a program."""

    name: str
    version: int

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        """Choose a move of the view's seat. Without a budget the bot takes its own."""
        ...


def choose(bot: Bot, view: View, budget: Budget | None, chance: Source) -> Step:
    """The move that a bot makes; the only one there is, without thinking."""
    return consider(bot, view, budget, chance)[0]


def consider(bot: Bot, view: View, budget: Budget | None, chance: Source) -> tuple[Step, Thought]:
    """The move that a bot makes, with its thought."""
    legal = view.legal()
    if not legal:
        raise BotError(f"{bot.name} is asked for a move, but its seat is not waited for")
    if len(legal) == 1:
        return legal[0], Thought(legal[0].text)
    thought = bot.think(view, budget, chance)
    found = next((step for step in legal if step.text == thought.move), None)
    if found is None:
        raise BotError(f"{bot.name} answers {thought.move!r}, which is not legal")
    return found, thought


def consider_choice(bot: Bot, view: View, budget: Budget | None, seed: int) -> Iterator[Thought]:
    """A bot's thought on each part of one whole choice, each with its own stream of the seed.

    Each part is chosen in the view after the one before. That view comes from a guess of the position: what others
    hide does not change what a seat sees of its own secret.
    """
    for part in range(MOST_PARTS):
        chance = Chance(seed, part)
        step, thought = consider(bot, view, budget, chance)
        yield thought
        after = view.guess(chance).play(step)
        if not is_half_made(after, step.seat):
            return
        view = after.view(step.seat)
