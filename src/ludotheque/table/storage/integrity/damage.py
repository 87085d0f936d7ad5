"""What a database has lost, found before it is opened.

A SQLite file is first read without being written to: a file of another program, or one that SQLite calls damaged, stays
as it is, with nothing beside it. Then each table's last entry is compared with its log, and the house with its mark.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from sqlalchemy import Connection, NullPool, bindparam, create_engine, text, update
from sqlalchemy.exc import DatabaseError

from ludotheque.table.storage.backup import last_backup
from ludotheque.table.storage.integrity.high_water_mark import Reached, house_name, mark_file
from ludotheque.table.storage.schema import tables
from ludotheque.table.storage.schema_upgrade import check_ours, is_newest
from ludotheque.table.storage.seal import Seal
from ludotheque.table.storage.storage_errors import StoreError

MOST_TOLD = 5  # tables named in one line
LOGS = text("""
    SELECT tables.id, tables.last_entry, coalesce(found.many, 0), coalesce(found.last, 0)
    FROM tables
    LEFT JOIN (SELECT "table", count(*) AS many, max(number) AS last FROM entries GROUP BY "table") AS found
        ON found."table" = tables.id
    LEFT JOIN entries ON entries."table" = tables.id AND entries.number = tables.last_entry
    WHERE tables.chain IS NOT NULL AND (coalesce(found.many, 0) <> tables.last_entry
        OR coalesce(found.last, 0) <> tables.last_entry OR coalesce(entries.chain, '') <> tables.chain)
    ORDER BY tables.id
""")
GAP = text("""
    SELECT min(one.number) + 1 FROM (SELECT 0 AS number UNION SELECT number FROM entries WHERE "table" = :table) AS one
    WHERE NOT EXISTS (SELECT 1 FROM entries WHERE "table" = :table AND number = one.number + 1)
