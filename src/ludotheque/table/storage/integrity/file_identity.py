"""Whether the files of an open SQLite database are still those that it was opened with.

A file that was replaced, deleted or given a second name takes writes that nobody will ever read. So each commit is
followed by this check before it is acknowledged. A number in the database's header, drawn anew at the start and with
each heartbeat, tells a file that was overwritten in place, also by an older copy of itself: SQLite writes it back with
the log, so it never becomes one that was drawn before. The write-ahead log is given a time of its own after each
commit, to the nanosecond; if it has another one before the next commit, `wal_watch` computes its sums.
"""

import os
import secrets
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from ludotheque.table.storage.integrity.wal_watch import WalWatch
from ludotheque.table.storage.storage_errors import LostFileError

DRAWN_AT, DRAWN_BYTES = 60, 4  # SQLite's user_version in the header
BESIDE = ("", "-wal", "-shm", ".lock")
WHAT_TO_DO = "nothing is acknowledged any more: stop the house, put the right file there, and start it again"


class FileIdentity:
    """The files of a database, by device and inode. An open connection keeps SQLite from removing its own."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=10)
        self._drawn = [_draw(self._connection)]
        self._handle = os.open(file, os.O_RDONLY)  # closed last: closing it would drop SQLite's locks
        if (found := self._read_number()) != self._drawn[0]:
            self._drawn.insert(0, found)  # somebody reads just now: the number is not in the file itself yet
        self._length = os.fstat(self._handle).st_size
        self._wal = WalWatch(file)
        self._known = {path: _inode(path) for path in self._files()}
        self._lost: str | None = None
        self._settle()

    def _files(self) -> list[str]:
        return [f"{self.file}{ending}" for ending in BESIDE]  # texts: they are looked at with every commit

    def draw(self) -> int:
        """A new number for SQLite's user_version, to be written with the next commit."""
        self._drawn.append(secrets.token_bytes(DRAWN_BYTES))
        return int.from_bytes(self._drawn[-1], "big", signed=True)

    def _read_number(self) -> bytes:
        return os.pread(self._handle, DRAWN_BYTES, DRAWN_AT)

    def check(self) -> None:
        """After a commit: raise LostFileError if a file is not the same any more; from then on, always."""
        self._raise_if(self._change())
        self._settle()

    def is_touched(self) -> bool:
        """Whether the log was written to since the last check, perhaps by ourselves in a commit that failed."""
        return self._stamp() != self._stamped

    def _settle(self) -> None:
        """Give the log a time of our own: two writes in one tick of the file system's clock have the same time."""
        now = time.time_ns()
        with suppress(PermissionError):  # the file is another user's: its time is then exact to some milliseconds
            os.utime(self._wal.log, ns=(now, now))
        self._stamped = self._stamp()

    def _stamp(self) -> tuple[int, int]:
        found = os.fstat(self._wal.log)
        return found.st_mtime_ns, found.st_size

    def check_log(self) -> None:
        """Before a commit, while nobody else writes: raise LostFileError if the log is not what SQLite wrote."""
        self._raise_if(None if self._wal.is_whole() else self._rotten)

    def check_part_of_log(self) -> None:
        """The same of a part of the log, each time another, while others may write."""
        self._raise_if(None if self._wal.is_next_part_whole() else self._rotten)

    def _raise_if(self, lost: str | None) -> None:
        self._lost = self._lost or lost
        if self._lost:
            raise LostFileError(f"{self._lost}: {WHAT_TO_DO}.")

    @property
    def _rotten(self) -> str:
        return f"{self.file}-wal was written to by somebody else"

    def _change(self) -> str | None:
        for path, known in self._known.items():
            if (now := _inode(path)) != known:
                return f"{path} {'is gone' if now is None else 'is another file than the house has open'}"
        found = os.fstat(self._handle)
        if found.st_nlink != 1:
            return f"{self.file} has a second name (a hard link), by which others may open it"
        if found.st_size < self._length:
            return f"{self.file} was cut"
        self._length = found.st_size
        if (number := self._read_number()) not in self._drawn:
            return f"{self.file} was overwritten"
        del self._drawn[: self._drawn.index(number)]  # it never becomes an older one again
        return None

    def close(self) -> None:
        """Close the connection and the handle, after all other connections."""
        self._connection.close()
        self._wal.close()
        os.close(self._handle)


def _draw(connection: sqlite3.Connection) -> bytes:
    """Write a random number into the header, and into the file itself."""
    drawn = secrets.token_bytes(DRAWN_BYTES)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(f"PRAGMA user_version={int.from_bytes(drawn, 'big', signed=True)}")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.execute("SELECT 1 FROM sqlite_master").fetchall()
    return drawn


def _inode(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
