"""The names of regions, dice, numbers and seats, as `games` has them; each language looks them up once."""

from ludotheque.drawing.marabunta.lasting import lasting
from ludotheque.games.marabunta import names
from ludotheque.games.phrase import Phrase

REGIONS = tuple(map(lasting, names.REGIONS))
DICE = tuple(map(lasting, names.DICE))
A_NUMBER = tuple(map(lasting, names.A_NUMBER))
NUMBER = tuple(map(lasting, names.NUMBER))
SEATS = {seat: lasting(name) for seat, name in names.SEAT_NAMES.items()}


def seat_name(seat: int) -> Phrase:
    """What a seat is called."""
    return SEATS[seat]
