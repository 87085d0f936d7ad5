"""A database's errors, told in one line."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DatabaseError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as WaitedTooLong

from ludotheque.table.errors import StoreError

LONGEST = 300  # signs of a database's own words


@contextmanager
def in_one_line(what: str, every: bool = False) -> Iterator[None]:
    """Raise a StoreError instead of what a broken, busy or lost database raises.

    Errors that are about the statement (a key that exists, a wrong column) pass, unless every error is meant.
    """
    try:
        yield
    except WaitedTooLong as error:
        raise StoreError(f"{what}: too much is going on at once; try again.") from error
    except DBAPIError as error:
        if not every and not is_of_database(error):
            raise
        raise StoreError(f"{what}: {first_line(error.orig)}") from error


def is_of_database(error: DBAPIError) -> bool:
    """Whether an error tells of the database rather than of a statement."""
    if error.connection_invalidated or isinstance(error, OperationalError | InterfaceError):
        return True
    return type(error) is DatabaseError  # SQLite: not a database, or damaged


def first_line(error: BaseException | None) -> str:
    """The first line of a database's words, not too long."""
    lines = str(error).strip().splitlines()
    return lines[0][:LONGEST] if lines else "no reason given"
