"""A house knows how far it went: damage is told before it opens, and a file that is not ours is left as it is."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from ludotheque.table.storage.backup import note_backup, save_backup
from ludotheque.table.storage.integrity.high_water_mark import HighWaterMark, Reached, mark_file, read_mark
from ludotheque.table.storage.integrity.restoration import restore_backup
from ludotheque.table.storage.seal import Seal
from ludotheque.table.storage.storage_errors import DamagedLogError, StoreError
from ludotheque.table.storage.store import Store
from tests.table.conftest import run
from tests.table.stored import append, kill, opened, start
from tests.table.test_database import refusal

Files = dict[str, tuple[bytes, int]]


def play(url: str, count: int = 12, first: int = 1) -> None:
    """Write entries and close the house."""

    async def doing() -> None:
        async with opened(url) as store:
            for number in range(first, first + count):
                await append(store, number)

    run(doing())


def play_and_kill(url: str) -> None:
    """Write entries in a process that is killed, so that they lie in the write-ahead log."""
    process = start(url)
    assert process.stdout is not None
    for _ in range(12):
        process.stdout.readline()
    kill(process)


def files_of(folder: Path) -> Files:
    """All files with their times, but for the lock file, which names the last process, and the index of the log."""
    found = [path for path in folder.iterdir() if not path.name.endswith("-shm")]
    return {path.name: (path.read_bytes(), 0 if path.suffix == ".lock" else path.stat().st_mtime_ns) for path in found}


def forget_wal(file: Path) -> None:
    for ending in ("-wal", "-shm"):
        file.with_name(file.name + ending).unlink()


def rot_wal(file: Path) -> None:
    wal = file.with_name(file.name + "-wal")
    content = bytearray(wal.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 64] = b"\xa5" * 64
    wal.write_bytes(content)


@pytest.mark.parametrize("harm", [forget_wal, rot_wal])
def test_a_house_without_its_last_entries_is_refused_with_the_place_of_its_backup(
    sqlite_url: str, tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    file = tmp_path / "house.db"
    play(sqlite_url, 1)
    save_backup(file, tmp_path / "monday.db")
    note_backup(file, tmp_path / "monday.db")
    play_and_kill(sqlite_url)
    harm(file)
    before = files_of(tmp_path)
    line = refusal(sqlite_url)
    assert "of the" in line and "entries that were stored are missing" in line, line
    assert f"The last backup is {tmp_path / 'monday.db'}: «ludotheque restore" in line and "--as-is" in line
    assert {**files_of(tmp_path), "house.db.lock": 0} == {**before, "house.db.lock": 0}, "nothing was written"


def test_what_is_left_can_be_opened_with_as_is(sqlite_url: str, tmp_path: Path) -> None:
    play(sqlite_url, 1)
    play_and_kill(sqlite_url)
    forget_wal(tmp_path / "house.db")
    refusal(sqlite_url)

    async def doing() -> None:
        async with opened(sqlite_url, is_as_is=True) as store:
            await append(store, len(await store.entries("abc")) + 1)

    run(doing())
    play(sqlite_url, 0)


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("DELETE FROM entries WHERE number = 6", "table abc: 1 of 12 entries are missing, from entry 6 on"),
        ("DELETE FROM entries WHERE number > 10", "table abc: 2 of 12 entries are missing, from entry 11 on"),
        ("DELETE FROM entries", "table abc: all of its 12 entries are missing"),
        ("UPDATE tables SET chain = 'x'", "table abc: its last entry is not what was stored"),
    ],
)
def test_missing_entries_are_told_before_a_house_opens(url: str, tmp_path: Path, statement: str, told: str) -> None:
    play(url)

    async def harm() -> None:
        async with opened(url) as store, store.begin() as connection:
            await connection.execute(text(statement))

    run(harm())
    line = refusal(url)
    assert f"is not whole: {told}" in line and "--as-is opens what is left" in line

    async def as_it_is() -> None:
        async with opened(url, is_as_is=True) as store:
            with pytest.raises(DamagedLogError):
                await store.entries("abc")
            with pytest.raises(DamagedLogError):
                await append(store, 13)

    run(as_it_is())
    play(url, 0)  # it is known from now on


def test_entries_of_missing_tables_are_told(sqlite_url: str, tmp_path: Path) -> None:
    play(sqlite_url)
    change(tmp_path / "house.db", "DELETE FROM tables")
    assert "12 entries belong to tables that are missing" in refusal(sqlite_url)


def test_everything_deleted_is_told(sqlite_url: str, tmp_path: Path) -> None:
    play(sqlite_url)
    for name in ("entries", "tables", "house"):
        change(tmp_path / "house.db", f"DELETE FROM {name}")  # noqa: S608
    assert "12 of the 12 entries that were stored are missing" in refusal(sqlite_url)


def test_rows_lost_without_an_entry_are_told_by_the_heartbeats(sqlite_url: str, tmp_path: Path) -> None:
    """An account or a message that was written a second ago goes with the write-ahead log, too."""

    async def beat(count: int) -> None:
        async with opened(sqlite_url) as store:
            for _ in range(count):
                await store.beat("me")

    run(beat(3))
    shutil.copy(tmp_path / "house.db", tmp_path / "older.db")
    run(beat(2))
    shutil.copy(tmp_path / "older.db", tmp_path / "house.db")
    assert "what was written in the last 2 seconds that the house was open is missing" in refusal(sqlite_url)


@pytest.mark.parametrize("how", ["is gone", "is empty"])
def test_a_database_that_is_gone_beside_its_key_is_not_made_anew(sqlite_url: str, tmp_path: Path, how: str) -> None:
    file = tmp_path / "house.db"
    play(sqlite_url)
    file.write_bytes(b"") if how == "is empty" else file.unlink()
    line = refusal(sqlite_url)
    assert f"{file} {how}, and a house has been here, which had stored 12 entries" in line, line
    assert file.exists() == (how == "is empty")
    mark_file(file).unlink()
    assert f"{file} {how}, and a house has been here: {file}.key is its key" in refusal(sqlite_url)
    run(open_as_is(sqlite_url))


def test_a_database_that_is_gone_beside_its_mark_alone_is_not_made_anew(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    play(sqlite_url)
    mark = mark_file(file).read_bytes()
    file.unlink()
    file.with_name("house.db.key").unlink()
    assert f"{file} is gone, and a house has been here" in refusal(sqlite_url)
    assert mark_file(file).read_bytes() == mark and not file.exists()


async def open_as_is(url: str) -> None:
    await (await Store.open(url, is_as_is=True)).close()


def other_program(file: Path) -> None:
    change(file, "CREATE TABLE bookmarks (id INTEGER)")


def other_program_with_wal(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE bookmarks (id INTEGER)")
    wal = file.with_name(file.name + "-wal").read_bytes()
    content = file.read_bytes()
    connection.close()
    file.write_bytes(content)
    file.with_name(file.name + "-wal").write_bytes(wal)


def emptied_by_other_program(file: Path) -> None:
    change(file, "CREATE TABLE bookmarks (id INTEGER)")
    change(file, "DROP TABLE bookmarks")


def with_a_view_alone(file: Path) -> None:
    change(file, "CREATE VIEW today AS SELECT date('now')")


def marked_by_other_program(file: Path) -> None:
    change(file, "PRAGMA application_id = 77")
    change(file, "PRAGMA journal_mode = WAL")


def counted_as_ours(file: Path) -> None:
    """Another program that counts its schemas with the same library, from 0001 on."""
    for statement in ("CREATE TABLE bookmarks (id INTEGER)", "CREATE TABLE alembic_version (version_num VARCHAR(32))"):
        change(file, statement)
    change(file, "INSERT INTO alembic_version VALUES ('0001')")


def diary(file: Path) -> None:
    file.write_text("Dear diary, " * 1000)


def short_note(file: Path) -> None:
    file.write_text("hello")


def rotten(file: Path) -> None:
    run(open_as_is(f"sqlite:///{file}"))
    content = file.read_bytes()
    file.write_bytes(content[:20_000] + os.urandom(len(content) - 20_000))


OTHERS = [
    other_program, other_program_with_wal, emptied_by_other_program, with_a_view_alone, marked_by_other_program,
    counted_as_ours, diary, short_note, rotten,
]  # fmt: skip


@pytest.mark.parametrize("make", OTHERS)
def test_a_file_that_can_not_be_used_is_not_written_to(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "house.db")
    before = files_of(tmp_path)
    line = refusal(f"sqlite:///{tmp_path / 'house.db'}")
    assert any(word in line for word in ("something else", "not a database", "malformed", "is damaged")), line
    assert files_of(tmp_path) == before, "bytes and times are as before, and nothing lies beside it"
    assert not (tmp_path / "house.db-shm").exists()


@pytest.mark.parametrize("name", ["/dev/null", "pipe"])
def test_a_pipe_or_a_device_is_refused_with_nothing_written_beside_it(tmp_path: Path, name: str) -> None:
    file = tmp_path / name  # an absolute name stays as it is
    if not file.exists():
        os.mkfifo(file)
    assert refusal(f"sqlite:///{file}") == f"{file} is a pipe or a device, not a file: name another."
    assert not file.with_name(file.name + ".lock").exists()


def test_a_database_that_was_moved_away_from_its_log_is_not_opened_by_a_link(sqlite_url: str, tmp_path: Path) -> None:
    file, moved = tmp_path / "house.db", tmp_path / "moved.db"
    play_and_kill(sqlite_url)
    file.rename(moved)
    file.symlink_to(moved)
    assert f"is a link to {moved}, but {file}-wal is still beside the link: move it to {moved}-wal." in refusal(
        sqlite_url
    )
    for ending in ("-wal", ".key", ".mark"):
        file.with_name(file.name + ending).rename(f"{moved}{ending}")
    play(sqlite_url, 1, first=13)


def test_errors_name_the_file_and_no_copy_of_it(sqlite_url: str, tmp_path: Path) -> None:
    play_and_kill(sqlite_url)
    with (tmp_path / "house.db").open("r+b") as opened_file:
        opened_file.write(b"\xa5" * 64)
    told = refusal(sqlite_url)
    assert str(tmp_path / "house.db") in told and "/copy" not in told and "ludotheque restore" in told


def test_a_table_that_is_older_than_its_log_says_so(sqlite_url: str, tmp_path: Path) -> None:
    play(sqlite_url, 5)
    change(tmp_path / "house.db", "UPDATE tables SET last_entry = 3")
    assert "table abc: 2 of its 5 entries are unknown to it" in refusal(sqlite_url)


def delete_mark(mark: Path) -> None:
    mark.unlink()


def empty_mark(mark: Path) -> None:
    mark.write_bytes(b"")


@pytest.mark.parametrize("harm", [delete_mark, empty_mark])
def test_a_house_whose_mark_is_gone_says_so_before_it_opens(
    sqlite_url: str, tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    file = tmp_path / "house.db"
    play(sqlite_url, 1)
    harm(mark_file(file))
    before = files_of(tmp_path)
    for _ in range(2):
        line = refusal(sqlite_url)
        assert "its mark (the file beside it that ends in .mark) is missing or unreadable" in line, line
        assert "«ludotheque restore" in line and "--as-is opens what is left" in line
    assert files_of(tmp_path) == before
    run(open_as_is(sqlite_url))
    play(sqlite_url, 1, first=2)


def test_a_house_from_before_there_were_marks_opens(sqlite_url: str, tmp_path: Path) -> None:
    """It has never counted a heartbeat; from now on it has a mark."""
    play(sqlite_url, 1)
    mark_file(tmp_path / "house.db").unlink()
    change(tmp_path / "house.db", "UPDATE house SET beats = 0")
    play(sqlite_url, 1, first=2)
    mark_file(tmp_path / "house.db").unlink()
    assert "its mark" in refusal(sqlite_url)


def test_without_a_mark_another_key_is_told_as_that(sqlite_url: str, tmp_path: Path) -> None:
    play(sqlite_url, 1)
    mark_file(tmp_path / "house.db").unlink()
    (tmp_path / "house.db.key").unlink()
    assert "is not the key of this house" in refusal(sqlite_url)

    async def with_new_key() -> None:
        await (await Store.open(sqlite_url, is_new_key=True)).close()

    run(with_new_key())
    play(sqlite_url, 1, first=2)


def test_a_backup_is_restored_where_no_house_was(sqlite_url: str, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    play(sqlite_url, 1)
    save_backup(tmp_path / "house.db", tmp_path / "monday.db")
    restore_backup(tmp_path / "monday.db", other)
    shutil.copy(tmp_path / "house.db.key", tmp_path / "other.db.key")
    assert not list(tmp_path.glob("other.db-*")) and not list(tmp_path.glob("*.part*"))
    play(f"sqlite:///{other}", 1, first=2)


@pytest.mark.parametrize("statement", [None, "PRAGMA journal_mode = WAL"])
def test_an_empty_file_becomes_a_house_also_after_a_start_that_was_killed(
    tmp_path: Path, statement: str | None
) -> None:
    file = tmp_path / "new.db"
    file.touch()
    if statement:
        change(file, statement)
    assert bool(file.stat().st_size) == bool(statement)
    play(f"sqlite:///{file}", 1)


def test_the_mark_survives_a_torn_slot_and_needs_the_key(tmp_path: Path) -> None:
    seal, file = Seal.new(), tmp_path / "mark"
    mark = HighWaterMark(file, seal, Reached(house="x", entries=5, beats=2))
    mark.advance(entries=1)
    mark.advance(entries=2)
    mark.close()
    assert read_mark(file, seal) == Reached(house="x", entries=8, beats=2)
    assert read_mark(file, Seal.new()) is None, "another key"
    for slot, left in ((1, (6, 8)), (0, (6, 8))):
        content = bytearray(file.read_bytes())
        content[slot * 256 + 10 : slot * 256 + 60] = b"?" * 50
        file.with_name("torn").write_bytes(content)
        known = read_mark(file.with_name("torn"), seal)
        assert known is not None and known.entries in left
    file.write_bytes(b"")
    assert read_mark(file, seal) is None


def test_a_killed_house_opens_again_without_an_alarm(sqlite_url: str) -> None:
    for number in range(4):
        process = start(sqlite_url)
        assert process.stdout is not None
        for _ in range(number):
            process.stdout.readline()
        kill(process)
    play(sqlite_url, 0)


def test_a_mark_that_can_not_be_written_refuses_nothing(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    async def doing() -> None:
        async with opened(sqlite_url) as store:
            await append(store, 1)
            monkeypatch.setattr(os, "pwrite", full)
            await append(store, 2)
            monkeypatch.undo()

    run(doing())
    play(sqlite_url, 1, first=3)


def test_a_restored_backup_opens_and_what_was_there_lies_beside_it(sqlite_url: str, tmp_path: Path) -> None:
    file, backup = tmp_path / "house.db", tmp_path / "monday.db"
    play(sqlite_url, 3)
    save_backup(file, backup)
    play(sqlite_url, 4, first=4)
    shutil.copy(backup, tmp_path / "copied.db")
    shutil.move(tmp_path / "copied.db", file)
    assert "4 of the 7 entries that were stored are missing" in refusal(sqlite_url), "a copy is not enough"
    aside = restore_backup(backup, file)
    assert aside is not None and aside.is_file()
    play(sqlite_url, 2, first=4)


def test_a_damaged_backup_is_not_restored(sqlite_url: str, tmp_path: Path) -> None:
    file, backup = tmp_path / "house.db", tmp_path / "monday.db"
    play(sqlite_url, 3)
    save_backup(file, backup)
    change(backup, "DELETE FROM entries WHERE number = 2")
    before = file.read_bytes()
    with pytest.raises(StoreError, match="is damaged itself: table abc: 1 of 3 entries are missing"):
        restore_backup(backup, file)
    assert file.read_bytes() == before
    with pytest.raises(StoreError):
        restore_backup(backup, tmp_path / "new.db")
    assert not list(tmp_path.glob("new.db*"))


def test_an_open_house_is_not_restored(sqlite_url: str, tmp_path: Path) -> None:
    async def doing() -> None:
        async with opened(sqlite_url) as store:
            await store.backup(tmp_path / "monday.db")
            with pytest.raises(StoreError, match="is in use by"):
                restore_backup(tmp_path / "monday.db", tmp_path / "house.db")

    run(doing())
