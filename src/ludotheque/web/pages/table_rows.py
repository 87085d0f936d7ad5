"""Tables in a list, in words: players, turn, and how long it has been waiting."""

from dataclasses import dataclass, replace
from typing import Literal

from markupsafe import Markup

from ludotheque.games.phrase import Phrase, count, listed, say
from ludotheque.log.player_names import level_word
from ludotheque.play.game import game as find_game
from ludotheque.table.service.after_game.featured_tables import FeaturedTable, Reason
from ludotheque.web.pages.level_names import bot_name
from ludotheque.web.pages.player_faces import bot_face, face
from ludotheque.web.reader import Reader
from ludotheque.wire.table_requests import SeatListed, TableListed

MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0

Act = Literal["play", "look", "join", "return"]


@dataclass(frozen=True, slots=True)
class RowSeat:
    """A seat at a table in a list, with the face of its player."""

    seat: int
    face: Markup
    is_taken: bool
    is_waited_for: bool


@dataclass(frozen=True, slots=True)
class TableListRow:
    """A table in a list; `act` is the reader's possible action."""

    table: str
    game: str
    title: str
    people: str
    state: str
    act: Act
    is_rated: bool
    is_older: bool  # played by older rules than a new table
    places: tuple[RowSeat, ...]
    cursor: str


def own_row(found: TableListed, reader: Reader) -> TableListRow:
    """One of the reader's own tables."""
    others = [name_of(seat, reader) for seat in found.seats if seat.seat not in found.own and seat.holder]
    people = reader.say("with {names}", names=listed(others)) if others else ""
    if found.waited is not None:
        return _row(found, people, since(reader, found.waited), "play")
    if found.may_return:
        return _row(found, people, reader.say("A bot plays for you until you come back"), "return")
    return _row(found, people, _stands(found, reader), "look")


def public_row(found: TableListed, reader: Reader, now: float) -> TableListRow:
    """A table that everybody may see."""
    there = [name_of(seat, reader) for seat in found.seats if seat.holder]
    people = ", ".join(there)
    if found.stage == "open":
        clock = {"live": say("with a clock"), "slow": say("at leisure, some days a step")}.get(found.clock)
        free = reader.speak(free_seats(found))
        return _row(found, people, f"{free} · {reader.speak(clock)}" if clock else free, "join")
    if found.stage == "over":
        ended = reader.say("over, {time} ago", time=span(now - found.changed))
        return _row(found, people, ended, "look")
    return _row(found, people, _stands(found, reader), "look")


REASONS: dict[Reason, Phrase] = {
    "close": say("close to the end"),
    "strong": say("strong players"),
}


def featured_row(found: FeaturedTable, reader: Reader, now: float) -> TableListRow:
    """A finished table that is worth a look, and why: that it was rated is said of every row."""
    row = public_row(found.listed, reader, now)
    why = [reader.speak(REASONS[one]) for one in found.why if one in REASONS]
    return replace(row, state=" · ".join([row.state, *why]))


def _row(found: TableListed, people: str, state: str, act: Act) -> TableListRow:
    places = tuple(
        RowSeat(one.seat, listed_face(one), one.holder is not None, one.waited is not None) for one in found.seats
    )
    game = find_game(found.game)
    is_older = found.rules < game.rules_version
    return TableListRow(
        found.table, found.game, game.title, people, state, act, found.rated, is_older, places, found.cursor
    )


def _stands(found: TableListed, reader: Reader) -> str:
    """For whom the table waits, and for how long."""
    if found.stage == "open":
        return reader.speak(free_seats(found))
    waiting = [(seat, seat.waited) for seat in found.seats if seat.waited is not None]
    if not waiting:
        return reader.say("about to begin")
    names = listed(seat.character or name_of(seat, reader) for seat, _ in waiting)
    waits = reader.say("waits for {names}", names=names)
    long = since(reader, max(waited for _, waited in waiting))
    return f"{waits} · {long}" if long else waits


def listed_face(seat: SeatListed) -> Markup:
    """The face of a seat's player; none of a free seat, nor of a bot without a character."""
    if seat.character:
        return bot_face(seat.character)
    return face(seat.holder, seat.is_guest) if seat.holder and not seat.is_bot else Markup()


def free_seats(found: TableListed) -> Phrase:
    """The number of free seats, in words."""
    free = sum(seat.holder is None for seat in found.seats)
    return count("one seat free", "{n} seats free", free) if free else say("about to begin")


def name_of(seat: SeatListed, reader: Reader) -> str:
    """The name of a seat's player, with a mark for a guest; of a house bot, its character."""
    if seat.character:
        return f"{seat.character}\u00a0·\u00a0{level_word(str(seat.holder), reader.lang)}"
    if seat.is_guest:
        return reader.say("{name} (guest)", name=str(seat.holder))
    return bot_name(reader, seat.holder) or str(seat.holder)


def since(reader: Reader, seconds: float) -> str:
    """The waiting time; empty below a minute."""
    return reader.say("for {time}", time=span(seconds)) if seconds >= MINUTE else ""


def span(seconds: float) -> Phrase:
    """A duration in its largest unit."""
    if seconds < HOUR:
        return say("{n} min", n=max(1, int(seconds // MINUTE)))
    if seconds < DAY:
        return say("{n} h", n=int(seconds // HOUR))
    return count("one day", "{n} days", int(seconds // DAY))
