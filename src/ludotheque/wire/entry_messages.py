"""Entries of a table's log as a client is sent them: one class for each kind."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Sent(BaseModel):
    """Base of all outgoing messages and their parts."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class HolderView(Sent):
    """The holder of a seat: a bot by its level, a person by name."""

    holds: Literal["person", "bot"]
    name: str
    is_guest: bool = False  # a person without an account: the name is not theirs alone
    version: int | None = None  # of a bot


class NumberedEntry(Sent):
    """Base of all entries."""

    number: int
    at: float


class SitEntry(NumberedEntry):
    """A seat has a new holder, or none."""

    kind: Literal["sit"]
    seat: int
    holder: HolderView | None
    commitment: str | None


class OpenEntry(NumberedEntry):
    """A person's client opened the bytes that it had committed to."""

    kind: Literal["open"]
    seat: int
    opened: str


class BeginEntry(NumberedEntry):
    """The game began: seats, start, and everything before the first choice were drawn."""

    kind: Literal["begin"]
    opened: dict[int, str]
    seats: tuple[int, ...]
    start: str | None
    given: int | None
    then: tuple[tuple[int, str], ...]
    draws: int


class ThinkingView(Sent):
    """How a bot chose its move: enough to reproduce it."""

    bot: str
    version: int
    simulations: int | None
    seconds: float | None
    seed: int


class ToldStep(Sent):
    """A step in words, sentence by sentence: what was done, then what came of it. `seat` 0: the table drew."""

    seat: int
    words: list[str]


class PlayEntry(NumberedEntry):
    """A seat's steps, and what followed without a choice. Of secret ones, only whose they are."""

    kind: Literal["play"]
    seat: int
    withdrawn: bool
    secret: Literal[True] | None = None
    steps: list[str] | None = None
    then: list[tuple[int, str]] | None = None
    words: list[str] | None = None
    told: list[ToldStep] | None = None  # the same, with whose step each is
    thinking: ThinkingView | None = None


class SealedEntry(NumberedEntry):
    """A secret choice sealed with a lost key."""

    kind: Literal["sealed"]
    seat: int
    withdrawn: bool
    secret: Literal[True]


class RestoredEntry(NumberedEntry):
    """The server lost its key: a new secret serves the draws."""

    kind: Literal["restored"]
    commitment: str
    lost: int | None


class BackEntry(NumberedEntry):
    """A seat withdrew these entries."""

    kind: Literal["back"]
    seat: int
    entries: tuple[int, ...]


class AskEntry(NumberedEntry):
    """A seat asked the others to withdraw an entry and all later ones, or to end the game."""

    kind: Literal["ask"]
    seat: int
    what: Literal["back", "end"]
    entry: int | None


class AnswerEntry(NumberedEntry):
    """A seat's answer to a request."""

    kind: Literal["answer"]
    seat: int
    ask: int
    agrees: bool


class TimeOutEntry(NumberedEntry):
    """A seat's time ran out."""

    kind: Literal["time-out"]
    seat: int


class LeaveEntry(NumberedEntry):
    """A seat's person left, and may return."""

    kind: Literal["leave"]
    seat: int


class EndEntry(NumberedEntry):
    """The game ended before its rules end it."""

    kind: Literal["end"]
    how: Literal["resigned", "agreed", "time", "left", "cancelled"]
    seat: int | None


EntryView = Annotated[
    SitEntry | OpenEntry | BeginEntry | PlayEntry | SealedEntry | RestoredEntry | BackEntry | AskEntry | AnswerEntry
    | TimeOutEntry | LeaveEntry | EndEntry,
    Field(discriminator="kind"),
]  # fmt: skip
