"""What happens at a table, as entries of its log.

An entry is a fact: it is numbered from 1, never changed and never removed. What a table is, is the replay of its
entries (`course`). Whatever an entry leads to without anybody's choice lies in the entry itself: the chance that is
drawn, and steps with a single option. So no table ever waits for a die that nobody draws.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

SeatNumber = Annotated[int, Field(ge=1, le=6)]
Notation = Annotated[str, Field(min_length=1, max_length=64)]


class Fact(BaseModel):
    """What all entries have in common: they are never changed, and hold nothing unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PersonHolder(Fact):
    """A person in a seat."""

    holds: Literal["person"] = "person"
    person: str
    name: str


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
    """Somebody takes a seat, or leaves it empty."""

    kind: Literal["sit"] = "sit"
    seat: SeatNumber
    holder: Holder | None


class Begin(Fact):
    """All seats are taken: the start is drawn, and what chance brings before the first choice."""

    kind: Literal["begin"] = "begin"
    start: str | None
    then: tuple[tuple[int, Notation], ...] = ()
    draws: int = 0  # how many draws were taken: the start's, and one for each chance


class Play(Fact):
    """A seat's steps, and what follows without a choice: chance (seat 0), and steps with a single option."""

    kind: Literal["play"] = "play"
    seat: SeatNumber
    steps: tuple[Notation, ...] = Field(min_length=1)
    then: tuple[tuple[int, Notation], ...] = ()
    draw: int = 0  # the number of the first draw, if there is one; the others follow
    thinking: Thinking | None = None


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


class End(Fact):
    """The game is over before its rules end it."""

    kind: Literal["end"] = "end"
    how: Literal["resigned", "agreed", "time", "left", "cancelled"]
    seat: SeatNumber | None = None


Entry = Annotated[Sit | Begin | Play | Back | Ask | Answer | TimeOut | End, Field(discriminator="kind")]
ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)


class Logged(Fact):
    """An entry with its number and the time it was written, in seconds since 1970."""

    number: int
    at: float
    entry: Entry
