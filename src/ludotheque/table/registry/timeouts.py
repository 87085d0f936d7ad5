"""Time-outs: finds clocks that have run out, and appends TimeOut entries.

A process knows all pauses up to its own last heartbeat: a clock due by then has truly run out, even if the machine
slept or the database was away since. Later ones wait for the next heartbeat.
"""

import asyncio
from dataclasses import dataclass, field

import structlog
from sqlalchemy import select, update

from ludotheque.log.commands import Draft
from ludotheque.log.entries import BotHolder, PersonHolder, TimeOut
from ludotheque.log.table_state import TableState
from ludotheque.table.registry.registry import LiveTable
from ludotheque.table.registry.seats import absent
from ludotheque.table.registry.tables import Tables
from ludotheque.table.registry.write_retry import seat_rows
from ludotheque.table.storage import schema
from ludotheque.table.storage.heartbeat import LONGEST_SILENCE
from ludotheque.table.storage.schema import seats
from ludotheque.table.storage.storage_errors import StoreError
from ludotheque.table.storage.store import Store

MOST_AT_ONCE = 200
LATER = 3600.0  # seconds before a table that does not replay is retried

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Due:
    """A seat whose time has run out by the index. The index does not know of pauses."""

    table: str
    seat: int
    due: float


@dataclass(slots=True)
class Timing:
    """One process's watch over all clocks."""

    tables: Tables
    process: str
    known: float = 0.0  # the time of the last beat: all pauses until then are known
    _beaten: asyncio.Event = field(default_factory=asyncio.Event)

    async def beat(self) -> None:
        """Write this process's heartbeat, and read any pause that was written since the last one."""
        now = await self.tables.store.beat(self.process)
        if not self.tables.registry.is_sole_writer or now - self.known > LONGEST_SILENCE:  # otherwise there is none
            await self.tables.registry.learn_pauses()
        self.known = self.tables.registry.last_beat = now
        self._beaten.set()

    async def watch(self) -> None:
        """Wait for the next heartbeat, and write the time-outs that were due by then."""
        await self._beaten.wait()
        self._beaten.clear()
        await write_time_outs(self.tables, self.known)


async def due_seats(store: Store, now: float) -> list[Due]:
    """The seats whose time has run out by the index, the longest overdue first."""
    wanted = (
        select(seats.c.table, seats.c.seat, seats.c.due)
        .join(schema.tables, schema.tables.c.id == seats.c.table)
        .where(seats.c.due <= now, schema.tables.c.stage == "playing")
        .order_by(seats.c.due)
        .limit(MOST_AT_ONCE)
    )
    async with store.read() as connection:
        return [Due(row.table, row.seat, row.due) for row in await connection.execute(wanted)]


async def write_time_outs(tables: Tables, now: float) -> None:
    """Write all time-outs that are due. If processes race, the log accepts one of them.

    A table that does not replay is logged and put off; the others go on.
    """
    for one in await due_seats(tables.store, now):
        try:
            await _write_time_out(tables, one, now)
        except StoreError:
            raise
        except Exception as error:
            log.error("time-out", table=one.table, exc_info=error)
            await _put_off(tables.store, one, now + LATER)


async def _write_time_out(tables: Tables, one: Due, now: float) -> None:
    """Write a time-out, or correct the index by the pauses; nothing else corrects it."""
    due = _due(await tables.registry.find(one.table), one.seat)
    if due is not None and due <= now:
        await time_out(tables, one.table, one.seat, now)
    else:
        await _put_off(tables.store, one, due)


async def time_out(tables: Tables, table: str, seat: int, now: float | None = None) -> None:
    """Write a seat's time-out, if it is due by now, and what the table's terms say follows."""
    now = await tables.store.now() if now is None else now

    def make(state: TableState) -> Draft:
        due = state.clocks.due(seat)
        if due is None or due > now or seat in state.late or isinstance(state.holders[seat], BotHolder):
            return Draft([])
        return Draft([TimeOut(seat=seat), *absent(state, seat, "time", level)])

    live = await tables.registry.find(table)
    holder, game = live.state.holders.get(seat), live.row.terms.game
    level = await tables.seats.level_of(holder.person, game) if isinstance(holder, PersonHolder) else ""
    await tables.registry.write(table, make)


def _due(live: LiveTable, seat: int) -> float | None:
    """When a seat's time runs out by the log; None if its clock does not run."""
    return next((row.due for row in seat_rows(live.state, live.state.clocks.due_times()) if row.seat == seat), None)


async def _put_off(store: Store, one: Due, due: float | None) -> None:
    """Write a seat's new due time into the index, unless the index has changed meanwhile."""
    same = (seats.c.table == one.table, seats.c.seat == one.seat, seats.c.due == one.due)
    async with store.begin() as connection:
        await connection.execute(update(seats).where(*same).values(due=due))
