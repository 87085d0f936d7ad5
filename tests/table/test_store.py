"""The store: each entry is written once, atomically, by one process."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Table, insert, select, update
from sqlalchemy.exc import DBAPIError

from ludotheque.log.entries import Begin, Play, Sit
from ludotheque.log.table_errors import TableError
from ludotheque.table.storage import log_writer
from ludotheque.table.storage.log_writer import Writing
from ludotheque.table.storage.row_values import Answered, SeatRow, WorkRow
from ludotheque.table.storage.schema import answers, entries, seats, tables, work
from ludotheque.table.storage.storage_errors import EntryConflictError, StoreError
from ludotheque.table.storage.store import Store
from tests.table.conftest import run
from tests.table.stored import LEAVE, ROW, append, opened


async def rows(store: Store, table: Table) -> list[dict[str, Any]]:
    """All rows of a table."""
    async with store.read() as connection:
        return [dict(row) for row in (await connection.execute(select(table))).mappings()]


def test_a_table_is_read_as_it_was_written(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            assert await store.find_table("abc") == ROW
            assert await store.find_table("abd") is None

    run(doing())


def test_a_table_is_written_once(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            with pytest.raises(EntryConflictError, match="Table abc exists already"):
                await store.create_table(ROW)

    run(doing())


def test_entries_are_read_as_they_were_written_also_after_a_restart(url: str) -> None:
    play = Play(seat=2, steps=("b8-b4", "é\0✓"), then=((0, "6"), (1, "pass")), draw=3)

    async def doing() -> None:
        async with opened(url) as store:
            written = await append(store, 1, LEAVE, Begin(start=None))
            written += await append(store, 3, play)
            assert await store.entries("abc") == written
        async with opened(url) as store:
            assert await store.entries("abc") == written
            assert await store.entries("abc", after=2) == written[2:]
            assert [(one.number, one.entry) for one in written] == [(1, LEAVE), (2, Begin(start=None)), (3, play)]
            assert await store.entries("abd") == []

    run(doing())


def test_answer_seats_stage_and_work_are_written_with_their_entry(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            (logged,) = await store.append(
                "abc",
                1,
                [LEAVE],
                index=[SeatRow(1, person="p1", waited=5.0, due=9.0), SeatRow(2, bot="easy")],
                stage="playing",
                work=[WorkRow(2, 1, "easy", has_people=True)],
                answer=Answered("p1", "r1", '{"ok": true}'),
            )
            found = await store.find_table("abc")
            assert found is not None and (found.stage, found.changed) == ("playing", logged.at)
            assert await store.answered("abc", "p1", "r1") == '{"ok": true}'
            assert await store.answered("abc", "p2", "r1") is None
            assert [(row["seat"], row["person"], row["bot"], row["due"]) for row in await rows(store, seats)] == [
                (1, "p1", None, 9.0),
                (2, None, "easy", None),
            ]
            assert [(row["seat"], row["since"], row["tries"]) for row in await rows(store, work)] == [(2, logged.at, 0)]

    run(doing())


def test_new_rows_of_seats_replace_the_old_ones(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            first, second = SeatRow(1, "p1", None, 5.0, 9.0), SeatRow(2, "p2")
            third = SeatRow(2, None, "club", 6.25)
            for number, (index, all_of_them) in enumerate((
                ([first, second], [first, second]), ([third], [first, third]), ([], [first, third]),
            ), 1):  # fmt: skip
                await store.append("abc", number, [LEAVE], index=index, stage="open", work=None)
                found = [
                    SeatRow(row["seat"], row["person"], row["bot"], row["waited"], row["due"])
                    for row in await rows(store, seats)
                ]
                assert sorted(found, key=lambda row: row.seat) == all_of_them

    run(doing())


@pytest.mark.parametrize("many", [1, 5, 89])
def test_entries_of_many_tables_are_written_in_one_transaction(url: str, many: int) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            names = [f"t{number}" for number in range(many)]
            for name in names:
                await store.create_table(replace(ROW, id=name))
            await asyncio.gather(*(
                store.append(name, 1, [LEAVE] * 2, index=[SeatRow(1, name)], stage="playing", work=None, at=7.0 + place)
                for place, name in enumerate(names)
            ))  # fmt: skip
            for number, name in enumerate(names):
                assert [(one.number, one.at) for one in await store.entries(name)] == [
                    (1, 7.0 + number),
                    (2, 7.0 + number),
                ]
                found = await store.find_table(name)
                assert found is not None and (found.stage, found.changed) == ("playing", 7.0 + number)
            assert sorted(row["person"] for row in await rows(store, seats)) == sorted(names)

    run(doing())


def test_work_that_waits_since_the_same_entry_keeps_its_lease(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            first = [WorkRow(1, 1, "easy", True), WorkRow(2, 1, "easy", True)]
            await store.append("abc", 1, [LEAVE], index=[], stage="open", work=first)
            async with store.begin() as connection:
                await connection.execute(update(work).values(taker="one", tries=2))
            second = [WorkRow(1, 1, "easy", False), WorkRow(2, 2, "easy", True)]
            await store.append("abc", 2, [LEAVE], index=[], stage="open", work=second)
            found = sorted((row["seat"], row["number"], row["taker"], row["tries"]) for row in await rows(store, work))
            assert found == [(1, 1, "one", 2), (2, 2, None, 0)]
            await store.append("abc", 3, [LEAVE], index=[], stage="open", work=[])
            assert await rows(store, work) == []

    run(doing())


def test_the_second_write_of_a_number_conflicts_and_writes_nothing(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await append(store, 1)
            with pytest.raises(EntryConflictError, match="Entry 1 of table abc is written already"):
                await store.append(
                    "abc",
                    1,
                    [LEAVE, LEAVE],
                    index=[SeatRow(1)],
                    stage="over",
                    work=[WorkRow(1, 1, "easy", True)],
                    answer=Answered("p1", "r2", "{}"),
                )
            assert len(await rows(store, entries)) == 1
            assert [await rows(store, table) for table in (answers, seats, work)] == [[], [], []]
            assert [row["stage"] for row in await rows(store, tables)] == ["open"]

    run(doing())


def test_a_request_is_answered_once(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await append(store, 1, request="r1")
            with pytest.raises(EntryConflictError):
                await append(store, 2, request="r1")
            assert len(await store.entries("abc")) == 1
            assert await store.answered("abc", "p1", "r1") == '{"number": 1}'

    run(doing())


def test_a_write_that_would_skip_a_number_is_refused(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            with pytest.raises(StoreError, match="Entry 2 of table abc can't be written: its last entry is 0"):
                await append(store, 2)

    run(doing())


def test_appending_to_an_unknown_table_is_refused(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            with pytest.raises(TableError, match="There is no such table") as caught:
                await append(store, 1, table="abd")
            assert caught.value.kind == "unknown"

    run(doing())


def test_times_of_entries_never_decrease(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            (first,) = await append(store, 1, at=9e9)
            (second,) = await append(store, 2)
            (third,) = await append(store, 3, at=9e9 + 1)
            assert [one.at for one in (first, second, third)] == [9e9, 9e9, 9e9 + 1]

    run(doing())


def test_of_many_writers_of_one_number_exactly_one_succeeds(url: str) -> None:
    """Two stores where the database allows several processes; the losers write nothing."""

    async def write(store: Store, number: int, racer: int) -> bool:
        try:
            await append(store, number, Sit(seat=racer % 6 + 1, holder=None), request=f"{number}-{racer}")
        except EntryConflictError:
            return False
        return True

    async def doing() -> None:
        async with opened(url) as one, opened(url) if one.kind == "postgresql" else one.read() as other:
            stores = [one, other if isinstance(other, Store) else one]
            for number in range(1, 9):
                won = await asyncio.gather(*(write(stores[racer % 2], number, racer) for racer in range(6)))
                assert won.count(True) == 1
                assert await one.answered("abc", "p1", f"{number}-{won.index(True)}") is not None
            assert [len(await rows(one, table)) for table in (entries, answers)] == [8, 8]

    run(doing())


def test_a_writer_that_waits_for_a_number_gets_it_only_if_the_other_fails(postgres_url: str) -> None:
    async def hold(store: Store, is_kept: bool, number: int, meanwhile: asyncio.Event) -> None:
        async with store.begin() as connection:
            await log_writer.write_all(
                connection, [Writing("abc", number, [LEAVE], (), "open", (), None, 5.0)], 5.0, store.seal
            )
            meanwhile.set()
            await asyncio.sleep(0.2)
            if not is_kept:
                await connection.rollback()

    async def race(one: Store, other: Store, number: int, is_kept: bool) -> bool:
        meanwhile = asyncio.Event()
        holding = asyncio.create_task(hold(one, is_kept, number, meanwhile))
        await meanwhile.wait()
        try:
            await append(other, number)
        except EntryConflictError:
            return False
        finally:
            await holding
        return True

    async def doing() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            assert not await race(one, other, 1, is_kept=True)
            assert await race(one, other, 2, is_kept=False)

    run(doing())


def test_a_cancelled_append_is_atomic_and_blocks_no_other(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            number = 1
            for wait in range(12):
                task = asyncio.create_task(append(store, number, request=f"r{number}"))
                await asyncio.sleep(wait / 2000)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                await asyncio.gather(*store._unfinished)
                if await store.entries("abc", after=number - 1):
                    assert await store.answered("abc", "p1", f"r{number}") is not None
                    number += 1
            await append(store, number)
            assert number > 1

    run(doing())


def test_a_cancelled_transaction_is_rolled_back_and_blocks_no_other(url: str) -> None:
    async def write(store: Store) -> None:
        async with store.begin() as connection:
            await connection.execute(insert(entries).values(table="abc", number=1, at=1.0, body="{}"))
            await asyncio.sleep(60)

    async def doing() -> None:
        async with opened(url) as store:
            for wait in range(8):
                task = asyncio.create_task(write(store))
                await asyncio.sleep(wait / 500)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
            await append(store, 1)

    run(doing())


def test_a_read_sees_a_snapshot_and_is_not_blocked_by_writers(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store, store.read() as connection:
            before = await log_writer.read_entries(connection, "abc", 0, store.seal)
            await append(store, 1)
            assert await log_writer.read_entries(connection, "abc", 0, store.seal) == before == []
            assert len(await store.entries("abc")) == 1

    run(doing())


def test_a_read_transaction_cannot_write(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            with pytest.raises((DBAPIError, StoreError)):
                async with store.read() as connection:
                    await connection.execute(update(tables).values(stage="over"))
            assert await store.find_table("abc") == ROW

    run(doing())


def test_an_error_in_a_transaction_rolls_it_back(url: str) -> None:
    async def fail(store: Store) -> None:
        async with store.begin() as connection:
            await connection.execute(update(tables).values(stage="over"))
            raise ZeroDivisionError

    async def doing() -> None:
        async with opened(url) as store:
            with pytest.raises(ZeroDivisionError):
                await fail(store)
            assert await store.find_table("abc") == ROW

    run(doing())


def test_the_clock_never_goes_back(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            first, second = await store.now(), await store.now()
            assert 1.7e9 < first <= second < first + 60

    run(doing())


def test_an_error_in_the_callback_of_a_write_does_not_stop_later_writes(url: str) -> None:
    def stumble(_logged: object) -> None:
        raise ZeroDivisionError

    async def doing() -> None:
        async with opened(url) as store:
            with pytest.raises(ZeroDivisionError):
                await store.append("abc", 1, [LEAVE], index=(), stage="open", work=None, then=stumble)
            await append(store, 2)
            assert [one.number for one in await store.entries("abc")] == [1, 2], "what is on disk is on disk"

    run(doing())
