"""Routes for acts at a table: steps, take-backs, requests, chat, previews; and the record."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import Field

from ludotheque.log.history import TableHistory
from ludotheque.log.table_errors import TableError
from ludotheque.play.choice import MOST_PARTS
from ludotheque.table.api.problems import STATUS, language_of
from ludotheque.table.api.routes.dependencies import Asker, AtTable, Invitation, Somebody, TableId, TheService, spend
from ludotheque.table.people.people import Person
from ludotheque.table.registry.registry import LiveTable
from ludotheque.table.service import chat
from ludotheque.table.service.access import find_visible_table, seat_of
from ludotheque.table.service.acts import perform
from ludotheque.table.service.game_record import table_record
from ludotheque.table.service.service import Service
from ludotheque.wire.field_bounds import Language, Notation
from ludotheque.wire.requests import (
    AnswerAct,
    AnyAct,
    AskAct,
    CancelAct,
    PlayAct,
    PreviewAct,
    ReactAct,
    ResignAct,
    TakeBackAct,
    TalkAct,
    WakeAct,
)
from ludotheque.wire.table_messages import DoneResult, PlayResult, PreviewResult, Problem, Result, to_text
from ludotheque.wire.table_requests import Heard

router = APIRouter(tags=["playing"])

PROBLEM = {"content": {"application/json": {"schema": Problem.model_json_schema()}}}
NOT_PLAYED: dict[int | str, dict[str, Any]] = {key: {"model": PlayResult | Problem} for key in (409, 422)}
RECORD: dict[int | str, dict[str, Any]] = dict.fromkeys((401, 404, 422, 429, 503), PROBLEM)


class StepsBody(PlayAct):
    """A seat's steps. `table` is optional, and must match the path."""

    table: Annotated[str, Field(max_length=16)] | None = None


TakeBackBody = Annotated[TakeBackAct, Body(default_factory=TakeBackAct)]  # may be left out
ResignBody = Annotated[ResignAct, Body(default_factory=ResignAct)]


async def act(request: Request, service: Service, person: Person, live: LiveTable, done: AnyAct) -> Result:
    """Count an act against the limits, and perform it."""
    spend(request, done.limit, person)
    return await perform(service, live, person, done, language_of(request))


@router.post("/api/tables/{table}/steps", response_model=PlayResult, responses=NOT_PLAYED)
async def play_steps(
    request: Request, service: TheService, person: Somebody, live: AtTable, body: StepsBody
) -> Response:
    """Play steps: all or none. The same id gets the same answer again; stale steps get what was missed."""
    if body.table not in (None, live.row.id):
        raise TableError("wrong", "table: the steps are for another table than the address.")
    answer = await act(request, service, person, live, body)
    status = STATUS.get(answer.error, 422) if isinstance(answer, PlayResult) and answer.error else 200
    return Response(to_text(answer), status, media_type="application/json")


@router.post("/api/tables/{table}/back", response_model=DoneResult)
async def take_back(
    request: Request, service: TheService, person: Somebody, live: AtTable, body: TakeBackBody
) -> Result:
    """Take my last steps back, as long as I have learned nothing since."""
    return await act(request, service, person, live, body)


@router.post("/api/tables/{table}/ask", response_model=DoneResult)
async def ask(request: Request, service: TheService, person: Somebody, live: AtTable, body: AskAct) -> Result:
    """Ask all others to go back, or to end the game."""
    return await act(request, service, person, live, body)


@router.post("/api/tables/{table}/answer", response_model=DoneResult)
async def answer(request: Request, service: TheService, person: Somebody, live: AtTable, body: AnswerAct) -> Result:
    """Agree to what is asked, or not; when all agree it happens."""
    return await act(request, service, person, live, body)


@router.post("/api/tables/{table}/resign", response_model=DoneResult)
async def resign(request: Request, service: TheService, person: Somebody, live: AtTable, body: ResignBody) -> Result:
    """Give up a game of two."""
    return await act(request, service, person, live, body)


@router.post("/api/tables/{table}/cancel", response_model=DoneResult)
async def cancel(request: Request, service: TheService, person: Somebody, live: AtTable) -> Result:
    """Call the game off, before its second step."""
    return await act(request, service, person, live, CancelAct())


@router.post("/api/tables/{table}/wake", response_model=DoneResult)
async def wake_bots(request: Request, service: TheService, person: Somebody, live: AtTable) -> Result:
    """Let bots that have given up think again."""
    return await act(request, service, person, live, WakeAct())


@router.get("/api/tables/{table}/messages")
async def heard(
    service: TheService, person: Somebody, live: AtTable,
    after: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    before: Annotated[int | None, Query(ge=0, le=1_000_000)] = None, lang: Language | None = None,
) -> list[Heard]:  # fmt: skip
    """The last messages at a private table, or a hundred after a number, or before one."""
    return await chat.load_messages(service.store, service.people, live, person, after, before, lang)


@router.post("/api/tables/{table}/messages", status_code=201, response_model=DoneResult)
async def send_message(request: Request, service: TheService, person: Somebody, live: AtTable, body: TalkAct) -> Result:
    """Say something to those who sit here."""
    return await act(request, service, person, live, body)


@router.post("/api/tables/{table}/reactions", status_code=201, response_model=DoneResult)
async def send_reaction(
    request: Request, service: TheService, person: Somebody, live: AtTable, body: ReactAct
) -> Result:  # fmt: skip
    """Say one of a few fixed words to those who sit here: everybody reads it in their own language."""
    return await act(request, service, person, live, body)


@router.get("/api/tables/{table}/preview", response_model=PreviewResult, response_model_exclude_unset=True)
async def preview_step(
    request: Request, service: TheService, person: Somebody, live: AtTable,
    steps: Annotated[list[Notation], Query(min_length=1, max_length=MOST_PARTS)],
    seat: Annotated[int | None, Query(ge=1, le=6)] = None, lang: Language | None = None,
) -> Result:  # fmt: skip
    """What one of my steps would do, or all parts of a choice, as a picture; or why it can't be made."""
    preview = PreviewAct(steps=tuple(steps), seat=seat, lang=lang or person.settings.language)
    return await act(request, service, person, live, preview)


@router.get("/api/tables/{table}/record", response_class=PlainTextResponse, responses=RECORD)
async def record(
    service: TheService, person: Asker, table: TableId, invitation: Invitation = None,
    seat: Annotated[int | None, Query(ge=0, le=6)] = None,
) -> str:  # fmt: skip
    """The record of the game; while it goes on, as far as my seat or a spectator may know it."""
    live = await find_visible_table(service, table, person, invitation)
    story = TableHistory(live.state)
    looks = None if story.how is not None else seat_of(live.state, person, seat) or 0
    return str(table_record(story, table, looks))
