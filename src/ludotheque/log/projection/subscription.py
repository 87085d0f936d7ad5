"""Subscriptions: what a client has been sent of a table, so that it is sent only new entries and changed ones.

A secret entry may be revealed later, and an active one withdrawn. Then the entry is sent again, and the client replaces
the one of the same number.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from ludotheque.log.entries import Ask, Back, End, Play, Restored, Sit
from ludotheque.log.player_names import NO_PLAYER_NAMES, PlayerNames
from ludotheque.log.projection.entry_projection import has_words, project_entries, project_entry
from ludotheque.log.projection.table_projection import NO_CONTEXT, TableContext, project_table
from ludotheque.log.projection.visibility import Shows, Visibility, visible_steps
from ludotheque.log.table_state import TableState
from ludotheque.log.time_slices import in_slices
from ludotheque.play.position import Position
from ludotheque.wire.entry_messages import EntryView
from ludotheque.wire.field_bounds import Language
from ludotheque.wire.table_messages import JSON, TableView, Want

MOST_MISSED = 100  # the newest entries, sent with a stale answer; older ones come with the table's message

Shown = dict[int, tuple[Shows, bool]]  # by number of a Play entry: which steps are seen, whether it is withdrawn


def shown_entries(state: TableState, seat: int | None) -> Shown:
    """How each Play entry looks to a seat."""
    visibility = Visibility.of(state, seat)
    shown: Shown = {number: ((_is_open(state, number, seat),), True) for number in state.withdrawn}
    return shown | {move.number: (visibility.shows(move), False) for move in state.active_moves}


def _is_open(state: TableState, number: int, seat: int | None) -> bool:
    """Whether a seat sees the steps of a withdrawn entry."""
    entry = state.log[number - 1].entry
    return state.withdrawn[number] or (isinstance(entry, Play) and entry.seat == seat)


def changed_since(state: TableState, seat: int | None, after: int) -> list[int]:
    """The entries up to `after` that may look different to a seat than when `after` was the last entry.

    Entries before the first one withdrawn since are unchanged: compare their visibility then and now. Later ones were
    replayed, so they are sent again. So are hidden ones, which a withdrawn entry may have revealed, and, if a seat
    changed hands, entries that not everybody saw.
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
    """The entries withdrawn after entry `after`, possibly with some that were withdrawn earlier."""
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
    """The position after entry `number`, by the active moves."""
    return next((move.before for move in state.active_moves if move.number > number), state.position)


def missed(
    state: TableState, seat: int | None, lang: str, seen: int, names: PlayerNames = NO_PLAYER_NAMES
) -> list[EntryView]:  # fmt: skip
    """The entries that a viewer has missed since entry `seen`: newer ones, and those that look different now."""
    after = within(state, seen)
    numbers = [*changed_since(state, seat, after), *range(after + 1, state.number + 1)]
    return project_entries(Visibility.of(state, seat), lang, numbers[-MOST_MISSED:], names.at)


def within(state: TableState, number: int) -> int:
    """The last entry that a client knows; 0 if it is beyond the log, which a restored backup may have cut."""
    return number if number <= state.number else 0


@dataclass(slots=True)
class Subscription:
    """A client's cursor in a table's log, and what it wants to be sent."""

    wants: Collection[Want] = JSON
    lang: Language = "en"
    seat: int | None = None  # None: their own; 0: a spectator
    after: int = 0
    _known: Shown | None = field(default=None)
    _gone: int = -1  # withdrawn entries at the last send, or -1 if anything was hidden then (forces a full comparison)
    _looked: int | None = None  # the seat of the last send
    _called: PlayerNames | None = None  # the names in the last send

    def news(
        self, state: TableState, table: str, own: Collection[int], seat: int | None,
        context: TableContext = NO_CONTEXT,
    ) -> TableView:  # fmt: skip
        """The table as it is now, with the entries that are new to the client or have changed."""
        self.after = within(state, self.after)
        gone = -1 if state.hidden else len(state.withdrawn)
        is_same = 0 <= gone == self._gone and (seat == self._looked or not state.has_secrets)
        shown = None if is_same else shown_entries(state, seat)  # None: no sent entry has changed
        again = [] if shown is None else self._changed(state, seat, shown)
        sent = project_table(
            state, table, own, seat, context, wants=self._wanted(context.players), lang=self.lang, after=self.after,
            again=sorted({*again, *self._renamed(state, context.players)}),
        )  # fmt: skip
        self.after, self._known, self._gone, self._looked = state.number, shown, gone, seat
        self._called = context.players
        return sent

    def _wanted(self, names: PlayerNames) -> Collection[Want]:
        """What is sent: faces only when they are new to the client."""
        return self.wants if self._called != names else [one for one in self.wants if one != "faces"]

    def _renamed(self, state: TableState, names: PlayerNames) -> list[int]:
        """The numbers of the last sent moves, if a player is called otherwise since they were sent."""
        if self._called in (None, names) or "words" not in self.wants:
            return []
        return [move.number for move in state.active_moves if move.number <= self.after][-MOST_MISSED:]

    def _changed(self, state: TableState, seat: int | None, shown: Shown) -> list[int]:
        """The numbers of sent entries that look different now."""
        if self._known is None:  # nothing was hidden at the last send, or the client resumes
            numbers = set(changed_since(state, seat, self.after))
            if seat != self._looked:  # a seat sees its own secretly withdrawn entries
                numbers |= {one for one, is_open in state.withdrawn.items() if one <= self.after and not is_open}
            return sorted(numbers)
        known = self._known
        return sorted(number for number, how in shown.items() if number <= self.after and known.get(number) != how)


async def cache_words(
    state: TableState, seat: int | None, lang: str, after: int, names: PlayerNames = NO_PLAYER_NAMES
) -> None:  # fmt: skip
    """Cache the words of the entries after `after`, yielding to other tasks now and then."""
    known = after if after <= state.number else 0
    visibility = Visibility.of(state, seat)
    async for logged in in_slices(state.log[known:]):
        if not has_words(visibility, logged, lang, names.at):
            project_entry(visibility, logged, lang, names.at)
