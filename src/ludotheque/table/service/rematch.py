"""Rematches: the same terms at a new table, with all players one seat further.

The first request makes the table and seats the bots; later ones seat the other players. A person whom a bot had
replaced gets their seat again.
"""

from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import delete, or_, update

from ludotheque.games.phrase import say
from ludotheque.log.entries import BotHolder
from ludotheque.log.rights import left_by, may_return
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import Terms
from ludotheque.table.people.people import Person
from ludotheque.table.registry.registry import LiveTable
from ludotheque.table.registry.seats import can_be_rated
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service.invitations import drop
from ludotheque.table.storage import schema
from ludotheque.table.storage.notices import ROW


@dataclass(frozen=True, slots=True)
class Again:
    """The table of a rematch, with its invitation for the person who makes it, if it is private."""

    table: str
    invitation: str | None = None


def rotated(state: TableState, seat: int) -> int:
    """The seat of a seat's player in the rematch."""
    return seat % state.terms.players + 1


async def rematch(tables: Tables, table: str, person: Person, commitment: str | None = None) -> Again:
    """The table of the rematch, with this person seated; made if there is none yet.

    `commitment` is the hash of the bytes that the person's client opens.
    """
    live = await tables.registry.find(table)
    seats = own_seats(live.state, person.id)
    if not seats:
        raise TableError("forbidden", say("Only those who sat here can have a rematch."))
    if not live.state.is_over:
        raise TableError("late", say("This game is not over yet."))
    again = await find_or_make(tables, live, person)
    await tables.seats.seat_bots(again.table, bots_of(live.state))  # the first request may have stopped half-way
    for seat in seats:
        with suppress(TableError):  # taken: by themselves, or by an invited person
            await tables.seats.sit(again.table, person, rotated(live.state, seat), commitment)
    if not (await tables.registry.find(again.table)).state.seats_of(person.id):
        await tables.seats.join(again.table, person, commitment)
    return again


def own_seats(state: TableState, person: str) -> list[int]:
    """The seats that a person held at the end, or a bot that replaced them."""
    return [seat for seat in state.holders if seat in state.seats_of(person) or may_return(state, seat, person)]


def bots_of(state: TableState) -> dict[int, str]:
    """The seats and levels of the rematch's bots, without those that had replaced a person."""
    bots = {seat: holder for seat, holder in state.holders.items() if isinstance(holder, BotHolder)}
    return {rotated(state, seat): one.level for seat, one in bots.items() if left_by(state, seat) is None}


async def find_or_make(tables: Tables, live: LiveTable, person: Person) -> Again:
    """The rematch's table. If two are made at the same time, the first one stays."""
    row = await tables.store.find_table(live.row.id)
    before = None if row is None else row.rematch
    if before is not None and not await is_cancelled(tables, before):
        return Again(before)
    if bots_of(live.state):
        await tables.seats.check_demand(person)
    new = Again(*await tables.seats.create(person, terms_again(live.state)))
    stays = await _name(tables, live, new.table, before)
    return new if stays == new.table else Again(stays)


def terms_again(state: TableState) -> Terms:
    """The terms of the rematch: the newest rules, and rated only if that is still possible.

    A game that continued another one begins at the same position again, by the rules of its steps.
    """
    terms = state.terms
    rules = terms.rules if terms.opening else state.game.rules_version
    is_rated = terms.rated and can_be_rated(terms)
    return terms.model_copy(update={"rules": rules, "rated": is_rated, "seating": "chosen"})


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
