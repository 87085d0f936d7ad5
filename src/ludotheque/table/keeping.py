"""The tables that a process has in memory, and how a wish becomes an entry.

A course is kept for every table that is being looked at; the log in the database is the truth. A wish becomes an entry
by inserting its row: if another was quicker, the course follows the log and the wish is looked at again.
"""

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError
from ludotheque.play import fair
from ludotheque.table.acting import Alone
from ludotheque.table.course import Course
from ludotheque.table.entries import BotHolder, Entry, Holder, Logged, Opened, PersonHolder, Restored, Sit
from ludotheque.table.errors import TableError, Taken
from ludotheque.table.life import LONGEST_SILENCE
from ludotheque.table.people import People, Person
from ludotheque.table.rows import Answered, SeatRow, TableRow, WorkRow
from ludotheque.table.store import Store
from ludotheque.table.terms import Terms

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without look-alikes
MOST_ENTRIES = 100_000  # that are kept in memory, of all tables: about 400 MB
MOST_TRIES = 20  # of an entry that others are quicker with


@dataclass(slots=True)
class Kept:
    """A table in memory: its row, its course, and a lock that keeps the wishes of this process in order."""

    row: TableRow
    course: Course
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    heard: int = 0  # the last entry that a notice told of
    is_doubted: bool = True  # whether notices may have been missed
    last_message: int | None = None  # its number; None: to be read
    is_sound: bool = False  # whether its secrets can be read here


Make = Callable[[Course], Sequence[Entry]]  # from the course as it stands now to what is to be written


