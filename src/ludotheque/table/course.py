"""The course of a table: what its entries add up to.

A course is made by replaying entries one by one, and is the only place that knows what they mean. It is the whole
truth: nothing of it leaves this room but through a seat's view (`seen`).
"""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field

from ludotheque.play.game import Game, Setup
from ludotheque.play.position import Position, Step
from ludotheque.table.clocks import Clocks
from ludotheque.table.entries import (
    Answer,
    Ask,
    Back,
    Begin,
    BotHolder,
    End,
    Entry,
    Holder,
    Logged,
    PersonHolder,
    Play,
    Sit,
    TimeOut,
)
from ludotheque.table.terms import Terms


@dataclass(frozen=True, slots=True)
class Stood:
    """An entry of steps that stands: its number, and the position it was played from."""

    number: int
    play: Play
    before: Position


@dataclass(slots=True)
class Course:
    """A table at one moment of its log."""

    terms: Terms
    pauses: Sequence[tuple[float, float]] = ()  # times in which no server ran
    number: int = 0  # of the last entry
    at: float = 0.0  # when that was
    holders: dict[int, Holder | None] = field(default_factory=dict)
    setup: Setup | None = None  # once the game has begun
    opening: Position | None = None  # the first position in which somebody has a choice
    standing: list[Stood] = field(default_factory=list)
    position: Position | None = None
    ask: tuple[int, Ask] | None = None  # what is being asked, and its number
    agreed: set[int] = field(default_factory=set)  # the seats that agree to it
    end: End | None = None
    late: set[int] = field(default_factory=set)  # seats whose time has run out
    next_draw: int = 1  # 0 is the seating
    is_rated: bool = False
    changes: list[tuple[int, int]] = field(
        default_factory=list
    )  # number and seat of what changed besides steps; 0: for all
    kept: list[Logged] = field(default_factory=list)  # the log itself
    withdrawn: dict[int, bool] = field(default_factory=dict)  # the entries that went back: whether all had seen them
    clocks: Clocks = field(init=False)
    held: list[tuple[int, int, Holder | None]] = field(default_factory=list)  # ply, seat, who holds it from there on

    def __post_init__(self) -> None:
        self.is_rated = self.terms.rated
        self.holders = dict.fromkeys(range(1, self.terms.players + 1))
        self.clocks = Clocks(self.terms, self.pauses)

    @property
    def game(self) -> Game:
        return self.terms.find_game()

    @property
    def has_begun(self) -> bool:
        return self.position is not None

    @property
    def is_over(self) -> bool:
        return self.end is not None or (self.position is not None and self.position.is_over)

    @property
    def ply(self) -> int:
        return self.position.ply if self.position else 0

    @property
    def waited_for(self) -> tuple[int, ...]:
        """The seats whose choice the game waits for."""
        return () if self.is_over or self.position is None else self.position.actors

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats that a person holds."""
        return tuple(
            seat for seat, one in self.holders.items() if isinstance(one, PersonHolder) and one.person == person
        )

    @property
    def bot_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, one in self.holders.items() if isinstance(one, BotHolder))

    @property
    def line(self) -> list[Position]:
        """The position after each step that stands: the first is the one after the first step."""
        return [] if self.position is None else [*reversed([self.position, *self.position.history])][1:]

    def ply_of(self, seat: int | None) -> int:
        """How many steps a seat has seen."""
        return 0 if self.position is None else len(self.position.seen_steps(seat))

    def copy(self) -> "Course":
        """Another course that can go on by itself; positions are shared, since they never change."""
        other = copy(self)
        for name in ("standing", "changes", "kept", "held", "agreed", "late", "withdrawn", "holders"):
            setattr(other, name, copy(getattr(self, name)))
        other.clocks = Clocks(self.terms, self.pauses)
        other.clocks.left, other.clocks.since = dict(self.clocks.left), dict(self.clocks.since)
        return other

    def follow(self, entries: Iterable[Logged]) -> "Course":
        """Replay more entries."""
        for logged in entries:
            self.add(logged)
        return self

    def add(self, logged: Logged) -> None:
        """One entry more."""
        self.number, self.at = logged.number, logged.at
        self.kept.append(logged)
        self._take(logged, logged.entry)
        self.clocks.follow(self.waited_for, logged.at)

    def _take(self, logged: Logged, entry: Entry) -> None:
        if isinstance(entry, Play):
            self._play(logged.number, entry)
        elif isinstance(entry, Back):
            self._take_back(entry)
        elif isinstance(entry, Sit):
            self.holders[entry.seat] = entry.holder
            self.late.discard(entry.seat)
            self.held.append((self.ply, entry.seat, entry.holder))
        elif isinstance(entry, Begin):
            self._begin(entry)
        elif isinstance(entry, Ask):
            self.ask, self.agreed = (logged.number, entry), {entry.seat, *(() if self.is_rated else self.bot_seats)}
            self._settle()
        elif isinstance(entry, Answer):
            self._answer(entry)
        elif isinstance(entry, TimeOut):
            self.late.add(entry.seat)
        else:
            self.end = entry
            self.changes.append((self.number, 0))

    def _begin(self, entry: Begin) -> None:
        self.setup = self.terms.setup(entry.start if self.game.starts > 1 else None)
        position = self.game.begin(self.setup)
        for seat, text in entry.then:
            position = position.play(text, seat)
        self.opening = self.position = position
        self.next_draw += entry.draws

    def _play(self, number: int, entry: Play) -> None:
        assert self.position is not None  # noqa: S101  nobody plays before the beginning
        self.standing.append(Stood(number, entry, self.position))
        self.position = play_entry(self.position, entry)
        chances = sum(seat == 0 for seat, _ in entry.then)
        if chances:
            self.next_draw = max(self.next_draw, entry.draw + chances)
        self.ask, self.agreed = None, set()
        self.late.discard(entry.seat)

    def _take_back(self, entry: Back) -> None:
        """A secret choice goes back unseen: for the others nothing has changed."""
        self._withdraw(set(entry.entries))
        is_seen = any(self.withdrawn.get(number) for number in entry.entries)
        self.changes.append((self.number, 0 if is_seen else entry.seat))

    def _withdraw(self, numbers: set[int]) -> None:
        """The entries that are left are played again, in their order."""
        assert self.position is not None  # noqa: S101
        seen = self.position.seen_steps(None)
        for stood in self.standing:
            if stood.number in numbers:
                self.withdrawn[stood.number] = is_shown(stood, self.position, seen)
        if any(has_chance(stood.play) for stood in self.standing if stood.number in numbers):
            self.is_rated = False
        kept = [stood for stood in self.standing if stood.number not in numbers]
        self.standing, self.position = [], self.opening
        for stood in kept:
            assert self.position is not None  # noqa: S101
            self.standing.append(Stood(stood.number, stood.play, self.position))
            self.position = play_entry(self.position, stood.play)
        self.ask, self.agreed = None, set()

    def _answer(self, entry: Answer) -> None:
        if self.ask is None or self.ask[0] != entry.ask:
            return
        if not entry.agrees:
            self.ask, self.agreed = None, set()
            return
        self.agreed.add(entry.seat)
        self._settle()

    def _settle(self) -> None:
        """What was asked happens as soon as all agree."""
        if self.ask is None or len(self.agreed) < self.terms.players:
            return
        asked = self.ask[1]
        self.ask, self.agreed = None, set()
        self.changes.append((self.number, 0))
        if asked.what == "end":
            self.end = End(how="agreed")
        else:
            self._withdraw({stood.number for stood in self.standing if stood.number >= (asked.entry or 0)})


def play_entry(position: Position, entry: Play) -> Position:
    """The position after an entry of steps."""
    for text in entry.steps:
        position = position.play(text, entry.seat)
    for seat, text in entry.then:
        position = position.play(text, seat)
    return position


def is_shown(stood: Stood, position: Position, seen: tuple[Step, ...]) -> bool:
    """Whether an entry's first step is among those that are seen in a position it led to."""
    first = position.steps[stood.before.ply]
    return any(step is first for step in seen)


def has_chance(entry: Play) -> bool:
    """Whether something was drawn after the steps."""
    return any(seat == 0 for seat, _ in entry.then)
