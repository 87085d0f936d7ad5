"""A WebSocket line under a flood: what is parsed, answered and buffered while the app does not ask for more."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from bench.frames import CLOSE, PING, PONG, TEXT, frame_of, greeting, take_frame
from uvicorn.server import ServerState

from ludotheque.table.api.uvicorn_protocols import SLICE, IdleSocket, config_of
from tests.table.conftest import run

SMALLEST = len(frame_of(PING, b""))  # bytes
READ = 256 * 1024  # bytes that asyncio reads at once
MOST_PARSED = SLICE // SMALLEST + 1  # frames before the app asks for more
Story = Callable[["Line"], Awaitable[None]]


class Line(asyncio.Transport):
    """The transport of a client that sends what the test says; what is written to it is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.written = bytearray()
        self.reads, self.is_aborted, self.is_over = True, False, False
        self.allowed, self.received = asyncio.Semaphore(0), list[dict[str, Any]]()
        self.protocol = IdleSocket(config_of(self.app, interface="asgi3"), ServerState(), {})
        self.protocol.connection_made(self)
        self.protocol.data_received(greeting("here", ""))

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        """Accept the socket, then take a message whenever the test allows it."""
        await receive()
        await send({"type": "websocket.accept"})
        while await self.allowed.acquire() and not self.is_over:
            self.received.append(await receive())

    async def take(self, many: int) -> None:
        """Let the app take messages."""
        wanted = len(self.received) + many
        for _ in range(many):
            self.allowed.release()
        await until(lambda: len(self.received) >= wanted)

    def send(self, data: bytes) -> None:
        """Bytes arrive, if the server reads: the rest stays with the client."""
        for place in range(0, len(data), READ):
            if self.reads and not self.is_aborted:
                self.protocol.data_received(data[place : place + READ])

    def frames(self) -> list[int]:
        """The kinds of all frames that were sent after the handshake."""
        buffer, kinds = bytearray(self.written.partition(b"\r\n\r\n")[2]), list[int]()
        while (frame := take_frame(buffer)) is not None:
            kinds.append(frame[0])
        return kinds

    def write(self, data: Any) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def is_closing(self) -> bool:
        return self.is_aborted

    def close(self) -> None:
        self.is_aborted = True

    abort = close

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default


async def until(has_come: Callable[[], bool]) -> None:
    """Let other tasks run until a condition holds."""
    for _ in range(100_000):
        if has_come():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never comes")


def told(story: Story) -> Line:
    """Run a story on a line whose socket is accepted."""

    async def begin() -> Line:
        line = Line()
        await until(lambda: b"\r\n\r\n" in line.written)
        await story(line)
        line.is_over = True
        line.allowed.release()
        await until(lambda: not line.protocol.tasks)
        return line

    return run(begin())


@pytest.mark.parametrize("kind", [PING, PONG, TEXT])
def test_a_flood_of_frames_is_parsed_only_as_fast_as_the_app_takes_messages(kind: int) -> None:
    async def story(line: Line) -> None:
        line.send(frame_of(kind, b"") * 200_000)
        assert not line.reads and line.protocol.queue.qsize() <= MOST_PARSED
        await line.take(MOST_PARSED)
        assert not line.reads and line.protocol.queue.qsize() <= MOST_PARSED

    assert len(told(story).frames()) <= (2 * MOST_PARSED if kind == PING else 0)


def test_every_frame_of_a_client_reaches_the_app_once_and_in_order() -> None:
    async def story(line: Line) -> None:
        for number in range(500):
            line.protocol.data_received(frame_of(PING, b"") + frame_of(TEXT, b"%d" % number))
        await line.take(1_000)
        assert [one.get("text") for one in line.received] == [one for n in range(500) for one in (None, f"{n}")]
        assert line.reads

    assert told(story).frames() == [PONG] * 500


def test_an_awaited_pong_is_no_message() -> None:
    async def story(line: Line) -> None:
        line.protocol.send_keepalive_ping()
        payload = line.protocol.pending_ping_payload
        assert payload is not None
        line.send(frame_of(PONG, payload))
        assert line.protocol.queue.qsize() == 0
        line.send(frame_of(PONG, payload))
        assert line.protocol.queue.qsize() == 1, "the second was not awaited"

    told(story)


def test_pieces_of_a_message_are_counted_like_messages() -> None:
    begin, go_on = bytearray(frame_of(TEXT, b"")), bytearray(frame_of(0, b""))
    begin[0] &= 0x7F
    go_on[0] &= 0x7F

    async def story(line: Line) -> None:
        line.send(bytes(begin) + bytes(go_on) * 100_000)
        assert not line.reads and len(line.protocol.frames) <= MOST_PARSED

    told(story)


def test_a_client_that_reads_nothing_is_answered_no_more_and_read_no_more() -> None:
    async def story(line: Line) -> None:
        line.protocol.pause_writing()  # its buffer is full
        before = len(line.written)
        line.protocol.data_received(frame_of(PING, b"x" * 100) * 10)  # was read already
        assert not line.reads and len(line.written) == before
        line.protocol.resume_writing()
        await line.take(10)
        assert line.reads and line.frames() == [PONG] * 10

    told(story)


def test_a_flood_after_the_close_aborts_the_line() -> None:
    async def story(line: Line) -> None:
        await line.protocol.send({"type": "websocket.close", "code": 1008, "reason": ""})
        line.send(frame_of(PING, b"") * 10)
        assert line.reads and not line.is_aborted, "some were under way"
        line.send(frame_of(PING, b"") * 100_000)
        assert line.is_aborted

    assert told(story).frames() == [CLOSE], "pings are no longer answered"


def test_a_message_as_long_as_allowed_is_read_whole() -> None:
    text = b"a" * 60_000

    async def story(line: Line) -> None:
        line.send(frame_of(TEXT, text))
        await line.take(1)
        assert line.received[0]["text"].encode() == text and line.reads

    told(story)


def test_letters_that_are_no_utf8_close_the_socket_and_no_error_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def story(line: Line) -> None:
        line.send(frame_of(TEXT, b"\xff\xfe"))
        await line.take(1)
        assert (line.received[0]["type"], line.received[0]["code"]) == ("websocket.disconnect", 1007)

    told(story)
    assert [one for one in caplog.records if one.levelname == "ERROR"] == []
