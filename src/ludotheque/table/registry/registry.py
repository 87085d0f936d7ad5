"""The registry: a process's cache of live tables, and the writer of their logs.

The state of every table that somebody looks at is cached; the log in the database is the truth. A command becomes an
entry by inserting its row. If another process was quicker, it catches up with the log and the command is retried.
"""

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError
from ludotheque.log.commands import Draft
from ludotheque.log.entries import BotHolder, Holder, Logged, Opened, PersonHolder, Restored
from ludotheque.log.entry_replay import apply_entry, state_after
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.table.people.people import People, Person
from ludotheque.table.registry.table_dice import TableDice
from ludotheque.table.storage.heartbeat import LONGEST_SILENCE
from ludotheque.table.storage.notices import SAID
from ludotheque.table.storage.row_values import Answered, SeatRow, TableRow, WorkRow
from ludotheque.table.storage.storage_errors import EntryConflictError
from ludotheque.table.storage.store import Store
from ludotheque.wire.table_messages import to_text

UNKNOWN = say("There is no such table, or you are not invited: look at the link again.")
MOST_ENTRIES = 100_000  # cached, of all tables: about 400 MB
MOST_TRIES = 20  # to append an entry, when other processes are quicker


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


Make = Callable[[TableState], Draft]  # from the current table state to a draft


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

    async def find_for(
        self, table: str, person: Person | None, invitation: str | None = None, *, is_fresh: bool = True
    ) -> LiveTable:
        """A table that a person may see; raises "unknown" for others, whether they exist or not."""
        try:
            live = await self.find(table, is_fresh=is_fresh)
        except TableError:
            raise TableError("unknown", UNKNOWN) from None
        if not may_look(live, person, invitation):
            raise TableError("unknown", UNKNOWN)
        return live

    async def write(self, table: str, make: Make, person: str = "") -> int:
        """Turn a command into entries and append them; on a conflict catch up and retry.

        Returns the number of the last entry. `person` owns the answer that is stored with them.
        """
        live = self.live.get(table)
        for _ in range(MOST_TRIES):
            if live is None or live.is_behind or not live.is_sound:
                live = await self.find(table, is_fresh=False)
            async with live.lock:
                if await self._try(live, make, person):
                    return live.state.number
            live = None  # it may have been evicted
        raise TableError("busy", say("The table is very busy: try again."))

    async def _try(self, live: LiveTable, make: Make, person: str) -> bool:
        """Whether the command was appended or made no entry. A refusal counts only against the newest state."""
        known = await self.people.look_up(live.state.people)  # settings may have changed in another process
        if self.live.get(live.row.id) is not live:  # evicted, at the latest during the look-up
            return False
        live.own_singles = set()
        for one in known.values():
            if not one.settings.plays_alone:
                live.own_singles.add(one.id)
        try:
            draft = make(live.state)
        except GameError:
            if await self.catch_up(live):
                return False
            raise
        if not draft.entries:
            return not await self.catch_up(live)
        if await self._insert(live, draft, person):
            return True
        await self.catch_up(live)
        return False

    async def _insert(self, live: LiveTable, draft: Draft, person: str) -> bool:
        at = max(await self.store.now(), live.state.at)
        after = state_after(live.state, draft.entries, at, draft.after)
        opened = self._opened(live, after) if live.state.hidden or after.is_over else None
        if opened is not None:
            after.secrets = opened.secrets or after.secrets
            after.log[-1] = after.log[-1].model_copy(update={"opened": opened})
        answer = Answered(person, draft.answer.id, to_text(draft.answer)) if draft.answer else None

        def take(logged: list[Logged]) -> None:
            """Adopt the new state as soon as it is committed."""
            if live.state.number + len(logged) == after.number and logged[0].at == at:
                live.state = after
                return
            self._go_on(live, logged)

        due = after.clocks.due_times()
        try:
            await self.store.append(
                live.row.id, live.state.number + 1, draft.entries, index=seat_rows(after, due), stage=after.stage,
                work=work_rows(after) if live.state.bot_seats or after.bot_seats else None, answer=answer,
                at=at, then=take,
                hidden=frozenset(after.hidden), opened=opened,
            )  # fmt: skip
        except EntryConflictError:
            if answer and (known := await self.store.answered(live.row.id, answer.person, answer.id)):
                raise AlreadyAnswered(known) from None
            return False
        return True

    def _opened(self, live: LiveTable, after: TableState) -> Opened | None:
        """What becomes visible to all in the state `after`: revealed choices, and the secrets of a finished game."""
        standing = {one.number: one.play for one in after.active_moves}
        plays = {number: standing[number] for number in live.state.hidden - after.hidden if number in standing}
        known: tuple[str | None, ...] = ()
        if after.is_over and not live.state.is_over:
            secrets_now = self.dice.secrets_of(live.row, after)
            known = tuple(one.value.hex() if one.value else None for one in secrets_now)
        return Opened(secrets=known, plays=plays) if plays or known else None

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


class AlreadyAnswered(GameError):  # noqa: N818
    """The same request came twice, and its twin was answered first; `body` is the stored answer."""

    def __init__(self, body: str) -> None:
        super().__init__("answered already")
        self.body = body


def may_look(live: LiveTable, person: Person | None, invitation: str | None = None) -> bool:
    """Whether a person may see a table: it is public, they made it, sit or have played there, or are invited."""
    state, row = live.state, live.row
    if row.is_public or (person is not None and (person.id == row.creator or person.id in state.people)):
        return True
    if invitation is not None and secrets.compare_digest(hashed(invitation) or "", row.invitation or ""):
        return True
    return person is not None and has_sat(state, person.id)


def has_sat(state: TableState, person: str) -> bool:
    """Whether a person holds a seat, or has held one in the game. A seat emptied before the game does not count."""
    held: dict[int, set[str]] = {}
    for _, seat, holder in state.seat_history:
        if holder is None:
            held.pop(seat, None)
        elif isinstance(holder, PersonHolder):
            held.setdefault(seat, set()).add(holder.person)
    return any(person in them for them in held.values())


def hashed(secret: str | None) -> str | None:
    """The hash by which an invitation is stored."""
    return None if secret is None else hashlib.sha256(secret.encode()).hexdigest()


def seat_rows(state: TableState, due: Mapping[int, float | None]) -> list[SeatRow]:
    """The index rows of a table's seats; `due` says when their clocks run out."""
    rows = []
    for seat, holder in state.holders.items():
        is_bot = isinstance(holder, BotHolder)
        rows.append(
            SeatRow(
                seat=seat,
                person=holder.person if isinstance(holder, PersonHolder) else None,
                bot=holder.level if isinstance(holder, BotHolder) else None,
                waited=state.clocks.since.get(seat),
                due=None if is_bot or seat in state.late else due[seat],
            )
        )
    return rows


def work_rows(state: TableState) -> list[WorkRow]:
    """The queue rows of the awaited bots."""
    has_people = any(isinstance(one, PersonHolder) and not one.is_bot for one in state.holders.values())
    return [
        WorkRow(seat, state.waiting_since[seat], holder.level, has_people)
        for seat in state.waited_for
        if isinstance(holder := state.holders[seat], BotHolder)
    ]
