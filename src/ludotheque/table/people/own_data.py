"""Export and deletion of a person's data.

Games belong to all who sat there, so they stay, with the placeholder "somebody" for a deleted person. Deletion also
replaces the name in `Sit` entries: the only change that an entry ever sees.
"""

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict
from typing import Any, TypeVar

from sqlalchemy import Select, delete, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.log.entries import ENTRY, PersonHolder, Sit
from ludotheque.log.table_errors import TableError
from ludotheque.table.people.person_names import SOMEBODY
from ludotheque.table.people.sessions import close_all, list_sessions
from ludotheque.table.storage import schema
from ludotheque.table.storage.integrity.entry_chain import rename_holder
from ludotheque.table.storage.schema import (
    answers,
    channels,
    entries,
    messages,
    people,
    ratings,
    results,
    seats,
    sitters,
    tables,
)
from ludotheque.table.storage.seal import Seal
from ludotheque.table.storage.store import Store
from ludotheque.wire.account_messages import Listed
from ludotheque.wire.personal_data import (
    KeptChannel,
    KeptMessage,
    KeptPerson,
    KeptRating,
    KeptResult,
    KeptSeek,
    KeptTable,
    KeptTerms,
    MyData,
)

Kept = TypeVar("Kept", KeptMessage, KeptRating, KeptResult, KeptSeek)

A_MONTH = 30 * 86_400.0  # seconds for which answers are stored
MOST_AT_ONCE = 1000  # answers deleted in one transaction
A_DAY = 86_400.0
NO_LOGIN = {"login": None, "alike": None, "password": None, "recovery": None}


async def collect(connection: AsyncConnection, seal: Seal, person: str) -> MyData:
    """All stored data of a person, without hashes of secrets; `seal` opens where they are reminded."""
    own_results = select(results).where(results.c.who == person).order_by(results.c.at)
    own_ratings = select(ratings).where(ratings.c.who == person)
    own_seeks = select(*(schema.seeks.c[name] for name in KeptSeek.model_fields)).where(schema.seeks.c.person == person)
    own_messages = select(messages).where(messages.c.person == person).order_by(messages.c.at)
    return MyData(
        format="ludotheque person 1",
        person=await _person(connection, person),
        sessions=[Listed(**asdict(session)) for session in await list_sessions(connection, person)],
        tables=await collect_tables(connection, person),
        results=await _rows(connection, own_results, KeptResult),
        ratings=await _rows(connection, own_ratings, KeptRating),
        messages=await _rows(connection, own_messages, KeptMessage),
        seeks=await _rows(connection, own_seeks, KeptSeek),
        channels=await _channels(connection, seal, person),
    )


async def _channels(connection: AsyncConnection, seal: Seal, person: str) -> list[KeptChannel]:
    """How a person is reminded: where that leads is told, keys and secrets are not."""
    rows = await connection.execute(select(channels).where(channels.c.person == person).order_by(channels.c.created))
    found = []
    for row in rows.mappings():
        opened = seal.open(row["target"], f"channel {row['id']}") if row["target"] else None
        kept = {name: row[name] for name in KeptChannel.model_fields if name != "address"}
        found.append(KeptChannel(address=json.loads(opened)["address"] if opened else None, **kept))
    return found


async def _person(connection: AsyncConnection, person: str) -> KeptPerson:
    row = (await connection.execute(select(people).where(people.c.id == person))).one()
    settings = json.loads(row.settings)
    return KeptPerson(
        id=row.id, name=row.name, login=row.login, is_bot=row.is_bot, created=row.created, settings=settings
    )


async def collect_tables(connection: AsyncConnection, person: str) -> list[KeptTable]:
    """The tables that a person created or ever sat at."""
    mine = or_(tables.c.creator == person, tables.c.id.in_(sat_at(person)))
    columns = (tables.c.id, tables.c.terms, tables.c.stage, tables.c.created, tables.c.changed)
    rows = (await connection.execute(select(*columns).where(mine).order_by(tables.c.created))).all()
    held: dict[str, list[int]] = {}
    for row in await connection.execute(select(seats).where(seats.c.person == person).order_by(seats.c.seat)):
        held.setdefault(row.table, []).append(row.seat)
    return [
        KeptTable(
            id=row.id, terms=KeptTerms.model_validate_json(row.terms), stage=row.stage, created=row.created,
            changed=row.changed, seats=held.get(row.id, []),
        )
        for row in rows
    ]  # fmt: skip


