"""Where a reader of Jungle Rumble is: the paragraph that matters now, and the names of the picture's parts."""

from ludotheque.drawing.junglerumble.names import NAMES
from ludotheque.drawing.junglerumble.scene import read_table
from ludotheque.games.phrase import Phrase, say
from ludotheque.play.view import View

BY_PHASE = {
    "waking": "wake.2", "selling": "trade.1", "choosing": "cards.1", "sending": "send.1", "following": "follow.1",
    "feeding": "feed.3",
}  # fmt: skip
SENT_TO = {
    "tiger": "actions.1", "bull": "actions.2", "beaver": "actions.4", "raccoon": "actions.6", "monkey": "actions.7",
}  # fmt: skip
PLACED_BY = {"bull": "actions.3", "beaver": "actions.5", "monkey": "actions.8"}
PARTS = {"cards": say("The five cards"), "supply": say("The supply"), "choices": say("What is to be done")}


def paragraph_now(view: View) -> str:
    """By phase; while workers are sent or pieces placed, by the card."""
    table = read_table(view)
    if not table.turn:
        return "end.3"
    if table.phase == "sending":
        return SENT_TO.get(table.card, "send.1")
    if table.phase == "placing":
        return PLACED_BY.get(table.card, "actions.3")
    return BY_PHASE[table.phase]


def part_label(part: str) -> Phrase:
    """A part of the sheet, or what belongs to a seat."""
    kind, _, seat = part.partition("-")
    if kind == "farm":
        return say("{seat}: farm", seat=NAMES[int(seat)])
    return say("{seat}: stock and kittens", seat=NAMES[int(seat)]) if kind == "seat" else PARTS[part]
