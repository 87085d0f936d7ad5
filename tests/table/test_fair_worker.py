"""The thread for slow jobs: whose turn it is, and who is refused when too many wait."""

import asyncio
from collections.abc import Awaitable, Callable
from threading import Event

import pytest

from ludotheque.log.table_errors import TooOften
from ludotheque.table import fair_worker
from ludotheque.table.fair_worker import MOST_OF_ONE, MOST_WAITING, FairWorker, JobOwner
from tests.table.conftest import run

LOUD = [JobOwner("loud", f"p{number}") for number in range(MOST_WAITING // MOST_OF_ONE)]
Add = Callable[[JobOwner], "asyncio.Task[None]"]


def order_of(story: Callable[[Add], Awaitable[None]]) -> list[JobOwner]:
    """Whose jobs were done, in order, if the thread is busy until the story has been told."""
    done: list[JobOwner] = []

    async def tell() -> None:
        worker, is_free = FairWorker("test"), Event()
        first = asyncio.create_task(worker.run(JobOwner("first", ""), lambda: is_free.wait(60)))
        await asyncio.sleep(0)
        jobs: list[asyncio.Task[None]] = []

        def add(client: JobOwner) -> "asyncio.Task[None]":
            jobs.append(asyncio.create_task(worker.run(client, lambda: done.append(client))))
            return jobs[-1]

        await story(add)
        await asyncio.sleep(0)
        is_free.set()
        await asyncio.gather(first, *jobs, return_exceptions=True)

    run(tell())
    return done


def test_one_address_keeps_nobody_from_theirs() -> None:
    quiet = JobOwner("quiet", "")

    async def story(add: Add) -> None:
        for _ in range(MOST_OF_ONE):
            for client in LOUD:
                add(client)
        await asyncio.sleep(0)
        add(quiet)

    done = order_of(story)
    assert quiet in done[:2], "after one job of the others at most"
    assert len(done) == MOST_WAITING, "one of the loud ones was refused instead"


def test_the_people_of_one_address_take_turns() -> None:
    async def story(add: Add) -> None:
        for _ in range(4):
            add(LOUD[0])
        add(LOUD[1])

    assert order_of(story)[:3] == [LOUD[0], LOUD[1], LOUD[0]]


def test_a_client_with_many_jobs_is_refused_one_more() -> None:
    async def story(add: Add) -> None:
        for _ in range(MOST_OF_ONE):
            add(LOUD[0])
        with pytest.raises(TooOften, match="wait 5 seconds"):
            await add(LOUD[0])

    assert len(order_of(story)) == MOST_OF_ONE


def test_when_all_have_as_many_the_newcomer_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_worker, "MOST_WAITING", 3)

    async def story(add: Add) -> None:
        for number in range(3):
            add(JobOwner(f"a{number}", ""))
        with pytest.raises(TooOften):
            await add(JobOwner("late", ""))

    assert len(order_of(story)) == 3


def test_a_job_that_nobody_waits_for_any_more_is_not_done() -> None:
    async def story(add: Add) -> None:
        job = add(LOUD[0])
        add(LOUD[1])
        await asyncio.sleep(0)
        job.cancel()

    assert order_of(story) == [LOUD[1]]


def test_an_error_reaches_whoever_waits_and_the_thread_goes_on() -> None:
    async def story() -> int:
        worker = FairWorker("test")
        with pytest.raises(ZeroDivisionError):
            await worker.run(LOUD[0], lambda: 1 // 0)
        return await worker.run(LOUD[0], lambda: 7)

    assert run(story()) == 7
