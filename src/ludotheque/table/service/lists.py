"""Lists of tables: public ones, and a person's own, with the seats that are awaited.

Lists are paginated: each table has a cursor, which requests the tables after it.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, Select, and_, func, literal, or_, select, tuple_, union
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.drawing.players.characters import Character, seat_characters
from ludotheque.log.rights import may_return
from ludotheque.log.table_errors import TableError
from ludotheque.log.terms import Terms
from ludotheque.table.people.own_data import sat_at
from ludotheque.table.people.people import Person
from ludotheque.table.registry.tables import Tables
from ludotheque.table.storage import schema
from ludotheque.table.storage.schema import seats
from ludotheque.wire.field_bounds import Stage
from ludotheque.wire.table_requests import SeatListed, TableListed

MOST_LISTED = 100
MOST_RANKED = 2_000  # of finished games
OLDER = 1_000_000.0  # the turn of all others
TABLE = schema.tables.c
COLUMNS = (TABLE.id, TABLE.terms, TABLE.stage, TABLE.created, TABLE.changed, TABLE.is_public)
NEWEST = (TABLE.changed, TABLE.id)
NEWEST_FIRST = (TABLE.changed.desc(), TABLE.id.desc())
CURSOR = re.compile(r"(\d+(?:\.\d+)?)?_(\d+(?:\.\d+)?)_([a-z0-9]{1,16})")

# Since when the person is awaited (in a public list: the table's turn), the last entry's time, the table.
Cursor = tuple[float | None, float, str]


def format_cursor(since: float | None, changed: float, table: str) -> str:
    """A cursor as text for clients."""
    return f"{'' if since is None else repr(since)}_{changed!r}_{table}"


def parse_cursor(text: str) -> Cursor:
    """A cursor that a client sent."""
    found = CURSOR.fullmatch(text)
    if found is None:
        raise TableError("wrong", "before: the `cursor` of the last table that you have.")
    return float(found[1]) if found[1] else None, float(found[2]), found[3]


async def public_tables(tables: Tables, stage: Stage, game: str | None, before: str | None = None) -> list[TableListed]:
    """The public tables at a stage, by their latest entry, newest first.

    Those who made them take turns: first the newest table of each, then the second of each, so that nobody's tables
    push those of others off a page. Of finished games the newest `MOST_RANKED` go by turns, and older ones follow.
    """
    wanted = select(*COLUMNS).where(TABLE.is_public, TABLE.stage == stage)
    if game is not None:
        wanted = wanted.where(TABLE.game == game)
    cursor = None if before is None else parse_cursor(before)
    found = [_by_turns(wanted.order_by(*NEWEST_FIRST).limit(MOST_RANKED) if stage == "over" else wanted, cursor)]
    if stage == "over":
        found.append(_older(wanted, cursor))
    return await _listed(tables, found, None)


async def list_tables(tables: Tables, ids: Sequence[str]) -> list[TableListed]:
    """These tables, as a list shows them."""
    return await _listed(tables, [select(*COLUMNS).where(TABLE.id.in_(ids))], None) if ids else []


def _by_turns(wanted: Select[Any], cursor: Cursor | None) -> Select[Any]:
    """Tables after a cursor, each with its `turn`: whether it is its maker's first, second ... of these."""
    some = wanted.with_only_columns(*NEWEST, TABLE.creator).subquery().c
    newest_first = (some.changed.desc(), some.id.desc())
    turn = func.row_number().over(partition_by=some.creator, order_by=newest_first).label("turn")
    ranked = select(some.changed, some.id, turn).subquery().c
    found = select(*COLUMNS, ranked.turn).where(TABLE.id == ranked.id).order_by(ranked.turn, *NEWEST_FIRST)
    if cursor is None:
        return found
    given, *later = cursor
    is_later = tuple_(ranked.changed, ranked.id) < tuple(later)
    return found.where(or_(ranked.turn > (given or 1), and_(ranked.turn == (given or 1), is_later)))


def _older(wanted: Select[Any], cursor: Cursor | None) -> Select[Any]:
    """The tables that are too old for a turn, after a cursor."""
    found = wanted.add_columns(literal(OLDER).label("turn")).order_by(*NEWEST_FIRST)
    if cursor is None or cursor[0] != OLDER:
        return found.offset(MOST_RANKED)
    return found.where(tuple_(*NEWEST) < tuple(cursor[1:]))


async def own_tables(tables: Tables, person: str, stage: Stage | None, before: str | None = None) -> list[TableListed]:
    """The tables that a person made or sits at: first those that have awaited them longest, then the newest.

    A game that has begun stays listed for people who have left it.
    """
    made = select(TABLE.id).where(TABLE.creator == person)
    sits = select(seats.c.table).where(seats.c.person == person)
    begun = select(TABLE.id).where(TABLE.id.in_(sat_at(person)), TABLE.stage != "open")
    mine = TABLE.id.in_(union(made, sits, begun))
    since = (
        select(func.min(seats.c.waited))
        .where(seats.c.table == TABLE.id, seats.c.person == person, TABLE.stage != "over")
        .scalar_subquery()
    )
    wanted = select(*COLUMNS).where(mine, TABLE.stage != "over" if stage is None else TABLE.stage == stage)
    if before is not None:
        wanted = wanted.where(_is_after(since, parse_cursor(before)))
    ordered = wanted.order_by(since.is_(None), since, *NEWEST_FIRST)
    return await _listed(tables, [ordered], person)


