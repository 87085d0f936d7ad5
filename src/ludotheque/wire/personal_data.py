"""The data stored about a person, as they download it: all rows of the database that are about them."""

from typing import Literal

from ludotheque.wire.account_messages import Listed
from ludotheque.wire.entry_messages import Sent
from ludotheque.wire.field_bounds import Stage
from ludotheque.wire.terms_messages import SeriesScore, Wishes


class KeptPerson(Sent):
    """A person, without the hashes of secrets; the settings as stored."""

    id: str
    name: str
    login: str | None
    is_bot: bool
    created: float
    settings: dict[str, str | bool]


class KeptOpening(Sent):
    """The opening of a table that continues another one: its start, and the given steps."""

    start: str | None = None
    steps: tuple[tuple[int, str], ...] = ()


class KeptTerms(Wishes):
    """The terms of a table, as stored."""

    rules: int
    opening: KeptOpening | None = None
    series: SeriesScore | None = None


class KeptTable(Sent):
    """A table that the person made or has sat at, and their current seats. Its record can be downloaded."""

    id: str
    terms: KeptTerms
    stage: Stage
    created: float
    changed: float
    seats: list[int]


class KeptResult(Sent):
    """The person's place in a game, and their rating after it if it was rated."""

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
    mean_before: float | None


class KeptRating(Sent):
    """A rating at a game."""

    who: str
    game: str
    mean: float
    deviation: float
    games: int
    changed: float


class KeptMessage(Sent):
    """A chat message of the person."""

    table: str
    number: int
    person: str
    at: float
    text: str


class KeptSeek(Sent):
    """The opponents whom the person looks for just now."""

    person: str
    game: str
    offer: str
    rated: str
    mean: float  # of their rating
    is_meanwhile: bool
    since: float
    seen: float
    table: str | None


class KeptChannel(Sent):
    """A way in which the person is reminded of their turns, and where it leads."""

    kind: str
    address: str | None  # the mail address, the webhook's URL, or the browser's push endpoint
    label: str
    created: float
    confirmed: float | None
    failures: int
    off: float | None
    told: float | None


class MyData(Sent):
    """All data stored about a person. Secrets are stored only as hashes, or sealed: they are left out."""

    format: Literal["ludotheque person 1"]
    person: KeptPerson
    sessions: list[Listed]
    tables: list[KeptTable]
    results: list[KeptResult]
    ratings: list[KeptRating]
    messages: list[KeptMessage]
    seeks: list[KeptSeek]
    channels: list[KeptChannel]
