"""New tables: against bots, for a friend, for one shared device, or with every option; and joining one."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import TypeAdapter, ValidationError
from starlette.responses import Response

from ludotheque.games import MANIFESTS
from ludotheque.games.refusal import GameError
from ludotheque.log.table_errors import TableError, TooOften
from ludotheque.log.terms import RATED_ABSENCES, RATED_CLOCKS, Terms
from ludotheque.play.game import game as find_game
from ludotheque.table.api.problems import StoreError, status_of
from ludotheque.table.api.routes.dependencies import Promised, TableId, TheService, spend
from ludotheque.table.people.accounts import check_account
from ludotheque.table.people.people import Person
from ludotheque.table.service.access import find_visible_table
from ludotheque.table.service.service import Service
from ludotheque.web.error_texts import error_text
from ludotheque.web.guest_arrival import admit
from ludotheque.web.page_renderer import redirect_to, render
from ludotheque.web.pages.catalogue import catalogue_entry, options_of
from ludotheque.web.pages.level_names import Level, level_choices
from ludotheque.web.pages.table_form import TableForm, default_form, read_form
from ludotheque.web.preferences import load_preferences, save_preferences
from ludotheque.web.reader import Reader, TheReader
from ludotheque.wire.field_bounds import LONGEST_INVITATION, Digest
from ludotheque.wire.terms_messages import GameName

router = APIRouter()

Players = Annotated[int | None, Form(ge=2, le=6)]
Opponent = Annotated[Level | None, Form()]
PROMISED: TypeAdapter[Digest | None] = TypeAdapter(Digest | None)
LARGEST_FORM = 40  # fields


@router.post("/play/{game}")
async def play_now(
    request: Request, service: TheService, reader: TheReader, game: GameName, level: Opponent = None,
    players: Players = None, commitment: Promised = None,
) -> Response:  # fmt: skip
    """Start a game against bots: it waits for me, whatever happens."""
    arrival = await admit(request, reader)
    spend(request, "table", arrival.person)
    await service.tables.seats.check_demand(arrival.person)
    count, against = _count(request, game, players), level or load_preferences(request).level
    table, _ = await service.tables.seats.create(arrival.person, plain_terms(game, count))
    await _sit(service, table, arrival.person, [1], dict.fromkeys(range(2, count + 1), against), commitment)
    answer = arrival.add_cookie(request, redirect_to(f"/table/{table}"))
    save_preferences(request, answer, against, game, count)
    return answer


@router.post("/invite/{game}")
async def invite(
    request: Request, service: TheService, reader: TheReader, game: GameName, players: Players = None,
    commitment: Promised = None,
) -> Response:  # fmt: skip
    """A private table with me at it; its page shows the invitation link. A bot plays on for a friend who leaves it."""
    arrival = await admit(request, reader)
    spend(request, "table", arrival.person)
    terms = plain_terms(game, _count(request, game, players), absence="bot")
    table, invitation = await service.tables.seats.create(arrival.person, terms)
    await _sit(service, table, arrival.person, [1], {}, commitment)
    return arrival.add_cookie(request, redirect_to(table_address(table, invitation)))


@router.post("/together/{game}")
async def together(
    request: Request, service: TheService, reader: TheReader, game: GameName, players: Players = None,
    commitment: Promised = None,
) -> Response:  # fmt: skip
    """A table for all players around one device: I hold every seat, and none is drawn."""
    arrival = await admit(request, reader)
    spend(request, "table", arrival.person)
    count = _count(request, game, players)
    table, _ = await service.tables.seats.create(arrival.person, plain_terms(game, count, seating="chosen"))
    await _sit(service, table, arrival.person, range(1, count + 1), {}, commitment)
    return arrival.add_cookie(request, redirect_to(f"/table/{table}"))


@router.post("/join/{table}")
async def join(
    request: Request, service: TheService, reader: TheReader, table: TableId,
    invitation: Annotated[str | None, Form(max_length=LONGEST_INVITATION)] = None,
    name: Annotated[str, Form(max_length=60)] = "", commitment: Promised = None,
) -> Response:  # fmt: skip
    """Sit down at a table, as a new guest if need be."""
    terms = (await find_visible_table(service, table, reader.person, invitation)).row.terms
    check_account(reader.person, terms)  # before admitting a guest in vain
    arrival = await admit(request, reader, name.strip())
    spend(request, "join", arrival.person)
    try:
        await service.tables.seats.join(table, arrival.person, commitment)
    except TableError as error:
        if error.kind == "full":
            return arrival.add_cookie(request, redirect_to(table_address(table, invitation)))
        raise
    return arrival.add_cookie(request, redirect_to(f"/table/{table}"))


@router.get("/new/{game}")
async def new_table(request: Request, reader: TheReader, game: GameName, public: bool = False) -> Response:
    """The form with every option of a table."""
    return _form(request, reader, replace(default_form(game, load_preferences(request)), public=public))


@router.post("/new/{game}")
async def make_table(request: Request, service: TheService, reader: TheReader, game: GameName) -> Response:
    """A table with the terms of the form; on an error, the form again with all its values."""
    sent = await request.form(max_fields=LARGEST_FORM, max_files=0)
    form, arrival = read_form(game, {name: str(value) for name, value in sent.items()}), None
    try:
        commitment = PROMISED.validate_python(sent.get("commitment"))
        terms = form.terms(reader)
        check_account(reader.person, terms)
        arrival = await admit(request, reader)
        spend(request, "table", arrival.person)
        if form.bots:
            await service.tables.seats.check_demand(arrival.person)
        table, invitation = await service.tables.seats.create(arrival.person, terms)
    except (TooOften, StoreError):
        raise
    except (GameError, ValidationError) as error:
        status = status_of(error) if isinstance(error, GameError) else 422
        answer = _form(request, reader, form, error_text(error, reader), status)
        return arrival.add_cookie(request, answer) if arrival else answer
    seats = range(terms.players - form.bots + 1, terms.players + 1)
    await _sit(service, table, arrival.person, [1], dict.fromkeys(seats, form.level), commitment)
    return arrival.add_cookie(request, redirect_to(table_address(table, invitation)))


def _form(request: Request, reader: Reader, form: TableForm, wrong: str = "", status: int = 200) -> Response:
    return render(
        request, reader, "new.html", status, game=catalogue_entry(form.game, reader), form=form, wrong=wrong,
        options=options_of(form.game, reader), levels=level_choices(reader),
        has_boards=bool(MANIFESTS[form.game].board_tables), rated_clocks=RATED_CLOCKS, rated_absences=RATED_ABSENCES,
    )  # fmt: skip


def plain_terms(game: GameName, players: int, **more: str) -> Terms:
    """A friendly private table without a clock, so that it waits for whoever is only away."""
    return Terms.model_validate({"game": game, "players": players, "rules": find_game(game).rules_version, **more})


def table_address(table: str, invitation: str | None) -> str:
    """A table's address, with the invitation if its page shall show the link."""
    return f"/table/{table}?invitation={invitation}" if invitation else f"/table/{table}"


def _count(request: Request, game: str, players: int | None) -> int:
    """The number of players: `players` or the preference, within the game's range."""
    low, high = find_game(game).players
    return min(max(players or load_preferences(request).count(game), low), high)


async def _sit(
    service: Service, table: str, person: Person, own: range | list[int], bots: dict[int, str], commitment: str | None
) -> None:
    """Seat the bots and then the person. That begins the game; with a commitment, their page does when it opens it."""
    for seat, level in bots.items():
        await service.tables.seats.put_bot(table, person, seat, level)
    for seat in own:
        await service.tables.seats.sit(table, person, seat, commitment)
