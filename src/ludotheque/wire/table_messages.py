"""Messages about a table, as clients are sent them: one class for each kind.

A field without a default is always sent, possibly as null. A field with a default is left out until it is set: only
`to_text` and `to_fields` write a message.
"""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeVar, assert_never

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from ludotheque.wire.entry_messages import EntryView, HolderView, Sent
from ludotheque.wire.field_bounds import Stage
from ludotheque.wire.seek_messages import SeekMessage
from ludotheque.wire.terms_messages import TermsView

Want = Literal["json", "picture", "words", "elements", "drawing", "told", "faces"]
JSON: tuple[Want, ...] = ("json",)
PICTURE: tuple[Want, ...] = ("picture",)
PartsView = dict[str, list[str] | dict[str, list[str] | dict[str, list[str]]]]  # play.choice.Parts


M = TypeVar("M", bound=Sent)


def to_text(message: Sent) -> str:
    """A message as it is sent."""
    return message.model_dump_json(exclude_unset=True)


def to_fields(message: Sent) -> dict[str, object]:
    """A message as plain JSON values: the same as `to_text`, read back."""
    return message.model_dump(mode="json", exclude_unset=True)


def fields_of(message: Sent) -> dict[str, object]:
    """The set fields of a message, unchanged, to build another message from."""
    return {name: getattr(message, name) for name in message.model_fields_set}


def widened(message: Sent, into: type[M], /, **more: object) -> M:
    """A message converted to a class with more fields."""
    return into.model_validate(fields_of(message) | more)


class PlayerView(Sent):
    """A seat's player as pages show them, in the reader's language."""

    called: str  # their name; of a seat that has none of its own, its colour
    about: str  # the second word: a bot's level, that this is a guest, or nothing
    line: str  # who a bot's character is; empty for people
    face: str | None  # their picture as SVG; with `wants=faces`


class SeatView(Sent):
    """A seat: its holder, what its player is called, whether it is awaited, its clock."""

    seat: int
    name: str  # its colour, as the game names it
    player: PlayerView | None = None  # null: the seat is free
    is_here: bool | None = None  # whether its person has the table open now; null: a bot's, not known, or not for you
    holder: HolderView | None
    is_waited_for: bool
    waited: float | None  # seconds that it has been awaited
    left: float | None  # seconds on its clock; null: it has none
    forgiven: float | None  # seconds of lag that are not charged
    runs_in: float | None  # seconds until its clock counts down; null: it does not run
    warnings: list[float]  # seconds left at which its player is warned, the most first: from there on few are left
    is_late: bool
    is_away: bool
    is_quick: bool  # a bot that thought less than it would with compiled rules


class AskView(Sent):
    """The open request, and the seats that agree."""

    number: int
    seat: int
    what: Literal["back", "end"]
    entry: int | None
    agreed: list[int]


RemarkKind = Literal["agreed", "refused", "lapsed", "granted", "took_back"]


class RemarkView(Sent):
    """Something to hear besides steps: an answer to a request, or why the board went back."""

    number: int  # of the entry that brought it
    kind: RemarkKind
    seat: int | None  # whose act it was; null: a request was granted, and nobody had to be asked
    asker: int | None  # the seat whose request it is about
    what: Literal["back", "end"] | None  # what was requested
    many: int  # how many moves were withdrawn
    words: list[str]  # the first of them, as far as everybody had seen it; with `wants=words`


class EndView(Sent):
    """How a game ended before its rules end it."""

    kind: Literal["end"]
    how: Literal["resigned", "agreed", "time", "left", "cancelled"]
    seat: int | None


class PlaceView(Sent):
    """A place's share in the draws."""

    place: int
    by: Literal["client", "server", "bot"]
    commitment: str
    opened: str | None


class FairView(Sent):
    """The proof of a table's chance: commitments, and the secrets opened so far."""

    commitments: list[str]
    secrets: list[str | None]
    places: list[PlaceView]
    seats: list[int]


class ScoreView(Sent):
    """A seat's points, in the game's parts."""

    total: int
    parts: dict[str, int]


