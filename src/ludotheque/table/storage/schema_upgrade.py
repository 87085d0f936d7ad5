"""Migrates a database to the schema of this program when it is opened."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table.storage.engines import Address, open_sqlite, open_writer
from ludotheque.table.storage.schema import metadata
from ludotheque.table.storage.storage_errors import StoreError

SCRIPTS = Path(__file__).parent / "migrations"
FIRST_TABLES = {"people", "tables", "entries"}  # in every schema of ours
MARKS_OF_USE = ("schema_version", "user_version", "application_id", "freelist_count")  # 0 in a new file
LOCK = 20_500  # PostgreSQL advisory lock: one process migrates, the others wait


async def migrate(address: Address, scripts: Path = SCRIPTS) -> None:
    """Migrate a database to the newest schema, in one transaction."""
    async with begin(address) as connection:
        await connection.run_sync(upgrade, scripts)


@asynccontextmanager
async def begin(address: Address) -> AsyncIterator[AsyncConnection]:
    """A transaction in which the schema may change."""
    if address.kind == "sqlite":  # rebuilding a table with foreign keys on would delete what refers to it
        engine = open_sqlite(address, "BEGIN IMMEDIATE", {"foreign_keys": "OFF"}, connections=1)
    else:
        engine = open_writer(address)
    try:
        async with engine.begin() as connection:
            yield connection
    finally:
        await engine.dispose()


def revisions(scripts: Path = SCRIPTS) -> list[str]:
    """All known schema revisions, the newest last."""
    known = ScriptDirectory(str(scripts))
    return [script.revision for script in known.walk_revisions()][::-1]


def make_anew(connection: Connection, revision: str) -> None:
    """Give an empty database the schema of a revision."""
    present = MetaData()
    present.reflect(connection)
    present.drop_all(connection)
    _migrate(connection, SCRIPTS, revision)


def upgrade(connection: Connection, scripts: Path = SCRIPTS, revision: str = "head") -> None:
    """Run the missing migrations in the connection's transaction."""
    if connection.dialect.name == "postgresql":
        _check_encoding(connection)
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    check_ours(connection, scripts)
    if not is_newest(connection, scripts):
        _migrate(connection, scripts, revision)


def _migrate(connection: Connection, scripts: Path, revision: str) -> None:
    command.upgrade(_config(connection, scripts), revision)
    _check_references(connection)


def _config(connection: Connection, scripts: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _check_encoding(connection: Connection) -> None:
    encoding = connection.scalar(text("SHOW server_encoding"))
    if encoding != "UTF8":
        raise StoreError(f"This database has the encoding {encoding}: create one with the encoding UTF8.")


def is_newest(connection: Connection, scripts: Path = SCRIPTS) -> bool:
    """Whether a database has the newest schema."""
    return _heads(connection) == tuple(ScriptDirectory(str(scripts)).get_heads())


def check_ours(connection: Connection, scripts: Path = SCRIPTS) -> bool:
    """Whether a database has a schema of ours, or none yet; raises for one of a newer program, or of another one."""
    current, names = _heads(connection), set(inspect(connection).get_table_names())
    if strange := sorted(set(current) - set(revisions(scripts))):
        raise StoreError(
            f"This database has the schema {strange[0]!r}, which this version does not know: use a newer one."
        )
    if current:
        is_strange = not names.issuperset(FIRST_TABLES)  # other programs count their schemas from 0001, too
    elif connection.dialect.name == "sqlite":  # a file belongs to one program, a PostgreSQL database may not
        is_strange = _was_used(connection)
    else:
        is_strange = bool(set(metadata.tables) & names)
    if is_strange:
        raise StoreError("This database holds something else: give Ludothèque one of its own.")
    return bool(current)


def _was_used(connection: Connection) -> bool:
    """Whether anything has ever been put into a SQLite file, even if it has been deleted since.

    A start of ours that was killed leaves one empty page.
    """
    return any(connection.exec_driver_sql(f"PRAGMA {mark}").scalar() for mark in MARKS_OF_USE) or (
        (connection.exec_driver_sql("PRAGMA page_count").scalar() or 0) > 1
    )


def _heads(connection: Connection) -> tuple[str, ...]:
    return MigrationContext.configure(connection).get_current_heads()


def fits_together(connection: Connection) -> bool:
    """Whether all foreign keys hold; SQLite does not enforce them during a migration."""
    return connection.dialect.name != "sqlite" or not connection.exec_driver_sql("PRAGMA foreign_key_check").first()


def _check_references(connection: Connection) -> None:
    """Raise if the migration broke a foreign key."""
    if not fits_together(connection):
        raise StoreError("Migrating would leave rows that refer to nothing: nothing was changed; please report it.")
