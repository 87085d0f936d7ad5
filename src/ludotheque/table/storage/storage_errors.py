"""Errors of the database, each a message of one line."""

from ludotheque.games.phrase import Phrase, say
from ludotheque.games.refusal import GameError
from ludotheque.log.table_errors import TableError

AWAY = say("The database can't be reached just now: try again.")
LOST = say("This house can't store anything any more: tell whoever runs it.")
FULL = say("This house can't store anything just now: its disk is full.")
DAMAGED = say("The log of this table is damaged: tell whoever runs this house.")


class StoreError(GameError):
    """The database cannot be used; the message says what to do. `told` is what clients are told of it."""

    told: Phrase = AWAY


class LostFileError(StoreError):
    """The files of the open database are no longer those that it was opened with: nothing is acknowledged."""

    told = LOST


class NoRoomError(StoreError):
    """The disk of the database is full."""

    told = FULL


class DamagedLogError(TableError):
    """The stored log of one table is not the one that was written."""

    def __init__(self, table: str, why: str) -> None:
        super().__init__("damaged", DAMAGED)
        self.table, self.why = table, why


class EntryConflictError(GameError):
    """Another process has written the entry with this number already."""
