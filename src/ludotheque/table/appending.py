"""Writing entries with all that goes with them, in the transaction of one connection."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Table, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table.entries import ENTRY, Entry, Logged
from ludotheque.table.errors import StoreError, TableError, Taken
from ludotheque.table.rows import Answered, SeatRow, Stage, WorkRow
from ludotheque.table.schema import answers, entries, seats, tables, work


async def write_entries(
    connection: AsyncConnection, table: str, number: int, new: Sequence[Entry], at: float
) -> list[Logged]:
    """Insert entries from a number on; their times never go back."""
    last, before = await read_last(connection, table)
    if last >= number:
        raise Taken(f"Entry {number} of table {table} is written already.")
    if last < number - 1:
        raise StoreError(f"Entry {number} of table {table} can't be written: its last entry is {last}.")
    logged = [Logged(number=number + i, at=max(at, before), entry=entry) for i, entry in enumerate(new)]
    if logged:
        await connection.execute(insert(entries), [_entry_row(table, one) for one in logged])
    return logged


async def read_last(connection: AsyncConnection, table: str) -> tuple[int, float]:
    """The number and time of a table's last entry; zeros if there is none."""
    rows = await connection.execute(
        select(entries.c.number, entries.c.at)
        .where(entries.c.table == table)
        .order_by(entries.c.number.desc())
        .limit(1)
    )
    row = rows.first()
    return (0, 0.0) if row is None else (row.number, row.at)


def _entry_row(table: str, logged: Logged) -> dict[str, Any]:
    body = ENTRY.dump_json(logged.entry).decode()
    return {"table": table, "number": logged.number, "at": logged.at, "body": body}


async def read_entries(connection: AsyncConnection, table: str, after: int) -> list[Logged]:
    """A table's entries after a number, in their order."""
    rows = await connection.execute(
        select(entries.c.number, entries.c.at, entries.c.body)
        .where(entries.c.table == table, entries.c.number > after)
        .order_by(entries.c.number)
    )
    return [Logged(number=number, at=at, entry=ENTRY.validate_json(body)) for number, at, body in rows]


async def write_answer(connection: AsyncConnection, table: str, answer: Answered, at: float) -> None:
    """Keep what a request was answered."""
    await connection.execute(insert(answers).values(table=table, at=at, **asdict(answer)))


async def write_stage(connection: AsyncConnection, table: str, stage: Stage, at: float) -> None:
    """Say how far a table is, and when it last changed."""
    written = await connection.execute(update(tables).where(tables.c.id == table).values(stage=stage, changed=at))
    if not written.rowcount:
        raise TableError("unknown", f"There is no table {table}.")


async def write_seats(connection: AsyncConnection, table: str, index: Iterable[SeatRow]) -> None:
    """Make the index of a table's seats what is given; rows that stay the same are not touched."""
    same = ("person", "bot", "waited", "due")
    await _replace(connection, seats, table, [{"table": table, **asdict(row)} for row in index], same)


async def write_work(connection: AsyncConnection, table: str, wanted: Iterable[WorkRow], at: float) -> None:
    """Make the work of a table what is given; a seat that is waited for since the same entry keeps its row."""
    rows = [{"table": table, **asdict(row), "since": at, "tries": 0} for row in wanted]
    await _replace(connection, work, table, rows, ("number", "level"))


async def _replace(
    connection: AsyncConnection, where: Table, table: str, wanted: list[dict[str, Any]], same: tuple[str, ...]
) -> None:
    """Delete a table's rows that differ from those wanted in some column, and insert those that are missing."""
    columns = ("seat", *same)
    present = (
        await connection.execute(select(*(where.c[name] for name in columns)).where(where.c.table == table))
    ).all()
    keys = {tuple(row[name] for name in columns) for row in wanted}
    gone = [row.seat for row in present if tuple(row) not in keys]
    if gone:
        await connection.execute(delete(where).where(where.c.table == table, where.c.seat.in_(gone)))
    kept = {row.seat for row in present} - set(gone)
    missing = [row for row in wanted if row["seat"] not in kept]
    if missing:
        await connection.execute(insert(where), missing)
