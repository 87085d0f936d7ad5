"""The record of a table: the steps that stand, and in the header who held which seat, what was taken back, the end.

Keys of a finished table, besides those of every record (SEAT and the numbers at the end count from 1; plies are those
of the record; `14-30` are steps 15 to 30):

    x-table: k3PqXw9rTm                     which table
    x-date: 2026-11-15                      when the game began (UTC)
    x-seat-1: Ada                           who held the seat when the game began
    x-held-1-1: 0-14 person Ada             who held it from which ply to which
    x-held-1-2: 14-30 bot club 2            a bot with its version
    x-back-1: seat 2, 3 steps from ply 12   a take-back; «, past a chance» if something had been drawn
    x-time-out-1: seat 2 at ply 12          a seat's time ran out
    x-rated: yes                            where the table was set up to be rated: yes, or no and why
    x-end: cancelled                        where nobody played on, and nobody won
    end: left 2                             how it was stopped before its rules ended it
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from ludotheque.play.record import Record, RecordError, record_of
from ludotheque.table.entries import BotHolder, Holder
from ludotheque.table.story import Story, Withdrawn

WITH_SEAT = ("resigned", "time", "left")


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A record, and the text of the board file it needs if the game was played on a board of somebody's own."""

    record: Record
    board: str | None = None

    def __str__(self) -> str:
        """The record's text; the board follows as comments, so that one file holds the whole game."""
        if self.board is None:
            return str(self.record)
        lines = "".join(f"# {line}".rstrip() + "\n" for line in self.board.splitlines())
        return f"{self.record}\n# The board's file; take «# » away from each line below.\n#\n{lines}"


def table_record(story: Story, table: str | None = None, seat: int | None = None) -> TableRecord:
    """The record of a table.

    A finished game is told whole. While it goes on, it is what a seat (0: a spectator) may know, with names alone:
    plies would tell how many secret steps others have made.
    """
    position = story.course.position
    if position is None:
        raise RecordError("this table's game has not begun: there is nothing to record yet")
    extra = ({"x-table": table} if table else {}) | _seats(story)
    if story.how is None:
        if seat is None:
            raise RecordError("this game goes on: say for which seat its record is, 0 for a spectator")
        return TableRecord(record_of(position, seat, extra), story.course.terms.board)
    extra |= _date(story) | _held(story) | _notes(story) | _rated(story) | _end(story)
    return TableRecord(record_of(position, None, extra), story.course.terms.board)


def holder_name(holder: Holder) -> str:
    """A holder's name on one line; `bot club` for a bot of the house."""
    name = f"bot {holder.level}" if isinstance(holder, BotHolder) else holder.name
    return "".join(sign if sign.isprintable() else "?" for sign in name).strip() or "?"


def _date(story: Story) -> dict[str, str]:
    return {} if story.begun is None else {"x-date": datetime.fromtimestamp(story.begun, UTC).date().isoformat()}


def _seats(story: Story) -> dict[str, str]:
    holders = {seat: story.first_holder(seat) for seat in story.course.holders}
    return {f"x-seat-{seat}": holder_name(one) for seat, one in holders.items() if one is not None}


def _held(story: Story) -> dict[str, str]:
    held = {}
    for seat in story.course.holders:
        for number, stint in enumerate(story.stints_of(seat), 1):
            last = story.course.ply if stint.last is None else stint.last
            held[f"x-held-{seat}-{number}"] = f"{stint.first}-{last} {_holder(stint.holder)}"
    return held


def _holder(holder: Holder) -> str:
    if isinstance(holder, BotHolder):
        return f"{holder_name(holder)} {holder.version}"
    return f"person {holder_name(holder)}"


def _notes(story: Story) -> dict[str, str]:
    notes = {f"x-back-{number}": _back(one) for number, one in enumerate(story.withdrawn, 1)}
    late = {f"x-time-out-{i}": f"seat {one.seat} at ply {one.ply}" for i, one in enumerate(story.late, 1)}
    return notes | late


def _back(one: Withdrawn) -> str:
    steps = "1 step" if one.steps == 1 else f"{one.steps} steps"
    return f"seat {one.seat}, {steps} from ply {one.ply}{', past a chance' if one.is_past_chance else ''}"


def _rated(story: Story) -> dict[str, str]:
    if not story.course.terms.rated:
        return {}
    return {"x-rated": "yes" if story.course.is_rated else "no: a take-back went past a chance"}


def _end(story: Story) -> dict[str, str]:
    """How a game was stopped, in the record's own words where it has them."""
    end = story.course.end
    if end is None or story.how == "rules":
        return {}
    if end.how == "agreed":
        return {"end": "agreed"}
    if end.how in WITH_SEAT and end.seat is not None:
        return {"end": f"{end.how} {end.seat}"}
    return {"x-end": end.how}
