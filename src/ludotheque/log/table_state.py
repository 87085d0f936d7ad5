"""The table state of a table: what its entries add up to.

A table state is made by replaying entries one by one, and is the only place that knows what they mean. It is the whole
truth: nothing of it leaves this room but through a seat's view (`seen`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, assert_never

from ludotheque.log.clocks import Clocks
from ludotheque.log.entries import (
    Answer,
    Ask,
    Back,
    Begin,
    BotHolder,
    End,
    Entry,
    Holder,
    Leave,
    Logged,
    Open,
    PersonHolder,
    Play,
    Restored,
    Sealed,
    Sit,
    TimeOut,
)
from ludotheque.log.terms import Terms
from ludotheque.play.game import Game, Setup
from ludotheque.play.position import Position, Step
from ludotheque.wire.field_bounds import Stage

COPIED = (
    "places", "restored", "hidden", "active_moves", "changes", "log", "seat_history", "agreed", "late", "away",
    "waiting_since",
    "withdrawn", "holders",
)  # fmt: skip


WordsCache = dict[tuple[int, int | None, str], tuple[Position, str]]  # the words of steps: by ply, seat and language


@dataclass(frozen=True, slots=True)
class ActiveMove:
    """An entry of steps that stands: its number, and the position it was played from."""

    number: int
    play: Play
    before: Position
    clocks: Clocks  # as they were when it was played
    at: float
    has_chance: bool  # whether something was drawn after the steps


@dataclass(frozen=True, slots=True)
class DiceShare:
    """What a place adds to the draws: a person's bytes, promised by the client or by the server; nothing of a bot."""

    by: Literal["client", "server", "bot"]
    commitment: str = ""
    sealed: str | None = None  # the server's bytes
    opened: str | None = None  # hex


