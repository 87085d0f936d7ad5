"""The rows of turns that may have to be told, and of what is about to be sent.

A turn is claimed by changing its row of `reminders`; whoever changed it writes what is to be sent, in the same
transaction. So of several processes one does, once. The process that sends it takes it for a while.
"""

import secrets
from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields

from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table.reminders.channel_rows import IS_ACTIVE
from ludotheque.table.storage.engines import insert_missing
from ludotheque.table.storage.schema import channels, outbox, reminders, seats, tables

LIVE = '%"clock":"live"%'  # in the terms of tables at which nobody is reminded: they need not be looked at
MOST_OPEN = 2000  # waits looked at in one go
MOST_STORED = 10_000  # in the outbox; further turns wait
LEASE = 120.0  # seconds after which nobody believes that another process is still sending


@dataclass(frozen=True, slots=True)
class OpenWait:
    """A seat that waits for a person with channels, about which something is left to decide."""

    table: str
    seat: int
    person: str
    waited: float
    looked: float | None
    is_settled: bool  # what is left is only in the outbox


@dataclass(frozen=True, slots=True)
class Waiting:
    """A row of the outbox: the reminder of a turn, or without a table the question whether an address is theirs."""

    id: str
    channel: str
    kind: str
    table: str | None
    seat: int | None
    turn: int | None
    made: float
    tries: int


COLUMNS = [outbox.c[one.name] for one in fields(Waiting)]


async def read_open_waits(connection: AsyncConnection, kinds: Collection[str]) -> list[OpenWait]:
    """The waits of people who are reminded by one of these kinds of channels."""
    has_channel = seats.c.person.in_(select(channels.c.person).where(channels.c.kind.in_(kinds), IS_ACTIVE))
    is_settled = func.coalesce(reminders.c.settled == seats.c.waited, False)
    is_stored = exists().where(outbox.c.table == seats.c.table, outbox.c.seat == seats.c.seat)
    same_seat = and_(reminders.c.table == seats.c.table, reminders.c.seat == seats.c.seat)
    wanted = (
        select(
            seats.c.table, seats.c.seat, seats.c.person, seats.c.waited, reminders.c.looked,
            is_settled.label("is_settled"),
        )
        .join(tables, tables.c.id == seats.c.table)
        .outerjoin(reminders, same_seat)
        .where(seats.c.waited.is_not(None), tables.c.stage != "over", ~tables.c.terms.like(LIVE), has_channel)
        .where(or_(~is_settled, is_stored))
        .order_by(seats.c.waited)
        .limit(MOST_OPEN)
    )  # fmt: skip
    return [
        OpenWait(**{**row, "is_settled": bool(row["is_settled"])})
        for row in (await connection.execute(wanted)).mappings()
    ]


async def note_looked(connection: AsyncConnection, waits: Iterable[OpenWait], now: float) -> None:
    """Note that people look at the tables that wait for them."""
    for one in waits:
        await _make_row(connection, one)
        await connection.execute(update(reminders).where(*_is_of(one)).values(looked=now))


async def settle(connection: AsyncConnection, wait: OpenWait) -> None:
    """Nothing is to be told about this wait."""
    await _make_row(connection, wait)
    await connection.execute(update(reminders).where(*_is_of(wait)).values(settled=wait.waited))


async def claim(connection: AsyncConnection, wait: OpenWait, turn: int, kinds: Collection[str], now: float) -> int:
    """Claim a turn, and put its reminders into the outbox; returns how many. 0: it was told before."""
    await _make_row(connection, wait)
    is_new = (*_is_of(wait), reminders.c.turn < turn)
    changed = update(reminders).where(*is_new).values(turn=turn, settled=wait.waited)
    if not (await connection.execute(changed)).rowcount:
        await settle(connection, wait)
        return 0
    wanted = select(channels.c.id, channels.c.kind).where(
        channels.c.person == wait.person, channels.c.kind.in_(kinds), IS_ACTIVE
    )
    found = (await connection.execute(wanted)).all()
    for channel, kind in found:
        await put(connection, channel, kind, now, wait.table, wait.seat, turn)
    return len(found)


async def _make_row(connection: AsyncConnection, wait: OpenWait) -> None:
    await connection.execute(insert_missing(connection, reminders).values(table=wait.table, seat=wait.seat, turn=0))


def _is_of(wait: OpenWait) -> tuple[ColumnElement[bool], ...]:
    return reminders.c.table == wait.table, reminders.c.seat == wait.seat


async def put(
    connection: AsyncConnection, channel: str, kind: str, now: float, table: str | None = None, seat: int | None = None,
    turn: int | None = None,
) -> None:  # fmt: skip
    """Put something into the outbox."""
    row = {"id": secrets.token_hex(16), "channel": channel, "kind": kind, "table": table, "seat": seat, "turn": turn}
    await connection.execute(insert(outbox).values(**row, made=now, due=now, tries=0))


async def has_room(connection: AsyncConnection) -> bool:
    """Whether more may be put into the outbox."""
    return int(await connection.scalar(select(func.count()).select_from(outbox)) or 0) < MOST_STORED


async def looked_since(connection: AsyncConnection, waiting: Waiting) -> bool:
    """Whether somebody has looked at the table since this was put into the outbox: then they know."""
    same = (reminders.c.table == waiting.table, reminders.c.seat == waiting.seat, reminders.c.looked > waiting.made)
    return await connection.scalar(select(reminders.c.seat).where(*same)) is not None


async def read_due(connection: AsyncConnection, kinds: Collection[str], now: float, most: int) -> list[Waiting]:
    """What is to be sent now, the longest due first.

    A mail that another process was sending when it died may have been sent: it is not among them.
    """
    free = outbox.c.taken.is_(None) | ((outbox.c.taken < now - LEASE) & (outbox.c.kind != "mail"))
    wanted = select(*COLUMNS).where(outbox.c.kind.in_(kinds), outbox.c.due <= now, free)
    rows = await connection.execute(wanted.order_by(outbox.c.due, outbox.c.id).limit(most))
    return [Waiting(**row) for row in rows.mappings()]


async def take(connection: AsyncConnection, waiting: Waiting, now: float) -> bool:
    """Take something to send it; returns whether no other process has."""
    free = outbox.c.taken.is_(None) | (outbox.c.taken < now - LEASE)
    taken = update(outbox).where(outbox.c.id == waiting.id, outbox.c.tries == waiting.tries, free).values(taken=now)
    return (await connection.execute(taken)).rowcount > 0


async def drop(connection: AsyncConnection, waiting: Waiting) -> None:
    """It is done with."""
    await connection.execute(delete(outbox).where(outbox.c.id == waiting.id))


async def put_back(connection: AsyncConnection, waiting: Waiting, due: float, *, has_tried: bool = True) -> None:
    """Try it again later."""
    values = {"taken": None, "due": due, "tries": waiting.tries + has_tried}
    await connection.execute(update(outbox).where(outbox.c.id == waiting.id).values(**values))


async def drop_lost(connection: AsyncConnection, now: float) -> int:
    """Delete the mails that a process was sending when it died; returns how many."""
    lost = (outbox.c.kind == "mail") & (outbox.c.taken < now - LEASE)
    return (await connection.execute(delete(outbox).where(lost))).rowcount
