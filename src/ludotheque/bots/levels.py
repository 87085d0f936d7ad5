"""The players you can ask for: five levels per game, and plainer ones to measure by.

A level is a named, versioned configuration. Its strength is a number of simulations, so that a busy machine makes it
slower, not weaker. All levels of a game share one kit, which is compiled once.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ludotheque.bots import search
from ludotheque.bots.bot import Bot, BotError, Budget, Thought
from ludotheque.bots.junglerumble import policy as jungle
from ludotheque.bots.kit import Kit
from ludotheque.bots.makabana import secrets
from ludotheque.bots.searcher import SearchBot
from ludotheque.play.chance import Source
from ludotheque.play.game import Game
from ludotheque.play.view import View

LEVELS = ("novice", "casual", "club", "expert", "master")
VERSION = 1


@dataclass(frozen=True)
class Style:
    """How a game is searched: the parts of its kit, the settings, and the five levels' simulations and temperatures."""

    parts: Mapping[str, Callable[..., Any]]
    settings: Mapping[str, float]
    simulations: tuple[int, int, int, int, int]
    temperatures: tuple[float, float, float, float, float] = (1.0, 0.4, 0.0, 0.0, 0.0)
    secret: Mapping[str, Callable[..., Any]] = field(default_factory=dict)  # parts that plain search needs as well


SECRET: dict[str, Callable[..., Any]] = {"is_unseen": secrets.is_unseen, "is_beyond": secrets.is_beyond}
STYLES = {
    "mabula": Style({}, {"exploration": 0.9}, (10, 60, 500, 5_000, 150_000)),
    "marabunta": Style({"pick": search.pick_busy}, {"margin": 0.5}, (6, 40, 250, 2_000, 20_000)),
    "makabana": Style(
        SECRET, {"margin": 0.8, "scale": 4.0, "patience": 40, "exploration": 0.4}, (8, 60, 500, 5_000, 60_000),
        (1.0, 0.5, 0.3, 0.2, 0.1), SECRET,
    ),
    "junglerumble": Style(
        {"pick": jungle.pick}, {"margin": 0.5, "scale": 20.0, "patience": 100}, (6, 40, 250, 2_000, 25_000)
    ),
}  # fmt: skip


@cache
def style_kit(name: str, rules: Any) -> Kit:
    """The kit that all levels of a game share."""
    return Kit(rules, "levels", STYLES[name].parts)


@cache
def plain_kit(name: str, rules: Any) -> Kit:
    """Plain search: UCT with random playouts, and information sets where something is hidden."""
    return Kit(rules, "plain", STYLES[name].secret)


class RandomBot:
    """Any legal move, each as likely."""

    name, version = "random", 1

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        legal = view.legal()
        return Thought(legal[chance.randrange(len(legal))].text)


def find_bot(game: Game, name: str, *, threads: int = 1, memory: int = 64 << 20) -> Bot:
    """A bot by its name: a level, `random`, `uct:1000`, or `external:COMMAND`."""
    room: dict[str, Any] = {"threads": threads, "memory": memory}
    if name == "random":
        return RandomBot()
    if name in LEVELS:
        return _level(game, name, room)
    if found := re.fullmatch(r"uct:([1-9]\d{0,8})", name):
        return SearchBot(game, name, plain_kit(game.name, game.engine.rules), simulations=int(found[1]), **room)
    if name.startswith("external:"):
        from ludotheque.bots.external import ExternalBot

        return ExternalBot(game, name.removeprefix("external:"))
    raise BotError(f"there is no bot {name!r}: choose random, {', '.join(LEVELS)}, uct:1000 or external:COMMAND")


def _level(game: Game, name: str, room: dict[str, Any]) -> Bot:
    style, index = STYLES[game.name], LEVELS.index(name)
    bot = SearchBot(
        game, name, style_kit(game.name, game.engine.rules), style.settings, simulations=style.simulations[index],
        temperature=style.temperatures[index], version=VERSION, **room,
    )  # fmt: skip
    if game.name == "mabula" and index >= LEVELS.index("expert"):
        from ludotheque.bots.mabula.player import MabulaBot

        return MabulaBot(bot)
    return bot
