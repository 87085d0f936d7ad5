"""One process per SQLite file: a lock file beside it, released on close or by the system when the process dies.

The file itself is locked as well, so that it can't be opened under a second name.
"""

import fcntl
import os
from pathlib import Path
from typing import Self

from ludotheque.table.storage.storage_errors import StoreError


class FileLock:
    """An exclusive lock on a database file, held until released or until its process ends.

    The lock file stays where it is: removing it would let two processes hold two locks of one name.
    """

    def __init__(self, file: Path, handle: int, *, is_new: bool) -> None:
        self._file, self._handles, self._is_new = file, [handle], is_new

    @classmethod
    def take(cls, file: Path) -> Self:
        """Lock a file; raises a StoreError that names the process which holds it."""
        path = lock_file(file)
        is_new = not path.exists()
        handle = _open(path)
        lock = cls(file, handle, is_new=is_new)
        lock._hold(handle)
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode())
        return lock

    def hold_file(self) -> None:
        """Lock the file itself; it is created if there is none, readable by its owner only, as SQLite's other files."""
        handle = _open(self._file)
        self._handles.append(handle)
        self._hold(handle)
        if os.fstat(handle).st_nlink > 1:
            raise StoreError(f"{self._file} has a second name (a hard link): remove one of them, then start again.")

    def _hold(self, handle: int) -> None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._handles[0], 20, 0).decode("ascii", "replace").strip()
            self.release()
            raise StoreError(_in_use(self._file, holder)) from error

    def release(self) -> None:
        """Release the lock, after the database is closed: that would drop SQLite's own locks. Idempotent."""
        while self._handles:
            os.close(self._handles.pop())

    def withdraw(self) -> None:
        """Release the lock of a file that is not ours, and leave nothing beside it."""
        if self._is_new:
            lock_file(self._file).unlink(missing_ok=True)
        self.release()


def lock_file(file: Path) -> Path:
    """The lock file of a database."""
    return file.with_name(file.name + ".lock")


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(
            f"{path} can't be written ({error.strerror}): choose another place for the database."
        ) from error


def _in_use(file: Path, holder: str) -> str:
    is_other = holder.isdigit() and holder != str(os.getpid())  # of a second name, the lock file is our own
    who = f"process {holder}" if is_other else "another process"
    return f"{file} is in use by {who}: stop it first, or let several processes share a PostgreSQL database."
