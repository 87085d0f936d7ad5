"""One process per SQLite file: a lock file beside it, released on close or by the system when the process dies."""

import fcntl
import os
from pathlib import Path
from typing import Self

from ludotheque.table.storage.storage_errors import StoreError


class FileLock:
    """An exclusive lock on a database file, held until released or until its process ends.

    The lock file stays where it is: removing it would let two processes hold two locks of one name.
    """

    def __init__(self, handle: int) -> None:
        self._handle = handle

    @classmethod
    def take(cls, file: Path) -> Self:
        """Lock a file; raises a StoreError that names the process which holds it."""
        handle = _open(file.with_name(file.name + ".lock"))
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(handle, 20).decode("ascii", "replace").strip()
            os.close(handle)
            raise StoreError(_in_use(file, holder)) from error
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode())
        return cls(handle)

    def release(self) -> None:
        """Release the lock. Idempotent."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def make_private(file: Path) -> None:
    """Create a missing file, readable by its owner only; SQLite gives its other files the same mode."""
    os.close(_open(file))


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(
            f"{path} can't be written ({error.strerror}): choose another place for the database."
        ) from error


def _in_use(file: Path, holder: str) -> str:
    who = f"process {holder}" if holder.isdigit() else "another process"
    return f"{file} is in use by {who}: stop it first, or let several processes share a PostgreSQL database."
