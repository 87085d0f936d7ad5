"""Messages for programs that play: the server's bots, and the stream of one's own turns."""

from typing import Annotated, Literal

from pydantic import Field

from ludotheque.play.json_fields import StateFields
from ludotheque.wire.entry_messages import Sent


class Bots(Sent):
    """The levels of the server's bots, the number of queued choices, and the games being compiled."""

    levels: tuple[str, ...]
    queue: int
    compiling: list[str]


class TurnEvent(Sent):
    """A seat's turn: its choices, each a list of steps to send together, and its view."""

    kind: Literal["turn"]
    table: str
    game: str
    seat: int
    seen: int  # the last entry, to be sent back with the steps
    choices: list[tuple[str, ...]]
    view: StateFields


class OverEvent(Sent):
    """A game is over, by the rules or before they end it."""

    kind: Literal["over"]
    table: str
    how: Literal["rules", "resigned", "agreed", "time", "left", "cancelled"]


TurnOrEnd = Annotated[TurnEvent | OverEvent, Field(discriminator="kind")]
