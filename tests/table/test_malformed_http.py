"""What comes over a line and can't be read as HTTP: answered as every error is, counted, and no line for the log."""

import json
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from ludotheque.table.service.limits import RULES, Limits
from tests.table.serving import Running, serving
from tests.table.test_routes import all_said

HEAD = "POST /api/guests HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + "Transfer-Encoding: chunked\r\n\r\n"
UPGRADE = "GET /api/socket HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
MALFORMED = {
    "no request line": "\r\nnonsense\r\n\r\n",
    "a line of TLS": "\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n",
    "another protocol": "GET / HTTX/9.9\r\nHost: h\r\n\r\n",
    "a space in the path": "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n",
    "no host": "GET / HTTP/1.1\r\n\r\n",
    "two hosts": "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n",
    "a header without a colon": "GET / HTTP/1.1\r\nHost: h\r\nnonsense\r\n\r\n",
    "a header with a space in its name": "GET / HTTP/1.1\r\nHost: h\r\nX Y: 1\r\n\r\n",
    "a control letter in a header": "GET / HTTP/1.1\r\nHost: h\r\nX: a\x00b\r\n\r\n",
    "a length in letters": HEAD + "Content-Length: four\r\n\r\nbody",
    "two lengths": HEAD + "Content-Length: 4\r\nContent-Length: 5\r\n\r\nbodyb",
    "an unknown coding": HEAD + "Transfer-Encoding: gzip\r\n\r\n",
    "a chunk without a size": CHUNKED + "zz\r\nbody\r\n0\r\n\r\n",
    "a chunk that is longer than it says": CHUNKED + "2\r\nbody\r\n0\r\n\r\n",
    "a socket without a key": UPGRADE + "Sec-WebSocket-Version: 13\r\n\r\n",
    "a socket of another version": UPGRADE + KEY + "Sec-WebSocket-Version: 7\r\n\r\n",
    "a socket that is posted": (UPGRADE + KEY + "Sec-WebSocket-Version: 13\r\n\r\n").replace("GET", "POST", 1),
    "a socket with 200 headers": UPGRADE + KEY + "Sec-WebSocket-Version: 13\r\n" + "X: y\r\n" * 200 + "\r\n",
}


@contextmanager
def heard_above_info(caplog: pytest.LogCaptureFixture) -> Iterator[list[Any]]:
    """Whatever is logged above `info` meanwhile, by us or by a library."""
    found: list[Any] = []
    with capture_logs() as logged, caplog.at_level(logging.WARNING):
        yield found
    found += [line for line in logged if line["log_level"] not in ("debug", "info")]
    found += [(line.name, line.getMessage()) for line in caplog.records if line.levelno > logging.INFO]


@pytest.mark.parametrize("what", MALFORMED)
def test_what_is_no_http_is_answered_in_one_line_and_not_logged_above_info(
    running: Running, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    hidden = "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n"
    with heard_above_info(caplog) as heard:
        said = all_said(running, MALFORMED[what] + hidden)
    head, _, body = said.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ") and said.count(b"HTTP/1.1 ") == 1, said
    assert b"content-type: application/json" in head and b"connection: close" in head
    answer = json.loads(body)
    assert (answer["ok"], answer["error"], answer["text"].count("\n")) == (False, "wrong", 0)
    assert heard == []


def test_a_body_that_breaks_when_its_answer_has_been_sent_closes_the_line(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    """A body of another site is refused by its head; what comes afterwards is no request."""
    refused = CHUNKED.replace("\r\n\r\n", "\r\nOrigin: http://evil.example\r\n\r\n")
    host, port = running.host.split(":")
    with heard_above_info(caplog) as heard, socket.create_connection((host, int(port)), timeout=30) as line:
        line.sendall(refused.encode())
        said = line.recv(65536)
        line.sendall(b"zz\r\n")
        while more := line.recv(65536):
            said += more
    assert said.startswith(b"HTTP/1.1 403 ") and said.count(b"HTTP/1.1 ") == 1, said
    assert heard == []


def test_a_head_without_end_is_answered_as_it_grows_too_long(running: Running) -> None:
    said = all_said(running, "GET / HTTP/1.1\r\nHost: h\r\nX: " + "a" * 40_000)
    assert said.startswith(b"HTTP/1.1 400 ") and json.loads(said.partition(b"\r\n\r\n")[2])["error"] == "wrong"


def test_an_upgrade_to_something_unknown_is_an_ordinary_request(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    with heard_above_info(caplog) as heard:
        said = all_said(
            running, "GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: upgrade, close\r\nUpgrade: h2c\r\n\r\n"
        )
    assert said.startswith(b"HTTP/1.1 200 ") and heard == []


def test_what_is_no_http_counts_against_the_limit_of_its_address(tmp_path: Path) -> None:
    rate = RULES["request"].address
    assert rate is not None
    limits = Limits(lambda: 0.0)
    with serving(f"sqlite:///{tmp_path / 'ludotheque.db'}", limits) as running:
        for _ in range(rate.burst - 1):
            limits.spend("request", "127.0.0.1")
        assert all_said(running, "nonsense\r\n\r\n").startswith(b"HTTP/1.1 400 ")
        last = all_said(running, "nonsense\r\n\r\n")
    assert last.startswith(b"HTTP/1.1 429 ") and b"connection: close" in last
