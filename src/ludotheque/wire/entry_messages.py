"""Entries of a table's log as a client is sent them: one class for each kind."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Sent(BaseModel):
    """What a client is sent, or a part of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class HolderView(Sent):
    """Who holds a seat: a bot by its level, a person by name."""

    holds: Literal["person", "bot"]
    name: str
    version: int | None = None  # of a bot


class NumberedEntry(Sent):
    """What all entries of the log have in common."""

    number: int
    at: float


class SitEntry(NumberedEntry):
    """Somebody took a seat, or left it empty."""

    kind: Literal["sit"]
    seat: int
    holder: HolderView | None
    commitment: str | None


class OpenEntry(NumberedEntry):
    """A person's client opened the bytes that it had promised."""

    kind: Literal["open"]
    seat: int
    opened: str


class BeginEntry(NumberedEntry):
    """The game began: the seats were drawn, the start, and what came before a choice."""

    kind: Literal["begin"]
    opened: dict[int, str]
    seats: tuple[int, ...]
    start: str | None
    given: int | None
    then: tuple[tuple[int, str], ...]
    draws: int


class ThinkingView(Sent):
    """How a bot came to its move: enough to think it again."""

    bot: str
    version: int
    simulations: int | None
    seconds: float | None
    seed: int


class PlayEntry(NumberedEntry):
    """A seat's steps, and what followed without a choice; of secret ones, only whose they are."""

    kind: Literal["play"]
    seat: int
    withdrawn: bool
    secret: Literal[True] | None = None
    steps: list[str] | None = None
    then: list[tuple[int, str]] | None = None
    words: list[str] | None = None
    thinking: ThinkingView | None = None


class SealedEntry(NumberedEntry):
    """A secret choice that can't be read any more."""

    kind: Literal["sealed"]
    seat: int
    withdrawn: bool
    secret: Literal[True]


class RestoredEntry(NumberedEntry):
    """The house lost its key: draws come from another secret."""

    kind: Literal["restored"]
    commitment: str
    lost: int | None


class BackEntry(NumberedEntry):
    """A take-back of these entries."""

    kind: Literal["back"]
    seat: int
    entries: tuple[int, ...]


class AskEntry(NumberedEntry):
    """A seat asked the others to go back to before an entry, or to end the game."""

    kind: Literal["ask"]
    seat: int
    what: Literal["back", "end"]
    entry: int | None


class AnswerEntry(NumberedEntry):
    """A seat agreed to what was asked, or did not."""

    kind: Literal["answer"]
    seat: int
    ask: int
    agrees: bool


class TimeOutEntry(NumberedEntry):
    """A seat's time ran out."""

    kind: Literal["time-out"]
    seat: int


class LeaveEntry(NumberedEntry):
    """Somebody left, and may come back."""

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
