"""A game's rules together with the parts of one search: a search is compiled with a kit.

The search is written once (`bots.search`) over verbs. A kit implements them: the game's own verbs by its rules, the
search's by the parts chosen here. So every game and every combination of parts is compiled into one piece.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ludotheque.bots import search
from ludotheque.games.game_contract import RulesModule
from ludotheque.games.kernel import CPU, Target

PLAIN: dict[str, Callable[..., Any]] = {
    "worth": search.uct,
    "weigh": search.weigh_alike,
    "pick": search.pick_any,
    "judge": search.judge_scores,
    "suppose": search.suppose_anything,
    "is_unseen": search.all_is_seen,
    "is_beyond": search.nothing_is_beyond,
}


class Kit:
    """The rules of a game and the parts of a search, under the names that kernels call."""

    __name__: str
    __file__: str | None  # of the rules

    def __init__(self, rules: RulesModule, parts: Mapping[str, Callable[..., Any]]) -> None:
        game = rules.__name__.split(".")[-2]
        name = "-".join(f"{part.__module__.split('.')[-1]}_{part.__name__}" for _, part in sorted(parts.items()))
        self.__dict__.update(vars(rules))
        self.__dict__.update(PLAIN | dict(parts))
        self.__name__ = f"ludotheque.bots.{game}-{name}.kit"
        self.RULES = rules  # code compiled with these alone serves all kits
        compiled = {Path(part.__code__.co_filename) for part in (search.search, *parts.values())}
        self.SOURCES = sorted(compiled)
        self.hides = "is_unseen" in parts
        self.target: Target = CPU  # PYTHON: interpreted, without waiting for the compiler

    @property
    def search(self) -> Any:
        """The search with this kit: compiled and cached on disk, or interpreted."""
        return self.target.bind(search.search, self)
