"""Errors as responses: a status and one line, never a stack trace or a client's input."""

import re
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from ludotheque.drawing import LANGUAGES, language
from ludotheque.drawing.language import Language
from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.log.projection.table_projection import project_refusal
from ludotheque.log.table_errors import TableError, TooOften
from ludotheque.table.api.guard import problem
from ludotheque.table.api.validation import first_mistakes
from ludotheque.table.storage.storage_errors import DamagedLogError, NoRoomError
from ludotheque.table.storage.storage_errors import StoreError as StoreError
from ludotheque.wire.table_messages import Problem, to_fields

STATUS = {
    "unknown": 404, "forbidden": 403, "stale": 409, "taken": 409, "full": 409, "late": 409, "wrong": 422, "busy": 429,
    "damaged": 503, "disk_full": 503,
}  # fmt: skip

NOTHING_HERE = "There is nothing here: see /openapi.json."

log = structlog.get_logger(__name__)


RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 401, 403, 404, 405, 408, 409, 413, 422, 429, 503)
}  # fmt: skip


class Unauthenticated(TableError):  # noqa: N818
    """The request needs a session or a token."""

    def __init__(self) -> None:
        told = say("Say who you are first: come in as a guest, log in, or send a token.")
        super().__init__("forbidden", told, on_page=say("Come in first: sit down, or log in."))


def status_of(error: GameError) -> int:
    """The status of a known error."""
    if isinstance(error, Unauthenticated):
        return 401
    if isinstance(error, TableError):
        return STATUS[error.kind]
    return 503 if isinstance(error, StoreError) else 422


def problem_of(error: GameError, lang: str = "en") -> Problem:
    """A known error as it is sent."""
    if isinstance(error, Refusal):
        return project_refusal(error, lang)
    kind = error.kind if isinstance(error, TableError | StoreError) else "wrong"
    return Problem(ok=False, error=kind, text=" ".join(in_words(error, language(lang)).split())[:500])


def in_words(error: GameError, spoken: Language, *, is_on_page: bool = False) -> str:
    """An error's text in a language, for a client or for a page. Texts for programs are English."""
    if isinstance(error, StoreError):
        return spoken.say(error.told)
    if not isinstance(error, TableError):
        return str(error)
    phrase = error.on_page if is_on_page else error.phrase
    return spoken.say(phrase) if phrase else str(error)


def install(app: FastAPI) -> None:
    """Install the error handlers of an app."""
    app.add_exception_handler(GameError, _known)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _refused)


async def _known(request: Request, error: Exception) -> Response:
    assert isinstance(error, GameError)  # noqa: S101
    headers = {"retry-after": str(error.wait)} if isinstance(error, TooOften) else None
    if isinstance(error, NoRoomError):
        log.error("disk full", why=str(error))
    elif isinstance(error, StoreError):
        log.error("database", error=type(error.__cause__ or error).__name__)
    if isinstance(error, DamagedLogError):
        log.error("damaged", table=error.table, why=error.why)
    return JSONResponse(to_fields(problem_of(error, language_of(request))), status_of(error), headers)


def language_of(request: Request) -> str:
    """The language of an answer: the one requested, else the person's."""
    asked = request.query_params.get("lang")
    return asked if asked in LANGUAGES else getattr(request.state, "lang", "en")


async def _invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    if is_in_path(error):
        return problem(404, "unknown", NOTHING_HERE)
    return problem(422, "wrong", first_mistakes(error))


def is_in_path(error: RequestValidationError) -> bool:
    """Whether the address itself names something that can't be, as a game or a table that nobody has heard of."""
    return any(one["loc"][:1] == ("path",) for one in error.errors())


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    if error.status_code == 404:
        return problem(404, "unknown", NOTHING_HERE)
    if error.status_code == 405:
        allowed = ", ".join(methods_at(request))
        return problem(405, "wrong", f"Only {allowed} can be done here.", {"allow": allowed})
    return problem(error.status_code, "wrong", str(error.detail), dict(error.headers or {}))


def methods_at(request: Request) -> list[str]:
    """The methods that a path allows, over all its routes."""
    paths = request.app.openapi()["paths"]
    shape = re.compile("[^/{}]+|{[^}]*}")
    return sorted(
        method.upper()
        for path, methods in paths.items()
        if re.fullmatch(
            shape.sub(lambda part: "[^/]+" if part[0][0] == "{" else re.escape(part[0]), path), request.url.path
        )
        for method in methods
    )
