"""Rematches: the same terms at a new table, with all players one seat further; also the next game of a series.

The first request makes the table and seats the bots; later ones seat the other players. A person whom a bot had
replaced gets their seat again.
"""

from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import delete, or_, update

from ludotheque.bots.levels import LEVELS
from ludotheque.games.phrase import say
from ludotheque.log.entries import BotHolder
from ludotheque.log.history import TableHistory
from ludotheque.log.rights import left_by, may_return
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import Terms
from ludotheque.table.people.people import Person
from ludotheque.table.registry.registry import LiveTable
from ludotheque.table.registry.seats import can_be_rated
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service.after_game.series import next_game, rotated
from ludotheque.table.service.invitations import drop
from ludotheque.table.storage import schema
from ludotheque.table.storage.notices import ROW


@dataclass(frozen=True, slots=True)
class Again:
    """The table of a rematch, with its invitation for the person who makes it, if it is private."""

    table: str
    invitation: str | None = None


async def rematch(
    tables: Tables, table: str, person: Person, commitment: str | None = None, *, best_of: int | None = None,
    level: str | None = None,
) -> Again:  # fmt: skip
    """The table of the rematch, with this person seated; made if there is none yet.

    `commitment` is the hash of the bytes that the person's client opens. `best_of` begins a series, and `level` is
    that of the bots, if nobody else played.
    """
    live = await tables.registry.find(table)
    seats = own_seats(live.state, person.id)
    if not seats:
        raise TableError("forbidden", say("Only those who sat here can have a rematch."))
    if not live.state.is_over:
        raise TableError("late", say("This game is not over yet."))
    if level is not None and (level not in LEVELS or not is_against_bots(live.state, person.id)):
        raise TableError("wrong", f"level: one of {', '.join(LEVELS)}, for a rematch against bots alone.")
    again = await find_or_make(tables, live, person, best_of)
    bots = bots_of(live.state, level)
    await tables.seats.seat_bots(again.table, bots)  # the first request may have stopped half-way
    for seat in seats:
        with suppress(TableError):  # taken: by themselves, or by an invited person
            await tables.seats.sit(again.table, person, rotated(live.state, seat), commitment, is_expected=True)
    if not (await tables.registry.find(again.table)).state.seats_of(person.id):
        await tables.seats.join(again.table, person, commitment, is_expected=True)
    return again


def own_seats(state: TableState, person: str) -> list[int]:
    """The seats that a person held at the end, or a bot that replaced them."""
    return [seat for seat in state.holders if seat in state.seats_of(person) or may_return(state, seat, person)]


def is_against_bots(state: TableState, person: str) -> bool:
    """Whether a person held one seat, and bots all others from the beginning."""
    return len(own_seats(state, person)) == 1 and len(bots_of(state)) == state.terms.players - 1


def bots_of(state: TableState, level: str | None = None) -> dict[int, str]:
    """The seats and levels of the rematch's bots, without those that had replaced a person."""
    bots = {seat: holder for seat, holder in state.holders.items() if isinstance(holder, BotHolder)}
    return {rotated(state, seat): level or one.level for seat, one in bots.items() if left_by(state, seat) is None}


async def find_or_make(tables: Tables, live: LiveTable, person: Person, best_of: int | None = None) -> Again:
    """The rematch's table. If two are made at the same time, the first one stays."""
    row = await tables.store.find_table(live.row.id)
    before = None if row is None else row.rematch
    if before is not None and not await is_cancelled(tables, before):
        return Again(before)
    if bots_of(live.state):
        await tables.seats.check_demand(person)
    new = Again(*await tables.seats.create(person, terms_again(live.state, best_of)))
    stays = await _name(tables, live, new.table, before)
    return new if stays == new.table else Again(stays)


def terms_again(state: TableState, best_of: int | None = None) -> Terms:
    """The terms of the rematch: the newest rules, and rated only if that is still possible. A series goes on.

    A game that continued another one begins at the same position again, by the rules of its steps.
    """
    terms = state.terms
    rules = terms.rules if terms.opening else state.game.rules_version
    is_rated = terms.rated and can_be_rated(terms)
    series = next_game(TableHistory(state), best_of)
    return terms.model_copy(update={"rules": rules, "rated": is_rated, "seating": "chosen", "series": series})


async def is_cancelled(tables: Tables, table: str) -> bool:
    """Whether a rematch was cancelled."""
    end = (await tables.registry.find(table)).state.end
    return end is not None and end.how == "cancelled"


async def _name(tables: Tables, live: LiveTable, new: str, before: str | None) -> str:
    """Store a finished table's rematch, instead of a cancelled one; returns the stored one.

    If another request was quicker, delete the new table.
    """
    free = or_(schema.tables.c.rematch.is_(None), schema.tables.c.rematch == before)
    async with tables.store.begin() as connection:
        named = update(schema.tables).where(schema.tables.c.id == live.row.id, free).values(rematch=new)
        if (await connection.execute(named)).rowcount:
            await tables.store.announce(connection, (live.row.id, ROW))
        else:
            await connection.execute(delete(schema.tables).where(schema.tables.c.id == new))
    drop(tables, [live.row.id])
    row = await tables.store.find_table(live.row.id)
    return new if row is None or row.rematch is None else row.rematch
