"""Clients' messages and acts: one class for each kind."""

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ludotheque.play.choice import MOST_PARTS
from ludotheque.wire.field_bounds import (
    LONGEST_INVITATION,
    LONGEST_MESSAGE,
    MOST_ENTRIES,
    EntryNumber,
    Language,
    Notation,
    Reaction,
    SeatNumber,
    TableName,
)
from ludotheque.wire.table_messages import JSON, Want


class Input(BaseModel):
    """Base of all requests; `limit` names the rate limit that counts it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    limit: ClassVar[str] = "step"


class RequestBody(Input):
    """The body of a request: known fields only, and strict types (0 is not false)."""

    model_config = ConfigDict(strict=True)


# Acts at a table: the same over the socket, over HTTP (the table is in the address) and from a form


class Act(Input):
    """An act of a seat; `seat` is needed if the person holds several."""

    seat: Annotated[SeatNumber, Field(strict=True)] | None = None


class PlayAct(Act):
    """Play steps: `seen` is the last entry that the sender has seen. A retry has the same `id`."""

    seen: int = Field(ge=0, le=MOST_ENTRIES, strict=True)
    steps: tuple[Notation, ...] = Field(min_length=1, max_length=40)
    id: str = Field(min_length=1, max_length=64, pattern=r"^[\w.:-]+$")


class PreviewAct(Act):
    """Show me what one of my steps would do, or all parts of a choice."""

    steps: Annotated[tuple[Notation, ...], Field(min_length=1, max_length=MOST_PARTS)]
    lang: Language | None = None
    wants: Annotated[tuple[Literal["picture", "drawing"], ...], Field(max_length=2)] = ("picture",)


class TakeBackAct(Act):
    """Take my last steps back, as long as I have learned nothing since."""


class AskAct(Act):
    """Ask all others to withdraw an entry (without one: my last) and all later ones, or to end the game."""

    what: Literal["back", "end"]
    entry: EntryNumber | None = None


class AnswerAct(Act):
    """Agree to a request, or not. It is carried out once all agree."""

    ask: EntryNumber
    agrees: Annotated[bool, Field(strict=True)]


class ResignAct(Act):
    """Give up a game of two."""


class CancelAct(Input):
    """Call the game off, before its second step."""


class WakeAct(Input):
    """Let bots that have given up think again."""


class TalkAct(Input):
    """Send a chat message to the people at this table."""

    limit = "message"
    text: Annotated[str, Field(description=f"1 to {LONGEST_MESSAGE} letters.")]  # counted after tidying


class ReactAct(Input):
    """Say one of a few fixed words to the people at this table, who read it in their own language."""

    limit = "reaction"
    reaction: Reaction


class HintAct(Act):
    """Tell me what a bot would do in my place, and why."""

    limit = "hint"
    lang: Language | None = None


EntryAct = TakeBackAct | AskAct | AnswerAct | ResignAct | CancelAct  # acts that are nothing but an entry of the log
AnyAct = PlayAct | PreviewAct | EntryAct | WakeAct | TalkAct | ReactAct | HintAct


# Messages of the socket


class Command(Input):
    """Base of a client's messages: the reply repeats `ref`."""

    ref: Annotated[str, Field(max_length=64)] | None = None


class AtTable(Command):
    """A message about one table."""

    table: TableName


class WatchCommand(AtTable):
    """Send me a table from now on; `after` is the last entry that I know. Sent again, it changes what I want."""

    kind: Literal["watch"] = "watch"
    after: Annotated[int, Field(ge=0, le=MOST_ENTRIES)] = 0
    wants: Annotated[tuple[Want, ...], Field(max_length=7)] = JSON
    lang: Language | None = None
    seat: Annotated[int, Field(ge=0, le=6)] | None = None  # 0: as a spectator
    invitation: Annotated[str, Field(max_length=LONGEST_INVITATION)] | None = None


class UnwatchCommand(AtTable):
    """Send me no more of a table."""

    kind: Literal["unwatch"] = "unwatch"


class PlayCommand(AtTable, PlayAct):
    kind: Literal["play"] = "play"


class PreviewCommand(AtTable, PreviewAct):
    kind: Literal["preview"] = "preview"


class TakeBackCommand(AtTable, TakeBackAct):
    kind: Literal["take_back"] = "take_back"


class AskCommand(AtTable, AskAct):
    kind: Literal["ask"] = "ask"


class AnswerCommand(AtTable, AnswerAct):
    kind: Literal["answer"] = "answer"


class ResignCommand(AtTable, ResignAct):
    kind: Literal["resign"] = "resign"


class CancelCommand(AtTable, CancelAct):
    kind: Literal["cancel"] = "cancel"


class WakeCommand(AtTable, WakeAct):
    kind: Literal["wake"] = "wake"


class TalkCommand(AtTable, TalkAct):
    kind: Literal["talk"] = "talk"


class ReactCommand(AtTable, ReactAct):
    kind: Literal["react"] = "react"


class HintCommand(AtTable, HintAct):
    kind: Literal["hint"] = "hint"


class PingCommand(Command):
    """Are you there?"""

    kind: Literal["ping"] = "ping"


class FollowSeekCommand(Command):
    """Tell me how my search for opponents stands, from now on. It goes on as long as this socket is open."""

    kind: Literal["follow_seek"] = "follow_seek"


class ComeCommand(Command):
    """Somebody is found: I come to the table."""

    kind: Literal["come"] = "come"


ActCommand = (
    PlayCommand | PreviewCommand | TakeBackCommand | AskCommand | AnswerCommand | ResignCommand | CancelCommand
    | WakeCommand | TalkCommand | ReactCommand | HintCommand
)  # fmt: skip
SeekCommand = FollowSeekCommand | ComeCommand
Incoming = Annotated[
    WatchCommand | UnwatchCommand | ActCommand | PingCommand | SeekCommand, Field(discriminator="kind")
]
INCOMING: TypeAdapter[Incoming] = TypeAdapter(Incoming)
