"""Hearing PostgreSQL's notices, through lost connections."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg

from ludotheque.table.storage.database import first_line
from ludotheque.table.storage.engines import CONNECTING, Address
from ludotheque.table.storage.notices import EVERYTHING, SAID, Notice
from ludotheque.table.storage.storage_errors import StoreError

CHANNEL = "table_entries"
QUIET_SECONDS = 20.0  # without a notice, then the connection is tried
ANSWER_SECONDS = 10.0  # for the server to answer that
FIRST_WAIT, LONGEST_WAIT = 0.2, 2.0  # before connecting again

Heard = psycopg.AsyncConnection[tuple[Any, ...]]


class PgListener:
    """Listens to one channel of the database until it is stopped."""

    def __init__(self, address: Address, tell: Callable[[Notice], None]) -> None:
        _, arguments = address.url.get_dialect()().create_connect_args(address.url)
        self._arguments = {**CONNECTING, **arguments, "autocommit": True}
        self._tell = tell
        self._connection: Heard | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen from now on."""
        try:
            self._connection = await self._connect()
        except psycopg.Error as error:
            raise StoreError(f"Notices of new entries can't be heard: {first_line(error)}") from error
        self._task = asyncio.create_task(self._keep_hearing(self._connection))

    async def stop(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._connection is not None:
            await self._connection.close()

    async def _connect(self) -> Heard:
        connection = await psycopg.AsyncConnection.connect(**self._arguments)
        try:
            await connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _keep_hearing(self, connection: Heard) -> None:
        """Whatever was missed while nobody listened is made good by re-reading everything."""
        while True:
            with suppress(psycopg.Error, OSError, TimeoutError):
                await self._hear(connection)
            await connection.close()
            connection = self._connection = await self._connect_again()
            self._tell(EVERYTHING)

    async def _hear(self, connection: Heard) -> None:
        while True:
            async for notify in connection.notifies(timeout=QUIET_SECONDS):
                self._tell(parse_notice(notify.payload))
            await asyncio.wait_for(connection.execute("SELECT 1"), ANSWER_SECONDS)

    async def _connect_again(self) -> Heard:
        wait = FIRST_WAIT
        while True:
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)
            with suppress(psycopg.Error, OSError):
                return await self._connect()


def parse_notice(payload: str) -> Notice:
    """Read `TABLE NUMBER`; what can't be read means that everything is to be re-read."""
    table, _, number = payload.partition(" ")
    if not table or not (number.isdecimal() or number == str(SAID)):
        return EVERYTHING
    return table, int(number)
