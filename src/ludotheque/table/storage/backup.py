"""A copy of a SQLite database, taken while it is in use; to restore it, put it in the database's place."""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from ludotheque.table.storage.storage_errors import StoreError


def save_backup(file: Path, target: Path) -> None:
    """Copy a snapshot of a database into a new file, atomically: `target` is a whole copy or absent."""
    if target.exists():
        raise StoreError(f"{target} exists already: name a new file for the backup.")
    if not file.is_file():
        raise StoreError(f"{file} is no file: there is nothing to back up.")
    try:
        part = _make_part(target)
        try:
            _copy(file, part)
            _sync(part)
            part.rename(target)
        finally:
            part.unlink(missing_ok=True)
        _sync(target.parent)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{file} can't be backed up in {target}: {error}") from error


def _make_part(target: Path) -> Path:
    """An empty file beside the target, readable by its owner only."""
    handle, name = tempfile.mkstemp(prefix=target.name, suffix=".part", dir=target.parent)
    os.close(handle)
    return Path(name)


def _copy(file: Path, part: Path) -> None:
    with closing(sqlite3.connect(file, timeout=10, isolation_level=None)) as connection:
        connection.execute("VACUUM INTO ?", (str(part),))


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
