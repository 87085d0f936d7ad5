"""What can go wrong with the database, told in one line."""

from ludotheque.games.refusal import GameError


class StoreError(GameError):
    """A database that cannot be used; says what to do."""


class EntryConflict(GameError):  # noqa: N818  not a mistake: another was quicker
    """The number of an entry that another process has written already."""
