"""An open database: transactions, its clock, and notices of what is written.

What is committed is on disk.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table.backup import save_backup
from ludotheque.table.engines import Address, open_reader, open_writer, parse_address
from ludotheque.table.errors import StoreError
from ludotheque.table.failing import in_one_line
from ludotheque.table.locking import FileLock, make_private
from ludotheque.table.migrating import migrate
from ludotheque.table.notices import Notice, Notices

if TYPE_CHECKING:
    from ludotheque.table.hearing import Hearing

CLOCK = text("SELECT extract(epoch FROM clock_timestamp())::float8")
NOTIFY = text("SELECT pg_notify('table_entries', :payload)")
TOLD = "told when committed"  # the notices of a connection's transaction


class Database:
    """SQLite or PostgreSQL, for one process. It belongs to the event loop that opened it."""

    def __init__(self, address: Address) -> None:
        self.kind = address.kind
        self._address = address
        self._writer = open_writer(address)
        self._reader = open_reader(address)
        self._lock: FileLock | None = None
        self._hearing: Hearing | None = None
        self._notices = Notices()
        self._unfinished: set[asyncio.Task[Any]] = set()

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open `sqlite:///FILE` or `postgresql://...` and bring it to the newest schema; a StoreError says why not."""
        address = parse_address(url)
        with in_one_line(f"{address} can't be used", every=True):
            database = cls(address)
            try:
                await database._start()
            except BaseException:
                await database.close()
                raise
        return database

    async def _start(self) -> None:
        if self.kind == "sqlite":
            self._lock = FileLock.take(self._address.file)
            make_private(self._address.file)
            await migrate(self._address)
            return
        from ludotheque.table.hearing import Hearing  # psycopg is an extra

        await migrate(self._address)
        self._hearing = Hearing(self._address, self._notices.tell)
        await self._hearing.start()

    async def close(self) -> None:
        """Finish what is being written, and let go of the database; a second time does nothing."""
        if self._unfinished:
            await asyncio.wait(self._unfinished)
        self._notices.close()
        if self._hearing is not None:
            await self._hearing.stop()
        await self._reader.dispose()
        await self._writer.dispose()
        if self._lock is not None:
            self._lock.release()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A write transaction: once it is left without an error, it is on disk. One at a time in SQLite."""
        with in_one_line("The database can't be written just now"):
            async with self._writer.begin() as connection:
                told: list[Notice] = []
                connection.info[TOLD] = told
                yield connection
        for notice in told:
            self._notices.tell(notice)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees one moment of the database and can't write."""
        with in_one_line("The database can't be read just now"):
            async with self._reader.begin() as connection:
                yield connection

    async def now(self) -> float:
        """The time: the database's where several machines may share it, this machine's otherwise."""
        if self.kind == "sqlite":
            return time.time()
        async with self.read() as connection:
            return await self.time_of(connection)

    async def time_of(self, connection: AsyncConnection) -> float:
        """The same time, asked on a connection that is at hand."""
        return time.time() if self.kind == "sqlite" else float(await connection.scalar(CLOCK) or 0)

    async def announce(self, connection: AsyncConnection, table: str, number: int) -> None:
        """Tell all processes of a table, once the write transaction of a connection is committed."""
        if self.kind == "sqlite":
            connection.info[TOLD].append((table, number))
        else:
            await connection.execute(NOTIFY, {"payload": f"{table} {number}"})

    def notices(self) -> AsyncIterator[Notice]:
        """Tables and their last numbers, as any process writes; ("", 0) says that some may have been missed."""
        return self._notices.listen()

    async def backup(self, path: str | Path) -> None:
        """Copy this moment of a SQLite database into a new file, while it is in use."""
        if self.kind != "sqlite":
            raise StoreError("A PostgreSQL database is backed up by its own pg_dump.")
        await asyncio.to_thread(save_backup, self._address.file, Path(path))
