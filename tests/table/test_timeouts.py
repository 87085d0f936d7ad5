"""Time-outs: each is written once it is truly due, despite pauses and tables that do not replay."""

from typing import Any

import pytest
from sqlalchemy import select, update
from structlog.testing import capture_logs

from ludotheque.table.registry import timeouts
from ludotheque.table.registry.tables import Tables
from ludotheque.table.registry.timeouts import LATER, Timing, write_time_outs
from ludotheque.table.storage.integrity.entry_chain import fill_chain
from ludotheque.table.storage.schema import entries, processes, seats
from ludotheque.table.storage.storage_errors import StoreError
from tests.table.conftest import run
from tests.table.test_registry import house_at, seated

BANK = 600.0  # seconds: a busy machine does not use them up
LIVE: dict[str, Any] = {"clock": "live", "bank": BANK, "increment": 0.0, "absence": "end"}


async def begin_earlier(house: Tables, table: str, seconds: float) -> None:
    """Make as if all that happened at a table had happened so many seconds before."""
    async with house.store.begin() as connection:
        await connection.execute(update(entries).where(entries.c.table == table).values(at=entries.c.at - seconds))
        await connection.execute(update(seats).where(seats.c.table == table).values(due=seats.c.due - seconds))
        await connection.run_sync(fill_chain, [table])
    house.registry.live.pop(table)


async def due_of(house: Tables, table: str, seat: int = 1) -> float | None:
    """When a seat is due by the index."""
    async with house.store.read() as connection:
        wanted = select(seats.c.due).where(seats.c.table == table, seats.c.seat == seat)
        found: float | None = await connection.scalar(wanted)
    return found


async def is_over(house: Tables, table: str) -> bool:
    return (await house.registry.find(table)).state.is_over


async def sleep_with_the_machine(house: Tables, process: str, seconds: float) -> None:
    """Make as if the last beat of a process had been so many seconds ago."""
    async with house.store.begin() as connection:
        last = await house.store.now() - seconds
        await connection.execute(update(processes).where(processes.c.id == process).values(beat=last))


def test_a_table_that_does_not_replay_holds_up_no_other(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            broken, whole = await seated(house, **LIVE), await seated(house, **LIVE)
            await begin_earlier(house, broken, BANK + 200)
            await begin_earlier(house, whole, BANK + 100)
            async with house.store.begin() as connection:
                wrong = '{"kind": "play", "seat": 1, "steps": ["z9-z9"]}'
                row: dict[str, Any] = {"table": broken, "number": 4, "at": 1.0, "body": wrong}
                await connection.execute(entries.insert().values(row))
                await connection.run_sync(fill_chain, [broken])
            now = await house.store.now()
            with capture_logs() as logged:
                await write_time_outs(house, now)
            assert await is_over(house, whole)
            assert [(one["event"], one["table"]) for one in logged] == [("time-out", broken)]
            assert await due_of(house, broken) == now + LATER, "and it is tried again"

    run(story())


def test_a_seat_that_a_pause_gave_more_time_is_put_off_in_the_index(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that old rows never take the place of those that are due."""
    monkeypatch.setattr(timeouts, "MOST_AT_ONCE", 1)

    async def story() -> None:
        async with house_at(url) as house:
            paused, late = await seated(house, **LIVE), await seated(house, **LIVE)
            await begin_earlier(house, paused, BANK + 40)
            await begin_earlier(house, late, BANK + 20)
            now = await house.store.now()
            house.registry.pauses.append((now - BANK - 39, now - 1))
            before = await due_of(house, paused)
            await write_time_outs(house, now)
            assert not await is_over(house, paused)
            assert await due_of(house, paused) == pytest.approx((before or 0) + BANK + 38)
            house.registry.pauses.clear()
            await write_time_outs(house, now)
            assert await is_over(house, late)

    run(story())


def test_a_seat_that_nobody_waits_for_any_more_leaves_the_index(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, **LIVE | {"absence": "wait"})
            await begin_earlier(house, table, BANK + 20)
            stale = await due_of(house, table)
            await write_time_outs(house, await house.store.now())
            assert (await house.registry.find(table)).state.late == {1}
            async with house.store.begin() as connection:
                await connection.execute(update(seats).where(seats.c.table == table).values(due=stale))
            await write_time_outs(house, await house.store.now())
            assert await due_of(house, table) is None
            assert (await house.registry.find(table)).state.number == 4, "one time-out is enough"

    run(story())


def test_a_concurrent_change_of_the_index_is_not_overwritten(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, **LIVE)
            old = timeouts.Due(table, 1, 5.0)
            due = await due_of(house, table)
            await timeouts._put_off(house.store, old, 6.0)
            assert await due_of(house, table) == due

    run(story())


def test_a_machine_that_slept_charges_nobody_for_it(url: str) -> None:
    """Time-outs wait for the heartbeat that reads the pause."""

    async def story() -> None:
        async with house_at(url) as house:
            clocks = Timing(house, "one")
            await clocks.beat()
            table = await seated(house, **LIVE)
            await clocks.watch()
            await begin_earlier(house, table, BANK + 100)
            await sleep_with_the_machine(house, "one", BANK + 99.9)
            clocks.known -= BANK + 99.9
            await write_time_outs(house, clocks.known)
            assert not await is_over(house, table), "what came due since the last beat may be a pause"
            await clocks.beat()
            await clocks.watch()
            assert not await is_over(house, table), "it was one"
            due = await due_of(house, table)
            assert due is not None and due > await house.store.now()
            await begin_earlier(house, table, BANK + 60)
            await clocks.beat()
            await clocks.watch()
            assert await is_over(house, table)

    run(story())


def test_a_database_that_is_away_is_waited_for(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object) -> None:
        raise StoreError("The database is away.")

    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, **LIVE)
            await begin_earlier(house, table, BANK + 20)
            before = await due_of(house, table)
            monkeypatch.setattr("ludotheque.table.registry.timeouts.time_out", away)
            with pytest.raises(StoreError):
                await write_time_outs(house, await house.store.now())
            assert await due_of(house, table) == before

    run(story())
