"""Doors to other people's libraries, each with an extra of its own."""

from ludotheque.games.refusal import GameError


class MissingExtraError(GameError, ImportError):
    """A library that an adapter needs is not installed; says which extra brings it."""
