"""Appends entries of several tables, with answers, seat index and bots' work, in one transaction.

Rows are inserted many at a time: row by row, a statement and a thread switch each would be most of the cost.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Table, and_, bindparam, delete, insert, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError
from ludotheque.log.entries import ENTRY, Entry, Logged, Opened, PersonHolder, Play, Sealed, Sit
from ludotheque.log.table_errors import TableError
from ludotheque.table.storage.engines import insert_missing
from ludotheque.table.storage.integrity.entry_chain import FIRST, Linked, check_log, link
from ludotheque.table.storage.row_values import Answered, SeatRow, WorkRow
from ludotheque.table.storage.schema import answers, entries, seats, sitters, tables, work
from ludotheque.table.storage.seal import Seal
from ludotheque.table.storage.storage_errors import DamagedLogError, EntryConflictError, StoreError
from ludotheque.wire.field_bounds import Stage

MOST_ROWS = 100  # of one statement
ENTRY_COLUMNS = ("table", "number", "at", "body", "opened", "chain")
TABLE_COLUMNS = ("id", "stage", "changed", "last_entry", "chain")
ANSWER_COLUMNS = ("table", "person", "id", "body", "at")
SEAT_COLUMNS = ("table", "seat", "person", "bot", "waited", "due")
ANSWER_LENGTH = 2048  # bytes to which sealed answers are padded; the longest refusal in any language has half
MOST_REFUSALS = 8  # stored for each person and table; an older request is judged again, and is refused again
WORK_COLUMNS = ("seat", "number", "level")
LAST = "SELECT id, last_entry, chain, changed FROM tables WHERE id IN "

Row = tuple[Any, ...]


class Head(NamedTuple):
    """How far a table's log goes: its last entry, the link of it, and its time."""

    number: int
    chain: str | None
    changed: float


class Writing(NamedTuple):
    """One table's atomic write: entries from `number` on, with their answer, seat index, stage and bots' work."""

    table: str
    number: int
    entries: Sequence[Entry]
    seats: Sequence[SeatRow]
    stage: Stage
    work: Sequence[WorkRow] | None  # None: no bot sits there, and none did before
    answer: Answered | None
    at: float | None  # None: now
    hidden: frozenset[int] = frozenset()  # numbers of the entries to seal
    opened: Opened | None = None  # choices that the last entry reveals to all


Written = list[Logged] | GameError  # the error if nothing was written


async def write_all(connection: AsyncConnection, wanted: Sequence[Writing], now: float, seal: Seal) -> list[Written]:
    """Append the batch, at most one write per table. Returns, per write, its logged entries or the error.

    Raises IntegrityError if a request id was already answered.
    """
    found = await select_rows(connection, LAST, [one.table for one in wanted])
    heads = {name: Head(*rest) for name, *rest in found}
    made = [_number(one, heads.get(one.table), now) for one in wanted]
    kept = [(one, logged) for one, logged in zip(wanted, made, strict=True) if isinstance(logged, list)]
    kept.sort(key=lambda pair: pair[0].table)  # all processes take their locks in the same order
    rows = {one.table: _entry_rows(one, logged, seal, heads[one.table].chain or "") for one, logged in kept}
    await insert_rows(connection, entries, ENTRY_COLUMNS, [row for many in rows.values() for row in many])
    if sat := _sitter_rows(kept):
        await connection.execute(insert_missing(connection, sitters), sat)
    await update_rows(connection, tables, TABLE_COLUMNS, [
        (one.table, one.stage, _moment(one, logged, now), *_head_after(rows[one.table], heads[one.table]))
        for one, logged in kept
    ])  # fmt: skip
    await insert_rows(connection, answers, ANSWER_COLUMNS, [
        (one.table, one.answer.person, one.answer.id, one.answer.body, _moment(one, logged, now))
        for one, logged in kept if one.answer is not None
    ])  # fmt: skip
    await insert_rows(connection, seats, SEAT_COLUMNS, [
        (one.table, row.seat, row.person, row.bot, row.waited, row.due) for one, _ in kept for row in one.seats
    ], over=("table", "seat"))  # fmt: skip
    await _replace_work(connection, [one.table for one, _ in kept if one.work is not None], [
        {"table": one.table, **row._asdict(), "since": _moment(one, logged, now), "tries": 0}
        for one, logged in kept for row in one.work or ()
    ])  # fmt: skip
    return made


