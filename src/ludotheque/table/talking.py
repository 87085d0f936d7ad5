"""The messages of the socket, one type for each; `kind` says which.

A client sends `watch`, `unwatch`, `play`, `preview` or `ping`, and is sent `table`, `answer`, `preview`, `pong` or
`error`. Whatever a client puts into `ref` comes back with what it led to.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ludotheque.games.phrase import say
from ludotheque.play.choice import MOST_PARTS
from ludotheque.table.entries import Notation, SeatNumber
from ludotheque.table.errors import TableError
from ludotheque.table.playing import Steps
from ludotheque.table.problems import first_mistakes
from ludotheque.table.seen import JSON, Want
from ludotheque.table.settings import Language

LONGEST = 8_000  # letters of a client's message

TableName = Annotated[str, Field(pattern="^[a-z0-9]{1,16}$")]


class Said(BaseModel):
    """What all messages of a client have in common."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ref: Annotated[str, Field(max_length=64)] | None = None


class Watch(Said):
    """Send me a table from now on; `after` is the last entry that I know. Sent again, it changes what I want."""

    kind: Literal["watch"] = "watch"
    table: TableName
    after: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    wants: Annotated[tuple[Want, ...], Field(max_length=6)] = JSON
    lang: Language | None = None
    seat: Annotated[int, Field(ge=0, le=6)] | None = None  # 0: as a spectator
    invitation: Annotated[str, Field(max_length=100)] | None = None


class Unwatch(Said):
    """Send me no more of a table."""

    kind: Literal["unwatch"] = "unwatch"
    table: TableName


class PlaySteps(Steps):
    """Play steps; the answer has the same `id`."""

    kind: Literal["play"] = "play"
    table: TableName
    ref: Annotated[str, Field(max_length=64)] | None = None


class Preview(Said):
    """Show me what one of my steps would do, or all parts of a choice."""

    kind: Literal["preview"] = "preview"
    table: TableName
    steps: Annotated[tuple[Notation, ...], Field(min_length=1, max_length=MOST_PARTS)]
    seat: SeatNumber | None = None
    lang: Language | None = None
    wants: Annotated[tuple[Literal["picture", "drawing"], ...], Field(max_length=2)] = ("picture",)


class Ping(Said):
    """Are you there?"""

    kind: Literal["ping"] = "ping"


Talk = Annotated[Watch | Unwatch | PlaySteps | Preview | Ping, Field(discriminator="kind")]
TALK: TypeAdapter[Talk] = TypeAdapter(Talk)


def parse(text: str) -> Talk:
    """Read a client's message; raises a TableError in one line."""
    if len(text) > LONGEST:
        raise TableError("wrong", say("A message has at most {n} letters.", n=LONGEST))
    try:
        return TALK.validate_json(text)
    except ValidationError as error:
        raise TableError("wrong", first_mistakes(error)) from None


def names_in(text: str) -> dict[str, str]:
    """What names a message that is wrong otherwise, so that its sender knows which it was."""
    try:
        said = json.loads(text[:LONGEST])
    except ValueError:
        return {}
    if not isinstance(said, dict):
        return {}
    found = {name: said[name][:64] for name in ("ref", "table", "id") if isinstance(said.get(name), str)}
    return {name: text.encode("utf-8", "replace").decode() for name, text in found.items()}


class Reply(BaseModel):
    """What all messages to a client have in common."""

    model_config = ConfigDict(extra="allow")

    ref: str | None = None


class TableNews(Reply):
    """A table as the client sees it now, with the entries that it does not know or knows otherwise."""

    kind: Literal["table"] = "table"
    table: str
    number: int
    entries: list[dict[str, Any]]


class PlayAnswer(Reply):
    """Whether steps were played: `number` is their entry, else `error` and `text` say why not."""

    kind: Literal["answer"] = "answer"
    table: str
    id: str
    ok: bool


class PreviewShown(Reply):
    """What steps would do, as a picture and in words.

    `is_final`: nothing of it can be taken back; `must_confirm`: ask people once more before they are played.
    """

    kind: Literal["preview"] = "preview"
    table: str
    steps: list[str]
    is_final: bool
    must_confirm: bool
    words: str


class Pong(Reply):
    """Yes; `at` is the server's time."""

    kind: Literal["pong"] = "pong"
    at: float


class Wrong(Reply):
    """Something could not be done; the kind in `error` is for programs, the text is one line for people."""

    kind: Literal["error"] = "error"
    error: str
    text: str
    table: str | None = None
    id: str | None = None  # of the steps that were not played


Told = Annotated[TableNews | PlayAnswer | PreviewShown | Pong | Wrong, Field(discriminator="kind")]
TOLD: TypeAdapter[Told] = TypeAdapter(Told)
