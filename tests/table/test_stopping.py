"""A server that stops: all clients are told, nobody who does not read is waited for, and nothing is called an error."""

import asyncio
import base64
import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
from structlog.testing import capture_logs

from ludotheque.table.api import uvicorn_protocols
from ludotheque.table.api.guard import CLOSING
from tests.table.serving import PATIENCE, Player, Running, Talker, serving

WATCH = {"wants": ["json", "picture"], "ref": "x"}


def connect_unread(running: Running, player: Player) -> socket.socket:
    """A socket whose client reads nothing after the answer to its handshake."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    host, port = running.host.split(":")
    line.connect((host, int(port)))
    key = base64.b64encode(os.urandom(16)).decode()
    cookies = "; ".join(f"{name}={value}" for name, value in player.http.cookies.items())
    head = ["GET /api/socket HTTP/1.1", f"Host: {running.host}", "Upgrade: websocket", "Connection: Upgrade"]
    head += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Cookie: {cookies}"]
    line.sendall("\r\n".join([*head, "", ""]).encode())
    answered = b""
    while not answered.endswith(b"\r\n\r\n"):
        answered += line.recv(1)
    return line


def frame(**message: Any) -> bytes:
    """A message as a client's frame, masked with zeros."""
    data = json.dumps(message).encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + data


def fill(running: Running, line: socket.socket, table: str) -> None:
    """Ask for a table until the server can send no more."""
    line.settimeout(0.2)
    end = time.monotonic() + PATIENCE
    while all(one.writable.is_set() for one in running.connections if hasattr(one, "writable")):
        assert time.monotonic() < end
        with suppress(TimeoutError):
            line.sendall(frame(kind="watch", table=table, **WATCH) * 20)


@contextmanager
def stopped(running: Running, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Stop a server in the middle of the block; no line of any log is a warning."""
    with capture_logs() as logged:
        running.ask_to_stop()
        yield
        running.wait_until_stopped()
    assert [one for one in logged if one["log_level"] in ("warning", "error")] == []
    assert [one.message for one in caplog.records if one.levelname in ("WARNING", "ERROR")] == []


def test_clients_that_read_are_told_and_one_that_does_not_is_cut(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(sqlite_url) as running, ExitStack() as stack:
        ada = Player(running, "Ada")
        table, _ = ada.make_table(private=False)
        talkers = [stack.enter_context(ada.socket()) for _ in range(5)]
        for talker in talkers:
            talker.ask("watch", table=table)
        fill(running, stack.enter_context(connect_unread(running, ada)), table)
        with stopped(running, caplog):
            codes = [code_of(talker) for talker in talkers]
        assert set(codes) <= {1012, 1013}, "come back"


def code_of(talker: Talker) -> int:
    end = talker.hear_the_end()
    assert end.rcvd is not None
    return end.rcvd.code


def test_a_client_that_is_sending_still_reads_the_close_frame(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Were the connection closed with unread messages in it, it would be reset, and the frame lost."""
    with serving(sqlite_url) as running, ExitStack() as stack:
        ada = Player(running, "Ada")
        talkers = [stack.enter_context(ada.socket()) for _ in range(4)]
        sending = [threading.Thread(target=send_on, args=(talker,), daemon=True) for talker in talkers]
        for thread in sending:
            thread.start()
        with stopped(running, caplog):
            codes = [code_of(talker) for talker in talkers]
        assert set(codes) <= {1012, 1013}
        for thread in sending:
            thread.join(PATIENCE)


def send_on(talker: Talker) -> None:
    """Send pings until the socket is closed."""
    try:
        while True:
            talker.say("ping")
            time.sleep(0.002)
    except Exception:
        return


def test_a_request_that_takes_long_is_answered_when_the_server_stops(
    sqlite_url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = threading.Event()

    async def think(*_: Any, **__: Any) -> None:
        asked.set()
        await asyncio.sleep(PATIENCE)

    with serving(sqlite_url) as running:
        ada = Player(running, "Ada")
        table, _ = ada.make_table(private=False)
        answers: list[Any] = []
        waiting = threading.Thread(target=lambda: answers.append(ada.http.get(f"/api/tables/{table}")), daemon=True)
        monkeypatch.setattr(type(running.service.store), "find_table", think)
        running.service.tables.registry.live.clear()
        waiting.start()
        assert asked.wait(PATIENCE)
        with stopped(running, caplog):
            waiting.join(PATIENCE)
        (answer,) = answers
        assert (answer.status_code, answer.json()["text"]) == (503, CLOSING)


def test_a_stop_takes_less_than_three_seconds_of_waiting() -> None:
    assert uvicorn_protocols.FAREWELL + uvicorn_protocols.LAST_ANSWERS < 2 < uvicorn_protocols.GRACE
