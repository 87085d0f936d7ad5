"""An open database: transactions, its clock, and notices of writes. A committed transaction is on disk."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import structlog
from sqlalchemy import select, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as WaitedTooLong
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table.storage import schema_upgrade
from ludotheque.table.storage.backup import note_backup, save_backup
from ludotheque.table.storage.disk_room import check_room
from ludotheque.table.storage.driver_errors import error_kind, first_line, is_input_output, is_of_database
from ludotheque.table.storage.engines import Address, insert_missing, open_reader, open_writer, parse_address
from ludotheque.table.storage.file_lock import FileLock
from ludotheque.table.storage.heartbeat import count_beat
from ludotheque.table.storage.integrity.damage import (
    Damage,
    check_not_gone,
    find_damage,
    forgive,
    inspect_file,
    read_reached,
    where_to_go,
)
from ludotheque.table.storage.integrity.file_identity import FileIdentity
from ludotheque.table.storage.integrity.high_water_mark import HighWaterMark, Reached, mark_file, read_mark
from ludotheque.table.storage.notices import PEOPLE, Notice, Notices
from ludotheque.table.storage.schema import house
from ludotheque.table.storage.seal import Seal, key_file, load_key
from ludotheque.table.storage.storage_errors import LostFileError, NoRoomError, StoreError

if TYPE_CHECKING:
    from ludotheque.table.storage.pg_listener import PgListener

CLOCK = text("SELECT extract(epoch FROM clock_timestamp())::float8")
NOTIFY = text("SELECT pg_notify('table_entries', one) FROM unnest(CAST(:payloads AS text[])) AS one")
COMPARED = 2.0  # seconds for which a comparison of this machine's clock with the server's is used
CHOSEN = 60.0  # seconds after which a slower comparison replaces a quicker one
PROBED = 3.0  # seconds for which a probe of the disk counts
TOLD = "told when committed"  # key of the notices that a transaction sends on commit

log = structlog.get_logger(__name__)


class Database:
    """SQLite or PostgreSQL, for one process. It belongs to the event loop that opened it."""

    def __init__(self, address: Address, seal: Seal) -> None:
        self.kind = address.kind
        self.seal = seal
        self._address = address
        self._writer = open_writer(address)
        self._reader = open_reader(address)
        self._lock: FileLock | None = None
        self._files: FileIdentity | None = None
        self.mark: HighWaterMark | None = None  # of a SQLite house
        self._failed: StoreError | None = None  # why the last write failed, if it did
        self._probed = -1e9  # when the disk was last probed
        self._full: NoRoomError | None = None  # what that probe found
        self._listener: PgListener | None = None
        self._notices = Notices()
        self._unfinished: set[asyncio.Task[Any]] = set()
        self.forgetting: list[Callable[[], None]] = []  # called after each write about people in this process
        self._compared = -1e9  # when the clocks were last compared, by this machine's
        self._ahead = 0.0  # the server's clock minus this machine's
        self._took, self._chosen = 1e9, -1e9  # how long that comparison took, and when it was made

    @classmethod
    async def open(
        cls, url: str, key: Path | None = None, *, is_new_key: bool = False, is_keyless: bool = False,
        is_as_is: bool = False,
    ) -> Self:  # fmt: skip
        """Open `sqlite:///FILE` or `postgresql://...` and migrate it to the newest schema; raises StoreError.

        The house's key lies in a file of its own. A key other than before is refused without `is_new_key`, a house
        that has lost something without `is_as_is`. Code that only moves rows needs no key (`is_keyless`).
        """
        address = parse_address(url)
        with in_one_line(f"{address} can't be used", every=True):
            file = key or key_file(address)
            is_made = not is_keyless and not file.exists()  # after the database: then it was never without its house
            database = cls(address, Seal.new() if is_keyless or is_made else load_key(file))
            try:
                await database._start(None if is_keyless else file, is_as_is=is_as_is)
                if not is_keyless:
                    database.seal = load_key(file)
                    await database._check_key(file, is_new_key=is_new_key, is_made=is_made)
                    await database._open_mark()
            except BaseException:
                await database.close()
                raise
        return database

    async def _start(self, key: Path | None, *, is_as_is: bool) -> None:
        damage: Damage | None = None
        if self.kind == "sqlite":
            damage = await self._inspect(key, is_as_is=is_as_is)
        await schema_upgrade.migrate(self._address)
        if key is not None:
            if damage is None:
                async with self.read() as connection:
                    damage = await connection.run_sync(find_damage, self._read_mark(), self._seal_of_mark())
            await self._accept(damage, is_as_is=is_as_is)
        if self.kind == "sqlite":
            self._files = await asyncio.to_thread(FileIdentity, self._address.file)
            return
        from ludotheque.table.storage.pg_listener import PgListener  # psycopg is an extra

        self._listener = PgListener(self._address, self.hear)
        await self._listener.start()

    async def _inspect(self, key: Path | None, *, is_as_is: bool) -> Damage | None:
        """Lock a SQLite file and look at it, before anything is written; None: it must be migrated first."""
        file, mark = self._address.file, self._read_mark() if key else None
        self._lock = FileLock.take(file)
        try:
            if key and not is_as_is:
                check_not_gone(file, key, mark)
            is_there = file.exists() and file.stat().st_size > 0
            self._lock.hold_file()
            damage = await asyncio.to_thread(inspect_file, file, mark, self.seal if key else None) if is_there else None
            if damage and key and not is_as_is:
                raise self._refusal(damage)
        except StoreError:
            self._lock.withdraw()
            raise
        return damage

    def _read_mark(self) -> Reached | None:
        return read_mark(mark_file(self._address.file), self.seal) if self.kind == "sqlite" else None

    def _seal_of_mark(self) -> Seal | None:
        return self.seal if self.kind == "sqlite" else None

    def _refusal(self, damage: Damage) -> StoreError:
        advice = where_to_go(self._address.file) if self.kind == "sqlite" else "Restore a dump of it."
        return StoreError(f"{self._address} is not whole: {damage}. {advice} --as-is opens what is left.")

    async def _accept(self, damage: Damage, *, is_as_is: bool) -> None:
        """Refuse a house that has lost something; with `is_as_is`, go on with what is left."""
        if damage and not is_as_is:
            raise self._refusal(damage)
        if damage:
            async with self.begin() as connection:
                await connection.run_sync(forgive, damage)
            log.warning("opened as it is", why=str(damage))

    async def _open_mark(self) -> None:
        if self.kind != "sqlite":
            return
        async with self.read() as connection:
            reached = await connection.run_sync(read_reached)
        try:
            self.mark = HighWaterMark(mark_file(self._address.file), self.seal, reached)
        except OSError as error:
            raise StoreError(f"{mark_file(self._address.file)} can't be written: {error.strerror}.") from error
        if reached.beats == 0:  # from now on the house is known to have a mark
            async with self.begin() as connection:
                await count_beat(connection, 1)
            self.mark.advance(beats=1)

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
        if self.mark is not None:
            self.mark.close()
        if self._files is not None:
            await asyncio.to_thread(self._files.close)
        if self._lock is not None:
            self._lock.release()
        self.mark = self._files = self._lock = None

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A write transaction, committed to disk on exit, rolled back on an error. One at a time in SQLite."""
        if isinstance(self._failed, LostFileError):
            raise self._failed
        try:
            with in_one_line("The database can't be written just now"):
                async with self._writer.begin() as connection:
                    if self._files is not None and self._files.is_touched():
                        await self._check_log(self._files)
                    told: list[Notice] = []
                    connection.info[TOLD] = told
                    yield connection
            self._check_files()  # before anybody is told that it is stored, and before the next transaction begins
        except StoreError as error:
            self._failed = error
            if self.kind == "sqlite" and is_input_output(error):
                self._check_room()
            raise
        self._failed = None
        for notice in told:
            self._notices.tell(notice)

    def _check_room(self) -> None:
        """Raise NoRoomError if a write failed since there is no room."""
        try:
            check_room(self._address.file)
        except NoRoomError as error:
            self._failed = error
            raise

    def _check_files(self) -> None:
        """Raise LostFileError if the files of a SQLite database are no longer its own."""
        try:
            if self._files is not None:
                self._files.check()
        except LostFileError as error:
            self._lose(error)
            raise

    async def _check_log(self, files: FileIdentity) -> None:
        """Raise LostFileError if what was written into SQLite's log since the last commit is not SQLite's."""
        await self._in_thread(files.check_log)

    async def renew_number(self, connection: AsyncConnection) -> None:
        """Write a new number into the header of a SQLite file, by which an older copy of it is told."""
        if self._files is not None:
            await connection.exec_driver_sql(f"PRAGMA user_version={self._files.draw()}")

    async def check_part_of_log(self) -> None:
        """The same for what was written in the moment of a commit; done with every heartbeat."""
        if self._files is not None:
            await self._in_thread(self._files.check_part_of_log)

    async def _in_thread(self, doing: Callable[[], None]) -> None:
        """Check the files in a thread, for which `close` waits."""
        task = asyncio.create_task(asyncio.to_thread(doing))
        self._unfinished.add(task)
        task.add_done_callback(self._unfinished.discard)
        try:
            await asyncio.shield(task)
        except LostFileError as error:
            self._lose(error)
            raise

    def _lose(self, error: LostFileError) -> None:
        """From now on nothing is written; say so in the log, once."""
        if not isinstance(self._failed, LostFileError):
            log.error("lost", why=str(error))
        self._failed = error

    async def check_writable(self) -> None:
        """Raise StoreError if nothing can be written: the last write failed, or a SQLite house's disk is full.

        Heartbeats write every second; the disk is probed every few seconds at most.
        """
        if self._failed is not None:
            raise self._failed
        if self.kind == "sqlite" and time.monotonic() - self._probed > PROBED:
            self._probed = time.monotonic()
            try:
                await asyncio.to_thread(check_room, self._address.file)
            except NoRoomError as error:
                self._full = error
            else:
                self._full = None
        if self._full is not None:
            raise self._full

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
        note_backup(self._address.file, Path(path))


@contextmanager
def in_one_line(what: str, every: bool = False) -> Iterator[None]:
    """Turn errors of a broken, busy, full or lost database into a StoreError of one line.

    Errors of the statement (a key that exists, a wrong column) pass, unless `every`.
    """
    try:
        yield
    except WaitedTooLong as error:
        raise StoreError(f"{what}: too much is going on at once; try again.") from error
    except DBAPIError as error:
        if not every and not is_of_database(error):
            raise
        raise error_kind(error.orig)(f"{what}: {first_line(error.orig)}") from error
    except sqlite3.Error as error:
        raise error_kind(error)(f"{what}: {first_line(error)}") from error
