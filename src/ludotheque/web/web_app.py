"""The server with its pages."""

import re
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError
from ludotheque.log.table_errors import TooOften
from ludotheque.table.api import app as server
from ludotheque.table.api.guard import RequestRefused
from ludotheque.table.api.problems import is_in_path, status_of
from ludotheque.table.service.service import Service
from ludotheque.web.error_texts import error_text
from ludotheque.web.page_renderer import render
from ludotheque.web.reader import Reader, language_of, reader_of
from ludotheque.web.routes import ROUTERS

API = re.compile(r"^/(api(/|$)|healthz$|metrics$|openapi\.json$)")
REFUSAL_TEXTS = {
    403: say("That came from another site's page: use this house's own."),
    400: say("That was too much, too slow, or can't be read: try again."),
    413: say("That is too much at once: send less."),
    414: say("That address is too long."),
    429: say("That was too often: wait a little, then try again."),
    500: say("Something is broken here, and was noted. Try again."),
}


def make_app(database: str | Service, **settings: Any) -> FastAPI:
    """The app of a house with its pages; takes the arguments of the table's own `make_app`."""
    app = server.make_app(database, **settings)
    for router in ROUTERS:
        for route in router.routes:
            if isinstance(route, APIRoute) and route.methods == {"GET"}:
                route.methods = {"GET", "HEAD"}  # for link checkers
        app.include_router(router, include_in_schema=False)
    api_handlers = {kind: app.exception_handlers[kind] for kind in (GameError, RequestValidationError, HTTPException)}

    async def explain(request: Request, error: Exception) -> Response:
        """Answer people with a page, and programs with JSON."""
        if API.match(request.url.path):
            kind = next(kind for kind in api_handlers if isinstance(error, kind))
            answer: Response = await api_handlers[kind](request, error)  # type: ignore[misc]
            return answer
        return await problem_page(request, error)

    for kind in api_handlers:
        app.add_exception_handler(kind, explain)
    app.state.teller = refused_page
    return app


def refused_page(scope: Scope, refused: RequestRefused) -> Response | None:
    """The page for a request that the guard refused; None for programs."""
    if API.match(scope["path"]):
        return None
    request = Request(scope)
    reader = Reader(None, language_of(request, None), "")
    text = reader.speak(REFUSAL_TEXTS[refused.status])
    page = render(request, reader, "problem.html", refused.status, text=text, is_missing=False)
    if refused.wait is not None:
        page.headers["retry-after"] = str(refused.wait)
    return page


async def problem_page(request: Request, error: Exception) -> Response:
    """A page that explains an error, says what to do, and leads back."""
    reader = await _reader(request)
    status, text = 404, ""
    if isinstance(error, GameError):
        status, text = status_of(error), error_text(error, reader)
    elif isinstance(error, RequestValidationError):
        if request.method == "POST" and not is_in_path(error):
            status, text = 422, reader.say("Something in the form can't be read: go back, and try again.")
    elif isinstance(error, HTTPException) and error.status_code not in (404, 405):
        status, text = error.status_code, reader.say("That was too much, too slow, or can't be read: try again.")
    page = render(request, reader, "problem.html", status, text=text, is_missing=not text or status == 404)
    if isinstance(error, TooOften):
        page.headers["retry-after"] = str(error.wait)
    return page


async def _reader(request: Request) -> Reader:
    """The reader of an error page; without a person if identifying them is what failed."""
    known: Reader | None = getattr(request.state, "reader", None)
    if known is not None:
        return known
    try:
        return await reader_of(request)
    except GameError:
        return Reader(None, language_of(request, None), "")
