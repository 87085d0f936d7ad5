"""Errors of the database, each a message of one line."""

from ludotheque.games.phrase import Phrase, say
from ludotheque.games.refusal import GameError
from ludotheque.log.table_errors import Kind, TableError

AWAY = say("The database can't be reached just now: try again.")
LOST = say("This house can't store anything any more: tell whoever runs it.")
FULL = say("The disk of the house is full: nothing can be stored until there is room.")
DAMAGED = say("The log of this table is damaged: tell whoever runs this house.")


class StoreError(GameError):
    """The database cannot be used; the message says what to do. `told` is what clients are told of it, `kind`
    the same for programs.
    """

    told: Phrase = AWAY
    kind: Kind = "busy"


class LostFileError(StoreError):
    """The files of the open database are no longer those that it was opened with: nothing is acknowledged."""

    told = LOST


class NoRoomError(StoreError):
    """The disk of the database is full."""

    told = FULL
    kind = "disk_full"


class DamagedLogError(TableError):
    """The stored log of one table is not the one that was written."""

    def __init__(self, table: str, why: str) -> None:
        super().__init__("damaged", DAMAGED)
        self.table, self.why = table, why


class EntryConflictError(GameError):
    """Another process has written the entry with this number already."""
