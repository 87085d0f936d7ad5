"""What happens at a table, as entries of its log.

An entry is a fact: it is numbered from 1, never changed and never removed. What a table is, is the replay of its
entries (`state`). Whatever an entry leads to without anybody's choice lies in the entry itself: the chance that is
drawn, and steps with a single option. So no table ever waits for a die that nobody draws.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ludotheque.wire.field_bounds import Digest, Notation, SeatNumber


class Fact(BaseModel):
    """What all entries have in common: they are never changed, and hold nothing unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PersonHolder(Fact):
    """A person in a seat."""

    holds: Literal["person"] = "person"
    person: str
    name: str
    is_bot: bool = False  # an account of somebody's program


class BotHolder(Fact):
    """A bot of the house in a seat."""

    holds: Literal["bot"] = "bot"
    level: str
    version: int


Holder = Annotated[PersonHolder | BotHolder, Field(discriminator="holds")]


class Thinking(Fact):
    """How a bot came to its move: enough to think it again."""

    bot: str
    version: int
    simulations: int | None
    seconds: float | None
    seed: int


class Sit(Fact):
    """Somebody takes a seat, or leaves it empty.

    Before the game seats are places, and a person promises bytes that go into every draw: the client does so itself, or
    else the server does, which keeps them `sealed`.
    """

    kind: Literal["sit"] = "sit"
    seat: SeatNumber
    holder: Holder | None
    commitment: Digest | None = None  # SHA-256 of the bytes
    sealed: str | None = None


class Open(Fact):
    """The bytes that a person's client had promised, once all places are taken."""

    kind: Literal["open"] = "open"
    seat: SeatNumber  # the place
    opened: Digest


class Begin(Fact):
    """All seats are taken and all bytes opened: the seating is drawn, the start, and what comes before a choice."""

    kind: Literal["begin"] = "begin"
    opened: dict[SeatNumber, Digest] = {}  # by place: the bytes that the server had promised for a person
    seats: tuple[SeatNumber, ...] = ()  # of the places 1, 2, ...; none: as they were chosen
    start: str | None
    given: int | None = None  # how many steps of `then` are the opening, with the start; None: there was none
    then: tuple[tuple[int, Notation], ...] = ()
    draws: int = 0  # how many draws were taken: the start's, and one for each chance, but none for the opening


class Play(Fact):
    """A seat's steps, and what follows without a choice: chance (seat 0), and steps with a single option."""

    kind: Literal["play"] = "play"
    seat: SeatNumber
    steps: tuple[Notation, ...] = Field(min_length=1)
    then: tuple[tuple[int, Notation], ...] = ()
    draw: int = 0  # the number of the first draw, if there is one; the others follow
    thinking: Thinking | None = None


class Sealed(Fact):
    """A secret choice as it lies in the log, until all may see it. Who has the key reads it as a Play."""

    kind: Literal["sealed"] = "sealed"
    seat: SeatNumber
    text: str
    then: tuple[tuple[int, Notation], ...] = ()
    draw: int = 0


class Restored(Fact):
    """The house was restored without its key: draws come from another secret, and what was sealed is asked again."""

    kind: Literal["restored"] = "restored"
    commitment: Digest
    sealed: str
    lost: int | None = None  # the first entry of steps that can't be read any more: it goes back, and all after it


class Back(Fact):
    """A take-back: it withdraws these entries."""

    kind: Literal["back"] = "back"
    seat: SeatNumber
    entries: tuple[int, ...]


class Ask(Fact):
    """A seat asks all others to go back to before an entry, or to end the game as it stands."""

    kind: Literal["ask"] = "ask"
    seat: SeatNumber
    what: Literal["back", "end"]
    entry: int | None = None  # the first entry that would go back


class Answer(Fact):
    """A seat agrees to what was asked, or does not. When all agree it happens at once."""

    kind: Literal["answer"] = "answer"
    seat: SeatNumber
    ask: int
    agrees: bool


class TimeOut(Fact):
    """A seat's time has run out."""

    kind: Literal["time-out"] = "time-out"
    seat: SeatNumber


class Leave(Fact):
    """Somebody has gone where the table waits; he may come back to the seat, and the others settle things alone."""

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
    """What is opened with an entry: the table's secrets when it is over, and secret choices that all may see now."""

    secrets: tuple[Digest | None, ...] = ()  # None: lost with a key
    plays: dict[int, Play] = {}


class Logged(Fact):
    """An entry with its number and the time it was written, in seconds since 1970."""

    number: int
    at: float
    entry: Entry
    opened: Opened | None = None  # what all may see from here on
