"""From a table message to a TableSnapshot, for local tables and those of a house alike."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import assert_never, cast

from ludotheque.drawing import Marks, language, waiting_words
from ludotheque.drawing.description import expected, told
from ludotheque.games.phrase import Phrase, named, say
from ludotheque.interop.seat.seat import SeatStatus, TableSnapshot
from ludotheque.play.chance import Chance
from ludotheque.play.choice import Parts
from ludotheque.play.game import game
from ludotheque.play.position import Position
from ludotheque.play.view import View
from ludotheque.wire.entry_messages import (
    AnswerEntry,
    AskEntry,
    BackEntry,
    BeginEntry,
    EndEntry,
    EntryView,
    LeaveEntry,
    OpenEntry,
    PlayEntry,
    RestoredEntry,
    SealedEntry,
    SitEntry,
    TimeOutEntry,
)
from ludotheque.wire.table_messages import SeatView, TableView

Secrets = Mapping[int, Sequence[str]]  # by number of an entry: its words
NO_SECRETS: Secrets = {}

SECRET = say("{seat} has chosen in secret.")
BACK = say("{seat} takes a choice back.")
LEFT = say("{seat} leaves.")
LATE = say("{seat} has run out of time.")
ENDS = {
    "resigned": say("{seat} gives up: the game is over."),
    "time": say("{seat} has run out of time: the game is over."),
    "agreed": say("All agreed to end the game here."),
    "left": say("{seat} left: the game is over."),
    "cancelled": say("The game was called off."),
}


def snapshot_of(
    news: TableView, entries: Sequence[EntryView], view: View | None, marks: Marks, lang: str, *,
    began: tuple[str, ...] = (), secrets: Secrets = NO_SECRETS, fairness: str = "", is_lost: bool = False,
) -> TableSnapshot:  # fmt: skip
    """A snapshot from the newest table message, all entries so far, and the words of the steps before the first choice.

    `secrets` are words for entries that are still secret, where more is public than that a choice was made.
    """
    is_over = news.stage == "over"
    return TableSnapshot(
        game=game(news.terms.game),
        number=news.number,
        stage=news.stage,
        seat=news.seat,
        view=view,
        marks=marks,
        waited_for=tuple(news.waited_for or ()),
        legal=tuple(news.legal or ()),
        parts=cast("Parts", news.parts or {}),
        told=began + story_of(news.terms.game, entries, lang, secrets),
        prompt=expected(view, lang) if view and not is_over else "",
        seats=tuple(seat_status(one, news.own) for one in news.seats),
        may_take_back=news.can.take_back is not None or news.can.is_granted,
        ending=ending_of(news, view, lang) if is_over else "",
        fairness=fairness,
        is_lost=is_lost,
        busy=tuple(one.seat for one in news.bots),
        compiled=news.compiled,
    )


def beginning_words(opening: Position, viewer: int | None, lang: str) -> tuple[str, ...]:
    """The steps before `opening`, the position of the first choice, in words."""
    line = [*reversed([opening, *opening.history])]
    words = [told(before, after.last, viewer, lang, after) for before, after in pairwise(line) if after.last]
    return tuple(one for one in words if one)


def story_of(
    name: str, entries: Sequence[EntryView], lang: str, secrets: Secrets = NO_SECRETS
) -> tuple[str, ...]:  # fmt: skip
    """The log in words, without withdrawn entries."""
    gone = {entry.number for entry in entries if isinstance(entry, PlayEntry) and entry.withdrawn}
    return tuple(
        line
        for entry in entries
        for line in (secrets[entry.number] if entry.number in secrets else _entry_words(name, entry, gone, lang))
    )


def _entry_words(name: str, entry: EntryView, gone: set[int], lang: str) -> list[str]:
    match entry:
        case PlayEntry():
            if entry.withdrawn:
                return []
            return [_say(SECRET, name, entry.seat, lang)] if entry.steps is None else list(entry.words or ())
        case BackEntry():
            return [_say(BACK, name, entry.seat, lang)]
        case AskEntry():  # granted
            return [_say(BACK, name, entry.seat, lang)] if entry.what == "back" and entry.entry in gone else []
        case LeaveEntry():
            return [_say(LEFT, name, entry.seat, lang)]
        case TimeOutEntry():
            return [_say(LATE, name, entry.seat, lang)]
        case SitEntry() | OpenEntry() | BeginEntry() | SealedEntry() | RestoredEntry() | AnswerEntry() | EndEntry():
            return []  # `ending_of` words the end
        case _:
            assert_never(entry)


def ending_of(news: TableView, view: View | None, lang: str) -> str:
    """The ending of a finished game in words."""
    if news.end is not None:
        return _say(ENDS[news.end.how], news.terms.game, news.end.seat, lang)
    return "" if view is None else waiting_words(view.guess(Chance(0, 0)), lang)  # nothing is hidden at the end


def _say(phrase: Phrase, name: str, seat: int | None, lang: str) -> str:
    values = {"seat": named("seat", game(name).seat_name(seat))} if seat else {}
    return language(lang, name).say(Phrase(phrase.text, values))


def seat_status(one: SeatView, own: Sequence[int]) -> SeatStatus:
    """The status of a seat, from the table message."""
    who = one.holder
    return SeatStatus(
        one.seat, one.name, who.name if who else None, who is not None and who.holds == "bot", one.seat in own,
        one.is_waited_for, one.left, is_guest=who is not None and who.is_guest,
    )  # fmt: skip
