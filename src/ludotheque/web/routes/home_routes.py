"""The home page, the list of public games, and the tables that wait for the reader."""

import time
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from ludotheque.table.api.routes.dependencies import TheService
from ludotheque.table.people.people import Person
from ludotheque.table.service import lists
from ludotheque.table.service.after_game.featured_tables import featured_tables
from ludotheque.table.service.service import Service
from ludotheque.web.page_renderer import redirect_to, render
from ludotheque.web.pages.catalogue import catalogue
from ludotheque.web.pages.level_names import bot_name, level_choices
from ludotheque.web.pages.page_data import WaitingAnswer
from ludotheque.web.pages.table_rows import featured_row, own_row, public_row
from ludotheque.web.preferences import load_preferences
from ludotheque.web.reader import TheReader
from ludotheque.wire.field_bounds import Stage
from ludotheque.wire.table_messages import to_fields
from ludotheque.wire.table_requests import TableListed
from ludotheque.wire.terms_messages import GameName

router = APIRouter()

MOST_OPEN = 12  # open tables on the first page
MOST_LATEST = 10  # finished games, where nobody plays
SHOWN = {"playing", "over"}

After = Annotated[str, Query(pattern="^[a-z0-9]{0,16}$")]


@router.get("/")
async def home(request: Request, service: TheService, reader: TheReader) -> Response:
    """The home page: games, own tables, open tables."""
    person = reader.person
    mine = await lists.own_tables(service.tables, person.id, None) if person else []
    found = await lists.public_tables(service.tables, "open", None)
    others = [one for one in found if one.table not in {own.table for own in mine}]
    chosen = load_preferences(request)
    return render(
        request, reader, "home.html", games=catalogue(reader), levels=level_choices(reader), chosen=chosen,
        level=bot_name(reader, chosen.level), mine=[own_row(one, reader) for one in mine],
        waiting=sum(one.waited is not None for one in mine),
        found=[public_row(one, reader, time.time()) for one in others[:MOST_OPEN]],
    )  # fmt: skip


@router.get("/watch")
async def watch(
    request: Request, service: TheService, reader: TheReader, stage: Stage = "playing", game: GameName | None = None,
    before: Annotated[str | None, Query(max_length=80)] = None,
) -> Response:  # fmt: skip
    """Public games, in play or finished."""
    stage = stage if stage in SHOWN else "playing"
    found = await lists.public_tables(service.tables, stage, game, before)
    rows = [public_row(one, reader, time.time()) for one in found]
    older = rows[-1].cursor if len(rows) == lists.MOST_LISTED else None
    is_quiet = stage == "playing" and not rows and before is None
    best = await featured_tables(service.tables, game) if is_quiet else []
    latest = (await lists.public_tables(service.tables, "over", game))[:MOST_LATEST] if is_quiet else []
    shown = {one.listed.table for one in best}
    return render(
        request, reader, "watch.html", rows=rows, stage=stage, game=game, games=catalogue(reader), older=older,
        featured=[featured_row(one, reader, time.time()) for one in best],
        latest=[public_row(one, reader, time.time()) for one in latest if one.table not in shown],
    )  # fmt: skip


@router.get("/next")
async def next_table(service: TheService, reader: TheReader, after: After = "") -> Response:
    """Redirect to the table that has waited for me longest, other than `after`; else home."""
    found = await waiting_tables(service, reader.person, after)
    return redirect_to(f"/table/{found[0].table}" if found else "/")


@router.get("/waiting")
async def waiting(service: TheService, reader: TheReader, after: After = "") -> JSONResponse:
    """The number of tables that wait for me, and a line about the one that has waited longest."""
    found = await waiting_tables(service, reader.person, after)
    row = own_row(found[0], reader) if found else None
    text = reader.say("{game}: it is your turn.", game=row.title) if row else ""
    next_one = found[0].table if found else None
    return JSONResponse(to_fields(WaitingAnswer(count=len(found), table=next_one, text=text)))


async def waiting_tables(service: Service, person: Person | None, but: str) -> list[TableListed]:
    """The tables that wait for a person, the longest first."""
    mine = await lists.own_tables(service.tables, person.id, None) if person else []
    return [one for one in mine if one.waited is not None and one.table != but]
