"""Playing: steps, take-backs, questions to the others, messages, previews, the record."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, Field

from ludotheque.games.phrase import say
from ludotheque.play.choice import MOST_PARTS
from ludotheque.table import messages
from ludotheque.table.entries import Notation, SeatNumber
from ludotheque.table.errors import TableError
from ludotheque.table.keeping import Kept
from ludotheque.table.looking import find_seen, seat_of
from ludotheque.table.people import Person
from ludotheque.table.playing import Steps, play, preview
from ludotheque.table.problems import STATUS, Problem, language_of
from ludotheque.table.records import table_record
from ludotheque.table.routes.asking import Asker, AtTable, Invitation, Somebody, TableId, TheService, spend
from ludotheque.table.routes.people import Input
from ludotheque.table.routes.tables import Number, last_number
from ludotheque.table.schema import LONGEST_MESSAGE
from ludotheque.table.service import Service
from ludotheque.table.settings import Language
from ludotheque.table.story import tell

router = APIRouter(tags=["playing"])

PROBLEM = {"content": {"application/json": {"schema": Problem.model_json_schema()}}}
RECORD: dict[int | str, dict[str, Any]] = dict.fromkeys((401, 404, 422, 429, 503), PROBLEM)


class Acting(Input):
    """Which of my seats acts, if I hold several."""

    seat: SeatNumber | None = None


ActingBody = Annotated[Acting, Body(default_factory=Acting)]  # may be left out


class Asking(Acting):
    """To go back to before an entry, or to end the game as it stands."""

    what: Literal["back", "end"]
    entry: Annotated[int, Field(ge=1, le=1_000_000)] | None = None


class Answering(Acting):
    ask: Annotated[int, Field(ge=1, le=1_000_000)]
    agrees: bool


class Talking(Input):
    text: Annotated[str, Field(description=f"1 to {LONGEST_MESSAGE} letters.")]  # counted once it is tidied


class Heard(BaseModel):
    number: int
    at: float
    person: str
    text: str


class Played(BaseModel):
    """The steps are written on disk, as the entry of this number."""

    ok: bool = True
    number: int
    id: str


@router.post("/api/tables/{table}/steps", response_model=Played)
async def play_steps(request: Request, service: TheService, person: Somebody, kept: AtTable, body: Steps) -> Response:
    """Play steps: all or none. The same id gets the same answer again; stale steps get what was missed."""
    spend(request, "step", person)
    answer = await play(service, kept.row.id, person, body, language_of(request))
    status = 200 if answer["ok"] else STATUS.get(answer["error"], 422)
    return JSONResponse(answer, status)


@router.post("/api/tables/{table}/back")
async def take_back(
    request: Request,
    service: TheService,
    person: Somebody,
    kept: AtTable,
    body: ActingBody,
) -> Number:
    """Take my last steps back, as long as I have learned nothing since."""
    spend(request, "step", person)
    await service.house.take_back(kept.row.id, person, body.seat)
    return Number(number=await last_number(service, kept))


@router.post("/api/tables/{table}/ask")
async def ask(request: Request, service: TheService, person: Somebody, kept: AtTable, body: Asking) -> Number:
    """Ask all others to go back, or to end the game."""
    spend(request, "step", person)
    await service.house.ask(kept.row.id, person, body.what, body.entry, body.seat)
    return Number(number=await last_number(service, kept))


@router.post("/api/tables/{table}/answer")
async def answer(request: Request, service: TheService, person: Somebody, kept: AtTable, body: Answering) -> Number:
    """Agree to what is asked, or not; when all agree it happens."""
    spend(request, "step", person)
    await service.house.answer(kept.row.id, person, body.ask, body.agrees, body.seat)
    return Number(number=await last_number(service, kept))


@router.post("/api/tables/{table}/resign")
async def resign(service: TheService, person: Somebody, kept: AtTable, body: ActingBody) -> Number:
    """Give up a game of two."""
    await service.house.resign(kept.row.id, person, body.seat)
    return Number(number=await last_number(service, kept))


@router.post("/api/tables/{table}/cancel")
async def cancel(service: TheService, person: Somebody, kept: AtTable) -> Number:
    """Call the game off, before its second step."""
    await service.house.cancel(kept.row.id, person)
    return Number(number=await last_number(service, kept))


@router.post("/api/tables/{table}/wake")
async def wake_bots(request: Request, service: TheService, person: Somebody, kept: AtTable) -> Number:
    """Let bots that have given up think again."""
    spend(request, "step", person)
    await wake(service, kept, person)
    return Number(number=await last_number(service, kept))


async def wake(service: Service, kept: Kept, person: Person) -> None:
    """Let the bots of a table think again, if this is for somebody to do."""
    if kept.row.creator != person.id and not kept.course.seats_of(person.id):
        raise TableError("forbidden", say("Only those who sit here, or made the table, wake the bots."))
    await service.queue.try_again(kept.row.id)
    service.bots.wake()


@router.get("/api/tables/{table}/messages")
async def heard(
    service: TheService, person: Somebody, kept: AtTable,
    after: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    before: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
) -> list[Heard]:  # fmt: skip
    """The last messages at a private table, or a hundred after a number, or before one."""
    found = await messages.listen(service.store, kept, person, after, before)
    names = await service.people.look_up(one.person for one in found)
    return [Heard(**messages.said(one, names)) for one in found]


@router.post("/api/tables/{table}/messages", status_code=201)
async def send_message(request: Request, service: TheService, person: Somebody, kept: AtTable, body: Talking) -> Number:
    """Say something to those who sit here."""
    spend(request, "message", person)
    return Number(number=await messages.send_message(service.store, kept, person, body.text))


@router.get("/api/tables/{table}/preview")
async def preview_step(
    request: Request, service: TheService, person: Somebody, kept: AtTable,
    steps: Annotated[list[Notation], Query(min_length=1, max_length=MOST_PARTS)],
    seat: Annotated[int | None, Query(ge=1, le=6)] = None, lang: Language | None = None,
) -> dict[str, Any]:  # fmt: skip
    """What one of my steps would do, or all parts of a choice, as a picture; or why it can't be made."""
    spend(request, "step", person)
    return preview(kept, person, steps, seat, lang or person.settings.language)


@router.get("/api/tables/{table}/record", response_class=PlainTextResponse, responses=RECORD)
async def record(
    service: TheService, person: Asker, table: TableId, invitation: Invitation = None,
    seat: Annotated[int | None, Query(ge=0, le=6)] = None,
) -> str:  # fmt: skip
    """The record of the game; while it goes on, as far as my seat or a spectator may know it."""
    kept = await find_seen(service, table, person, invitation)
    story = tell(kept.row.terms, kept.course.kept, kept.row.commitment or "", kept.course)
    looks = None if story.how is not None else seat_of(kept, person, seat) or 0
    return str(table_record(story, table, looks))
