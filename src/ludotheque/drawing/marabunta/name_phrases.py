"""The names of regions, dice, numbers and seats, as `games` has them; each language looks them up once."""

from ludotheque.drawing.marabunta.cached_phrases import lasting
from ludotheque.games.marabunta import nouns
from ludotheque.games.phrase import Phrase

REGIONS = tuple(map(lasting, nouns.REGIONS))
DICE = tuple(map(lasting, nouns.DICE))
A_NUMBER = tuple(map(lasting, nouns.A_NUMBER))
NUMBER = tuple(map(lasting, nouns.NUMBER))
SEATS = {seat: lasting(name) for seat, name in nouns.SEAT_NAMES.items()}


def seat_name(seat: int) -> Phrase:
    """What a seat is called."""
    return SEATS[seat]