def _is_after(since: ScalarSelect[Any], cursor: Cursor) -> ColumnElement[bool]:
    """The SQL condition that a table comes after a cursor in a person's own list."""
    waited, *newest = cursor
    later = tuple_(*NEWEST) < tuple(newest)
    if waited is None:
        return and_(since.is_(None), later)
    return or_(since.is_(None), since > waited, and_(since == waited, later))


async def _listed(tables: Tables, wanted: Iterable[Select[Any]], person: str | None) -> list[TableListed]:
    """A page of the tables of these queries, one after another."""
    rows: list[Any] = []
    async with tables.store.read() as connection:
        now = await tables.store.time_of(connection)
        for query in wanted:
            if len(rows) < MOST_LISTED:
                rows += (await connection.execute(query.limit(MOST_LISTED - len(rows)))).all()
        held = await _seats(connection, [row.id for row in rows])
        left = await _left(connection, rows, held, person) if person else []
    back = (
        {table: await _returns(tables, table, held_by_bots, person) for table, held_by_bots in left} if person else {}
    )
    found = await tables.registry.people.look_up(seat.person for seat in held if seat.person)
    return [
        _shown(row, [seat for seat in held if seat.table == row.id], found, now, person, back.get(row.id, []))
        for row in rows
    ]


async def _seats(connection: AsyncConnection, ids: list[str]) -> list[Any]:
    rows = await connection.execute(select(seats).where(seats.c.table.in_(ids)).order_by(seats.c.table, seats.c.seat))
    return list(rows.all())


async def _left(
    connection: AsyncConnection, rows: Iterable[Any], held: Iterable[Any], person: str
) -> list[tuple[str, list[int]]]:
    """The running games in which a person has sat, each with the seats that bots hold now."""
    playing = {row.id for row in rows if row.stage == "playing"}
    bots: dict[str, list[int]] = {}
    for seat in held:
        if seat.bot is not None and seat.table in playing:
            bots.setdefault(seat.table, []).append(seat.seat)
    wanted = select(TABLE.id).where(TABLE.id.in_(bots), TABLE.id.in_(sat_at(person)))
    return [(table, bots[table]) for table in await connection.scalars(wanted)] if bots else []


async def _returns(tables: Tables, table: str, held: Iterable[int], person: str) -> list[int]:
    """The bots' seats to which a person may return."""
    try:
        state = (await tables.registry.find(table, is_fresh=False)).state
    except TableError:  # removed since the list was read
        return []
    return [seat for seat in held if may_return(state, seat, person)]


def _shown(
    row: Any, held: list[Any], people: dict[str, Person], now: float, person: str | None, back: list[int]
) -> TableListed:
    """A table in a list; `waited` is how long it has awaited the person whose list it is."""
    terms = Terms.model_validate_json(row.terms)
    own = [seat for seat in held if seat.person is not None and seat.person == person]
    since = min((seat.waited for seat in own if seat.waited is not None and row.stage != "over"), default=None)
    return TableListed(
        table=row.id, game=terms.game, players=terms.players, options=terms.options, rules=terms.rules, stage=row.stage,
        is_public=row.is_public, rated=terms.rated, clock=terms.clock, created=row.created, changed=row.changed,
        own=[seat.seat for seat in own], may_return=back, waited=None if since is None else max(0.0, now - since),
        seats=_holders(row.id, terms, held, people, now),
        cursor=format_cursor(getattr(row, "turn", since), row.changed, row.id),
    )  # fmt: skip


def _holders(
    table: str, terms: Terms, held: Iterable[Any], people: dict[str, Person], now: float
) -> list[SeatListed]:  # fmt: skip
    by_seat = {seat.seat: seat for seat in held}
    bots = seat_characters(table, {number: seat.bot for number, seat in by_seat.items() if seat.bot is not None})
    return [
        _holder(number, by_seat.get(number), people, now, bots.get(number)) for number in range(1, terms.players + 1)
    ]


def _holder(
    number: int, seat: Any, people: dict[str, Person], now: float, character: Character | None
) -> SeatListed:  # fmt: skip
    """A seat in a list: its holder, and how long it has been awaited."""
    if seat is None:
        return SeatListed(seat=number, holder=None, is_bot=False, is_guest=False, waited=None)
    waited = None if seat.waited is None else max(0.0, now - seat.waited)
    person = people.get(seat.person)
    name = seat.bot if seat.bot is not None else person.name if person else None
    is_bot = seat.bot is not None or (person is not None and person.is_bot)
    is_guest = person is not None and person.is_guest
    called = character.name if character else None
    return SeatListed(
        seat=number, holder=name, character=called, is_bot=is_bot, is_guest=is_guest, waited=waited
    )  # fmt: skip
