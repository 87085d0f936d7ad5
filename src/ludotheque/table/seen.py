"""What a seat or a spectator is sent of a table: the log, the view, the picture, the words.

Nothing else leaves this room. Everything here is made from a view, or from steps that the seat has seen.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from ludotheque.drawing import draw, in_words, marks_of
from ludotheque.drawing.drawing import NO_MARKS, Marks
from ludotheque.drawing.words import told
from ludotheque.games.phrase import say
from ludotheque.games.refusal import Refusal
from ludotheque.play.position import Position
from ludotheque.table.course import Course, Stood
from ludotheque.table.entries import BotHolder, Holder, Logged, Play
from ludotheque.table.taking_back import may_take_back

Want = Literal["json", "picture", "words"]
JSON: tuple[Want, ...] = ("json",)


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat sees of a course, found out once for all its entries."""

    course: Course
    seat: int | None
    seen: frozenset[int]  # the steps that the seat has seen, by identity
    line: list[Position]
    stood: dict[int, Stood]

    @classmethod
    def of(cls, course: Course, seat: int | None) -> "Sight":
        steps = course.position.seen_steps(seat) if course.position is not None else ()
        stood = {one.number: one for one in course.standing}
        return cls(course, seat, frozenset(id(step) for step in steps), course.line, stood)

    def shows(self, stood: Stood) -> bool:
        """Whether the seat sees the steps of an entry that stands."""
        return id(self.line[stood.before.ply].last) in self.seen


def table_seen(
    course: Course, table: str, seats: Collection[int], seat: int | None, now: float, *,
    wants: Collection[Want] = JSON, lang: str = "en", after: int = 0,
) -> dict[str, Any]:  # fmt: skip
    """A table as one seat sees it (None: a spectator), with the entries after a number; `seats` are the person's."""
    sent: dict[str, Any] = {
        "table": table,
        "number": course.number,
        "terms": course.terms.model_dump(mode="json"),
        "stage": "over" if course.is_over else "playing" if course.has_begun else "open",
        "rated": course.is_rated,
        "seat": seat,
        "own": sorted(seats),
        "seats": [seat_seen(course, one, now) for one in course.holders],
        "ply": course.ply_of(seat),
        "entries": entries_seen(course, seat, lang, after),
        "ask": _ask_seen(course),
        "end": course.end.model_dump(mode="json") if course.end else None,
    }
    return sent | (game_seen(course, seat, wants, lang) if course.position is not None else {})


def game_seen(course: Course, seat: int | None, wants: Collection[Want], lang: str) -> dict[str, Any]:
    """The game itself, cut to what the seat may see."""
    assert course.position is not None  # noqa: S101
    position, view = course.position, course.position.view(seat)
    sent: dict[str, Any] = {
        "waited_for": list(course.waited_for),
        "legal": [] if course.is_over else [step.text for step in view.legal()],
        "take_back": may_take_back(course, seat) if seat else None,
        "scores": [{"total": score.total, "parts": dict(score.parts)} for score in view.scores],
    }
    if "json" in wants:
        sent["view"] = view.to_fields()
    if "picture" in wants:
        sent["picture"] = draw(view, marks_of(position, seat), lang).svg()
    if "words" in wants:
        sent["words"] = in_words(view, lang)
    if outcome := position.outcome:
        sent["outcome"] = {"scores": outcome.scores, "places": outcome.places, "winners": outcome.winners}
    return sent


def preview_seen(course: Course, seat: int, step: str, lang: str) -> dict[str, Any]:
    """What a single step would do, as a picture; a Refusal says why it can't be."""
    if course.position is None or course.is_over:
        raise Refusal("over", "table.over", say("This table is not being played at."))
    view = course.position.view(seat)
    return {"step": step, "picture": draw(view, Marks(preview=step) if step else NO_MARKS, lang).svg()}


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
        "is_late": seat in course.late,
    }


def holder_seen(holder: Holder | None) -> dict[str, Any] | None:
    """Who holds a seat, without the id of a person."""
    if holder is None:
        return None
    if isinstance(holder, BotHolder):
        return {"holds": "bot", "name": holder.level, "version": holder.version}
    return {"holds": "person", "name": holder.name}


def _ask_seen(course: Course) -> dict[str, Any] | None:
    if course.ask is None:
        return None
    number, ask = course.ask
    return {"number": number, "seat": ask.seat, "what": ask.what, "entry": ask.entry, "agreed": sorted(course.agreed)}


def entries_seen(course: Course, seat: int | None, lang: str, after: int) -> list[dict[str, Any]]:
    """The entries after a number, as a seat sees them."""
    sight = Sight.of(course, seat)
    return [entry_seen(sight, logged, lang) for logged in course.kept[max(0, after) :]]


def entry_seen(sight: Sight, logged: Logged, lang: str = "en") -> dict[str, Any]:
    """An entry as a seat sees it: of a secret choice, only that it was made."""
    entry = logged.entry
    sent: dict[str, Any] = {"number": logged.number, "at": logged.at, "kind": entry.kind}
    if isinstance(entry, Play):
        return sent | play_seen(sight, logged.number, entry, lang)
    body = entry.model_dump(mode="json", exclude={"kind", "holder"})
    holder = getattr(entry, "holder", None)
    return sent | body | ({"holder": holder_seen(holder)} if entry.kind == "sit" else {})


def play_seen(sight: Sight, number: int, entry: Play, lang: str) -> dict[str, Any]:
    """A seat's steps and what followed from them; of those that are still secret, only whose they are."""
    withdrawn, stood = sight.course.withdrawn, sight.stood.get(number)
    sent: dict[str, Any] = {"seat": entry.seat, "withdrawn": number in withdrawn}
    is_open = sight.shows(stood) if stood else entry.seat == sight.seat or withdrawn.get(number, False)
    if not is_open:
        return sent | {"secret": True}
    sent |= {"steps": list(entry.steps), "then": [list(one) for one in entry.then]}
    if stood:
        sent["words"] = words_of(sight, stood, lang)
    if sight.course.is_over and entry.thinking:
        sent["thinking"] = entry.thinking.model_dump(mode="json")
    return sent


def words_of(sight: Sight, stood: Stood, lang: str) -> list[str]:
    """The steps of an entry, told."""
    first, many = stood.before.ply, len(stood.play.steps) + len(stood.play.then)
    words, before = [], stood.before
    for after in sight.line[first : first + many]:
        if after.last is not None:
            words.append(told(before, after.last, sight.seat, lang, after))
        before = after
    return [one for one in words if one]


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
    }
