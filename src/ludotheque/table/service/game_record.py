"""The record of a table: the steps in effect; in the header the holders of each seat, take-backs and the end.

Keys of a finished table, besides those of every record (SEAT and the numbers at the end count from 1; plies are those
of the record; `14-30` are steps 15 to 30):

    x-table: k3PqXw9rTm                     which table
    x-date: 2026-11-15                      when the game began (UTC)
    x-seat-1: Ada                           who held the seat when the game began
    x-held-1-1: 0-14 person Ada             who held it from which ply to which, without the opening's steps
    x-held-1-2: 14-30 bot club 2            a bot with its version
    x-back-1: seat 2, 3 steps from ply 12   a take-back; «, past a chance» if chance had been drawn
    x-time-out-1: seat 2 at ply 12          a seat's time ran out
    x-thought-14: club 3, 2000 simulations, seed 815   how a bot chose the steps from ply 14 on: enough to reproduce it
    x-rated: yes                            where the table was set up to be rated: yes, or no and why
    x-end: cancelled                        the game was called off, and nobody won
    end: left 2                             how the game was stopped before its rules ended it
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import zip_longest

from ludotheque.log.entries import Begin, BotHolder, Holder, Thinking
from ludotheque.log.history import TableHistory
from ludotheque.log.past_events import Withdrawn
from ludotheque.log.table_state import DiceShare, TableState
from ludotheque.play.fairness import fair_dice
from ludotheque.play.fairness.fair_keys import fair_keys
from ludotheque.play.record import Record, RecordError, as_value, end_key, record_of
from ludotheque.table.people.results import standings, why_unrated

THOUGHT = re.compile(
    r"((?:quick:)?[a-z]{1,20}) ([0-9]{1,9})(?:, ([0-9]{1,9}) simulations)?, seed ([0-9]{1,16})", re.ASCII
)


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A record, and the text of the board file if the game was played on a custom board."""

    record: Record
    board: str | None = None

    def __str__(self) -> str:
        """The record's text, with the board as comments, so that one file holds the whole game."""
        if self.board is None:
            return str(self.record)
        lines = "".join(f"# {line}".rstrip() + "\n" for line in self.board.splitlines())
        return f"{self.record}\n# The board's file; take «# » away from each line below.\n#\n{lines}"


def table_record(story: TableHistory, table: str | None = None, seat: int | None = None) -> TableRecord:
    """The record of a table.

    The record of a finished game is complete. During a game it holds what `seat` (0: a spectator) may know, and names
    without plies: those would give away how many secret steps others have made.
    """
    position = story.state.position
    if position is None:
        raise RecordError("this table's game has not begun: there is nothing to record yet")
    extra = _fair(story, table) | ({"x-table": table} if table else {}) | _seats(story)
    if story.how is None:
        if seat is None:
            raise RecordError("this game goes on: say for which seat its record is, 0 for a spectator")
        return TableRecord(record_of(position, seat, extra), story.state.terms.board)
    extra |= _date(story) | _held(story) | _notes(story) | _rated(story) | _end(story) | _thoughts(story)
    return TableRecord(record_of(position, None, extra), story.state.terms.board)


def _fair(story: TableHistory, table: str | None) -> dict[str, str]:
    """The proof of the chance; during a game, only the commitments."""
    state = story.state
    if not table or not state.commitment:
        return {}
    values = state.secrets if story.how is not None else ()
    stated = [(0, state.commitment), *((first, one.commitment) for first, one in state.restored)]
    secrets = [
        fair_dice.Secret(
            first, commitment, bytes.fromhex(value) if value else None, is_lost=bool(values) and value is None
        )
        for (first, commitment), value in zip_longest(stated, values)
    ]
    places = [fair_place(state.places.get(place)) for place in state.holders]
    draws = sorted(draws_of(state))
    return fair_keys(
        table=table, secrets=secrets, places=places, seats=state.seats or tuple(state.holders),
        is_drawn=bool(state.seats), given=state.prelude_length, draws=draws,
        back=sorted(set(range(1, state.next_draw)) - set(draws)),
    )  # fmt: skip


