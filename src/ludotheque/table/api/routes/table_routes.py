"""Routes for tables and seats: making and finding tables, sitting down, leaving, rematches, branches."""

from typing import Annotated

from fastapi import APIRouter, Body, Query, Request

from ludotheque.games import NAMES
from ludotheque.log.projection.subscription import Subscription
from ludotheque.log.table_errors import TableError
from ludotheque.log.terms import Terms
from ludotheque.play.game import SetupError
from ludotheque.play.game import game as find_game
from ludotheque.table.api.routes.dependencies import (
    Asker,
    AtTable,
    Invitation,
    Seat,
    Somebody,
    TableId,
    TheService,
    spend,
)
from ludotheque.table.fair_worker import READING
from ludotheque.table.people.people import Person
from ludotheque.table.registry.registry import LiveTable
from ludotheque.table.service import branch, lists, rematch
from ludotheque.table.service.access import build_table_view, find_visible_table
from ludotheque.table.service.invitations import renew_invitation
from ludotheque.table.service.service import Service
from ludotheque.wire.field_bounds import Language, Stage
from ludotheque.wire.table_messages import DoneResult, TableView, Want, widened
from ludotheque.wire.table_requests import (
    Begun,
    From,
    GameListed,
    Invited,
    Joined,
    Joining,
    MadeTable,
    NewTable,
    Opening,
    Origin,
    PlayAgain,
    Rematch,
    TableListed,
    Taking,
)
from ludotheque.wire.terms_messages import GameName

router = APIRouter(tags=["tables"])

Wants = Annotated[list[Want], Query(max_length=7)]
Before = Annotated[str | None, Query(max_length=80)]


def terms_of(wanted: NewTable) -> Terms:
    """The stored terms of a new table; raises for an option that the game does not have."""
    one = find_game(wanted.game)
    for name in wanted.options:
        if name not in one.options:
            raise SetupError(f"options: {one.title} has {', '.join(one.options) or 'none'}")
    return Terms(**wanted.model_dump(exclude={"opening"}) | {"rules": wanted.rules or one.rules_version})


TakingBody = Annotated[Taking, Body(default_factory=Taking)]  # may be left out
JoiningBody = Annotated[Joining, Body(default_factory=Joining)]  # may be left out
RematchBody = Annotated[PlayAgain, Body(default_factory=PlayAgain)]


async def done(service: Service, live: LiveTable) -> DoneResult:
    """The number of the table's last entry now; the cached table may have been replaced since it was found."""
    state = (await service.tables.registry.find(live.row.id, is_fresh=False)).state
    return DoneResult(ok=True, number=state.number)


@router.get("/api/games")
async def games(service: TheService) -> list[GameListed]:
    """The games of the house; while one is being compiled it is slow, and its bots are late."""
    return [
        GameListed(
            game=one.name, title=one.title, players=one.players, options=dict(one.options), rules=one.rules_version,
            is_compiling=one.name in service.workshop.compiling,
        )
        for one in map(find_game, NAMES)
    ]  # fmt: skip


@router.post("/api/tables", status_code=201)
async def make_table(request: Request, service: TheService, person: Somebody, body: NewTable) -> MadeTable:
    """A new table. Nobody sits at it yet."""
    spend(request, "table", person)
    terms = terms_of(body)
    if body.opening is not None:
        terms = await find_terms(service, person, terms, body.opening)
    table, invitation = await service.tables.seats.create(person, terms)
    return MadeTable(table=table, invitation=invitation)


async def find_terms(service: Service, person: Person, terms: Terms, origin: Origin) -> Terms:
    """The terms of a new table that branches from another game. A record is read and replayed off the event loop."""
    if (origin.table is None) == (origin.record is None):
        raise TableError("wrong", "opening: name a `table`, or send the text of a `record`.")
    if origin.record is not None:
        record = origin.record
        return await READING.run(
            service.limits.owner_of(person.id),
            lambda: branch.terms_at(terms, branch.read_source(record, origin.ply), origin.ply),
        )
    live = await find_visible_table(service, origin.table or "", person, origin.invitation)
    return branch.terms_at(terms, branch.source_of(live.state), origin.ply)


@router.get("/api/tables")
async def public_tables(
    service: TheService, stage: Stage = "open", game: GameName | None = None, before: Before = None
) -> list[TableListed]:
    """Public tables: those one can sit down at, watch, or look at afterwards; a hundred at once.

    They are listed by turns: first everybody's newest, then everybody's second.
    """
    return await lists.public_tables(service.tables, stage, game, before)


