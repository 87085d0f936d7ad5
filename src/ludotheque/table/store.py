"""The store: tables, their entries and what goes with them.

The key of an entry (table, number) is the arbiter: who inserts the row has written it.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from ludotheque.table import appending, life
from ludotheque.table.database import Database
from ludotheque.table.entries import Entry, Logged
from ludotheque.table.errors import TableError, Taken
from ludotheque.table.rows import Answered, SeatRow, Stage, TableRow, WorkRow
from ludotheque.table.schema import answers, tables
from ludotheque.table.terms import Terms

Result = TypeVar("Result")

TABLE_COLUMNS = [tables.c[field.name] for field in fields(TableRow)]


class Store(Database):
    """A database with the reading and writing of tables."""

    async def create_table(self, row: TableRow) -> None:
        """Write a new table; raises Taken if its id exists."""
        values = {field.name: getattr(row, field.name) for field in fields(row)}
        values["terms"] = row.terms.model_dump_json()
        try:
            async with self.begin() as connection:
                await connection.execute(insert(tables).values(values))
        except IntegrityError as error:
            raise Taken(f"Table {row.id} exists already.") from error

    async def find_table(self, table: str) -> TableRow | None:
        """A table by its id."""
        async with self.read() as connection:
            row = (await connection.execute(select(*TABLE_COLUMNS).where(tables.c.id == table))).mappings().first()
        return None if row is None else TableRow(**{**row, "terms": Terms.model_validate_json(row["terms"])})

    async def entries(self, table: str, after: int = 0) -> list[Logged]:
        """A table's entries after a number."""
        async with self.read() as connection:
            return await appending.read_entries(connection, table, after)

    async def append(
        self,
        table: str,
        number: int,
        entries: Sequence[Entry],
        *,
        index: Sequence[SeatRow],
        stage: Stage,
        work: Sequence[WorkRow],
        answer: Answered | None = None,
        at: float | None = None,
    ) -> list[Logged]:
        """Write entries from a number on, with the answer, the index of seats, the stage and the bots' work: all or
        nothing. Raises Taken if another has written that number, or has answered that request.

        Once begun it is finished, even if the caller is cancelled. `at` is the time, if it was asked for already.
        """

        async def write() -> list[Logged]:
            async with self.begin() as connection:
                moment = await self.time_of(connection) if at is None else at
                logged = await appending.write_entries(connection, table, number, entries, moment)
                moment = logged[-1].at if logged else moment
                await appending.write_stage(connection, table, stage, moment)
                if answer is not None:
                    await appending.write_answer(connection, table, answer, moment)
                await appending.write_seats(connection, table, index)
                await appending.write_work(connection, table, work, moment)
                if logged:
                    await self.announce(connection, table, logged[-1].number)
            return logged

        return await self._finish(self._or_taken(table, number, write()))

    async def _or_taken(self, table: str, number: int, writing: Coroutine[Any, Any, Result]) -> Result:
        """What the database refuses because of a key, another has written."""
        try:
            return await writing
        except IntegrityError as error:
            if await self.find_table(table) is None:
                raise TableError("unknown", f"There is no table {table}.") from error
            raise Taken(f"Entry {number} of table {table} is written already.") from error

    async def _finish(self, doing: Coroutine[Any, Any, Result]) -> Result:
        """Wait for something that goes on when the one who waits is cancelled."""
        task = asyncio.create_task(doing)
        self._unfinished.add(task)
        task.add_done_callback(self._unfinished.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def answered(self, table: str, person: str, request: str) -> str | None:
        """What a person's request was answered, if it was."""
        asked = (answers.c.table == table, answers.c.person == person, answers.c.id == request)
        async with self.read() as connection:
            return await connection.scalar(select(answers.c.body).where(*asked))

    async def keep_answer(self, table: str, answer: Answered) -> str:
        """Keep an answer that goes with no entry; returns it, or the one that was given before."""
        try:
            async with self.begin() as connection:
                await appending.write_answer(connection, table, answer, await self.time_of(connection))
        except IntegrityError:
            return await self.answered(table, answer.person, answer.id) or answer.body
        return answer.body

    async def beat(self, process: str) -> None:
        """Say that a process is alive, every second; a time without any process becomes a pause."""
        async with self.begin() as connection:
            await life.write_beat(connection, process, await self.time_of(connection))

    async def pauses(self, since: float = 0.0) -> list[tuple[float, float]]:
        """The times in which no process was alive, as far as they ended after a time."""
        async with self.read() as connection:
            return await life.read_pauses(connection, since)

    async def alive(self) -> set[str]:
        """The processes that were heard of in the last seconds."""
        async with self.read() as connection:
            return await life.read_alive(connection, await self.time_of(connection))
