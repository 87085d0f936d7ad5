"""Completion: stores the results of games that are over.

Notices come by the thousand, so database work is queued: a few tables at the same time, each table by one task, and
once for however many notices came meanwhile.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from ludotheque.log.history import TableHistory
from ludotheque.table.people.results import keep_results
from ludotheque.table.registry.tables import Tables

AT_ONCE = 3  # tables in work at the same time


class Errands:
    """A work queue of tables: each is done once, however often it was put meanwhile."""

    def __init__(self, do: Callable[[str], Awaitable[None]]) -> None:
        self._do = do
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._busy: set[str] = set()
        self._news = asyncio.Event()

    def put(self, table: str) -> None:
        """Queue a table."""
        self._waiting[table] = None
        self._news.set()

    async def run(self) -> None:
        """Work off the queue until cancelled."""
        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(self._keep_doing())

    async def _keep_doing(self) -> None:
        while True:
            table = next((one for one in self._waiting if one not in self._busy), None)
            if table is None:
                self._news.clear()
                await self._news.wait()
                continue
            del self._waiting[table]
            self._busy.add(table)
            try:
                await self._do(table)
            finally:
                self._busy.discard(table)
                self._news.set()  # it may have been put again


async def finish(tables: Tables, table: str) -> bool:
    """Store the results of a cached table that is over; returns whether there were any.

    The process that wrote the last entry has the table cached. If it dies just then, `results.keep_missing` does it.
    """
    if (
        table not in tables.registry.live
        or not (live := await tables.registry.find(table, is_fresh=False)).state.is_over
    ):
        return False
    story = TableHistory(live.state)
    async with tables.store.begin() as connection:
        return await keep_results(connection, table, story)