@router.get("/api/me/tables")
async def my_tables(
    service: TheService, person: Somebody, stage: Stage | None = None, before: Before = None
) -> list[TableListed]:
    """My tables that are not over, or those at a stage: those that have waited for me longest, then the newest."""
    return await lists.own_tables(service.tables, person.id, stage, before)


@router.get("/api/tables/{table}", response_model_exclude_unset=True)
async def table(
    service: TheService, person: Asker, table: TableId, invitation: Invitation = None,
    seat: Annotated[int | None, Query(ge=0, le=6)] = None, after: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    wants: Wants = ["json"], lang: Language | None = None,  # noqa: B006  FastAPI copies it
) -> TableView:  # fmt: skip
    """A table as my seat sees it, or as a spectator does: the entries after a number, the view, the legal steps."""
    live = await find_visible_table(service, table, person, invitation)
    lang = lang or (person.settings.language if person else "en")
    return await build_table_view(service, live, person, Subscription(tuple(wants), lang, seat, after))


@router.post("/api/tables/{table}/join")
async def join(
    request: Request,
    service: TheService,
    person: Somebody,
    table: TableId,
    body: JoiningBody,
) -> Joined:
    """Take the first free seat of a table that I am invited to, or mine back; who sits there already stays."""
    spend(request, "join", person)
    live = await find_visible_table(service, table, person, body.invitation)
    seat = await service.tables.seats.join(table, person, body.commitment)
    return widened(await done(service, live), Joined, seat=seat)


@router.post("/api/tables/{table}/seats/{seat}")
async def take_seat(
    request: Request,
    service: TheService,
    person: Somebody,
    table: TableId,
    seat: Seat,
    body: TakingBody,
) -> DoneResult:
    """Sit down in a seat, or put a bot there. Whoever takes the last free seat begins the game.

    In a game, a bot that has given up or whose version is gone is put there anew, by those who sit at the table.
    """
    spend(request, "join", person)
    live = await find_visible_table(service, table, person, body.invitation)
    await service.tables.seats.take(live.row.id, person, seat, body.level, body.commitment)
    return await done(service, live)


@router.post("/api/tables/{table}/open")
async def open_bytes(service: TheService, person: Somebody, live: AtTable, body: Opening) -> DoneResult:
    """Open the bytes that I have promised, once all have sat down. Whoever opens last begins the game.

    Without them (null), the server chooses others in my place, and the record says so.
    """
    await service.tables.seats.open_bytes(live.row.id, person, body.seat, body.opened)
    return await done(service, live)


@router.delete("/api/tables/{table}/seats/{seat}")
async def leave_seat(service: TheService, person: Somebody, live: AtTable, seat: Seat) -> DoneResult:
    """Leave a seat; in a game, what the table's terms say happens. Before it, whoever made the table empties any."""
    await service.tables.seats.leave(live.row.id, person, seat)
    return await done(service, live)


@router.post("/api/tables/{table}/rematch", status_code=201)
async def play_again(
    request: Request, service: TheService, person: Somebody, live: AtTable, body: RematchBody
) -> Rematch:
    """The same again at a new table, everybody one seat further; each who asks is seated."""
    spend(request, "table", person)
    again = await rematch.rematch(
        service.tables, live.row.id, person, body.commitment, best_of=body.best_of, level=body.level
    )
    return Rematch(table=again.table, invitation=again.invitation)


@router.post("/api/tables/{table}/from", status_code=201)
async def play_from(request: Request, service: TheService, person: Somebody, table: TableId, body: From) -> Begun:
    """Play from here: a new table that goes on from a finished game, against bots. The game begins at once."""
    spend(request, "table", person)
    live = await find_visible_table(service, table, person, body.invitation)
    begun = await branch.play_from(service.tables, live.state, person, body.ply, body.level, body.seat, body.commitment)
    return Begun(table=begun.table, seat=begun.seat, ply=begun.ply)


@router.post("/api/tables/{table}/invitation", status_code=201)
async def invite_anew(request: Request, service: TheService, person: Somebody, live: AtTable) -> Invited:
    """A new invitation to my private table; the old one opens nothing any more."""
    spend(request, "join", person)
    return Invited(invitation=await renew_invitation(service.tables, live.row.id, person))