class OutcomeView(Sent):
    """How the rules ended the game, by seat."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]


class ElementView(TypedDict, total=False):
    """An interactive element of a drawing: `drawing.element.Element`, without empty fields."""

    name: str  # its name in `attempt`; of a set's member, in the set's step
    label: str  # its name in words
    steps: list[str]  # the legal steps that it takes part in
    set: str  # the set that it is a member of, which a step cuts in two
    half: int  # 1 or 2: the half of a set that a drop here assigns a member to
    after: list[str]  # the kinds of steps after which its own count
    drag: list[str]  # the steps, or kinds of steps, that it can be dragged for
    drop: list[str]  # the steps, or kinds of steps, that a drop here expresses; a tap does nothing
    then: str  # the kind of step that the same drag is tried with next


class ExplanationView(TypedDict, total=False):
    """What a thing in the picture is, in a sentence or two, and the paragraph of the rulebook that says more."""

    text: str
    rule: str


class LiveDrawing(Sent):
    """The parts of a drawing that change, for clients that have its background."""

    title: str
    sets: dict[str, str]  # by name of a set: the step that cuts it, with {chosen} and {rest}
    attempt: str  # the text of an attempt, with {} for an element's name
    live: dict[str, dict[str, str]]  # by part, by id: the markup
    elements: dict[str, ElementView]  # by id, in the order of the drawing
    facts: dict[str, object] | None  # for the game's own script: `drawing.<game>.facts`
    last: list[str]  # the elements that mark where the last step was made, by id


class BotView(Sent):
    """The progress of a bot's choice: in work, queued, or given up with an error."""

    seat: int
    is_thinking: bool
    before: int  # choices queued before it
    tries: int
    error: str | None


Leaving = Literal["frees", "waits", "bot", "ends"]


@dataclass(frozen=True, slots=True)
class Rights:
    """What the viewer may do at a table: with the seat shown, or (`cancel`, `talk`) as a person."""

    take_back: int | None = None  # the entry that the seat may withdraw without consent
    ask_back: int | None = None  # the seat's last entry, if it may ask the others to withdraw it
    is_granted: bool = False  # whether that request is granted at once, since every other seat always agrees
    ask_end: bool = False
    ends_at_once: bool = False  # whether that request ends the game at once, since every other seat always agrees
    leave: Leaving | None = None  # what happens if the person leaves the seat; null: it can't be left
    resign: bool = False
    cancel: bool = False
    hint: bool = False
    talk: bool = False


class SinceView(Sent):
    """What has happened since the viewer's own last move."""

    number: int  # the entry of that move; 0: there is none yet
    entries: list[int]  # the moves of others after it that are in effect


class GameView(Sent):
    """The game, cut to what a seat may see. Nothing of it is sent before the game begins."""

    waited_for: list[int] | None = None
    legal: list[str] | None = None
    parts: PartsView | None = None  # of choices made of parts: by step, the possible next ones
    take_back: int | None = None  # the entry that the seat may withdraw without consent
    scores: list[ScoreView] | None = None
    view: dict[str, object] | None = None  # the named fields of the game's record format
    outcome: OutcomeView | None = None
    words: str | None = None
    told: dict[str, str] | None = None  # by legal step: what it would do
    picture: str | None = None
    elements: dict[str, list[str]] | None = None  # by step: the ids of the elements that express it
    drawing: LiveDrawing | None = None
    prompt: str | None = None
    rule_now: str | None = None  # the paragraph of the game's rulebook that matters now; with `wants=drawing`


class TableView(GameView):
    """A table as a viewer sees it now, with the entries that are new to them or have changed."""

    table: str
    number: int  # of the last entry
    terms: TermsView
    stage: Stage
    rated: bool
    seat: int | None  # whose view it is; null: a spectator's
    own: list[int]  # the viewer's seats
    seats: list[SeatView]
    ply: int
    entries: list[EntryView]
    ask: AskView | None
    remarks: list[RemarkView]
    since: SinceView | None  # null for a spectator
    fair: FairView
    end: EndView | None
    bots: list[BotView]
    is_compiling: bool
    compiled: int  # percent of the game's rules and bots
    messages: int  # the number of the last chat message
    rematch: str | None
    can: Rights