class Keeping:
    """All tables of a database, as one process keeps them: found, followed and written."""

    def __init__(self, store: Store, people: People, *, is_alone: bool = False) -> None:
        self.store, self.people = store, people
        self.is_alone = is_alone  # nobody else writes: the courses in memory are the log
        self.tables: OrderedDict[str, Kept] = OrderedDict()
        self.pauses: list[tuple[float, float]] = []
        self.beaten = 0.0  # when this process last said that it lives: for a while no other can write a pause
        self._play_singles: set[str] = set()  # the people who make a step with a single option themselves
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

    async def create(self, person: Person, terms: Terms) -> tuple[str, str | None]:
        """A new table; returns its id, and the invitation if it is private."""
        terms.setup(0)  # refused here, if the game can't be set up like this
        now = await self.store.now()
        invitation = secrets.token_urlsafe(32) if terms.private else None
        while True:
            name, secret = "".join(secrets.choice(ALPHABET) for _ in range(10)), self.new_bytes()
            row = TableRow(
                id=name, creator=person.id, terms=terms, invitation=hashed(invitation), is_public=not terms.private,
                stage="open", created=now, changed=now, commitment=fair.commitment(secret),
                secret=self.store.seal.close(secret.hex(), f"{name} secret"),
            )  # fmt: skip
            try:
                await self.store.create_table(row)
            except Taken:
                continue
            return name, invitation

    async def find(self, table: str, *, is_fresh: bool = True) -> Kept:
        """A table with its course: as far as the log goes now, or else as far as this process has heard."""
        if not self.is_alone and await self.store.now() - self.beaten > LONGEST_SILENCE:
            await self.learn_pauses()
        kept = self.tables.get(table)
        if kept is None:
            row = await self._read_row(table)
            if row is None:
                raise TableError("unknown", say("There is no such table: look at the link again."))
            kept = self.tables.setdefault(table, Kept(row, Course(row.terms, self.pauses, row.commitment or "")))
        self.tables.move_to_end(table)
        is_empty = kept.course.number == 0  # somebody else may be reading it just now
        if is_empty or kept.is_doubted or kept.heard > kept.course.number or (is_fresh and not self.is_alone):
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

    async def catch_up(self, kept: Kept) -> bool:
        """Follow the log to its end; whether there was more."""
        before, kept.is_doubted = kept.course.number, False
        try:
            logged = await self.store.entries(kept.row.id, before)
        except BaseException:
            kept.is_doubted = True
            raise
        try:
            add(kept.course, logged)
        except Exception:  # a course that stopped half-way is no table
            self.tables.pop(kept.row.id, None)
            raise
        if before == 0:
            self._make_room()
        return kept.course.number > before

    def _make_room(self) -> None:
        """Forget the tables that nobody has asked for longest, when too many entries are in memory."""
        many = sum(kept.course.number for kept in self.tables.values())
        while many > MOST_ENTRIES and len(self.tables) > 1:
            _, gone = self.tables.popitem(last=False)
            many -= gone.course.number

    def hear(self, table: str, number: int) -> None:
        """A notice: a table has an entry of this number, or something else about it has changed; "": all may have."""
        if not table or number == 0:
            self._changed += 1
        if not table:
            self.tables.clear()
        elif number == 0:  # its row, or a name in its log: it is read anew
            self.tables.pop(table, None)
        elif kept := self.tables.get(table):
            if number <= kept.course.number:
                kept.last_message = None
            kept.heard = max(kept.heard, number)

    def may_look(self, kept: Kept, person: Person | None, invitation: str | None = None) -> bool:
        """Whether somebody may see a table: public, made or joined by them, or invited."""
        if kept.row.is_public:
            return True
        is_guest = invitation is not None and secrets.compare_digest(
            hashed(invitation) or "", kept.row.invitation or ""
        )
        is_own = person is not None and (person.id == kept.row.creator or bool(kept.course.seats_of(person.id)))
        return is_guest or is_own

    async def write(self, table: str, make: Make, answer: Callable[[], Answered] | None = None) -> None:
        """Turn a wish into entries, and insert them under the next number; when another is quicker, look again."""
        kept = await self.find(table, is_fresh=False)
        for _ in range(MOST_TRIES):
            async with kept.lock:
                if self.tables.get(table) is kept and await self._try(kept, make, answer):
                    return
            kept = await self.find(table, is_fresh=False)  # it may have been forgotten meanwhile
        raise TableError("busy", say("The table is very busy: try again."))

    async def _try(self, kept: Kept, make: Make, answer: Callable[[], Answered] | None) -> bool:
        """Whether a wish was written, or came to nothing; what is refused is refused by the newest entry."""
        await self._know_settings(kept.course)
        try:
            entries = list(make(kept.course))
        except GameError:
            if await self.catch_up(kept):
                return False
            raise
        if not entries:
            return not await self.catch_up(kept)
        if await self._insert(kept, entries, answer() if answer else None):
            return True
        await self.catch_up(kept)
        return False

    async def _know_settings(self, course: Course) -> None:
        """Look up for whom single options are played, of all who sit at a table: another process may know better."""
        ids = [holder.person for holder in course.holders.values() if isinstance(holder, PersonHolder)]
        for person in (await self.people.look_up(ids)).values():
            self.note_settings(person)

    def note_settings(self, person: Person) -> None:
        """Remember whether single options are played for somebody who sits at a table, or is about to."""
        if person.settings.plays_alone:
            self._play_singles.discard(person.id)
        else:
            self._play_singles.add(person.id)

    def plays_alone(self, holders: dict[int, Holder | None]) -> Alone:
        """Single options are played for a seat, unless its person has switched that off."""

        def plays(seat: int) -> bool:
            holder = holders[seat]
            return not isinstance(holder, PersonHolder) or holder.person not in self._play_singles

        return plays

    async def _insert(self, kept: Kept, entries: list[Entry], answer: Answered | None) -> bool:
        at = max(await self.store.now(), kept.course.at)
        after = preview(kept.course, entries, at)
        opened = self._opened(kept, after)
        if opened is not None:
            after.secrets = opened.secrets or after.secrets
            after.kept[-1] = after.kept[-1].model_copy(update={"opened": opened})

        def take(logged: list[Logged]) -> None:
            """As soon as it is on disk, before anybody else looks."""
            if kept.course.number + len(logged) == after.number and logged[0].at == at:
                kept.course.become(after)
                return
            try:
                add(kept.course, logged)
            except Exception:  # a course that stopped half-way is no table
                self.tables.pop(kept.row.id, None)
                raise

        try:
            await self.store.append(
                kept.row.id, kept.course.number + 1, entries, index=seat_rows(after), stage=after.stage,
                work=work_rows(after) if kept.course.bot_seats or after.bot_seats else None, answer=answer,
                at=at, then=take,
                hidden=frozenset(after.hidden), opened=opened,
            )  # fmt: skip
        except Taken:
            if answer and (known := await self.store.answered(kept.row.id, answer.person, answer.id)):
                raise AlreadyAnswered(known) from None
            return False
        return True

    def _opened(self, kept: Kept, after: Course) -> Opened | None:
        """What all may see once a course is where it will be: choices that are shown, and the secrets of a game that
        is over."""
        standing = {one.number: one.play for one in after.standing}
        plays = {number: standing[number] for number in kept.course.hidden - after.hidden if number in standing}
        known: tuple[str | None, ...] = ()
        if after.is_over and not kept.course.is_over:
            known = tuple(one.value.hex() if one.value else None for one in self.secrets_of(kept, after))
        return Opened(secrets=known, plays=plays) if plays or known else None

    # Chance

    def new_bytes(self) -> bytes:
        """Bytes that nobody can foresee."""
        return secrets.token_bytes(32)

    def secrets_of(self, kept: Kept, course: Course) -> tuple[fair.Secret, ...]:
        """The secrets that a table's chance comes from, as far as they can be read here."""
        table, row = kept.row.id, kept.row
        sealed = [(0, row.commitment or "", row.secret, f"{table} secret")]
        sealed += [(first, one.commitment, one.sealed, f"{table} {one.commitment}") for first, one in course.restored]
        return tuple(
            fair.Secret(first, commitment, self._unsealed(text, about)) for first, commitment, text, about in sealed
        )

    def _unsealed(self, text: str | None, about: str) -> bytes | None:
        opened = self.store.seal.open(text, about) if text else None
        return bytes.fromhex(opened) if opened else None

    def draws(self, table: str, course: Course) -> "Drawn":
        """The draws of a table, whose secrets are opened when one is needed."""
        return Drawn(lambda: self.dice(table, course))

    def dice(self, table: str, course: Course) -> fair.Dice:
        """The draws of a table, with its secrets."""
        places = [course.places.get(place) for place in range(1, course.terms.players + 1)]
        opened = tuple(bytes.fromhex(one.opened) if one and one.opened else None for one in places)
        return fair.Dice(table, self.secrets_of(self.tables[table], course), opened)

    def promise(self, table: str, seat: int) -> tuple[str, str]:
        """Bytes that the server adds for a person whose client does not: their hash, and they themselves, sealed."""
        made = self.new_bytes()
        return fair.commitment(made), self.store.seal.close(made.hex(), f"{table} place {seat}")

    async def _make_sound(self, kept: Kept) -> None:
        """A table whose secrets were sealed with a key that is gone goes on with others, and says so."""
        kept.is_sound = True
        if kept.course.is_over or (not kept.course.lost and self._can_draw(kept, kept.course)):
            return

        def make(course: Course) -> list[Entry]:
            if course.is_over or (not course.lost and self._can_draw(kept, course)):
                return []
            made = self.new_bytes()
            commitment = fair.commitment(made)
            sealed = self.store.seal.close(made.hex(), f"{kept.row.id} {commitment}")
            return [
                Restored(commitment=commitment, sealed=sealed, lost=course.lost or None),
                *self._again(kept, course),
            ]

        try:
            await self.write(kept.row.id, make)
        except BaseException:
            kept.is_sound = False
            raise

    def _can_draw(self, kept: Kept, course: Course) -> bool:
        """Whether the secret that serves now can be read here, and so can what the server has promised."""
        is_known = self.secrets_of(kept, course)[-1].value is not None
        return is_known and not (course.begun == 0 and self._again(kept, course))

    def _again(self, kept: Kept, course: Course) -> list[Sit]:
        """Those for whom the server promised what it can't open any more sit down again."""
        if course.has_begun:
            return []
        sits = []
        for seat, place in course.places.items():
            is_lost = place.sealed is not None and place.opened is None
            if is_lost and self._unsealed(place.sealed, f"{kept.row.id} place {seat}") is None:
                commitment, sealed = self.promise(kept.row.id, seat)
                sits.append(Sit(seat=seat, holder=course.holders[seat], commitment=commitment, sealed=sealed))
        return sits


