"""Long work inside the event loop, in slices: other tasks get their turn in between."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

AT_A_STRETCH = 0.005  # seconds of work before other tasks get their turn

Item = TypeVar("Item")


async def in_slices(items: Iterable[Item]) -> AsyncIterator[Item]:
    """The items, for a loop that does some work for each of them."""
    began = time.perf_counter()
    for one in items:
        yield one
        if time.perf_counter() - began > AT_A_STRETCH:
            await asyncio.sleep(0)
            began = time.perf_counter()
