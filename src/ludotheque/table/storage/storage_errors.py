"""What can go wrong with the database, told in one line."""

from ludotheque.games.refusal import GameError


class StoreError(GameError):
    """A database that cannot be used; says what to do."""


class EntryConflictError(GameError):
    """The number of an entry that another process has written already."""