def _number(one: Writing, head: Head | None, now: float) -> Written:
    """The entries with numbers and times (never earlier than the last entry's), or the error."""
    if head is None:
        return TableError("unknown", say("There is no such table: look at the link again."))
    if head.chain is None:
        return DamagedLogError(one.table, "it is known to be damaged")
    number, before = head.number, head.changed
    if number >= one.number:
        return EntryConflictError(f"Entry {one.number} of table {one.table} is written already.")
    if number < one.number - 1:
        return StoreError(f"Entry {one.number} of table {one.table} can't be written: its last entry is {number}.")
    at = max(now if one.at is None else one.at, before if number else 0.0)
    last_number = one.number + len(one.entries) - 1
    return [
        Logged(number=number, at=at, entry=entry, opened=one.opened if number == last_number else None)
        for number, entry in enumerate(one.entries, one.number)
    ]


def _moment(one: Writing, logged: list[Logged], now: float) -> float:
    return logged[-1].at if logged else now if one.at is None else one.at


def _entry_rows(one: Writing, log: list[Logged], seal: Seal, before: str) -> list[Row]:
    """The rows of a table's new entries, each with its link in the chain."""
    rows: list[Row] = []
    for logged in log:
        body, opened = _texts(one, logged, seal)
        before = link(before, logged.number, logged.at, body, opened)
        rows.append((one.table, logged.number, logged.at, body, opened, before))
    return rows


def _head_after(rows: list[Row], head: Head) -> tuple[int, str | None]:
    """The number and the link of a table's last entry, after these rows."""
    return (rows[-1][1], rows[-1][-1]) if rows else (head.number, head.chain)


def _texts(one: Writing, logged: Logged, seal: Seal) -> tuple[str, str | None]:
    """An entry and what it reveals, as stored."""
    entry = logged.entry
    if isinstance(entry, Play) and logged.number in one.hidden:
        text = seal.close(entry.model_dump_json(include={"steps", "thinking"}), about(one.table, logged.number))
        entry = Sealed(seat=entry.seat, text=text, then=entry.then, draw=entry.draw)
    return ENTRY.dump_json(entry).decode(), logged.opened.model_dump_json() if logged.opened else None


def about(table: str, number: int) -> str:
    """The associated data that binds a sealed choice to its entry."""
    return f"{table} {number}"


def _sitter_rows(kept: Iterable[tuple[Writing, list[Logged]]]) -> list[dict[str, Any]]:
    """Rows of people who take a seat."""
    sits = [(one.table, logged.entry) for one, many in kept for logged in many if isinstance(logged.entry, Sit)]
    found = {(table, sit.holder.person) for table, sit in sits if isinstance(sit.holder, PersonHolder)}
    return [{"table": table, "person": person} for table, person in sorted(found)]


async def read_entries(connection: AsyncConnection, table: str, after: int, seal: Seal | None) -> list[Logged]:
    """A table's entries after a number, in order; sealed ones decrypted if revealed, or with the key.

    A log that is read from its beginning is compared with its chain; raises DamagedLogError.
    """
    found = await connection.execute(
        select(entries.c.number, entries.c.at, entries.c.body, entries.c.opened, entries.c.chain)
        .where(entries.c.table == table, entries.c.number > after)
        .order_by(entries.c.number)
    )
    rows = [Linked(*row) for row in found]
    if after == 0:
        head = select(tables.c.last_entry, tables.c.chain).where(tables.c.id == table)
        check_log(table, rows, *((await connection.execute(head)).first() or (0, FIRST)))
    return read_log(table, [row[:4] for row in rows], seal)


def read_log(table: str, rows: Sequence[tuple[Any, ...]], seal: Seal | None) -> list[Logged]:
    """Parse rows of number, time, body and revealed choices."""
    log = [
        Logged(
            number=number, at=at, entry=ENTRY.validate_json(body),
            opened=Opened.model_validate_json(opened) if opened else None,
        )
        for number, at, body, opened in rows
    ]  # fmt: skip
    plays = {number: play for one in log if one.opened for number, play in one.opened.plays.items()}
    return [
        one.model_copy(update={"entry": plays.get(one.number) or _unsealed(table, one.number, one.entry, seal)})
        if isinstance(one.entry, Sealed)
        else one
        for one in log
    ]


def _unsealed(table: str, number: int, sealed: Sealed, seal: Seal | None) -> Play | Sealed:
    text = seal.open(sealed.text, about(table, number)) if seal else None
    if text is None:
        return sealed
    return Play(seat=sealed.seat, then=sealed.then, draw=sealed.draw, **json.loads(text))


