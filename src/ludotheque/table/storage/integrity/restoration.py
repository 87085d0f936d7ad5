"""Puts a backup in the place of a SQLite database that is not open; what was there is moved aside."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from ludotheque.table.storage.backup import make_part, sync
from ludotheque.table.storage.file_lock import FileLock
from ludotheque.table.storage.integrity.damage import inspect_file, reading
from ludotheque.table.storage.integrity.high_water_mark import mark_file
from ludotheque.table.storage.storage_errors import StoreError

HAS_HOUSE = "SELECT 1 FROM pragma_table_info('house') WHERE name = 'beats'"


def restore_backup(source: Path, file: Path) -> Path | None:
    """Restore a database from a backup, whole or not at all; returns where the old database lies now, if there was one.

    Its mark goes: what was played since the backup is given up on purpose.
    """
    if not source.is_file() or not source.stat().st_size:
        raise StoreError(f"{source} is no backup: name a file that «ludotheque backup» has made.")
    lock = FileLock.take(file)
    part = make_part(file)
    try:
        if damage := inspect_file(source, None):
            raise StoreError(f"{source} is damaged itself: {damage}. Take another backup.")
        _copy(source, part)
        sync(part)
        aside = _put_aside(file)
        part.rename(file)
        mark_file(file).unlink(missing_ok=True)
        sync(file.parent)
    except (OSError, sqlite3.Error) as error:
        lock.withdraw()
        raise StoreError(f"{source} can't be restored to {file}: {error}") from error
    except StoreError:
        lock.withdraw()
        raise
    finally:
        part.unlink(missing_ok=True)
        lock.release()
    return aside


def _copy(source: Path, part: Path) -> None:
    with reading(source) as connection, closing(sqlite3.connect(part)) as target:
        opened = connection.connection.dbapi_connection
        assert isinstance(opened, sqlite3.Connection)  # noqa: S101
        opened.backup(target)
        if target.execute(HAS_HOUSE).fetchone():
            target.execute("UPDATE house SET beats = 0")  # it has no mark yet
            target.commit()


def _put_aside(file: Path) -> Path | None:
    """Rename a database with its write-ahead log; the index of that log is made anew whenever it is read."""
    file.with_name(file.name + "-shm").unlink(missing_ok=True)
    if not file.exists():
        file.with_name(file.name + "-wal").unlink(missing_ok=True)  # it would be played into the backup
        return None
    aside = file.with_name(f"{file.name}.{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}")
    for ending in ("", "-wal"):
        part = file.with_name(file.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside
