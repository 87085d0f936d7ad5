"""The queue of choices that bots have to make, one for all processes that serve a house.

People's tables go first, then whoever has waited longest. A choice is taken for some seconds, and renewed while a bot
thinks: when its process dies, another takes it.
"""

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, delete, func, or_, select, tuple_, update

from ludotheque.table.storage.schema import work
from ludotheque.table.storage.store import Store

LEASE = 15.0  # seconds for which a choice is taken
PAUSE = 2.0  # seconds before a choice that failed is tried again
MOST_TRIES = 3
LONGEST = 200  # letters of an error

IS_WAITING = work.c.error.is_(None)
ORDER = (work.c.has_people.desc(), work.c.since, work.c.table, work.c.seat)


@dataclass(frozen=True, slots=True)
class QueuedChoice:
    """A choice that was taken: nobody else thinks about it for a while."""

    table: str
    seat: int
    number: int  # the last entry when the seat began to be waited for
    level: str
    tries: int  # that have failed before
    taker: str  # a word of this taking alone


@dataclass(frozen=True, slots=True)
class QueuePosition:
    """Where a bot's choice stands: being thought about, behind others, or given up with an error."""

    seat: int
    is_thinking: bool
    before: int  # choices that are taken before it
    tries: int
    error: str | None


class BotQueue:
    """The rows of `work`, as those who think see them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def take(self) -> QueuedChoice | None:
        """The next choice, for `LEASE` seconds; None when there is none. No two takers get the same."""
        async with self.store.read() as connection:  # looking alone takes no lock
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
        """Keep a choice for `LEASE` seconds more; False when it is no longer asked for, or another has it."""
        return await self._change(mine, taken=await self.store.now())

    async def give_back(self, mine: QueuedChoice) -> bool:
        """Let others take a choice."""
        return await self._change(mine, taker=None, taken=None)

    async def fail(self, mine: QueuedChoice, error: str) -> bool:
        """Tell that a bot has failed; returns whether that was the last try, so that the seat waits and says so."""
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
        """Forget a choice that nobody waits for any more."""
        async with self.store.begin() as connection:
            await connection.execute(delete(work).where(_is(mine)))

    async def try_again(self, table: str) -> None:
        """Let the bots of a table think again about what they have given up."""
        change = update(work).where(work.c.table == table, work.c.error.is_not(None))
        async with self.store.begin() as connection:
            await connection.execute(change.values(tries=0, error=None, taken=None))

    async def try_all_again(self) -> None:
        """Let all bots that have given up think once more, as at the start of a server that may have been mended."""
        change = update(work).where(work.c.error.is_not(None))
        async with self.store.begin() as connection:
            await connection.execute(change.values(tries=MOST_TRIES - 1, error=None, taken=None))

    async def length(self) -> int:
        """How many choices wait, with those that are being thought about."""
        async with self.store.read() as connection:
            count: int = (await connection.execute(select(func.count()).where(IS_WAITING))).scalar_one()
        return count

    async def places(self, table: str) -> tuple[QueuePosition, ...]:
        """Where the choices of a table's bots stand, by seat."""
        async with self.store.read() as connection:
            now = await self.store.time_of(connection)
            rows = (await connection.execute(select(work).where(work.c.table == table).order_by(work.c.seat))).all()
            return tuple([_place(row, now, (await connection.execute(_before(row, now))).scalar_one()) for row in rows])

    async def _change(self, mine: QueuedChoice, **values: Any) -> bool:
        async with self.store.begin() as connection:
            return (await connection.execute(update(work).where(_is(mine)).values(**values))).rowcount == 1


def _is(mine: QueuedChoice) -> ColumnElement[bool]:
    """The row of a choice, as long as it is in these hands: one that was asked for anew is not."""
    return and_(work.c.table == mine.table, work.c.seat == mine.seat, work.c.taker == mine.taker)


def _is_free(now: float) -> ColumnElement[bool]:
    """Nobody has taken it, or whoever has is gone."""
    return or_(work.c.taker.is_(None), work.c.taken < now - LEASE)


def _next(now: float) -> Select[Any]:
    """The choice that comes next; one that has failed lets a moment pass."""
    has_rested = or_(work.c.tries == 0, work.c.taken.is_(None), work.c.taken < now - PAUSE)
    return select(work).where(IS_WAITING, _is_free(now), has_rested).order_by(*ORDER).limit(1)


def _before(row: Row[Any], now: float) -> Select[Any]:
    """How many choices are free and come before a row."""
    key = tuple_(work.c.since, work.c.table, work.c.seat) < (row.since, row.table, row.seat)
    earlier = and_(work.c.has_people == row.has_people, key)
    goes_first = earlier if row.has_people else or_(work.c.has_people, earlier)
    return select(func.count()).where(IS_WAITING, _is_free(now), goes_first)


def _place(row: Row[Any], now: float, before: int) -> QueuePosition:
    is_thinking = row.taker is not None and row.taken >= now - LEASE
    return QueuePosition(row.seat, is_thinking, 0 if is_thinking or row.error else before, row.tries, row.error)
