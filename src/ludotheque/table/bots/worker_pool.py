"""The worker processes in which bots think, as the server sees them: it asks and waits, and is never held up."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

from pydantic import ValidationError

from ludotheque.play.thought import Advice
from ludotheque.table.bots.bot_jobs import (
    ANOTHER,
    FAILED,
    GONE,
    BotFailed,
    BotJob,
    Chosen,
    Failure,
    HintRequest,
    read_advice,
    read_choice,
)

LEVELS = "ludotheque.bots.levels:find_bot"
PATIENCE = 300.0  # seconds of one choice after which a bot is taken to hang
FAREWELL = 5.0  # seconds in which a process that says nothing more may end, so that the system tells how
PLACE = re.compile(r'^  File "(?:[^"\n]*/)?([\w.-]+)", line (\d+)', re.MULTILINE)  # of a traceback
KEPT = 1 << 12  # bytes that are kept of what a process says on stderr


class BotWorker:
    """One process that thinks about one job at a time."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._said = b""
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, finder: str) -> "BotWorker":
        """A new process, in a session of its own: Ctrl-C is for the server."""
        command = (sys.executable, "-P", "-m", "ludotheque.table.bots.worker_main", finder)
        return cls(
            await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=os.name == "posix"
            )
        )

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def ask(self, request: str) -> None:
        """Send a request; a process that has ended says so when it is listened to."""
        assert self._process.stdin is not None  # noqa: S101  opened at the start
        with suppress(OSError):
            self._process.stdin.write(request.encode() + b"\n")
            await self._process.stdin.drain()

    async def hear(self, seconds: float) -> bytes:
        """The next answer, as a line; raises BotFailed when none comes in time, or ever."""
        assert self._process.stdout is not None  # noqa: S101
        try:
            async with asyncio.timeout(seconds):
                line = await self._process.stdout.readline()
        except TimeoutError:
            raise BotFailed(f"no answer within {seconds:g} s, and its process was ended") from None
        except ValueError:
            raise BotFailed("an answer that is much too long") from None
        if not line.endswith(b"\n"):
            raise BotFailed(await self._how_it_ended())
        return line

    async def end(self) -> None:
        """End the process at once, so that nothing is left of it."""
        with suppress(ProcessLookupError):
            self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()
        await self._listening

    async def _listen(self) -> None:
        assert self._process.stderr is not None  # noqa: S101
        while said := await self._process.stderr.read(KEPT):
            self._said = (self._said + said)[-KEPT:]

    async def _how_it_ended(self) -> str:
        """How the system says that it ended, and the last place in the code that it named on stderr."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self._process.wait()
        await self.end()
        places = PLACE.findall(self._said.decode("utf-8", "replace"))
        code = self._process.returncode or 0
        how = f"its process ended with {f'signal {signal.Signals(-code).name}' if code < 0 else f'code {code}'}"
        return f"{how}, in {':'.join(places[-1])}" if places else how


class WorkerPool:
    """A few workers, started when they are needed. One that fails is ended, and the next job gets a new one.

    Hints take half of the places at most, and line up for them one by one: a bot's own move waits for one at most.
    """

    def __init__(self, count: int | None = None, *, finder: str = LEVELS, patience: float = PATIENCE) -> None:
        self.count = count or max(1, (os.cpu_count() or 1) // 2)
        self.finder, self.patience = finder, patience
        self._places = asyncio.Semaphore(self.count)
        self._hints = asyncio.Semaphore(max(1, self.count // 2))
        self._idle: list[BotWorker] = []

    async def think(self, job: BotJob) -> Chosen:
        """What a bot chooses; raises BotFailed. Cancelled, it ends the process that thinks."""
        return read_choice(await self._ask(job.model_dump_json()))

    async def advise(self, job: BotJob) -> Advice:
        """What a bot would do in somebody's place; raises BotFailed."""
        async with self._hints:
            line = await self._ask(HintRequest(hint=job).model_dump_json())
        return read_advice(line)

    async def close(self) -> None:
        """End the workers that have nothing to do; the others end with what they were asked."""
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
            raise BotFailed(why, GONE if why == ANOTHER else FAILED)
        return line

    async def _free_worker(self) -> BotWorker:
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
            await worker.end()
        return await BotWorker.start(self.finder)

    async def _answer(self, worker: BotWorker, request: str) -> bytes:
        await worker.ask(request)
        return await worker.hear(self.patience)
