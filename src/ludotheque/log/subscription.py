"""What one client has been sent of a table, so that it is sent the rest: new entries, and old ones that look different.

An entry that was secret is shown later; one that stood may go back. Entries are named by their number, so a client
that gets one again puts it in the place of the old one.
"""

import asyncio
import time
from collections.abc import Collection
from dataclasses import dataclass, field

from ludotheque.log.entries import Ask, Back, End, Play, Restored, Sit
from ludotheque.log.entry_projection import has_words, project_entries, project_entry
from ludotheque.log.projection import NO_CONTEXT, TableContext, project_table
from ludotheque.log.table_state import TableState
from ludotheque.log.visibility import Shows, Visibility, visible_steps
from ludotheque.play.position import Position
from ludotheque.wire.entry_messages import EntryView
from ludotheque.wire.field_bounds import Language
from ludotheque.wire.table_messages import JSON, TableView, Want

MOST_MISSED = 100  # entries that a stale answer brings along, the newest; the others come with the table
AT_A_STRETCH = 0.005  # seconds of telling before others get their turn

Shown = dict[int, tuple[Shows, bool]]  # by number of an entry of steps: which are seen, whether they went back


def shown_entries(state: TableState, seat: int | None) -> Shown:
    """How the entries of steps look to a seat."""
    visibility = Visibility.of(state, seat)
    shown: Shown = {number: ((_is_open(state, number, seat),), True) for number in state.withdrawn}
    return shown | {move.number: (visibility.shows(move), False) for move in state.active_moves}


def _is_open(state: TableState, number: int, seat: int | None) -> bool:
    """Whether a seat sees the steps of an entry that went back."""
    entry = state.log[number - 1].entry
    return state.withdrawn[number] or (isinstance(entry, Play) and entry.seat == seat)


def changed_since(state: TableState, seat: int | None, after: int) -> list[int]:
    """The entries up to a number that may look different to a seat than they did when that was the last one.

    Up to the first that went back since, the log is as it was: what has been shown from there is asked of the position
    at that moment. Whatever came later was played again, and is told again; what is hidden may have been shown by
    something that went back. Whoever has taken a seat meanwhile, or lost it, has seen what all saw, or more.
    """
    back = {number for number in find_withdrawn(state, after) if number <= after}
    cut = min(back, default=after + 1)
    visibility, seen = Visibility.of(state, seat), visible_steps(position_at(state, cut - 1), seat)
    known = [move for move in state.active_moves if move.number <= after]
    other = {
        move.number for move in known if move.number >= cut or visibility.shows(move) != visibility.shows(move, seen)
    }
    hidden = {move.number for move in known if back and not all(visibility.shows(move))}
    if any(isinstance(logged.entry, Sit) for logged in state.log[after:]) and state.has_secrets:
        public = visible_steps(position_at(state, cut - 1), None)
        hidden |= {move.number for move in known if not all(visibility.shows(move, public))}
        hidden |= {number for number, is_open in state.withdrawn.items() if number <= after and not is_open}
    return sorted(other | hidden | back)


def find_withdrawn(state: TableState, after: int) -> set[int]:
    """The entries that went back since a number was the last; some that went back before may be among them."""
    settled = {number for number, whose in state.changes if whose == 0 and number > after}
    asks = [logged for logged in state.log if isinstance(logged.entry, Ask)] if settled else []
    gone: set[int] = set()
    for logged in state.log[after:]:
        if isinstance(logged.entry, Back):
            gone.update(logged.entry.entries)
        elif isinstance(logged.entry, Restored):
            lost = logged.entry.lost
            gone.update(number for number in state.withdrawn if lost is not None and number >= lost)
        elif logged.number in settled and not isinstance(logged.entry, End):
            asked = [one.entry for one in asks if one.number <= logged.number and isinstance(one.entry, Ask)][-1:]
            first = [one.entry for one in asked if one.what == "back"]
            gone.update(number for number in state.withdrawn if first and number >= (first[0] or 0))
    return gone & state.withdrawn.keys()


def position_at(state: TableState, number: int) -> Position | None:
    """Where the game stood after an entry, as far as what stands goes."""
    return next((move.before for move in state.active_moves if move.number > number), state.position)


def missed(state: TableState, seat: int | None, lang: str, seen: int) -> list[EntryView]:
    """What somebody has missed who has seen so many entries: the newer ones, and those that look different now."""
    after = within(state, seen)
    numbers = [*changed_since(state, seat, after), *range(after + 1, state.number + 1)]
    return project_entries(Visibility.of(state, seat), lang, numbers[-MOST_MISSED:])


def within(state: TableState, number: int) -> int:
    """The last entry that a client knows; one who knows more than there is (a backup was put back) knows nothing."""
    return number if number <= state.number else 0


@dataclass(slots=True)
class Subscription:
    """One client's place in a table's log, and what it wants to be sent."""

    wants: Collection[Want] = JSON
    lang: Language = "en"
    seat: int | None = None  # None: the own one; 0: a spectator
    after: int = 0
    _known: Shown | None = field(default=None)
    _gone: int = -1  # how many entries had gone back, if nothing was hidden then; otherwise less than none
    _looked: int | None = None  # as which seat it was last told

    def news(
        self, state: TableState, table: str, own: Collection[int], seat: int | None,
        context: TableContext = NO_CONTEXT,
    ) -> TableView:  # fmt: skip
        """The table as it is now, with the entries that the client does not know or knows otherwise."""
        self.after = within(state, self.after)
        gone = -1 if state.hidden else len(state.withdrawn)
        is_same = 0 <= gone == self._gone and (seat == self._looked or not state.has_secrets)
        shown = None if is_same else shown_entries(state, seat)  # otherwise whatever is known is as it was
        sent = project_table(
            state, table, own, seat, context, wants=self.wants, lang=self.lang, after=self.after,
            again=[] if shown is None else self._changed(state, seat, shown),
        )  # fmt: skip
        self.after, self._known, self._gone, self._looked = state.number, shown, gone, seat
        return sent

    def _changed(self, state: TableState, seat: int | None, shown: Shown) -> list[int]:
        """The entries that the client knows otherwise."""
        if self._known is None:  # nothing was hidden from anybody when it was last here, or it comes back
            numbers = set(changed_since(state, seat, self.after))
            if seat != self._looked:  # of what went back in secret, a seat sees its own
                numbers |= {one for one, is_open in state.withdrawn.items() if one <= self.after and not is_open}
            return sorted(numbers)
        known = self._known
        return sorted(number for number, how in shown.items() if number <= self.after and known.get(number) != how)


async def cache_words(state: TableState, seat: int | None, lang: str, after: int) -> None:
    """Find the words of many entries while others get their turn; they are kept for whoever looks next."""
    known = after if after <= state.number else 0
    visibility, began = Visibility.of(state, seat), time.perf_counter()
    for logged in state.log[known:]:
        if not has_words(visibility, logged, lang):
            project_entry(visibility, logged, lang)
        if time.perf_counter() - began > AT_A_STRETCH:
            await asyncio.sleep(0)
            began = time.perf_counter()
