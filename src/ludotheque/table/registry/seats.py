"""Seats: making tables, taking a seat, seating bots, leaving."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence

from sqlalchemy import select

from ludotheque.bots.levels import LEVELS
from ludotheque.games.phrase import say
from ludotheque.log import commands
from ludotheque.log.commands import Draft, check_seat, own_seat
from ludotheque.log.entries import BotHolder, End, Entry, Holder, Leave, Open, PersonHolder, Sit
from ludotheque.log.entry_replay import assign_seats, state_after
from ludotheque.log.rights import ENOUGH_SEATS, MOST_SEATINGS, check, may_return, why_not_more
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import RATED_ABSENCES, RATED_CLOCKS, Terms
from ludotheque.play.fairness import fair_dice
from ludotheque.table.bots.bot_jobs import version_of
from ludotheque.table.fair_worker import READING, JobOwner
from ludotheque.table.people.accounts import check_account
from ludotheque.table.people.people import Person, name_taken
from ludotheque.table.people.profiles import level_near
from ludotheque.table.registry.bot_demand import check_demand
from ludotheque.table.registry.registry import Registry, auto_play_seats, hashed
from ludotheque.table.storage import schema
from ludotheque.table.storage.row_values import TableRow
from ludotheque.table.storage.storage_errors import EntryConflictError

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without look-alikes
RATED_TERMS = "A rated table needs a clock, and `absence`: `end` or `bot`, for those who go."
RATED_FORM = say("A rated table needs a clock, and it can't wait for somebody who leaves: choose a bot or the end.")


class Seats:
    """Makes tables, and changes who sits at them."""

    def __init__(self, registry: Registry, owner_of: Callable[[str], JobOwner]) -> None:
        self._registry, self.store, self.dice, self._owner_of = registry, registry.store, registry.dice, owner_of

    async def create(self, person: Person, terms: Terms) -> tuple[str, str | None]:
        """A new table; returns its id, and the invitation if it is private."""
        check_account(person, terms)
        if terms.rated and terms.opening is not None:
            raise TableError("wrong", say("A game that goes on from another is never rated."))
        if terms.rated and terms.board is not None:
            raise TableError("wrong", say("A game on a board of one's own is never rated."))
        if terms.rated and not can_be_rated(terms):
            raise TableError("wrong", RATED_TERMS, on_page=RATED_FORM)
        await check_setup(self._owner_of(person.id), terms)
        now = await self.store.now()
        invitation = secrets.token_urlsafe(32) if terms.private else None
        while True:
            row = self.new_row(person.id, terms, now, invitation)
            try:
                await self.store.create_table(row)
            except EntryConflictError:
                continue
            return row.id, invitation

    def new_row(self, creator: str, terms: Terms, now: float, invitation: str | None) -> TableRow:
        """The row of a new table, with an id and a secret of its own."""
        name = "".join(secrets.choice(ALPHABET) for _ in range(10))
        commitment, secret = self.dice.first_secret(name)
        return TableRow(
            id=name, creator=creator, terms=terms, invitation=hashed(invitation), is_public=not terms.private,
            stage="open", created=now, changed=now, commitment=commitment, secret=secret,
        )  # fmt: skip

    async def take(
        self, table: str, person: Person, seat: int, level: str | None, commitment: str | None = None
    ) -> None:
        """Sit down in a seat, or put a bot of `level` there."""
        if level is None:
            await self.sit(table, person, seat, commitment)
        else:
            await self.put_bot(table, person, seat, level)

    async def sit(
        self, table: str, person: Person, seat: int, commitment: str | None = None, *, is_expected: bool = False
    ) -> None:
        """Take a free seat, or one's own back from a bot. Does nothing for a person who sits there already.

        `commitment` is the hash of 32 bytes that the person's client opens when all have sat down. A guest whose name
        an account has taken needs another one for a new seat. In a series only those sit down who are expected.
        """
        has_lost_name = await self._registry.people.has_lost_name(person)

        def make(state: TableState) -> Draft:
            check_account(person, state.terms)
            check_seat(state, seat)
            check_goes_on(state)
            check_series(state, is_expected=is_expected)
            if state.holders[seat] is not None and not may_return(state, seat, person.id):
                if seat in state.seats_of(person.id):
                    return Draft([])
                raise TableError("taken", say("This seat is taken: choose another."))
            if has_lost_name and state.holders[seat] is None:
                raise name_taken()
            return self._with_begin(table, state, [self._down(table, state, seat, person, commitment)], person)

        await self._registry.write(table, make)

    async def sit_together(self, table: str, people: Sequence[tuple[Person, str | None]], level: str) -> None:
        """Seat people at an empty table in one entry of all, each with their client's commitment; bots fill the rest.

        Does nothing at a table where somebody sits already.
        """

        def make(state: TableState) -> Draft:
            if state.is_over or any(holder is not None for holder in state.holders.values()):
                return Draft([])
            down = [self._down(table, state, seat, *one) for seat, one in enumerate(people, 1)]
            bots = [Sit(seat=seat, holder=bot_of(state, level)) for seat in state.holders if seat > len(people)]
            return self._with_begin(table, state, [*down, *bots], *(person for person, _ in people))

        await self._registry.write(table, make)

    async def join(
        self, table: str, person: Person, commitment: str | None = None, *, is_expected: bool = False
    ) -> int:
        """Take the first free seat, or one's own back. Returns the seat, also for a person who sits there already."""
        taken: list[int] = []
        has_lost_name = await self._registry.people.has_lost_name(person)

        def make(state: TableState) -> Draft:
            own = [seat for seat in state.seats_of(person.id) if seat not in state.away]
            taken[:] = own[:1]
            if own:
                return Draft([])
            check_account(person, state.terms)
            check_goes_on(state)
            check_series(state, is_expected=is_expected)
            back = [seat for seat in state.holders if may_return(state, seat, person.id)]
            free = [seat for seat, holder in state.holders.items() if holder is None]
            if not back and not free:
                raise TableError("full", say("All seats of this table are taken: you can watch."))
            if has_lost_name and not back:
                raise name_taken()
            taken[:] = [*back, *free][:1]
            return self._with_begin(table, state, [self._down(table, state, taken[0], person, commitment)], person)

        await self._registry.write(table, make)
        return taken[0]

    async def put_bot(self, table: str, person: Person, seat: int, level: str) -> None:
        """Seat a bot in a free seat or in another bot's, for the table's maker; during a game, replace a stuck bot."""

        def make(state: TableState) -> Draft:
            check_account(person, state.terms)
            check_seat(state, seat)
            check_goes_on(state)
            check_series(state)
            if level not in LEVELS:
                raise TableError("wrong", f"level: one of {', '.join(LEVELS)}.")
            if isinstance(state.holders[seat], PersonHolder):
                raise TableError("taken", say("This seat is taken: choose another."))
            if state.has_begun:
                check_anew(state, seat, level, has_given_up=has_given_up)
                is_allowed = is_maker or bool(state.seats_of(person.id))
            else:
                is_allowed = is_maker
            if not is_allowed:
                raise TableError("forbidden", say("Only whoever made the table seats bots."))
            return self._with_begin(table, state, [Sit(seat=seat, holder=bot_of(state, level))])

        live = await self._registry.find(table)
        is_maker, has_given_up = live.row.creator == person.id, await self._has_given_up(table, seat)
        if is_maker and not live.state.has_begun:
            await self.check_demand(person, table)
        await self._registry.write(table, make)

    async def check_demand(self, person: Person, table: str = "") -> None:
        """Raise if a person has as many tables with bots as they may, `table` left out."""
        await check_demand(self.store, person, table)

    async def seat_bots(self, table: str, bots: Mapping[int, str]) -> None:
        """Seat bots of these levels, in those of the seats that are free."""

        def make(state: TableState) -> Draft:
            if state.is_over:
                return Draft([])
            sits = [
                Sit(seat=seat, holder=bot_of(state, level))
                for seat, level in bots.items()
                if state.holders[seat] is None
            ]
            return self._with_begin(table, state, sits) if sits else Draft([])

        await self._registry.write(table, make)

    async def leave(self, table: str, person: Person, seat: int) -> None:
        """Leave a seat: before the game it becomes free; during it, the table's terms say what follows.

        Before the game, the table's maker may empty any seat.
        """

        def make(state: TableState) -> Draft:
            check_seat(state, seat)
            if not (is_maker and not state.has_begun):
                own_seat(state, person.id, seat)
            if state.is_over or state.holders[seat] is None:
                return Draft([])
            if not state.has_begun and state.is_full:
                raise TableError("late", say("All have sat down, and the game is about to begin: cancel it instead."))
            return Draft(absent(state, seat, "left", level) if state.has_begun else [Sit(seat=seat, holder=None)])

        row = (await self._registry.find(table)).row
        is_maker, level = row.creator == person.id, await self.level_of(person.id, row.terms.game)
        await self._registry.write(table, make)

    async def _has_given_up(self, table: str, seat: int) -> bool:
        """Whether the bot of a seat has failed and is not retried."""
        work = schema.work.c
        wanted = select(work.error).where(work.table == table, work.seat == seat)
        async with self.store.read() as connection:
            return await connection.scalar(wanted) is not None

    async def level_of(self, person: str, game: str) -> str:
        """The bot level nearest to a person's rating."""
        async with self.store.read() as connection:
            return await level_near(connection, person, game, version_of(game, LEVELS[0]))

    def _down(self, table: str, state: TableState, seat: int, person: Person, commitment: str | None) -> Sit:
        """The Sit entry of a person; before the game with a commitment, the client's or else the server's."""
        holder, sealed = held_by(person), None
        if state.has_begun:
            return Sit(seat=seat, holder=holder)
        if commitment is None:
            commitment, sealed = self.dice.promise(table, seat)
        return Sit(seat=seat, holder=holder, commitment=commitment, sealed=sealed)

    def _with_begin(self, table: str, state: TableState, new: Sequence[Sit | Open], *people: Person) -> Draft:
        """A draft of `new`, with Begin once all have sat down and all clients have opened their bytes.

        `people` are those who sit down by it.
        """
        entries: list[Entry] = [*new]
        if state.has_begun:
            return Draft(entries)
        after = state_after(state, entries, state.at)
        if not after.is_full or after.unopened:
            return Draft(entries)
        opened = self.dice.open_promises(table, after)
        after.open_places(opened)
        live = self._registry.live[table]
        dice = self.dice.dice(live.row, after)
        seats = dice.seating() if state.terms.seating == "drawn" else ()
        holders = assign_seats(after.holders, seats) if seats else after.holders
        begin = commands.begin(after, dice, auto_play_seats(live, holders, people))
        return Draft([*entries, begin.model_copy(update={"seats": seats, "opened": opened})])

    async def open_bytes(self, table: str, person: Person, seat: int | None, opened: str | None) -> None:
        """Open the bytes that a client has committed to, once all have sat down. The last one begins the game.

        Without `opened` the client has lost them: the server commits to others in its place, and the record says so.
        """

        def make(state: TableState) -> Draft:
            place = own_place(state, person.id, None if state.has_begun else seat)  # seats may have been drawn since
            promised = state.places[place]
            if state.has_begun or promised.opened is not None:
                return Draft([])
            check_goes_on(state)
            if not state.is_full:
                raise TableError("late", say("Not yet: open it when all have sat down."))
            if opened is None:
                sits = [self._down(table, state, place, person, None)] if promised.by == "client" else []
                return self._with_begin(table, state, sits) if sits else Draft([])
            if promised.by != "client" or fair_dice.commitment(bytes.fromhex(opened)) != promised.commitment:
                raise TableError("wrong", "opened: these are not the bytes that were promised.")
            return self._with_begin(table, state, [Open(seat=place, opened=opened)])

        await self._registry.write(table, make)