""")
STRAY = text('SELECT count(*) FROM entries WHERE "table" NOT IN (SELECT id FROM tables)')
COUNT = text("SELECT count(*) FROM entries")
NO_MARK = (
    "its mark (the file beside it that ends in .mark) is missing or unreadable, so its last entries may be missing, too"
)
HOUSE = text("SELECT key, beats FROM house")


@dataclass(slots=True)
class Damage:
    """What is missing in a database: in words, and the tables whose logs are not whole."""

    missing: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.missing)

    def __str__(self) -> str:
        return "; ".join(self.missing)


def read_reached(connection: Connection) -> Reached:
    """How far a database goes."""
    key, beats = connection.execute(HOUSE).first() or (None, 0)
    return Reached(house=house_name(key), entries=connection.scalar(COUNT) or 0, beats=beats)


def find_damage(connection: Connection, mark: Reached | None, seal: Seal | None = None) -> Damage:
    """Compare logs with their tables, and a SQLite house with its mark, which must be there if it has this key."""
    damage = Damage()
    for table, last, many, found in connection.execute(LOGS).all():
        damage.tables.append(table)
        if len(damage.tables) <= MOST_TOLD:
            damage.missing.append(_told(connection, table, last, many, found))
    if len(damage.tables) > MOST_TOLD:
        damage.missing.append(f"and {len(damage.tables) - MOST_TOLD} more tables")
    if stray := connection.scalar(STRAY):
        damage.missing.append(f"{stray} entries belong to tables that are missing")
    if mark is not None:
        damage.missing += _behind(read_reached(connection), mark)
    elif seal is not None and _had_mark(connection, seal):
        damage.missing.append(NO_MARK)
    return damage


def _had_mark(connection: Connection, seal: Seal) -> bool:
    """Whether a mark of this key was written: heartbeats are counted from then on, in houses that have one."""
    key, beats = connection.execute(HOUSE).first() or (None, 0)
    return bool(beats) and key is not None and seal.is_named(key)


def _told(connection: Connection, table: str, last: int, many: int, found: int) -> str:
    if many == 0:
        return f"table {table}: all of its {last} entries are missing"
    if many == found > last:
        return f"table {table}: {found - last} of its {found} entries are unknown to it, as if it were an older one"
    if many == last == found:
        return f"table {table}: its last entry is not what was stored"
    first = connection.scalar(GAP, {"table": table})
    return f"table {table}: {max(last, found) - many} of {max(last, found)} entries are missing, from entry {first} on"


def _behind(now: Reached, mark: Reached) -> list[str]:
    """What the mark knows of, and the database does not. A house that was imported has no name yet, and a new count."""
    if now.house != mark.house and now.entries:
        return []
    if now.entries < mark.entries:
        lost, many = mark.entries - now.entries, mark.entries
        return [f"{lost:,} of the {many:,} entries that were stored are missing, the last ones if no table is named"]
    if now.beats < mark.beats:
        return [f"what was written in the last {mark.beats - now.beats:,} seconds that the house was open is missing"]
    return []


def forgive(connection: Connection, damage: Damage) -> None:
    """Mark the tables whose logs are not whole as known to be damaged, so that the others can be used."""
    if damage.tables:
        known = update(tables).where(tables.c.id == bindparam("name")).values(chain=None)
        connection.execute(known, [{"name": name} for name in damage.tables])


def inspect_file(file: Path, mark: Reached | None, seal: Seal | None = None) -> Damage | None:
    """The damage of a SQLite file, without writing to it; None if its schema is older and must be migrated first.

    Raises StoreError for a file of another program, and for one that SQLite can't read.
    """
    with reading(file) as connection:
        check_ours(connection)
        (found,) = connection.exec_driver_sql("PRAGMA quick_check(1)").one()
        if found != "ok":
            first = " ".join(str(found).split())[:200]
            raise StoreError(f"{file} is damaged ({first}): nothing was written to it. {where_to_go(file)}")
        return find_damage(connection, mark, seal) if is_newest(connection) else None


@contextmanager
def reading(file: Path) -> Iterator[Connection]:
    """A connection that only reads, and leaves no file beside the database."""
    wal, shm = (file.with_name(file.name + ending) for ending in ("-wal", "-shm"))
    if not wal.exists() or not wal.stat().st_size:
        with _connected(file, "mode=ro&immutable=1") as connection:
            yield connection
        return
    if not _is_surely_ours(file):
        _check_copy(file, wal)
    had_shm = shm.exists()
    try:
        with _connected(file, "mode=ro") as connection:
            yield connection
    finally:
        if not had_shm:
            shm.unlink(missing_ok=True)


def _is_surely_ours(file: Path) -> bool:
    """Whether the file without its write-ahead log is a database of ours already."""
    try:
        with _connected(file, "mode=ro&immutable=1") as connection:
            return check_ours(connection)
    except StoreError:
        return False


def _check_copy(file: Path, wal: Path) -> None:
    """Raise StoreError if a file with its write-ahead log is another program's, by a copy of both."""
    with TemporaryDirectory(prefix="ludotheque-") as folder:
        copy = Path(folder) / "copy"
        shutil.copy(file, copy)
        shutil.copy(wal, copy.with_name("copy-wal"))
        with _connected(copy, "mode=rw", file) as connection:
            check_ours(connection)


@contextmanager
def _connected(file: Path, how: str, original: Path | None = None) -> Iterator[Connection]:
    """A connection; errors name the file, or the one that it is a copy of."""
    named = original or file
    address = f"file:{quote(str(file))}?{how}"
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(address, uri=True), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            yield connection
    except DatabaseError as error:
        is_broken = "malformed" in str(error.orig) or mark_file(named).exists()  # a house has been here
        advice = f". {where_to_go(named)}" if is_broken else ""
        raise StoreError(f"{named} can't be used: {error.orig}{advice}") from error
    finally:
        engine.dispose()


def check_not_gone(file: Path, key: Path, mark: Reached | None) -> None:
    """Raise StoreError if a database is missing or empty where a house has been before."""
    if file.exists() and file.stat().st_size:
        return
    stored = f", which had stored {mark.entries:,} entries" if mark else ""
    if mark or mark_file(file).exists() or (key == file.with_name(file.name + ".key") and key.exists()):
        how = "is empty" if file.exists() else "is gone"
        raise StoreError(
            f"{file} {how}, and a house has been here{stored}: {key} is its key. {where_to_go(file)}"
            " For a new house, --as-is."
        )


def where_to_go(file: Path) -> str:
    """What to do about a damaged file, with the last backup that is known of."""
    known = last_backup(file)
    backup = f"The last backup is {known}: " if known else "No backup is known here; if you have one, "
    return f"{backup}«ludotheque restore {known or 'FILE'}» puts it in its place."
