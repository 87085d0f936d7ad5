"""The players you can ask for: five levels per game, and plainer ones to measure by.

A level is a named, versioned configuration. Its strength is a number of simulations, so that a busy machine makes it
slower, not weaker. All levels of a game share one kit, which is compiled once.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from ludotheque.bots import search
from ludotheque.bots.bot import Bot, BotError, Budget, Thought
from ludotheque.bots.exact_play import endgame_of
from ludotheque.bots.kit import Kit
from ludotheque.bots.search_bot import SearchBot
from ludotheque.bots.search_style import proving_of, style_of
from ludotheque.play.chance import Source
from ludotheque.play.game import Game
from ludotheque.play.view import View

LOOKS = {"expert": 20_000, "master": 200_000}  # nodes for an exact search of the last round
LEVELS = ("novice", "casual", "club", "expert", "master")
QUICK = "quick:"  # before a level's name: its search alone, as it thinks where the rules are not compiled yet


VARIANTS: dict[str, dict[str, Callable[..., Any]]] = {  # parts that every game has
    "pick": {"any": search.pick_any, "busy": search.pick_busy},
    "suppose": {"any": search.suppose_anything},
    "is_unseen": {},
    "is_beyond": {},
    "weigh": {"alike": search.weigh_alike},
    "worth": {"uct": search.uct, "puct": search.puct},
}


@cache
def find_kit(rules: Any, parts: tuple[tuple[str, Callable[..., Any]], ...]) -> Kit:
    """The kit of these parts; bots share it."""
    return Kit(rules, dict(parts))


def kit_of(game: Game, parts: Mapping[str, Callable[..., Any]]) -> Kit:
    """A game's kit with these parts."""
    return find_kit(game.engine.rules, tuple(sorted(parts.items())))


class RandomBot:
    """Any legal move, each as likely."""

    name, version = "random", 1

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        legal = view.legal()
        return Thought(legal[chance.randrange(len(legal))].text)


def find_bot(game: Game, name: str, *, threads: int = 1, memory: int = 64 << 20) -> Bot:
    """A bot by its name: a level, `random`, `uct:1000`, `search:1000+margin=0.5`, `external:COMMAND` ..."""
    room: dict[str, Any] = {"threads": threads, "memory": memory}
    if name == "random":
        return RandomBot()
    if name in LEVELS:
        return _level(game, name, room)
    if name.startswith(QUICK) and (level := name.removeprefix(QUICK)) in LEVELS:
        return _search_of_level(game, level, room, name)
    if found := re.fullmatch(r"uct:([1-9]\d{0,8})", name):
        plain = kit_of(game, style_of(game.name).secret)
        return SearchBot(game, name, plain, simulations=int(found[1]), **room)
    if found := re.fullmatch(r"search:([1-9]\d{0,8})((?:\+[a-z_]+=[a-z_\d.]+)*)", name):
        return _variant(game, name, int(found[1]), found[2].split("+")[1:], room)
    if name.startswith("external:"):
        from ludotheque.bots.external_bot import ExternalBot

        return ExternalBot(game, name.removeprefix("external:"))
    some = f"random, {', '.join(LEVELS)}, uct:1000, search:1000+margin=0.5 or external:COMMAND"
    raise BotError(f"there is no bot {name!r}: choose {some}")


def _variant(game: Game, name: str, simulations: int, changes: list[str], room: dict[str, Any]) -> Bot:
    """The search of the levels with other parts or settings, for experiments."""
    style = style_of(game.name)
    parts, settings = dict(style.parts), dict(style.settings)
    for key, value in (change.split("=") for change in changes):
        if key in VARIANTS:
            parts[key] = _part(game, key, value)
        else:
            settings[key] = _number(key, value)
    return SearchBot(game, name, kit_of(game, parts), settings, simulations=simulations, version=style.version, **room)


def _part(game: Game, key: str, value: str) -> Callable[..., Any]:
    there = {**VARIANTS[key], **style_of(game.name).variants.get(key, {})}
    if value not in there:
        some = f"choose {', '.join(there)}" if there else f"{game.title} has none"
        raise BotError(f"{key}: there is no {value!r}; {some}")
    return there[value]


def _number(key: str, value: str) -> float:
    if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", value):
        raise BotError(f"{key}: a number, not {value!r}")
    return float(value)


def _level(game: Game, name: str, room: dict[str, Any]) -> Bot:
    bot = _search_of_level(game, name, room, name)
    is_exact = LEVELS.index(name) >= LEVELS.index("expert")
    return _exact_at_the_end(name, game.name, bot, room["memory"]) if is_exact else bot


def _search_of_level(game: Game, level: str, room: dict[str, Any], name: str) -> SearchBot:
    """The search of a level, without the exact endgame of the strongest."""
    style, index = style_of(game.name), LEVELS.index(level)
    return SearchBot(
        game, name, kit_of(game, style.parts), style.settings, simulations=style.simulations[index],
        temperature=style.temperatures[index], version=style.version, **room,
    )  # fmt: skip


def _exact_at_the_end(level: str, name: str, bot: Bot, memory: int) -> Bot:
    """The same bot with an exact endgame; a master's has a higher limit."""
    if proving := proving_of(name):
        return proving.exact_bot(level, bot, memory)
    if endgame_of(name):
        from ludotheque.bots.endgame_bot import EndingBot

        return EndingBot(bot, nodes=LOOKS[level], memory=memory)
    return bot
