"""People: guests with a name and a cookie, and accounts, which work on every device.

A person is one row with a permanent id; a guest who registers keeps it, and so all tables. An account (`accounts`) adds
a login: a password, and recovery words. Secrets are stored hashed only, shown once, and never part of an error.
"""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Row, case, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.games.phrase import say
from ludotheque.log.table_errors import TableError
from ludotheque.table.people import own_data, person_names, sessions
from ludotheque.table.people.sessions import Kind, Session
from ludotheque.table.storage.notices import NAMED, PEOPLE
from ludotheque.table.storage.schema import people, seats, tables
from ludotheque.table.storage.schema import sessions as session
from ludotheque.table.storage.store import Store
from ludotheque.wire.field_bounds import Language
from ludotheque.wire.personal_data import MyData
from ludotheque.wire.settings import Settings

AnyRow = Row[*tuple[Any, ...]]

ID_BYTES = 8
KNOWN = 600.0  # seconds for which a person is cached, unless a notice invalidates the cache
KNOWN_SHARED = 30.0  # the same in PostgreSQL, where notices of other processes may be late
MOST_KNOWN = 20_000
SHOWN = (people.c.id, people.c.name, people.c.login, people.c.is_bot, people.c.settings, people.c.created)


@dataclass(frozen=True, slots=True)
class Person:
    """A guest, an account, or the account of a program."""

    id: str
    name: str
    is_account: bool
    is_bot: bool
    settings: Settings
    created: float

    @property
    def is_guest(self) -> bool:
        """Whether this is a living person without an account."""
        return not self.is_account and self.created > 0

    @classmethod
    def gone(cls, person: str) -> "Person":
        """Placeholder for a deleted person."""
        return cls(person, person_names.SOMEBODY, False, False, Settings(), 0.0)


@dataclass(frozen=True, slots=True)
class Entered:
    """A person with a new session: its cookie, and recovery words if they are new. Both are shown once."""

    person: Person
    cookie: str = field(repr=False)
    words: str | None = field(default=None, repr=False)


def read_person(row: AnyRow) -> Person:
    """A person from a row with the columns SHOWN."""
    return Person(row.id, row.name, row.login is not None, row.is_bot, Settings.load(row.settings), row.created)


async def refuse_taken(connection: AsyncConnection, name: str, but: str | None = None) -> None:
    """Raise if a name looks like that of an account other than `but`."""
    same = or_(people.c.login == person_names.key(name), people.c.alike == person_names.look(name))
    if await connection.scalar(select(people.c.id).where(same, people.c.id != (but or "")).limit(1)) is not None:
        raise name_taken()


def name_taken() -> TableError:
    return TableError(
        "taken", say("Somebody has an account of that name: log in if it is yours, or choose another name.")
    )


async def announce_name(store: Store, connection: AsyncConnection, person: str) -> None:
    """Notify the tables at which a person sits that they are called otherwise, after their cached names are dropped."""
    sits = select(seats.c.table).join(tables, tables.c.id == seats.c.table)
    there = await connection.scalars(sits.where(seats.c.person == person, tables.c.stage != "over").distinct())
    await store.announce(connection, PEOPLE, *((table, NAMED) for table in there))


