"""A database is brought to the schema of this program when it is opened."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from ludotheque.table.engines import Address, open_sqlite, open_writer
from ludotheque.table.errors import StoreError
from ludotheque.table.schema import metadata

SCRIPTS = Path(__file__).parent / "migrations"
LOCK = 20_500  # of PostgreSQL: one process migrates, the others wait


async def migrate(address: Address, scripts: Path = SCRIPTS) -> None:
    """Bring a database to the newest schema: all of it, or nothing."""
    if address.kind == "sqlite":  # rebuilding a table with foreign keys on would delete what refers to it
        engine = open_sqlite(address, "BEGIN IMMEDIATE", {"foreign_keys": "OFF"}, connections=1)
    else:
        engine = open_writer(address)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(upgrade, scripts)
    finally:
        await engine.dispose()


def upgrade(connection: Connection, scripts: Path = SCRIPTS, revision: str = "head") -> None:
    """Run the migrations that are missing, in the transaction of a connection."""
    if connection.dialect.name == "postgresql":
        _check_encoding(connection)
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    config = _config(connection, scripts)
    known = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_heads()
    _check(connection, known, current)
    if current != tuple(known.get_heads()):
        command.upgrade(config, revision)
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


def _check(connection: Connection, known: ScriptDirectory, current: tuple[str, ...]) -> None:
    """Refuse a database of a newer program, or of another one."""
    revisions = {script.revision for script in known.walk_revisions()}
    strange = sorted(set(current) - revisions)
    if strange:
        raise StoreError(
            f"This database has the schema {strange[0]!r}, which this version does not know: use a newer one."
        )
    if not current and set(metadata.tables) & set(inspect(connection).get_table_names()):
        raise StoreError("This database holds tables of something else: give Ludothèque one of its own.")


def _check_references(connection: Connection) -> None:
    """SQLite does not watch foreign keys while migrating: look once at the end."""
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise StoreError("Migrating would leave rows that refer to nothing: nothing was changed; please report it.")
