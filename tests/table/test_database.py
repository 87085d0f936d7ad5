"""Opening a database, errors of opening it, durability and locks."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import AsyncExitStack, closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from ludotheque.table.storage import engines, log_writer
from ludotheque.table.storage.log_writer import Writing
from ludotheque.table.storage.storage_errors import StoreError
from ludotheque.table.storage.store import Store
from tests.table.conftest import Server, run, wait_until_alone
from tests.table.stored import LEAVE, append, kill, opened, start, write


def refusal(url: str) -> str:
    """The error of opening a database: one line."""
    with pytest.raises(StoreError) as caught:
        run(Store.open(url))
    (line,) = str(caught.value).splitlines()
    return line


@pytest.mark.parametrize(
    "address", ["", "house.db", "mysql://localhost/house", "sqlite:house.db", "a" * 3000, "sqlite:///\0"]
)
def test_an_address_of_an_unknown_kind_is_refused_with_the_forms_that_are_known(address: str) -> None:
    assert "say sqlite:///FILE or postgresql://USER@HOST/NAME" in refusal(address)


@pytest.mark.parametrize("address", ["sqlite:///", "sqlite:///:memory:"])
def test_a_database_needs_a_file(address: str) -> None:
    assert refusal(address).startswith("A database needs a file")


@pytest.mark.parametrize("port", ["x", "99999999"])
def test_an_address_that_can_not_be_read_is_refused_without_its_password(port: str) -> None:
    line = refusal(f"postgresql://me:secret@localhost:{port}/house")
    assert "secret" not in line


def test_a_directory_is_no_database(tmp_path: Path) -> None:
    assert refusal(f"sqlite:///{tmp_path}") == f"{tmp_path} is a directory: name a file in it."


def test_the_directory_must_be_there(tmp_path: Path) -> None:
    assert "make it first" in refusal(f"sqlite:///{tmp_path}/none/house.db")


def test_the_directory_must_let_us_write() -> None:
    """In /proc not even root can create a file."""
    assert "can't be written" in refusal("sqlite:////proc/house.db")


def test_a_file_that_is_no_database_is_refused_and_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    file.write_text("Dear diary, " * 1000)
    assert refusal(f"sqlite:///{file}") == f"{file} can't be used: file is not a database"
    assert file.read_text() == "Dear diary, " * 1000


def test_a_damaged_database_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    async def doing() -> None:
        async with opened(sqlite_url):
            pass

    run(doing())
    file = tmp_path / "house.db"
    content = file.read_bytes()
    file.write_bytes(content[:2000] + b"\xff" * (len(content) - 2000))
    assert "malformed" in refusal(sqlite_url)


def test_a_database_of_another_program_is_refused(empty_url: str, tmp_path: Path) -> None:
    if empty_url.startswith("sqlite"):
        with closing(sqlite3.connect(tmp_path / "house.db")) as connection:
            connection.execute("CREATE TABLE people (id INTEGER)")
    else:
        with psycopg.connect(empty_url) as server:
            server.execute("CREATE TABLE people (id INTEGER)")
    assert refusal(empty_url) == "This database holds something else: give Ludothèque one of its own."


def test_a_server_that_is_down_gives_an_error_of_one_line(tmp_path: Path) -> None:
    line = refusal(f"postgresql://me:secret@/house?host={tmp_path}")
    assert line.startswith("postgresql://me:***@/house can't be used") and "secret" not in line


def test_a_missing_database_on_the_server_gives_an_error_of_one_line(server: Server) -> None:
    assert 'database "nowhere" does not exist' in refusal(server.url("nowhere"))


def test_an_unknown_user_of_the_server_gives_an_error_of_one_line(server: Server) -> None:
    name = server.create("template1")
    server.execute("CREATE ROLE stranger LOGIN")
    url = server.url(name).replace("postgres@", "stranger@")
    assert refusal(url) == f"postgresql://stranger@/{name} can't be used: permission denied for schema public"


def test_a_server_without_utf8_is_refused(server: Server) -> None:
    server.execute("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")
    assert (
        refusal(server.url("ascii")) == "This database has the encoding SQL_ASCII: create one with the encoding UTF8."
    )


def test_a_missing_psycopg_gives_an_error_that_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert refusal("postgresql://localhost/house").endswith("pip install 'ludotheque[postgres]'.")


def test_several_processes_may_open_a_new_database_at_once(server: Server) -> None:
    async def doing() -> None:
        url = server.url(server.create("template1"))
        stores = await asyncio.gather(*(Store.open(url) for _ in range(8)))
        await asyncio.gather(*(store.close() for store in stores))

    run(doing())


def test_a_second_process_on_one_file_is_refused_until_the_first_is_dead(sqlite_url: str, tmp_path: Path) -> None:
    process = start(sqlite_url)
    try:
        (tmp_path / "link.db").symlink_to(tmp_path / "house.db")
        for name in ("house.db", "link.db"):
            assert f"house.db is in use by process {process.pid}" in refusal(f"sqlite:///{tmp_path / name}")
    finally:
        kill(process)
    run(reopened(sqlite_url))


async def reopened(url: str) -> None:
    """Open a store, twice in a row."""
    for _ in range(2):
        store = await Store.open(url)
        await store.close()
        await store.close()


def test_a_child_process_does_not_inherit_the_lock(sqlite_url: str) -> None:
    async def doing() -> None:
        async with opened(sqlite_url):
            child = subprocess.Popen(["sleep", "60"])
        try:
            await reopened(sqlite_url)
        finally:
            child.kill()
            child.wait()

    run(doing())


def test_an_acknowledged_write_survives_a_killed_process(url: str) -> None:
    process = start(url)
    assert process.stdout is not None
    acknowledged = [process.stdout.readline() for _ in range(5)]
    acknowledged += kill(process)
    if url.startswith("postgresql"):
        wait_until_alone(url)

    async def doing() -> None:
        async with opened(url) as store:
            written = await store.entries("abc")
            assert len(written) in (len(acknowledged), len(acknowledged) + 1)
            await append(store, len(written) + 1)

    run(doing())


def test_a_commit_is_on_disk(sqlite_url: str) -> None:
    """SQLite syncs its log at every commit (FULL is 2), and watches its foreign keys."""

    async def doing() -> None:
        async with opened(sqlite_url) as store, store.begin() as connection:
            found = {
                name: await connection.scalar(text(f"PRAGMA {name}"))
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            }
            assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}

    run(doing())


def test_commits_are_synchronous_also_on_a_server_configured_otherwise(postgres_url: str) -> None:
    async def doing() -> None:
        async with opened(postgres_url) as store, store.begin() as connection:
            assert await connection.scalar(text("SHOW synchronous_commit")) == "on"
            assert await connection.scalar(text("SHOW idle_in_transaction_session_timeout")) == "15s"

    run(doing())


def test_a_full_disk_gives_an_error_of_one_line_and_no_partial_write(sqlite_url: str) -> None:
    async def doing() -> None:
        async with opened(sqlite_url) as store:
            await limit(store, 1)
            with pytest.raises(StoreError, match="can't be written just now: database or disk is full"):
                await write(store, 1000)
            written = len(await store.entries("abc"))
            assert await store.answered("abc", "p1", f"r{written + 1}") is None
            await limit(store, 1_000_000)
            await append(store, written + 1, request=f"r{written + 1}")

    run(doing())


async def limit(store: Store, pages: int) -> None:
    """Limit the size of a database."""
    async with store.begin() as connection:
        await connection.execute(text(f"PRAGMA max_page_count={pages}"))


def test_too_many_concurrent_transactions_get_an_error_to_try_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "WAIT_SECONDS", 0.1)

    async def write_at_once(store: Store, count: int) -> None:
        async with AsyncExitStack() as stack:
            for _ in range(count):
                await stack.enter_async_context(store.begin())

    async def doing() -> None:
        async with opened(url) as store:
            with pytest.raises(StoreError, match="too much is going on at once; try again"):
                await write_at_once(store, engines.WRITERS * 2 + 1)
            await append(store, 1)

    run(doing())


def test_a_process_that_hangs_in_a_write_blocks_others_for_seconds_only(postgres_url: str) -> None:
    async def hang(store: Store, meanwhile: asyncio.Event, is_over: asyncio.Event) -> None:
        async with store.begin() as connection:
            await log_writer.write_all(
                connection, [Writing("abc", 1, [LEAVE], (), "open", (), None, 5.0)], 5.0, store.seal
            )
            await connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = '300ms'"))
            meanwhile.set()
            await is_over.wait()

    async def doing() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            meanwhile, is_over = asyncio.Event(), asyncio.Event()
            hanging = asyncio.create_task(hang(one, meanwhile, is_over))
            await meanwhile.wait()
            await append(other, 1)  # `one` still hangs; a write that waits for its lock gives up after 10 s
            is_over.set()
            with pytest.raises(StoreError, match="can't be written just now"):
                await hanging
            assert len(await one.entries("abc")) == 1

    run(doing())


def test_the_files_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    async def doing() -> None:
        async with opened(f"sqlite:///{tmp_path / 'house.db'}") as store:
            await store.backup(tmp_path / "copy.db")
            assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}

    before = os.umask(0o022)
    run(doing())
    os.umask(before)
