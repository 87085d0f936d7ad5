"""Requests and answers about tables: making one, sitting down, lists, messages, a rematch."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from ludotheque.wire.entry_messages import Sent
from ludotheque.wire.field_bounds import LONGEST_INVITATION, Digest, Reaction, SeatNumber, Stage, TableName
from ludotheque.wire.requests import RequestBody
from ludotheque.wire.seek_messages import RatedWish
from ludotheque.wire.table_messages import DoneResult
from ludotheque.wire.terms_messages import GameName, Wishes

Secret = Annotated[str, Field(max_length=LONGEST_INVITATION)]
Ply = Annotated[int, Field(ge=0, le=100_000)]
Level = Annotated[str, Field(pattern="^[a-z]{1,20}$")]


class Origin(RequestBody):
    """The game to branch from, after so many of its steps: a table that is over, or the text of a record."""

    ply: Ply
    table: TableName | None = None
    invitation: Secret | None = None
    record: Annotated[str, Field(max_length=100_000)] | None = None


class NewTable(Wishes):
    """The terms of a new table. Without `rules`, by the newest, or by those of the game that it continues."""

    model_config = ConfigDict(strict=True)

    rules: Annotated[int, Field(ge=0, le=1000)] = 0
    opening: Origin | None = None


class MadeTable(Sent):
    """A new table; a private one's invitation is shown this once."""

    table: str
    invitation: str | None


class From(RequestBody):
    """Continue a finished game after so many of its steps, in the seat to move or another, against bots."""

    ply: Ply
    level: Level
    seat: SeatNumber | None = None
    invitation: Secret | None = None
    commitment: Digest | None = None


class Begun(Sent):
    """The new table: my seat, and the ply it begins at, which may lie before the requested one's secret choice."""

    table: str
    seat: int
    ply: int


class Taking(RequestBody):
    """Take a seat, or, as the table's maker, seat a bot of a level there."""

    level: Level | None = None
    invitation: Secret | None = None
    commitment: Digest | None = None  # SHA-256 of 32 bytes that I will open when all have sat down


class Joining(RequestBody):
    invitation: Secret | None = None
    commitment: Digest | None = None


class Joined(DoneResult):
    seat: int


class Opening(RequestBody):
    """The 32 bytes that I committed to when sitting down, in hexadecimal digits; null if I have lost them."""

    opened: Digest | None
    seat: SeatNumber | None = None


class PlayAgain(RequestBody):
    """Ask for a rematch, and sit down at its table. With `best_of` the games of these people count together.

    `level` is for those who have played against bots alone: how strong the bots are next time.
    """

    commitment: Digest | None = None
    best_of: Literal[3] | None = None
    level: Level | None = None


class Rematch(MadeTable):
    """The table of a rematch. Its maker is shown the invitation, this once."""


class Invited(Sent):
    """A new invitation, shown this once; the old one is void."""

    invitation: str


class NewSeek(RequestBody):
    """Look for opponents of my strength. Without `offer` the usual one; `commitment` as when one sits down."""

    game: GameName
    offer: Annotated[str, Field(pattern="^[a-z0-9]{1,20}$")] | None = None
    rated: RatedWish | None = None
    commitment: Digest | None = None


class SeatListed(Sent):
    """A seat of a table in a list; `waited` is the seconds that it has been awaited."""

    seat: int
    holder: str | None  # a person's name, or a bot's level
    character: str | None = None  # the name of a bot of the house
    is_bot: bool
    is_guest: bool
    waited: float | None


class TableListed(Sent):
    """A table in a list.

    `waited` is the seconds that it has awaited me, `may_return` are my seats that bots hold until I return.
    A request with the last table's `cursor` as `before` gives the tables after it.
    """

    table: str
    game: str
    players: int
    options: dict[str, str]
    rules: int
    stage: Stage
    is_public: bool
    rated: bool
    clock: Literal["none", "live", "slow"]
    created: float
    changed: float
    own: list[int]
    may_return: list[int]
    waited: float | None
    seats: list[SeatListed]
    cursor: str


class GameListed(Sent):
    """A game, its players, its options, the names of its seats."""

    game: str
    title: str
    players: tuple[int, int]
    options: dict[str, tuple[str, ...]]
    rules: int
    is_compiling: bool


class Heard(Sent):
    """A chat message at a private table."""

    number: int
    at: float
    person: str
    is_guest: bool  # the person has no account
    seat: int | None  # where they sit now
    reaction: Reaction | None  # which one it is, if it is a quick reaction
    text: str  # of a reaction: its words in the reader's language
