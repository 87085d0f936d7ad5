"""Invitations: renews a table's invitation, and transfers a guest's tables to the account that they log in to."""

import secrets
from collections.abc import Iterable

import structlog
from sqlalchemy import select, update

from ludotheque.games.phrase import say
from ludotheque.log.commands import Draft
from ludotheque.log.entries import Entry, Sit
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.table.people.own_data import open_tables
from ludotheque.table.people.people import Person
from ludotheque.table.registry.registry import hashed
from ludotheque.table.registry.seats import held_by
from ludotheque.table.registry.tables import Tables
from ludotheque.table.storage import schema
from ludotheque.table.storage.notices import ROW
from ludotheque.table.storage.storage_errors import StoreError

SECRET_BYTES = 32

log = structlog.get_logger(__name__)


async def renew_invitation(tables: Tables, table: str, person: Person) -> str:
    """A new invitation, shown this once; the old one is void."""
    row = (await tables.registry.find(table)).row
    if row.creator != person.id:
        raise TableError("forbidden", say("Only whoever made the table invites to it."))
    if row.is_public:
        raise TableError("wrong", say("This table is public: nobody needs an invitation."))
    invitation = secrets.token_urlsafe(SECRET_BYTES)
    async with tables.store.begin() as connection:
        mine = update(schema.tables).where(schema.tables.c.id == table, schema.tables.c.creator == person.id)
        await connection.execute(mine.values(invitation=hashed(invitation)))
        await tables.store.announce(connection, (table, ROW))
    drop(tables, [table])
    return invitation


async def hand_over(tables: Tables, guest: Person, account: Person) -> None:
    """Transfer a guest's seats at open tables, and the tables that they made, to an account."""
    for table in await open_tables(tables.store, guest.id):
        try:
            await tables.registry.write(table, lambda state: Draft(seats_handed(state, guest, account)))
        except StoreError:
            raise
        except Exception as error:  # a table that does not replay must not stop the login
            log.error("handing over", table=table, exc_info=error)
    made = schema.tables.c.creator == guest.id
    async with tables.store.begin() as connection:
        names = list(await connection.scalars(select(schema.tables.c.id).where(made)))
        await connection.execute(update(schema.tables).where(made).values(creator=account.id))
        await tables.store.announce(connection, *((table, ROW) for table in names))
    drop(tables, names)


def seats_handed(state: TableState, guest: Person, account: Person) -> list[Entry]:
    """Sit entries that give all seats of a guest to an account."""
    if state.is_over:
        return []
    return [Sit(seat=seat, holder=held_by(account)) for seat in state.seats_of(guest.id)]


def drop(tables: Tables, names: Iterable[str]) -> None:
    """Let the next readers of tables read their changed rows. Their logs are not replayed again."""
    for table in names:
        tables.registry.apply_notice(table, ROW)
