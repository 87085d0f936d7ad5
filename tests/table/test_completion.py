"""Completion: work that notices cause is queued, done once for however many came, by one task for each table."""

import asyncio

import pytest
from structlog.testing import capture_logs

from ludotheque.table.api.lifecycle import open_service
from ludotheque.table.people.results import keep_missing, missing_results
from ludotheque.table.registry.completion import AT_ONCE, Errands, finish
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service import acts
from ludotheque.table.service.service import Service
from ludotheque.table.storage.integrity.entry_chain import fill_chain
from ludotheque.table.storage.schema import entries
from ludotheque.table.storage.storage_errors import StoreError
from ludotheque.wire.requests import ResignAct
from tests.table.conftest import run
from tests.table.test_registry import ADA, BOB, house_at, seated


class Desk:
    """Records each errand, and holds it until the test opens its door."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.doors: dict[str, asyncio.Event] = {}
        self.errands = Errands(self.do)

    async def do(self, table: str) -> None:
        self.begun.append(table)
        await self.doors.setdefault(table, asyncio.Event()).wait()

    async def settle(self) -> None:
        for _ in range(20):
            await asyncio.sleep(0)


def test_a_table_that_is_named_often_is_looked_after_once_more() -> None:
    async def story() -> None:
        desk = Desk()
        working = asyncio.create_task(desk.errands.run())
        desk.errands.put("a")
        await desk.settle()
        for _ in range(1000):
            desk.errands.put("a")
        await desk.settle()
        assert desk.begun == ["a"], "one at a time"
        for name in ("b", "c", "d", "e"):
            desk.errands.put(name)
        await desk.settle()
        assert len(desk.begun) == AT_ONCE, "and a few tables at once"
        desk.doors["a"].set()
        await desk.settle()
        assert desk.begun.count("a") == 2
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)

    run(story())


def test_notices_do_not_wait_for_the_database_and_results_are_stored_all_the_same(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the database takes to complete some tables, the notice of the next one is handled at once."""

    async def story() -> None:
        door = asyncio.Event()

        async def slow(house: Tables, table: str) -> bool:
            await door.wait()
            return await finish(house, table)

        async def no_sweep(service: Service) -> None:
            """It stores missing results, and on a busy machine the first sweep comes late."""

        monkeypatch.setattr("ludotheque.table.api.lifecycle.finish", slow)
        monkeypatch.setattr("ludotheque.table.api.lifecycle._sweep", no_sweep)
        async with open_service(url, bots=1, compile_bots=False) as service, asyncio.timeout(120):
            for _ in range(AT_ONCE + 2):
                table = await seated(service.tables)
                box = service.hub.open(ADA.id)
                service.hub.watch(box, table)
                await acts.write(service.tables, table, BOB, ResignAct())
                assert await box.take() == table
            assert len(await missing_results(service.store)) == AT_ONCE + 2
            door.set()
            while await missing_results(service.store):
                await asyncio.sleep(0.02)

    run(story())


def test_a_client_that_follows_a_persons_turns_is_notified_of_all_their_tables(url: str) -> None:
    async def story() -> None:
        async with open_service(url, bots=1, compile_bots=False) as service, asyncio.timeout(120):
            box, other = service.hub.open(BOB.id, BOB.id), service.hub.open("eve", "eve")
            table = await seated(service.tables)
            assert await box.take() == table
            service.tables.registry.live.clear()  # as in a process where nobody looks at it
            service.store._notices.tell((table, 3))
            assert await box.take() == table
            other.close()
            assert await other.take() is None, "a stranger hears nothing"

    run(story())


def test_missing_results_of_a_broken_table_hold_up_no_other(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            broken, whole = await seated(house), await seated(house)
            for table in (broken, whole):
                await acts.write(house, table, BOB, ResignAct())
            async with house.store.begin() as connection:
                begun = entries.update().where(entries.c.table == broken, entries.c.number == 3)
                await connection.execute(begun.values(body='{"kind": "begin", "start": "upside down"}'))
                await connection.run_sync(fill_chain, [broken])
            with capture_logs() as logged:
                assert await keep_missing(house.store) == 1
            assert [(one["event"], one["table"]) for one in logged] == [("results", broken)]
            assert await missing_results(house.store) == [broken]

    async def away(*_: object) -> None:
        raise StoreError("The database is away.")

    async def later() -> None:
        async with house_at(url) as house:
            monkeypatch.setattr(house.store, "find_table", away)
            with pytest.raises(StoreError):
                await keep_missing(house.store)

    run(story())
    run(later())


def test_a_failure_at_one_table_is_logged_and_all_clients_are_notified(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(house: Tables, table: str) -> bool:
        raise RuntimeError("a secret")

    async def story() -> None:
        monkeypatch.setattr("ludotheque.table.api.lifecycle.finish", broken)
        async with open_service(sqlite_url, bots=1, compile_bots=False) as service, asyncio.timeout(120):
            box = service.hub.open(ADA.id)
            await acts.write(service.tables, await seated(service.tables), ADA, ResignAct())
            assert await box.take() == ""

    with capture_logs() as logged:
        run(story())
    assert {one["event"] for one in logged} == {"notice"}
