"""What a seat or a spectator is sent of a table: the log, the view, the picture, the words.

Nothing else leaves this room. Everything here is made from a view, or from steps that the seat has seen.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, assert_never, cast

from pydantic import TypeAdapter
from pydantic_core import to_jsonable_python

from ludotheque.bots.levels import QUICK
from ludotheque.drawing import Drawing, draw, in_words, marks_of
from ludotheque.drawing.description import expected, told
from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.element import Element, Elements
from ludotheque.drawing.forecast import steps_told, would_do
from ludotheque.drawing.step_paths import paths_of
from ludotheque.games.phrase import say
from ludotheque.games.refusal import Refusal
from ludotheque.log.clocks import NO_CLOCK, ShownClock
from ludotheque.log.entries import (
    Answer,
    Ask,
    Back,
    Begin,
    BotHolder,
    End,
    Holder,
    Leave,
    Logged,
    Open,
    Play,
    Restored,
    Sealed,
    Sit,
    TimeOut,
)
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import ActiveMove, TableState, WordsCache
from ludotheque.play.choice import has_say, is_half_made, parts_of, play_part
from ludotheque.play.knowledge import shows_hidden
from ludotheque.play.position import Position
from ludotheque.play.view import View
from ludotheque.wire.entry_messages import (
    AnswerEntry,
    AskEntry,
    BackEntry,
    BeginEntry,
    EndEntry,
    EntryView,
    HolderView,
    LeaveEntry,
    OpenEntry,
    PlayEntry,
    RestoredEntry,
    SealedEntry,
    SitEntry,
    ThinkingView,
    TimeOutEntry,
)
from ludotheque.wire.table_messages import (
    JSON,
    PICTURE,
    AskView,
    BotView,
    ElementView,
    EndView,
    FairView,
    GameView,
    LiveDrawing,
    OutcomeView,
    PartsView,
    PlaceView,
    PreviewResult,
    Problem,
    Rights,
    ScoreView,
    SeatView,
    TableView,
    Want,
    fields_of,
)

ELEMENTS = TypeAdapter(dict[str, Element])
Shows = tuple[bool, ...]  # of each step of an entry: whether it is seen


class TableContext(NamedTuple):
    """What a table's message tells besides its log: what clocks show, what may be done, what bots are at."""

    clocks: Mapping[int, ShownClock]
    can: Rights
    bots: Sequence[BotView] = ()
    is_compiling: bool = False
    compiled: int = 100
    messages: int = 0
    rematch: str | None = None


