"""A SQLite file that changes under a running house: noticed before anything more is acknowledged."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from ludotheque.table.api.routes import operating_routes
from ludotheque.table.storage import database
from ludotheque.table.storage.backup import save_backup
from ludotheque.table.storage.storage_errors import LostFileError, StoreError
from ludotheque.table.storage.store import Store
from tests.table.conftest import run
from tests.table.serving import Player, serving
from tests.table.stored import append, opened
from tests.table.test_database import refusal


def replace(file: Path) -> None:
    """As `mv` and `install` do."""
    os.replace(file.with_name("copy.db"), file)


def overwrite(file: Path) -> None:
    """As `cp` does."""
    shutil.copyfile(file.with_name("copy.db"), file)


def link(file: Path) -> None:
    os.link(file, file.with_name("second.db"))


def delete(file: Path) -> None:
    file.unlink()


def delete_wal(file: Path) -> None:
    file.with_name(file.name + "-wal").unlink()


def delete_lock(file: Path) -> None:
    file.with_name(file.name + ".lock").unlink()


def write_into_wal(file: Path) -> None:
    """64 bytes in the middle of the log."""
    wal = file.with_name(file.name + "-wal")
    with wal.open("r+b") as opened_wal:
        opened_wal.seek(wal.stat().st_size // 2)
        opened_wal.write(b"\xa5" * 64)


def spoil_a_sum(file: Path) -> None:
    """Of the first frame: nobody reads it while the house is open, and at the next start all frames would be lost."""
    with file.with_name(file.name + "-wal").open("r+b") as opened_wal:
        opened_wal.seek(48)
        opened_wal.write(b"\xa5")


def empty_wal(file: Path) -> None:
    os.truncate(f"{file}-wal", 0)


CHANGES: dict[Callable[[Path], None], str] = {
    replace: "is another file", overwrite: "was overwritten", link: "has a second name", delete: "is gone",
    delete_wal: "-wal is gone", delete_lock: ".lock is gone", write_into_wal: "-wal was written to",
    spoil_a_sum: "-wal was written to", empty_wal: "-wal was written to",
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_acknowledged_into_a_file_that_is_no_longer_the_houses(
    sqlite_url: str, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    async def doing() -> None:
        async with opened(sqlite_url) as store:
            await append(store, 1)
            save_backup(tmp_path / "house.db", tmp_path / "copy.db")
            await append(store, 2)
            change(tmp_path / "house.db")
            with capture_logs() as logged:
                for _ in range(2):
                    with pytest.raises(LostFileError, match=CHANGES[change]):
                        await append(store, 3)
                with pytest.raises(LostFileError):
                    await store.check_writable()
            assert [one["event"] for one in logged] == ["lost"], "one line"
            assert "stop the house, put the right file there, and start it again" in logged[0]["why"]

    run(doing())


def begin_the_log_anew(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def test_an_older_copy_of_the_same_run_is_told_from_the_file(sqlite_url: str, tmp_path: Path) -> None:
    """As `cp` back of a copy that was made while the house was open."""
    file = tmp_path / "house.db"

    async def doing() -> None:
        async with opened(sqlite_url) as store:
            await append(store, 1)
            await store.beat("me")
            begin_the_log_anew(file)
            shutil.copyfile(file, tmp_path / "copy.db")
            await store.beat("me")
            await append(store, 2)
            begin_the_log_anew(file)
            await append(store, 3)
            overwrite(file)
            with pytest.raises(LostFileError, match="was overwritten"):
                await append(store, 4)

    run(doing())


def test_a_file_that_is_cut_is_noticed(sqlite_url: str, tmp_path: Path) -> None:
    async def doing() -> None:
        async with opened(sqlite_url) as store:
            await append(store, 1)
            os.truncate(tmp_path / "house.db", 8192)
            with pytest.raises(LostFileError, match="was cut"):
                await append(store, 2)

    run(doing())


def test_the_numbers_of_an_open_house_take_no_memory(sqlite_url: str, tmp_path: Path) -> None:
    async def doing() -> None:
        async with opened(sqlite_url) as store:
            for _ in range(5):
                await store.beat("me")
            begin_the_log_anew(tmp_path / "house.db")
            await store.beat("me")
            assert store._files is not None and len(store._files._drawn) == 2, "the file's, and the log's"

    run(doing())


def test_a_change_during_a_commit_is_noticed_before_it_is_acknowledged(sqlite_url: str, tmp_path: Path) -> None:
    async def doing() -> None:
        async with opened(sqlite_url) as store:
            await append(store, 1)
            with pytest.raises(LostFileError):
                async with store.begin():
                    link(tmp_path / "house.db")

    run(doing())


def test_bytes_written_into_the_log_in_the_moment_of_a_commit_are_noticed_by_the_next_heartbeat(
    sqlite_url: str, tmp_path: Path
) -> None:
    async def doing() -> None:
        async with opened(sqlite_url) as store:
            await append(store, 1)
            async with store.begin():
                spoil_a_sum(tmp_path / "house.db")
            with pytest.raises(LostFileError, match="-wal was written to by somebody else"):
                await store.beat("me")
            with pytest.raises(LostFileError):
                await append(store, 2)
            with pytest.raises(LostFileError):
                await store.check_writable()

    run(doing())


def touch(file: Path) -> None:
    os.utime(f"{file}-wal")


def write_as_another_program(file: Path) -> None:
    """By SQLite itself, which keeps the sums of its log."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE notes (id INTEGER)")
        connection.commit()


