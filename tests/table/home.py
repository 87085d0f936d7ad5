"""A house with nobody in it yet: people and accounts over a database, with a clock of its own."""

import traceback
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from argon2 import PasswordHasher
from sqlalchemy import select

from ludotheque.log.table_errors import TableError
from ludotheque.table.people.accounts import Accounts
from ludotheque.table.people.passwords import Passwords
from ludotheque.table.people.people import People
from ludotheque.table.storage import schema
from ludotheque.table.storage.store import Store

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
SENTENCE = "three ants in a row"
OTHER = "four ants in a ring"
DAY = 86_400.0


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Home:
    """A house with nobody in it yet."""

    store: Store
    people: People
    accounts: Accounts
    clock: Clock

    async def dump(self) -> str:
        """All rows as text, without the table `house`, whose random bytes may spell anything."""
        tables = [table for table in schema.metadata.sorted_tables if table is not schema.house]
        async with self.store.read() as connection:
            rows = [(await connection.execute(select(table))).all() for table in tables]
        return str(rows)


@asynccontextmanager
async def home(url: str, hasher: PasswordHasher = QUICK) -> AsyncIterator[Home]:
    clock, store = Clock(), await Store.open(url)
    accounts = Accounts(store, Passwords(hasher), clock)
    try:
        yield Home(store, People(store, clock), accounts, clock)
    finally:
        accounts.close()
        await store.close()


async def refused(kind: str, doing: Awaitable[object], *, hides: str = "never said") -> str:
    """The one line that an act is refused with; it repeats no secret."""
    try:
        await doing
    except TableError as error:
        assert error.kind == kind and "\n" not in str(error)
        assert hides not in "".join(traceback.format_exception_only(error)) and hides not in repr(error)
        return str(error)
    raise AssertionError("it was not refused")