async def write_answer(connection: AsyncConnection, seal: Seal, table: str, answer: Answered, at: float) -> None:
    """Store a refusal, sealed since it may reveal a secret attempt, in place of the person's oldest one there."""
    row = {**answer._asdict(), "body": seal.close(answer.body, f"{table} {answer.id}", ANSWER_LENGTH)}
    await connection.execute(insert(answers).values(table=table, at=at, **row))
    theirs = and_(answers.c.table == table, answers.c.person == answer.person, answers.c.body.not_like("{%"))
    newest = select(answers.c.id).where(theirs).order_by(answers.c.at.desc(), answers.c.id).limit(MOST_REFUSALS)
    await connection.execute(delete(answers).where(theirs, answers.c.id.not_in(newest)))


def read_answer(seal: Seal, table: str, request: str, body: str) -> str | None:
    """Decrypt a stored answer; None if it was sealed with another key."""
    return body if body.startswith("{") else seal.open(body, f"{table} {request}")


async def _replace_work(connection: AsyncConnection, names: list[str], wanted: list[dict[str, Any]]) -> None:
    """Replace the bots' work at the named tables; rows that wait since the same entry stay untouched."""
    if not names:
        return
    chosen = select(work.c.table, *(work.c[name] for name in WORK_COLUMNS)).where(work.c.table.in_(names))
    present = {tuple(row) for row in await connection.execute(chosen)}
    keys = {(row["table"], *(row[name] for name in WORK_COLUMNS)) for row in wanted}
    if gone := present - keys:
        mine = and_(work.c.table == bindparam("name"), work.c.seat == bindparam("which"))
        await connection.execute(delete(work).where(mine), [{"name": row[0], "which": row[1]} for row in sorted(
            gone, key=lambda row: row[:2])])  # fmt: skip
    if new := [row for row in wanted if (row["table"], *(row[name] for name in WORK_COLUMNS)) not in present]:
        await connection.execute(insert(work), new)


async def insert_rows(
    connection: AsyncConnection, where: Table, columns: tuple[str, ...], rows: Sequence[Row], over: tuple[str, ...] = ()
) -> None:
    """Insert rows; with `over`, the key columns, replace existing ones."""
    changed = ", ".join(f'"{name}" = excluded."{name}"' for name in columns if name not in over)
    tail = f" ON CONFLICT ({_listed(over)}) DO UPDATE SET {changed}" if over else ""
    head = f'INSERT INTO "{where.name}" ({_listed(columns)}) VALUES '  # noqa: S608
    await _execute(connection, head, rows, tail)


async def update_rows(connection: AsyncConnection, where: Table, columns: tuple[str, ...], rows: Sequence[Row]) -> None:
    """Update rows: the first column is the key, the others are new values."""
    key, *changed = columns
    these = ", ".join(f'"{name}" = given.column{place}' for place, name in enumerate(changed, 2))
    tail = f') AS given WHERE "{where.name}"."{key}" = given.column1'
    await _execute(connection, f'UPDATE "{where.name}" SET {these} FROM (VALUES ', rows, tail)  # noqa: S608


async def select_rows(connection: AsyncConnection, head: str, keys: Sequence[Any]) -> list[Row]:
    """SELECT with `keys` spliced into an IN (...) after `head`, in chunks."""
    found: list[Row] = []
    for first in range(0, len(keys), MOST_ROWS):
        some = keys[first : first + MOST_ROWS]
        found += await _run(connection, head + _values(_mark(connection), len(some), 1), tuple(some))
    return found


async def _execute(connection: AsyncConnection, head: str, rows: Sequence[Row], tail: str) -> None:
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        statement = head + _values(_mark(connection), len(some[0]), len(some)) + tail
        await _run(connection, statement, tuple(value for row in some for value in row))


async def _run(connection: AsyncConnection, statement: str, values: Row) -> list[Row]:
    """Run a statement, with one switch to SQLite's thread; SQLAlchemy's cursor would take three or four."""
    if connection.dialect.name != "sqlite":
        done = await connection.exec_driver_sql(statement, values)
        return [tuple(row) for row in done] if done.returns_rows else []
    raw = await connection.get_raw_connection()
    driver: Any = raw.driver_connection
    try:
        return list(await driver.execute_fetchall(statement, values))
    except (sqlite3.Error, ValueError) as error:  # ValueError: a closed connection
        why = error if isinstance(error, sqlite3.Error) else sqlite3.OperationalError(str(error))
        raise DBAPIError.instance(statement, None, why, sqlite3.Error, hide_parameters=True) from error


def _mark(connection: AsyncConnection) -> str:
    return "?" if connection.dialect.name == "sqlite" else "%s"


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in names)


@lru_cache(maxsize=512)
def _values(mark: str, width: int, count: int) -> str:
    row = f"({', '.join([mark] * width)})"
    return ", ".join([row] * count)
