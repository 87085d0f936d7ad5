"""The state of a table after some entry of its log; `entry_replay` makes it.

It holds the whole truth, secrets included. Clients are sent projections of it (`projection`), and pages draw views.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from ludotheque.drawing.shared_names import SeatNames
from ludotheque.log.active_move import ActiveMove
from ludotheque.log.clocks import Clocks
from ludotheque.log.entries import (
    Ask,
    BotHolder,
    End,
    Holder,
    Logged,
    PersonHolder,
    Restored,
)
from ludotheque.log.past_events import PastEvents
from ludotheque.log.remarks import Remarks
from ludotheque.log.terms import Terms
from ludotheque.play.game import Game, Setup
from ludotheque.play.position import Position
from ludotheque.wire.field_bounds import Stage

COPIED = (
    "places", "restored", "hidden", "active_moves", "changes", "log", "seat_history", "agreed", "late", "away",
    "waiting_since", "withdrawn", "holders",
)  # fmt: skip

# A step's words, by ply, seat and language, with the position and the names of the seats that they are for.
WordsCache = dict[tuple[int, int | None, str], tuple[Position, SeatNames, list[str]]]


Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class DiceShare:
    """A place's share in the draws: a person's bytes, promised by their client or by the server. Bots add nothing."""

    by: Literal["client", "server", "bot"]
    commitment: str = ""
    sealed: str | None = None  # the server's bytes
    opened: str | None = None  # hex


@dataclass(slots=True)
class TableState:
    """A table at one moment of its log."""

    terms: Terms
    pauses: Sequence[tuple[float, float]] = ()  # times in which no server ran
    commitment: str = ""  # hash of the table's secret, published when the table was made
    number: int = 0  # of the last entry
    at: float = 0.0  # time of the last entry
    holders: dict[int, Holder | None] = field(default_factory=dict)
    setup: Setup | None = None  # once the game has begun
    begun: int = 0  # the number of the Begin entry
    prelude_length: int | None = None  # the number of given steps, where the game continues another one
    places: dict[int, DiceShare] = field(default_factory=dict)
    seats: tuple[int, ...] = ()  # the seats drawn for the places 1, 2, ...
    restored: list[tuple[int, Restored]] = field(default_factory=list)  # later secrets, each with its first draw
    secrets: tuple[str | None, ...] = ()  # opened when the table is over
    hidden: set[int] = field(default_factory=set)  # Play entries that some seat may not see
    lost: int = 0  # the first entry sealed with a lost key
    first_choice: Position | None = None  # the first position in which somebody has a choice
    active_moves: list[ActiveMove] = field(default_factory=list)
    position: Position | None = None
    request: tuple[int, Ask] | None = None  # the open request, with its number
    agreed: set[int] = field(default_factory=set)  # the seats that agree to the request
    end: End | None = None
    late: set[int] = field(default_factory=set)  # seats whose time has run out
    away: set[int] = field(default_factory=set)  # seats whose people have left and may return
    waiting_since: dict[int, int] = field(default_factory=dict)  # by awaited seat: the entry since which it is
    next_draw: int = 1  # draw 0 is the seating
    is_rated: bool = False
    # Entries that changed the game other than by steps: number, and the seat that sees the change (0: all seats)
    changes: list[tuple[int, int]] = field(default_factory=list)
    log: list[Logged] = field(default_factory=list)
    withdrawn: dict[int, bool] = field(default_factory=dict)  # by withdrawn entry: whether all had seen it
    clocks: Clocks = field(init=False)
    past: PastEvents = PastEvents()  # noqa: RUF009  immutable
    remarks: Remarks = ()
    # Each change of a seat's holder: ply, seat, new holder
    seat_history: list[tuple[int, int, Holder | None]] = field(default_factory=list)
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)  # cleared by each entry
    words: WordsCache = field(default_factory=dict, compare=False, repr=False)
    # Derived from the above: `settle_facts` computes them after each entry
    game: Game = field(init=False)
    has_secrets: bool = field(init=False)
    has_begun: bool = False
    is_over: bool = False
    stage: Stage = "open"
    ply: int = 0
    waited_for: tuple[int, ...] = ()  # the seats whose choice the game awaits
    people: dict[str, tuple[int, ...]] = field(default_factory=dict)  # by person: their seats
    bot_seats: tuple[int, ...] = ()
    is_bot_waited_for: bool = False
    always_agree: frozenset[int] = frozenset()  # seats of people who have left, and of bots in unrated games

    def __post_init__(self) -> None:
        self.is_rated = self.terms.rated
        self.holders = dict.fromkeys(range(1, self.terms.players + 1))
        self.clocks = Clocks(self.terms, self.pauses)
        self.game = self.terms.find_game()
        self.has_secrets = self.game.has_secrets

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats that a person holds."""
        return self.people.get(person, ())

    def cached(self, key: tuple[str, int | None, str, *tuple[SeatNames, ...]], make: Callable[[], Made]) -> Made:
        """A part of what a seat is sent in a language, made once for this state.

        The key is the part's name, the seat, the language and what the seats are called, and nothing else of a request:
        so the cache stays small.
        """
        if key not in self.memo:
            self.memo[key] = make()
        known: Made = self.memo[key]
        return known

    @property
    def line(self) -> list[Position]:
        """The position after each step in effect, from the first step on."""
        return [] if self.position is None else [*reversed([self.position, *self.position.history])][1:]

    @property
    def positions_after(self) -> dict[int, Position | None]:
        """By number of each active move: the position it led to."""
        later = [*(move.before for move in self.active_moves[1:]), self.position]
        return {move.number: after for move, after in zip(self.active_moves, later, strict=False)}

    def copy(self) -> "TableState":
        """An independent copy. Positions are shared, since they are immutable."""
        other = object.__new__(TableState)
        for name in SLOTS:
            setattr(other, name, getattr(self, name))
        for name in COPIED:
            setattr(other, name, getattr(self, name).copy())
        other.memo = {}
        return other

    def settle_facts(self) -> None:
        """Recompute the derived fields from seats and position."""
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
    def is_full(self) -> bool:
        """Whether all places are taken."""
        return None not in self.holders.values()

    @property
    def unopened(self) -> tuple[int, ...]:
        """The places whose clients have to open their promised bytes, once all have sat down."""
        if not self.is_full or self.is_over:
            return ()
        return tuple(seat for seat, one in self.places.items() if one.by == "client" and one.opened is None)

    def open_places(self, opened: Mapping[int, str]) -> None:
        """Store the opened bytes of some places."""
        self.places |= {place: replace(self.places[place], opened=one) for place, one in opened.items()}


SLOTS: tuple[str, ...] = tuple(TableState.__slots__)
