"""Lists of tables: those that are open to everybody, and one's own with whose turn it is."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table.people import People
from ludotheque.table.rows import Stage
from ludotheque.table.schema import seats, tables
from ludotheque.table.store import Store
from ludotheque.table.terms import Terms

MOST_LISTED = 100
COLUMNS = (tables.c.id, tables.c.terms, tables.c.stage, tables.c.created, tables.c.changed, tables.c.is_public)


async def public_tables(store: Store, people: People, stage: Stage, game: str | None) -> list[dict[str, Any]]:
    """The public tables at a stage, those with the latest entry first."""
    wanted = select(*COLUMNS).where(tables.c.is_public, tables.c.stage == stage)
    if game is not None:
        wanted = wanted.where(tables.c.terms.like(f'%"game":"{game}"%'))
    return await _listed(store, people, wanted.order_by(tables.c.changed.desc()).limit(MOST_LISTED), None)


async def own_tables(store: Store, people: People, person: str, stage: Stage | None) -> list[dict[str, Any]]:
    """The tables that somebody made or sits at; those that have waited longest for him first."""
    sits = select(seats.c.table).where(seats.c.person == person)
    mine: ColumnElement[bool] = or_(tables.c.id.in_(sits), tables.c.creator == person)
    wanted = select(*COLUMNS).where(mine, tables.c.stage != "over" if stage is None else tables.c.stage == stage)
    rows = await _listed(store, people, wanted.order_by(tables.c.changed.desc()).limit(MOST_LISTED), person)
    return sorted(rows, key=lambda row: -(row["waited"] or 0.0))


async def _listed(store: Store, people: People, wanted: Select[Any], person: str | None) -> list[dict[str, Any]]:
    async with store.read() as connection:
        now = await store.time_of(connection)
        rows = (await connection.execute(wanted)).all()
        held = await _seats(connection, [row.id for row in rows])
    found = await people.look_up(seat.person for seat in held if seat.person)
    names = {key: one.name for key, one in found.items()}
    return [_shown(row, [seat for seat in held if seat.table == row.id], names, now, person) for row in rows]


async def _seats(connection: AsyncConnection, ids: list[str]) -> list[Any]:
    rows = await connection.execute(select(seats).where(seats.c.table.in_(ids)).order_by(seats.c.table, seats.c.seat))
    return list(rows.all())


def _shown(row: Any, held: list[Any], names: dict[str, str], now: float, person: str | None) -> dict[str, Any]:
    """A table in a list; `waited` is how long it has waited for the person whose list it is."""
    terms = Terms.model_validate_json(row.terms)
    own = [seat for seat in held if seat.person is not None and seat.person == person]
    waited = [now - seat.waited for seat in own if seat.waited is not None]
    return {
        "table": row.id, "game": terms.game, "players": terms.players, "options": terms.options, "stage": row.stage,
        "is_public": row.is_public, "rated": terms.rated, "clock": terms.clock, "created": row.created,
        "changed": row.changed, "own": [seat.seat for seat in own], "waited": max(waited, default=None),
        "seats": _holders(terms, held, names, now),
    }  # fmt: skip


def _holders(terms: Terms, held: Iterable[Any], names: dict[str, str], now: float) -> list[dict[str, Any]]:
    by_seat = {seat.seat: seat for seat in held}
    return [_holder(number, by_seat.get(number), names, now) for number in range(1, terms.players + 1)]


def _holder(number: int, seat: Any, names: dict[str, str], now: float) -> dict[str, Any]:
    """A seat: who holds it, and how long it has been waited for."""
    if seat is None:
        return {"seat": number, "holder": None, "is_bot": False, "waited": None}
    waited = None if seat.waited is None else max(0.0, now - seat.waited)
    holder = seat.bot if seat.bot is not None else names.get(seat.person)
    return {"seat": number, "holder": holder, "is_bot": seat.bot is not None, "waited": waited}
