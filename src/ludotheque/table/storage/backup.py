"""A copy of a SQLite database, taken while it is in use. The last one is noted beside the database."""

import os
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from ludotheque.table.storage.storage_errors import StoreError


def save_backup(file: Path, target: Path) -> None:
    """Copy a snapshot of a database into a new file, atomically: `target` is a whole copy or absent."""
    if target.exists():
        raise StoreError(f"{target} exists already: name a new file for the backup.")
    if not file.is_file():
        raise StoreError(f"{file} is no file: there is nothing to back up.")
    try:
        part = make_part(target)
        try:
            _copy(file, part)
            sync(part)
            part.rename(target)
        finally:
            part.unlink(missing_ok=True)
        sync(target.parent)
    except sqlite3.Error as error:
        raise StoreError(f"{file} can't be copied: {error}") from error
    except OSError as error:
        raise StoreError(f"{file} can't be backed up in {target}: {error}") from error


def make_part(target: Path) -> Path:
    """An empty file beside the target, readable by its owner only."""
    handle, name = tempfile.mkstemp(prefix=target.name, suffix=".part", dir=target.parent)
    os.close(handle)
    return Path(name)


def _copy(file: Path, part: Path) -> None:
    with closing(sqlite3.connect(file, timeout=10, isolation_level=None)) as connection:
        connection.execute("VACUUM INTO ?", (str(part),))
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA user_version=0")  # not that of the open house: see `file_identity`


def note_backup(file: Path, target: Path) -> None:
    """Note where the last backup lies, for whoever has to restore it."""
    with suppress(OSError), open(os.open(_note(file), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as note:
        note.write(f"{target.resolve()}\n")


def last_backup(file: Path) -> Path | None:
    """The last backup of a database that was noted, if it is still there."""
    with suppress(OSError, UnicodeError):
        known = Path(_note(file).read_text().strip())
        return known if known.is_file() else None
    return None


def _note(file: Path) -> Path:
    return file.with_name(file.name + ".backup")


def sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