@pytest.mark.parametrize("doing", [touch, write_as_another_program, begin_the_log_anew])
def test_what_leaves_the_log_whole_stops_nothing(
    sqlite_url: str, tmp_path: Path, doing: Callable[[Path], None]
) -> None:
    async def story() -> None:
        async with opened(sqlite_url) as store:
            await append(store, 1)
            doing(tmp_path / "house.db")
            await store.beat("me")
            await append(store, 2)
            await store.beat("me")
            await store.check_writable()

    run(story())


def test_a_second_name_of_an_open_file_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    async def doing() -> None:
        async with opened(sqlite_url):
            link(tmp_path / "house.db")
            store = opened(f"sqlite:///{tmp_path / 'second.db'}")
            with pytest.raises(StoreError, match=r"second\.db is in use by another process"):
                await store.__aenter__()

    run(doing())
    assert "has a second name (a hard link): remove one of them" in refusal(sqlite_url)


def test_connections_that_come_and_go_and_backups_are_no_change(sqlite_url: str, tmp_path: Path) -> None:
    async def doing() -> None:
        async with opened(sqlite_url) as store:
            for number in range(1, 6):
                await append(store, number)
                await store._reader.dispose()
                await store._writer.dispose()
                await store.backup(tmp_path / f"{number}.db")
            assert len(await store.entries("abc")) == 5

    run(doing())


def test_players_and_the_operator_are_told_when_the_file_is_replaced(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operating_routes, "FRESH", 0.0)
    with serving(sqlite_url) as running:
        ada = Player(running, "Ada")
        table, _ = ada.make_table()
        assert ada.http.get("/healthz").json()["ok"] is True
        save_backup(tmp_path / "house.db", tmp_path / "copy.db")
        replace(tmp_path / "house.db")
        answer = ada.http.post(f"/api/tables/{table}/join", json={})
        assert (answer.status_code, answer.json()["text"]) == (503, TOLD)
        health = ada.http.get("/healthz")
        assert (health.status_code, health.json()["ok"], health.json()["why"]) == (503, False, TOLD)


TOLD = "This house can't store anything any more: tell whoever runs it."


def test_health_tells_a_full_disk_and_recovers_by_itself(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(database, "PROBED", 0.0)
    monkeypatch.setattr(operating_routes, "FRESH", 0.0)
    with serving(sqlite_url) as running:
        client = running.client()
        assert client.get("/healthz").status_code == 200
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(os, "posix_fallocate", full)
            health = client.get("/healthz")
            assert (health.status_code, health.json()["why"]) == (503, FULL)
        assert client.get("/healthz").json()["ok"] is True


async def fail(store: Store) -> None:
    """A write that the database refuses."""
    async with store.begin():
        raise StoreError("The disk is full.")


def test_health_tells_that_the_last_write_failed_until_one_succeeds(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            with pytest.raises(StoreError):
                await fail(store)
            with pytest.raises(StoreError, match="The disk is full"):
                await store.check_writable()
            await append(store, 1)
            await store.check_writable()

    run(doing())


FULL = "The disk of the house is full: nothing can be stored until there is room."