def holders_after(state: TableState, entries: Iterable[Entry]) -> dict[int, Holder | None]:
    """The holders of all seats after these entries."""
    return state.holders | {one.seat: one.holder for one in entries if isinstance(one, Sit)}


def held_by(person: Person) -> PersonHolder:
    """A person as the holder of a seat."""
    return PersonHolder(person=person.id, name=person.name, is_bot=person.is_bot, is_guest=person.is_guest)


def bot_of(state: TableState, level: str) -> BotHolder:
    """A bot as the holder of a seat, in its current version."""
    return BotHolder(level=level, version=version_of(state.terms.game, level))


def can_be_rated(terms: Terms) -> bool:
    """Whether nobody can escape a loss by leaving, nor has drawn the board on which they win."""
    return terms.clock in RATED_CLOCKS and terms.absence in RATED_ABSENCES and terms.board is None


async def check_setup(owner: JobOwner, terms: Terms) -> None:
    """Raise for options or a board that the game does not have. A person's own board is read off the event loop."""
    if terms.board is None:
        terms.setup(0)
    else:
        await READING.run(owner, lambda: terms.setup(0))


def check_goes_on(state: TableState) -> None:
    """Raise if nobody can sit down any more: the game is over, or the log is full."""
    if state.is_over:
        raise TableError("late", say("This game is over."))
    check(why_not_more(state, MOST_SEATINGS, ENOUGH_SEATS))


