"""What can go wrong at a table, told in one line; the kind is for programs."""

from typing import Literal

from ludotheque.games.refusal import GameError

Kind = Literal["unknown", "forbidden", "stale", "taken", "full", "late", "wrong", "busy"]


class TableError(GameError):
    """Something that cannot be done at a table; says what can."""

    def __init__(self, kind: Kind, text: str) -> None:
        super().__init__(text)
        self.kind: Kind = kind


class StoreError(GameError):
    """A database that cannot be used; says what to do."""


class Taken(GameError):  # noqa: N818  not a mistake: another was quicker
    """The number of an entry that another process has written already."""
