"""Finished tables by the hundred thousand, put into a database at once; for measuring what they cost the others."""

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.log.entries import ENTRY, Begin, End, Entry, PersonHolder, Play, Sit
from ludotheque.log.terms import Terms
from ludotheque.table.storage.integrity.entry_chain import fill_chain
from ludotheque.table.storage.schema import tables
from ludotheque.table.storage.store import Store

PEOPLE = 5_000  # who have played at all these tables
AT_ONCE = 50_000  # tables in one transaction

NUMBERS = """
    WITH RECURSIVE n(i) AS (SELECT CAST(:first AS integer) UNION ALL SELECT i + 1 FROM n WHERE i < :last)
"""
TABLES = """
    INSERT INTO tables (id, creator, terms, is_public, stage, created, changed, game)
    {numbers} SELECT 's' || i, 'p' || (i % :people), :terms, true, 'over', i * 10.0, i * 10.0 + 9, 'mabula' FROM n
"""
ENTRIES = """
    INSERT INTO entries ("table", number, at, body)
    {numbers} SELECT 's' || i, CAST(:number AS integer), i * 10.0 + :number, :body FROM n
"""
SEATS = """
    INSERT INTO seats ("table", seat, person)
    {numbers} SELECT 's' || i, CAST(:seat AS integer), 'p' || ((i + :seat) % :people) FROM n
"""
SITTERS = """
    INSERT INTO sitters (person, "table") {numbers} SELECT 'p' || ((i + :seat) % :people), 's' || i FROM n
"""
ANSWERS = """
    INSERT INTO answers ("table", person, id, body, at)
    {numbers} SELECT 's' || i, 'p' || ((i + :seat) % :people), 'r1', '{{"ok": true}}', i * 10.0 + 4 FROM n
"""
LOG: tuple[Entry, ...] = (
    Sit(seat=1, holder=PersonHolder(person="p1", name="Ada")),
    Sit(seat=2, holder=PersonHolder(person="p2", name="Bob")),
    Begin(start=None),
    Play(seat=1, steps=("b8-b4",)),
    Play(seat=2, steps=("c1-c5",)),
    End(how="resigned", seat=1),
)


async def store_tables(store: Store, terms: Terms, last: int) -> None:
    """Put finished tables into a database, until there are so many."""
    async with store.read() as connection:
        found = await connection.scalar(select(func.count()).select_from(tables).where(tables.c.creator.like("p%")))
    for begin in range(int(found or 0) + 1, last + 1, AT_ONCE):
        async with store.begin() as connection:
            await _store(connection, terms, {"first": begin, "last": min(begin + AT_ONCE - 1, last)})


async def _store(connection: AsyncConnection, terms: Terms, numbers: dict[str, int]) -> None:
    async def put(statement: str, **more: object) -> None:
        await connection.execute(text(statement.format(numbers=NUMBERS)), {**numbers, **more})

    await put(TABLES, people=PEOPLE, terms=terms.model_dump_json())
    for number, entry in enumerate(LOG, 1):
        await put(ENTRIES, number=number, body=ENTRY.dump_json(entry).decode())
    await connection.run_sync(fill_chain, [f"s{i}" for i in range(numbers["first"], numbers["last"] + 1)])
    for seat in (1, 2):
        for statement in (SEATS, SITTERS, ANSWERS):
            await put(statement, seat=seat, people=PEOPLE)
