"""Notices of new entries reach all subscriptions, also after lost connections."""

import asyncio
import gc
from collections.abc import AsyncIterator

import pytest

from ludotheque.table.storage.notices import EVERYTHING, MOST_WAITING, SAID, Notice, Notices
from ludotheque.table.storage.pg_listener import parse_notice
from ludotheque.table.storage.storage_errors import EntryConflictError, StoreError
from ludotheque.table.storage.store import Store
from tests.table.conftest import Server, name_of, run, wait_until_alone
from tests.table.stored import LEAVE, append, opened


async def heard(notices: AsyncIterator[Notice], count: int) -> list[Notice]:
    """The next notices."""
    return [await asyncio.wait_for(anext(notices), 60) for _ in range(count)]


def test_all_subscriptions_get_notices_of_new_entries(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            before = store.notices()
            await append(store, 1)
            assert await heard(before, 1) == [("abc", 1)]
            first, second = store.notices(), store.notices()
            await append(store, 2, LEAVE, LEAVE)
            await append(store, 4)
            assert await heard(first, 2) == await heard(second, 2) == [("abc", 3), ("abc", 4)]

    run(doing())


def test_other_processes_get_notices_of_new_entries(postgres_url: str) -> None:
    async def doing() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            notices = other.notices()
            await append(one, 1)
            assert await heard(notices, 1) == [("abc", 1)]

    run(doing())


def test_a_notice_is_held_until_the_writing_process_knows_its_entry(url: str) -> None:
    """The notice may come before the commit returns; then the writer would read its own entry again."""
    known: set[int] = set()

    async def listen(notices: AsyncIterator[Notice]) -> int:
        early = 0
        for _ in range(60):
            _, number = await asyncio.wait_for(anext(notices), 60)
            early += number not in known
        return early

    async def doing() -> None:
        async with opened(url) as store:
            listening = asyncio.create_task(listen(store.notices()))
            for number in range(1, 61):
                await store.append(
                    "abc", number, [LEAVE], index=(), stage="open", work=None,
                    then=lambda logged: known.add(logged[-1].number),
                )  # fmt: skip
            assert await listening == 0

    run(doing())


def test_a_write_that_fails_sends_no_notice(url: str) -> None:
    async def fail(store: Store) -> None:
        async with store.begin() as connection:
            await store.announce(connection, ("abc", 7))
            raise ZeroDivisionError

    async def doing() -> None:
        async with opened(url) as store:
            notices = store.notices()
            await append(store, 1)
            assert await heard(notices, 1) == [("abc", 1)]
            with pytest.raises(EntryConflictError):
                await append(store, 1)
            with pytest.raises(ZeroDivisionError):
                await fail(store)
            await append(store, 2)
            assert await heard(notices, 1) == [("abc", 2)]

    run(doing())


def test_other_changes_of_a_table_can_be_announced(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            notices = store.notices()
            async with store.begin() as connection:
                await store.announce(connection, ("abc", 0))
            assert await heard(notices, 1) == [("abc", 0)]

    run(doing())


def test_an_entry_of_a_cancelled_writer_sends_its_notice(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            notices = store.notices()
            task = asyncio.create_task(append(store, 1))
            await asyncio.sleep(0)
            task.cancel()
            assert await heard(notices, 1) == [("abc", 1)]
            assert task.cancelled()

    run(doing())


def test_a_subscription_ends_when_the_store_is_closed(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            notices = store.notices()
            waiting = asyncio.create_task(heard(notices, 1))
            await asyncio.sleep(0.05)
        with pytest.raises(StopAsyncIteration):
            await waiting
        assert [notice async for notice in store.notices()] == []

    run(doing())


def test_after_a_lost_connection_the_listener_reconnects_and_sends_everything(
    postgres_url: str, server: Server
) -> None:
    async def doing() -> None:
        async with opened(postgres_url) as store:
            notices = store.notices()
            lose = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            server.execute(lose, name_of(postgres_url))
            assert await heard(notices, 1) == [EVERYTHING]
            await append(store, 1)
            assert await heard(notices, 1) == [("abc", 1)]

    run(doing())


def test_the_listener_reconnects_to_a_restarted_server(postgres_url: str, server: Server) -> None:
    async def doing() -> None:
        async with opened(postgres_url) as store:
            notices = store.notices()
            await append(store, 1)
            assert await heard(notices, 1) == [("abc", 1)]
            server.stop()
            for trial in (append(store, 2), store.entries("abc"), store.beat("one")):
                with pytest.raises(StoreError, match="The database can't be") as caught:
                    await trial
                assert len(str(caught.value).splitlines()) == 1
            server.start()
            assert await heard(notices, 1) == [EVERYTHING]
            await append(store, 2)
            assert await heard(notices, 1) == [("abc", 2)]
            assert len(await store.entries("abc")) == 2

    run(doing())


def test_a_restart_of_the_server_between_two_queries_raises_no_error(postgres_url: str, server: Server) -> None:
    async def doing() -> None:
        async with opened(postgres_url) as store:
            await append(store, 1)
            server.stop()
            server.start()
            assert len(await store.entries("abc")) == 1
            await append(store, 2)

    run(doing())


def test_a_store_can_be_closed_while_its_server_is_down(postgres_url: str, server: Server) -> None:
    async def doing() -> None:
        store = await Store.open(postgres_url)
        server.stop()
        try:
            await asyncio.sleep(0.1)
            await store.close()
        finally:
            server.start()

    run(doing())


def test_a_slow_subscription_collapses_into_everything() -> None:
    async def doing() -> None:
        notices = Notices()
        listening = notices.listen()
        for number in range(MOST_WAITING + 1):
            notices.tell(("abc", number))
        assert await heard(listening, 1) == [EVERYTHING]
        notices.tell(("abc", 1))
        assert await heard(listening, 1) == [("abc", 1)]

    run(doing())


def test_a_dropped_subscription_is_collected() -> None:
    async def doing() -> None:
        notices = Notices()
        listening = notices.listen()
        assert len(notices._listeners) == 1
        del listening
        gc.collect()
        assert len(notices._listeners) == 0

    run(doing())


@pytest.mark.parametrize("payload", ["", "abc", "abc x", "abc -3", " -1", " 7", "abc 1 2", "abc ²"])
def test_a_malformed_notice_means_everything(payload: str) -> None:
    assert parse_notice(payload) == EVERYTHING


def test_a_notice_names_a_table_and_its_last_entry() -> None:
    assert parse_notice("abc 17") == ("abc", 17)


def test_a_notice_of_a_chat_message_names_its_table_alone() -> None:
    """As a malformed notice it would make every process re-read all its tables."""
    assert parse_notice(f"abc {SAID}") == ("abc", SAID)


def test_a_store_closed_at_once_leaves_no_connection(postgres_url: str) -> None:
    async def doing() -> None:
        store = await Store.open(postgres_url)
        await store.close()

    run(doing())
    gc.collect()  # a connection that was left open would warn
    wait_until_alone(postgres_url)
