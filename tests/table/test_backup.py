"""Backups of SQLite: consistent snapshots, taken while the database is in use."""

import asyncio
from itertools import count
from pathlib import Path

import pytest

from ludotheque.table.storage.backup import save_backup
from ludotheque.table.storage.integrity.restoration import restore_backup
from ludotheque.table.storage.storage_errors import StoreError
from ludotheque.table.storage.store import Store
from tests.table.conftest import run
from tests.table.stored import append, kill, opened, start


def test_a_backup_taken_during_writes_is_a_consistent_snapshot(sqlite_url: str, tmp_path: Path) -> None:
    async def doing() -> None:
        async with opened(sqlite_url) as store:
            backed_up = asyncio.Event()
            writing = asyncio.create_task(write_until(store, backed_up))
            while len(await store.entries("abc")) < 3:
                await asyncio.sleep(0.001)
            await store.backup(tmp_path / "copy.db")
            backed_up.set()
            written = await writing
        restore_backup(tmp_path / "copy.db", tmp_path / "restored.db")
        async with opened(f"sqlite:///{tmp_path / 'restored.db'}", key=tmp_path / "house.db.key") as restored:
            copied = await restored.entries("abc")
            assert 3 <= len(copied) < written
            assert await restored.answered("abc", "p1", f"r{len(copied)}") is not None
            await append(restored, len(copied) + 1)

    run(doing())


async def write_until(store: Store, is_enough: asyncio.Event) -> int:
    """Write entries, each with an answer, until `is_enough`, and one more; returns how many."""
    for number in count(1):
        await append(store, number, request=f"r{number}")
        if is_enough.is_set():
            await append(store, number + 1)
            return number + 1
    raise AssertionError("numbers do not end")


def test_another_process_may_take_a_backup(sqlite_url: str, tmp_path: Path) -> None:
    process = start(sqlite_url)
    try:
        assert process.stdout is not None and process.stdout.readline() == "1\n"
        save_backup(tmp_path / "house.db", tmp_path / "copy.db")
    finally:
        kill(process)

    restore_backup(tmp_path / "copy.db", tmp_path / "restored.db")

    async def doing() -> None:
        async with opened(f"sqlite:///{tmp_path / 'restored.db'}", key=tmp_path / "house.db.key") as copy:
            assert await copy.entries("abc")

    run(doing())


@pytest.mark.parametrize(("target", "reason"), [("house.db", "exists already"), ("none/copy.db", "can't be backed up")])
def test_a_failed_backup_leaves_no_file(sqlite_url: str, tmp_path: Path, target: str, reason: str) -> None:
    async def doing() -> None:
        async with opened(sqlite_url) as store:
            with pytest.raises(StoreError, match=reason):
                await store.backup(tmp_path / target)

    run(doing())
    known = {"house.db", "house.db.key", "house.db.lock", "house.db.mark"}
    assert {path.name for path in tmp_path.iterdir()} == known


def test_a_backup_of_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="nothing to back up"):
        save_backup(tmp_path / "none.db", tmp_path / "copy.db")


def test_a_backup_of_another_kind_of_file_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "house.db").write_text("Dear diary, " * 1000)
    with pytest.raises(StoreError, match="file is not a database"):
        save_backup(tmp_path / "house.db", tmp_path / "copy.db")
    assert [path.name for path in tmp_path.iterdir()] == ["house.db"]


def test_postgresql_is_backed_up_by_its_own_program(postgres_url: str, tmp_path: Path) -> None:
    async def doing() -> None:
        async with opened(postgres_url) as store:
            with pytest.raises(StoreError, match="pg_dump"):
                await store.backup(tmp_path / "copy.db")

    run(doing())
