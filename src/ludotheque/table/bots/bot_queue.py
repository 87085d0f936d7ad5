"""The queue of bots' pending choices, shared by all processes of a house.

People's tables go first, then the longest waiting. A process takes a choice with a lease, and renews it while the bot
thinks; if the process dies, the lease expires and another takes the choice.
"""

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, delete, func, or_, select, tuple_, update

from ludotheque.table.storage.schema import work
from ludotheque.table.storage.store import Store

LEASE = 15.0  # seconds
PAUSE = 2.0  # seconds before a failed choice is retried
MOST_TRIES = 3
LONGEST = 200  # letters of an error

IS_WAITING = work.c.error.is_(None)
ORDER = (work.c.has_people.desc(), work.c.since, work.c.table, work.c.seat)


@dataclass(frozen=True, slots=True)
class QueuedChoice:
    """A choice under lease."""

    table: str
    seat: int
    number: int  # the last entry when the wait for the seat began
    level: str
    tries: int  # failed ones
    taker: str  # random id of the lease


@dataclass(frozen=True, slots=True)
class QueuePosition:
    """The state of a bot's choice: being computed, queued, or failed with an error."""

    seat: int
    is_thinking: bool
    before: int  # choices ahead of it
    tries: int
    error: str | None


class BotQueue:
    """Takes, renews, fails and drops the choices in the table `work`."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def take(self) -> QueuedChoice | None:
        """Lease the next choice for `LEASE` seconds; None if there is none. No two takers get the same."""
        async with self.store.read() as connection:  # a read takes no lock
            if (await connection.execute(_next(await self.store.time_of(connection)))).first() is None:
                return None
        async with self.store.begin() as connection:
            now = await self.store.time_of(connection)
            row = (await connection.execute(_next(now).with_for_update(skip_locked=True))).first()
            if row is None:
                return None
            found = QueuedChoice(row.table, row.seat, row.number, row.level, row.tries, secrets.token_hex(16))
            change = update(work).where(work.c.table == row.table, work.c.seat == row.seat)
            await connection.execute(change.values(taker=found.taker, taken=now))
        return found

    async def renew(self, mine: QueuedChoice) -> bool:
        """Renew the lease; False if the choice is no longer pending, or another has it."""
        return await self._change(mine, taken=await self.store.now())

    async def give_back(self, mine: QueuedChoice) -> bool:
        """Release the lease."""
        return await self._change(mine, taker=None, taken=None)

    async def fail(self, mine: QueuedChoice, error: str) -> bool:
        """Count a failed try; returns whether it was the last one, after which the table shows the error."""
        tries = mine.tries + 1
        is_last = tries >= MOST_TRIES
        values = {"taker": None, "tries": tries, "error": error[:LONGEST] if is_last else None}
        async with self.store.begin() as connection:
            now = await self.store.time_of(connection)
            failed = await connection.execute(update(work).where(_is(mine)).values(**values, taken=now))
            if is_last and failed.rowcount == 1:
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
            return tuple([_place(row, now, (await connection.execute(_before(row, now))).scalar_one()) for row in rows])

    async def _change(self, mine: QueuedChoice, **values: Any) -> bool:
        async with self.store.begin() as connection:
            return (await connection.execute(update(work).where(_is(mine)).values(**values))).rowcount == 1


def _is(mine: QueuedChoice) -> ColumnElement[bool]:
    """Condition: the choice, still under this lease."""
    return and_(work.c.table == mine.table, work.c.seat == mine.seat, work.c.taker == mine.taker)


def _is_free(now: float) -> ColumnElement[bool]:
    """Condition: no lease, or an expired one."""
    return or_(work.c.taker.is_(None), work.c.taken < now - LEASE)


def _next(now: float) -> Select[Any]:
    """The next free choice; failed ones only after `PAUSE`."""
    has_rested = or_(work.c.tries == 0, work.c.taken.is_(None), work.c.taken < now - PAUSE)
    return select(work).where(IS_WAITING, _is_free(now), has_rested).order_by(*ORDER).limit(1)


def _before(row: Row[Any], now: float) -> Select[Any]:
    """COUNT of the free choices ahead of a row."""
    key = tuple_(work.c.since, work.c.table, work.c.seat) < (row.since, row.table, row.seat)
    earlier = and_(work.c.has_people == row.has_people, key)
    goes_first = earlier if row.has_people else or_(work.c.has_people, earlier)
    return select(func.count()).where(IS_WAITING, _is_free(now), goes_first)


def _place(row: Row[Any], now: float, before: int) -> QueuePosition:
    is_thinking = row.taker is not None and row.taken >= now - LEASE
    return QueuePosition(row.seat, is_thinking, 0 if is_thinking or row.error else before, row.tries, row.error)
