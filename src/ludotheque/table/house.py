"""The house: everything that can be done at its tables, one method for each.

A course is kept in memory for every table that is being looked at; the log in the database is the truth. A wish becomes
an entry by inserting its row: if another was quicker, the course follows the log and the wish is looked at again.
"""

import asyncio
import hashlib
import json
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from ludotheque.bots.levels import LEVELS
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.table import acting
from ludotheque.table.course import Course
from ludotheque.table.dice import Dice
from ludotheque.table.entries import (
    Answer,
    Ask,
    BotHolder,
    End,
    Entry,
    Holder,
    Logged,
    Notation,
    PersonHolder,
    SeatNumber,
    Sit,
    Thinking,
    TimeOut,
)
from ludotheque.table.errors import TableError, Taken
from ludotheque.table.people import Person
from ludotheque.table.profile import level_near
from ludotheque.table.rows import Answered, SeatRow, Stage, TableRow, WorkRow
from ludotheque.table.seen import entries_seen, error_seen
from ludotheque.table.store import Store
from ludotheque.table.terms import Terms
from ludotheque.table.thinking import version_of

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without look-alikes
GONE_ON = "The table has gone on: look at what has happened first."
MOST_COURSES = 2000  # that are kept in memory
MOST_TRIES = 20  # of an entry that others are quicker with


class PlayRequest(BaseModel):
    """A seat's steps: `seen` is the last entry that the sender has seen, `id` is repeated when the request is."""

    model_config = ConfigDict(extra="forbid")

    seen: int = Field(ge=0, le=1_000_000)
    steps: tuple[Notation, ...] = Field(min_length=1, max_length=40)
    id: str = Field(min_length=1, max_length=64, pattern=r"^[\w.:-]+$")
    seat: SeatNumber | None = None


@dataclass(slots=True)
class Kept:
    """A table in memory: its row, its course, and a lock that keeps the wishes of this process in order."""

    row: TableRow
    course: Course
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


Make = Callable[[Course], Sequence[Entry]]  # from the course as it stands now to what is to be written


