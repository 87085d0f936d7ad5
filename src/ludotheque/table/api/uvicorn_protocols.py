"""Uvicorn protocols with limits: how many connections there may be, how long each may send nothing, and how much.

Idle connections, and requests that arrive byte by byte, cost their sender nothing. So a connection is closed if a
request's head is not complete within some seconds; `guard` has a timeout for bodies. Frames of a WebSocket, control
frames too, are parsed as fast as the app takes them, and the app counts them.
"""

import asyncio
import gc
import resource
import socket
from collections.abc import Callable
from types import FrameType
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.server import ServerProtocol

from ludotheque.table.api.guard import MALFORMED

LARGEST_MESSAGE = 64 * 1024  # bytes of one socket message
LARGEST_HEAD = 32 * 1024  # bytes of a request before its body
MOST_LINES = 10_000  # sockets, streams and requests together; further ones get 503
SLICE = 1024  # bytes of a socket that are parsed at once
FILES = 2_000  # other open files of a process
SLOW_HEAD = 20.0  # seconds for the head of a request to arrive
KEPT = 15  # seconds of keep-alive
SELDOM = (20_000, 10, 20)  # thresholds of the garbage collector's three generations
LAST_WORDS = 15.0  # seconds for a client to read what was sent before its socket is closed
FAREWELL = 1.0  # seconds for clients to read their last messages, and for requests to end, when the server stops
LAST_ANSWERS = 0.3  # seconds after that in which what is left is told and ends
RESTARTING = 1012  # close code
GRACE = 5  # seconds after which uvicorn gives up what is left then


class IdleHttp(H11Protocol):
    """An HTTP connection that is closed if a request's head does not arrive in time.

    What can't be read as a request is answered by the app, too, as a scope that says `MALFORMED`: the app counts it,
    logs it and answers it like any other request, and the connection is closed.
    """

    _waiting: asyncio.TimerHandle | None = None
    _is_socket = False
    _is_malformed = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # answers don't wait
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        if not self._is_malformed:
            super().data_received(data)
            self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        if not is_handshake(event):
            self._answer_malformed()
            return
        self._is_socket = True
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Uvicorn calls this where a request can't be read; its own answer would be plain text, and counted nowhere."""
        self._answer_malformed()

    def _answer_malformed(self) -> None:
        """Let the app answer instead of the request; close at once if an answer to its head is already on its way."""
        self._is_malformed = True
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()
            return
        self.scope = self._malformed_scope()
        self.cycle = RequestResponseCycle(
            self.scope, self.conn, self.transport, self.flow, self.logger, self.access_logger, self.access_log,
            self.server_state.default_headers, asyncio.Event(), self.on_response_complete,
        )  # fmt: skip
        self.cycle.more_body = False
        task = self.loop.create_task(self.cycle.run_asgi(self.app))
        task.add_done_callback(self.tasks.discard)
        self.tasks.add(task)

    def _malformed_scope(self) -> Any:
        """A request of which nothing is known but where it came from."""
        return {
            "type": "http", "asgi": {"version": self.asgi_version, "spec_version": "2.3"}, "http_version": "1.1",
            "server": self.server, "client": self.client, "scheme": self.scheme, "method": "GET", "root_path": "",
            "path": "/", "raw_path": b"/", "query_string": b"", "headers": [], "state": self.app_state.copy(),
            MALFORMED: True,
        }  # fmt: skip

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


def is_handshake(event: h11.Request) -> bool:
    """Whether a request for a WebSocket is complete: the library's own answer to any other would be plain text."""
    trial = ServerProtocol()
    headers = b"".join(b"%s: %s\r\n" % pair for pair in event.headers)
    trial.receive_data(b"%s %s HTTP/1.1\r\n%s\r\n" % (event.method, event.target, headers))
    asked = [one for one in trial.events_received() if isinstance(one, Request)]
    return asked != [] and trial.accept(asked[0]).status_code == 101