NOTHING_AROUND = TableContext({}, Rights())


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat sees of a table state, found out once for all its entries."""

    state: TableState
    seat: int | None
    seen: frozenset[int] | None  # the steps that the seat has seen, by identity; None: all
    stood: dict[int, ActiveMove]

    @classmethod
    def of(cls, state: TableState, seat: int | None) -> "Sight":
        if (known := state.memo.get(("sight", seat))) is None:
            stood = {one.number: one for one in state.active_moves}
            known = cls(state, seat, seen_in(state.position, seat), stood)
            state.memo["sight", seat] = known
        sight: Sight = known
        return sight

    @property
    def line(self) -> list[Position]:
        """The position after each step that stands."""
        if (known := self.state.memo.get("line")) is None:
            position = self.state.position
            known = [] if position is None else [*reversed([position, *position.history])][1:]
            self.state.memo["line"] = known
        line: list[Position] = known
        return line

    def shows(self, stood: ActiveMove, seen: frozenset[int] | None = None) -> Shows:
        """Which steps of an entry that stands the seat sees now, or saw when these were all."""
        seen = self.seen if seen is None else seen
        if seen is None:
            return (True,) * (len(stood.play.steps) + len(stood.play.then))
        return tuple(id(after.last) in seen for after in self.after(stood))

    def sees(self, after: Position) -> bool:
        """Whether the seat sees the step that led to a position."""
        return self.seen is None or id(after.last) in self.seen

    def after(self, stood: ActiveMove) -> list[Position]:
        """The position after each step of an entry that stands."""
        first = stood.before.ply
        return self.line[first : first + len(stood.play.steps) + len(stood.play.then)]


def seen_in(position: Position | None, seat: int | None) -> frozenset[int] | None:
    """The steps that a seat has seen in a position, by identity; None where nothing is ever hidden."""
    if position is not None and not position.game.has_secrets:
        return None
    return frozenset(map(id, position.seen_steps(seat) if position is not None else ()))


def table_seen(
    state: TableState, table: str, seats: Collection[int], seat: int | None, around: TableContext = NOTHING_AROUND, *,
    wants: Collection[Want] = JSON, lang: str = "en", after: int = 0,
    again: Iterable[int] = (),
) -> TableView:  # fmt: skip
    """A table as one seat sees it (None: a spectator), with the entries after a number; `seats` are the person's.

    `again` are older entries that are sent once more.
    """
    numbers = chain(again, range(after + 1, state.number + 1))
    seen = TableView(
        table=table,
        number=state.number,
        terms=state.terms.seen,
        stage=state.stage,
        rated=state.is_rated,
        seat=seat,
        own=sorted(seats),
        seats=[seat_seen(state, one, around.clocks.get(one, NO_CLOCK)) for one in state.holders],
        ply=ply_seen(state, seat),
        entries=entries_seen(Sight.of(state, seat), lang if "words" in wants else None, numbers),
        ask=_ask_seen(state),
        fair=fair_seen(state),
        end=EndView(kind="end", how=state.end.how, seat=state.end.seat) if state.end else None,
        bots=list(around.bots),
        is_compiling=around.is_compiling,
        compiled=around.compiled,
        messages=around.messages,
        rematch=around.rematch,
        can=around.can,
    )
    if state.position is None:
        return seen
    key = ("game", seat, lang, *wants)
    if key not in state.memo:
        state.memo[key] = game_seen(state, seat, around.can.take_back, wants, lang)
    made: GameView = state.memo[key]
    return seen.model_copy(update=fields_of(made))


def ply_seen(state: TableState, seat: int | None) -> int:
    """How many steps a seat has seen."""
    if state.position is None or not state.has_secrets:
        return state.ply
    return len(state.position.seen_steps(seat))


def game_seen(
    state: TableState, seat: int | None, take_back: int | None, wants: Collection[Want], lang: str
) -> GameView:
    """The game itself, cut to what the seat may see."""
    assert state.position is not None  # noqa: S101
    position, view = state.position, state.position.view(seat)
    seen = GameView(
        waited_for=list(state.waited_for),
        legal=[] if state.is_over else [step.text for step in view.legal()],
        parts={} if state.is_over else cast("PartsView", parts_of(view)),
        take_back=take_back,
    )
    more = fields_of(state_seen(state, position, view))
    if "json" not in wants:
        del more["view"]
    if "words" in wants:
        more["words"] = in_words(view, lang)
    if "told" in wants:
        more["told"] = {} if state.is_over else steps_told(view, lang)
    drawn = drawn_seen(state, position, view, wants, lang)
    return seen.model_copy(update=more | fields_of(drawn))


def state_seen(state: TableState, position: Position, view: View) -> GameView:
    """What is the same in all languages; and for all seats where nothing is hidden."""
    key = ("state", view.seat if state.has_secrets else 0)
    if key not in state.memo:
        seen = GameView(
            scores=[ScoreView(total=score.total, parts=dict(score.parts)) for score in view.scores],
            view=view.to_fields(),
        )
        if one := position.outcome:
            ended = OutcomeView(scores=one.scores, places=one.places, winners=one.winners)
            seen = seen.model_copy(update={"outcome": ended})
        state.memo[key] = seen
    known: GameView = state.memo[key]
    return known


def drawn_seen(state: TableState, position: Position, view: View, wants: Collection[Want], lang: str) -> GameView:
    """The picture, and which of its elements express which steps; for those who see the same, it is drawn once."""
    if not {"picture", "elements", "drawing"} & set(wants):
        return GameView()
    is_shared = not view.legal() and modules_of(state.game.name).are_watchers_alike
    key = ("drawn", 0 if is_shared else view.seat, lang, *wants)
    if key not in state.memo:
        state.memo[key] = _drawn_anew(position, view, wants, lang, is_over=state.is_over)
    drawn: GameView = state.memo[key]
    return drawn.model_copy(update={"prompt": expected(view, lang)}) if "drawing" in wants else drawn


def _drawn_anew(position: Position, view: View, wants: Collection[Want], lang: str, *, is_over: bool) -> GameView:
    drawing = draw(view, marks_of(position, view.seat), lang)
    more: dict[str, object] = {"picture": drawing.svg()} if "picture" in wants else {}
    if "elements" in wants:
        more["elements"] = {} if is_over else paths_of(drawing)
    if "drawing" in wants:
        more["drawing"] = live_seen(drawing)
    return GameView().model_copy(update=more)


def live_seen(drawing: Drawing) -> LiveDrawing:
    """All of a drawing that can change, part by part: for those who have its ground already."""
    return LiveDrawing(
        title=drawing.title,
        sets=dict(drawing.sets),
        attempt=drawing.attempt,
        live={part.name: dict(part.live) for part in drawing.parts},
        elements=elements_seen(drawing.elements),
        facts=facts_seen(drawing),
    )


def elements_seen(elements: Elements) -> dict[str, ElementView]:
    """What can be done with elements, by id: of each the fields that are not empty."""
    sent: dict[str, ElementView] = ELEMENTS.dump_python(dict(elements), mode="json", exclude_defaults=True)
    return sent


def facts_seen(drawing: Drawing) -> dict[str, object] | None:
    """What a game's own script needs to know of a drawing."""
    sent: dict[str, object] | None = to_jsonable_python(drawing.facts)
    return sent