async def _rows(connection: AsyncConnection, query: Select[Any], kind: type[Kept]) -> list[Kept]:
    """The rows of a query, each as a `kind`."""
    return [kind.model_validate(dict(row)) for row in (await connection.execute(query)).mappings()]


def sat_at(person: str) -> Select[tuple[str]]:
    """SELECT of the tables at which a person ever sat."""
    return select(sitters.c.table).where(sitters.c.person == person)


async def forget(store: Store, person: str, leave: Callable[[str], Awaitable[None]]) -> set[str]:
    """Delete a person: end all sessions and the login, leave unfinished tables, then remove the name.

    Returns the tables whose log named the person, for caches to re-read.
    """
    async with store.begin_change() as connection:
        await close_all(connection, person)
        await connection.execute(update(people).where(people.c.id == person).values(**NO_LOGIN))
    for table in await open_tables(store, person):
        with suppress(TableError):  # the game has ended meanwhile
            await leave(table)
    async with store.begin_change() as connection:
        renamed = await entries_without_name(connection, person)
        for table, number, body in renamed:
            where = (entries.c.table == table) & (entries.c.number == number)
            await connection.execute(update(entries).where(where).values(body=body))
        await blank(connection, person)
        named = {table for table, _, _ in renamed}
        await store.announce(connection, *((table, 0) for table in sorted(named)))
    return named


async def open_tables(store: Store, person: str) -> list[str]:
    """The unfinished tables at which a person sits."""
    sits = (seats.c.person == person) & (tables.c.stage != "over")
    query = select(tables.c.id).join(seats, seats.c.table == tables.c.id).where(sits).distinct()
    async with store.read() as connection:
        return list((await connection.execute(query)).scalars())


async def entries_without_name(connection: AsyncConnection, person: str) -> list[tuple[str, int, str]]:
    """Table, number and new body of the `Sit` entries that name a person."""
    query = select(entries).where(entries.c.table.in_(sat_at(person)), entries.c.body.like(f'%"{person}"%'))
    changed = []
    for row in await connection.execute(query):
        entry = ENTRY.validate_json(row.body)
        if isinstance(entry, Sit) and isinstance(entry.holder, PersonHolder) and entry.holder.person == person:
            changed.append((row.table, row.number, rename_holder(row.body, SOMEBODY)))
    return changed


async def blank(connection: AsyncConnection, person: str) -> None:
    """Erase a person's data; only the id stays, as a placeholder."""
    empty = {**NO_LOGIN, "name": SOMEBODY, "settings": "{}", "created": 0.0, "is_bot": False}
    await close_all(connection, person)
    await connection.execute(update(people).where(people.c.id == person).values(**empty))
    for rows, emptied in ((messages, update(messages).values(text="")), (answers, delete(answers))):
        own = (rows.c.table.in_(sat_at(person)), rows.c.person == person)
        await connection.execute(emptied.where(*own))
    await connection.execute(delete(channels).where(channels.c.person == person))
    await connection.execute(delete(ratings).where(ratings.c.who == person))
    await connection.execute(delete(schema.seeks).where(schema.seeks.c.person == person))
    await connection.execute(delete(schema.bot_time).where(schema.bot_time.c.person == person))


async def drop_guests(connection: AsyncConnection, before: float) -> int:
    """Delete guests without session, seat, result or table; returns how many."""
    traces = (
        schema.sessions.c.person, seats.c.person, sitters.c.person, results.c.who, tables.c.creator,
    )  # fmt: skip
    gone = people.c.login.is_(None) & (people.c.created < before)
    for trace in traces:
        gone &= ~exists().where(trace == people.c.id)
    return (await connection.execute(delete(people).where(gone))).rowcount


async def drop_answers(connection: AsyncConnection, before: float) -> int:
    """Delete a batch of answers older than `before`; returns how many.

    A request repeated after that is refused as stale, so its steps are not played twice.
    """
    old = select(answers.c.at).where(answers.c.at < before).order_by(answers.c.at).limit(MOST_AT_ONCE)
    return (await connection.execute(delete(answers).where(answers.c.at.in_(old)))).rowcount
