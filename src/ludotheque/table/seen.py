"""What a seat or a spectator is sent of a table: the log, the view, the picture, the words.

Nothing else leaves this room. Everything here is made from a view, or from steps that the seat has seen.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal, assert_never

from ludotheque.bots.levels import QUICK
from ludotheque.drawing import Drawing, draw, in_words, marks_of
from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.foretell import steps_told, would_do
from ludotheque.drawing.words import expected, told
from ludotheque.games.phrase import say
from ludotheque.games.refusal import Refusal
from ludotheque.play.choice import has_say, is_half_made, parts_of, play_part
from ludotheque.play.knowledge import shows_hidden
from ludotheque.play.position import Position
from ludotheque.play.view import View
from ludotheque.table.course import Course, Stood
from ludotheque.table.elements import elements_of
from ludotheque.table.entries import (
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
from ludotheque.table.errors import TableError
from ludotheque.table.taking_back import may_take_back

Want = Literal["json", "picture", "words", "elements", "drawing", "told"]
JSON: tuple[Want, ...] = ("json",)
PICTURE: tuple[Want, ...] = ("picture",)

Shows = tuple[bool, ...]  # of each step of an entry: whether it is seen


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat sees of a course, found out once for all its entries."""

    course: Course
    seat: int | None
    seen: frozenset[int] | None  # the steps that the seat has seen, by identity; None: all
    stood: dict[int, Stood]

    @classmethod
    def of(cls, course: Course, seat: int | None) -> "Sight":
        if (known := course.memo.get(("sight", seat))) is None:
            stood = {one.number: one for one in course.standing}
            known = cls(course, seat, seen_in(course.position, seat), stood)
            course.memo["sight", seat] = known
        sight: Sight = known
        return sight

    @property
    def line(self) -> list[Position]:
        """The position after each step that stands."""
        if (known := self.course.memo.get("line")) is None:
            known = self.course.memo["line"] = self.course.line
        line: list[Position] = known
        return line

    def shows(self, stood: Stood, seen: frozenset[int] | None = None) -> Shows:
        """Which steps of an entry that stands the seat sees now, or saw when these were all."""
        seen = self.seen if seen is None else seen
        if seen is None:
            return (True,) * (len(stood.play.steps) + len(stood.play.then))
        return tuple(id(after.last) in seen for after in self.after(stood))

    def sees(self, after: Position) -> bool:
        """Whether the seat sees the step that led to a position."""
        return self.seen is None or id(after.last) in self.seen

    def after(self, stood: Stood) -> list[Position]:
        """The position after each step of an entry that stands."""
        first = stood.before.ply
        return self.line[first : first + len(stood.play.steps) + len(stood.play.then)]


def seen_in(position: Position | None, seat: int | None) -> frozenset[int] | None:
    """The steps that a seat has seen in a position, by identity; None where nothing is ever hidden."""
    if position is not None and not position.game.has_secrets:
        return None
    return frozenset(map(id, position.seen_steps(seat) if position is not None else ()))


def table_seen(
    course: Course, table: str, seats: Collection[int], seat: int | None, now: float, *,
    wants: Collection[Want] = JSON, lang: str = "en", after: int = 0, again: Iterable[int] = (),
) -> dict[str, Any]:  # fmt: skip
    """A table as one seat sees it (None: a spectator), with the entries after a number; `seats` are the person's.

    `again` are older entries that are sent once more.
    """
    sent: dict[str, Any] = {
        "table": table,
        "number": course.number,
        "terms": course.terms.seen,
        "stage": course.stage,
        "rated": course.is_rated,
        "seat": seat,
        "own": sorted(seats),
        "seats": [seat_seen(course, one, now) for one in course.holders],
        "ply": course.ply_of(seat),
        "entries": entries_seen(
            Sight.of(course, seat),
            lang if "words" in wants else None,
            chain(again, range(after + 1, course.number + 1)),
        ),
        "ask": _ask_seen(course),
        "fair": fair_seen(course),
        "end": course.end.model_dump(mode="json") if course.end else None,
    }
    if course.position is None:
        return sent
    key = ("game", seat, lang, *wants)
    if key not in course.memo:
        course.memo[key] = game_seen(course, seat, wants, lang)
    made: dict[str, Any] = course.memo[key]
    return sent | made


def game_seen(course: Course, seat: int | None, wants: Collection[Want], lang: str) -> dict[str, Any]:
    """The game itself, cut to what the seat may see."""
    assert course.position is not None  # noqa: S101
    position, view = course.position, course.position.view(seat)
    sent: dict[str, Any] = {
        "waited_for": list(course.waited_for),
        "legal": [] if course.is_over else [step.text for step in view.legal()],
        "parts": {} if course.is_over else parts_of(view),
        "take_back": may_take_back(course, seat) if seat else None,
        **state_seen(course, position, view),
    }
    if "json" not in wants:
        del sent["view"]
    if "words" in wants:
        sent["words"] = in_words(view, lang)
    if "told" in wants:
        sent["told"] = {} if course.is_over else steps_told(view, lang)
    return sent | drawn_seen(position, view, wants, lang, is_over=course.is_over)


