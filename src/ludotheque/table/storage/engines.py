"""Opens a database by its address: one engine for write transactions, one for read-only ones.

SQLite: a write-ahead log, synced at every commit; one connection writes, a few read. PostgreSQL: synchronous commits;
timeouts let a process that hangs while writing block the others for seconds at most.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import URL, Connection, Table, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ludotheque.table.storage.storage_errors import StoreError

Kind = Literal["sqlite", "postgresql"]

FORMS = "say sqlite:///FILE or postgresql://USER@HOST/NAME"
LONGEST_ADDRESS = 2000
BESIDE = ("-wal", ".key", ".mark")  # files that belong to a SQLite database, beside it
BUSY_MILLISECONDS = 5000
WAIT_SECONDS = 10  # for a free connection
READERS, WRITERS = 5, 5  # pooled connections of a process

POSTGRES_SETTINGS = """
SELECT set_config('lock_timeout', '10s', false),
       set_config('idle_in_transaction_session_timeout', %s, false),
       CASE current_setting('synchronous_commit')
            WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
"""
CONNECTING = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "application_name": "ludotheque",
    "client_encoding": "UTF8",
}


@dataclass(frozen=True, slots=True)
class Address:
    """A database's kind and URL."""

    kind: Kind
    url: URL

    @property
    def file(self) -> Path:
        """The file of a SQLite database, links resolved."""
        return Path(self.url.database or "")

    def __str__(self) -> str:
        if self.kind == "sqlite":
            return str(self.file)
        return self.url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


def parse_address(text: str) -> Address:
    """Read `sqlite:///FILE` or `postgresql://...`; raises a StoreError in one line."""
    if len(text) > LONGEST_ADDRESS or "\0" in text:
        raise StoreError(f"This is no address of a database: {FORMS}.")
    if text.startswith("sqlite:///"):
        return Address("sqlite", URL.create("sqlite+aiosqlite", database=_file(text.removeprefix("sqlite:///"))))
    if text.startswith(("postgresql://", "postgres://")):
        return Address("postgresql", _server(text))
    scheme = text.partition(":")[0][:20]
    raise StoreError(f"{scheme!r} is no kind of database that is known here: {FORMS}.")


def _file(name: str) -> str:
    if not name or name.startswith(":memory:"):
        raise StoreError(f"A database needs a file to be kept in: {FORMS}.")
    path = Path(os.path.realpath(name))
    if path.is_dir():
        raise StoreError(f"{path} is a directory: name a file in it.")
    if not path.parent.is_dir():
        raise StoreError(f"{path.parent} is no directory: make it first, or name another.")
    if path.exists() and not path.is_file():
        raise StoreError(f"{path} is a pipe or a device, not a file: name another.")
    if Path(name).is_symlink():
        _check_link(Path(name), path)
    return str(path)


def _check_link(link: Path, path: Path) -> None:
    """Raise StoreError if a database was moved without the files that belong to it."""
    for ending in BESIDE:
        left, wanted = (one.with_name(one.name + ending) for one in (link, path))
        if left.exists() and not wanted.exists():
            raise StoreError(f"{link} is a link to {path}, but {left} is still beside the link: move it to {wanted}.")


def _server(text: str) -> URL:
    try:
        return make_url(text).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError) as error:
        raise StoreError(f"This is no address of a PostgreSQL database: {FORMS}.") from error


def open_writer(address: Address) -> AsyncEngine:
    """The engine of write transactions."""
    if address.kind == "sqlite":
        return open_sqlite(address, "BEGIN IMMEDIATE", {"foreign_keys": "ON"}, connections=1)
    return _open_postgres(address, WRITERS, idle="15s")


def open_reader(address: Address) -> AsyncEngine:
    """The engine of read-only transactions, each on one snapshot of the database."""
    if address.kind == "sqlite":
        return open_sqlite(address, "BEGIN", {"query_only": "ON"}, connections=READERS)
    return _open_postgres(
        address,
        READERS,
        idle="10min",
        isolation_level="REPEATABLE READ",
        execution_options={"postgresql_readonly": True},
    )


def open_sqlite(address: Address, begin: str, pragmas: dict[str, str], connections: int) -> AsyncEngine:
    """An engine on a file, whose transactions start with the statement `begin`."""
    engine = create_async_engine(
        address.url,
        hide_parameters=True,  # no password hash in a traceback
        pool_size=connections,
        max_overflow=0,
        pool_timeout=WAIT_SECONDS,
        connect_args={"isolation_level": None},  # no hidden BEGIN
    )
    wanted = {"busy_timeout": str(BUSY_MILLISECONDS), "journal_mode": "WAL", "synchronous": "FULL", **pragmas}

    @event.listens_for(engine.sync_engine, "connect")
    def settle(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for name, value in wanted.items():
            cursor.execute(f"PRAGMA {name}={value}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _open_postgres(address: Address, connections: int, idle: str, **options: Any) -> AsyncEngine:
    """An engine on a server; it replaces lost connections before their use."""
    connecting = {name: value for name, value in CONNECTING.items() if name not in address.url.query}
    pool = {"pool_size": connections, "max_overflow": connections, "pool_timeout": WAIT_SECONDS, "pool_pre_ping": True}
    try:
        engine = create_async_engine(address.url, hide_parameters=True, connect_args=connecting, **pool, **options)
    except ImportError as error:
        raise StoreError("PostgreSQL needs one more package: pip install 'ludotheque[postgres]'.") from error

    @event.listens_for(engine.sync_engine, "connect")
    def settle(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(POSTGRES_SETTINGS, (idle,))
        cursor.close()
        connection.commit()

    return engine


def insert_missing(connection: AsyncConnection, table: Table) -> Any:
    """INSERT ... ON CONFLICT DO NOTHING."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table).on_conflict_do_nothing()
