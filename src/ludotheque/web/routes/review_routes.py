"""A finished game: its page, replay, picture, record, proof of fairness, and playing on from a moment."""

import gzip
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import Response

from ludotheque.games.refusal import GameError
from ludotheque.log.history import tell
from ludotheque.table.api.problems import status_of
from ludotheque.table.api.routes.dependencies import Invitation, TableId, TheService, spend
from ludotheque.table.people.people import Person
from ludotheque.table.service import branch
from ludotheque.table.service.access import LiveTable, find_seen
from ludotheque.table.service.game_record import TableRecord, table_record
from ludotheque.table.service.rematch import own_seats
from ludotheque.table.service.service import Service
from ludotheque.web.error_texts import problem_of
from ludotheque.web.guest_arrival import admit
from ludotheque.web.page_renderer import redirect_to, render
from ludotheque.web.pages.fairness_page import check
from ludotheque.web.pages.level_names import Level, level_choices
from ludotheque.web.pages.page_data import FairPage, ReviewPage
from ludotheque.web.pages.replays import ReplayLine, gzipped_replay, in_worker, picture_at, png_at
from ludotheque.web.pages.review_page import load_review
from ludotheque.web.pages.shared_device import seat_to_show
from ludotheque.web.preferences import load_preferences
from ludotheque.web.reader import Reader, TheReader
from ludotheque.web.script_texts import client_texts
from ludotheque.wire.field_bounds import LONGEST_MESSAGE, Language
from ludotheque.wire.table_messages import PlayResult, Problem, to_fields

router = APIRouter()

Ply = Annotated[int | None, Query(ge=0, le=100_000)]
SeatAsked = Annotated[int | None, Query(ge=0, le=6)]
Theme = Literal["light", "dark"]
ALONE = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}  # a picture loads nothing


async def render_review(
    request: Request, service: Service, reader: Reader, kept: LiveTable, *, invitation: str | None = None,
    ply: int | None = None, problem: Problem | PlayResult | None = None, status: int = 200,
) -> Response:  # fmt: skip
    """The page of a finished game, at its end or at a moment, with a problem if there is one."""
    review = await load_review(service, kept, reader, ply)
    terms, person, table = kept.row.terms, reader.person, kept.row.id
    news = review.table.news
    page = ReviewPage(
        table=table, game=terms.game, stage="over", lang=reader.lang, invitation=invitation,
        ply=review.ply, last=review.last, own=news.own, rematch=news.rematch,
        messages=news.messages, number=news.number, texts=client_texts(reader, terms.game),
    )  # fmt: skip
    return render(
        request, reader, "over.html", status, review=review, content=review.table, page=to_fields(page), kept=kept,
        game=kept.state.game, terms=terms, invitation=invitation, problem=problem, levels=level_choices(reader),
        level=load_preferences(request).level, longest_message=LONGEST_MESSAGE,
        has_sat=person is not None and bool(own_seats(kept.state, person.id)),
        is_maker=person is not None and kept.row.creator == person.id, rematch=news.rematch,
        address=f"{request.url.scheme}://{request.headers.get('host', '')}/table/{table}",
        invited=f"?invitation={invitation}" if invitation else "",
        also=f"&invitation={invitation}" if invitation else "",
    )  # fmt: skip


@router.get("/table/{table}/replay.json")
async def replay(
    request: Request, service: TheService, reader: TheReader, table: TableId, invitation: Invitation = None,
    lang: Language | None = None, seat: SeatAsked = None,
) -> Response:  # fmt: skip
    """All moments of a game that the reader may see, as JSON."""
    kept = await find_seen(service, table, reader.person, invitation)
    packed = await gzipped_replay(kept.state, seat_to_show(kept, reader.person, seat), lang or reader.lang)
    headers = {"vary": "Accept-Encoding, Cookie"}  # not cached: during a game it contains a seat's secrets
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, headers=headers | {"content-encoding": "gzip"}, media_type="application/json")
    return Response(gzip.decompress(packed), headers=headers, media_type="application/json")


@router.get("/table/{table}/board.{kind}")
async def picture(
    service: TheService, reader: TheReader, table: TableId, kind: Literal["svg", "png"], invitation: Invitation = None,
    theme: Theme = "light", ply: Ply = None, seat: SeatAsked = None,
) -> Response:  # fmt: skip
    """The board at the end or at a moment, as a self-contained picture."""
    kept = await find_seen(service, table, reader.person, invitation)
    line = ReplayLine.of(kept.state, seat_to_show(kept, reader.person, seat))
    headers = ALONE | {"content-disposition": f'inline; filename="{file_name(kept)}.{kind}"', "vary": "Cookie"}
    if kind == "png":
        return Response(await png_at(line, ply, reader.lang, theme), headers=headers, media_type="image/png")
    svg = await in_worker(lambda: picture_at(line, ply, reader.lang).svg(theme))
    return Response(svg, headers=headers, media_type="image/svg+xml")


@router.get("/table/{table}/record")
async def download(
    service: TheService, reader: TheReader, table: TableId, invitation: Invitation = None, seat: SeatAsked = None
) -> Response:
    """The record of a game, as a download."""
    kept = await find_seen(service, table, reader.person, invitation)
    text = str(record_for(kept, reader.person, seat))
    headers = {"content-disposition": f'attachment; filename="{file_name(kept)}.record"'}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


def file_name(kept: LiveTable) -> str:
    """The name of a table's file, without its ending."""
    return f"{kept.row.terms.game}-{kept.row.id}"


def record_for(kept: LiveTable, person: Person | None, seat: int | None = None) -> TableRecord:
    """The record of a game, as far as the person may know it."""
    story = tell(kept.row.terms, kept.state.kept, kept.row.commitment or "", kept.state)
    return table_record(story, kept.row.id, None if story.how is not None else seat_to_show(kept, person, seat) or 0)


@router.get("/table/{table}/fair")
async def fair(
    request: Request, service: TheService, reader: TheReader, table: TableId, invitation: Invitation = None
) -> Response:
    """The check of a game's chance, by the house and by the browser itself."""
    kept = await find_seen(service, table, reader.person, invitation)
    record = record_for(kept, reader.person)
    report = await in_worker(lambda: check(record.record, reader))
    also = f"?invitation={invitation}" if invitation else ""
    return render(
        request, reader, "fair.html", table=table, game=kept.state.game, report=report, also=also,
        page=to_fields(FairPage(record=f"/table/{table}/record{also}", figures=report.figures)),
    )  # fmt: skip


@router.post("/table/{table}/from")
async def play_from(
    request: Request, service: TheService, reader: TheReader, table: TableId,
    ply: Annotated[int, Form(ge=0, le=100_000)], level: Annotated[Level, Form()],
    seat: Annotated[int, Form(ge=0, le=6)] = 0, invitation: Annotated[str | None, Form(max_length=100)] = None,
) -> Response:  # fmt: skip
    """Play on from a moment of a finished game, against bots, as a new guest if need be."""
    kept = await find_seen(service, table, reader.person, invitation)
    arrival = await admit(request, reader)
    spend(request, "table", arrival.person)
    try:
        moment = ReplayLine.of(kept.state, None).at(ply)[1]
        begun = await branch.play_from(service.house, kept.state, arrival.person, moment.ply, level, seat or None)
    except GameError as error:
        if not kept.state.is_over:
            raise
        problem = problem_of(error, reader)
        page = await render_review(
            request, service, reader, kept, invitation=invitation, ply=ply, problem=problem, status=status_of(error)
        )  # fmt: skip
        return arrival.add_cookie(request, page)
    return arrival.add_cookie(request, redirect_to(f"/table/{begun.table}"))
