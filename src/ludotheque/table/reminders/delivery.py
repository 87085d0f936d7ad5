"""How an attempt to hand something over ends."""

from enum import Enum


class DeliveryEnd(Enum):
    """What became of an attempt, and so what is done next."""

    SENT = "sent"
    LATER = "later"  # nothing was handed over, or it may be handed over twice: try again
    LOST = "lost"  # nobody knows whether it was handed over: it is not sent twice
    REFUSED = "refused"  # the address takes nothing: a strike against it
    GONE = "gone"  # the address exists no more


class ServerDownError(Exception):
    """The house's own way out does not work: no address is to blame."""