class IdleSocket(WebSocketsSansIOProtocol):
    """A WebSocket that buffers little, whatever its client sends, and is aborted some seconds after its close.

    Bytes are parsed a slice at a time, while no message is unread and the client reads its answers; otherwise nothing
    is read from the network. The app is sent a message with `control` for each ping, each pong that was not awaited and
    each piece of a message, so that it can count them: uvicorn answers pings without asking it.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._held = bytearray()  # not parsed yet
        self._late = 0  # bytes parsed after the close

    def shutdown(self) -> None:
        """Send the close frame, unless the app has; the connection ends with the client's own, or is cut after a while.

        Closed at once, it would be reset if the client is sending, and the close frame lost.
        """
        if not self.handshake_complete:
            super().shutdown()
            self.handshake_complete = True  # turned away, which is no mistake of the app
        elif not self.close_sent and not self.transport.is_closing():
            self.stop_keepalive()
            self.queue.put_nowait({"type": "websocket.disconnect", "code": RESTARTING})
            self.conn.send_close(RESTARTING)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.resume_reading()
            self.close_timer = self.loop.call_later(FAREWELL, self.transport.abort)

    def send_500_response(self) -> None:
        """Turn a client away that can't be served any more."""
        if not self.initial_response and not self.handshake_complete:
            self.conn.send_response(self.conn.reject(503, "The house is closing: come back in a moment."))
            self.transport.write(b"".join(self.conn.data_to_send()))

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(LAST_WORDS, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        self._held += data
        self._read_on()

    async def receive(self) -> Any:
        message = await self.queue.get()
        self._read_on()
        return message

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] in ("websocket.accept", "websocket.close"):
            self._read_on()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._read_on()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._read_on()

    def _may_parse(self) -> bool:
        """Whether nothing is unread, by the app or by the client; after the close, for its answer, in any case."""
        is_answered = self.handshake_complete or not self.handshake_initiated
        return self.close_sent or (is_answered and self.queue.empty() and self.writable.is_set())

    def _read_on(self) -> None:
        """Parse held bytes while that is allowed; read more if none are left, else pause."""
        while self._held and self._may_parse() and not self.transport.is_closing():
            piece = bytes(self._held[:SLICE])
            del self._held[:SLICE]
            self._late += len(piece) if self.close_sent else 0
            if self._late > LARGEST_MESSAGE:
                self._held.clear()
                self.transport.abort()
                return
            super().data_received(piece)
        self.read_paused = bool(self._held) or not self._may_parse()
        if self.read_paused:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def _tell_of_frame(self) -> None:
        if not self.close_sent:  # else the app no longer listens
            self.queue.put_nowait({"type": "websocket.receive", "control": True})  # type: ignore[arg-type]

    def handle_ping(self) -> None:
        if self.close_sent:
            self.conn.data_to_send()  # the pong, which is not sent any more
            return
        super().handle_ping()
        self._tell_of_frame()

    def handle_pong(self, event: Frame) -> None:
        if self.pending_ping_payload is not None and bytes(event.data) == self.pending_ping_payload:
            super().handle_pong(event)
        else:
            self._tell_of_frame()

    def handle_text(self, event: Frame) -> None:
        super().handle_text(event)
        self._tell_of_piece(event)

    def handle_bytes(self, event: Frame) -> None:
        super().handle_bytes(event)
        self._tell_of_piece(event)

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        self._tell_of_piece(event)

    def _tell_of_piece(self, event: Frame) -> None:
        if not event.fin:
            self._tell_of_frame()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. Text that is no UTF-8 closes the socket; uvicorn would log it as an error of ours."""
        try:
            b"".join(self.frames).decode() if self.curr_msg_data_type == "text" else None
        except UnicodeDecodeError:
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()


class HouseServer(uvicorn.Server):
    """A server that stops within seconds: `close` ends sockets and streams, then nobody is waited for for long."""

    def __init__(self, config: uvicorn.Config, close: Callable[[], None]) -> None:
        super().__init__(config)
        self._close = close

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop hearing clients at once: on a busy machine uvicorn may notice the signal a second later."""
        super().handle_exit(sig, frame)
        self._close()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell all clients; end what does not end by itself: clients that don't read, requests that take long."""
        self._close()
        loop = asyncio.get_running_loop()
        timers = [loop.call_later(FAREWELL, self._abort), loop.call_later(FAREWELL + LAST_ANSWERS, self._cancel)]
        try:
            await super().shutdown(sockets)
        finally:
            for timer in timers:
                timer.cancel()

    def _abort(self) -> None:
        """Cut the connections of clients that don't read what they are sent."""
        for connection in list(self.server_state.connections):
            cycle = getattr(connection, "cycle", None)
            if isinstance(connection, IdleSocket) or (cycle is not None and cycle.response_started):
                connection.transport.abort()

    def _cancel(self) -> None:
        """End requests that take long; `guard` answers for them."""
        for task in list(self.server_state.tasks):
            task.cancel()


def config_of(app: Any, **more: Any) -> uvicorn.Config:
    """Uvicorn's settings for an app, with all limits. Its warnings, about mistakes of clients, are not logged."""
    given: dict[str, Any] = {
        "http": IdleHttp, "ws": IdleSocket, "ws_max_size": LARGEST_MESSAGE, "lifespan": "on", "log_config": None,
        "log_level": "error", "access_log": False, "server_header": False, "limit_concurrency": MOST_LINES,
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
