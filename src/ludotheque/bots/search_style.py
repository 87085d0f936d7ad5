"""The search of a game's levels: STYLE in `bots/<game>/style.py`. A game without one gets the plain search.

`bots.bot_contract` describes the other modules of a game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludotheque.bots.bot_contract import ProvingModule, StyleModule
from ludotheque.games.game_modules import find_module, offered

Parts = Mapping[str, Callable[..., Any]]


@dataclass(frozen=True)
class Style:
    """How a game is searched: the parts of its kit, the settings, and the five levels' simulations and temperatures."""

    parts: Parts
    settings: Mapping[str, float]
    simulations: tuple[int, int, int, int, int]
    temperatures: tuple[float, float, float, float, float] = (1.0, 0.4, 0.0, 0.0, 0.0)
    secret: Parts = field(default_factory=dict)  # parts that plain search needs as well
    version: int = 3  # raised whenever one of its levels would choose otherwise
    variants: Mapping[str, Parts] = field(default_factory=dict)  # its own parts, by kind and name, for experiments


PLAIN = Style({}, {}, (50, 200, 1_000, 5_000, 20_000))


def levels_of(name: str) -> StyleModule | None:
    """The module with a game's STYLE, if it has one."""
    return find_module(f"ludotheque.bots.{name}.style", StyleModule)


def proving_of(name: str) -> ProvingModule | None:
    """The exact endgame of a game's strongest levels, if they have one."""
    return offered(levels_of(name), ProvingModule)


def style_of(name: str) -> Style:
    """How a game is searched."""
    module = levels_of(name)
    return module.STYLE if module else PLAIN
