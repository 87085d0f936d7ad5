"""Messages about finding opponents: what is offered to strangers, and how somebody's search stands."""

from typing import Literal

from ludotheque.wire.entry_messages import Sent

RatedWish = Literal["no", "either", "yes"]
SeekStage = Literal["none", "waiting", "found", "seated"]


class OfferListed(Sent):
    """A way in which strangers play a game, and how many people look for it now."""

    game: str
    offer: str
    players: int
    options: dict[str, str]
    bank: float  # seconds of each player's clock
    increment: float
    looking: int


class PartyView(Sent):
    """The people found for one table: each has to come within `left` seconds, or the others look on."""

    seats: int
    people: int  # the other seats are for bots
    come: int  # how many have said that they come
    has_come: bool  # whether I have
    left: float


class SeekView(Sent):
    """How my search for opponents stands. It never says who the others are."""

    stage: SeekStage
    game: str | None
    offer: str | None
    rated: RatedWish | None
    is_meanwhile: bool  # whether I play against bots until somebody is found
    waited: float  # seconds
    others: int  # how many others look for a game of this kind, and for no other person yet
    party: PartyView | None  # when somebody is found
    table: str | None  # where I sit, once all have come


class SeekMessage(SeekView):
    """The answer to `follow_seek` and `come`; again whenever something changes."""

    kind: Literal["seek"]
    ref: str | None
