"""The store: tables and their logs.

The key of an entry (table, number) is the arbiter: the process that inserts the row has written it.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import fields

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.log.entries import Entry, Logged, Opened
from ludotheque.log.terms import Terms
from ludotheque.table.storage import heartbeat, log_writer
from ludotheque.table.storage.database import Database
from ludotheque.table.storage.engines import Address
from ludotheque.table.storage.log_writer import Writing
from ludotheque.table.storage.notices import Notice
from ludotheque.table.storage.row_values import Answered, SeatRow, TableRow, WorkRow
from ludotheque.table.storage.schema import answers, tables
from ludotheque.table.storage.seal import Seal
from ludotheque.table.storage.storage_errors import EntryConflictError
from ludotheque.wire.field_bounds import Stage

Then = Callable[[list[Logged]], None]
Wanted = tuple[Writing, Then | None, asyncio.Future[list[Logged]]]

MOST_AT_ONCE = 200  # tables written in one transaction
TABLE_COLUMNS = [tables.c[field.name] for field in fields(TableRow)]


async def insert_table(connection: AsyncConnection, row: TableRow) -> None:
    """Insert a new table in a write transaction."""
    values = {field.name: getattr(row, field.name) for field in fields(row)}
    values |= {"terms": row.terms.model_dump_json(), "game": row.terms.game}
    await connection.execute(insert(tables).values(values))


class Store(Database):
    """A database of tables. Concurrent appends are batched into one transaction."""

    def __init__(self, address: Address, seal: Seal) -> None:
        super().__init__(address, seal)
        self._wanted: list[Wanted] = []  # the next batch
        self._writing: asyncio.Task[None] | None = None
        self._under_way: set[str] = set()  # the tables of the batch being written
        self._held: list[Notice] = []  # their notices, delayed until `then` has run

    def hear(self, notice: Notice) -> None:
        """Pass on a notice; one about our own batch may come before its commit returns, and is held."""
        if notice[0] in self._under_way:
            self._held.append(notice)
        else:
            super().hear(notice)

    async def create_table(self, row: TableRow) -> None:
        """Insert a new table; raises EntryConflictError if its id exists."""
        try:
            async with self.begin() as connection:
                await insert_table(connection, row)
        except IntegrityError as error:
            raise EntryConflictError(f"Table {row.id} exists already.") from error

    async def find_table(self, table: str) -> TableRow | None:
        """A table by its id."""
        async with self.read() as connection:
            row = (await connection.execute(select(*TABLE_COLUMNS).where(tables.c.id == table))).mappings().first()
        return None if row is None else TableRow(**{**row, "terms": Terms.model_validate_json(row["terms"])})

    async def entries(self, table: str, after: int = 0) -> list[Logged]:
        """A table's entries after a number."""
        async with self.read() as connection:
            return await log_writer.read_entries(connection, table, after, self.seal)

    async def append(
        self,
        table: str,
        number: int,
        entries: Sequence[Entry],
        *,
        index: Sequence[SeatRow],
        stage: Stage,
        work: Sequence[WorkRow] | None,
        answer: Answered | None = None,
        at: float | None = None,
        then: Then | None = None,
        hidden: frozenset[int] = frozenset(),
        opened: Opened | None = None,
    ) -> list[Logged]:
        """Append entries from `number` on, with the answer, seat index, stage and bots' work, atomically.

        Raises EntryConflictError if another process has written that number or answered that request. Cancelling the
        caller does not cancel the write. `at` is the time (None: now); `then` is called after the commit, before
        notices are sent. `hidden` entries are sealed; `opened` is stored with the last entry.
        """

        writing = Writing(table, number, entries, index, stage, work, answer, at, hidden, opened)
        done: asyncio.Future[list[Logged]] = asyncio.get_running_loop().create_future()
        done.add_done_callback(lambda one: one.cancelled() or one.exception())
        self._wanted.append((writing, then, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_wanted())
            self._unfinished.add(self._writing)
            self._writing.add_done_callback(self._unfinished.discard)
        return await asyncio.shield(done)

    async def _write_wanted(self) -> None:
        """Write batch after batch until no request is left; each takes all that came during the one before."""
        while self._wanted:
            batch, rest, names = list[Wanted](), list[Wanted](), set[str]()
            for one in self._wanted:
                (rest if one[0].table in names or len(batch) >= MOST_AT_ONCE else batch).append(one)
                names.add(one[0].table)
            self._wanted, self._under_way = rest, {one.table for one, _, _ in batch}
            made = await self._write_batch([one for one, _, _ in batch])
            for (_, then, done), written in zip(batch, made, strict=True):
                try:
                    if isinstance(written, Exception):
                        raise written
                    if then is not None and written:
                        then(written)
                except Exception as error:
                    done.set_exception(error)
                else:
                    done.set_result(written)
            held, self._held, self._under_way = self._held, [], set()
            for notice in held:
                super().hear(notice)
        self._writing = None

    async def _write_batch(self, batch: list[Writing]) -> list[list[Logged] | Exception]:
        """Write the batch in one transaction. On a key conflict retry one by one, so that only that write fails."""
        try:
            now = await self.now()
            async with self.begin() as connection:
                made = await log_writer.write_all(connection, batch, now, self.seal)
                await self.announce(connection, *(
                    (one.table, logged[-1].number)
                    for one, logged in zip(batch, made, strict=True) if isinstance(logged, list) and logged
                ))  # fmt: skip
        except IntegrityError as error:
            if len(batch) > 1:
                return [(await self._write_batch([one]))[0] for one in batch]
            taken = EntryConflictError(f"Entry {batch[0].number} of table {batch[0].table} is written already.")
            taken.__cause__ = error
            return [taken]
        except Exception as error:
            return [error] * len(batch)
        if self.mark is not None:
            self.mark.advance(entries=sum(len(logged) for logged in made if isinstance(logged, list)))
        return list(made)

    async def answered(self, table: str, person: str, request: str) -> str | None:
        """The stored answer to a person's request, or None."""
        asked = (answers.c.table == table, answers.c.person == person, answers.c.id == request)
        async with self.read() as connection:
            body = await connection.scalar(select(answers.c.body).where(*asked))
        return None if body is None else log_writer.read_answer(self.seal, table, request, body)

    async def keep_answer(self, table: str, answer: Answered) -> str:
        """Store an answer without an entry; returns it, or the one stored before."""
        try:
            async with self.begin() as connection:
                await log_writer.write_answer(connection, self.seal, table, answer, await self.time_of(connection))
        except IntegrityError:
            return await self.answered(table, answer.person, answer.id) or answer.body
        return answer.body

    async def beat(self, process: str) -> float:
        """Write a process's heartbeat, once a second; returns the time. A gap without any becomes a pause."""
        async with self.begin() as connection:
            now = await self.time_of(connection)
            await heartbeat.write_beat(connection, process, now)
            if self.mark is not None:
                await heartbeat.count_beat(connection, self.mark.reached.beats + 1)
            await self.renew_number(connection)
        if self.mark is not None:
            self.mark.advance(beats=1)
        await self.check_part_of_log()
        return now

    async def say_farewell(self, process: str) -> None:
        """Remove a process that stops; if no other is alive, a pause begins."""
        async with self.begin() as connection:
            await heartbeat.write_farewell(connection, process, await self.time_of(connection))

    async def pauses(self, since: float = 0.0) -> list[tuple[float, float]]:
        """The pauses, without any live process, that ended after `since`."""
        async with self.read() as connection:
            return await heartbeat.read_pauses(connection, since)

    async def alive(self) -> set[str]:
        """The processes with a heartbeat in the last seconds."""
        async with self.read() as connection:
            return await heartbeat.read_alive(connection, await self.time_of(connection))