def state_seen(course: Course, position: Position, view: View) -> dict[str, Any]:
    """What is the same in all languages; and for all seats where nothing is hidden."""
    key = ("state", view.seat if course.game.has_secrets else 0)
    if key not in course.memo:
        sent: dict[str, Any] = {
            "scores": [{"total": score.total, "parts": dict(score.parts)} for score in view.scores],
            "view": view.to_fields(),
        }
        if outcome := position.outcome:
            sent["outcome"] = {"scores": outcome.scores, "places": outcome.places, "winners": outcome.winners}
        course.memo[key] = sent
    known: dict[str, Any] = course.memo[key]
    return known


def drawn_seen(position: Position, view: View, wants: Collection[Want], lang: str, *, is_over: bool) -> dict[str, Any]:
    """The picture, and which of its elements express which steps, as far as they are wanted."""
    if not {"picture", "elements", "drawing"} & set(wants):
        return {}
    drawing = draw(view, marks_of(position, view.seat), lang)
    sent: dict[str, Any] = {"picture": drawing.svg()} if "picture" in wants else {}
    if "elements" in wants:
        sent["elements"] = {} if is_over else elements_of(drawing)
    if "drawing" in wants:
        sent |= {"drawing": live_seen(drawing), "prompt": expected(view, lang)}
    return sent


def live_seen(drawing: Drawing) -> dict[str, Any]:
    """All of a drawing that can change, part by part: for those who have its ground already."""
    return {
        "title": drawing.title,
        "sets": dict(drawing.sets),
        "attempt": drawing.attempt,
        "live": {part.name: dict(part.live) for part in drawing.parts},
    }


def preview_seen(
    course: Course, seat: int, steps: Sequence[str], lang: str, wants: Collection[Want] = PICTURE
) -> dict[str, Any]:
    """What a step would do, or all parts of a choice, as a picture; a Refusal says why it can't be.

    `is_final` says that nothing of it can be taken back: the turn ends, chance is drawn, or something hidden is shown.
    `must_confirm` says that a page asks once more before it plays them: they are final, or several at once.
    """
    if course.position is None or course.is_over:
        raise Refusal("over", "table.over", say("This table is not being played at."))
    view = course.position.view(seat)
    for part in steps[:-1]:
        view = _after_part(view, part)
    marks = marks_of(course.position, seat) if course.position.ply and len(steps) == 1 else Marks()
    drawing = draw(view, Marks(last=marks.last, played=marks.played, preview=steps[-1]), lang)
    last = steps[-1:]
    is_final = not has_say(play_part(view, steps[-1]), seat) or shows_hidden(view, last)
    sent: dict[str, Any] = {
        "steps": list(steps),
        "is_final": is_final,
        "must_confirm": is_final or len(steps) > 1,
        "words": would_do(view, last, lang),
    }
    if "picture" in wants:
        sent["picture"] = drawing.svg()
    return sent | ({"drawing": live_seen(drawing)} if "drawing" in wants else {})


def _after_part(view: View, part: str) -> View:
    """A view after the first part of a choice."""
    after = play_part(view, part)
    assert view.seat is not None  # noqa: S101  spectators choose nothing
    if not is_half_made(after, view.seat):
        raise TableError("wrong", "steps: only the parts of one choice are previewed together.")
    return after.view(view.seat)


def seat_seen(course: Course, seat: int, now: float) -> dict[str, Any]:
    """A seat: who holds it, whether it is waited for, its clock."""
    is_waited = seat in course.waited_for
    return {
        "seat": seat,
        "name": course.game.seat_name(seat),
        "holder": holder_seen(course.holders[seat]),
        "is_waited_for": is_waited,
        "waited": course.clocks.running(seat, now) if is_waited else None,
        "left": course.clocks.shown(seat, now),
        "forgiven": course.clocks.forgiven(seat, now),
        "runs_in": course.clocks.runs_in(seat, now),
        "is_late": seat in course.late,
        "is_away": seat in course.away,
        "is_quick": is_quick(course, seat),
    }


def is_quick(course: Course, seat: int) -> bool:
    """Whether a bot's latest choice was made with fewer simulations than its own, for want of compiled rules."""
    latest = next((stood.play.thinking for stood in reversed(course.standing) if stood.play.seat == seat), None)
    return latest is not None and latest.bot.startswith(QUICK)


def holder_seen(holder: Holder | None) -> dict[str, Any] | None:
    """Who holds a seat, without the id of a person."""
    if holder is None:
        return None
    if isinstance(holder, BotHolder):
        return {"holds": "bot", "name": holder.level, "version": holder.version}
    return {"holds": "person", "name": holder.name}


