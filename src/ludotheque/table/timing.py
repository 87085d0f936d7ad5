"""Time-outs: looks which clocks have run out, and has it written."""

from sqlalchemy import select

from ludotheque.table.house import House
from ludotheque.table.schema import seats, tables
from ludotheque.table.store import Store

MOST_AT_ONCE = 200


async def due_seats(store: Store, now: float) -> list[tuple[str, int]]:
    """The seats whose time has run out by the index, longest first; pauses may give them more."""
    wanted = (
        select(seats.c.table, seats.c.seat)
        .join(tables, tables.c.id == seats.c.table)
        .where(seats.c.due <= now, tables.c.stage == "playing")
        .order_by(seats.c.due)
        .limit(MOST_AT_ONCE)
    )
    async with store.read() as connection:
        return [(row.table, row.seat) for row in await connection.execute(wanted)]


async def write_time_outs(house: House) -> None:
    """Write all time-outs that are due; another process may be quicker, and the log lets one through."""
    for table, seat in await due_seats(house.store, await house.store.now()):
        await house.time_out(table, seat)
