"""The tables that a process has in memory, and how a wish becomes an entry.

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
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState, state_after
from ludotheque.table.people.people import People, Person
from ludotheque.table.registry.table_dice import TableDice
from ludotheque.table.storage.heartbeat import LONGEST_SILENCE
from ludotheque.table.storage.notices import SAID
from ludotheque.table.storage.row_values import Answered, SeatRow, TableRow, WorkRow
from ludotheque.table.storage.storage_errors import EntryConflict
from ludotheque.table.storage.store import Store
from ludotheque.wire.table_messages import to_text

UNKNOWN = say("There is no such table, or you are not invited: look at the link again.")
MOST_ENTRIES = 100_000  # that are kept in memory, of all tables: about 400 MB
MOST_TRIES = 20  # of an entry that others are quicker with


@dataclass(slots=True)
class LiveTable:
    """A table in memory: its row, its table state, and a lock that keeps the wishes of this process in order."""

    row: TableRow
    state: TableState
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    heard: int = 0  # the last entry that a notice told of
    is_doubted: bool = True  # whether notices may have been missed
    last_message: int | None = None  # its number; None: to be read
    is_sound: bool = False  # whether its secrets can be read here
    own_singles: set[str] = field(default_factory=set)  # the people who make a step with a single option themselves

    @property
    def is_behind(self) -> bool:
        """Whether the log may have gone on, as far as this process has heard; or somebody is reading it just now."""
        return self.is_doubted or self.state.number == 0 or self.heard > self.state.number


def auto_seats(kept: LiveTable, holders: Mapping[int, Holder | None], but: Person | None = None) -> frozenset[int]:
    """The seats for which single options are played: all but those of people who have switched that off.

    `but` is somebody who is about to sit down.
    """
    own = kept.own_singles if but is None or but.settings.plays_alone else kept.own_singles | {but.id}
    return frozenset(
        seat for seat, one in holders.items() if not isinstance(one, PersonHolder) or one.person not in own
    )


Make = Callable[[TableState], Draft]  # from the table state as it stands now to what is to be written


class Registry:
    """All tables of a database, as one process has them in memory: found, followed and written."""

    def __init__(self, store: Store, people: People, *, is_alone: bool = False) -> None:
        self.store, self.people, self.draws = store, people, TableDice(store.seal)
        self.is_alone = is_alone  # nobody else writes: the courses in memory are the log
        self.tables: OrderedDict[str, LiveTable] = OrderedDict()
        self.pauses: list[tuple[float, float]] = []
        self.beaten = 0.0  # when this process last said that it lives: for a while no other can write a pause
        self._changed = 0  # how often rows that were read are no longer as they were

    async def open(self) -> None:
        """Read what all tables need."""
        self.pauses = await self.store.pauses()

    async def learn_pauses(self) -> None:
        """Read the pauses that were written since; the clocks of what was played meanwhile are computed anew."""
        found = await self.store.pauses(self.pauses[-1][1] if self.pauses else 0.0)
        if new := [one for one in found if one not in self.pauses]:
            self.pauses += new
            self.hear("", 0)

    async def find(self, table: str, *, is_fresh: bool = True) -> LiveTable:
        """A table with its table state: as far as the log goes now, or else as far as this process has heard."""
        if not self.is_alone and await self.store.now() - self.beaten > LONGEST_SILENCE:
            await self.learn_pauses()
        kept = self.tables.get(table)
        if kept is None:
            row = await self._read_row(table)
            if row is None:
                raise TableError("unknown", say("There is no such table: look at the link again."))
            kept = self.tables.setdefault(
                table, LiveTable(row, TableState(row.terms, self.pauses, row.commitment or ""))
            )
        self.tables.move_to_end(table)
        if kept.is_behind or (is_fresh and not self.is_alone):
            await self.catch_up(kept)
        if not kept.is_sound:
            await self._make_sound(kept)
        return kept

    async def _read_row(self, table: str) -> TableRow | None:
        """A table's row; read again if a notice came meanwhile that it, or another, is no longer as it was."""
        while True:
            before = self._changed
            row = await self.store.find_table(table)
            if before == self._changed:
                return row

    async def catch_up(self, kept: LiveTable) -> bool:
        """Follow the log to its end; whether there was more."""
        before, kept.is_doubted = kept.state.number, False
        try:
            logged = await self.store.entries(kept.row.id, before)
        except BaseException:
            kept.is_doubted = True
            raise
        self._go_on(kept, logged)
        if before == 0:
            self._make_room()
        return kept.state.number > before

    def _go_on(self, kept: LiveTable, logged: Sequence[Logged]) -> None:
        """Apply entries that are written, to a copy: whoever reads the old state meanwhile keeps it."""
        after = kept.state.copy()
        try:
            for one in logged:
                if one.number == after.number + 1:  # somebody who heard of them may have been quicker
                    after.add(one)
        except Exception:  # a table state that stopped half-way is no table
            self.tables.pop(kept.row.id, None)
            raise
        kept.state = after

    def _make_room(self) -> None:
        """Forget the tables that nobody has asked for longest, when too many entries are in memory."""
        many = sum(kept.state.number for kept in self.tables.values())
        while many > MOST_ENTRIES and len(self.tables) > 1:
            _, gone = self.tables.popitem(last=False)
            many -= gone.state.number

    def hear(self, table: str, number: int) -> None:
        """A notice: a table has an entry of this number, or something else about it has changed; "": all may have."""
        if not table or number == 0:
            self._changed += 1
        if not table:
            self.tables.clear()
        elif number == 0:  # its row, or a name in its log: it is read anew
            self.tables.pop(table, None)
        elif kept := self.tables.get(table):
            if number == SAID:
                kept.last_message = None
            kept.heard = max(kept.heard, number)

    async def find_for(
        self, table: str, person: Person | None, invitation: str | None = None, *, is_fresh: bool = True
    ) -> LiveTable:
        """A table that somebody may look at; of others not even their being there is told."""
        try:
            kept = await self.find(table, is_fresh=is_fresh)
        except TableError:
            raise TableError("unknown", UNKNOWN) from None
        if not may_look(kept, person, invitation):
            raise TableError("unknown", UNKNOWN)
        return kept

    async def write(self, table: str, make: Make, person: str = "") -> int:
        """Turn a wish into entries, and insert them under the next number; when another is quicker, look again.

        Returns the number of the last entry. `person` is who gets the answer that is kept with them.
        """
        kept = self.tables.get(table)
        for _ in range(MOST_TRIES):
            if kept is None or kept.is_behind or not kept.is_sound:
                kept = await self.find(table, is_fresh=False)
            async with kept.lock:
                if await self._try(kept, make, person):
                    return kept.state.number
            kept = None  # it may have been forgotten meanwhile
        raise TableError("busy", say("The table is very busy: try again."))

    async def _try(self, kept: LiveTable, make: Make, person: str) -> bool:
        """Whether a wish was written, or came to nothing; what is refused is refused by the newest entry."""
        known = await self.people.look_up(kept.state.people)  # another process may know better
        if self.tables.get(kept.row.id) is not kept:  # dropped from memory, at the latest during the look-up
            return False
        kept.own_singles = set()
        for one in known.values():
            if not one.settings.plays_alone:
                kept.own_singles.add(one.id)
        try:
            draft = make(kept.state)
        except GameError:
            if await self.catch_up(kept):
                return False
            raise
        if not draft.entries:
            return not await self.catch_up(kept)
        if await self._insert(kept, draft, person):
            return True
        await self.catch_up(kept)
        return False

    async def _insert(self, kept: LiveTable, draft: Draft, person: str) -> bool:
        at = max(await self.store.now(), kept.state.at)
        after = state_after(kept.state, draft.entries, at, draft.after)
        opened = self._opened(kept, after) if kept.state.hidden or after.is_over else None
        if opened is not None:
            after.secrets = opened.secrets or after.secrets
            after.kept[-1] = after.kept[-1].model_copy(update={"opened": opened})
        answer = Answered(person, draft.answer.id, to_text(draft.answer)) if draft.answer else None

        def take(logged: list[Logged]) -> None:
            """As soon as it is on disk, before anybody else looks."""
            if kept.state.number + len(logged) == after.number and logged[0].at == at:
                kept.state = after
                return
            self._go_on(kept, logged)

        due = after.clocks.due_times()
        try:
            await self.store.append(
                kept.row.id, kept.state.number + 1, draft.entries, index=seat_rows(after, due), stage=after.stage,
                work=work_rows(after) if kept.state.bot_seats or after.bot_seats else None, answer=answer,
                at=at, then=take,
                hidden=frozenset(after.hidden), opened=opened,
            )  # fmt: skip
        except EntryConflict:
            if answer and (known := await self.store.answered(kept.row.id, answer.person, answer.id)):
                raise AlreadyAnswered(known) from None
            return False
        return True

    def _opened(self, kept: LiveTable, after: TableState) -> Opened | None:
        """What becomes visible to all in the state `after`: revealed choices, and the secrets of a finished game."""
        standing = {one.number: one.play for one in after.standing}
        plays = {number: standing[number] for number in kept.state.hidden - after.hidden if number in standing}
        known: tuple[str | None, ...] = ()
        if after.is_over and not kept.state.is_over:
            secrets_now = self.draws.secrets_of(kept.row, after)
            known = tuple(one.value.hex() if one.value else None for one in secrets_now)
        return Opened(secrets=known, plays=plays) if plays or known else None

    async def _make_sound(self, kept: LiveTable) -> None:
        """A table whose secrets were sealed with a key that is gone goes on with others, and says so."""
        kept.is_sound = True
        if kept.state.is_over or (not kept.state.lost and self.draws.can_draw(kept.row, kept.state)):
            return

        def make(state: TableState) -> Draft:
            if state.is_over or (not state.lost and self.draws.can_draw(kept.row, state)):
                return Draft([])
            commitment, sealed = self.draws.new_secret(kept.row.id)
            again = Restored(commitment=commitment, sealed=sealed, lost=state.lost or None)
            return Draft([again, *self.draws.sits_again(kept.row, state)])

        try:
            await self.write(kept.row.id, make)
        except BaseException:
            kept.is_sound = False
            raise


