"""Requests to addresses that people typed in: to the street alone, never into the house's own network.

The name is looked up once, every address found is checked, and the connection goes to one that was checked. There are
no redirects, and a bounded time and size.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from urllib.parse import SplitResult, urlsplit

import h11

from ludotheque.table.reminders.daemon_calls import call_in_daemon

SLOW = 10.0  # seconds for a whole request
MOST_READ = 16_384  # bytes of an answer's head
LONGEST_URL = 1000
NAT64 = ipaddress.ip_network("64:ff9b::/96")
PORTS = {"http": 80, "https": 443}


class UnreachableError(Exception):
    """There is no answer from there. The text names no address."""


class ForbiddenAddressError(UnreachableError):
    """The address is one that this house does not write to."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a URL leads."""

    host: str
    port: int
    is_secure: bool
    authority: str
    path: str


def parse_url(url: str, *, may_reach_inside: bool) -> Place:
    """Where a URL leads; raises ForbiddenAddressError for one that is not https, or names a user."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ForbiddenAddressError("no address") from None
    is_plain = len(url) <= LONGEST_URL and url.isascii() and url.isprintable() and " " not in url
    if not is_plain or not parts.hostname or parts.username or parts.password or parts.scheme not in PORTS:
        raise ForbiddenAddressError("no address")
    if parts.scheme == "http" and not may_reach_inside:
        raise ForbiddenAddressError("not https")
    return Place(
        parts.hostname, port or PORTS[parts.scheme], parts.scheme == "https", parts.netloc, _path(parts)
    )  # fmt: skip


def _path(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def is_public(address: str) -> bool:
    """Whether an IP address is on the street: not this machine, its network, or a way around into them."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if found in NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if found.teredo is not None:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


async def find_addresses(place: Place, *, may_reach_inside: bool) -> list[str]:
    """The IP addresses of a place; raises ForbiddenAddressError if one of them is not to be reached."""
    try:
        found = await call_in_daemon(lambda: socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM))
    except (OSError, UnicodeError):
        raise UnreachableError("no such host") from None
    addresses = [str(one[4][0]) for one in found]
    if not may_reach_inside and not all(map(is_public, addresses)):
        raise ForbiddenAddressError("not on the street")
    return addresses


async def post(url: str, headers: Mapping[str, str], body: bytes, *, may_reach_inside: bool = False) -> int:
    """Post a body, and return the status of the answer; raises UnreachableError if there is none in time."""
    place = parse_url(url, may_reach_inside=may_reach_inside)
    try:
        async with asyncio.timeout(SLOW):
            addresses = await find_addresses(place, may_reach_inside=may_reach_inside)
            return await _post(place, addresses, headers, body)
    except (OSError, TimeoutError, ssl.SSLError, h11.ProtocolError, asyncio.IncompleteReadError) as error:
        raise UnreachableError(type(error).__name__) from None


async def _post(place: Place, addresses: list[str], headers: Mapping[str, str], body: bytes) -> int:
    reader, writer = await _connect(place, addresses)
    try:
        line = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_READ)
        sent = {"host": place.authority, "content-length": str(len(body)), "connection": "close", **headers}
        request = h11.Request(method="POST", target=place.path, headers=list(sent.items()))
        for part in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(line.send(part) or b"")
        await writer.drain()
        while True:
            event = line.next_event()
            if event is h11.NEED_DATA:
                line.receive_data(await reader.read(4096))
            elif isinstance(event, h11.Response):
                return event.status_code
            elif not isinstance(event, h11.InformationalResponse):
                raise UnreachableError("no answer")
    finally:
        writer.transport.abort()


async def _connect(place: Place, addresses: list[str]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the first address that takes one; the certificate is that of the name."""
    secure = {"ssl": _trusted(), "server_hostname": place.host} if place.is_secure else {}
    for address in addresses[:-1]:
        with suppress(OSError):
            return await asyncio.open_connection(address, place.port, **secure)  # type: ignore[arg-type]
    return await asyncio.open_connection(addresses[-1], place.port, **secure)  # type: ignore[arg-type]


@cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context()
