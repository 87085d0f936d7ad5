"""The registry: a process's cache of live tables, and the writer of their logs.

The state of every table that somebody looks at is cached; the log in the database is the truth. A command becomes an
entry by inserting its row. If another process was quicker, it catches up with the log and the command is retried.
"""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ludotheque.games.phrase import say
from ludotheque.log.commands import Draft
from ludotheque.log.entries import Holder, Logged, PersonHolder, Restored
from ludotheque.log.entry_replay import apply_entry
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.table.people.people import People, Person
from ludotheque.table.registry.table_dice import TableDice
from ludotheque.table.registry.write_retry import Make, write_with_retry
from ludotheque.table.storage.heartbeat import LONGEST_SILENCE
from ludotheque.table.storage.notices import SAID
from ludotheque.table.storage.row_values import TableRow
from ludotheque.table.storage.store import Store

MOST_ENTRIES = 100_000  # cached, of all tables: about 400 MB


@dataclass(slots=True)
class LiveTable:
    """A table in memory: its row, its state, and a lock that orders this process's commands."""

    row: TableRow
    state: TableState
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    noticed: int = 0  # the last entry that a notice named
    is_doubted: bool = True  # whether notices may have been missed
    last_message: int | None = None  # number of the last chat message; None: not read yet
    is_sound: bool = False  # whether this process can read its secrets
    own_singles: set[str] = field(default_factory=set)  # people who play steps with a single option themselves

    @property
    def is_behind(self) -> bool:
        """Whether the log may hold newer entries, by the notices so far, or is being read just now."""
        return self.is_doubted or self.state.number == 0 or self.noticed > self.state.number


def auto_play_seats(live: LiveTable, holders: Mapping[int, Holder | None], but: Person | None = None) -> frozenset[int]:
    """The seats whose only options the table plays: all but those of people who have switched that off.

    `but` is a person who is about to sit down.
    """
    own = live.own_singles if but is None or but.settings.plays_alone else live.own_singles | {but.id}
    return frozenset(
        seat for seat, one in holders.items() if not isinstance(one, PersonHolder) or one.person not in own
    )


class Registry:
    """A process's live tables: finds, caches, updates and writes them."""

    def __init__(self, store: Store, people: People, *, is_sole_writer: bool = False) -> None:
        self.store, self.people, self.dice = store, people, TableDice(store.seal)
        self.is_sole_writer = is_sole_writer  # no other process writes: cached states are current
        self.live: OrderedDict[str, LiveTable] = OrderedDict()
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
        self.live.move_to_end(table)
        if live.is_behind or (is_fresh and not self.is_sole_writer):
            await self.catch_up(live)
        if not live.is_sound:
            await self._make_sound(live)
        return live

    async def _read_row(self, table: str) -> TableRow | None:
        """A table's row, read again if a notice of a changed row arrives meanwhile."""
        while True:
            before = self._changed
            row = await self.store.find_table(table)
            if before == self._changed:
                return row

    async def catch_up(self, live: LiveTable) -> bool:
        """Apply the log's newer entries; returns whether there were any."""
        before, live.is_doubted = live.state.number, False
        try:
            logged = await self.store.entries(live.row.id, before)
        except BaseException:
            live.is_doubted = True
            raise
        self._go_on(live, logged)
        if before == 0:
            self._make_room()
        return live.state.number > before

    def _go_on(self, live: LiveTable, logged: Sequence[Logged]) -> None:
        """Apply committed entries to a copy: concurrent readers keep the old state."""
        after = live.state.copy()
        try:
            for one in logged:
                if one.number == after.number + 1:  # a concurrent reader may have applied it
                    apply_entry(after, one)
        except Exception:  # a half-replayed state must not stay cached
            self.live.pop(live.row.id, None)
            raise
        live.state = after

    def _make_room(self) -> None:
        """Evict the least recently used tables while too many entries are cached."""
        many = sum(live.state.number for live in self.live.values())
        while many > MOST_ENTRIES and len(self.live) > 1:
            _, gone = self.live.popitem(last=False)
            many -= gone.state.number

    def apply_notice(self, table: str, number: int) -> None:
        """Take a notice: a table has this entry, or (0) its row or a name in its log changed; "": any table may."""
        if not table or number == 0:
            self._changed += 1
        if not table:
            self.live.clear()
        elif number == 0:  # the next reader loads it again
            self.live.pop(table, None)
        elif live := self.live.get(table):
            if number == SAID:
                live.last_message = None
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


def hashed(secret: str | None) -> str | None:
    """The hash by which an invitation is stored."""
    return None if secret is None else hashlib.sha256(secret.encode()).hexdigest()