@dataclass(slots=True)
class TableState:
    """A table at one moment of its log."""

    terms: Terms
    pauses: Sequence[tuple[float, float]] = ()  # times in which no server ran
    commitment: str = ""  # what was published of the table's secret when it was made
    number: int = 0  # of the last entry
    at: float = 0.0  # when that was
    holders: dict[int, Holder | None] = field(default_factory=dict)
    setup: Setup | None = None  # once the game has begun
    begun: int = 0  # the number of the entry that began it
    prelude_length: int | None = None  # the steps that it began after, where it goes on from another game
    places: dict[int, DiceShare] = field(default_factory=dict)
    seats: tuple[int, ...] = ()  # of the places 1, 2, ..., once they were drawn
    restored: list[tuple[int, Restored]] = field(default_factory=list)  # other secrets, and the draw they serve from
    secrets: tuple[str | None, ...] = ()  # opened, once the table is over
    hidden: set[int] = field(default_factory=set)  # entries of steps that not all may see
    lost: int = 0  # the first entry that nobody here can read, since the key is gone
    first_choice: Position | None = None  # the first position in which somebody has a choice
    active_moves: list[ActiveMove] = field(default_factory=list)
    position: Position | None = None
    request: tuple[int, Ask] | None = None  # what is being asked, and its number
    agreed: set[int] = field(default_factory=set)  # the seats that agree to it
    end: End | None = None
    late: set[int] = field(default_factory=set)  # seats whose time has run out
    away: set[int] = field(default_factory=set)  # seats whose people have gone, and may come back
    waiting_since: dict[int, int] = field(default_factory=dict)  # the seats that are waited for: since which entry
    next_draw: int = 1  # 0 is the seating
    is_rated: bool = False
    changes: list[tuple[int, int]] = field(
        default_factory=list
    )  # number and seat of what changed besides steps; 0: for all
    log: list[Logged] = field(default_factory=list)  # the log itself
    withdrawn: dict[int, bool] = field(default_factory=dict)  # the entries that went back: whether all had seen them
    clocks: Clocks = field(init=False)
    seat_history: list[tuple[int, int, Holder | None]] = field(
        default_factory=list
    )  # ply, seat, who holds it from there on
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)  # until it goes on
    words: WordsCache = field(default_factory=dict, compare=False, repr=False)
    # What follows from the above; `_settle_facts` keeps it true after each entry, so that others only read it
    game: Game = field(init=False)
    has_secrets: bool = field(init=False)
    has_begun: bool = False
    is_over: bool = False
    stage: Stage = "open"
    ply: int = 0
    waited_for: tuple[int, ...] = ()  # the seats whose choice the game waits for
    people: dict[str, tuple[int, ...]] = field(default_factory=dict)  # by person: the seats they hold
    bot_seats: tuple[int, ...] = ()
    is_bot_waited_for: bool = False
    always_agree: frozenset[int] = frozenset()  # bots where the game is not rated, and those who have gone

    def __post_init__(self) -> None:
        self.is_rated = self.terms.rated
        self.holders = dict.fromkeys(range(1, self.terms.players + 1))
        self.clocks = Clocks(self.terms, self.pauses)
        self.game = self.terms.find_game()
        self.has_secrets = self.game.has_secrets

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats that a person holds."""
        return self.people.get(person, ())

    @property
    def line(self) -> list[Position]:
        """The position after each step that stands: the first is the one after the first step."""
        return [] if self.position is None else [*reversed([self.position, *self.position.history])][1:]

    @property
    def positions_after(self) -> dict[int, Position | None]:
        """By number of an entry that stands: the position it led to."""
        later = [*(stood.before for stood in self.active_moves[1:]), self.position]
        return {stood.number: after for stood, after in zip(self.active_moves, later, strict=False)}

    def copy(self) -> "TableState":
        """A copy that goes on independently; positions are shared, since they never change."""
        other = object.__new__(TableState)
        for name in SLOTS:
            setattr(other, name, getattr(self, name))
        for name in COPIED:
            setattr(other, name, getattr(self, name).copy())
        other.memo = {}
        return other

    def follow(self, entries: Iterable[Logged]) -> "TableState":
        """Replay more entries."""
        for logged in entries:
            self.add(logged)
        return self

    def add(self, logged: Logged, after: Position | None = None) -> None:
        """One entry more; `after` is the position that its steps lead to, where that is known already."""
        self.number, self.at = logged.number, logged.at
        self.log.append(logged)
        self._take(logged, logged.entry, after)
        self._settle_facts()
        self._follow(logged)
        self.memo.clear()

    def _settle_facts(self) -> None:
        """Find out anew what follows from seats and position."""
        position, holders = self.position, self.holders.items()
        self.has_begun = position is not None
        actors = () if position is None else position.actors
        self.is_over = self.end is not None or (self.has_begun and not actors)
        self.stage = "over" if self.is_over else "playing" if self.has_begun else "open"
        self.ply = position.ply if position else 0
        self.waited_for = () if self.is_over else actors
        self.bot_seats = tuple(seat for seat, one in holders if isinstance(one, BotHolder))
        self.is_bot_waited_for = any(seat in self.bot_seats for seat in self.waited_for)
        self.always_agree = frozenset(self.away).union(() if self.is_rated else self.bot_seats)
        self.people = {}
        for seat, one in holders:
            if isinstance(one, PersonHolder):
                self.people[one.person] = (*self.people.get(one.person, ()), seat)

    @property
    def is_complete(self) -> bool:
        """Whether all places are taken, and all that clients have promised is opened."""
        promised = [place for place in self.places.values() if place.by == "client"]
        return None not in self.holders.values() and all(place.opened for place in promised)

    def _follow(self, logged: Logged) -> None:
        """Who is waited for now, and since when; and what is still hidden."""
        if logged.opened is not None and logged.opened.secrets:
            self.secrets = logged.opened.secrets
        if self.has_secrets or self.is_over:
            self._hide(logged)
        waited, entry = self.waited_for, logged.entry
        played = entry.seat if isinstance(entry, Play) else None
        self.clocks = self.clocks.follow(waited, logged.at, self.bot_seats, played)
        self.late.intersection_update(waited)
        if isinstance(entry, Play | Sit):
            self.waiting_since.pop(entry.seat, None)
        elif self.changes and self.changes[-1] == (logged.number, 0):
            self.waiting_since.clear()
        self.waiting_since = {seat: self.waiting_since.get(seat, logged.number) for seat in waited}

    def _take(self, logged: Logged, entry: Entry, after: Position | None) -> None:
        """Apply an entry. One that builds on a choice which can't be read any more is withdrawn."""
        if self.lost and isinstance(entry, Play | Sealed | Back | Ask | Answer):
            self.withdrawn[logged.number] = False
            return
        match entry:
            case Play():
                self._play(logged, entry, after)
            case Back():
                self._take_back(entry)
            case Sit():
                self._sit(entry)
            case Begin():
                self._begin(entry)
            case Ask():
                self.request, self.agreed = (logged.number, entry), {entry.seat, *self.always_agree}
                self._settle()
            case Answer():
                self._answer(entry)
            case TimeOut():
                self.late.add(entry.seat)
            case Leave():
                self._leave(entry.seat)
            case Open():
                self.open_places({entry.seat: entry.opened})
            case Sealed():
                self.lost = logged.number
                self.withdrawn[logged.number] = False
            case Restored():
                self._restore(entry)
            case End():
                self._end(entry)
            case _:
                assert_never(entry)

    def _sit(self, entry: Sit) -> None:
        """Somebody takes a seat; what was being asked is asked of him, too."""
        seat, before = entry.seat, self.holders[entry.seat]
        self.holders[seat] = entry.holder
        self.late.discard(seat)
        self.away.discard(seat)
        self._settle_facts()
        self.seat_history.append((self.ply, seat, entry.holder))
        if not self.has_begun:
            self._place(entry)
            return
        if before != entry.holder:
            was_free, is_free = (isinstance(one, BotHolder) for one in (before, entry.holder))
            self.clocks = self.clocks.change_hands(seat, self.at, was_free=was_free, is_free=is_free)
        if self.request is not None and self.request[1].seat != seat:
            self.agreed.discard(seat)
            self.agreed |= self.always_agree
            self._settle()

    def _place(self, entry: Sit) -> None:
        """What somebody who sits down before the game adds to its draws."""
        self.places.pop(entry.seat, None)
        if isinstance(entry.holder, BotHolder):
            self.places[entry.seat] = DiceShare("bot")
        elif entry.holder is not None:
            by: Literal["client", "server"] = "client" if entry.sealed is None and entry.commitment else "server"
            self.places[entry.seat] = DiceShare(by, entry.commitment or "", entry.sealed)

    def _hide(self, logged: Logged) -> None:
        """Which entries of steps not all may see: none when all is over."""
        if self.position is None or self.is_over:
            self.hidden = set()
            return
        engine, setup = self.position.game.engine, self.position.setup
        match logged.entry:
            case Play():
                self.hidden |= {logged.number} - self.withdrawn.keys()
            case Back() | Ask() | Answer() | Restored() | Sit() | Leave():  # what was shown may be hidden again
                self.hidden = {one.number for one in self.active_moves}
            case Begin() | Open() | Sealed() | TimeOut() | End():
                pass
            case _:
                assert_never(logged.entry)
        if self.hidden:
            if not any(secret for _, secret in engine.secret_steps(setup.board, self.position.state, None).values()):
                self.hidden = set()
                return
            seen, steps = {id(step) for step in self.position.seen_steps(None)}, self.position.steps
            stood = {one.number: one for one in self.active_moves if one.number in self.hidden}
            self.hidden = {number for number, one in stood.items() if not all(
                id(step) in seen for step in steps[one.before.ply : one.before.ply + len(one.play.steps)])}  # fmt: skip

    def _restore(self, entry: Restored) -> None:
        """From here on another secret; what can't be read any more goes back."""
        self.restored.append((self.next_draw, entry))
        if entry.lost is not None:
            if not self.lost:
                self._withdraw({stood.number for stood in self.active_moves if stood.number >= entry.lost})
            self.lost = 0
            self.changes.append((self.number, 0))

    def _leave(self, seat: int) -> None:
        """Somebody has gone, and may come back; until then the others settle things without him."""
        self.away.add(seat)
        if self.request is not None:
            self.agreed.add(seat)
            self._settle()

    def _end(self, entry: End) -> None:
        self.end = entry
        self.request, self.agreed = None, set()
        self.changes.append((self.number, 0))

    def open_places(self, opened: Mapping[int, str]) -> None:
        """Add the bytes of some places."""
        self.places |= {place: replace(self.places[place], opened=one) for place, one in opened.items()}

    def _begin(self, entry: Begin) -> None:
        self.open_places(entry.opened)
        if entry.seats:
            self.seats = entry.seats
            self.holders = seated(self.holders, entry.seats)
            self.seat_history = [(0, seat, holder) for seat, holder in self.holders.items()]
        position = first_position(self.terms, entry)
        self.setup = position.setup
        for seat, text in entry.then[position.ply :]:
            position = position.play(text, seat)
        self.first_choice = self.position = position
        self.begun, self.prelude_length = self.number, entry.given
        self.next_draw += entry.draws

    def _play(self, logged: Logged, entry: Play, after: Position | None) -> None:
        assert self.position is not None  # noqa: S101  nobody plays before the beginning
        chances = sum(seat == 0 for seat, _ in entry.then)
        self.active_moves.append(ActiveMove(logged.number, entry, self.position, self.clocks, logged.at, chances > 0))
        self.position = play_entry(self.position, entry) if after is None else after
        if chances:
            self.next_draw = max(self.next_draw, entry.draw + chances)
        self.request, self.agreed = None, set()
        self.away.discard(entry.seat)
        if self.terms.clock == "slow":
            self.late.discard(entry.seat)

    def _take_back(self, entry: Back) -> None:
        """A secret choice goes back unseen: for the others nothing has changed."""
        self._withdraw(set(entry.entries), entry.seat)
        is_seen = any(self.withdrawn.get(number) for number in entry.entries)
        self.changes.append((self.number, 0 if is_seen else entry.seat))

    def _withdraw(self, numbers: set[int], seat: int | None = None) -> None:
        """The entries that are left are played again, in their order; a seat's own, or whatever all agree to."""
        assert self.position is not None  # noqa: S101
        first = next((stood for stood in self.active_moves if stood.number in numbers), None)
        if first is None:
            return
        seen = self.position.seen_steps(None)
        for stood in self.active_moves:
            if stood.number in numbers:
                self.withdrawn[stood.number] = is_shown(stood, self.position, seen)
        if any(stood.has_chance for stood in self.active_moves if stood.number in numbers):
            self.is_rated = False
        kept = [stood for stood in self.active_moves if stood.number not in numbers]
        self.active_moves, self.position = [], self.first_choice
        for stood in kept:
            assert self.position is not None  # noqa: S101
            self.active_moves.append(replace(stood, before=self.position))
            self.position = play_entry(self.position, stood.play)
        self.request, self.agreed = None, set()
        self._settle_facts()
        own = None if seat is None else (seat,)
        self.clocks = self.clocks.restore(first.clocks, first.at, own, self.waited_for, self.at)

    def _answer(self, entry: Answer) -> None:
        if self.request is None or self.request[0] != entry.ask or self.is_over:
            return
        if not entry.agrees:
            self.request, self.agreed = None, set()
            return
        self.agreed.add(entry.seat)
        self._settle()

    def _settle(self) -> None:
        """What was asked happens as soon as all agree."""
        if self.request is None or len(self.agreed) < self.terms.players:
            return
        asked = self.request[1]
        self.request, self.agreed = None, set()
        self.changes.append((self.number, 0))
        if asked.what == "end":
            self.end = End(how="agreed")
        else:
            self._withdraw({stood.number for stood in self.active_moves if stood.number >= (asked.entry or 0)})


