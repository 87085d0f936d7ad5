"""The registry: a process's cache of live tables, and the writer of their logs.

The state of every table that somebody looks at is cached; the log in the database is the truth. A command becomes an
entry by inserting its row. If another process was quicker, it catches up with the log and the command is retried.
"""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from ludotheque.games.phrase import say
from ludotheque.log.commands import Draft
from ludotheque.log.entries import Holder, Logged, PersonHolder, Restored
from ludotheque.log.entry_replay import apply_entry
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.log.time_slices import in_slices
from ludotheque.table.people.people import People, Person
from ludotheque.table.registry.table_dice import TableDice
from ludotheque.table.registry.write_retry import Make, write_with_retry
from ludotheque.table.storage.heartbeat import LONGEST_SILENCE
from ludotheque.table.storage.notices import ROW, SAID
from ludotheque.table.storage.row_values import TableRow
from ludotheque.table.storage.store import Store

MOST_ENTRIES = 100_000  # cached, of all tables: about 400 MB
MOST_DRAWN = 128  # tables whose pictures, words and replays are cached: at most some 0.5 MB each for spectators


@dataclass(slots=True)
class LiveTable:
    """A table in memory: its row, its state, and a lock that orders this process's commands."""

    row: TableRow
    state: TableState
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    loading: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while its log is replayed for the first time
    noticed: int = 0  # the last entry that a notice named
    is_doubted: bool = True  # whether notices may have been missed
    is_row_old: bool = False  # whether its row has changed in the database
    last_message: int | None = None  # number of the last chat message; None: not read yet
    is_sound: bool = False  # whether this process can read its secrets
    own_singles: set[str] = field(default_factory=set)  # people who play steps with a single option themselves

    @property
    def is_behind(self) -> bool:
        """Whether the log may hold newer entries, by the notices so far, or is being read just now."""
        return self.is_doubted or self.state.number == 0 or self.noticed > self.state.number


def auto_play_seats(
    live: LiveTable, holders: Mapping[int, Holder | None], others: Iterable[Person] = ()
) -> frozenset[int]:
    """The seats whose only options the table plays: all but those of people who have switched that off.

    `others` are people who are about to sit down.
    """
    own = live.own_singles | {one.id for one in others if not one.settings.plays_alone}
    return frozenset(
        seat for seat, one in holders.items() if not isinstance(one, PersonHolder) or one.person not in own
    )


