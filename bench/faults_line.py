"""The lines of the fault campaign, between people and the house: messages get lost, or come twice, late, out of order.

A `Weather` draws what happens to a message; a `Socket` is a WebSocket whose frames it meets on both ways, and `ask` is
an HTTP request that it meets on the way there, and its answer on the way back. A fault is counted when it has happened:
what was to be dropped had been sent, what was doubled went out twice, what was overtaken had another go first.
"""

import asyncio
import json
import random
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from bench.frames import CLOSE, PING, PONG, TEXT, frame_of, greeting, take_frame

KINDS = ("dropped", "doubled", "delayed", "reordered")
LONGEST_DELAY = 1.2  # seconds
OVERTAKING = 1.0  # seconds that a message waits to be overtaken
PATIENCE = 8.0  # seconds for an answer


class Lost(OSError):  # noqa: N818
    """No answer came: the request may or may not have been done."""


class Weather:
    """Draws the faults of messages from a seed, and counts them."""

    def __init__(self, seed: str, share: float) -> None:
        self.chance = random.Random(seed)
        self.share = share
        self.is_calm = True
        self.counts: Counter[str] = Counter()
        self._waiting: list[asyncio.Future[None]] = []

    def draw(self) -> str | None:
        """The fault that a message meets, if any."""
        if self.is_calm or self.chance.random() >= self.share:
            return None
        return self.chance.choice(KINDS)

    def delay(self) -> float:
        return self.chance.uniform(0.02, LONGEST_DELAY)

    async def be_overtaken(self) -> bool:
        """Wait until another request has passed; whether one did."""
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            await asyncio.wait_for(waiting, OVERTAKING)
        except TimeoutError:
            return False
        return True

    def has_passed(self) -> None:
        """A request has been sent and answered: those who waited for that go on."""
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)


class Pipe:
    """One direction of a socket: messages go in, and come out as the weather has it."""

    def __init__(self, weather: Weather, deliver: Callable[[bytes], bool]) -> None:
        self.weather, self.deliver = weather, deliver
        self._held: bytes | None = None  # waits to be overtaken
        self._queue: deque[bytes] | None = None  # the line is slow: all wait, in their order

    def send(self, message: bytes) -> None:
        if self._queue is not None:
            self._queue.append(message)
            return
        fault = self.weather.draw()
        if fault == "dropped":
            self.weather.counts["dropped"] += 1
        elif fault == "delayed":
            self._queue = deque([message])
            asyncio.get_running_loop().call_later(self.weather.delay(), self._go_on)
        elif fault == "reordered" and self._held is None:
            self._held = message
            asyncio.get_running_loop().call_later(OVERTAKING, self._let_go, message)
        else:
            self._pass(message)
            if fault == "doubled" and self.deliver(message):
                self.weather.counts["doubled"] += 1

    def _pass(self, message: bytes) -> None:
        self.deliver(message)
        held, self._held = self._held, None
        if held is not None and self.deliver(held):
            self.weather.counts["reordered"] += 1

    def _let_go(self, message: bytes) -> None:
        """Deliver a held message that no other has overtaken: it was only late."""
        if self._held is message:
            self._held = None
            if self.deliver(message):
                self.weather.counts["delayed"] += 1

    def _go_on(self) -> None:
        queue, self._queue = self._queue or deque(), None
        for place, message in enumerate(queue):
            if self.deliver(message) and place == 0:
                self.weather.counts["delayed"] += 1


