"""The kinds of steps: which phase of a turn each belongs to, and which card brings it."""

from bisect import bisect_right

from ludotheque.games.junglerumble.state import (
    BEAVER,
    BULL,
    CARD,
    CHOOSING,
    DISMISS,
    EAST,
    FEEDING,
    FIELD,
    FOLLOW,
    FOLLOWING,
    HIRE,
    MONKEY,
    PASS,
    PENALTY,
    PLACING,
    SELL,
    SELLING,
    SEND,
    SENDING,
    WAKE,
    WAKING,
)

STARTS = {
    "wake": WAKE, "sell": SELL, "card": CARD, "send": SEND, "field": FIELD, "water": EAST, "hire": HIRE,
    "follow": FOLLOW, "pass": PASS, "dismiss": DISMISS, "penalty": PENALTY,
}  # fmt: skip
PHASE_OF = {
    "wake": WAKING, "sell": SELLING, "card": CHOOSING, "send": SENDING, "field": PLACING, "water": PLACING,
    "hire": PLACING, "follow": FOLLOWING, "pass": FOLLOWING, "dismiss": FEEDING, "penalty": FEEDING,
}  # fmt: skip
CARD_OF = {"field": BULL, "water": BEAVER, "hire": MONKEY}
KINDS, FIRST_ACTIONS = list(STARTS), list(STARTS.values())


def kind_of(action: int) -> str:
    """The word that the written step begins with."""
    return KINDS[bisect_right(FIRST_ACTIONS, action) - 1]
