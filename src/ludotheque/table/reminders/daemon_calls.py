"""Blocking calls in threads that nobody waits for: one that hangs holds up neither the event loop nor a stop."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

Result = TypeVar("Result")


async def call_in_daemon(function: Callable[[], Result]) -> Result:
    """What a blocking call returns. If the caller is cancelled, the thread is left to itself."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: BaseException | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(result)  # type: ignore[arg-type]
        else:
            done.set_exception(error)

    def work() -> None:
        result, error = None, None
        try:
            result = function()
        except BaseException as found:
            error = found
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=work, daemon=True).start()
    return await done
