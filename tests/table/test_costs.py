"""What one reader costs all others: logs are replayed once and in slices, caches have a bound. Work is counted."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque import BoardError
from ludotheque.log import entry_replay, time_slices
from ludotheque.log.entries import Logged
from ludotheque.log.projection.subscription import Subscription
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.study import Lesson, LessonVerdict, lessons
from ludotheque.table.api.lifecycle import open_service
from ludotheque.table.fair_worker import FairWorker, JobOwner
from ludotheque.table.registry import registry, seats
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service import acts
from ludotheque.table.service.access import build_table_view
from ludotheque.table.service.branch import opening_of
from ludotheque.table.service.chat import send_message
from ludotheque.table.service.invitations import renew_invitation
from ludotheque.web.pages.lesson_page import _judged, progress_after
from ludotheque.web.reader import Reader
from ludotheque.wire.requests import TakeBackAct
from ludotheque.wire.table_messages import JSON, PICTURE, TableView
from tests.table.conftest import run
from tests.table.dealing import Bench
from tests.table.test_registry import ADA, BOB, house_at, seated, step


async def played(house: Tables, many: int = 10, **terms: Any) -> str:
    """A table of Mabula after so many steps, and as many that were taken back."""
    table = await seated(house, **terms)
    for number in range(many):
        person = ADA if number % 2 == 0 else BOB
        await step(house, table, person)
        await acts.write(house, table, person, TakeBackAct())
        await step(house, table, person)
    return table


def count_entries(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the entries that are applied to table states from now on."""
    applied: list[int] = []
    apply = entry_replay.apply_entry

    def counted(state: TableState, logged: Logged, *after: Any) -> None:
        applied.append(logged.number)
        apply(state, logged, *after)

    monkeypatch.setattr(registry, "apply_entry", counted)
    return applied


async def turns_during(doing: Any) -> int:
    """How often the event loop turns until something is done."""
    task, turns = asyncio.ensure_future(doing), 0
    while not task.done():
        await asyncio.sleep(0)
        turns += 1
    await task
    return turns


def test_other_tasks_get_their_turns_while_a_log_is_replayed(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_slices, "AT_A_STRETCH", 0.0)  # a slice for each entry

    async def story() -> None:
        async with house_at(sqlite_url) as house:
            table = await played(house)
        async with house_at(sqlite_url) as again:
            row = await again.store.find_table(table)
            assert row is not None
            logged = await again.store.entries(table)

            async def known(*_: object) -> list[Logged]:
                return logged

            monkeypatch.setattr(again.store, "entries", known)
            live = registry.LiveTable(row, TableState(row.terms))
            assert await turns_during(again.registry.catch_up(live)) >= len(logged)
            assert live.state.number == len(logged) > 30

    run(story())


def test_readers_who_come_together_replay_a_log_once(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_slices, "AT_A_STRETCH", 0.0)

    async def story() -> None:
        async with house_at(sqlite_url) as house:
            table = await played(house)
        async with house_at(sqlite_url) as again:
            applied = count_entries(monkeypatch)
            found = await asyncio.gather(*(again.registry.find(table) for _ in range(10)))
            assert {live.state.number for live in found} == {len(applied)}
            assert applied == sorted(set(applied)), "each entry once"

    run(story())


