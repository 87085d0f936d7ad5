"""Quick bots for tests, each with one behaviour."""

import multiprocessing
import os
import time
from dataclasses import dataclass

from ludotheque.bots.bot import Bot, BotError, Budget, Thought
from ludotheque.play.chance import Source
from ludotheque.play.game import Game
from ludotheque.play.view import View

FINDER = "tests.arena.players:find_bot"


@dataclass
class Any:
    """Plays any move."""

    name: str = "any"
    version: int = 1

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        legal = view.legal()
        return Thought(legal[chance.randrange(len(legal))].text)


@dataclass
class Greedy(Any):
    """Plays the move with most points afterwards, in a guessed position."""

    name: str = "greedy"

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        position, seat = view.guess(chance), view.seat or 1
        gains = [position.play(step).scores[seat - 1].total for step in view.legal()]
        return Thought(view.legal()[gains.index(max(gains))].text)


@dataclass
class First(Any):
    """Plays the first move."""

    name: str = "first"

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        return Thought(view.legal()[0].text)


@dataclass
class Faulty(Any):
    """Plays the first move; fails in its own way after the trial."""

    name: str = "crash"

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        if budget is not None and budget.simulations == 1:
            return Thought(view.legal()[0].text)
        match self.name:
            case "crash":
                raise RuntimeError("something\nbroke")
            case "quitter":
                raise SystemExit(3)
            case "illegal":
                return Thought("z9-z9")
            case "late":
                time.sleep((budget.seconds or 0.0 if budget else 0.0) + 1.2)
            case "sleeper":
                time.sleep(3600)
            case "killer":
                os._exit(7)
        return Thought(view.legal()[0].text)


@dataclass
class Homebody(Any):
    """Plays any move in the main process, where bots have their trial; fails in a worker, also while warming up."""

    name: str = "homesick"

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        if multiprocessing.parent_process() is not None:
            if self.name == "stillborn":
                os._exit(7)
            raise RuntimeError("there is no\nplace like home")
        return super().think(view, budget, chance)


@dataclass
class Rude(Any):
    """Plays any move, but hangs at its start or close."""

    name: str = "greets badly"

    def greet(self) -> None:
        if self.name == "greets badly":
            raise RuntimeError("no\nhello")
        if self.name == "greets never":
            time.sleep(3600)

    def close(self) -> None:
        if self.name == "closes badly":
            raise RuntimeError("no goodbye")
        if self.name == "closes never" and multiprocessing.parent_process() is not None:
            time.sleep(3600)


def find_bot(game: Game, name: str) -> Bot:
    """As `ludotheque.bots.levels.find_bot`: a bot by its name."""
    known: dict[str, Bot] = {bot.name: bot for bot in (Any(), Greedy(), First())}
    known |= {name: Homebody(name) for name in ("homesick", "stillborn")}
    known |= {name: Faulty(name) for name in ("crash", "quitter", "illegal", "late", "sleeper", "killer")}
    known |= {name: Rude(name) for name in ("greets badly", "greets never", "closes badly", "closes never")}
    if name in ("nowhere", "deadly"):
        return found_at_home(name)
    if name not in known:
        raise BotError(f"there is no bot {name!r}: choose {', '.join(known)}")
    return known[name]


def found_at_home(name: str) -> Bot:
    """A bot that is not even found in a worker process."""
    if multiprocessing.parent_process() is None:
        return Any(name)
    if name == "deadly":
        os._exit(7)
    raise RuntimeError("there is no\nplace like home")
