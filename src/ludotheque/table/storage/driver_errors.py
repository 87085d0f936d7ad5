"""What an error of a database's driver is: of the database or of the statement, a full disk, and in one line."""

import sqlite3

from sqlalchemy.exc import DatabaseError, DBAPIError, InterfaceError, OperationalError

from ludotheque.table.storage.storage_errors import NoRoomError, StoreError

LONGEST = 300  # characters of a database's own error text
POSTGRES_FULL = "53100"
PRIMARY = 0xFF  # the bits of an error's code in SQLite that say what it is; the others say where it was


def error_kind(error: BaseException | None) -> type[StoreError]:
    """How a driver's error is told: as a full disk, or as a database that can't be used."""
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