SLOTS: tuple[str, ...] = tuple(TableState.__slots__)


def state_after(state: TableState, entries: Sequence[Entry], at: float, after: Position | None = None) -> TableState:
    """The table state as it will be with entries that are written now; the one that is there stays as it is."""
    made = state.copy()
    for number, entry in enumerate(entries, state.number + 1):
        made.add(Logged(number=number, at=at, entry=entry), after)
    return made


def seated(holders: dict[int, Holder | None], seats: Sequence[int]) -> dict[int, Holder | None]:
    """Who holds which seat, from who has which place, and the seats of the places."""
    return dict(sorted(((seats[place - 1], holder) for place, holder in holders.items()), key=lambda pair: pair[0]))


def first_position(terms: Terms, entry: Begin) -> Position:
    """The position that a game begins at: after its opening, if it has one."""
    opening = terms.opening
    if opening and (entry.start, entry.then[: entry.given or 0]) == (opening.start, opening.steps):
        return terms.first
    one = terms.find_game()
    return one.begin(terms.setup(entry.start if one.starts > 1 else None))


def play_entry(position: Position, entry: Play) -> Position:
    """The position after an entry of steps."""
    for text in entry.steps:
        position = position.play(text, entry.seat)
    for seat, text in entry.then:
        position = position.play(text, seat)
    return position


def is_shown(stood: ActiveMove, position: Position, seen: tuple[Step, ...]) -> bool:
    """Whether all that a seat chose with an entry is among what is seen in a position it led to."""
    chosen = position.steps[stood.before.ply :][: len(stood.play.steps)]
    return all(any(step is one for step in seen) for one in chosen)
