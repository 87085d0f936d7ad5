"""The queue of bots' pending choices, shared by all processes of a house, and fair between people.

A choice counts for whoever made its table. Start-time fair queueing (Goyal, Vin, Cheng 1996) shares the workers: a
person's next choice starts where their last one ended in virtual time, or now, whichever is later, and the earliest
start is taken. So a person with a hundred tables gets as much thinking as one with a single table, once both wait.
Among equal starts, and among the tables of one person, the longest waiting goes first, and a short thought is as good
as one that waits longer (`_ranked`). Every wait counts up, so nothing starves.

A process takes a choice with a lease, and renews it while the bot thinks; if the process dies, the lease expires and
another takes the choice.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, Subquery, and_, case, delete, func, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table.storage.engines import insert_missing
from ludotheque.table.storage.schema import bot_time, tables, work
from ludotheque.table.storage.store import Store

LEASE = 15.0  # seconds
PAUSE = 2.0  # seconds before a failed choice is retried
MOST_TRIES = 3
LONGEST = 200  # letters of an error

SECONDS = MappingProxyType({"novice": 0.1, "casual": 0.2, "club": 0.5, "expert": 1.0, "master": 4.0})  # of a choice
USUAL = 0.5  # seconds of any other bot's
ALONE = 4.0  # how many times a choice counts at a table without people
OVERTAKING = 10.0  # seconds of waiting that weigh as much as one second of thinking
TOLERANCE = 2.0  # how many times its estimate a thought may take
CLOCK = ""  # whose row of `bot_time` holds the house's virtual time

IS_WAITING = work.c.error.is_(None)


@dataclass(frozen=True, slots=True)
class QueuedChoice:
    """A choice under lease."""

    table: str
    seat: int
    number: int  # the last entry when the wait for the seat began
    level: str
    tries: int  # failed ones
    taker: str  # random id of the lease
    owner: str  # who made the table
    cost: float  # estimated seconds, weighed; charged when it is taken


@dataclass(frozen=True, slots=True)
class QueuePosition:
    """The state of a bot's choice: being computed, queued, or failed with an error."""

    seat: int
    is_thinking: bool
    before: int  # choices ahead of it
    tries: int
    error: str | None


class BotQueue:
    """Takes, renews, fails and drops the choices in the table `work`.

    `weigh` says how many times a choice of a person's tables counts: more where many share an address.
    """

    def __init__(self, store: Store, weigh: Callable[[str], float] = lambda _person: 1.0) -> None:
        self.store, self._weigh = store, weigh

    async def take(self) -> QueuedChoice | None:
        """Lease the next choice for `LEASE` seconds; None if there is none. No two takers get the same."""
        async with self.store.read() as connection:  # a read takes no lock
            if (await connection.execute(_next(await self.store.time_of(connection)))).first() is None:
                return None
        async with self.store.begin() as connection:
            await _lock_clock(connection)
            now = await self.store.time_of(connection)
            row = (await connection.execute(_next(now))).first()
            if row is None:
                return None
            cost = row.cost * self._weigh(row.owner)
            found = QueuedChoice(
                row.table, row.seat, row.number, row.level, row.tries, secrets.token_hex(16), row.owner, cost
            )
            same = and_(work.c.table == row.table, work.c.seat == row.seat, work.c.number == row.number)
            leased = update(work).where(same, IS_WAITING, _is_free(now)).values(taker=found.taker, taken=now)
            if (await connection.execute(leased)).rowcount == 0:  # the table has moved on meanwhile
                return None
            await _advance_clock(connection, row.start)
            await _charge(connection, row.owner, cost)
        return found

    async def renew(self, mine: QueuedChoice) -> bool:
        """Renew the lease; False if the choice is no longer pending, or another has it."""
        async with self.store.begin() as connection:
            return await _change(connection, mine, taken=await self.store.now())

    async def give_back(self, mine: QueuedChoice, seconds: float | None = None) -> bool:
        """Release the lease; `seconds` is how long the bot has thought, None for as long as estimated."""
        async with self.store.begin() as connection:
            await _settle(connection, mine, seconds)
            return await _change(connection, mine, taker=None, taken=None)

    async def fail(self, mine: QueuedChoice, error: str, seconds: float | None = None) -> bool:
        """Count a failed try; returns whether it was the last one, after which the table shows the error."""
        tries = mine.tries + 1
        is_last = tries >= MOST_TRIES
        values = {"taker": None, "tries": tries, "error": error[:LONGEST] if is_last else None}
        async with self.store.begin() as connection:
            await _settle(connection, mine, seconds)
            now = await self.store.time_of(connection)
            if await _change(connection, mine, **values, taken=now) and is_last:
                await self.store.announce(connection, (mine.table, mine.number))
        return is_last

    async def drop(self, mine: QueuedChoice) -> None:
        """Delete a choice that is no longer pending."""
        async with self.store.begin() as connection:
            await connection.execute(delete(work).where(_is(mine)))

    async def try_again(self, table: str) -> None:
        """Retry the failed choices of a table."""
        change = update(work).where(work.c.table == table, work.c.error.is_not(None))
        async with self.store.begin() as connection:
            await connection.execute(change.values(tries=0, error=None, taken=None))

    async def try_all_again(self) -> None:
        """Retry all failed choices once, at the start of a server, which may have been fixed."""
        change = update(work).where(work.c.error.is_not(None))
        async with self.store.begin() as connection:
            await connection.execute(change.values(tries=MOST_TRIES - 1, error=None, taken=None))

    async def length(self) -> int:
        """How many choices are queued or being computed."""
        async with self.store.read() as connection:
            count: int = (await connection.execute(select(func.count()).where(IS_WAITING))).scalar_one()
        return count

    async def places(self, table: str) -> tuple[QueuePosition, ...]:
        """The states of a table's pending choices, by seat."""
        async with self.store.read() as connection:
            now = await self.store.time_of(connection)
            rows = (await connection.execute(select(work).where(work.c.table == table).order_by(work.c.seat))).all()
            return tuple([_place(row, now, await connection.scalar(_before(row, now)) or 0) for row in rows])