def check_series(state: TableState, *, is_expected: bool = False) -> None:
    """Raise if the seats are kept for those who have played the earlier games of a series."""
    if state.terms.series is not None and not state.has_begun and not is_expected:
        raise TableError("forbidden", say("These seats are kept for those who play this series."))


def check_anew(state: TableState, seat: int, level: str, *, has_given_up: bool) -> None:
    """Raise unless the bot of a seat is stuck (it has failed, or its version is gone) and keeps its level."""
    holder = state.holders[seat]
    if not isinstance(holder, BotHolder):
        raise TableError("taken", say("This seat is taken: choose another."))
    if holder == bot_of(state, holder.level) and not has_given_up:
        raise TableError("taken", say("The bot in this seat plays on: it is seated anew only when it has given up."))
    if holder.level in LEVELS and level != holder.level:
        raise TableError("wrong", f"level: the bot in this seat stays {holder.level}.")


def own_place(state: TableState, person: str, seat: int | None) -> int:
    """The place that a person's client opens: the one named, or their first one that is not open."""
    own = [one for one in state.seats_of(person) if seat in (None, one)]
    if not own:
        raise TableError("forbidden", say("This is not your seat."))
    waiting = [one for one in own if one in state.places and state.places[one].opened is None]
    return (waiting or own)[0]


def absent(state: TableState, seat: int, how: str, level: str) -> list[Entry]:
    """The entries that the table's terms demand when a person leaves or runs out of time."""
    if state.terms.absence == "end":
        return [End(how="left" if how == "left" else "time", seat=seat)]
    if state.terms.absence == "bot":
        return [Sit(seat=seat, holder=BotHolder(level=level, version=version_of(state.terms.game, level)))]
    return [Leave(seat=seat)] if how == "left" and seat not in state.away else []
