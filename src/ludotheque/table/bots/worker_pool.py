"""The server's pool of worker processes in which bots think, without blocking the event loop."""

import asyncio
import os
import re
import signal
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from pydantic import ValidationError

from ludotheque.arena.schedule import BOT_FINDER
from ludotheque.bots.child_process import PYTHON, AnswerTooLongError, ChildEndedError, ChildProcess
from ludotheque.play.thought import Advice
from ludotheque.table.bots.bot_jobs import (
    ANOTHER,
    FAILED,
    GONE,
    BotFailedError,
    BotJob,
    Chosen,
    Failure,
    HintRequest,
    read_advice,
    read_choice,
)

PATIENCE = 300.0  # seconds of one choice after which a bot counts as hanging
FAREWELL = 5.0  # seconds in which a process that closed its output may end, so that its exit code is known
PLACE = re.compile(r'^  File "(?:[^"\n]*/)?([\w.-]+)", line (\d+)', re.MULTILINE)  # of a traceback


class BotWorker:
    """One process that thinks about one job at a time."""

    def __init__(self, finder: str) -> None:
        command = (*PYTHON, "-m", "ludotheque.table.bots.worker_main", finder)
        self._child = ChildProcess(command, farewell=FAREWELL)

    @property
    def is_alive(self) -> bool:
        return self._child.is_alive

    async def ask(self, request: str, seconds: float) -> bytes:
        """Send a request and return the answering line; raises BotFailedError."""
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.wrap_future(self._child.request(request))
        except TimeoutError:
            raise BotFailedError(f"no answer within {seconds:g} s, and its process was ended") from None
        except AnswerTooLongError:
            raise BotFailedError("an answer that is much too long") from None
        except ChildEndedError as error:
            raise BotFailedError(self._how_it_ended(error.code)) from None

    async def end(self) -> None:
        """Kill the process, and wait until it is gone."""
        await asyncio.to_thread(self._child.end)

    def _how_it_ended(self, code: int | None) -> str:
        """The exit code or signal, and the last place named by a traceback on stderr."""
        code = -signal.SIGKILL if code is None else code  # the pool kills it
        how = f"its process ended with {f'signal {signal.Signals(-code).name}' if code < 0 else f'code {code}'}"
        places = PLACE.findall(self._child.said)
        return f"{how}, in {':'.join(places[-1])}" if places else how


class FairSemaphore:
    """A semaphore for which people queue: a free place goes to each of them in turn, however often one asks."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # by person, the next one first

    @asynccontextmanager
    async def place(self, person: str) -> AsyncIterator[None]:
        """Wait for a place, and hold it."""
        await self._acquire(person)
        try:
            yield
        finally:
            self._release()

    async def _acquire(self, person: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # the place was given in the same moment
                self._release()
            raise

    def _release(self) -> None:
        while self._waiting:
            person, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[person] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class WorkerPool:
    """Workers, started on demand. One that fails is killed, and the next job gets a new one.

    Hints take half of the workers at most, so a bot's own move waits for one hint at most; people take turns at them.
    """

    def __init__(self, count: int | None = None, *, finder: str = BOT_FINDER, patience: float = PATIENCE) -> None:
        self.count = count or max(1, (os.cpu_count() or 1) // 2)
        self.finder, self.patience = finder, patience
        self._places = asyncio.Semaphore(self.count)
        self._hints = FairSemaphore(max(1, self.count // 2))
        self._idle: list[BotWorker] = []

    async def think(self, job: BotJob) -> Chosen:
        """A bot's choice; raises BotFailedError. Cancelling it kills the worker."""
        return read_choice(await self._ask(job.model_dump_json()))

    async def advise(self, job: BotJob, person: str) -> Advice:
        """A bot's advice for a person's seat; raises BotFailedError."""
        async with self._hints.place(person):
            line = await self._ask(HintRequest(hint=job).model_dump_json())
        return read_advice(line)

    async def close(self) -> None:
        """Kill the idle workers; the others end with their job."""
        while self._idle:
            await self._idle.pop().end()

    async def _ask(self, request: str) -> bytes:
        async with self._places:
            worker = await self._free_worker()
            try:
                line = await self._answer(worker, request)
            except BaseException:
                await asyncio.shield(worker.end())
                raise
            self._idle.append(worker)
        with suppress(ValidationError):
            why = Failure.model_validate_json(line).error
            raise BotFailedError(why, GONE if why == ANOTHER else FAILED)
        return line

    async def _free_worker(self) -> BotWorker:
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
            await worker.end()
        return BotWorker(self.finder)

    async def _answer(self, worker: BotWorker, request: str) -> bytes:
        return await worker.ask(request, self.patience)
