"""Acts that end something for good: each is asked about first, with what will really happen at this table.

What happens is decided by the rights (`log/rights.py`); here it is put into words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ludotheque.games.phrase import Phrase, say
from ludotheque.web.pages.table_page import SeatStrip
from ludotheque.web.reader import Reader
from ludotheque.wire.table_messages import Leaving, Rights, TableView

FinalWhat = Literal["resign", "end", "cancel", "leave"]
PLAY_ON = say("Play on")


@dataclass(frozen=True, slots=True)
class FinalQuestion:
    """What is asked before an act that can't be undone: the consequence, and the two answers."""

    what: FinalWhat
    title: str
    text: str
    yes: str
    no: str


LEAVING: dict[Leaving, Phrase] = {
    "frees": say("Your seat is free again, for you or for somebody else."),
    "waits": say("Nothing is lost: the table waits for you, and the others see that you have left."),
    "bot": say("A bot of about your strength plays on for you. Come back whenever you like while the game lasts."),
    "ends": say("The game ends for everybody, and you come last."),
}


def question_of(what: FinalWhat, news: TableView, strips: Sequence[SeatStrip], reader: Reader) -> FinalQuestion | None:
    """The question before an act; None if the viewer may not do it now."""
    can, speak = news.can, reader.speak
    if what == "resign" and can.resign:
        [winner] = [strip.name for strip in strips if strip.seat != news.seat]
        lost = reader.say("The game ends now, and {who} wins.", who=winner)
        return FinalQuestion(what, reader.say("Resign?"), lost, reader.say("Resign"), speak(PLAY_ON))
    if what == "end" and can.ask_end:
        return _question_of_end(can, reader)
    if what == "cancel" and can.cancel:
        nobody = reader.say("The game ends for everybody: nobody wins, and nothing counts.")
        return FinalQuestion(what, reader.say("Call the game off?"), nobody, reader.say("Call it off"), speak(PLAY_ON))
    if what == "leave" and can.leave is not None:
        stay = reader.say("Stay")
        return FinalQuestion(what, reader.say("Leave the table?"), speak(_leaving(news)), reader.say("Leave"), stay)
    return None


def _question_of_end(can: Rights, reader: Reader) -> FinalQuestion:
    title, no = reader.say("End the game here?"), reader.speak(PLAY_ON)
    if can.ends_at_once:
        text = reader.say("Nobody has to be asked: the game ends at once, with the points as they are.")
        return FinalQuestion("end", title, text, reader.say("End it"), no)
    text = reader.say("The others are asked. If all agree, the game ends with the points as they are.")
    return FinalQuestion("end", title, text, reader.say("Ask the others"), no)


def _leaving(news: TableView) -> Phrase:
    """What leaving does, for somebody who plays against bots alone: there is nobody to see it."""
    others = [seat.holder for seat in news.seats if seat.seat != news.seat]
    if news.can.leave == "waits" and all(one is not None and one.holds == "bot" for one in others):
        return say("Nothing is lost: the table waits until you come back.")
    assert news.can.leave is not None  # noqa: S101
    return LEAVING[news.can.leave]
