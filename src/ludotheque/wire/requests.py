"""What clients send: one class for each kind of message."""

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
    SeatNumber,
    TableName,
)
from ludotheque.wire.table_messages import JSON, Want


class Input(BaseModel):
    """What somebody sends; `limit` counts how often."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    limit: ClassVar[str] = "step"


class RequestBody(Input):
    """The body of a request: nothing unknown in it, and nothing guessed (0 is not false)."""

    model_config = ConfigDict(strict=True)


# Acts at a table: the same over the socket, over HTTP (the table is in the address) and from a form


class Act(Input):
    """Something that a seat does: which one, if its person holds several."""

    seat: Annotated[SeatNumber, Field(strict=True)] | None = None


class PlayAct(Act):
    """Play steps: `seen` is the last entry that the sender has seen, `id` is repeated when the request is."""

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
    """Ask all others to go back to before an entry (without one: my last), or to end the game as it stands."""

    what: Literal["back", "end"]
    entry: EntryNumber | None = None


class AnswerAct(Act):
    """Agree to what is asked, or not; when all agree it happens."""

    ask: EntryNumber
    agrees: Annotated[bool, Field(strict=True)]


class ResignAct(Act):
    """Give up a game of two."""


class CancelAct(Input):
    """Call the game off, before its second step."""


class WakeAct(Input):
    """Let bots that have given up think again."""


class TalkAct(Input):
    """Say something to those who sit here."""

    limit = "message"
    text: Annotated[str, Field(description=f"1 to {LONGEST_MESSAGE} letters.")]  # counted once it is tidied


class HintAct(Act):
    """Tell me what a bot would do in my place, and why."""

    limit = "hint"
    lang: Language | None = None


EntryAct = TakeBackAct | AskAct | AnswerAct | ResignAct | CancelAct  # acts that are nothing but an entry of the log
AnyAct = PlayAct | PreviewAct | EntryAct | WakeAct | TalkAct | HintAct


# Messages of the socket


class Command(Input):
    """What all messages of a client have in common: whatever stands in `ref` comes back with the reply."""

    ref: Annotated[str, Field(max_length=64)] | None = None


class AtTable(Command):
    """A message about one table."""

    table: TableName


class WatchCommand(AtTable):
    """Send me a table from now on; `after` is the last entry that I know. Sent again, it changes what I want."""

    kind: Literal["watch"] = "watch"
    after: Annotated[int, Field(ge=0, le=MOST_ENTRIES)] = 0
    wants: Annotated[tuple[Want, ...], Field(max_length=6)] = JSON
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


class HintCommand(AtTable, HintAct):
    kind: Literal["hint"] = "hint"


class PingCommand(Command):
    """Are you there?"""

    kind: Literal["ping"] = "ping"


ActCommand = (
    PlayCommand | PreviewCommand | TakeBackCommand | AskCommand | AnswerCommand | ResignCommand | CancelCommand
    | WakeCommand | TalkCommand | HintCommand
)  # fmt: skip
Incoming = Annotated[WatchCommand | UnwatchCommand | ActCommand | PingCommand, Field(discriminator="kind")]
INCOMING: TypeAdapter[Incoming] = TypeAdapter(Incoming)
