"""Rows of the store, as values."""

from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.log.terms import Terms
from ludotheque.wire.field_bounds import Stage


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: its terms, and what it is looked up by."""

    id: str
    creator: str
    terms: Terms
    invitation: str | None  # SHA-256; none for a public table
    is_public: bool
    stage: Stage
    created: float
    changed: float
    rematch: str | None = None
    commitment: str | None = None  # of the secret that its chance comes from
    secret: str | None = None  # sealed


class SeatRow(NamedTuple):
    """A seat: its holder, since when it is waited for, and when its time runs out."""

    seat: int
    person: str | None = None
    bot: str | None = None
    waited: float | None = None
    due: float | None = None


class WorkRow(NamedTuple):
    """A bot's pending choice: its seat, waited for since entry `number`."""

    seat: int
    number: int
    level: str
    has_people: bool


class Answered(NamedTuple):
    """The answer to a person's request, repeated if the request is."""

    person: str
    id: str
    body: str  # JSON
