"""Plays for bots: takes choices from the queue, lets workers compute them, and plays their steps."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from ludotheque.games.refusal import Refusal
from ludotheque.log.entries import Thinking
from ludotheque.log.table_errors import TableError
from ludotheque.table.bots.bot_jobs import FAILED, BotFailedError, BotJob, Chosen
from ludotheque.table.bots.bot_queue import LEASE, BotQueue, QueuedChoice
from ludotheque.table.bots.worker_pool import WorkerPool
from ludotheque.table.json_logs import places_of
from ludotheque.table.storage.storage_errors import EntryConflictError, LostFileError, StoreError

LOOK = 1.0  # seconds between two polls of a queue with leased or failed choices, unless woken
IDLE = 10.0  # the same for an empty queue; each write wakes the pollers
RECOVERY = 3.0  # seconds to wait after an error that is no bot's fault
BROKEN = "Something is broken at this table: tell whoever runs this house."

JobFor = Callable[[str, int], Awaitable[BotJob | None]]  # table, seat; None: the seat's bot is not waited for
Deliver = Callable[[str, int, int, tuple[str, ...], Thinking], Awaitable[object]]  # table, seat, seen, steps, thinking

log = structlog.get_logger(__name__)


class BotPlayer:
    """Plays for all bots of a house, as many at once as the pool has workers.

    `job_for` makes the job of a seat, `deliver` plays the steps. If `deliver` raises EntryConflictError or a stale
    TableError, the choice is requeued; a Refusal is the bot's mistake.
    """

    def __init__(
        self, queue: BotQueue, crew: WorkerPool, job_for: JobFor, deliver: Deliver, *, renewal: float = LEASE / 3
    ):
        self.queue, self.crew, self.renewal = queue, crew, renewal
        self._job_for, self._deliver = job_for, deliver
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Poll the queue now."""
        self._woken.set()

    async def run(self) -> None:
        """Play until cancelled; then release all leases."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self.crew.count):
                group.create_task(self._keep_playing())

    async def _keep_playing(self) -> None:
        while True:
            try:
                if not await self._play_one():
                    await self._rest(LOOK if await self.queue.length() else IDLE)
            except LostFileError:
                return  # it does not come back, and is logged already
            except Exception as error:  # a database that is away, say: retry until it is back
                log.error("bots rest", error=type(error).__name__)
                await asyncio.sleep(RECOVERY)

    async def _rest(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        self._woken.clear()

    async def _play_one(self) -> bool:
        """Serve one choice; returns whether there was one."""
        work = await self.queue.take()
        if work is None:
            return False
        self.wake()  # idle pollers: there may be more
        try:
            await self._serve(work)
        except BaseException:
            with suppress(Exception):
                await asyncio.shield(self.queue.give_back(work))
            raise
        return True

    async def _serve(self, work: QueuedChoice) -> None:
        """Choose and play; an error fails this choice alone, unless the database is lost."""
        began, failure = time.perf_counter(), None
        try:
            await self._choose_and_play(work)
        except StoreError:
            raise
        except BotFailedError as error:
            failure = str(error), error.why
        except Refusal as refusal:  # without the step, which may be secret
            failure = FAILED, f"its choice is not legal ({refusal.rule})"
        except EntryConflictError:  # the table has changed meanwhile
            pass
        except TableError as error:
            failure = None if error.kind == "stale" else (FAILED, error.kind)
        except Exception as error:
            failure = BROKEN, f"{type(error).__name__} in {places_of(error)[-1]}"
        await self._finish(work, failure, time.perf_counter() - began)

    async def _choose_and_play(self, work: QueuedChoice) -> None:
        job = await self._job_for(work.table, work.seat)
        if job is None:
            await self.queue.drop(work)
            return
        chosen = await self._think(work, job)
        if chosen is not None:
            await self._deliver(work.table, work.seat, job.number, chosen.steps, chosen.thinking)

    async def _finish(self, work: QueuedChoice, failure: tuple[str, str] | None, seconds: float) -> None:
        """Release the lease; a failure (what the table shows, and the reason) is counted and logged."""
        if failure is None:
            await self.queue.give_back(work, seconds)  # if the row still exists, it is the seat's next choice
            return
        told, why = failure
        is_last = await self.queue.fail(work, told, seconds)
        log.warning("bot failed", table=work.table, seat=work.seat, bot=work.level, is_last=is_last, why=why)

    async def _think(self, work: QueuedChoice, job: BotJob) -> Chosen | None:
        """The bot's choice; None if it is no longer pending."""
        thought = asyncio.create_task(self.crew.think(job))
        try:
            while not (await asyncio.wait({thought}, timeout=self.renewal))[0]:
                if not await self.queue.renew(work):
                    return None
            return await thought
        finally:
            thought.cancel()
            await asyncio.gather(thought, return_exceptions=True)
