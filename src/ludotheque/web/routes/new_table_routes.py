"""Making tables: against bots at once, for a friend, for all around one device, or with every option; and joining."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import ValidationError
from starlette.responses import Response

from ludotheque.games import MANIFESTS
from ludotheque.games.refusal import GameError
from ludotheque.log.table_errors import TableError
from ludotheque.log.terms import Terms
from ludotheque.play.game import game as find_game
from ludotheque.table.api.problems import StoreError, status_of
from ludotheque.table.api.routes.dependencies import TableId, TheService, spend
from ludotheque.table.api.routes.table_routes import check_account
from ludotheque.table.people.people import Person
from ludotheque.table.service.access import find_visible_table
from ludotheque.table.service.limits import TooOften
from ludotheque.table.service.service import Service
from ludotheque.web.error_texts import explained
from ludotheque.web.guest_arrival import come_in
from ludotheque.web.page_renderer import go_to, render
from ludotheque.web.pages.catalogue import options_of, presented
from ludotheque.web.pages.level_names import Level, levels_told
from ludotheque.web.pages.table_form import TableForm, first_wish, read_wish
from ludotheque.web.preferences import remember, remembered
from ludotheque.web.reader import Reader
from ludotheque.web.routes.asset_routes import TheReader
from ludotheque.wire.field_bounds import LONGEST_INVITATION
from ludotheque.wire.terms_messages import GameName

router = APIRouter()

Players = Annotated[int | None, Form(ge=2, le=6)]
Opponent = Annotated[Level | None, Form()]
LARGEST_FORM = 40  # fields


@router.post("/play/{game}")
async def play_now(
    request: Request, service: TheService, reader: TheReader, game: GameName, level: Opponent = None,
    players: Players = None,
) -> Response:  # fmt: skip
    """A table against bots, at once."""
    arrival = await come_in(request, reader)
    spend(request, "table", arrival.person)
    count, against = _count(request, game, players), level or remembered(request).level
    table, _ = await service.tables.seats.create(arrival.person, plain_terms(game, count))
    await _sit(service, table, arrival.person, [1], dict.fromkeys(range(2, count + 1), against))
    answer = arrival.sign(request, go_to(f"/table/{table}"))
    remember(request, answer, against, game, count)
    return answer


@router.post("/invite/{game}")
async def invite(
    request: Request, service: TheService, reader: TheReader, game: GameName, players: Players = None
) -> Response:
    """A private table with me at it; its page shows the link for the friend."""
    arrival = await come_in(request, reader)
    spend(request, "table", arrival.person)
    table, invitation = await service.tables.seats.create(
        arrival.person, plain_terms(game, _count(request, game, players))
    )
    await _sit(service, table, arrival.person, [1], {})
    return arrival.sign(request, go_to(table_address(table, invitation)))


@router.post("/together/{game}")
async def together(
    request: Request, service: TheService, reader: TheReader, game: GameName, players: Players = None
) -> Response:
    """A table for all around one device: every seat is mine, and everybody stays where he sits."""
    arrival = await come_in(request, reader)
    spend(request, "table", arrival.person)
    count = _count(request, game, players)
    table, _ = await service.tables.seats.create(arrival.person, plain_terms(game, count, seating="chosen"))
    await _sit(service, table, arrival.person, range(1, count + 1), {})
    return arrival.sign(request, go_to(f"/table/{table}"))


@router.post("/join/{table}")
async def join(
    request: Request, service: TheService, reader: TheReader, table: TableId,
    invitation: Annotated[str | None, Form(max_length=LONGEST_INVITATION)] = None,
    name: Annotated[str, Form(max_length=60)] = "",
) -> Response:  # fmt: skip
    """Sit down at a table, as a guest if need be."""
    terms = (await find_visible_table(service, table, reader.person, invitation)).row.terms
    check_account(reader.person, terms)  # before somebody is made a guest for nothing
    arrival = await come_in(request, reader, name.strip())
    spend(request, "join", arrival.person)
    try:
        await service.tables.seats.join(table, arrival.person)
    except TableError as error:
        if error.kind == "full":
            return arrival.sign(request, go_to(table_address(table, invitation)))
        raise
    return arrival.sign(request, go_to(f"/table/{table}"))


@router.get("/new/{game}")
async def new_table(request: Request, reader: TheReader, game: GameName, public: bool = False) -> Response:
    """Everything that can be chosen for a table."""
    return _form(request, reader, replace(first_wish(game, remembered(request)), public=public))


@router.post("/new/{game}")
async def make_table(request: Request, service: TheService, reader: TheReader, game: GameName) -> Response:
    """A table as it was wished for; what can't be is said on the form, and nothing is lost."""
    form = await request.form(max_fields=LARGEST_FORM, max_files=0)
    wish, arrival = read_wish(game, {name: str(value) for name, value in form.items()}), None
    try:
        terms = wish.terms(reader)
        check_account(reader.person, terms)
        arrival = await come_in(request, reader)
        spend(request, "table", arrival.person)
        table, invitation = await service.tables.seats.create(arrival.person, terms)
    except (TooOften, StoreError):
        raise
    except (GameError, ValidationError) as error:
        status = status_of(error) if isinstance(error, GameError) else 422
        answer = _form(request, reader, wish, explained(error, reader), status)
        return arrival.sign(request, answer) if arrival else answer
    seats = range(terms.players - wish.bots + 1, terms.players + 1)
    await _sit(service, table, arrival.person, [1], dict.fromkeys(seats, wish.level))
    return arrival.sign(request, go_to(table_address(table, invitation)))


def _form(request: Request, reader: Reader, wish: TableForm, wrong: str = "", status: int = 200) -> Response:
    return render(
        request, reader, "new.html", status, game=presented(wish.game, reader), wish=wish, wrong=wrong,
        options=options_of(wish.game, reader), levels=levels_told(reader),
        has_boards=bool(MANIFESTS[wish.game].board_tables),
    )  # fmt: skip


def plain_terms(game: GameName, players: int, **more: str) -> Terms:
    """A friendly private table without a clock."""
    return Terms.model_validate({"game": game, "players": players, "rules": find_game(game).rules_version, **more})


def table_address(table: str, invitation: str | None) -> str:
    """Where a table is; with the invitation, the page can show the link."""
    return f"/table/{table}?invitation={invitation}" if invitation else f"/table/{table}"


def _count(request: Request, game: str, players: int | None) -> int:
    """How many play: as asked for, within what the game allows."""
    low, high = find_game(game).players
    return min(max(players or remembered(request).count(game), low), high)


async def _sit(
    service: Service, table: str, person: Person, own: range | list[int], bots: dict[int, str]
) -> None:  # fmt: skip
    """Seat the bots and then somebody, so that his sitting down begins the game."""
    for seat, level in bots.items():
        await service.tables.seats.put_bot(table, person, seat, level)
    for seat in own:
        await service.tables.seats.sit(table, person, seat)
