"""The entries of a table's log.

Entries are numbered from 1 and append-only, with one exception: when a person is deleted, a placeholder replaces their
name in stored entries. A table's state is the replay of its entries (`entry_replay`). An entry includes all that
follows from it without a choice: the chance drawn, and steps with a single option. So no table ever waits for a draw
that a dead process should have made.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ludotheque.wire.field_bounds import Digest, Notation, SeatNumber

SOMEBODY = "somebody"  # the name of a deleted person


class Fact(BaseModel):
    """Base of all entries: immutable, with known fields only."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PersonHolder(Fact):
    """A person in a seat."""

    holds: Literal["person"] = "person"
    person: str
    name: str
    is_bot: bool = False  # the account of a program
    is_guest: bool = False  # no account when they sat down: anybody could have taken the name


class BotHolder(Fact):
    """A bot of the server in a seat."""

    holds: Literal["bot"] = "bot"
    level: str
    version: int


Holder = Annotated[PersonHolder | BotHolder, Field(discriminator="holds")]


class Thinking(Fact):
    """How a bot chose its move: enough to reproduce it."""

    bot: str
    version: int
    simulations: int | None
    seconds: float | None
    seed: int


class Sit(Fact):
    """A new holder of a seat, or none.

    Before the game seats are places, and each person's bytes go into every draw. Their client commits to the bytes;
    otherwise the server does, and stores them `sealed`.
    """

    kind: Literal["sit"] = "sit"
    seat: SeatNumber
    holder: Holder | None
    commitment: Digest | None = None  # SHA-256 of the bytes
    sealed: str | None = None


class Open(Fact):
    """A client opens the bytes that it has committed to, once all places are taken."""

    kind: Literal["open"] = "open"
    seat: SeatNumber  # the place
    opened: Digest


class Begin(Fact):
    """The game begins: the seating, the start, and everything before the first choice are drawn."""

    kind: Literal["begin"] = "begin"
    opened: dict[SeatNumber, Digest] = {}  # by place: the bytes that the server had committed to for a person
    seats: tuple[SeatNumber, ...] = ()  # drawn for the places 1, 2, ...; empty: seats are as chosen
    start: str | None
    given: int | None = None  # how many steps of `then` are the opening's; None: there is no opening
    then: tuple[tuple[int, Notation], ...] = ()
    draws: int = 0  # how many draws were made: one for the start, one for each chance, none for the opening


class Play(Fact):
    """A seat's steps, then what follows without a choice: chance (seat 0), and steps with a single option."""

    kind: Literal["play"] = "play"
    seat: SeatNumber
    steps: tuple[Notation, ...] = Field(min_length=1)
    then: tuple[tuple[int, Notation], ...] = ()
    draw: int = 0  # the number of the first draw, if any; the others follow
    thinking: Thinking | None = None


class Sealed(Fact):
    """A secret choice as it is stored until all may see it. With the key it is read as a Play."""

    kind: Literal["sealed"] = "sealed"
    seat: SeatNumber
    text: str
    then: tuple[tuple[int, Notation], ...] = ()
    draw: int = 0


class Restored(Fact):
    """The database was restored without its key: a new secret serves the draws, and sealed choices must be redone."""

    kind: Literal["restored"] = "restored"
    commitment: Digest
    sealed: str
    lost: int | None = None  # the first unreadable Play: it and all later ones are withdrawn


class Back(Fact):
    """A seat's take-back: withdraws these entries."""

    kind: Literal["back"] = "back"
    seat: SeatNumber
    entries: tuple[int, ...]


class Ask(Fact):
    """A seat's request to all others: take back an entry and all later ones, or end the game."""

    kind: Literal["ask"] = "ask"
    seat: SeatNumber
    what: Literal["back", "end"]
    entry: int | None = None  # the first entry to withdraw


class Answer(Fact):
    """A seat's answer to a request. The request is carried out once all agree."""

    kind: Literal["answer"] = "answer"
    seat: SeatNumber
    ask: int
    agrees: bool


class TimeOut(Fact):
    """A seat's time has run out."""

    kind: Literal["time-out"] = "time-out"
    seat: SeatNumber


class Leave(Fact):
    """A person left a table that waits for them. They may return; meanwhile requests need no answer from them."""

    kind: Literal["leave"] = "leave"
    seat: SeatNumber


class End(Fact):
    """The game is over before its rules end it."""

    kind: Literal["end"] = "end"
    how: Literal["resigned", "agreed", "time", "left", "cancelled"]
    seat: SeatNumber | None = None


Entry = Annotated[
    Sit | Open | Begin | Play | Sealed | Restored | Back | Ask | Answer | TimeOut | Leave | End,
    Field(discriminator="kind"),
]
ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)


class Opened(Fact):
    """What an entry reveals: the table's secrets once it is over, and secret choices that all may see now."""

    secrets: tuple[Digest | None, ...] = ()  # None: sealed with a lost key
    plays: dict[int, Play] = {}


class Logged(Fact):
    """An entry with its number and the time it was appended, in seconds since 1970."""

    number: int
    at: float
    entry: Entry
    opened: Opened | None = None
