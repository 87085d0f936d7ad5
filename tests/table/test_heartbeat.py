"""Heartbeats of processes, and pauses without any."""

import asyncio

import pytest
from sqlalchemy import select, update
from structlog.testing import capture_logs

from ludotheque.table.api.lifecycle import open_service
from ludotheque.table.storage import heartbeat
from ludotheque.table.storage.heartbeat import FORGOTTEN
from ludotheque.table.storage.schema import pauses, processes
from ludotheque.table.storage.storage_errors import StoreError
from ludotheque.table.storage.store import Store
from tests.table.conftest import run
from tests.table.stored import opened


@pytest.fixture(autouse=True)
def _a_busy_machine_is_no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the limit of silence, so that a busy machine makes no pause."""
    monkeypatch.setattr(heartbeat, "LONGEST_SILENCE", 30.0)


async def time_of(store: Store) -> float:
    """The exact time of the database; `now` may be off by a round trip."""
    async with store.read() as connection:
        return await store.time_of(connection)


async def age(store: Store, process: str, seconds: float) -> float:
    """Set a process's last heartbeat to some time ago; returns that time."""
    beat = await store.now() - seconds
    async with store.begin() as connection:
        await connection.execute(update(processes).where(processes.c.id == process).values(beat=beat))
    return beat


def test_the_first_start_is_no_pause(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            assert await store.alive() == set()
            await store.beat("one")
            assert await store.alive() == {"one"}
            assert await store.pauses() == []

    run(doing())


def test_the_time_from_the_last_heartbeat_to_the_next_start_is_a_pause(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await store.beat("one")
            last = await age(store, "one", 100)
        async with opened(url) as store:
            before = await time_of(store)
            await store.beat("two")
            await store.beat("two")
            ((begin, end),) = await store.pauses()
            assert begin == last and before <= end <= await time_of(store)
            assert await store.pauses(since=end) == []
            assert await store.alive() == {"two"}

    run(doing())


def test_a_quick_restart_is_no_pause(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await store.beat("one")
            await age(store, "one", 2)
            await store.beat("two")
            assert await store.pauses() == []

    run(doing())


def test_a_process_that_stops_while_another_runs_is_no_pause(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await store.beat("one")
            await age(store, "one", 100)
            await store.beat("one")
            await store.beat("two")
            await age(store, "one", 50)
            await store.beat("three")
            assert len(await store.pauses()) == 1
            assert await store.alive() == {"two", "three"}

    run(doing())


def test_the_sleep_of_a_machine_is_a_pause(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await store.beat("one")
            await age(store, "one", 100)
            await store.beat("one")
            assert len(await store.pauses()) == 1

    run(doing())


def test_processes_that_start_at_once_write_one_pause(postgres_url: str) -> None:
    async def doing() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            await one.beat("before")
            await age(one, "before", 100)
            await asyncio.gather(*(store.beat(f"p{i}") for i in range(4) for store in (one, other)))
            assert len(await one.pauses()) == 1

    run(doing())


def test_a_clock_that_is_set_back_makes_no_pause(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await store.beat("one")
            await age(store, "one", -100)
            await store.beat("two")
            assert await store.pauses() == []

    run(doing())


def test_rows_of_long_silent_processes_are_deleted(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await store.beat("one")
            await age(store, "one", FORGOTTEN + 1)
            await store.beat("two")
            async with store.read() as connection:
                assert list(await connection.scalars(select(processes.c.id))) == ["two"]
            assert len(await store.pauses()) == 1

    run(doing())


def test_after_a_graceful_stop_even_the_shortest_gap_is_a_pause(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await store.beat("one")
            await store.say_farewell("one")
            assert await store.alive() == set()
            assert await store.pauses() == [], "it has not ended yet"
            between = await time_of(store)
            await store.beat("two")
            await store.beat("three")
            ((begin, end),) = await store.pauses()
            assert begin <= between <= end

    run(doing())


def test_a_graceful_stop_while_another_process_runs_makes_no_pause(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await store.beat("one")
            await store.beat("two")
            await store.say_farewell("one")
            assert await store.alive() == {"two"}
            await store.beat("three")
            assert await store.pauses() == []

    run(doing())


def test_an_old_killed_process_does_not_hide_a_later_graceful_stop(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await store.beat("killed")
            await store.beat("one")
            await age(store, "killed", 100)
            await store.say_farewell("one")
            before = await store.now()
            await store.beat("two")
            ((begin, end),) = await store.pauses()
            assert before - 50 < begin <= end

    run(doing())


def test_a_sleep_followed_by_a_stop_gives_two_pauses(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await store.beat("one")
            slept = await age(store, "one", 100)
            await store.say_farewell("one")
            await store.beat("two")
            first, second = await store.pauses()
            assert first[0] == slept and first[1] <= second[0]

    run(doing())


def test_after_a_graceful_stop_a_clock_that_is_set_back_makes_no_pause(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await store.beat("one")
            await store.say_farewell("one")
            async with store.begin() as connection:
                await connection.execute(update(pauses).values(begin=pauses.c.begin + 100, end=pauses.c.end + 100))
            await store.beat("two")
            await store.say_farewell("two")
            await store.beat("three")
            assert [end - begin < 50 for begin, end in await store.pauses()] == [True]

    run(doing())


def test_a_server_that_stops_gracefully_removes_its_process_last(url: str) -> None:
    async def doing() -> None:
        async with open_service(url, bots=1, compile_bots=False) as service:
            assert len(await service.store.alive()) == 1
        async with opened(url) as store:
            assert await store.alive() == set()
            async with store.read() as connection:
                assert len((await connection.execute(select(pauses))).all()) == 1
        async with open_service(url, bots=1, compile_bots=False) as service:
            assert len(service.tables.registry.pauses) == 1

    run(doing())


def test_a_lost_database_at_the_stop_of_a_server_is_logged(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object) -> None:
        raise StoreError("The database is away.")

    async def doing() -> None:
        async with open_service(sqlite_url, bots=1, compile_bots=False) as service:
            monkeypatch.setattr(service.store, "say_farewell", away)

    with capture_logs() as logged:
        run(doing())
    assert ("late", "farewell") in [(one["event"], one.get("what")) for one in logged]
