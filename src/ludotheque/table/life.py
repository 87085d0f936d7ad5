"""Which processes are alive, and the times in which none was: those are charged to nobody."""

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table.schema import pauses, processes

BEAT_SECONDS = 1.0  # how often a process should say that it is alive
LONGEST_SILENCE = 3.0  # of all processes: longer than this is a pause
FORGOTTEN = 86_400.0  # a process that was silent for so long is forgotten
LOCK = 20_501  # of PostgreSQL: one process writes a pause
FIRST_BEAT = text(
    "INSERT INTO processes (id, started, beat) VALUES (:id, :now, :now)"
    " ON CONFLICT (id) DO UPDATE SET beat = excluded.beat"
)


async def write_beat(connection: AsyncConnection, process: str, now: float) -> None:
    """A process is alive; if none was for some time before, that was a pause."""
    if await _was_silent(connection, now):
        await _write_pause(connection, now)
    written = await connection.execute(update(processes).where(processes.c.id == process).values(beat=now))
    if not written.rowcount:
        await connection.execute(delete(processes).where(processes.c.beat < now - FORGOTTEN))
        await connection.execute(FIRST_BEAT, {"id": process, "now": now})


async def _was_silent(connection: AsyncConnection, now: float) -> bool:
    last = await connection.scalar(select(func.max(processes.c.beat)))
    return last is not None and now - last > LONGEST_SILENCE


async def _write_pause(connection: AsyncConnection, now: float) -> None:
    """Of several processes that come back at once, the first writes the pause."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    if not await _was_silent(connection, now):
        return
    last = await connection.scalar(select(func.max(processes.c.beat)))
    await connection.execute(insert(pauses).values(begin=last, end=now))


async def read_pauses(connection: AsyncConnection, since: float) -> list[tuple[float, float]]:
    """The pauses that ended after a time, in their order."""
    rows = await connection.execute(select(pauses.c.begin, pauses.c.end).where(pauses.c.end > since).order_by("begin"))
    return [(begin, end) for begin, end in rows]


async def read_alive(connection: AsyncConnection, now: float) -> set[str]:
    """The processes that were heard of lately."""
    rows = await connection.scalars(select(processes.c.id).where(processes.c.beat >= now - LONGEST_SILENCE))
    return set(rows)
