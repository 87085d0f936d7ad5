"""Notices of new entries: hints for whoever listens; the log is the truth."""

import asyncio
from collections import deque
from typing import Self
from weakref import WeakSet

Notice = tuple[str, int]  # a table and the number of its last entry
PEOPLE: Notice = ("people", 0)  # somebody has changed or gone; no table is called like that
SAID = -1  # in place of a number: somebody said something at the table
EVERYTHING: Notice = ("", 0)  # notices may have been missed: re-read
MOST_WAITING = 10_000  # notices that a slow listener may leave lying


class Listening:
    """The notices from now on, in their order; ends when the store is closed."""

    def __init__(self) -> None:
        self._waiting: deque[Notice] = deque()
        self._news = asyncio.Event()
        self._is_closed = False

    def put(self, notice: Notice) -> None:
        """One more notice; too many become a single one to re-read everything."""
        if len(self._waiting) >= MOST_WAITING or notice == EVERYTHING:
            self._waiting.clear()
            notice = EVERYTHING
        self._waiting.append(notice)
        self._news.set()

    def close(self) -> None:
        """No more notices come."""
        self._is_closed = True
        self._news.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Notice:
        while not self._waiting:
            if self._is_closed:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._waiting.popleft()


class Notices:
    """Hands every notice to all who listen in this process."""

    def __init__(self) -> None:
        self._listeners: WeakSet[Listening] = WeakSet()
        self._is_closed = False

    def listen(self) -> Listening:
        """Hear all notices from now on."""
        listening = Listening()
        if self._is_closed:
            listening.close()
        self._listeners.add(listening)
        return listening

    def tell(self, notice: Notice) -> None:
        """Hand a notice to everybody."""
        for listening in list(self._listeners):
            listening.put(notice)

    def close(self) -> None:
        """Let everybody's listening end."""
        self._is_closed = True
        for listening in list(self._listeners):
            listening.close()