def _is(mine: QueuedChoice) -> ColumnElement[bool]:
    """Condition: the choice, still under this lease."""
    return and_(work.c.table == mine.table, work.c.seat == mine.seat, work.c.taker == mine.taker)


async def _change(connection: AsyncConnection, mine: QueuedChoice, **values: Any) -> bool:
    return (await connection.execute(update(work).where(_is(mine)).values(**values))).rowcount == 1


def _is_free(now: float) -> ColumnElement[bool]:
    """Condition: no lease, or an expired one."""
    return or_(work.c.taker.is_(None), work.c.taken < now - LEASE)


def _ranked(now: float) -> Subquery:
    """The free choices with their `owner`, `cost`, virtual `start`, and `key` among equal starts.

    The start of a person's second choice is the end of their first, and so on.
    """
    clock = select(bot_time.c.used).where(bot_time.c.person == CLOCK).scalar_subquery()
    begin = func.coalesce(case((bot_time.c.used > clock, bot_time.c.used), else_=clock), 0.0)
    cost = case(dict(SECONDS), value=work.c.level, else_=USUAL) * case((work.c.has_people, 1.0), else_=ALONE)
    key = work.c.since + OVERTAKING * cost
    earlier = func.sum(cost).over(
        partition_by=tables.c.creator, order_by=(key, work.c.table, work.c.seat), rows=(None, -1)
    )
    start = begin + func.coalesce(earlier, 0.0)
    has_rested = or_(work.c.tries == 0, work.c.taken.is_(None), work.c.taken < now - PAUSE)
    return (
        select(
            work, tables.c.creator.label("owner"), cost.label("cost"), key.label("key"), start.label("start"),
            has_rested.label("has_rested"),
        )
        .join(tables, tables.c.id == work.c.table)
        .outerjoin(bot_time, bot_time.c.person == tables.c.creator)
        .where(IS_WAITING, _is_free(now))
        .subquery()
    )  # fmt: skip


def _next(now: float) -> Select[Any]:
    """The next free choice; failed ones only after `PAUSE`."""
    free = _ranked(now)
    order = (free.c.start, free.c.key, free.c.table, free.c.seat)
    return select(free).where(free.c.has_rested).order_by(*order).limit(1)


def _before(row: Row[Any], now: float) -> Select[Any]:
    """COUNT of the free choices ahead of a row."""
    free, own = _ranked(now), _ranked(now)
    order = [tuple_(one.c.start, one.c.key, one.c.table, one.c.seat) for one in (free, own)]
    mine = and_(own.c.table == row.table, own.c.seat == row.seat)
    return select(func.count()).select_from(own).join(free, order[0] < order[1]).where(mine)


def _place(row: Row[Any], now: float, before: int) -> QueuePosition:
    is_thinking = row.taker is not None and row.taken >= now - LEASE
    return QueuePosition(row.seat, is_thinking, 0 if is_thinking or row.error else before, row.tries, row.error)


async def _lock_clock(connection: AsyncConnection) -> None:
    """Lock the clock's row, so that processes take and charge one after another."""
    lock = update(bot_time).where(bot_time.c.person == CLOCK).values(used=bot_time.c.used)
    if (await connection.execute(lock)).rowcount == 0:
        await connection.execute(insert_missing(connection, bot_time).values(person=CLOCK, used=0.0))
        await connection.execute(lock)


async def _advance_clock(connection: AsyncConnection, start: float) -> None:
    """The virtual time is the latest start; people whose time it has passed start afresh."""
    later = and_(bot_time.c.person == CLOCK, bot_time.c.used < start)
    await connection.execute(update(bot_time).where(later).values(used=start))
    past = and_(bot_time.c.person != CLOCK, bot_time.c.used <= start)
    await connection.execute(delete(bot_time).where(past))


async def _charge(connection: AsyncConnection, owner: str, seconds: float) -> None:
    """Add thinking to a person's virtual time, which begins at the house's."""
    clock = select(bot_time.c.used).where(bot_time.c.person == CLOCK).scalar_subquery()
    await connection.execute(insert_missing(connection, bot_time).values(person=owner, used=clock))
    own = bot_time.c.person == owner
    await connection.execute(update(bot_time).where(own).values(used=bot_time.c.used + seconds))


async def _settle(connection: AsyncConnection, mine: QueuedChoice, seconds: float | None) -> None:
    """Charge a thought that has taken more than `TOLERANCE` times its estimate in full."""
    estimate = SECONDS.get(mine.level, USUAL)
    if seconds is not None and seconds > TOLERANCE * estimate:
        await _lock_clock(connection)
        await _charge(connection, mine.owner, (seconds / estimate - 1) * mine.cost)
