"""Uvicorn protocols with limits: how many connections there may be, and how long each may send nothing.

Idle connections, and requests that arrive byte by byte, cost their sender nothing. So a connection is closed if a
request's head is not complete within some seconds; `guard` has a timeout for bodies.
"""

import asyncio
import gc
import resource
import socket
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LARGEST_MESSAGE = 64 * 1024  # bytes of one socket message
LARGEST_HEAD = 32 * 1024  # bytes of a request before its body
MOST_LINES = 10_000  # sockets, streams and requests together; further ones get 503
FILES = 2_000  # other open files of a process
SLOW_HEAD = 20.0  # seconds for the head of a request to arrive
KEPT = 15  # seconds of keep-alive
SELDOM = (20_000, 10, 20)  # thresholds of the garbage collector's three generations
LAST_WORDS = 15.0  # seconds for a client to read what was sent before its socket is closed
GRACE = 5  # seconds for requests to end when the server stops


class IdleHttp(H11Protocol):
    """An HTTP connection that is closed if a request's head does not arrive in time."""

    _waiting: asyncio.TimerHandle | None = None
    _is_socket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # answers don't wait
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._is_socket = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_waiting()

    def _wait(self) -> None:
        """Start the timer for a request's head at its first byte; not while a request is being answered."""
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering or self._is_socket or self.transport.is_closing():
            self._stop_waiting()
        elif self._waiting is None:
            self._waiting = self.loop.call_later(SLOW_HEAD, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def on_response_complete(self) -> None:
        self._stop_waiting()
        super().on_response_complete()


class IdleSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is aborted some seconds after its close, even if the client no longer reads."""

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(LAST_WORDS, self.transport.abort)


def config_of(app: Any, **more: Any) -> uvicorn.Config:
    """Uvicorn's settings for an app, with all limits."""
    given: dict[str, Any] = {
        "http": IdleHttp, "ws": IdleSocket, "ws_max_size": LARGEST_MESSAGE, "lifespan": "on", "log_config": None,
        "access_log": False, "server_header": False, "limit_concurrency": MOST_LINES,
        "h11_max_incomplete_event_size": LARGEST_HEAD, "timeout_keep_alive": KEPT, "timeout_graceful_shutdown": GRACE,
    }  # fmt: skip
    return uvicorn.Config(app, **given | more)


def spare_collector() -> None:
    """Collect garbage less often: a server's objects are long-lived, and a full collection would stop everybody.

    Objects made before serving are frozen: the collector never visits them again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def allow_files() -> None:
    """Raise this process's limit of open files to its number of connections, if the system allows it."""
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_LINES + FILES if most == resource.RLIM_INFINITY else min(MOST_LINES + FILES, most)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
