"""The guard before the routes: whose page sent a request, and requests that two servers would read in two ways."""

import json
import socket
from typing import Any

import pytest
from starlette.datastructures import Headers
from structlog.testing import capture_logs
from websockets.exceptions import InvalidStatus

from ludotheque.table.api.guard import is_from_here
from tests.table.serving import Player, Running
from tests.table.test_routes import all_said

HERE, PATH = "house.example:8000", "/api/tables"
FOREIGN = (
    "http://[", "http://", "http:", "//house.example:8000", "house.example:8000", "null", "", "*", "file://",
    "http://house.example", "http://house.example:80", "http://house.example:80000", "http://house.example:8000.evil",
    "http://house.example:8000@evil.example", "http://evil.example#house.example:8000", "http://evil.example",
    "http://sub.house.example:8000", "http://house.example:8000, http://evil.example", "http://house.example:8000/",
    "ftp://house.example:8000", "HTTPS://house.example:8000", "http://house.example:8000\x00", "http://hóuse.example:8000",
)  # fmt: skip


def comes_from_here(scheme: str = "http", **headers: str) -> bool:
    named = {name.replace("_", "-"): value for name, value in {"host": HERE, **headers}.items()}
    return is_from_here(Headers(named), scheme)


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("more", [{}, {"sec_fetch_site": "none"}, {"sec_fetch_site": "cross-site"}])
def test_an_origin_that_is_not_ours_to_the_letter_is_another_site(origin: str, more: dict[str, str]) -> None:
    assert not comes_from_here(origin=origin, **more)
    assert not comes_from_here("ws", origin=origin, **more)


def test_http_and_https_of_one_host_are_different_origins() -> None:
    for ours, other in (("http", "https"), ("https", "http")):
        assert comes_from_here(ours, origin=f"{ours}://{HERE}")
        assert comes_from_here(ours.replace("http", "ws"), origin=f"{ours}://{HERE}")
        assert not comes_from_here(ours, origin=f"{other}://{HERE}")
        assert not comes_from_here(ours.replace("http", "ws"), origin=f"{other}://{HERE}")


def test_behind_a_proxy_that_does_not_tell_its_scheme_the_browser_vouches_for_it() -> None:
    assert comes_from_here("http", origin=f"https://{HERE}", sec_fetch_site="same-origin")
    assert not comes_from_here("http", origin=f"https://{HERE}", sec_fetch_site="same-site")
    assert not comes_from_here("http", origin="https://evil.example", sec_fetch_site="same-origin")


def test_without_an_origin_the_browser_says_whether_a_page_of_ours_sent_it() -> None:
    assert (
        comes_from_here() and comes_from_here(sec_fetch_site="same-origin") and comes_from_here(sec_fetch_site="none")
    )
    assert not comes_from_here(sec_fetch_site="cross-site") and not comes_from_here(sec_fetch_site="same-site")
    assert not is_from_here(Headers({"origin": "http://"}), "http"), "no host is nobody's"


@pytest.mark.parametrize("origin", ["http://[", "http://]", "//[", "https://{host}"])
def test_a_malformed_origin_is_refused_and_no_error_is_logged(ada: Player, running: Running, origin: str) -> None:
    origin = origin.format(host=running.host)
    with capture_logs() as logged:
        answer = ada.http.post(PATH, json={"game": "mabula", "players": 2}, headers={"Origin": origin})
        with pytest.raises(InvalidStatus) as refused:
            ada.socket(Origin=origin)
    assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")
    assert refused.value.response.status_code == 403
    assert errors_in(logged) == []


def errors_in(logged: list[Any]) -> list[Any]:
    return [line for line in logged if line["log_level"] == "error"]


@pytest.mark.parametrize("depth", [200, 1_500, 40_000])
def test_deeply_nested_json_is_refused_in_one_line(ada: Player, depth: int) -> None:
    body = '{"game": ' + "[" * depth + "]" * depth + ', "players": 2}'
    with capture_logs() as logged:
        answer = ada.http.post(PATH, content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422) and answer.json()["error"] == "wrong"
    assert "\n" not in answer.json()["text"] and errors_in(logged) == []


@pytest.mark.parametrize("chunks", ["Transfer-Encoding: chunked", "transfer-encoding:chunked"])
@pytest.mark.parametrize("length", ["Content-Length: 4", "Content-Length: 0"])
def test_a_request_with_a_length_and_chunks_gets_one_answer_and_the_line_is_closed(
    running: Running, chunks: str, length: str
) -> None:
    hidden = f"GET /healthz HTTP/1.1\r\nHost: {running.host}\r\n\r\n"
    head = (
        f"POST /api/guests HTTP/1.1\r\nHost: {running.host}\r\nContent-Type: application/json\r\n{length}\r\n{chunks}"
    )
    said = all_said(running, f"{head}\r\n\r\n0\r\n\r\n{hidden}")
    assert said.startswith(b"HTTP/1.1 400 ") and said.count(b"HTTP/1.1 ") == 1, said
    assert json.loads(said.partition(b"\r\n\r\n")[2])["error"] == "wrong"


def test_chunks_alone_are_a_body_like_any_other(running: Running) -> None:
    body = b'{"name": "Chunky"}'
    head = f"POST /api/guests HTTP/1.1\r\nHost: {running.host}\r\nContent-Type: application/json\r\n"
    with socket.create_connection(running.host.split(":"), timeout=30) as line:  # type: ignore[arg-type]
        line.sendall(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))
        assert line.recv(65536).startswith(b"HTTP/1.1 201 ")