def fair_place(place: DiceShare | None) -> fair_dice.DicePlace:
    """A place's share in the draws."""
    if place is None or place.by == "bot":
        return fair_dice.DicePlace("bot")
    return fair_dice.DicePlace(place.by, place.commitment, bytes.fromhex(place.opened) if place.opened else None)


def draws_of(state: TableState) -> set[int]:
    """The numbers of the draws whose outcomes are in effect."""
    begin = next((one.entry for one in state.log if isinstance(one.entry, Begin)), None)
    numbers = set(range(1, 1 + begin.draws)) if begin else set()
    for move in state.active_moves:
        chances = sum(seat == 0 for seat, _ in move.play.then)
        numbers |= set(range(move.play.draw, move.play.draw + chances))
    return numbers


def holder_name(holder: Holder) -> str:
    """A holder's name on one line; `bot club` for a bot of the server."""
    name = f"bot {holder.level}" if isinstance(holder, BotHolder) else holder.name
    return as_value(name)


def _date(story: TableHistory) -> dict[str, str]:
    return {} if story.begun is None else {"x-date": datetime.fromtimestamp(story.begun, UTC).date().isoformat()}


def _seats(story: TableHistory) -> dict[str, str]:
    holders = {seat: story.first_holder(seat) for seat in story.state.holders}
    return {f"x-seat-{seat}": holder_name(one) for seat, one in holders.items() if one is not None}


def _held(story: TableHistory) -> dict[str, str]:
    held = {}
    for seat in story.state.holders:
        for number, stint in enumerate(story.stints_of(seat), 1):
            last = story.state.ply if stint.last is None else stint.last
            held[f"x-held-{seat}-{number}"] = f"{stint.first}-{last} {_holder(stint.holder)}"
    return held


def _holder(holder: Holder) -> str:
    if isinstance(holder, BotHolder):
        return f"{holder_name(holder)} {holder.version}"
    return f"person {holder_name(holder)}"


def _notes(story: TableHistory) -> dict[str, str]:
    notes = {f"x-back-{number}": _back(one) for number, one in enumerate(story.withdrawn, 1)}
    late = {f"x-time-out-{i}": f"seat {one.seat} at ply {one.ply}" for i, one in enumerate(story.late, 1)}
    return notes | late


def _back(one: Withdrawn) -> str:
    steps = "1 step" if one.steps == 1 else f"{one.steps} steps"
    return f"seat {one.seat}, {steps} from ply {one.ply}{', past a chance' if one.is_past_chance else ''}"


def _rated(story: TableHistory) -> dict[str, str]:
    if not story.state.terms.rated:
        return {}
    why = why_unrated(story, standings(story))
    return {"x-rated": "yes" if why is None else f"no: {why}"}


def _thoughts(story: TableHistory) -> dict[str, str]:
    plays = [(move.before.ply, move.play.thinking) for move in story.state.active_moves]
    return {f"x-thought-{ply}": _thought(one) for ply, one in plays if one is not None}


def _thought(one: Thinking) -> str:
    budget = f"{one.simulations} simulations, " if one.simulations else ""
    return f"{one.bot} {one.version}, {budget}seed {one.seed}"


def read_thoughts(record: Record) -> dict[int, Thinking]:
    """How bots made their choices in a record, by the ply of each choice."""
    thoughts = {}
    for key, value in record.header.items():
        if ply := re.fullmatch(r"x-thought-([0-9]{1,9})", key):
            thoughts[int(ply[1])] = _read_thought(key, value)
    return thoughts


def _read_thought(key: str, value: str) -> Thinking:
    found = THOUGHT.fullmatch(value)
    if found is None:
        raise RecordError(f"{key}: write «club 3, 2000 simulations, seed 815», not {value[:40]!r}")
    bot, version, simulations, seed = found.groups()
    many = int(simulations) if simulations else None
    return Thinking(bot=bot, version=int(version), simulations=many, seconds=None, seed=int(seed))


def _end(story: TableHistory) -> dict[str, str]:
    """How a game was stopped, in the record's terms where there are any."""
    end = story.state.end
    if end is None or story.how == "rules":
        return {}
    return end_key(end.how, end.seat)
