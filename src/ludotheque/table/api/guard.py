"""The guard between the network and the routes: sizes, rates, origins, headers.

A page of another site can make a browser send our cookie, but cannot hide its origin. So requests that change
something by a cookie, and all sockets, must come from this server's own pages, or from no page at all.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.log.table_errors import TooOften

LARGEST_BODY = 160 * 1024  # bytes: the largest board file, with every character escaped
LONGEST_TARGET = 4000  # bytes of a path and its query
SLOW_BODY = 20.0  # seconds for a body to arrive
TOO_MUCH = "That is too much at once: send less."
UNREADABLE = "That is no request of HTTP that can be read."
CLOSING = "The house is closing: come back in a moment."
BROKEN = "Something is broken here, and was noted. Try again."
MALFORMED = "ludotheque.malformed"  # in the scope of what could not be read as a request
COOKIE = "ludotheque"
COOKIE_SECONDS = 400 * 86_400
UNCOUNTED = "/healthz"  # a monitor may share its address with a flood
SAFE = ("GET", "HEAD", "OPTIONS")
METHODS = (*SAFE, "POST", "PUT", "PATCH", "DELETE")
HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}

log = structlog.get_logger(__name__)


class TooLarge(HTTPException):
    """A body that is too large."""

    def __init__(self) -> None:
        super().__init__(413, TOO_MUCH)


class TooSlow(HTTPException):
    """A body that arrives too slowly."""

    def __init__(self) -> None:
        super().__init__(408, "That took too long to arrive: send it again.", {"connection": "close"})


def token_of(headers: Mapping[str, str]) -> str | None:
    """The bearer token of a request, if any. With one, even an invalid one, cookies are ignored."""
    scheme, _, token = headers.get("authorization", "").strip().partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def is_from_here(headers: Mapping[str, str], scheme: str) -> bool:
    """Whether a request comes from a page of this server, or from no page at all.

    An origin is ours if it is our own to the letter, scheme included. A browser that calls a page `same-origin` knows
    the scheme better than a server whose proxy does not tell it.
    """
    origin, host = headers.get("origin"), headers.get("host", "").lower()
    fetched = headers.get("sec-fetch-site", "none")
    if origin is None:
        return fetched in ("same-origin", "none")
    ours = ("http", "https") if fetched == "same-origin" else (scheme.replace("ws", "http"),)
    return host != "" and origin.lower() in [f"{one}://{host}" for one in ours]


def hand_cookie(response: Response, scheme: str, secret: str) -> None:
    """Set the session cookie: HttpOnly, SameSite, and Secure except over plain HTTP."""
    response.set_cookie(
        COOKIE, secret, max_age=COOKIE_SECONDS, path="/", httponly=True, samesite="lax", secure=scheme == "https"
    )


class Guard:
    """ASGI middleware: checks every request before the routes, and counts and logs it afterwards."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            with suppress(asyncio.CancelledError):  # the server stops, and has told its clients
                await self.app(scope, receive, send)
            return
        began, status, has_begun = time.perf_counter(), 500, False

        async def dressed(message: Message) -> None:
            nonlocal status, has_begun
            if message["type"] == "http.response.start":
                status, has_begun = message["status"], True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._admit(scope, receive, dressed)
        except asyncio.CancelledError:  # the server stops, and does not wait any longer
            if not has_begun:
                await answer(scope, RequestRefused(503, "busy", CLOSING, 1))(scope, receive, dressed)
        except Exception as error:
            log.error("broken", route=route_of(scope), exc_info=error)
            if not has_begun:
                await answer(scope, RequestRefused(500, "broken", BROKEN))(scope, receive, dressed)
        finally:
            note(scope, status, time.perf_counter() - began)

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = refusal_of(scope)
        if refused is None:
            await self._within_bounds(scope, receive, send)
        else:
            await answer(scope, refused)(scope, receive, send)

    async def _within_bounds(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a body on, unless it is too large or too slow."""
        size, is_whole, end = 0, False, asyncio.get_running_loop().time() + SLOW_BODY

        async def measured() -> Message:
            nonlocal size, is_whole
            try:
                async with asyncio.timeout_at(None if is_whole else end):
                    message = await receive()
            except TimeoutError:
                raise TooSlow from None
            size, is_whole = size + len(message.get("body", b"")), not message.get("more_body", False)
            if size > LARGEST_BODY:
                raise TooLarge
            return message

        await self.app(scope, measured, send)


@dataclass(frozen=True, slots=True)
class RequestRefused:
    """The answer to a rejected or failed request: the kind is for programs, the text is one line."""

    status: int
    kind: str
    text: str
    wait: int | None = None  # seconds before a retry
    closes: bool = False  # the connection: where this request ends is uncertain


def answer(scope: Scope, refused: RequestRefused) -> Response:
    """The response to a rejected or failed request: the app's own `teller`'s if it has one, else JSON."""
    teller: Callable[[Scope, RequestRefused], Response | None] | None = getattr(scope["app"].state, "teller", None)
    headers = None if refused.wait is None else {"retry-after": str(refused.wait)}
    page = teller(scope, refused) if teller is not None and MALFORMED not in scope else None
    response = page or problem(refused.status, refused.kind, refused.text, headers)
    if refused.closes or MALFORMED in scope:
        response.headers["connection"] = "close"
    return response


def refusal_of(scope: Scope) -> RequestRefused | None:
    """The reason to reject a request, or None."""
    if MALFORMED in scope:
        return _too_often(scope) or RequestRefused(400, "wrong", UNREADABLE)
    headers = Headers(scope=scope)
    if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_TARGET:
        return RequestRefused(414, "wrong", "That address is too long.")
    if "content-length" in headers and "transfer-encoding" in headers:
        return RequestRefused(400, "wrong", "A body has a length or comes in chunks: send one of both.", closes=True)
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:12]) > LARGEST_BODY:
        return RequestRefused(413, "wrong", TOO_MUCH)
    if scope["method"] not in SAFE and token_of(headers) is None and not is_from_here(headers, scope["scheme"]):
        return RequestRefused(403, "forbidden", "That came from another site's page: use this house's own.")
    return _too_often(scope)


def _too_often(scope: Scope) -> RequestRefused | None:
    if (scope["method"], scope["path"]) == ("GET", UNCOUNTED):
        return None
    try:
        scope["app"].state.service.limits.spend("request", address_of(scope))
    except TooOften as error:
        return RequestRefused(429, "busy", str(error), error.wait)
    return None


def address_of(scope: Scope) -> str:
    """The client's address."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def problem(status: int, kind: str, text: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """An error as it is sent: the kind is for programs, the text is one line for people."""
    return JSONResponse({"ok": False, "error": kind, "text": text}, status, headers)


def note(scope: Scope, status: int, seconds: float) -> None:
    """Count a request and log its route. The URL itself may hold an invitation, so it is never logged."""
    route, method = route_of(scope), scope["method"] if scope["method"] in METHODS else "other"
    metrics = scope["app"].state.service.metrics
    metrics.requests.labels(method, route, str(status)).inc()
    metrics.seconds.observe(seconds)
    if route not in ("/healthz", "/metrics"):
        log.info("request", method=method, route=route, status=status, ms=round(1000 * seconds, 1))


def route_of(scope: Scope) -> str:
    """The pattern of the route that served a request."""
    return str(getattr(scope.get("route"), "path", "none"))
