"""Notices of new entries: hints to read the log, which is the truth."""

import asyncio
from collections import deque
from typing import Self
from weakref import WeakSet

Notice = tuple[str, int]  # a table and the number of its last entry
PEOPLE: Notice = ("people", 0)  # a person was changed or deleted; no table has this id
SEEKS: Notice = ("seeks", 0)  # who looks for opponents has changed; no table has this id
SAID = -1  # in place of a number: there is a new chat message
ROW = -2  # in place of a number: the table's row has changed, its log has not
NAMED = -3  # in place of a number: somebody at the table is called otherwise
EVERYTHING: Notice = ("", 0)  # notices may have been missed: re-read
MOST_WAITING = 10_000  # notices queued for a slow listener


class Listening:
    """A subscription: all notices from now on, in order, until the store closes."""

    def __init__(self) -> None:
        self._waiting: deque[Notice] = deque()
        self._news = asyncio.Event()
        self._is_closed = False

    def put(self, notice: Notice) -> None:
        """Queue a notice; too many collapse into EVERYTHING."""
        if len(self._waiting) >= MOST_WAITING or notice == EVERYTHING:
            self._waiting.clear()
            notice = EVERYTHING
        self._waiting.append(notice)
        self._news.set()

    def close(self) -> None:
        """End after the queued notices."""
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
    """Passes every notice to all subscriptions of this process."""

    def __init__(self) -> None:
        self._listeners: WeakSet[Listening] = WeakSet()
        self._is_closed = False

    def listen(self) -> Listening:
        """Subscribe to all notices from now on."""
        listening = Listening()
        if self._is_closed:
            listening.close()
        self._listeners.add(listening)
        return listening

    def tell(self, notice: Notice) -> None:
        """Send a notice to all subscriptions."""
        for listening in list(self._listeners):
            listening.put(notice)

    def close(self) -> None:
        """End all subscriptions."""
        self._is_closed = True
        for listening in list(self._listeners):
            listening.close()
