"""Compares every stored log of a house with its chain of hashes."""

from sqlalchemy import select, text

from ludotheque.table.storage.log_writer import read_entries
from ludotheque.table.storage.schema import tables
from ludotheque.table.storage.storage_errors import DamagedLogError
from ludotheque.table.storage.store import Store

LOST = text('SELECT DISTINCT "table" FROM entries WHERE "table" NOT IN (SELECT id FROM tables) ORDER BY 1')


async def find_damaged(store: Store) -> tuple[int, dict[str, str]]:
    """How many tables are whole, and why each of the others is not."""
    whole, damaged = 0, dict[str, str]()
    async with store.read() as connection:
        for table in (await connection.scalars(select(tables.c.id).order_by(tables.c.id))).all():
            try:
                await read_entries(connection, table, 0, None)
            except DamagedLogError as error:
                damaged[table] = error.why
            else:
                whole += 1
        for table in await connection.scalars(LOST):
            damaged[table] = "the table itself is missing"
    return whole, damaged
