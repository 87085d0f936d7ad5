"""A finished game: its page, replay, picture, record, proof of fairness, and playing on from a moment."""

import gzip
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import Response

from ludotheque.games.refusal import GameError
from ludotheque.log.history import TableHistory
from ludotheque.log.projection.drawing_projection import project_explanations
from ludotheque.log.projection.table_projection import project_fairness
from ludotheque.table.api.problems import status_of
from ludotheque.table.api.routes.dependencies import Invitation, Promised, TableId, TheService, spend
from ludotheque.table.people.people import Person
from ludotheque.table.service import branch
from ludotheque.table.service.access import LiveTable, find_visible_table
from ludotheque.table.service.game_record import TableRecord, table_record
from ludotheque.table.service.rematch import own_seats
from ludotheque.table.service.service import Service
from ludotheque.table.service.table_names import load_player_names
from ludotheque.web.error_texts import problem_of
from ludotheque.web.guest_arrival import admit
from ludotheque.web.page_renderer import redirect_to, render
from ludotheque.web.pages.after_game.replays import ReplayLine, gzipped_replay, in_worker, picture_at, png_at
from ludotheque.web.pages.after_game.review_page import load_review
from ludotheque.web.pages.fairness_page import VERDICTS, check, not_kept, place_lines, reason_texts
from ludotheque.web.pages.level_names import Level, level_choices
from ludotheque.web.pages.page_data import FairPage, ReviewPage
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
    request: Request, service: Service, reader: Reader, live: LiveTable, *, invitation: str | None = None,
    ply: int | None = None, problem: Problem | PlayResult | None = None, status: int = 200,
) -> Response:  # fmt: skip
    """The page of a finished game, at its end or at a moment, with a problem if there is one."""
    review = await load_review(service, live, reader, ply)
    terms, person, table = live.row.terms, reader.person, live.row.id
    news = review.table.news
    page = ReviewPage(
        table=table, game=terms.game, stage="over", lang=reader.lang, invitation=invitation,
        ply=review.ply, last=review.last, own=news.own, rematch=news.rematch,
        messages=news.messages, number=news.number,
        explained=project_explanations(terms.game, live.state.setup, reader.lang),
        texts=client_texts(reader, terms.game),
    )  # fmt: skip
    return render(
        request, reader, "over.html", status, review=review, content=review.table, page=to_fields(page), live=live,
        game=live.state.game, terms=terms, invitation=invitation, problem=problem, levels=level_choices(reader),
        level=load_preferences(request).level, longest_message=LONGEST_MESSAGE,
        has_sat=person is not None and bool(own_seats(live.state, person.id)),
        is_maker=person is not None and live.row.creator == person.id,
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
    spend(request, "picture", reader.person)
    live = await find_visible_table(service, table, reader.person, invitation)
    names = await load_player_names(service.people, live.state, table, lang or reader.lang)
    packed = await gzipped_replay(live.state, seat_to_show(live, reader.person, seat), names)
    headers = {"vary": "Accept-Encoding, Cookie"}  # not cached: during a game it contains a seat's secrets
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, headers=headers | {"content-encoding": "gzip"}, media_type="application/json")
    return Response(gzip.decompress(packed), headers=headers, media_type="application/json")


@router.get("/table/{table}/board.{kind}")
async def picture(
    request: Request, service: TheService, reader: TheReader, table: TableId, kind: Literal["svg", "png"],
    invitation: Invitation = None, theme: Theme = "light", ply: Ply = None, seat: SeatAsked = None,
) -> Response:  # fmt: skip
    """The board at the end or at a moment, as a self-contained picture."""
    spend(request, "picture", reader.person)
    live = await find_visible_table(service, table, reader.person, invitation)
    line = ReplayLine.of(live.state, seat_to_show(live, reader.person, seat))
    headers = ALONE | {"content-disposition": f'inline; filename="{file_name(live)}.{kind}"', "vary": "Cookie"}
    if kind == "png":
        return Response(await png_at(line, ply, reader.lang, theme), headers=headers, media_type="image/png")
    svg = await in_worker(lambda: picture_at(line, ply, reader.lang).svg(theme))
    return Response(svg, headers=headers, media_type="image/svg+xml")


@router.get("/table/{table}/record")
async def download(
    service: TheService, reader: TheReader, table: TableId, invitation: Invitation = None, seat: SeatAsked = None
) -> Response:
    """The record of a game, as a download."""
    live = await find_visible_table(service, table, reader.person, invitation)
    text = str(record_for(live, reader.person, seat))
    headers = {"content-disposition": f'attachment; filename="{file_name(live)}.record"'}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


def file_name(live: LiveTable) -> str:
    """The name of a table's file, without its ending."""
    return f"{live.row.terms.game}-{live.row.id}"


def record_for(live: LiveTable, person: Person | None, seat: int | None = None) -> TableRecord:
    """The record of a game, as far as the person may know it."""
    story = TableHistory(live.state)
    return table_record(story, live.row.id, None if story.how is not None else seat_to_show(live, person, seat) or 0)


@router.get("/table/{table}/fair")
async def fair(
    request: Request, service: TheService, reader: TheReader, table: TableId, invitation: Invitation = None
) -> Response:
    """The check of a game's chance, by the house and by the browser itself; before the end, what was promised."""
    spend(request, "picture", reader.person)
    live = await find_visible_table(service, table, reader.person, invitation)
    state = live.state
    record = record_for(live, reader.person).record if state.has_begun else None
    report = await in_worker(lambda: check(record, reader))
    places, also = place_lines(state, reader), f"?invitation={invitation}" if invitation else ""
    page = FairPage(
        table=table, stage=state.stage, invited=also, figures=report.figures, reasons=reason_texts(reader),
        verdicts={grade.value: reader.speak(verdict) for grade, verdict in VERDICTS.items()},
    )  # fmt: skip
    return render(
        request, reader, "fair.html", table=table, game=state.game, report=report, also=also, places=places,
        fair=project_fairness(state), not_kept=not_kept(places, reader), stage=state.stage,
        page=to_fields(page),
    )  # fmt: skip


@router.post("/table/{table}/from")
async def play_from(
    request: Request, service: TheService, reader: TheReader, table: TableId,
    ply: Annotated[int, Form(ge=0, le=100_000)], level: Annotated[Level, Form()],
    seat: Annotated[int, Form(ge=0, le=6)] = 0, invitation: Annotated[str | None, Form(max_length=100)] = None,
    commitment: Promised = None,
) -> Response:  # fmt: skip
    """Play on from a moment of a finished game, against bots, as a new guest if need be."""
    live = await find_visible_table(service, table, reader.person, invitation)
    arrival = await admit(request, reader)
    spend(request, "table", arrival.person)
    try:
        moment = ReplayLine.of(live.state, None).at(ply)[1]
        begun = await branch.play_from(
            service.tables, live.state, arrival.person, moment.ply, level, seat or None, commitment
        )
    except GameError as error:
        if not live.state.is_over:
            raise
        problem = problem_of(error, reader)
        page = await render_review(
            request, service, reader, live, invitation=invitation, ply=ply, problem=problem, status=status_of(error)
        )  # fmt: skip
        return arrival.add_cookie(request, page)
    return arrival.add_cookie(request, redirect_to(f"/table/{begun.table}"))
