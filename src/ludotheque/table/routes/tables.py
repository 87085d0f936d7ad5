"""Tables and seats: making one, finding one, sitting down, leaving, a rematch."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from ludotheque.games import NAMES
from ludotheque.play.game import SetupError
from ludotheque.play.game import game as find_game
from ludotheque.table import listing, rematch
from ludotheque.table.errors import TableError
from ludotheque.table.following import Follower
from ludotheque.table.looking import find_seen, look
from ludotheque.table.routes.asking import (
    LONGEST_INVITATION,
    Asker,
    AtTable,
    Invitation,
    Seat,
    Somebody,
    TableId,
    TheService,
    spend,
)
from ludotheque.table.routes.people import Input
from ludotheque.table.rows import Stage
from ludotheque.table.seen import Want
from ludotheque.table.settings import Language
from ludotheque.table.terms import GameName, Terms

router = APIRouter(tags=["tables"])

Secret = Annotated[str, Field(max_length=LONGEST_INVITATION)]
Wants = Annotated[list[Want], Query(max_length=3)]


class NewTable(Terms):
    """The terms of a new table; without `rules` it is played by the newest."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    rules: Annotated[int, Field(ge=0, le=1000)] = 0

    def terms(self) -> Terms:
        """The terms as they are kept; an option that the game does not have is refused by name."""
        one = find_game(self.game)
        for name in self.options:
            if name not in one.options:
                raise SetupError(f"options: {one.title} has {', '.join(one.options) or 'none'}")
        return Terms(**self.model_dump() | {"rules": self.rules or one.rules_version})


class MadeTable(BaseModel):
    """A new table; a private one's invitation is shown this once."""

    table: str
    invitation: str | None


class Taking(Input):
    """Take a seat oneself, or, as whoever made the table, put a bot of a level there."""

    level: Annotated[str, Field(pattern="^[a-z]{1,20}$")] | None = None
    invitation: Secret | None = None


class Joining(Input):
    invitation: Secret | None = None


class Number(BaseModel):
    """Done; `number` is the table's last entry now."""

    ok: bool = True
    number: int


class Joined(Number):
    seat: int


class Rematch(BaseModel):
    table: str


class SeatListed(BaseModel):
    seat: int
    holder: str | None
    is_bot: bool
    waited: float | None


class TableListed(BaseModel):
    """A table in a list; `waited` is how many seconds it has waited for me."""

    table: str
    game: str
    players: int
    options: dict[str, str]
    stage: str
    is_public: bool
    rated: bool
    clock: str
    created: float
    changed: float
    own: list[int]
    waited: float | None
    seats: list[SeatListed]


class GameListed(BaseModel):
    """A game, its players, its options, the names of its seats."""

    game: str
    title: str
    players: tuple[int, int]
    options: dict[str, tuple[str, ...]]
    rules: int
    is_compiling: bool


@router.get("/api/games")
async def games(service: TheService) -> list[GameListed]:
    """The games of the house; while one is being compiled it is slow, and its bots are late."""
    return [
        GameListed(
            game=one.name, title=one.title, players=one.players, options=dict(one.options), rules=one.rules_version,
            is_compiling=one.name in service.compiling,
        )
        for one in map(find_game, NAMES)
    ]  # fmt: skip


@router.post("/api/tables", status_code=201)
async def make_table(request: Request, service: TheService, person: Somebody, body: NewTable) -> MadeTable:
    """A new table. Nobody sits at it yet."""
    spend(request, "table", person)
    table, invitation = await service.house.create(person, body.terms())
    return MadeTable(table=table, invitation=invitation)


@router.get("/api/tables")
async def public_tables(service: TheService, stage: Stage = "open", game: GameName | None = None) -> list[TableListed]:
    """Public tables: those one can sit down at, watch, or look at afterwards."""
    return [TableListed(**row) for row in await listing.public_tables(service.store, service.people, stage, game)]


@router.get("/api/me/tables")
async def my_tables(service: TheService, person: Somebody, stage: Stage | None = None) -> list[TableListed]:
    """My tables that are not over, or those at a stage: whose turn it is, and how long it has waited."""
    return [TableListed(**row) for row in await listing.own_tables(service.store, service.people, person.id, stage)]


@router.get("/api/tables/{table}")
async def table(
    service: TheService, person: Asker, table: TableId, invitation: Invitation = None,
    seat: Annotated[int | None, Query(ge=0, le=6)] = None, after: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    wants: Wants = ["json"], lang: Language | None = None,  # noqa: B006  FastAPI copies it
) -> dict[str, Any]:  # fmt: skip
    """A table as my seat sees it, or as a spectator does: the entries after a number, the view, the legal steps."""
    kept = await find_seen(service, table, person, invitation)
    lang = lang or (person.settings.language if person else "en")
    return await look(service, kept, person, Follower(tuple(wants), lang, seat, after))


@router.post("/api/tables/{table}/join")
async def join(request: Request, service: TheService, person: Somebody, table: TableId, body: Joining) -> Joined:
    """Take the first free seat of a table that I am invited to; who sits there already stays."""
    spend(request, "join", person)
    kept = await find_seen(service, table, person, body.invitation)
    own = kept.course.seats_of(person.id)
    free = [seat for seat, holder in kept.course.holders.items() if holder is None]
    if not own and not free:
        raise TableError("full", "All seats of this table are taken: you can watch.")
    if not own:
        await service.house.sit(table, person, free[0])
    return Joined(seat=(own or free)[0], number=kept.course.number)


@router.post("/api/tables/{table}/seats/{seat}")
async def take_seat(
    request: Request, service: TheService, person: Somebody, table: TableId, seat: Seat, body: Taking
) -> Number:
    """Sit down in a seat, or put a bot there. Whoever takes the last free seat begins the game."""
    spend(request, "join", person)
    kept = await find_seen(service, table, person, body.invitation)
    if body.level is None:
        await service.house.sit(table, person, seat)
    else:
        await service.house.put_bot(table, person, seat, body.level)
    return Number(number=kept.course.number)


@router.delete("/api/tables/{table}/seats/{seat}")
async def leave_seat(service: TheService, person: Somebody, kept: AtTable, seat: Seat) -> Number:
    """Leave a seat; in a game, what the table's terms say happens."""
    await service.house.leave(kept.row.id, person, seat)
    return Number(number=kept.course.number)


@router.post("/api/tables/{table}/rematch", status_code=201)
async def play_again(request: Request, service: TheService, person: Somebody, kept: AtTable) -> Rematch:
    """The same again at a new table, everybody one seat further; each who asks is seated."""
    spend(request, "table", person)
    return Rematch(table=await rematch.rematch(service.house, kept.row.id, person))
