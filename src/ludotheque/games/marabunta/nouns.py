"""The names of Marabunta's regions, dice, groups, numbers, powers and seats, as phrases."""

from ludotheque.games.marabunta.state import ALL_ELEMENTS, CAKES, CIRCLES, NEST, POINTS, SEATS, STRIKE, TRIO
from ludotheque.games.phrase import Listing, Phrase, count, listed, named, say

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
THE_TILE = named("group", "the tile")
SEAT_NAMES = {seat: named("seat", name) for seat, name in SEATS.items()}


def seat_name(seat: int) -> Phrase:
    """The name of a seat."""
    return SEAT_NAMES[seat]


def group_colours(group: int) -> Listing:
    """A group by the colours of its dice: «blue, grey and the tile»."""
    return listed([*DICE, THE_TILE][element] for element in range(ALL_ELEMENTS.bit_length()) if group >> element & 1)


def power_name(effect: int, number: int) -> Phrase:
    """A power by what it does, in the same words everywhere: «write a 1»."""
    if effect == POINTS:
        return count("score {n} point", "score {n} points", number)
    if effect == CAKES:
        return count("tick {n} cupcake", "tick {n} cupcakes", number)
    if effect == STRIKE:
        return named("power", "strike two hexes")
    if effect == CIRCLES:
        return named("power", "fill two circles")
    if effect == TRIO:
        return named("power", "write three {n}s", n=number)
    if effect == NEST:
        return named("power", "write a {n} anywhere", n=number)
    return say("write {number}", number=A_NUMBER[number])


def element_place(letter: str) -> str:
    """The id of an element in the drawing."""
    return "tile" if letter == "T" else f"die-{letter}"
