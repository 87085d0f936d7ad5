"""The rows of those who look for opponents. Whoever changes several of them holds a lock until the transaction ends."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table.service.seeks.seek import Seek
from ludotheque.table.storage.schema import ratings, seats, seeks

LOCK = 20_502  # PostgreSQL advisory lock: one process at a time puts people together
COLUMNS = [seeks.c[field.name] for field in fields(Seek)]
ALONE = {"party": None, "size": 0, "has_come": False, "table": None}


async def lock(connection: AsyncConnection) -> None:
    """No other process changes these rows until this transaction ends. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


async def read_seeks(connection: AsyncConnection, *, for_update: bool = False) -> list[Seek]:
    """All who look for opponents."""
    wanted = select(*COLUMNS).order_by(seeks.c.person)
    rows = await connection.execute(wanted.with_for_update() if for_update else wanted)
    return [Seek(**row) for row in rows.mappings()]


async def read_seek(connection: AsyncConnection, person: str) -> Seek | None:
    """The seek of a person."""
    row = (await connection.execute(select(*COLUMNS).where(seeks.c.person == person))).mappings().first()
    return None if row is None else Seek(**row)


async def read_party(connection: AsyncConnection, party: str) -> list[Seek]:
    """All people of a party."""
    rows = await connection.execute(select(*COLUMNS).where(seeks.c.party == party))
    return [Seek(**row) for row in rows.mappings()]


async def read_mean(connection: AsyncConnection, person: str, game: str) -> float | None:
    """The mean of a person's rating; None without rated games."""
    wanted = select(ratings.c.mean).where(ratings.c.who == person, ratings.c.game == game)
    return await connection.scalar(wanted)


async def sits_at(connection: AsyncConnection, person: str, table: str | None) -> bool:
    """Whether a person has sat down at a table."""
    held = select(seats.c.seat).where(seats.c.table == table, seats.c.person == person).limit(1)
    return await connection.scalar(held) is not None


async def count_free(connection: AsyncConnection) -> dict[tuple[str, str], int]:
    """How many look for each offer of each game, and have found nobody yet."""
    wanted = select(seeks.c.game, seeks.c.offer, func.count().label("people")).where(
        seeks.c.party.is_(None), seeks.c.table.is_(None)
    )
    rows = await connection.execute(wanted.group_by(seeks.c.game, seeks.c.offer))
    return {(row.game, row.offer): row.people for row in rows}


async def write_seek(connection: AsyncConnection, seek: Seek) -> None:
    """Store a new seek in place of the person's old one, if any."""
    await drop_seeks(connection, [seek.person])
    await connection.execute(insert(seeks).values(asdict(seek)))


async def drop_seeks(connection: AsyncConnection, people: Iterable[str]) -> None:
    """Delete the seeks of these people; the others of their parties look on."""
    gone = sorted(people)
    left = select(seeks.c.party).where(seeks.c.person.in_(gone), seeks.c.party.is_not(None), seeks.c.table.is_(None))
    parties = list(await connection.scalars(left))
    await connection.execute(delete(seeks).where(seeks.c.person.in_(gone)))
    await connection.execute(update(seeks).where(seeks.c.party.in_(parties)).values(**ALONE))


async def free_seeks(connection: AsyncConnection, people: Iterable[str]) -> None:
    """Let these people look on, with the time that they have waited already."""
    await connection.execute(update(seeks).where(seeks.c.person.in_(sorted(people))).values(**ALONE))


async def write_party(connection: AsyncConnection, party: str, people: Sequence[str], now: float) -> None:
    """Put people together; each has to say that they come."""
    together = {**ALONE, "party": party, "size": len(people), "changed": now}
    await connection.execute(update(seeks).where(seeks.c.person.in_(people)).values(**together))


async def write_seen(connection: AsyncConnection, people: Iterable[str], now: float) -> None:
    """Note that the clients of these people are there."""
    await connection.execute(update(seeks).where(seeks.c.person.in_(sorted(people))).values(seen=now))


async def write_table(connection: AsyncConnection, party: str, table: str, now: float) -> None:
    """Note where a party sits."""
    await connection.execute(update(seeks).where(seeks.c.party == party).values(table=table, changed=now))
