"""A table's page, and plain forms for all acts at it. Scripts send the same acts over the socket."""

import secrets
from typing import Annotated, Literal, assert_never

from fastapi import APIRouter, Depends, Form, Query, Request
from pydantic import ValidationError
from starlette.responses import Response

from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError
from ludotheque.log.commands import own_seat
from ludotheque.log.projection.subscription import Subscription
from ludotheque.log.rights import way_back
from ludotheque.log.table_errors import TableError
from ludotheque.table.api.routes.dependencies import Invitation, Promised, TableId, TheService, spend
from ludotheque.table.people.people import Person
from ludotheque.table.service import rematch
from ludotheque.table.service.access import LiveTable, build_table_view, find_visible_table
from ludotheque.table.service.acts import perform
from ludotheque.table.service.invitations import renew_invitation
from ludotheque.table.service.service import Service
from ludotheque.web.error_texts import problem_of
from ludotheque.web.page_renderer import redirect_to, render
from ludotheque.web.pages.after_game.series_line import SeriesLine, running_line
from ludotheque.web.pages.final_acts import FinalWhat, question_of
from ludotheque.web.pages.level_names import Level, level_name
from ludotheque.web.pages.page_data import TablePage
from ludotheque.web.pages.rulebook_page import glance_for
from ludotheque.web.pages.table_page import TableContent, load_table_content, seat_strips
from ludotheque.web.reader import Reader, TheReader
from ludotheque.web.routes.review_routes import Ply, render_review
from ludotheque.wire.field_bounds import LONGEST_MESSAGE, MOST_ENTRIES, Reaction
from ludotheque.wire.requests import (
    AnswerAct,
    AnyAct,
    AskAct,
    CancelAct,
    PlayAct,
    ReactAct,
    ResignAct,
    TakeBackAct,
    TalkAct,
    WakeAct,
)
from ludotheque.wire.table_messages import PlayResult, Problem, Result, to_fields

router = APIRouter()

SeatAsked = Annotated[int | None, Query(ge=0, le=6)]
SeatGiven = Annotated[int | None, Form(ge=1, le=6)]
ActName = Literal["back", "ask", "resign", "cancel", "end", "agree", "refuse", "wake"]


@router.get("/table/{table}")
async def table_page(
    request: Request, service: TheService, reader: TheReader, table: TableId, invitation: Invitation = None,
    seat: SeatAsked = None, ply: Ply = None,
) -> Response:  # fmt: skip
    """A table's page for a player or a spectator; of a finished game, at `ply`."""
    live = await find_visible_table(service, table, reader.person, invitation)
    return await render_table(request, service, reader, live, invitation=invitation, seat=seat, ply=ply)


async def render_table(
    request: Request, service: Service, reader: Reader, live: LiveTable, *, invitation: str | None = None,
    seat: int | None = None, ply: int | None = None, problem: Problem | PlayResult | None = None,
) -> Response:  # fmt: skip
    """The page of a table, with a problem if there is one."""
    if live.state.is_over:
        return await render_review(
            request, service, reader, live, invitation=invitation, ply=ply, problem=problem,
            status=409 if problem else 200,
        )  # fmt: skip
    content = await load_table_content(service, live, reader, seat)
    page = to_fields(TablePage.of(content, live, reader, invitation))
    response = render(
        request, reader, "table.html", 409 if problem else 200, content=content, page=page, live=live,
        game=live.state.game, terms=live.row.terms, invitation=invitation, problem=problem,
        words=content.words,
        is_maker=reader.person is not None and live.row.creator == reader.person.id,
        way_back=way_back(live.state, reader.person.id) if reader.person else None,
        is_full=live.state.is_full, unopened=live.state.unopened, series=_series_line(live, content, reader),
        longest_message=LONGEST_MESSAGE, glance=glance_for(live.row.terms.game, reader.lang),
        level_name=lambda level: level_name(reader, level),
        address=f"{request.url.scheme}://{request.headers.get('host', '')}/table/{live.row.id}",
    )  # fmt: skip
    response.headers["cache-control"] = "no-store"  # "back" must not show one player's view to the next
    return response