def preview_seen(
    state: TableState, seat: int, steps: Sequence[str], lang: str, wants: Collection[Want] = PICTURE
) -> PreviewResult:
    """What a step would do, or all parts of a choice, as a picture; a Refusal says why it can't be.

    `is_final` says that nothing of it can be taken back: the turn ends, chance is drawn, or something hidden is shown.
    `must_confirm` says that a page asks once more before it plays them: they are final, or several at once.
    """
    if state.position is None or state.is_over:
        raise Refusal("over", "table.over", say("This table is not being played at."))
    view = state.position.view(seat)
    for part in steps[:-1]:
        view = _after_part(view, part)
    marks = marks_of(state.position, seat) if state.position.ply and len(steps) == 1 else Marks()
    drawing = draw(view, Marks(last=marks.last, played=marks.played, preview=steps[-1]), lang)
    last = steps[-1:]
    is_final = not has_say(play_part(view, steps[-1]), seat) or shows_hidden(view, last)
    seen = PreviewResult(
        steps=list(steps),
        is_final=is_final,
        must_confirm=is_final or len(steps) > 1,
        words=would_do(view, last, lang),
    )
    more: dict[str, object] = {"picture": drawing.svg()} if "picture" in wants else {}
    return seen.model_copy(update=more | ({"drawing": live_seen(drawing)} if "drawing" in wants else {}))


def _after_part(view: View, part: str) -> View:
    """A view after the first part of a choice."""
    after = play_part(view, part)
    assert view.seat is not None  # noqa: S101  spectators choose nothing
    if not is_half_made(after, view.seat):
        raise TableError("wrong", "steps: only the parts of one choice are previewed together.")
    return after.view(view.seat)


def seat_seen(state: TableState, seat: int, clock: ShownClock) -> SeatView:
    """A seat: who holds it, whether it is waited for, its clock."""
    return SeatView(
        seat=seat,
        name=state.game.seat_name(seat),
        holder=holder_seen(state.holders[seat]),
        is_waited_for=seat in state.waited_for,
        waited=clock.waiting_for,
        left=clock.remaining,
        forgiven=clock.lag_allowance,
        runs_in=clock.runs_in,
        is_late=seat in state.late,
        is_away=seat in state.away,
        is_quick=is_quick(state, seat),
    )


def is_quick(state: TableState, seat: int) -> bool:
    """Whether a bot's latest choice was made with fewer simulations than its own, for want of compiled rules."""
    latest = next((stood.play.thinking for stood in reversed(state.active_moves) if stood.play.seat == seat), None)
    return latest is not None and latest.bot.startswith(QUICK)


def holder_seen(holder: Holder | None) -> HolderView | None:
    """Who holds a seat, without the id of a person."""
    if holder is None:
        return None
    if isinstance(holder, BotHolder):
        return HolderView(holds="bot", name=holder.level, version=holder.version)
    return HolderView(holds="person", name=holder.name)


def fair_seen(state: TableState) -> FairView:
    """What proves the chance of a table: promises, and all that has been opened of them."""
    return FairView(
        commitments=[state.commitment, *(one.commitment for _, one in state.restored)],
        secrets=list(state.secrets),
        places=[
            PlaceView(place=place, by=one.by, commitment=one.commitment, opened=one.opened)
            for place, one in sorted(state.places.items())
        ],
        seats=list(state.seats),
    )


def _ask_seen(state: TableState) -> AskView | None:
    if state.request is None:
        return None
    number, ask = state.request
    return AskView(number=number, seat=ask.seat, what=ask.what, entry=ask.entry, agreed=sorted(state.agreed))


def entries_seen(sight: Sight, lang: str | None, numbers: Iterable[int]) -> list[EntryView]:
    """The entries of some numbers, as a seat sees them; with words in a language, if one is said."""
    return [entry_seen(sight, sight.state.log[number - 1], lang) for number in numbers]