class AlreadyAnswered(GameError):  # noqa: N818
    """The same request came twice, and the other was quicker."""

    def __init__(self, body: str) -> None:
        super().__init__("answered already")
        self.body = body


def may_look(kept: LiveTable, person: Person | None, invitation: str | None = None) -> bool:
    """Whether somebody may see a table: public, made or joined by them, or invited; or they have played there."""
    state, row = kept.state, kept.row
    if row.is_public or (person is not None and (person.id == row.creator or person.id in state.people)):
        return True
    if invitation is not None and secrets.compare_digest(hashed(invitation) or "", row.invitation or ""):
        return True
    return person is not None and has_sat(state, person.id)


def has_sat(state: TableState, person: str) -> bool:
    """Whether somebody holds a seat, or has held one in the game; a seat that was emptied before it is nobody's."""
    held: dict[int, set[str]] = {}
    for _, seat, holder in state.held:
        if holder is None:
            held.pop(seat, None)
        elif isinstance(holder, PersonHolder):
            held.setdefault(seat, set()).add(holder.person)
    return any(person in them for them in held.values())


def hashed(secret: str | None) -> str | None:
    """How an invitation is stored."""
    return None if secret is None else hashlib.sha256(secret.encode()).hexdigest()


def seat_rows(state: TableState, due: Mapping[int, float | None]) -> list[SeatRow]:
    """The index of a table's seats; `due` is when their clocks run out."""
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
    """The bots that are waited for."""
    has_people = any(isinstance(one, PersonHolder) and not one.is_bot for one in state.holders.values())
    return [
        WorkRow(seat, state.asked[seat], holder.level, has_people)
        for seat in state.waited_for
        if isinstance(holder := state.holders[seat], BotHolder)
    ]