class Socket(asyncio.Protocol):
    """The client's side of a WebSocket, as small as can be: whole text frames, and a mask of zeros."""

    def __init__(self, cookie: str, weather: Weather, hear: Callable[[dict[str, Any]], None]) -> None:
        self.cookie, self.hear = cookie, hear
        self.buffer = bytearray()
        self.is_open = False
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()
        self.transport: asyncio.Transport | None = None
        self._there, self._back = Pipe(weather, self._write), Pipe(weather, self._read)

    @classmethod
    async def call(
        cls, port: int, source: str, cookie: str, weather: Weather, hear: Callable[[dict[str, Any]], None]
    ) -> "Socket":
        """Open a socket; raises Lost."""
        loop = asyncio.get_running_loop()
        made = None
        try:
            async with asyncio.timeout(PATIENCE):
                _, made = await loop.create_connection(
                    lambda: cls(cookie, weather, hear), "127.0.0.1", port, local_addr=(source, 0)
                )
                await made.opened
        except (OSError, TimeoutError):
            if made is not None:
                made.close()
            raise Lost("no socket") from None
        return made

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(greeting("house", self.cookie))

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False
        if not self.opened.done():
            self.opened.set_exception(Lost("closed"))
        if not self.closed.done():
            self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.is_open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self.buffer.startswith(b"HTTP/1.1 101"):
                self.close()
                return
            del self.buffer[: end + 4]
            self.is_open = True
            self.opened.set_result(None)
        while (frame := take_frame(self.buffer)) is not None:
            self._take(*frame)

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self._back.send(payload)
        elif kind == PING:
            self._send(PONG, payload)
        elif kind == CLOSE:
            self.close()

    def say(self, message: dict[str, Any]) -> None:
        """Send a message, through the weather."""
        self._there.send(json.dumps(message).encode())

    def _write(self, payload: bytes) -> bool:
        return self._send(TEXT, payload)

    def _read(self, payload: bytes) -> bool:
        if self.is_open:
            self.hear(json.loads(payload))
        return self.is_open

    def _send(self, kind: int, payload: bytes) -> bool:
        if not self.is_open or self.transport is None or self.transport.is_closing():
            return False
        self.transport.write(frame_of(kind, payload))
        return True

    def close(self) -> None:
        self.is_open = False
        if self.transport is not None:
            self.transport.abort()


Answer = tuple[int, dict[str, str], Any]  # status, headers, what was said


async def ask_plainly(
    port: int, source: str, cookie: str, method: str, path: str, body: Any = None, patience: float = PATIENCE
) -> Answer:
    """One HTTP request on a line of its own, and its whole answer; raises Lost."""
    writer = None
    try:
        async with asyncio.timeout(patience):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
            data = b"" if body is None else json.dumps(body).encode()
            writer.write(
                f"{method} {path} HTTP/1.1\r\nHost: house\r\nConnection: close\r\nCookie: {cookie}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode()
                + data
            )
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
            said = await reader.readexactly(int(headers.get("content-length", "0")))
    except (OSError, EOFError, ValueError, TimeoutError) as error:
        raise Lost(type(error).__name__) from None
    finally:
        if writer is not None:
            writer.transport.abort()
    return int(head[0].split()[1]), headers, json.loads(said) if said else None


async def ask(weather: Weather, port: Callable[[], int], *request: Any) -> Answer:
    """An HTTP request through the weather; raises Lost."""
    fault, counts = weather.draw(), weather.counts
    if fault == "dropped":
        counts[fault] += 1
        raise Lost(fault)
    if fault == "delayed":
        await asyncio.sleep(weather.delay())
        counts[fault] += 1
    elif fault == "reordered":
        counts["reordered" if await weather.be_overtaken() else "delayed"] += 1
    try:
        if fault == "doubled":
            answer = await _ask_twice(weather, port, *request)
        else:
            answer = await ask_plainly(port(), *request)
    finally:
        weather.has_passed()
    fault = weather.draw()
    if fault == "dropped":
        counts[fault] += 1
        raise Lost(fault)
    if fault is not None:
        await asyncio.sleep(weather.delay())
        counts["delayed"] += 1
    return answer


async def _ask_twice(weather: Weather, port: Callable[[], int], *request: Any) -> Answer:
    """Send the same request on two lines at once; return one of the answers."""
    both = await asyncio.gather(*(ask_plainly(port(), *request) for _ in range(2)), return_exceptions=True)
    heard = [one for one in both if not isinstance(one, BaseException)]
    if len(heard) == 2:
        weather.counts["doubled"] += 1
    if not heard:
        raise Lost("both lost")
    return weather.chance.choice(heard)