def fair_seen(course: Course) -> dict[str, Any]:
    """What proves the chance of a table: promises, and all that has been opened of them."""
    return {
        "commitments": [course.commitment, *(one.commitment for _, one in course.restored)],
        "secrets": list(course.secrets),
        "places": [
            {"place": place, "by": one.by, "commitment": one.commitment, "opened": one.opened}
            for place, one in sorted(course.places.items())
        ],
        "seats": list(course.seats),
    }


def _ask_seen(course: Course) -> dict[str, Any] | None:
    if course.ask is None:
        return None
    number, ask = course.ask
    return {"number": number, "seat": ask.seat, "what": ask.what, "entry": ask.entry, "agreed": sorted(course.agreed)}


def entries_seen(sight: Sight, lang: str | None, numbers: Iterable[int]) -> list[dict[str, Any]]:
    """The entries of some numbers, as a seat sees them; with words in a language, if one is said."""
    return [entry_seen(sight, sight.course.kept[number - 1], lang) for number in numbers]


def entry_seen(sight: Sight, logged: Logged, lang: str | None = "en") -> dict[str, Any]:
    """An entry as a seat sees it: of a secret choice, only that it was made."""
    entry = logged.entry
    sent: dict[str, Any] = {"number": logged.number, "at": logged.at, "kind": entry.kind}
    match entry:
        case Play():
            return sent | play_seen(sight, logged, entry, lang)
        case Sealed():  # nobody here can read it, and nobody else shall
            return sent | {"seat": entry.seat, "withdrawn": logged.number in sight.course.withdrawn, "secret": True}
        case Sit():
            body = entry.model_dump(mode="json", exclude={"kind", "holder", "sealed"})
            return sent | body | {"holder": holder_seen(entry.holder)}
        case Begin() | Open() | Restored() | Back() | Ask() | Answer() | TimeOut() | Leave() | End():
            return sent | entry.model_dump(mode="json", exclude={"kind", "sealed"})
        case _:
            assert_never(entry)


def play_seen(sight: Sight, logged: Logged, entry: Play, lang: str | None) -> dict[str, Any]:
    """A seat's steps and what followed from them, step by step; of those that are still secret, only whose they are."""
    withdrawn, stood = sight.course.withdrawn, sight.stood.get(logged.number)
    sent: dict[str, Any] = {"seat": entry.seat, "withdrawn": logged.number in withdrawn}
    if stood:
        shows = sight.shows(stood)
    else:
        is_open = entry.seat == sight.seat or withdrawn.get(logged.number, False)
        shows = (is_open,) * (len(entry.steps) + len(entry.then))
    if not all(shows):
        sent["secret"] = True
    if not any(shows):
        return sent
    own = len(entry.steps)
    sent["steps"] = [text for text, is_seen in zip(entry.steps, shows, strict=False) if is_seen]
    sent["then"] = [list(one) for one, is_seen in zip(entry.then, shows[own:], strict=True) if is_seen]
    if stood and lang is not None:
        sent["words"] = words_of(sight, logged, stood, lang)
    if sight.course.is_over and entry.thinking:
        sent["thinking"] = entry.thinking.model_dump(mode="json")
    return sent


def words_of(sight: Sight, logged: Logged, stood: Stood, lang: str) -> list[str]:
    """The steps of an entry that the seat sees, told. They are kept: telling takes longer than all the rest."""
    words, before = [], stood.before
    for after in sight.after(stood):
        if after.last is not None and sight.sees(after):
            words.append(_word(logged, before, after, sight.seat, lang))
        before = after
    return [one for one in words if one]


def _word(logged: Logged, before: Position, after: Position, seat: int | None, lang: str) -> str:
    """A step, told; anew only where it leads from or to another position than before: others may have gone back."""
    assert after.last is not None  # noqa: S101
    key = (after.ply, seat, lang)
    known, words = logged.told.get(key, (None, ""))
    if known is not after:
        words = told(before, after.last, seat, lang, after)
        logged.told[key] = after, words
    return words


def is_told(sight: Sight, logged: Logged, lang: str) -> bool:
    """Whether the words of an entry are at hand."""
    stood = sight.stood.get(logged.number)
    return stood is None or all(
        (after.ply, sight.seat, lang) in logged.told for after in sight.after(stood) if sight.sees(after)
    )


def error_seen(refusal: Refusal, lang: str) -> dict[str, Any]:
    """A refusal: the reason, the paragraph that says so, and what would be possible."""
    cited = refusal.cite(lang)
    return {
        "ok": False,
        "error": refusal.kind,
        "text": cited.reason,
        "rule": cited.paragraph,
        "paragraph": " ".join(cited.text.split()),
        "near": list(cited.alternatives),
        "elements": list(cited.elements),
    }
