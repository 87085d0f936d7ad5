"""The modules that draw each game: `picture`, `text`, `words` and `sheet`, the same names for all."""

from functools import cache, cached_property
from importlib import import_module
from typing import Any

from ludotheque.games.modules import find_module


class Modules:
    """How a game is drawn, written and told; each is loaded when it is first needed."""

    def __init__(self, game: str) -> None:
        self.package = f"ludotheque.drawing.{game}"

    @cached_property
    def picture(self) -> Any:
        return import_module(f"{self.package}.picture")

    @cached_property
    def text(self) -> Any:
        return import_module(f"{self.package}.text")

    @cached_property
    def words(self) -> Any:
        return import_module(f"{self.package}.words")

    @cached_property
    def sheet(self) -> Any:
        return find_module(f"{self.package}.sheet")  # None where a game has none


@cache
def modules_of(game: str) -> Modules:
    """The modules of a game."""
    return Modules(game)