class House:
    """All tables of a database, as one process serves them."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self.store, self.secret = store, secret
        self.tables: OrderedDict[str, Kept] = OrderedDict()
        self.pauses: list[tuple[float, float]] = []
        self.alone: dict[str, bool] = {}  # by person: whether single options are played for them

    async def open(self) -> None:
        """Read what all tables need."""
        self.pauses = await self.store.pauses()

    # Tables

    async def create(self, person: Person, terms: Terms) -> tuple[str, str | None]:
        """A new table; returns its id, and the invitation if it is private."""
        terms.setup(0)  # refused here, if the game can't be set up like this
        now = await self.store.now()
        invitation = secrets.token_urlsafe(24) if terms.private else None
        while True:
            name = "".join(secrets.choice(ALPHABET) for _ in range(10))
            row = TableRow(
                id=name, creator=person.id, terms=terms, invitation=hashed(invitation), is_public=not terms.private,
                stage="open", created=now, changed=now,
            )  # fmt: skip
            try:
                await self.store.create_table(row)
            except Taken:
                continue
            return name, invitation

    async def find(self, table: str) -> Kept:
        """A table with its course as far as the log goes now."""
        kept = self.tables.get(table)
        if kept is None:
            row = await self.store.find_table(table)
            if row is None:
                raise TableError("unknown", "There is no such table: look at the link again.")
            kept = self.tables.setdefault(table, Kept(row, Course(row.terms, self.pauses)))
        self.tables.move_to_end(table)
        while len(self.tables) > MOST_COURSES:
            self.tables.popitem(last=False)
        await self.catch_up(kept)
        return kept

    async def catch_up(self, kept: Kept) -> None:
        """Follow the log to its end."""
        for logged in await self.store.entries(kept.row.id, kept.course.number):
            if logged.number == kept.course.number + 1:
                kept.course.add(logged)

    def may_look(self, kept: Kept, person: Person | None, invitation: str | None = None) -> bool:
        """Whether somebody may see a table: public, made or joined by them, or invited."""
        if kept.row.is_public:
            return True
        is_guest = invitation is not None and secrets.compare_digest(
            hashed(invitation) or "", kept.row.invitation or ""
        )
        is_own = person is not None and (person.id == kept.row.creator or bool(kept.course.seats_of(person.id)))
        return is_guest or is_own

    # Seats

    async def sit(self, table: str, person: Person, seat: int) -> None:
        """Take a free seat, or the own one back from the bot that holds it."""

        def make(course: Course) -> list[Entry]:
            check_seat(course, seat)
            if course.is_over:
                raise TableError("late", "This game is over.")
            holder = course.holders[seat]
            if holder is not None and not may_return(course, seat, person.id):
                raise TableError("taken", "This seat is taken: choose another.")
            return self._with_begin(
                table, course, Sit(seat=seat, holder=PersonHolder(person=person.id, name=person.name))
            )

        await self.write(table, make)

    async def put_bot(self, table: str, person: Person, seat: int, level: str) -> None:
        """A bot in a free seat, by whoever made the table."""

        def make(course: Course) -> list[Entry]:
            check_seat(course, seat)
            if level not in LEVELS:
                raise TableError("wrong", f"level: one of {', '.join(LEVELS)}.")
            if course.holders[seat] is not None or course.has_begun:
                raise TableError("taken", "This seat is taken: choose another.")
            holder = BotHolder(level=level, version=version_of(course.terms.game, level))
            return self._with_begin(table, course, Sit(seat=seat, holder=holder))

        kept = await self.find(table)
        if kept.row.creator != person.id:
            raise TableError("forbidden", "Only whoever made the table seats bots.")
        await self.write(table, make)

    async def leave(self, table: str, person: Person, seat: int) -> None:
        """Leave a seat: before the game it is free again; in it, what the table's terms say happens."""

        def make(course: Course) -> list[Entry]:
            own_seat(course, person.id, seat)
            if not course.has_begun:
                return [Sit(seat=seat, holder=None)]
            return [] if course.is_over else absent(course, seat, "left", level)

        level = await self._level_of(person.id, (await self.find(table)).row.terms.game)
        await self.write(table, make)

    async def _level_of(self, person: str, game: str) -> str:
        """The level of the bots that is nearest to a person's results."""
        async with self.store.read() as connection:
            return await level_near(connection, person, game, version_of(game, LEVELS[0]))

    def _with_begin(self, table: str, course: Course, sit: Sit) -> list[Entry]:
        """Whoever takes the last seat begins the game."""
        holders = course.holders | {sit.seat: sit.holder}
        if course.has_begun or None in holders.values():
            return [sit]
        return [sit, acting.begin(course, self.dice(table), self.plays_alone(holders))]

    # Playing

    async def play(self, table: str, person: Person, request: PlayRequest, lang: str = "en") -> dict[str, Any]:
        """A person's steps. The answer is kept: the same id is answered the same, whatever has happened since."""
        if known := await self.store.answered(table, person.id, request.id):
            return await self._again(table, person, request, known, lang)
        answer: dict[str, Any] = {}

        def make(course: Course) -> list[Entry]:
            seat = own_seat(course, person.id, request.seat)
            if acting.is_stale(course, seat, request.seen):
                raise Stale
            alone = self.plays_alone(course.holders)
            entry = acting.play(course, seat, request.steps, self.dice(table), alone)
            answer.update(ok=True, number=course.number + 1, id=request.id)
            return [entry]

        try:
            await self.write(table, make, lambda: Answered(person.id, request.id, json.dumps(answer)))
        except AlreadyAnswered as again:
            return await self._again(table, person, request, again.body, lang)
        except Stale:
            answer = {"ok": False, "error": "stale", "text": GONE_ON, "id": request.id}
        except Refusal as refusal:
            answer = error_seen(refusal, lang) | {"id": request.id}
        else:
            return answer
        known = await self.store.keep_answer(table, Answered(person.id, request.id, json.dumps(answer)))
        return await self._again(table, person, request, known, lang)

    async def _again(self, table: str, person: Person, request: PlayRequest, known: str, lang: str) -> dict[str, Any]:
        """An answer that was given before; one who was late gets what he has missed until now."""
        answer: dict[str, Any] = json.loads(known)
        if answer.get("error") != "stale":
            return answer
        course = (await self.find(table)).course
        seat: int | None = None
        with suppress(TableError):  # a bot may hold the seat by now: then he gets what all may see
            seat = own_seat(course, person.id, request.seat)
        return answer | {"missed": entries_seen(course, seat, lang, request.seen)}

    async def play_bot(self, table: str, seat: int, number: int, steps: Sequence[str], thinking: Thinking) -> None:
        """A bot's steps, if nothing that it can see has changed since it was asked."""

        def make(course: Course) -> list[Entry]:
            if not isinstance(course.holders[seat], BotHolder) or acting.is_stale(course, seat, number):
                raise TableError("stale", "The table has gone on.")
            alone = self.plays_alone(course.holders)
            return [acting.play(course, seat, tuple(steps), self.dice(table), alone, thinking)]

        await self.write(table, make)

    async def take_back(self, table: str, person: Person, seat: int | None = None) -> None:
        """A seat's last entry goes back, as far as the rules of information allow."""
        await self.write(table, lambda course: [acting.take_back(course, own_seat(course, person.id, seat))])

    async def ask(self, table: str, person: Person, what: str, entry: int | None, seat: int | None = None) -> None:
        """Ask all others to go back to before an entry, or to end the game."""

        def make(course: Course) -> list[Entry]:
            own = own_seat(course, person.id, seat)
            if course.is_over or not course.has_begun or course.ask is not None:
                raise TableError("late", "There is nothing to ask now.")
            if what == "back" and all(stood.number != entry for stood in course.standing):
                raise TableError("wrong", "entry: name an entry of steps that stands.")
            return [Ask(seat=own, what="back" if what == "back" else "end", entry=entry if what == "back" else None)]

        await self.write(table, make)

    async def answer(self, table: str, person: Person, ask: int, agrees: bool, seat: int | None = None) -> None:
        """Agree to what was asked, or not."""

        def make(course: Course) -> list[Entry]:
            own = own_seat(course, person.id, seat)
            if course.ask is None or course.ask[0] != ask:
                raise TableError("late", "That is no longer being asked.")
            return [Answer(seat=own, ask=ask, agrees=agrees)]

        await self.write(table, make)

    async def resign(self, table: str, person: Person, seat: int | None = None) -> None:
        """Give up a game of two."""

        def make(course: Course) -> list[Entry]:
            own = own_seat(course, person.id, seat)
            if course.terms.players != 2:
                raise TableError("wrong", "Only a game of two can be resigned; leave the table instead.")
            if course.is_over or not course.has_begun:
                raise TableError("late", "There is no game to resign.")
            return [End(how="resigned", seat=own)]

        await self.write(table, make)

    async def cancel(self, table: str, person: Person) -> None:
        """Call a game off before the second step of a person."""

        def make(course: Course) -> list[Entry]:
            is_own = kept.row.creator == person.id or bool(course.seats_of(person.id))
            if not is_own:
                raise TableError("forbidden", "Only those who sit here can cancel the game.")
            if course.is_over or len(course.standing) > 1:
                raise TableError("late", "Too late to cancel: the game is under way.")
            return [End(how="cancelled")]

        kept = await self.find(table)
        await self.write(table, make)

    async def time_out(self, table: str, seat: int) -> None:
        """A seat's time has run out: write it, and what the table's terms say."""
        now = await self.store.now()

        def make(course: Course) -> list[Entry]:
            due = course.clocks.due(seat)
            if due is None or due > now or seat in course.late or isinstance(course.holders[seat], BotHolder):
                return []
            return [TimeOut(seat=seat), *absent(course, seat, "time", level)]

        kept = await self.find(table)
        holder = kept.course.holders.get(seat)
        level = await self._level_of(holder.person, kept.row.terms.game) if isinstance(holder, PersonHolder) else ""
        await self.write(table, make)

    # Writing

    async def write(self, table: str, make: Make, answer: Callable[[], Answered] | None = None) -> None:
        """Turn a wish into entries, and insert them under the next number; when another is quicker, look again."""
        kept = await self.find(table)
        for _ in range(MOST_TRIES):
            async with kept.lock:
                await self.catch_up(kept)
                entries = list(make(kept.course))
                if not entries:
                    return
                if await self._insert(kept, entries, answer() if answer else None):
                    return
        raise TableError("busy", "The table is very busy: try again.")

    async def _insert(self, kept: Kept, entries: list[Entry], answer: Answered | None) -> bool:
        at = await self.store.now()
        course = preview(kept.course, entries, at)
        try:
            logged = await self.store.append(
                kept.row.id, kept.course.number + 1, entries, index=seat_rows(course), stage=stage_of(course),
                work=work_rows(course), answer=answer, at=at,
            )  # fmt: skip
        except Taken:
            if answer and (known := await self.store.answered(kept.row.id, answer.person, answer.id)):
                raise AlreadyAnswered(known) from None
            return False
        for one in logged:  # somebody who heard of them may have been quicker
            if one.number == kept.course.number + 1:
                kept.course.add(one)
        return True

    def dice(self, table: str) -> Dice:
        """The draws of a table."""
        return Dice(self.secret, table)

    def plays_alone(self, holders: dict[int, Holder | None]) -> acting.Alone:
        """Single options are played for a seat, unless its person has switched that off."""

        def plays(seat: int) -> bool:
            holder = holders[seat]
            return not isinstance(holder, PersonHolder) or self.alone.get(holder.person, True)

        return plays


