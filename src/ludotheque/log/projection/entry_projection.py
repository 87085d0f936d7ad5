"""The projection of entries: of a secret choice, a seat is sent only that it was made."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Protocol, assert_never

from ludotheque.drawing.description import sentences_told
from ludotheque.drawing.shared_names import NO_SEAT_NAMES, SeatNames
from ludotheque.log.active_move import ActiveMove
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
from ludotheque.log.projection.visibility import Visibility
from ludotheque.log.table_state import WordsCache
from ludotheque.play.position import Position
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
    ToldStep,
)


class Named(Protocol):
    """What somebody is called, and whether anybody could be called so."""

    @property
    def name(self) -> str: ...
    @property
    def is_guest(self) -> bool: ...


NO_NAMES: Mapping[str, Named] = MappingProxyType({})


NamesAt = Callable[[int], SeatNames]  # by ply: what the seats were called when the step that led there was played
NO_WORDS: tuple[None, SeatNames, list[str]] = (None, NO_SEAT_NAMES, [])


def no_names(_ply: int) -> SeatNames:
    """Seats are called by their colours."""
    return NO_SEAT_NAMES


def project_entries(
    visibility: Visibility, lang: str | None, numbers: Iterable[int], names: NamesAt = no_names
) -> list[EntryView]:  # fmt: skip
    """The entries of these numbers as a seat sees them, with words if `lang` is given; `names` are the seats'."""
    return [project_entry(visibility, visibility.state.log[number - 1], lang, names) for number in numbers]


def project_entry(
    visibility: Visibility, logged: Logged, lang: str | None = "en", names: NamesAt = no_names
) -> EntryView:  # fmt: skip
    """An entry as a seat sees it."""
    one, number, at = logged.entry, logged.number, logged.at
    match one:
        case Play():
            return project_play(visibility, logged, one, lang, names)
        case Sealed():  # its key is lost: the sealed text is sent to nobody
            withdrawn = number in visibility.state.withdrawn
            return SealedEntry(number=number, at=at, kind="sealed", seat=one.seat, withdrawn=withdrawn, secret=True)
        case Sit():
            holder = project_holder(one.holder)
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


def project_play(
    visibility: Visibility, logged: Logged, entry: Play, lang: str | None, names: NamesAt
) -> PlayEntry:  # fmt: skip
    """A seat's steps and what followed from them. Of secret steps, only whose they are."""
    withdrawn, move = visibility.state.withdrawn, visibility.moves.get(logged.number)
    seen = PlayEntry(
        number=logged.number, at=logged.at, kind="play", seat=entry.seat, withdrawn=logged.number in withdrawn
    )
    if move:
        shows = visibility.shows(move)
    else:
        is_open = entry.seat == visibility.seat or withdrawn.get(logged.number, False)
        shows = (is_open,) * (len(entry.steps) + len(entry.then))
    more: dict[str, object] = {} if all(shows) else {"secret": True}
    if any(shows):
        own = len(entry.steps)
        more["steps"] = [text for text, is_seen in zip(entry.steps, shows, strict=False) if is_seen]
        more["then"] = [one for one, is_seen in zip(entry.then, shows[own:], strict=True) if is_seen]
        if move and lang is not None:
            more["told"] = told_steps = describe_play(visibility, move, lang, names)
            more["words"] = [" ".join(one.words) for one in told_steps]
        if visibility.state.is_over and entry.thinking:
            more["thinking"] = ThinkingView(**entry.thinking.model_dump())
    return seen.model_copy(update=more)


def describe_play(visibility: Visibility, move: ActiveMove, lang: str, names: NamesAt) -> list[ToldStep]:
    """The visible steps of a move in words. Cached, since words take most of a projection's time."""
    steps, before = [], move.before
    for after in visibility.after(move):
        if after.last is not None and visibility.sees(after):
            called = names(after.ply)
            words = _describe_step(visibility.state.words, before, after, visibility.seat, lang, called)
            steps.append(ToldStep(seat=after.last.seat, words=words))
        before = after
    return [one for one in steps if one.words]


def _describe_step(
    cache: WordsCache, before: Position, after: Position, seat: int | None, lang: str, names: SeatNames
) -> list[str]:  # fmt: skip
    """A step in words, cached for the position it leads to, which a take-back before it may change, and for names."""
    assert after.last is not None  # noqa: S101
    key = (after.ply, seat, lang)
    known, called, words = cache.get(key, NO_WORDS)
    if known is not after or called != names:
        words = sentences_told(before, after.last, seat, lang, after, names)
        cache[key] = after, names, words
    return words


def has_words(visibility: Visibility, logged: Logged, lang: str, names: NamesAt = no_names) -> bool:
    """Whether the words of an entry are cached."""
    move = visibility.moves.get(logged.number)
    return move is None or all(
        visibility.state.words.get((after.ply, visibility.seat, lang), NO_WORDS)[:2] == (after, names(after.ply))
        for after in visibility.after(move)
        if visibility.sees(after)
    )


def project_holder(holder: Holder | None, names: Mapping[str, Named] = NO_NAMES) -> HolderView | None:
    """Who holds a seat, without the id of a person; `names` are what people are called now."""
    if holder is None:
        return None
    if isinstance(holder, BotHolder):
        return HolderView(holds="bot", name=holder.level, version=holder.version)
    called: Named = names.get(holder.person, holder)
    return HolderView(holds="person", name=called.name, is_guest=called.is_guest)