@dataclass(frozen=True, slots=True, repr=False)
class Drawn:
    """Dice that are taken out of their box when they are needed: most steps need none."""

    find: Callable[[], fair.Dice]

    def draw(self, number: int, weights: Sequence[int]) -> int:
        """The index of an outcome."""
        return self.find().draw(number, weights)


class AlreadyAnswered(GameError):  # noqa: N818
    """The same request came twice, and the other was quicker."""

    def __init__(self, body: str) -> None:
        super().__init__("answered already")
        self.body = body


def add(course: Course, logged: Sequence[Logged]) -> None:
    """Go on with entries; somebody who heard of them may have been quicker."""
    for one in logged:
        if one.number == course.number + 1:
            course.add(one)


def hashed(secret: str | None) -> str | None:
    """How an invitation is stored."""
    return None if secret is None else hashlib.sha256(secret.encode()).hexdigest()


def preview(course: Course, entries: Sequence[Entry], at: float) -> Course:
    """The course as it will be; the kept one is left as it is until the entries are written."""
    after = course.copy()
    for number, entry in enumerate(entries, course.number + 1):
        after.add(Logged(number=number, at=at, entry=entry))
    return after


def seat_rows(course: Course) -> list[SeatRow]:
    """The index of a table's seats."""
    rows = []
    for seat, holder in course.holders.items():
        is_bot = isinstance(holder, BotHolder)
        rows.append(
            SeatRow(
                seat=seat,
                person=holder.person if isinstance(holder, PersonHolder) else None,
                bot=holder.level if isinstance(holder, BotHolder) else None,
                waited=course.clocks.since.get(seat),
                due=None if is_bot or seat in course.late else course.clocks.due(seat),
            )
        )
    return rows


def work_rows(course: Course) -> list[WorkRow]:
    """The bots that are waited for."""
    has_people = any(isinstance(one, PersonHolder) and not one.is_bot for one in course.holders.values())
    return [
        WorkRow(seat, course.asked[seat], holder.level, has_people)
        for seat in course.waited_for
        if isinstance(holder := course.holders[seat], BotHolder)
    ]
