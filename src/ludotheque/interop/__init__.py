"""Adapters to other libraries and to houses on the network, each with its own extra."""

from ludotheque.games.refusal import GameError
from ludotheque.play.position import Position


class MissingExtraError(GameError, ImportError):
    """A library that an adapter needs is not installed; says which extra brings it."""


def open_link(link: str, *, token: str | None = None) -> Position:
    """The position of a link of a house, with its history.

    `open_link("http://127.0.0.1:8000/table/tcgtesuh75?ply=12")`; a private table's link contains its invitation.
    """
    from ludotheque.interop.house import House, Link  # late, so that `import ludotheque` is fast

    where = Link.read(link)
    return House(where.house, token=token).position(where)