def entry_seen(sight: Sight, logged: Logged, lang: str | None = "en") -> EntryView:
    """An entry as a seat sees it: of a secret choice, only that it was made."""
    one, number, at = logged.entry, logged.number, logged.at
    match one:
        case Play():
            return play_seen(sight, logged, one, lang)
        case Sealed():  # nobody here can read it, and nobody else shall
            withdrawn = number in sight.state.withdrawn
            return SealedEntry(number=number, at=at, kind="sealed", seat=one.seat, withdrawn=withdrawn, secret=True)
        case Sit():
            holder = holder_seen(one.holder)
            return SitEntry(number=number, at=at, kind="sit", seat=one.seat, holder=holder, commitment=one.commitment)
        case Open():
            return OpenEntry(number=number, at=at, kind="open", seat=one.seat, opened=one.opened)
        case Begin():
            return BeginEntry(
                number=number, at=at, kind="begin", opened=one.opened, seats=one.seats, start=one.start,
                given=one.given, then=one.then, draws=one.draws,
            )  # fmt: skip
        case Restored():
            return RestoredEntry(number=number, at=at, kind="restored", commitment=one.commitment, lost=one.lost)
        case Back():
            return BackEntry(number=number, at=at, kind="back", seat=one.seat, entries=one.entries)
        case Ask():
            return AskEntry(number=number, at=at, kind="ask", seat=one.seat, what=one.what, entry=one.entry)
        case Answer():
            return AnswerEntry(number=number, at=at, kind="answer", seat=one.seat, ask=one.ask, agrees=one.agrees)
        case TimeOut():
            return TimeOutEntry(number=number, at=at, kind="time-out", seat=one.seat)
        case Leave():
            return LeaveEntry(number=number, at=at, kind="leave", seat=one.seat)
        case End():
            return EndEntry(number=number, at=at, kind="end", how=one.how, seat=one.seat)
        case _:
            assert_never(one)


def play_seen(sight: Sight, logged: Logged, entry: Play, lang: str | None) -> PlayEntry:
    """A seat's steps and what followed from them, step by step; of those that are still secret, only whose they are."""
    withdrawn, stood = sight.state.withdrawn, sight.stood.get(logged.number)
    seen = PlayEntry(
        number=logged.number, at=logged.at, kind="play", seat=entry.seat, withdrawn=logged.number in withdrawn
    )
    if stood:
        shows = sight.shows(stood)
    else:
        is_open = entry.seat == sight.seat or withdrawn.get(logged.number, False)
        shows = (is_open,) * (len(entry.steps) + len(entry.then))
    more: dict[str, object] = {} if all(shows) else {"secret": True}
    if any(shows):
        own = len(entry.steps)
        more["steps"] = [text for text, is_seen in zip(entry.steps, shows, strict=False) if is_seen]
        more["then"] = [one for one, is_seen in zip(entry.then, shows[own:], strict=True) if is_seen]
        if stood and lang is not None:
            more["words"] = words_of(sight, stood, lang)
        if sight.state.is_over and entry.thinking:
            more["thinking"] = ThinkingView(**entry.thinking.model_dump())
    return seen.model_copy(update=more)


def words_of(sight: Sight, stood: ActiveMove, lang: str) -> list[str]:
    """The steps of an entry that the seat sees, told. They are kept: telling takes longer than all the rest."""
    words, before = [], stood.before
    for after in sight.after(stood):
        if after.last is not None and sight.sees(after):
            words.append(_word(sight.state.words, before, after, sight.seat, lang))
        before = after
    return [one for one in words if one]


def _word(cache: WordsCache, before: Position, after: Position, seat: int | None, lang: str) -> str:
    """A step, told; anew only where it leads from or to another position than before: others may have gone back."""
    assert after.last is not None  # noqa: S101
    key = (after.ply, seat, lang)
    known, words = cache.get(key, (None, ""))
    if known is not after:
        words = told(before, after.last, seat, lang, after)
        cache[key] = after, words
    return words


def is_told(sight: Sight, logged: Logged, lang: str) -> bool:
    """Whether the words of an entry are at hand."""
    stood = sight.stood.get(logged.number)
    return stood is None or all(
        sight.state.words.get((after.ply, sight.seat, lang), (None,))[0] is after
        for after in sight.after(stood)
        if sight.sees(after)
    )


def problem_seen(refusal: Refusal, lang: str) -> Problem:
    """A refusal: the reason, the paragraph that says so, and what would be possible."""
    cited = refusal.cite(lang)
    return Problem(
        ok=False,
        error=refusal.kind,
        text=cited.reason,
        rule=cited.paragraph,
        paragraph=" ".join(cited.text.split()),
        near=list(cited.alternatives),
        elements=list(cited.elements),
    )
