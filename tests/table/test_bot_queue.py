"""The bots' queue: fair, one lease per choice, and nothing is lost when a process dies."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update
from structlog.testing import capture_logs

from ludotheque.games.phrase import say
from ludotheque.games.refusal import Refusal
from ludotheque.log.entries import Thinking
from ludotheque.log.table_errors import TableError
from ludotheque.log.terms import Terms
from ludotheque.table.api.lifecycle import open_service
from ludotheque.table.bots.bot_jobs import FAILED, BotJob
from ludotheque.table.bots.bot_queue import LEASE, MOST_TRIES, PAUSE, BotQueue, QueuedChoice, QueuePosition
from ludotheque.table.bots.dispatcher import BROKEN, BotPlayer
from ludotheque.table.bots.worker_pool import WorkerPool
from ludotheque.table.service.households import SHARES, Households
from ludotheque.table.service.limits import NETWORK
from ludotheque.table.storage.row_values import TableRow
from ludotheque.table.storage.schema import work
from ludotheque.table.storage.storage_errors import EntryConflictError, StoreError
from ludotheque.table.storage.store import Store
from tests.table.players import FINDER
from tests.table.serving import Player, serving

TERMS = Terms(game="mabula", players=2, rules=1, seating="chosen")


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.Runner]:
    """One event loop for the tests in which bots think, so that they share workers."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def crew(loop: asyncio.Runner) -> Iterator[WorkerPool]:
    """A pool with the bots of `players`; its worker is reused by the next test."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
        crew = WorkerPool(1, finder=FINDER)
        yield crew
        loop.run(crew.close())


def with_queue(
    url: str, use: Callable[[BotQueue], Coroutine[Any, Any, Any]], loop: asyncio.Runner | None = None
) -> Any:
    """Run `use` with the queue of a new database, in a loop of its own or in this one."""

    async def use_and_close() -> Any:
        store = await Store.open(url)
        try:
            return await use(BotQueue(store))
        finally:
            await store.close()

    return asyncio.run(use_and_close()) if loop is None else loop.run(use_and_close())


async def put(
    queue: BotQueue, table: str, since: float = 1.0, *, seat: int = 1, people: bool = True, level: str = "first",
    owner: str = "ada",
) -> None:  # fmt: skip
    """Insert a pending choice."""
    if await queue.store.find_table(table) is None:
        await queue.store.create_table(TableRow(table, owner, TERMS, None, True, "playing", 0.0, 0.0))
    row = {"table": table, "seat": seat, "number": 3, "level": level, "since": since, "has_people": people}
    async with queue.store.begin() as connection:
        await connection.execute(insert(work).values(**row, tries=0))


async def let_pass(queue: BotQueue, seconds: float) -> None:
    """Move all leases so many seconds into the past."""
    async with queue.store.begin() as connection:
        await connection.execute(update(work).values(taken=work.c.taken - seconds))


async def move_on(queue: BotQueue, number: int) -> None:
    """Replace the pending choices by those of another entry, as after a take-back."""
    async with queue.store.begin() as connection:
        await connection.execute(update(work).values(number=number, taker=None, taken=None))


async def rows(queue: BotQueue) -> list[Any]:
    async with queue.store.read() as connection:
        return list((await connection.execute(select(work).order_by(work.c.table, work.c.seat))).all())


async def taken(queue: BotQueue) -> QueuedChoice:
    found = await queue.take()
    assert found is not None
    return found


@asynccontextmanager
async def another(queue: BotQueue, url: str) -> AsyncIterator[BotQueue]:
    """The queue in another process; SQLite has but one."""
    if queue.store.kind == "sqlite":
        yield BotQueue(queue.store)
        return
    store = await Store.open(url)
    try:
        yield BotQueue(store)
    finally:
        await store.close()


async def play(queue: BotQueue, seconds: float | None = None) -> str:
    """Take the next choice and play it, in so many seconds; returns its table."""
    one = await taken(queue)
    await queue.drop(one)
    await queue.give_back(one, seconds)
    return one.table


def test_peoples_tables_go_first_then_the_longest_waiting(url: str) -> None:
    async def use(queue: BotQueue) -> list[str]:
        await put(queue, "bots", 1.0, people=False)
        await put(queue, "late", 5.0)
        await put(queue, "early", 2.0)
        return [(await taken(queue)).table for _ in range(3)]

    assert with_queue(url, use) == ["early", "late", "bots"]


def test_a_hundred_tables_of_one_person_do_not_delay_anothers_bot(url: str) -> None:
    """Eve's novice is always next, however many masters Mallory has: each waits for the thought under way alone."""

    async def use(queue: BotQueue) -> list[str]:
        for i in range(100):
            await put(queue, f"mallory{i}", 1.0, level="master", owner="mallory")
        served = [await play(queue) for _ in range(5)]
        for turn in range(10):
            await put(queue, f"eve{turn}", 100.0 + turn, level="novice", owner="eve")
            assert [place.before for place in await queue.places(f"eve{turn}")] == [0]
            served += [await play(queue) for _ in range(2)]
        return served[5:]

    served = with_queue(url, use)
    assert [name for name in served if name.startswith("eve")] == [f"eve{turn}" for turn in range(10)]
    assert [served.index(f"eve{turn}") // 2 for turn in range(10)] == list(range(10))


def test_who_is_slower_than_estimated_gets_fewer_choices_not_more_time(url: str) -> None:
    """Both wait all the time; Mallory's novices take a second each, Eve's a tenth: Eve gets ten times as many."""

    async def use(queue: BotQueue) -> list[str]:
        for i in range(60):
            for owner in ("mallory", "eve"):
                await put(queue, f"{owner}{i}", 1.0, level="novice", owner=owner)
        served = []
        for _ in range(55):
            one = await taken(queue)
            await queue.drop(one)
            await queue.give_back(one, 1.0 if one.owner == "mallory" else 0.1)
            served.append(one.owner)
        return served

    served = with_queue(url, use)
    assert 4 <= served.count("mallory") <= 6


def test_one_person_alone_runs_up_no_debt(url: str) -> None:
    """What bots think while nobody else waits is not held against anybody later."""

    async def use(queue: BotQueue) -> list[str]:
        for i in range(50):
            await put(queue, f"ada{i}", 1.0, owner="ada")
            await play(queue)
        for turn in range(3):
            await put(queue, f"ada_{turn}", 2.0, owner="ada")
            await put(queue, f"eve_{turn}", 3.0, owner="eve")
        return [await play(queue) for _ in range(6)]

    served = with_queue(url, use)
    assert "ada_0" in served[:3], "her last choice counts, and no earlier one"


def test_a_short_thought_overtakes_longer_ones_also_of_the_same_person(url: str) -> None:
    async def use(queue: BotQueue) -> list[str]:
        for i in range(3):
            await put(queue, f"long{i}", 1.0 + i, level="master")
        await put(queue, "short", 9.0, level="novice")
        await put(queue, "others", 10.0, level="novice", owner="eve")
        return [await play(queue) for _ in range(5)]

    assert with_queue(url, use) == ["short", "others", "long0", "long1", "long2"]


def test_a_long_thought_is_not_overtaken_for_ever(url: str) -> None:
    """Neither by the same person's short ones nor by those of others."""

    async def use(queue: BotQueue) -> int:
        await put(queue, "long", 1.0, level="master")
        for turn in range(1, 200):
            for owner in ("ada", "eve"):
                await put(queue, f"{owner}{turn}", 1.0 + turn, level="novice", owner=owner)
            if "long" in [await play(queue) for _ in range(2)]:
                return turn
        return 200

    assert with_queue(url, use) < 100


def test_the_tables_of_one_person_take_turns(url: str) -> None:
    """A table that was just served waits behind those that wait longer."""

    async def use(queue: BotQueue) -> list[str]:
        for table in ("a", "b", "c"):
            await put(queue, table, 1.0)
        served = []
        for turn in range(6):
            served.append(await play(queue))
            await put(queue, served[-1], 2.0 + turn)
        return served

    assert with_queue(url, use) == ["a", "b", "c"] * 2


def test_processes_share_fairly_between_people(url: str) -> None:
    """Two processes take from one queue: every second choice is Eve's as long as she has any."""

    async def use(queue: BotQueue) -> list[str]:
        for i in range(20):
            await put(queue, f"mallory{i}", 1.0, owner="mallory")
        for i in range(5):
            await put(queue, f"eve{i}", 2.0, owner="eve")
        async with another(queue, url) as other:
            found = [await taken(one) for _ in range(5) for one in (queue, other)]
        return [one.owner for one in found]

    assert sorted(with_queue(url, use)) == ["eve"] * 5 + ["mallory"] * 5


@pytest.mark.parametrize(
    ("addresses", "shares"),
    [
        (["203.0.113.7"], SHARES),
        (["2001:db8:5:5::{:x}"], SHARES),
        ([f"203.0.113.{n}" for n in range(1, 41)], SHARES * NETWORK),
        ([f"192.168.0.{n}" for n in range(1, 41)], 40),
    ],
    ids=["an address", "a household of IPv6", "a network", "a network at home"],
)
def test_forty_guests_of_one_address_get_no_more_bots_than_some_people(
    sqlite_url: str, addresses: list[str], shares: int
) -> None:
    """All forty wait all the time, and so does Eve: she gets one choice for every so many of theirs."""
    places = {"eve": "198.51.100.1"} | {f"guest{i}": addresses[i % len(addresses)].format(i) for i in range(40)}
    households = Households(places.get, clock=lambda: 0.0)

    async def use(unweighed: BotQueue) -> list[str]:
        queue = BotQueue(unweighed.store, households.weight)
        for i in range(40):
            await put(queue, f"table{i}", owner=f"guest{i}")
        await put(queue, "eve", owner="eve")
        served = []
        for _ in range(160):
            one = await taken(queue)
            await queue.give_back(one)
            served.append(one.owner)
        return served[82:]

    served = with_queue(sqlite_url, use)
    of_eve = served.count("eve")
    assert of_eve == pytest.approx(len(served) / (shares + 1), rel=0.35)
    if shares < 40:
        assert of_eve >= 3 and len(set(served)) >= len(served) // 2, "all of them go on"


def test_an_empty_queue_has_no_choice(url: str) -> None:
    assert with_queue(url, lambda queue: queue.take()) is None


def test_two_takers_never_get_the_same_choice(url: str) -> None:
    async def use(queue: BotQueue) -> list[tuple[str, int]]:
        for i in range(20):
            await put(queue, f"table{i // 2}", seat=1 + i % 2)
        async with another(queue, url) as other:
            found = await asyncio.gather(*(one.take() for _ in range(15) for one in (queue, other)))
            late = [one for _ in range(20) if (one := await queue.take())]
        return [(one.table, one.seat) for one in (*found, *late) if one]

    found = with_queue(url, use)
    assert len(found) == len(set(found)) == 20


def test_a_dead_processs_choice_is_taken_after_its_lease(url: str) -> None:
    async def use(queue: BotQueue) -> None:
        await put(queue, "a")
        dead = await taken(queue)
        await let_pass(queue, LEASE - 2)
        assert await queue.take() is None
        await let_pass(queue, 3)
        async with another(queue, url) as other:
            heir = await taken(other)
        assert (heir.table, heir.seat, heir.tries) == ("a", 1, 0)
        assert not await queue.renew(dead)
        assert not await queue.give_back(dead)
        assert await queue.renew(heir)

    with_queue(url, use)


def test_a_renewed_lease_keeps_its_choice(url: str) -> None:
    async def use(queue: BotQueue) -> None:
        await put(queue, "a")
        mine = await taken(queue)
        for _ in range(3):
            await let_pass(queue, LEASE - 2)
            assert await queue.renew(mine)
        assert await queue.take() is None

    with_queue(url, use)


def test_a_released_choice_is_free_at_once(url: str) -> None:
    async def use(queue: BotQueue) -> None:
        await put(queue, "a")
        assert await queue.give_back(await taken(queue))
        assert (await taken(queue)).table == "a"

    with_queue(url, use)


def test_a_failed_choice_is_retried_and_then_shown_as_failed(url: str) -> None:
    async def use(queue: BotQueue) -> None:
        await put(queue, "a")
        notices = queue.store.notices()
        for tries in range(1, MOST_TRIES + 1):
            mine = await taken(queue)
            assert await queue.fail(mine, "it broke " * 100) == (tries == MOST_TRIES)
            assert await queue.take() is None, "a moment passes before the next try"
            await let_pass(queue, PAUSE + 1)
        assert await queue.take() is None
        (place,) = await queue.places("a")
        assert place == QueuePosition(1, False, 0, MOST_TRIES, ("it broke " * 100)[:200])
        assert await asyncio.wait_for(anext(notices), 60) == ("a", 3)
        await queue.try_again("a")
        assert (await taken(queue)).tries == 0

    with_queue(url, use)


def test_the_start_of_a_server_retries_failed_choices_once(url: str) -> None:
    async def use(queue: BotQueue) -> None:
        await put(queue, "a")
        for _ in range(MOST_TRIES):
            await queue.fail(await taken(queue), "it broke")
            await let_pass(queue, PAUSE + 1)
        assert await queue.take() is None
        await queue.try_all_again()
        assert await queue.fail(await taken(queue), "it broke"), "once, not three times"

    async def start() -> None:
        async with open_service(url, bots=1, compile_bots=False) as service, asyncio.timeout(240):
            while await rows(service.queue):  # nobody sits there: the choice is dropped once it is taken
                await asyncio.sleep(0.05)

    with_queue(url, use)
    asyncio.run(start())


def test_acts_on_a_replaced_choice_leave_the_new_one_alone(url: str) -> None:
    """Renewing, failing and dropping the old one."""

    async def use(queue: BotQueue) -> None:
        await put(queue, "a")
        old = await taken(queue)
        await move_on(queue, 9)
        assert not await queue.renew(old)
        await queue.fail(old, "too late")
        await queue.drop(old)
        new = await taken(queue)
        assert (new.number, new.tries) == (9, 0)
        await queue.drop(new)
        assert await rows(queue) == []

    with_queue(url, use)


def test_a_table_has_its_position_in_the_queue(url: str) -> None:
    async def use(queue: BotQueue) -> None:
        await put(queue, "bots", 1.0, people=False)
        await put(queue, "b", 2.0)
        await put(queue, "c", 3.0)
        await put(queue, "c", 3.0, seat=2)
        assert [place.before for place in await queue.places("c")] == [1, 2]
        assert [place.before for place in await queue.places("bots")] == [3]
        assert (await taken(queue)).table == "b"
        assert await queue.places("b") == (QueuePosition(1, True, 0, 0, None),)
        assert [place.before for place in await queue.places("c")] == [0, 1]
        assert await queue.length() == 4
        assert await queue.places("nowhere") == ()

    with_queue(url, use)


class Stage:
    """Replaces the house: one table, and the steps its bots have played."""

    def __init__(
        self, queue: BotQueue, crew: WorkerPool, level: str = "first", refusals: list[Exception] | None = None
    ) -> None:
        self.queue, self.crew, self.level, self.refusals = queue, crew, level, refusals or []
        self.played: list[tuple[str, int, int, tuple[str, ...], Thinking]] = []
        self.asked = 0
        self.is_waited_for = True

    async def job_for(self, table: str, seat: int) -> BotJob | None:
        self.asked += 1
        if table == "broken":
            raise RuntimeError("a secret")
        view = TERMS.find_game().begin(TERMS.setup(0)).view(1)
        return BotJob.of(TERMS, view, number=4, level=self.level, version=1) if self.is_waited_for else None

    async def deliver(self, table: str, seat: int, number: int, steps: tuple[str, ...], thinking: Thinking) -> None:
        if self.refusals:
            raise self.refusals.pop(0)
        self.played.append((table, seat, number, steps, thinking))
        self.is_waited_for = False

    async def play_until(self, is_done: Callable[[], Coroutine[Any, Any, bool]], **settings: Any) -> None:
        """Let the bots play, with short waits."""
        player = BotPlayer(self.queue, self.crew, self.job_for, self.deliver, **settings)
        playing = asyncio.create_task(player.run())
        try:
            async with asyncio.timeout(240):
                while not await is_done():
                    await asyncio.sleep(0.02)
                    player.wake()
        finally:
            playing.cancel()
            await asyncio.wait({playing})

    async def has_no_work(self) -> bool:
        return await rows(self.queue) == []

    async def has_told(self) -> bool:
        await let_pass(self.queue, PAUSE)
        return (await rows(self.queue))[0].error is not None


def test_a_queued_choice_is_computed_and_played(url: str, loop: asyncio.Runner, crew: WorkerPool) -> None:
    async def use(queue: BotQueue) -> None:
        await put(queue, "a")
        stage = Stage(queue, crew)
        await stage.play_until(stage.has_no_work)
        ((table, seat, number, steps, thinking),) = stage.played
        assert (table, seat, number, steps) == ("a", 1, 4, ("d8-d7",))
        assert (thinking.bot, thinking.version) == ("first", 1)

    with_queue(url, use, loop)


def test_a_bot_that_raises_is_retried_twice_then_its_seat_shows_the_error(
    url: str, loop: asyncio.Runner, crew: WorkerPool
) -> None:
    async def use(queue: BotQueue) -> None:
        await put(queue, "a")
        stage = Stage(queue, crew, "raises")
        with capture_logs() as logged:
            await stage.play_until(stage.has_told)
        assert (stage.asked, stage.played) == (MOST_TRIES, [])
        assert (await queue.places("a"))[0].error == FAILED, "nothing of what the bot said"
        assert [one["why"].partition(" in ")[0] for one in logged] == ["RuntimeError"] * MOST_TRIES
        assert "something" not in str(logged)

    with_queue(url, use, loop)


def test_an_illegal_choice_is_a_failure_that_reveals_no_step(url: str, loop: asyncio.Runner, crew: WorkerPool) -> None:
    async def use(queue: BotQueue) -> None:
        await put(queue, "a")
        refusals: list[Exception] = [Refusal("illegal", "mabula.no-edge-cell", say("No marble.")) for _ in range(3)]
        stage = Stage(queue, crew, refusals=refusals)
        await stage.play_until(stage.has_told)
        assert (await queue.places("a"))[0].error == FAILED

    with_queue(url, use, loop)


def test_a_broken_table_does_not_block_the_others(url: str, loop: asyncio.Runner, crew: WorkerPool) -> None:
    async def use(queue: BotQueue) -> None:
        await put(queue, "broken", 1.0)
        await put(queue, "whole", 2.0)
        stage = Stage(queue, crew)

        async def has_told() -> bool:
            return await stage.has_told() and len(await rows(queue)) == 1

        await stage.play_until(has_told)
        assert [table for table, *_ in stage.played] == ["whole"]
        assert (await queue.places("broken"))[0].error == BROKEN

    with_queue(url, use, loop)


def test_a_choice_is_requeued_when_the_table_has_changed(url: str, loop: asyncio.Runner, crew: WorkerPool) -> None:
    """Neither a quicker process nor a stale view is the bot's fault."""

    async def use(queue: BotQueue) -> None:
        await put(queue, "a")
        news: list[Exception] = [
            EntryConflictError("4 is there"),
            *(TableError("stale", "something changed") for _ in range(3)),
        ]
        stage = Stage(queue, crew, refusals=news)
        await stage.play_until(stage.has_no_work)
        assert len(stage.played) == 1

    with_queue(url, use, loop)


def test_a_worker_is_stopped_when_its_choice_is_no_longer_pending(
    url: str, loop: asyncio.Runner, crew: WorkerPool
) -> None:
    """Its bot would think for an hour; the next job gets a worker at once."""

    async def use(queue: BotQueue) -> None:
        await put(queue, "a")
        stage = Stage(queue, crew, "sleeps")

        async def has_played() -> bool:
            if stage.level == "sleeps" and stage.asked:
                stage.level = "first"
                await move_on(queue, 9)
            return await stage.has_no_work()

        await stage.play_until(has_played, renewal=0.2)
        assert (stage.asked, len(stage.played)) == (3, 1)

    with_queue(url, use, loop)


def test_leases_are_released_when_the_server_stops(url: str, loop: asyncio.Runner, crew: WorkerPool) -> None:
    async def use(queue: BotQueue) -> None:
        await put(queue, "a")
        stage = Stage(queue, crew, "sleeps")

        async def is_asked() -> bool:
            return stage.asked == 1

        await stage.play_until(is_asked)
        (row,) = await rows(queue)
        assert (row.taker, row.tries) == (None, 0)

    with_queue(url, use, loop)


def test_bots_play_on_after_the_database_was_lost(
    url: str, loop: asyncio.Runner, crew: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.table.bots.dispatcher.RECOVERY", 0.1)

    async def use(queue: BotQueue) -> None:
        await put(queue, "a")
        stage = Stage(queue, crew, refusals=[StoreError("The database is away.") for _ in range(4)])
        await stage.play_until(stage.has_no_work)
        assert len(stage.played) == 1

    with_queue(url, use, loop)


def test_only_the_creator_of_a_table_of_bots_may_wake_them(sqlite_url: str) -> None:
    async def fail(store: Store, table: str) -> None:
        async with store.begin() as connection:
            await connection.execute(
                update(work).where(work.c.table == table).values(error="it broke", tries=3, taker=None)
            )

    with serving(sqlite_url) as running:
        ada, eve = Player(running, "Ada"), Player(running, "Eve")
        table, _ = ada.make_table(private=False)
        running.service.workers._places = asyncio.Semaphore(0)  # nobody thinks
        for seat in (1, 2):
            ada.post(f"/api/tables/{table}/seats/{seat}", level="novice")
        running.do(fail(running.service.store, table))
        eve.post(f"/api/tables/{table}/wake", 403)
        assert ada.get(f"/api/tables/{table}")["bots"][0]["error"]
        ada.post(f"/api/tables/{table}/wake")
        assert ada.get(f"/api/tables/{table}")["bots"][0]["error"] is None
