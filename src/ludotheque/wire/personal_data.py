"""All that is kept about a person, as they download it: the rows of the database that are about them."""

from typing import Literal

from ludotheque.wire.account_messages import Listed
from ludotheque.wire.entry_messages import Sent
from ludotheque.wire.field_bounds import Stage
from ludotheque.wire.terms_messages import Wishes


class KeptPerson(Sent):
    """A person, without the hashes of secrets; the settings as they were stored."""

    id: str
    name: str
    login: str | None
    is_bot: bool
    created: float
    settings: dict[str, str | bool]


class KeptOpening(Sent):
    """The start that a table goes on from, and the steps that were given."""

    start: str | None = None
    steps: tuple[tuple[int, str], ...] = ()


class KeptTerms(Wishes):
    """The terms of a table, as they were stored."""

    rules: int
    opening: KeptOpening | None = None


class KeptTable(Sent):
    """A table that somebody made or has sat at, and their seats there now; its record can be downloaded."""

    id: str
    terms: KeptTerms
    stage: Stage
    created: float
    changed: float
    seats: list[int]


class KeptResult(Sent):
    """How somebody came in, and the rating after it if the game was rated."""

    table: str
    seat: int
    who: str
    game: str
    players: int
    place: int
    score: int
    end: str
    is_rated: bool
    mean: float | None
    deviation: float | None
    at: float


class KeptRating(Sent):
    """A rating at a game."""

    who: str
    game: str
    mean: float
    deviation: float
    games: int
    changed: float


class KeptMessage(Sent):
    """Something that somebody said at a table."""

    table: str
    number: int
    person: str
    at: float
    text: str


class MyData(Sent):
    """All that is kept about a person; secrets are only kept hashed, and are left out."""

    format: Literal["ludotheque person 1"]
    person: KeptPerson
    sessions: list[Listed]
    tables: list[KeptTable]
    results: list[KeptResult]
    ratings: list[KeptRating]
    messages: list[KeptMessage]
