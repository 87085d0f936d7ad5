"""A table to write to, for the tests of the store."""

import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from ludotheque.log.entries import Entry, Logged, Play, Sit
from ludotheque.log.terms import Terms
from ludotheque.table.storage.row_values import Answered, TableRow
from ludotheque.table.storage.store import Store

TERMS = Terms(game="mabula", players=2, rules=1, seating="chosen", options={"scoring": "product"})
ROW = TableRow("abc", "p1", TERMS, invitation=None, is_public=True, stage="open", created=1.0, changed=1.0)
LEAVE = Sit(seat=1, holder=None)

SERVER = """
import asyncio, sys
from itertools import count
from tests.table.stored import append, opened

async def serve(url):
    async with opened(url) as store:
        first = len(await store.entries("abc")) + 1
        print("open", flush=True)
        for number in count(first):  # until it is killed, or nobody reads what it says
            await append(store, number)
            print(number, flush=True)

asyncio.run(serve(sys.argv[1]))
"""


@asynccontextmanager
async def opened(url: str, **how: Any) -> AsyncIterator[Store]:
    """An open store that has the table."""
    store = await Store.open(url, **how)
    try:
        if await store.find_table("abc") is None:
            await store.create_table(ROW)
        yield store
    finally:
        await store.close()


async def append(
    store: Store, number: int, *entries: Entry, table: str = "abc", request: str | None = None, at: float | None = None
) -> list[Logged]:
    """Write entries with hardly anything else."""
    answer = None if request is None else Answered("p1", request, f'{{"number": {number}}}')
    return await store.append(table, number, entries or (LEAVE,), index=(), stage="open", work=(), answer=answer, at=at)


async def write(store: Store, count: int) -> None:
    """Write so many entries, each with an answer."""
    for number in range(1, count + 1):
        await append(store, number, Play(seat=1, steps=("b8-b4" * 12,) * 20), request=f"r{number}")


def start(url: str) -> subprocess.Popen[str]:
    """A process that opens a database and writes entries, one after the other."""
    process = subprocess.Popen([sys.executable, "-c", SERVER, url], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "open\n"
    return process


def kill(process: subprocess.Popen[str]) -> list[str]:
    """Kill a process; returns the rest of its output, also the part that was buffered with the last line."""
    process.send_signal(signal.SIGKILL)
    assert process.stdout is not None
    with process.stdout:
        said = process.stdout.read().split()
    process.wait()
    return said