class TableMessage(TableView):
    """News of a watched table."""

    kind: Literal["table"]
    ref: str | None


class Problem(Sent):
    """An error: the kind in `error` is for programs, the text is one line for people.

    That of an illegal step names the broken rule, its paragraph, the nearest legal steps and the elements concerned.
    """

    ok: Literal[False]
    error: str
    text: str
    rule: str | None = None
    paragraph: str | None = None
    near: list[str] | None = None
    elements: list[str] | None = None


class ErrorMessage(Problem):
    """A refused message; `id` is that of steps that were not played."""

    kind: Literal["error"]
    ref: str | None
    table: str | None
    id: str | None = None


class PlayResult(Sent):
    """Whether steps were played: `number` is their entry; otherwise `error` and `text` say why not.

    A stale request gets the entries that it missed in `missed`.
    """

    ok: bool
    id: str
    number: int | None = None
    error: str | None = None
    text: str | None = None
    rule: str | None = None
    paragraph: str | None = None
    near: list[str] | None = None
    elements: list[str] | None = None
    missed: list[EntryView] | None = None


class AnswerMessage(PlayResult):
    """The answer to `play`."""

    kind: Literal["answer"]
    table: str
    ref: str | None


class PreviewResult(Sent):
    """The effect of steps, as a picture and in words.

    `is_final`: they can't be taken back. `must_confirm`: ask people before playing them.
    """

    steps: list[str]
    is_final: bool
    must_confirm: bool
    words: str
    picture: str | None = None
    drawing: LiveDrawing | None = None


class PreviewMessage(PreviewResult):
    """The answer to `preview`."""

    kind: Literal["preview"]
    table: str
    ref: str | None


class HintResult(Sent):
    """The steps of one choice in the log's words, the reason for it, and the last entry that the bot knew."""

    steps: list[str]
    words: list[str]
    reason: list[str]
    number: int


class HintMessage(HintResult):
    """The answer to `hint`."""

    kind: Literal["hint"]
    table: str
    ref: str | None


class DoneResult(Sent):
    """An act was performed: `number` is the table's last entry, or that of the chat message."""

    ok: Literal[True]
    number: int


class DoneMessage(DoneResult):
    """The answer to all other acts."""

    kind: Literal["done"]
    table: str
    ref: str | None


class PongMessage(Sent):
    """Yes; `at` is the server's time."""

    kind: Literal["pong"]
    ref: str | None
    at: float


Result = PlayResult | PreviewResult | HintResult | DoneResult
Reply = AnswerMessage | PreviewMessage | HintMessage | DoneMessage
Outgoing = Annotated[TableMessage | Reply | PongMessage | SeekMessage | ErrorMessage, Field(discriminator="kind")]
OUTGOING: TypeAdapter[Outgoing] = TypeAdapter(Outgoing)


def reply(result: Result, table: str, ref: str | None) -> Reply:
    """The result of an act, as a message of the socket."""
    match result:
        case PlayResult():
            return widened(result, AnswerMessage, kind="answer", table=table, ref=ref)
        case PreviewResult():
            return widened(result, PreviewMessage, kind="preview", table=table, ref=ref)
        case HintResult():
            return widened(result, HintMessage, kind="hint", table=table, ref=ref)
        case DoneResult():
            return DoneMessage(ok=True, number=result.number, kind="done", table=table, ref=ref)
        case _:
            assert_never(result)


def news(seen: TableView, ref: str | None) -> TableMessage:
    """A watched table, as a message of the socket."""
    given = seen.model_fields_set | {"kind", "ref"}
    return TableMessage.model_construct(given, **fields_of(seen), kind="table", ref=ref)


def error_message(problem: Problem, ref: str | None = None, table: str | None = None, **steps: str) -> ErrorMessage:
    """An error as a message of the socket, with the `id` of steps that were not played."""
    return widened(problem, ErrorMessage, **steps, kind="error", ref=ref, table=table)
