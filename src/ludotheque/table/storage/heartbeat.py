"""Heartbeats of processes, and pauses: times without any, which count on no player's clock."""

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table.storage.schema import house, pauses, processes

BEAT_SECONDS = 1.0  # between two heartbeats of a process
LONGEST_SILENCE = 3.0  # without any heartbeat; a longer one is a pause
FORGOTTEN = 86_400.0  # seconds of silence after which a process's row is deleted
LOCK = 20_501  # PostgreSQL advisory lock: one process at a time starts or stops
IS_OPEN = pauses.c.begin == pauses.c.end  # the last process has stopped, and none has started since
FIRST_BEAT = text(
    "INSERT INTO processes (id, started, beat) VALUES (:id, :now, :now)"
    " ON CONFLICT (id) DO UPDATE SET beat = excluded.beat"
)


async def write_beat(connection: AsyncConnection, process: str, now: float) -> None:
    """Write a process's heartbeat; if it ends a long silence of all processes, store that as a pause."""
    mine = (processes.c.id == process, processes.c.beat >= now - LONGEST_SILENCE)
    if (await connection.execute(update(processes).where(*mine).values(beat=now))).rowcount:
        return
    await _lock(connection)  # of several that start at once, the first writes the pause
    await _end_silence(connection, now)
    await connection.execute(delete(processes).where(processes.c.beat < now - FORGOTTEN))
    await connection.execute(FIRST_BEAT, {"id": process, "now": now})


async def count_beat(connection: AsyncConnection, beats: int) -> None:
    """Store how many heartbeats a SQLite house has had: what was written before one is as old as its mark."""
    await connection.execute(update(house).values(beats=beats))


async def write_farewell(connection: AsyncConnection, process: str, now: float) -> None:
    """Remove a process that stops; if it was the last one, a pause begins, until the next start."""
    await write_beat(connection, process, now)
    await _lock(connection)
    await connection.execute(delete(processes).where(processes.c.id == process))
    if not await read_alive(connection, now):
        await connection.execute(insert(pauses).values(begin=now, end=now))


async def _end_silence(connection: AsyncConnection, now: float) -> None:
    """Write the pause that ends now, if any: since the last process stopped, or since the last heartbeat."""
    last = await connection.scalar(select(func.max(processes.c.beat)))
    left = await connection.scalar(select(func.max(pauses.c.begin)).where(IS_OPEN))
    await connection.execute(delete(pauses).where(IS_OPEN))
    if left is not None and (last is None or left >= last):
        begin = left
    elif last is not None and now - last > LONGEST_SILENCE:
        begin = last
    else:
        return
    if begin < now:  # a machine's clock may have been set back
        await connection.execute(insert(pauses).values(begin=begin, end=now))


async def _lock(connection: AsyncConnection) -> None:
    """No other process starts or stops until this transaction ends."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


async def read_pauses(connection: AsyncConnection, since: float) -> list[tuple[float, float]]:
    """The pauses that ended after `since`, in order."""
    wanted = select(pauses.c.begin, pauses.c.end).where(pauses.c.end > since, ~IS_OPEN).order_by("begin")
    rows = await connection.execute(wanted)
    return [(begin, end) for begin, end in rows]


async def read_alive(connection: AsyncConnection, now: float) -> set[str]:
    """The processes with a recent heartbeat."""
    rows = await connection.scalars(select(processes.c.id).where(processes.c.beat >= now - LONGEST_SILENCE))
    return set(rows)