class People:
    """Finds people by cookie, token or id, with a cache; changes their names, settings and sessions."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store, self._clock = store, clock
        self._known: OrderedDict[str, tuple[float, Person]] = (
            OrderedDict()
        )  # (expiry, person) by hashed secret or by id
        self._forgotten = 0  # how often the cache was cleared
        store.forgetting.append(self.forget_known)

    def forget_known(self) -> None:
        """Clear the cache."""
        self._known.clear()
        self._forgotten += 1

    def _recall(self, key: str) -> Person | None:
        until, person = self._known.get(key, (0.0, None))
        return person if until > self._clock() else None

    def _remember(self, key: str, person: Person, when: int) -> None:
        """Cache a person, unless the cache was cleared since the lookup began (`when`)."""
        if when == self._forgotten:
            known = KNOWN if self._store.kind == "sqlite" else KNOWN_SHARED
            self._known[key] = self._clock() + known, person
            self._known.move_to_end(key)
            while len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)

    async def welcome(self, name: str, language: Language = "en") -> Entered:
        """Create a guest."""
        name, settings = person_names.clean(name), Settings(language=language)
        person = Person(secrets.token_hex(ID_BYTES), name, False, False, settings, self._clock())
        async with self._store.begin() as connection:
            await refuse_taken(connection, name)
            row = {"id": person.id, "name": name, "is_bot": False, "created": person.created}
            await connection.execute(insert(people).values(**row, settings=settings.model_dump_json()))
            cookie = await sessions.open_session(connection, person.id, "cookie", "", person.created)
        return Entered(person, cookie)

    async def find(self, secret: str, kind: Kind = "cookie") -> Person | None:
        """The person with this cookie or token."""
        return await self.find_hashed(sessions.hashed(secret), kind) if len(secret) <= sessions.LONGEST_SECRET else None

    async def find_hashed(self, key: str, kind: Kind) -> Person | None:
        """The person with the cookie or token of this hash."""
        now, when = self._clock(), self._forgotten
        until, known = self._known.get(f"{kind} {key}", (0.0, None))
        if until > now:
            return known
        wanted = (session.c.token == key) & (session.c.kind == kind)
        query = select(*SHOWN, session.c.used).join(session, session.c.person == people.c.id).where(wanted)
        async with self._store.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None or row.used < now - sessions.IDLE:
            return None
        if row.used < now - sessions.NOTED:
            async with self._store.begin() as connection:
                await sessions.note_use(connection, key, now)
        person = read_person(row)
        self._remember(f"{kind} {key}", person, when)
        return person

    async def look_up(self, ids: Iterable[str]) -> dict[str, Person]:
        """People by their ids; placeholders for deleted ones."""
        wanted, when = list(dict.fromkeys(ids)), self._forgotten
        found = {one: known for one in wanted if (known := self._recall(one)) is not None}
        if missing := [one for one in wanted if one not in found]:
            async with self._store.read() as connection:
                rows = (await connection.execute(select(*SHOWN).where(people.c.id.in_(missing)))).all()
            for row in rows:
                found[row.id] = read_person(row)
                self._remember(row.id, found[row.id], when)
        return {person: found.get(person) or Person.gone(person) for person in wanted}

    async def rename(self, person: Person, name: str) -> Person:
        """Change the name; for an account also the login."""
        name = person_names.clean(name)
        own = {"login": person_names.key(name), "alike": person_names.look(name)}
        new = {column: case((people.c.login.is_not(None), value)) for column, value in own.items()}  # none of a guest
        try:
            async with self._store.begin_change() as connection:
                await refuse_taken(connection, name, but=person.id)
                await connection.execute(update(people).where(people.c.id == person.id).values(name=name, **new))
                await announce_name(self._store, connection, person.id)
        except IntegrityError:
            raise name_taken() from None
        return replace(person, name=name)

    async def has_lost_name(self, person: Person) -> bool:
        """Whether somebody else has an account by now whose name looks like this guest's."""
        if not person.is_guest:
            return False
        try:
            async with self._store.read() as connection:
                await refuse_taken(connection, person.name, but=person.id)
        except TableError:
            return True
        return False

    async def change_settings(self, person: Person, settings: Settings) -> Person:
        """Replace the settings."""
        text = settings.model_dump_json()
        async with self._store.begin_change() as connection:
            await connection.execute(update(people).where(people.c.id == person.id).values(settings=text))
        return replace(person, settings=settings)

    async def log_out(self, secret: str) -> None:
        """End the session of this cookie; a guest loses access to their tables."""
        async with self._store.begin_change() as connection:
            await sessions.forget_secret(connection, secret)

    async def log_out_everywhere(self, person: Person) -> None:
        """End all cookies; tokens stay, and are revoked one by one."""
        async with self._store.begin_change() as connection:
            await sessions.close_all(connection, person.id, "cookie")

    async def list_sessions(self, person: Person) -> list[Session]:
        """A person's devices and tokens, the last used first."""
        async with self._store.read() as connection:
            return await sessions.list_sessions(connection, person.id)

    async def end_session(self, person: Person, name: str) -> None:
        """End one of a person's sessions by its id in the list."""
        async with self._store.begin_change() as connection:
            if not await sessions.close_session(connection, person.id, name):
                raise TableError("unknown", say("There is no such device or token in your list: load it again."))

    async def make_token(self, person: Person, label: str) -> str:
        """Create a token for a program's account; shown once."""
        label = person_names.clean_label(label)
        if not (person.is_account and person.is_bot):
            raise TableError(
                "forbidden", say("Tokens are for programs: make an account for yours, and mark it as a bot.")
            )
        async with self._store.begin() as connection:
            await connection.execute(select(people.c.id).where(people.c.id == person.id).with_for_update())
            if await sessions.count_sessions(connection, person.id, "token") >= sessions.MOST["token"]:
                raise TableError("full", say("{n} tokens are the most: revoke one first.", n=sessions.MOST["token"]))
            return await sessions.open_session(connection, person.id, "token", label, self._clock())

    async def everything(self, person: Person) -> MyData:
        """All stored data of a person, without secrets."""
        async with self._store.read() as connection:
            return await own_data.collect(connection, self._store.seal, person.id)

    async def sweep(self) -> int:
        """Delete idle sessions, old answers and guests without traces; returns how many guests."""
        dropped = True
        while dropped:
            async with self._store.begin() as connection:
                before = await self._store.time_of(connection) - own_data.A_MONTH
                dropped = await own_data.drop_answers(connection, before) > 0
        async with self._store.begin_change() as connection:
            await sessions.drop_idle(connection, self._clock())
            return await own_data.drop_guests(connection, before=self._clock() - own_data.A_DAY)