def _series_line(live: LiveTable, content: TableContent, reader: Reader) -> SeriesLine | None:
    """How the series stands that the table's game belongs to; None for a game of its own."""
    series = live.row.terms.series
    names = [strip.name for strip in content.strips]
    return running_line(series, names, content.news.own, reader) if series else None


class ActForm:
    """A form by which a person acts at a table."""

    def __init__(self, request: Request, service: Service, reader: Reader, table: str, person: Person) -> None:
        self.request, self.service, self.reader, self.table, self.person = request, service, reader, table, person

    async def page(self, error: GameError) -> Response:
        """The table's page with an error."""
        live = await find_visible_table(self.service, self.table, self.person)
        return await render_table(self.request, self.service, self.reader, live, problem=problem_of(error, self.reader))

    async def perform(self, act: AnyAct) -> Result:
        """Perform an act at the table."""
        live = await find_visible_table(self.service, self.table, self.person)
        return await perform(self.service, live, self.person, act, self.reader.lang)

    async def leave(self, seat: int | None) -> Response:
        """Leave a seat, and show what has become of the game; of one that goes on, the reader's tables."""
        live = await find_visible_table(self.service, self.table, self.person)
        await self.service.tables.seats.leave(self.table, self.person, own_seat(live.state, self.person.id, seat))
        after = await find_visible_table(self.service, self.table, self.person)
        return self.back() if after.state.is_over else redirect_to("/")

    def back(self, seat: int | None = None) -> Response:
        return redirect_to(f"/table/{self.table}" + (f"?seat={seat}" if seat else ""))


async def act_form(request: Request, service: TheService, reader: TheReader, table: TableId) -> ActForm:
    """The form of a known person who may see the table; counts a step against their limit."""
    if reader.person is None:
        raise TableError("forbidden", say("Come in first: sit down, or log in."))
    await find_visible_table(service, table, reader.person)
    spend(request, "step", reader.person)
    return ActForm(request, service, reader, table, reader.person)


TheActor = Annotated[ActForm, Depends(act_form)]


@router.post("/table/{table}/steps")
async def play_steps(
    actor: TheActor,
    steps: Annotated[str, Form(max_length=400)],
    seen: Annotated[int, Form(ge=0)],
    seat: SeatGiven = None,
) -> Response:
    """Play a whole choice."""
    try:
        given = PlayAct(seen=seen, steps=tuple(steps.split()), id=secrets.token_hex(8), seat=seat)
        answer = await actor.perform(given)
    except ValidationError:
        unread = actor.reader.say("That can't be read as a step: choose one from the list.")
        return await actor.page(TableError("wrong", unread))
    except GameError as error:
        return await actor.page(error)
    if isinstance(answer, PlayResult) and not answer.ok:
        live = await find_visible_table(actor.service, actor.table, actor.person)
        return await render_table(actor.request, actor.service, actor.reader, live, seat=seat, problem=answer)
    return actor.back()


@router.get("/table/{table}/sure")
async def ask_first(actor: TheActor, what: FinalWhat, seat: SeatAsked = None) -> Response:
    """The question before an act that can't be undone: its form is the only one on a page that performs the act."""
    service, reader = actor.service, actor.reader
    live = await find_visible_table(service, actor.table, actor.person)
    subscription = Subscription((), reader.lang, seat, live.state.number)
    news = await build_table_view(service, live, actor.person, subscription)
    question = question_of(what, news, seat_strips(news, reader, live.row.terms.game), reader)
    if question is None:
        return await actor.page(TableError("late", say("That is no longer possible at this table.")))
    return render(
        actor.request, reader, "sure.html", question=question, live=live, game=live.state.game, seat=news.seat
    )


