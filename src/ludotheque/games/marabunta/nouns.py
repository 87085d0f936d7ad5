"""The names of Marabunta's regions, dice, numbers and seats, as phrases."""

from ludotheque.games.marabunta.state import SEATS
from ludotheque.games.phrase import Phrase, named

# By region, in the order B P O G S Y: of regions and leaves ("the grey leaf"), and of dice ("the grey die").
REGIONS = (
    named("region", "blue"),
    named("region", "pink"),
    named("region", "orange"),
    named("region", "green"),
    named("region", "grey"),
    named("region", "yellow"),
)
DICE = (
    named("die", "blue"),
    named("die", "pink"),
    named("die", "orange"),
    named("die", "green"),
    named("die", "grey"),
    named("die", "yellow"),
)
# By number, 0..3: to be written ("a 2"), and already written ("Red's 2", "the 2 at c4").
A_NUMBER = (named("number", "a 0"), named("number", "a 1"), named("number", "a 2"), named("number", "a 3"))
NUMBER = (named("number", "0"), named("number", "1"), named("number", "2"), named("number", "3"))
SEAT_NAMES = {seat: named("seat", name) for seat, name in SEATS.items()}


def seat_name(seat: int) -> Phrase:
    """The name of a seat."""
    return SEAT_NAMES[seat]


def element_place(letter: str) -> str:
    """The id of an element in the drawing."""
    return "tile" if letter == "T" else f"die-{letter}"
