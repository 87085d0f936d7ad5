"""Errors of the database, each a message of one line."""

from ludotheque.games.refusal import GameError


class StoreError(GameError):
    """The database cannot be used; the message says what to do."""


class EntryConflictError(GameError):
    """Another process has written the entry with this number already."""
