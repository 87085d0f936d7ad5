"""Doors to other people's libraries, each with an extra of its own."""

from ludotheque.games.refusal import GameError
from ludotheque.play.position import Position


class MissingExtraError(GameError, ImportError):
    """A library that an adapter needs is not installed; says which extra brings it."""


def open_link(link: str, *, token: str | None = None) -> Position:
    """The position that a link of a house leads to, with all that came before it, in one line.

    `open_link("http://127.0.0.1:8000/table/tcgtesuh75?ply=12")`; a private table's link has its invitation in it.
    """
    from ludotheque.interop.house import House, Link  # here, so that `import ludotheque` stays quick

    where = Link.read(link)
    return House(where.house, token=token).position(where)
