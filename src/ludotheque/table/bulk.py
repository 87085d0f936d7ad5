"""Many rows in one statement.

Row by row, each would be a statement of its own for the database and a change of threads for this process; that is most
of what writing costs.
"""

import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

MOST_ROWS = 100  # of one statement

Row = tuple[Any, ...]


async def insert_rows(
    connection: AsyncConnection, where: Table, columns: tuple[str, ...], rows: Sequence[Row], over: tuple[str, ...] = ()
) -> None:
    """Insert rows; those whose key `over` is there already are put in the place of the old ones."""
    changed = ", ".join(f'"{name}" = excluded."{name}"' for name in columns if name not in over)
    tail = f" ON CONFLICT ({_listed(over)}) DO UPDATE SET {changed}" if over else ""
    head = f'INSERT INTO "{where.name}" ({_listed(columns)}) VALUES '  # noqa: S608
    await _execute(connection, head, rows, tail)


async def update_rows(connection: AsyncConnection, where: Table, columns: tuple[str, ...], rows: Sequence[Row]) -> None:
    """Change rows: the first column says which, the others what they become."""
    key, *changed = columns
    these = ", ".join(f'"{name}" = given.column{place}' for place, name in enumerate(changed, 2))
    tail = f') AS given WHERE "{where.name}"."{key}" = given.column1'
    await _execute(connection, f'UPDATE "{where.name}" SET {these} FROM (VALUES ', rows, tail)  # noqa: S608


def insert_missing(connection: AsyncConnection, table: Table) -> Any:
    """An insert that leaves rows alone which are there already."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table).on_conflict_do_nothing()


async def select_rows(connection: AsyncConnection, head: str, keys: Sequence[Any], tail: str) -> list[Row]:
    """The rows of a statement in whose middle a list of keys stands."""
    found: list[Row] = []
    for first in range(0, len(keys), MOST_ROWS):
        some = keys[first : first + MOST_ROWS]
        found += await _run(connection, head + _values(_mark(connection), len(some), 1) + tail, tuple(some))
    return found


async def _execute(connection: AsyncConnection, head: str, rows: Sequence[Row], tail: str) -> None:
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        statement = head + _values(_mark(connection), len(some[0]), len(some)) + tail
        await _run(connection, statement, tuple(value for row in some for value in row))


async def _run(connection: AsyncConnection, statement: str, values: Row) -> list[Row]:
    """One statement. It goes to SQLite's thread and back once; through SQLAlchemy's cursor, three or four times."""
    if connection.dialect.name != "sqlite":
        done = await connection.exec_driver_sql(statement, values)
        return [tuple(row) for row in done] if done.returns_rows else []
    raw = await connection.get_raw_connection()
    driver: Any = raw.driver_connection
    try:
        return list(await driver.execute_fetchall(statement, values))
    except (sqlite3.Error, ValueError) as error:  # the second: a connection that is gone
        why = error if isinstance(error, sqlite3.Error) else sqlite3.OperationalError(str(error))
        raise DBAPIError.instance(statement, None, why, sqlite3.Error, hide_parameters=True) from error


def _mark(connection: AsyncConnection) -> str:
    return "?" if connection.dialect.name == "sqlite" else "%s"


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in names)


@lru_cache(maxsize=512)
def _values(mark: str, width: int, count: int) -> str:
    row = f"({', '.join([mark] * width)})"
    return ", ".join([row] * count)
