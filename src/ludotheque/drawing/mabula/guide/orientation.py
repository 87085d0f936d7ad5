"""Where a reader of Mabula is: the paragraph that matters now, and the names of the picture's parts."""

from ludotheque.drawing.shared_names import SEAT_NAMES
from ludotheque.games.mabula.state import SEATS
from ludotheque.games.phrase import Phrase, named, say
from ludotheque.play.view import View

PANELS = {"white": 1, "black": 2}
PARTS = {"board": named("part of the picture", "Board"), "groups": say("Both ways to count")}


def paragraph_now(view: View) -> str:
    """The push; the count after the game; being passed over when the other seat cannot move."""
    if not view.actors:
        return "scoring.3" if view.setup.options["scoring"] == "product" else "scoring.2"
    return "turn.1" if view.facts()["seats"][str(3 - view.actors[0])]["moves"] else "passing.1"


def part_label(part: str) -> Phrase:
    """The board, the panel of a seat, or the groups."""
    if part in PANELS:
        return say("{seat}: points, groups, marbles on the rim", seat=SEAT_NAMES[SEATS[PANELS[part]]])
    return PARTS[part]
