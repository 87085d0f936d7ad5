"""What a finished game did to ratings, in words for its page."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from ludotheque.games.phrase import Phrase, say
from ludotheque.log.history import TableHistory
from ludotheque.table.people.rating_changes import load_game_ratings
from ludotheque.table.people.ratings import is_bot, who_is
from ludotheque.table.people.results import Unrated
from ludotheque.table.service.service import Service
from ludotheque.web.pages.level_names import rated_name
from ludotheque.web.reader import Reader
from ludotheque.wire.profile_messages import GameRatings, RatingChange

PENDING = say("The new ratings are being worked out, and come in a moment.")
WHY_NONE: dict[str, Phrase] = {
    Unrated.CANCELLED: say("No rating changes: the game was called off."),
    Unrated.PAST_CHANCE: say("No rating changes: steps were taken back past a die or a draw."),
    Unrated.SEVERAL_SEATS: say("No rating changes: one person played in several seats."),
    Unrated.ALONE: say("No rating changes: nobody played against another."),
    Unrated.NOT_PLAYED: say("No rating changes: not everybody had made a move."),
}


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's new rating, and how far it moved."""

    who: str  # whoever began in the seat, if another holds it at the end; else empty
    shown: int
    change: str
    way: Literal["up", "down", "same"]


@dataclass(frozen=True, slots=True)
class RatingLines:
    """The ratings' part of a finished game's page: a line for each rated seat, or a note on why there is none."""

    by_seat: MappingProxyType[int, RatingLine]
    note: str
    is_pending: bool


async def load_rating_lines(service: Service, table: str, story: TableHistory, reader: Reader) -> RatingLines:
    """The lines of a finished table."""
    async with service.store.read() as connection:
        found = await load_game_ratings(connection, table, story)
    names = await _others(service, story, found, reader)
    lines = {one.seat: _line(one, names.get(one.seat, "")) for one in found.changes}
    return RatingLines(MappingProxyType(lines), _note(found, reader), found.status == "pending")


async def _others(service: Service, story: TableHistory, found: GameRatings, reader: Reader) -> dict[int, str]:
    """By seat: the name of a rated player who does not hold it any more."""
    held = {seat: who_is(holder) for seat, holder in story.state.holders.items() if holder is not None}
    gone = [one for one in found.changes if held.get(one.seat) != one.who]
    people = await service.people.look_up(one.who for one in gone if not is_bot(one.who))
    return {
        one.seat: rated_name(reader, one.who.removeprefix("bot:").replace(":", " "), is_bot=True)
        if is_bot(one.who)
        else people[one.who].name
        for one in gone
    }


def _line(one: RatingChange, who: str) -> RatingLine:
    way: Literal["up", "down", "same"] = "up" if one.change > 0 else "down" if one.change < 0 else "same"
    return RatingLine(who, one.shown, signed(one.change), way)


def signed(change: int) -> str:
    """A change with its sign: +12, −7, ±0."""
    return f"+{change}" if change > 0 else f"−{-change}" if change else "±0"


def _note(found: GameRatings, reader: Reader) -> str:
    if found.status == "pending":
        return reader.speak(PENDING)
    return reader.speak(WHY_NONE[found.why]) if found.status == "unchanged" and found.why in WHY_NONE else ""
