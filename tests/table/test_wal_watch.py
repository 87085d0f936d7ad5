"""The sums of SQLite's write-ahead log: ours are SQLite's, and a changed byte is noticed wherever it lies."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ludotheque.table.storage.integrity import wal_watch
from ludotheque.table.storage.integrity.file_identity import FileIdentity
from ludotheque.table.storage.integrity.wal_watch import INDEX, WalWatch


@pytest.fixture(params=[512, 4096, 65536])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A database with a log, with pages of this size."""
    with closing(sqlite3.connect(tmp_path / "house.db", isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size = {request.param}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE notes (text)")
        yield connection


def fill(database: sqlite3.Connection, count: int) -> None:
    for _ in range(count):
        database.execute("INSERT INTO notes VALUES (randomblob(700))")


def test_a_log_is_whole_whatever_sqlite_has_done_with_it(database: sqlite3.Connection, tmp_path: Path) -> None:
    with closing(WalWatch(tmp_path / "house.db")) as watch:
        for count in (0, 1, 20, 1_500):  # a thousand pages are written back, and the log begins anew
            fill(database, count)
            assert watch.is_whole() and watch.is_next_part_whole()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        assert watch.is_whole() and watch.is_next_part_whole()


def test_a_changed_byte_is_noticed_wherever_it_lies(
    database: sqlite3.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(database, 5)
    log = tmp_path / "house.db-wal"
    frame = database.execute("PRAGMA page_size").fetchone()[0] + 24
    with closing(WalWatch(tmp_path / "house.db")) as watch, log.open("r+b", buffering=0) as opened:
        end = os.stat(log).st_size
        for place in (0, 9, 17, 25, 31, 32, 36, 40, 44, 48, 56, 32 + frame, 32 + frame + 20, end - frame, end - 1):
            before = os.pread(opened.fileno(), 1, place)
            os.pwrite(opened.fileno(), bytes([before[0] ^ 1]), place)
            assert not watch.is_whole(), place
            monkeypatch.setattr(wal_watch, "MOST", 2)
            assert not all(watch.is_next_part_whole() for _ in range(10)), place
            monkeypatch.undo()
            os.pwrite(opened.fileno(), before, place)
            assert watch.is_whole()


def test_an_index_that_is_just_being_written_is_read_again(
    database: sqlite3.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite writes the two copies of its header one after the other; a reader may come in between."""
    fill(database, 5)
    with closing(WalWatch(tmp_path / "house.db")) as watch, (tmp_path / "house.db-shm").open("r+b", 0) as index:
        whole = os.pread(index.fileno(), 2 * INDEX.size, 0)
        torn = whole[:16] + bytes([whole[16] ^ 1]) + whole[17:]  # the number of frames
        for check in (watch.is_whole, watch.is_next_part_whole):
            os.pwrite(index.fileno(), torn, 0)
            monkeypatch.setattr("time.sleep", lambda _: os.pwrite(index.fileno(), whole, 0))
            assert check()
            monkeypatch.undo()
            os.pwrite(index.fileno(), torn, 0)
            assert not check(), "it stays torn: that was not SQLite"
            os.pwrite(index.fileno(), whole, 0)


def test_a_write_right_after_a_commit_is_noticed_by_its_time(database: sqlite3.Connection, tmp_path: Path) -> None:
    """Without a pause: the clock of a file system moves on every few milliseconds only."""
    fill(database, 1)
    with closing(FileIdentity(tmp_path / "house.db")) as files, (tmp_path / "house.db-wal").open("r+b", 0) as opened:
        for _ in range(200):
            files.check()
            assert not files.is_touched()
            os.pwrite(opened.fileno(), b"?", 100)
            assert files.is_touched()
