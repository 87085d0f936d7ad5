"""Requests to addresses that people typed: never into the house's own network, never on and on."""

import asyncio
from pathlib import Path

import pytest

from ludotheque.table.reminders import outgoing_request
from ludotheque.table.reminders.outgoing_request import (
    ForbiddenAddressError,
    UnreachableError,
    find_addresses,
    is_public,
    parse_url,
    post,
)
from tests.table.conftest import run
from tests.table.post_boxes import post_box
from tests.table.test_mail import own_certificate


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",  # noqa: S104
     "255.255.255.255", "224.0.0.1", "192.0.2.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1",
     "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::1", "2001:0:7f00:1::1"],
)  # fmt: skip
def test_an_address_of_this_machine_or_a_private_network_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::5db8:d822"])
def test_an_address_of_the_street_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    ["", "http://example.org/", "ftp://example.org/", "https://", "https://user@example.org/", "https://a:b@example.org/",
     "https://example.org:99999/", "https://exa mple.org/", "https://example.org/\r\nHost: x", "//example.org", "https://é.org",
     "https://example.org/" + "a" * 1000],
)  # fmt: skip
def test_what_is_no_plain_https_address_is_refused_before_anything_is_looked_up(url: str) -> None:
    with pytest.raises(ForbiddenAddressError):
        parse_url(url, may_reach_inside=False)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.1", "2130706433", "0x7f000001", "[::1]", "0"])
def test_whatever_a_name_for_this_machine_looks_like_no_connection_is_made(host: str) -> None:
    with post_box() as box:
        with pytest.raises(UnreachableError):
            run(post(f"https://{host}:{box.port}/", {}, b"{}"))
        assert not box.posted


def test_one_private_address_among_public_ones_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(None, None, None, None, (one, 443)) for one in ("93.184.216.34", "10.0.0.1")]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_given, **_more: found)
    with pytest.raises(ForbiddenAddressError):
        run(find_addresses(parse_url("https://twice.example/", may_reach_inside=False), may_reach_inside=False))


def test_the_address_that_was_checked_is_the_one_that_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads to the street at first and inside the second time is asked once."""
    asked = []

    def look_up(*given: object, **_more: object) -> list[object]:
        asked.append(given)
        return [(None, None, None, None, ("127.0.0.1", 1))]

    with post_box() as box:
        monkeypatch.setattr("socket.getaddrinfo", look_up)
        assert run(post(f"http://rebind.example:{box.port}/x", {}, b"{}", may_reach_inside=True)) == 201
        assert len(asked) == 1 and box.posted[0].headers["host"] == f"rebind.example:{box.port}"


def test_a_redirect_is_not_followed() -> None:
    with post_box() as inside, post_box(status=307, headers={"location": inside.url}) as box:
        assert run(post(box.url, {}, b"{}", may_reach_inside=True)) == 307
        assert not inside.posted


def test_a_server_that_does_not_answer_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing_request, "SLOW", 0.3)
    with post_box(is_silent=True) as box, pytest.raises(UnreachableError):
        run(post(box.url, {}, b"{}", may_reach_inside=True))


def test_an_answer_without_end_is_not_read_to_its_end() -> None:
    async def story() -> None:
        async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\n")
            while not writer.is_closing():
                writer.write(b"x-more: " + b"a" * 1000 + b"\r\n")
                await asyncio.sleep(0)

        server = await asyncio.start_server(flood, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(UnreachableError):
                await post(f"http://127.0.0.1:{port}/", {}, b"{}", may_reach_inside=True)

    run(story())


def test_over_tls_the_name_must_be_in_the_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secure, trusted = own_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", trusted)
    outgoing_request._trusted.cache_clear()
    with post_box(secure) as box:
        assert run(post(f"https://localhost:{box.port}/", {}, b"{}", may_reach_inside=True)) == 201
        with pytest.raises(UnreachableError):
            run(post(f"https://127.0.0.1:{box.port}/", {}, b"{}", may_reach_inside=True))
    outgoing_request._trusted.cache_clear()
