"""Errors of the databases' drivers, turned into a StoreError of one line."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DatabaseError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as WaitedTooLong

from ludotheque.table.storage.storage_errors import NoRoomError, StoreError

LONGEST = 300  # characters of a database's own error text
POSTGRES_FULL = "53100"
PRIMARY = 0xFF  # the bits of an error's code in SQLite that say what it is; the others say where it was


@contextmanager
def in_one_line(what: str, every: bool = False) -> Iterator[None]:
    """Turn errors of a broken, busy, full or lost database into a StoreError of one line.

    Errors of the statement (a key that exists, a wrong column) pass, unless `every`.
    """
    try:
        yield
    except WaitedTooLong as error:
        raise StoreError(f"{what}: too much is going on at once; try again.") from error
    except DBAPIError as error:
        if not every and not is_of_database(error):
            raise
        raise _kind_of(error.orig)(f"{what}: {first_line(error.orig)}") from error
    except sqlite3.Error as error:
        raise _kind_of(error)(f"{what}: {first_line(error)}") from error


def _kind_of(error: BaseException | None) -> type[StoreError]:
    is_full = sqlite_code(error) == sqlite3.SQLITE_FULL or getattr(error, "sqlstate", None) == POSTGRES_FULL
    return NoRoomError if is_full else StoreError


def is_input_output(error: StoreError) -> bool:
    """Whether SQLite could not read or write a file: for want of room, too, on a disk with quotas."""
    return isinstance(error.__cause__, DBAPIError) and sqlite_code(error.__cause__.orig) == sqlite3.SQLITE_IOERR


def sqlite_code(error: BaseException | None) -> int | None:
    """What kind of an error of SQLite it is."""
    code = getattr(error, "sqlite_errorcode", None)
    return code & PRIMARY if isinstance(code, int) else None


def is_of_database(error: DBAPIError) -> bool:
    """Whether the database failed, rather than the statement."""
    if error.connection_invalidated or isinstance(error, OperationalError | InterfaceError):
        return True
    return type(error) is DatabaseError  # SQLite: not a database, or damaged


def first_line(error: BaseException | None) -> str:
    """The first line of a database's error text, cut to `LONGEST`."""
    lines = str(error).strip().splitlines()
    return lines[0][:LONGEST] if lines else "no reason given"
