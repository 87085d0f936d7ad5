"""The table of a party: made and taken at once, so that nobody sits at two tables, or at one without the others.

A transaction makes the table and writes it beside all people of the party, if they are all still there. Then they sit
down by one write to its log. A process that dies in between leaves the rest to the next tick, of any process: each step
does nothing where it is done already.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from sqlalchemy import update

from ludotheque.log.commands import Draft
from ludotheque.log.entries import End, PersonHolder
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service.invitations import drop
from ludotheque.table.service.seeks import seek_rows
from ludotheque.table.service.seeks.offers import find_offer, terms_for
from ludotheque.table.service.seeks.parties import BEGINNING, SEATED
from ludotheque.table.service.seeks.seek import Seek
from ludotheque.table.storage import schema
from ludotheque.table.storage.notices import ROW, SEEKS
from ludotheque.table.storage.store import insert_table


async def seat_party(tables: Tables, party: Sequence[Seek]) -> None:
    """Bring a party whose people have all come to a new table; does nothing if another process was quicker."""
    table = await _make_table(tables, party)
    if table is not None:
        await sit_down(tables, table, party)


async def _make_table(tables: Tables, party: Sequence[Seek]) -> str | None:
    """Make the table of a party, and write it beside its people; None unless they are all there, without a table."""
    first = party[0]
    terms = terms_for(first.game, find_offer(first.game, first.offer), party)
    async with tables.store.begin() as connection:
        await seek_rows.lock(connection)
        now = [one for one in await seek_rows.read_party(connection, str(first.party)) if one.has_come]
        if len(now) < first.size or any(one.table for one in now):
            return None
        at = await tables.store.time_of(connection)
        row = replace(tables.seats.new_row(first.person, terms, at, None), is_public=False)  # until they sit there
        await insert_table(connection, row)
        await seek_rows.write_table(connection, str(first.party), row.id, at)
    return row.id


async def sit_down(tables: Tables, table: str, party: Sequence[Seek]) -> None:
    """Seat a party at its table, and let everybody watch."""
    people = await tables.registry.people.look_up(one.person for one in party)
    level = await tables.seats.level_of(party[0].person, party[0].game)
    await tables.seats.sit_together(table, [(people[one.person], one.commitment) for one in party], level)
    async with tables.store.begin() as connection:
        await connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(is_public=True))
        await tables.store.announce(connection, (table, ROW), SEEKS)
    drop(tables, [table])


async def settle(tables: Tables, party: Sequence[Seek], now: float) -> None:
    """Finish what is left to do for a party at its table: seat it, part it if the game can't begin, or forget it."""
    table, age = str(party[0].table), now - party[0].changed
    try:
        state = (await tables.registry.find(table)).state
    except TableError:  # removed
        return await _forget(tables, [one.person for one in party])
    if not state.is_over and all(holder is None for holder in state.holders.values()):
        return await sit_down(tables, table, party)
    if not state.has_begun and not state.is_over and age > BEGINNING:
        await _part(tables, table, party, state)
    elif age > SEATED:
        await _forget(tables, [one.person for one in party])
    return None


async def _part(tables: Tables, table: str, party: Sequence[Seek], state: TableState) -> None:
    """Call a game off that can't begin since a client does not open its bytes; the others look on."""
    holders = [state.holders[seat] for seat in state.unopened]
    gone = {one.person for one in holders if isinstance(one, PersonHolder)}

    def make(state: TableState) -> Draft:
        return Draft([] if state.is_over or state.has_begun else [End(how="cancelled")])

    with suppress(TableError):
        await tables.registry.write(table, make)
    async with tables.store.begin() as connection:
        await seek_rows.lock(connection)
        here = {one.person for one in await seek_rows.read_party(connection, str(party[0].party)) if one.table == table}
        await seek_rows.drop_seeks(connection, here & gone)
        await seek_rows.free_seeks(connection, here - gone)
        await seek_rows.write_seen(connection, here - gone, await tables.store.time_of(connection))
        await tables.store.announce(connection, SEEKS)


async def _forget(tables: Tables, people: Sequence[str]) -> None:
    """Delete the seeks of people who know where they sit."""
    async with tables.store.begin() as connection:
        await seek_rows.lock(connection)
        await seek_rows.drop_seeks(connection, people)