@router.post("/table/{table}/do")
async def perform_act(
    actor: TheActor,
    what: Annotated[ActName | Literal["leave"], Form()],
    seat: SeatGiven = None,
    number: Annotated[int | None, Form(ge=0)] = None,
) -> Response:
    """Take back, resign, cancel, ask to end, agree or not, wake the bots, leave."""
    try:
        if what == "leave":
            return await actor.leave(seat)
        await actor.perform(act_of(what, seat, number))
    except GameError as error:
        return await actor.page(error)
    return actor.back()


def act_of(what: ActName, seat: int | None, number: int | None) -> AnyAct:
    """The act of a button on the page."""
    match what:
        case "back":
            return TakeBackAct(seat=seat)
        case "ask":
            return AskAct(seat=seat, what="back")
        case "end":
            return AskAct(seat=seat, what="end")
        case "resign":
            return ResignAct(seat=seat)
        case "cancel":
            return CancelAct()
        case "wake":
            return WakeAct()
        case "agree" | "refuse":
            return AnswerAct(seat=seat, ask=number or MOST_ENTRIES, agrees=what == "agree")
        case _:
            assert_never(what)


@router.post("/table/{table}/seats")
async def change_seat(
    actor: TheActor, seat: Annotated[int, Form(ge=1, le=6)],
    level: Annotated[str, Form(pattern="^([a-z]{1,20})?$")] = "", leave: Annotated[bool, Form()] = False,
    commitment: Promised = None,
) -> Response:  # fmt: skip
    """Sit down, put a bot into a seat, or leave one."""
    service, person = actor.service, actor.person
    try:
        if leave:
            await service.tables.seats.leave(actor.table, person, seat)
        else:
            await find_visible_table(service, actor.table, person)
            await service.tables.seats.take(actor.table, person, seat, level or None, commitment)
    except GameError as error:
        return await actor.page(error)
    return actor.back()


@router.post("/table/{table}/open")
async def open_without(actor: TheActor) -> Response:
    """Let the house choose the bytes that this person's browser has lost."""
    live = await find_visible_table(actor.service, actor.table, actor.person)
    try:
        for seat in set(live.state.unopened).intersection(live.state.seats_of(actor.person.id)):
            await actor.service.tables.seats.open_bytes(actor.table, actor.person, seat, None)
    except GameError as error:
        return await actor.page(error)
    return actor.back()


@router.post("/table/{table}/rematch")
async def play_again(
    actor: TheActor, commitment: Promised = None, best_of: Annotated[int | None, Form(ge=3, le=3)] = None,
    level: Annotated[Level | None, Form()] = None,
) -> Response:  # fmt: skip
    """Start or join the rematch: against stronger bots, or as a series, if that was asked."""
    spend(actor.request, "table", actor.person)
    try:
        again = await rematch.rematch(
            actor.service.tables, actor.table, actor.person, commitment, best_of=best_of, level=level
        )
    except GameError as error:
        return await actor.page(error)
    return redirect_to(f"/table/{again.table}" + (f"?invitation={again.invitation}" if again.invitation else ""))


@router.post("/table/{table}/say")
async def send_message(actor: TheActor, text: Annotated[str, Form()]) -> Response:
    """Send a message to the players."""
    spend(actor.request, "message", actor.person)
    try:
        await actor.perform(TalkAct(text=text))
    except GameError as error:
        return await actor.page(error)
    return actor.back()


@router.post("/table/{table}/react")
async def send_reaction(actor: TheActor, reaction: Annotated[Reaction, Form()]) -> Response:
    """Say one of a few fixed words to the players."""
    spend(actor.request, "reaction", actor.person)
    try:
        await actor.perform(ReactAct(reaction=reaction))
    except GameError as error:
        return await actor.page(error)
    return actor.back()


@router.post("/table/{table}/invite")
async def invite_anew(actor: TheActor) -> Response:
    """Renew the invitation to a private table; the old one is void."""
    try:
        invitation = await renew_invitation(actor.service.tables, actor.table, actor.person)
    except GameError as error:
        return await actor.page(error)
    return redirect_to(f"/table/{actor.table}?invitation={invitation}")