def test_a_new_invitation_replays_nothing_and_voids_the_old_one(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with house_at(sqlite_url) as house:
            table = await played(house)
            before = (await house.registry.find(table)).row.invitation
            applied = count_entries(monkeypatch)
            invitation = await renew_invitation(house, table, ADA)
            row = (await house.registry.find(table)).row
            assert row.invitation == registry.hashed(invitation) != before
            assert applied == []

    run(story())


def test_nobody_fills_a_log_by_sitting_down_and_leaving(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "MOST_SEATINGS", 6)

    async def story() -> None:
        async with house_at(sqlite_url) as house:
            table = await seated(house, people=(ADA,), players=2)
            for _ in range(3):
                await house.seats.leave(table, ADA, 1)
                with suppress(TableError):
                    await house.seats.sit(table, ADA, 1)
            with pytest.raises(TableError, match="make a new table"):
                await house.seats.join(table, BOB)
            assert (await house.registry.find(table)).state.number == 6

    run(story())


def cached_bytes(values: Iterable[Any]) -> int:
    """The letters of all texts in cached parts of a table's message, drawings included."""
    return sum(len(str(value)) for value in values)


def test_a_spectator_who_wants_the_same_in_other_orders_fills_no_cache(sqlite_url: str) -> None:
    wanted = ("json", "picture", "words", "elements", "drawing", "told")

    async def look(service: Any, table: str, wants: tuple[Any, ...]) -> TableView:
        live = await service.tables.registry.find(table)
        return await build_table_view(service, live, None, Subscription(wants, "en", 0))

    async def story() -> None:
        async with open_service(sqlite_url, bots=1, compile_bots=False) as service:
            table = await played(service.tables, 1, private=False)
            first = await look(service, table, wanted)
            memo = (await service.tables.registry.find(table)).state.memo
            keys, letters = set(memo), cached_bytes(memo.values())
            for turn in range(1, 6):
                again = await look(service, table, (*wanted[turn:], *wanted[:turn]))
                assert (again.picture, again.drawing, again.told) == (first.picture, first.drawing, first.told)
                await look(service, table, wanted[turn:])
                await look(service, table, (*wanted[:turn], *wanted[:turn]))
            assert set(memo) == keys
            assert cached_bytes(memo.values()) == letters

    run(story())


def test_pictures_and_words_are_cached_for_the_latest_tables_only(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_DRAWN", 3)

    async def story() -> None:
        async with open_service(sqlite_url, bots=1, compile_bots=False) as service:
            tables = [await seated(service.tables, private=False) for _ in range(5)]
            for table in tables:
                live = await service.tables.registry.find(table)
                await build_table_view(service, live, None, Subscription(PICTURE, "en", 0))
            kept = [bool(service.tables.registry.live[table].state.memo) for table in tables]
            assert kept == [False, False, True, True, True]

    run(story())


def test_a_step_at_a_private_table_reads_no_message(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Private tables are the default, and as quick as public ones."""
    asked: list[str] = []
    scalar = AsyncConnection.scalar

    async def counted(connection: AsyncConnection, statement: Any, *more: Any, **how: Any) -> Any:
        if "messages" in str(statement):
            asked.append(str(statement))
        return await scalar(connection, statement, *more, **how)

    async def story() -> None:
        async with open_service(sqlite_url, bots=1, compile_bots=False) as service:
            registry, table = service.tables.registry, await seated(service.tables)
            live, seen = await registry.find(table), Subscription(JSON, "en")
            assert (await build_table_view(service, live, ADA, seen)).messages == 0
            monkeypatch.setattr(AsyncConnection, "scalar", counted)
            for number in range(8):
                await step(service.tables, table, ADA if number % 2 == 0 else BOB)
                registry.apply_notice(table, live.state.number)
                await build_table_view(service, await registry.find(table), ADA, seen)
            assert asked == []
            await send_message(service.store, live, BOB, "Well played.")
            registry.apply_notice(table, -1)
            assert (await build_table_view(service, live, ADA, seen)).messages == 1

    run(story())


BOARD = "name = 'mine'\n"


def test_a_board_is_read_off_the_event_loop(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []

    def read(text: str) -> dict[str, Any]:
        threads.append(threading.current_thread().name)
        raise BoardError("no board")

    monkeypatch.setattr("ludotheque.games.marabunta.board.read_board_text", read)

    async def story() -> None:
        async with house_at(sqlite_url) as house:
            with pytest.raises(BoardError):
                await seated(house, "marabunta", board=BOARD)

    run(story())
    assert [name.startswith("reading") for name in threads] == [True]


def test_the_event_loop_turns_while_a_thread_works_and_one_person_has_few_jobs_waiting() -> None:
    eve, ada = JobOwner("", "eve"), JobOwner("", "ada")

    async def story() -> None:
        thread, door = FairWorker("test", most_each=2), threading.Event()
        under_way = asyncio.ensure_future(thread.run(ada, door.wait))
        await turns_until(lambda: not thread._waiting)
        jobs = [asyncio.ensure_future(thread.run(eve, door.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(TableError, match="try again") as refused:
            await thread.run(eve, int)
        assert refused.value.kind == "busy"
        other = asyncio.ensure_future(thread.run(ada, lambda: 7))
        await asyncio.sleep(0)
        door.set()
        assert (await asyncio.gather(under_way, *jobs), await other) == ([True] * 3, 7)
        assert await thread.run(eve, lambda: 8) == 8

    async def turns_until(is_so: Callable[[], bool]) -> None:
        while not is_so():
            await asyncio.sleep(0.01)

    run(story())


def test_an_opening_is_played_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_slices, "AT_A_STRETCH", 0.0)
    bench = Bench("mabula")
    for _ in range(12):
        bench.play(bench.state.waited_for[0], bench.first(bench.state.waited_for[0]))
    assert bench.state.position is not None
    terms = bench.terms.model_copy(update={"opening": opening_of(bench.state.position)})

    async def story() -> None:
        assert await turns_during(terms.play_opening()) >= 12
        assert terms.first == bench.state.position

    run(story())


def test_a_lesson_is_judged_once_for_all_learners(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[tuple[str, ...]] = []
    judge = Lesson.judge

    def counted(lesson: Lesson, steps: Sequence[str]) -> LessonVerdict:
        judged.append(tuple(steps))
        return judge(lesson, steps)

    monkeypatch.setattr(Lesson, "judge", counted)
    _judged.cache_clear()
    lesson, reader = lessons("mabula")[0], Reader(None, "en", "")
    for _ in range(5):
        progress_after(lesson, (), (), reader)
    assert judged == [()]
