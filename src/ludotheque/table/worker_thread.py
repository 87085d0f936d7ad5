"""A thread for work that takes long, so that the event loop turns meanwhile.

One job at a time, in the order of asking: several threads would take the processor from the event loop, which shares
it with all of them. So few jobs may wait, and of one person or address even fewer.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ludotheque.games.phrase import say
from ludotheque.log.table_errors import TableError

Made = TypeVar("Made")


class WorkerThread:
    """The thread, and who waits for it."""

    def __init__(self, name: str, most: int, most_each: int) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._most, self._most_each = most, most_each
        self._waiting: Counter[str] = Counter()

    async def run(self, whose: str, work: Callable[[], Made]) -> Made:
        """What `work` returns or raises; `whose` is a person or an address. Raises "busy" if too many wait."""
        if self._waiting.total() >= self._most or self._waiting[whose] >= self._most_each:
            raise TableError("busy", say("Much is being worked out here just now: try again in a few seconds."))
        self._waiting[whose] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= Counter([whose])


READING = WorkerThread("reading", most=32, most_each=4)  # boards and records that people send
PAGES = WorkerThread("pages", most=64, most_each=16)  # rulebooks and lessons