class Stale(GameError):  # noqa: N818
    """Something that the seat can see has changed."""


class AlreadyAnswered(GameError):  # noqa: N818
    """The same request came twice, and the other was quicker."""

    def __init__(self, body: str) -> None:
        super().__init__("answered already")
        self.body = body


def hashed(secret: str | None) -> str | None:
    """How an invitation is stored."""
    return None if secret is None else hashlib.sha256(secret.encode()).hexdigest()


def check_seat(course: Course, seat: int) -> None:
    if seat not in course.holders:
        raise TableError("unknown", f"There is no seat {seat} at this table of {course.terms.players}.")


def own_seat(course: Course, person: str, seat: int | None) -> int:
    """The seat that a person acts for: the one named, the only one, or the one that is waited for."""
    own = course.seats_of(person)
    if seat is not None:
        check_seat(course, seat)
        if seat not in own:
            raise TableError("forbidden", "This is not your seat.")
        return seat
    if not own:
        raise TableError("forbidden", "You have no seat at this table.")
    waited = [one for one in own if one in course.waited_for]
    if len(own) > 1 and len(waited) != 1:
        raise TableError("wrong", "seat: you hold several; say which one acts.")
    return waited[0] if waited else own[0]


def may_return(course: Course, seat: int, person: str) -> bool:
    """Whether a person held a seat before the bot that holds it now."""
    if not isinstance(course.holders[seat], BotHolder):
        return False
    people = [holder for _, held, holder in course.held if held == seat and isinstance(holder, PersonHolder)]
    return bool(people) and people[-1].person == person


def absent(course: Course, seat: int, how: str, level: str) -> list[Entry]:
    """What happens when somebody leaves or runs out of time, by the table's terms."""
    if course.terms.absence == "end":
        return [End(how="left" if how == "left" else "time", seat=seat)]
    if course.terms.absence == "bot":
        return [Sit(seat=seat, holder=BotHolder(level=level, version=version_of(course.terms.game, level)))]
    return []


def preview(course: Course, entries: Sequence[Entry], at: float) -> Course:
    """The course as it will be; the kept one is left as it is until the entries are written."""
    after = course.copy()
    for number, entry in enumerate(entries, course.number + 1):
        after.add(Logged(number=number, at=at, entry=entry))
    return after


def stage_of(course: Course) -> Stage:
    return "over" if course.is_over else "playing" if course.has_begun else "open"


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
    has_people = any(isinstance(holder, PersonHolder) for holder in course.holders.values())
    return [
        WorkRow(seat, course.number, holder.level, has_people)
        for seat in course.waited_for
        if isinstance(holder := course.holders[seat], BotHolder)
    ]
