"""LISTEN on PostgreSQL, reconnecting when the connection is lost."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg

from ludotheque.table.storage.driver_errors import first_line
from ludotheque.table.storage.engines import CONNECTING, Address
from ludotheque.table.storage.notices import EVERYTHING, ROW, SAID, Notice
from ludotheque.table.storage.storage_errors import StoreError

CHANNEL = "table_entries"
QUIET_SECONDS = 20.0  # without a notice until the connection is probed
ANSWER_SECONDS = 10.0  # for the server to answer the probe
FIRST_WAIT, LONGEST_WAIT = 0.2, 2.0  # seconds before reconnecting

PgConnection = psycopg.AsyncConnection[tuple[Any, ...]]


class PgListener:
    """Listens on the channel until it is stopped."""

    def __init__(self, address: Address, tell: Callable[[Notice], None]) -> None:
        _, arguments = address.url.get_dialect()().create_connect_args(address.url)
        self._arguments = {**CONNECTING, **arguments, "autocommit": True}
        self._tell = tell
        self._connection: PgConnection | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect and start listening."""
        try:
            self._connection = await self._connect()
        except psycopg.Error as error:
            raise StoreError(f"Notices of new entries can't be heard: {first_line(error)}") from error
        self._task = asyncio.create_task(self._listen_forever(self._connection))

    async def stop(self) -> None:
        """Stop listening and disconnect."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._connection is not None:
            await self._connection.close()

    async def _connect(self) -> PgConnection:
        connection = await psycopg.AsyncConnection.connect(**self._arguments)
        try:
            await connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _listen_forever(self, connection: PgConnection) -> None:
        """Listen; after each reconnect send EVERYTHING, since notices may have been missed."""
        while True:
            with suppress(psycopg.Error, OSError, TimeoutError):
                await self._listen(connection)
            await connection.close()
            connection = self._connection = await self._connect_again()
            self._tell(EVERYTHING)

    async def _listen(self, connection: PgConnection) -> None:
        while True:
            async for notify in connection.notifies(timeout=QUIET_SECONDS):
                self._tell(parse_notice(notify.payload))
            await asyncio.wait_for(connection.execute("SELECT 1"), ANSWER_SECONDS)

    async def _connect_again(self) -> PgConnection:
        wait = FIRST_WAIT
        while True:
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)
            with suppress(psycopg.Error, OSError):
                return await self._connect()


def parse_notice(payload: str) -> Notice:
    """Parse `TABLE NUMBER`; EVERYTHING if it is malformed."""
    table, _, number = payload.partition(" ")
    if not table or not (number.isdecimal() or number in (str(SAID), str(ROW))):
        return EVERYTHING
    return table, int(number)
