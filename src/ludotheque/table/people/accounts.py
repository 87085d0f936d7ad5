"""Accounts: a name, a password, and recovery words for a lost one.

Hashing runs in a thread, never inside a transaction. Each change repeats its check in the UPDATE (`where password ==
...`), so that of two concurrent requests with one secret only one succeeds.
"""

import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.games.phrase import Phrase, say
from ludotheque.log.table_errors import TableError
from ludotheque.log.terms import Terms
from ludotheque.table.people import own_data, passwords, person_names, recovery, sessions
from ludotheque.table.people.passwords import Passwords
from ludotheque.table.people.people import (
    ID_BYTES,
    SHOWN,
    AnyRow,
    Entered,
    Person,
    announce_name,
    name_taken,
    read_person,
    refuse_taken,
)
from ludotheque.table.storage.schema import people
from ludotheque.table.storage.store import Store
from ludotheque.wire.settings import Settings

WRONG_PASSWORD = say("This name and password don't belong together: try again, or use your recovery words.")
NOT_YOURS = say("That is not your password: try again.")
WRONG_WORDS = say("This name and these words don't belong together, or the words have been used: try again.")


class Accounts:
    """Registers, logs in and recovers accounts."""

    def __init__(self, store: Store, hasher: Passwords | None = None, clock: Callable[[], float] = time.time) -> None:
        self._store, self._clock = store, clock
        self._passwords = hasher or Passwords()

    def close(self) -> None:
        """Stop the hashing threads."""
        self._passwords.close()

    async def register(
        self, name: str, password: str, *, guest: Person | None = None, is_bot: bool = False, label: str = ""
    ) -> Entered:
        """Create an account with recovery words; a `guest` is converted, and keeps their tables."""
        name, label = person_names.clean(name), person_names.clean_label(label)
        passwords.check(password, name)
        async with self._store.read() as connection:
            await refuse_taken(connection, name)
        words = recovery.new_words()
        row = {"name": name, "login": person_names.key(name), "alike": person_names.look(name), "is_bot": is_bot}
        row |= {"password": await self._passwords.hash(password), "recovery": await self._passwords.hash(words)}
        try:
            async with self._store.begin_change() as connection:
                person = await (self._promote(connection, guest, row) if guest else self._add(connection, row))
                await announce_name(self._store, connection, person)
                return await self._enter(connection, person, label, words)
        except IntegrityError:
            raise name_taken() from None

    async def log_in(self, name: str, password: str, label: str = "") -> Entered:
        """Open a session by name and password."""
        label = person_names.clean_label(label)
        row = await self._check(_called(name), "password", password, WRONG_PASSWORD)
        kept = row.password
        if self._passwords.is_outdated(kept):
            kept = await self._passwords.hash(password)
        async with self._store.begin_change() as connection:
            if not await _change(connection, people.c.password == row.password, row.id, password=kept):
                raise TableError("forbidden", WRONG_PASSWORD)
            return await self._enter(connection, row.id, label)

    async def recover(self, name: str, words: str, password: str, label: str = "") -> Entered:
        """Open a session by recovery words; sets a new password and new words, and ends all other sessions."""
        label = person_names.clean_label(label)
        passwords.check(password, name)
        row = await self._check(_called(name), "recovery", recovery.read_words(words), WRONG_WORDS)
        renewed = recovery.new_words()
        changes = {"password": await self._passwords.hash(password), "recovery": await self._passwords.hash(renewed)}
        async with self._store.begin_change() as connection:
            if not await _change(connection, people.c.recovery == row.recovery, row.id, **changes):
                raise TableError("forbidden", WRONG_WORDS)
            await sessions.close_all(connection, row.id)
            return await self._enter(connection, row.id, label, renewed)

    async def change_password(self, person: Person, old: str, new: str, label: str = "") -> Entered:
        """Set a new password; all other devices are logged out, tokens stay."""
        label = person_names.clean_label(label)
        passwords.check(new, person.name)
        stored = await self.confirm(person, old)
        changed = await self._passwords.hash(new)
        async with self._store.begin_change() as connection:
            if not await _change(connection, people.c.password == stored, person.id, password=changed):
                raise TableError("forbidden", WRONG_PASSWORD)
            await sessions.close_all(connection, person.id, "cookie")
            return await self._enter(connection, person.id, label)

    async def renew_words(self, person: Person, password: str) -> str:
        """Replace the recovery words; the new ones are shown once."""
        stored = await self.confirm(person, password)
        words = recovery.new_words()
        changed = await self._passwords.hash(words)
        async with self._store.begin_change() as connection:
            if not await _change(connection, people.c.password == stored, person.id, recovery=changed):
                raise TableError("forbidden", WRONG_PASSWORD)
        return words

    async def confirm(self, person: Person, password: str) -> str:
        """Check the account's password before an irreversible change; returns its hash."""
        row = await self._check(people.c.id == person.id, "password", password, NOT_YOURS)
        return str(row.password)

    async def forget(self, person: Person, password: str | None, leave: Callable[[str], Awaitable[None]]) -> set[str]:
        """Delete a person; `leave` is called for each unfinished table. Accounts need their password.

        Returns the tables to re-read.
        """
        if person.is_account:
            await self.confirm(person, password or "")
        return await own_data.forget(self._store, person.id, leave)

    async def _check(self, where: ColumnElement[bool], column: str, secret: str, wrong: Phrase) -> AnyRow:
        """The row with this secret; a missing row takes as long to refuse as a wrong secret."""
        query = select(people.c.id, people.c.password, people.c.recovery).where(where)
        async with self._store.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        stored = None if row is None else row._mapping[column]
        if not await self._passwords.verify(stored, secret) or row is None:
            raise TableError("forbidden", wrong)
        return row

    async def _promote(self, connection: AsyncConnection, guest: Person, row: dict[str, Any]) -> str:
        """Turn a guest's row into an account, and end the guest's cookies."""
        if not await _change(connection, people.c.login.is_(None), guest.id, **row):
            raise TableError("forbidden", say("You have an account already: log out to make another."))
        await sessions.close_all(connection, guest.id)
        return guest.id

    async def _add(self, connection: AsyncConnection, row: dict[str, Any]) -> str:
        new = {"id": secrets.token_hex(ID_BYTES), "settings": Settings().model_dump_json(), "created": self._clock()}
        await connection.execute(insert(people).values(**row, **new))
        return str(new["id"])

    async def _enter(self, connection: AsyncConnection, person: str, label: str, words: str | None = None) -> Entered:
        cookie = await sessions.open_session(connection, person, "cookie", label, self._clock())
        row = (await connection.execute(select(*SHOWN).where(people.c.id == person))).one()
        return Entered(read_person(row), cookie, words)


def _called(name: str) -> ColumnElement[bool]:
    """Condition: the account with this login; none for an invalid name."""
    return people.c.login == (person_names.find_key(name) or "")


async def _change(connection: AsyncConnection, still: ColumnElement[bool], person: str, **values: Any) -> bool:
    """Update a person's row if a condition still holds; returns whether it did."""
    return (
        await connection.execute(update(people).where((people.c.id == person) & still).values(**values))
    ).rowcount > 0


def check_account(person: Person | None, terms: Terms) -> None:
    """Raise if a guest would play for ratings: guests come and go, and ratings stay. Every door leads here."""
    if terms.rated and (person is None or person.is_guest):
        raise TableError("forbidden", say("A rated game needs an account: make one first, your tables stay yours."))
