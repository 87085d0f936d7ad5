"""The few words inside Maka Bana's pictures."""

from collections.abc import Iterable
from typing import Any

from ludotheque.games.phrase import Phrase, count, listed, named, say

SLOTS = {"beach": named("card", "Beach"), "sector": named("card", "Sector"), "type": named("card", "Type")}
PHASES = {"projects": named("phase", "Projects"), "tikis": named("phase", "Tikis")}
STARTING = say("The first huts")
FINAL_ROUND = say("Final round")
GAME_OVER = say("The game is over")
NO_PROJECT = say("No project")
PUT_FIRST_HUT = say("Put your first hut")
PUT_SECOND_HUT = say("Put your second hut")
CHOOSE_TARGET = say("Choose your target")
NO_TARGET = say("There is no target for you")
SHOW_A_CARD = say("Which card do the others see?")
PUT_TIKI = say("Put your Tiki")
BEACH_POINTS = say("for the most huts on a beach")
GROUP_POINTS = say("for 1, 2, 3, 4, 5 huts in a group")
CLUB_POINTS = say("for each hut on the beach of one's club")
HUT, TIKI, WALL_SIGN = named("sign", "hut"), named("sign", "Tiki"), named("sign", "wall")
LAST_STEP, YOU_MAY, FOR_A_CARD = named("sign", "last step"), named("sign", "you may"), named("sign", "for a card")
YOUR_TARGET = named("sign", "your target")
CLUB_PLACE = named("column", "club")
HUTS, PAINT, CLUB = named("column", "huts"), named("column", "Paint"), named("column", "Club")
LAID_DOWN = named("column", "laid down")
LAID, CHOOSING = named("project", "laid"), named("project", "choosing …")
THEY_WILL_SEE, THEY_SEE = say("They will see"), say("The others see")
WALL = say("a wall: no neighbours across")
PLANKS = say("planks: neighbours over the road")


def round_number(number: int) -> Phrase:
    """The round's name."""
    return say("Round {number}", number=number)


def waiting_for(seats: list[Phrase]) -> Phrase:
    """The seats whose turn it is; more than three are only counted."""
    if len(seats) > 3:
        return say("Waiting for {number} seats", number=len(seats))
    return say("Waiting for {seats}", seats=listed(seats))


def own_project(step: str) -> Phrase:
    """One's project, in notation."""
    return say("Your project: {step}", step=step)


def won_by(seats: Iterable[Any], number: int) -> Phrase:
    """The winners."""
    return count("{seats} wins", "{seats} win", number, seats=listed(seats))


def title(islands: Iterable[str], moment: Phrase) -> Phrase:
    """The picture in one sentence."""
    return say("Maka Bana, {islands}: {moment}.", islands=listed(islands), moment=moment)
