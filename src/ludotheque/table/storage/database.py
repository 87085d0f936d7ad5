"""An open database: transactions, its clock, and notices of writes. A committed transaction is on disk."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from sqlalchemy import select, text, update
from sqlalchemy.exc import DatabaseError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as WaitedTooLong
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table.storage import schema_upgrade
from ludotheque.table.storage.backup import save_backup
from ludotheque.table.storage.engines import Address, insert_missing, open_reader, open_writer, parse_address
from ludotheque.table.storage.file_lock import FileLock, make_private
from ludotheque.table.storage.notices import PEOPLE, Notice, Notices
from ludotheque.table.storage.schema import house
from ludotheque.table.storage.seal import Seal, key_file, load_key
from ludotheque.table.storage.storage_errors import StoreError

if TYPE_CHECKING:
    from ludotheque.table.storage.pg_listener import PgListener

CLOCK = text("SELECT extract(epoch FROM clock_timestamp())::float8")
NOTIFY = text("SELECT pg_notify('table_entries', one) FROM unnest(CAST(:payloads AS text[])) AS one")
COMPARED = 2.0  # seconds for which a comparison of this machine's clock with the server's is used
CHOSEN = 60.0  # seconds after which a slower comparison replaces a quicker one
LONGEST = 300  # characters of a database's own error text
TOLD = "told when committed"  # key of the notices that a transaction sends on commit


class Database:
    """SQLite or PostgreSQL, for one process. It belongs to the event loop that opened it."""

    def __init__(self, address: Address, seal: Seal) -> None:
        self.kind = address.kind
        self.seal = seal
        self._address = address
        self._writer = open_writer(address)
        self._reader = open_reader(address)
        self._lock: FileLock | None = None
        self._listener: PgListener | None = None
        self._notices = Notices()
        self._unfinished: set[asyncio.Task[Any]] = set()
        self.forgetting: list[Callable[[], None]] = []  # called after each write about people in this process
        self._compared = -1e9  # when the clocks were last compared, by this machine's
        self._ahead = 0.0  # the server's clock minus this machine's
        self._took, self._chosen = 1e9, -1e9  # how long that comparison took, and when it was made

    @classmethod
    async def open(
        cls, url: str, key: Path | None = None, *, is_new_key: bool = False, is_keyless: bool = False
    ) -> Self:
        """Open `sqlite:///FILE` or `postgresql://...` and migrate it to the newest schema; raises StoreError.

        The house's key lies in a file of its own. A key other than before is refused without `is_new_key`. Code that
        only moves rows needs no key (`is_keyless`).
        """
        address = parse_address(url)
        with in_one_line(f"{address} can't be used", every=True):
            file = key or key_file(address)
            is_made = not is_keyless and not file.exists()
            database = cls(address, Seal.new() if is_keyless else load_key(file))
            try:
                await database._start()
                if not is_keyless:
                    await database._check_key(file, is_new_key=is_new_key, is_made=is_made)
            except BaseException:
                await database.close()
                raise
        return database

    async def _start(self) -> None:
        if self.kind == "sqlite":
            self._lock = FileLock.take(self._address.file)
            make_private(self._address.file)
            await schema_upgrade.migrate(self._address)
            return
        from ludotheque.table.storage.pg_listener import PgListener  # psycopg is an extra

        await schema_upgrade.migrate(self._address)
        self._listener = PgListener(self._address, self.hear)
        await self._listener.start()

    async def _check_key(self, file: Path, *, is_new_key: bool, is_made: bool) -> None:
        """Raise unless this key is the one stored with the house; the first key is stored."""
        async with self.begin() as connection:
            chosen = select(house.c.key)
            if (name := await connection.scalar(chosen)) is None:  # or another process is storing it right now
                await connection.execute(insert_missing(connection, house).values(id=1, key=self.seal.name))
                name = str(await connection.scalar(chosen))
            if not self.seal.is_named(name):
                if not is_new_key:
                    if is_made:
                        file.unlink(missing_ok=True)  # it opens nothing
                    raise StoreError(
                        f"{file} is not the key of this house: put the right one there, or say --new-key:"
                        " then games go on with new dice, and secret choices are asked for again."
                    )
                await connection.execute(update(house).values(key=self.seal.name))

    async def close(self) -> None:
        """Finish pending writes and close the database. Idempotent."""
        if self._unfinished:
            await asyncio.wait(self._unfinished)
        self._notices.close()
        if self._listener is not None:
            await self._listener.stop()
        await self._reader.dispose()
        await self._writer.dispose()
        if self._lock is not None:
            self._lock.release()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A write transaction, committed to disk on exit, rolled back on an error. One at a time in SQLite."""
        with in_one_line("The database can't be written just now"):
            async with self._writer.begin() as connection:
                told: list[Notice] = []
                connection.info[TOLD] = told
                yield connection
        for notice in told:
            self._notices.tell(notice)

    @asynccontextmanager
    async def begin_change(self) -> AsyncIterator[AsyncConnection]:
        """A write transaction about people: on commit all processes drop their cached people."""
        try:
            async with self.begin() as connection:
                yield connection
                await self.announce(connection, PEOPLE)
        finally:
            for forget in self.forgetting:
                forget()

    @asynccontextmanager
    async def begin_migration(self) -> AsyncIterator[AsyncConnection]:
        """A write transaction in which the schema may change; the database must be otherwise unused."""
        with in_one_line("The database can't be written just now"):
            async with schema_upgrade.begin(self._address) as connection:
                yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A read-only transaction on one snapshot of the database."""
        with in_one_line("The database can't be read just now"):
            async with self._reader.begin() as connection:
                yield connection

    async def now(self) -> float:
        """The time: by the server's clock for PostgreSQL, which several machines may share; else by this machine's."""
        if self.kind == "sqlite":
            return time.time()
        if time.monotonic() - self._compared > COMPARED:
            async with self.read() as connection:
                await self.time_of(connection)
        return time.monotonic() + self._ahead

    async def time_of(self, connection: AsyncConnection) -> float:
        """The time, queried on an open connection."""
        if self.kind == "sqlite":
            return time.time()
        asked = time.monotonic()
        found = float(await connection.scalar(CLOCK) or 0)
        self._compared = time.monotonic()
        took = self._compared - asked
        if took < self._took or self._compared > self._chosen + CHOSEN:  # the quickest round trip is the most exact
            self._ahead, self._took, self._chosen = found - asked - took / 2, took, self._compared
        return found

    async def announce(self, connection: AsyncConnection, *notices: Notice) -> None:
        """Send notices to all processes when the connection's write transaction commits."""
        if self.kind == "sqlite":
            connection.info[TOLD].extend(notices)
        elif notices:
            await connection.execute(NOTIFY, {"payloads": [f"{table} {number}" for table, number in notices]})

    def hear(self, notice: Notice) -> None:
        """Pass a notice from any process to this process's listeners."""
        self._notices.tell(notice)

    def notices(self) -> AsyncIterator[Notice]:
        """Notices of tables and their last numbers, from all processes; ("", 0): some may have been missed."""
        return self._notices.listen()

    async def backup(self, path: str | Path) -> None:
        """Copy a snapshot of a SQLite database into a new file, while it is in use."""
        if self.kind != "sqlite":
            raise StoreError("A PostgreSQL database is backed up by its own pg_dump.")
        await asyncio.to_thread(save_backup, self._address.file, Path(path))


@contextmanager
def in_one_line(what: str, every: bool = False) -> Iterator[None]:
    """Turn errors of a broken, busy or lost database into a StoreError of one line.

    Errors of the statement (a key that exists, a wrong column) pass, unless `every`.
    """
    try:
        yield
    except WaitedTooLong as error:
        raise StoreError(f"{what}: too much is going on at once; try again.") from error
    except DBAPIError as error:
        if not every and not is_of_database(error):
            raise
        raise StoreError(f"{what}: {first_line(error.orig)}") from error


def is_of_database(error: DBAPIError) -> bool:
    """Whether the database failed, rather than the statement."""
    if error.connection_invalidated or isinstance(error, OperationalError | InterfaceError):
        return True
    return type(error) is DatabaseError  # SQLite: not a database, or damaged


def first_line(error: BaseException | None) -> str:
    """The first line of a database's error text, cut to `LONGEST`."""
    lines = str(error).strip().splitlines()
    return lines[0][:LONGEST] if lines else "no reason given"