class Registry:
    """A process's live tables: finds, caches, updates and writes them."""

    def __init__(self, store: Store, people: People, *, is_sole_writer: bool = False) -> None:
        self.store, self.people, self.dice = store, people, TableDice(store.seal)
        self.is_sole_writer = is_sole_writer  # no other process writes: cached states are current
        self.live: OrderedDict[str, LiveTable] = OrderedDict()
        self._drawn: OrderedDict[str, LiveTable] = OrderedDict()  # tables whose memo may hold pictures
        self.pauses: list[tuple[float, float]] = []
        self.last_beat = 0.0  # time of this process's last heartbeat: for a while no other can write a pause
        self._changed = 0  # counts notices that a row has changed

    async def open(self) -> None:
        """Read the pauses, which all clocks need."""
        self.pauses = await self.store.pauses()

    async def learn_pauses(self) -> None:
        """Read new pauses. If there are any, drop the cached tables, whose clocks are wrong."""
        found = await self.store.pauses(self.pauses[-1][1] if self.pauses else 0.0)
        if new := [one for one in found if one not in self.pauses]:
            self.pauses += new
            self.apply_notice("", 0)

    async def find(self, table: str, *, is_fresh: bool = True) -> LiveTable:
        """A live table: as far as the log goes now, or without `is_fresh` as far as notices say."""
        if not self.is_sole_writer and await self.store.now() - self.last_beat > LONGEST_SILENCE:
            await self.learn_pauses()
        live = self.live.get(table)
        if live is None:
            row = await self._read_row(table)
            if row is None:
                raise TableError("unknown", say("There is no such table: look at the link again."))
            live = self.live.setdefault(table, LiveTable(row, TableState(row.terms, self.pauses, row.commitment or "")))
        elif live.is_row_old:
            await self._renew_row(live)
        self.live.move_to_end(table)
        if live.is_behind or (is_fresh and not self.is_sole_writer):
            await self.catch_up(live)
        if not live.is_sound:
            await self._make_sound(live)
        self._limit_drawn(live)
        return live

    async def _renew_row(self, live: LiveTable) -> None:
        """Read a changed row. The terms never change, so the state stays."""
        row = await self._read_row(live.row.id)
        if row is not None:
            live.row, live.is_row_old = row, False

    def _limit_drawn(self, live: LiveTable) -> None:
        """Drop the pictures and words of the tables that nobody has looked at for longest."""
        self._drawn[live.row.id] = live
        self._drawn.move_to_end(live.row.id)
        if len(self._drawn) > MOST_DRAWN:
            _, old = self._drawn.popitem(last=False)
            old.state.memo.clear()

    async def _read_row(self, table: str) -> TableRow | None:
        """A table's row, read again if a notice of a changed row arrives meanwhile."""
        while True:
            before = self._changed
            row = await self.store.find_table(table)
            if before == self._changed:
                return row

    async def catch_up(self, live: LiveTable) -> bool:
        """Apply the log's newer entries; returns whether there were any. Concurrent readers share the first replay."""
        if live.state.number:
            return await self._catch_up(live)
        async with live.loading:
            if live.state.number:
                return True
            await live.row.terms.play_opening()
            is_new = await self._catch_up(live)
        self._make_room()
        return is_new

    async def _catch_up(self, live: LiveTable) -> bool:
        before, live.is_doubted = live.state.number, False
        try:
            logged = await self.store.entries(live.row.id, before)
            await self._replay(live, logged)
        except BaseException:
            live.is_doubted = True
            raise
        return live.state.number > before

    async def _replay(self, live: LiveTable, logged: Sequence[Logged]) -> None:
        """Apply entries of the log in slices: a long log does not hold up other tables."""
        after = live.state.copy()
        with self._dropped_if_broken(live):
            async for one in in_slices(logged):
                _apply_next(after, one)
        if after.number > live.state.number:  # a concurrent reader may have been quicker
            live.state = after

    def go_on(self, live: LiveTable, logged: Sequence[Logged]) -> None:
        """Apply entries that were just committed to a copy: concurrent readers keep the old state."""
        after = live.state.copy()
        with self._dropped_if_broken(live):
            for one in logged:
                _apply_next(after, one)
        live.state = after

    @contextmanager
    def _dropped_if_broken(self, live: LiveTable) -> Iterator[None]:
        """Drop a table whose log does not replay: a half-replayed state must not stay cached."""
        try:
            yield
        except Exception:
            self.live.pop(live.row.id, None)
            raise

    def _make_room(self) -> None:
        """Evict the least recently used tables while too many entries are cached."""
        many = sum(live.state.number for live in self.live.values())
        while many > MOST_ENTRIES and len(self.live) > 1:
            _, gone = self.live.popitem(last=False)
            many -= gone.state.number

    def apply_notice(self, table: str, number: int) -> None:
        """Take a notice: a table has this entry, or a new row, or (0) a name in its log changed; "": any table may."""
        if not table or number in (0, ROW):
            self._changed += 1
        if not table:
            self.live.clear()
        elif number == 0:  # the next reader loads it again
            self.live.pop(table, None)
        elif live := self.live.get(table):
            if number == SAID:
                live.last_message = None
            live.is_row_old = live.is_row_old or number == ROW
            live.noticed = max(live.noticed, number)

    async def write(self, table: str, make: Make, person: str = "") -> int:
        """Turn a command into entries and append them; on a conflict catch up and retry.

        Returns the number of the last entry. `person` owns the answer that is stored with them.
        """
        return await write_with_retry(self, table, make, person)

    async def _make_sound(self, live: LiveTable) -> None:
        """If a table's secrets were sealed with a lost key, append a Restored entry with a new secret."""
        live.is_sound = True
        if live.state.is_over or (not live.state.lost and self.dice.can_draw(live.row, live.state)):
            return

        def make(state: TableState) -> Draft:
            if state.is_over or (not state.lost and self.dice.can_draw(live.row, state)):
                return Draft([])
            commitment, sealed = self.dice.new_secret(live.row.id)
            again = Restored(commitment=commitment, sealed=sealed, lost=state.lost or None)
            return Draft([again, *self.dice.sits_again(live.row, state)])

        try:
            await self.write(live.row.id, make)
        except BaseException:
            live.is_sound = False
            raise


def _apply_next(state: TableState, one: Logged) -> None:
    """Apply an entry, unless a concurrent reader has done so."""
    if one.number == state.number + 1:
        apply_entry(state, one)


def hashed(secret: str | None) -> str | None:
    """The hash by which an invitation is stored."""
    return None if secret is None else hashlib.sha256(secret.encode()).hexdigest()
