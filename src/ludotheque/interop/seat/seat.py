"""A seat at a table, for screens and programs: what it sees, and what it can do.

There are two kinds with the same interface: `LocalSeat`, a game in this process against bots, and `RemoteSeat`, a table
of a house on the network.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import TIMEOUT_MAX, Lock
from typing import Literal, Protocol

from ludotheque.drawing import Marks
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.play.chance import Chance
from ludotheque.play.choice import Parts
from ludotheque.play.game import Game
from ludotheque.play.own_seats import pick_seat
from ludotheque.play.record import Record
from ludotheque.play.view import View

Stage = Literal["open", "playing", "over"]


class SeatError(GameError):
    """A seat refuses a request; the text says in one line what to do. `kind` is for programs."""

    def __init__(self, text: str, kind: str = "wrong") -> None:
        super().__init__(text)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class SeatStatus:
    """A seat and its holder: `who` is a person's name or a bot's level, None while the seat is free."""

    seat: int
    name: str  # White, Red, ...
    who: str | None
    is_bot: bool
    is_mine: bool
    is_waited_for: bool
    left: float | None = None  # seconds left on its clock; None without a clock
    is_guest: bool = False  # a person without an account: the name is not theirs alone
    proof: str = ""  # win, draw or loss, once its bot has solved the game


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """An immutable snapshot of a table, as one of my seats sees it.

    `view` is None until the game begins. `parts` is a tree: it maps the first step of a choice of several parts to the
    steps that can follow. `told` is the game's story in words, oldest first; `prompt` says what is expected of whom,
    `ending` how a finished game ended, and `fairness` whether its chance was fair, in one line.
    """

    game: Game
    number: int  # of the latest entry
    stage: Stage
    seat: int | None  # the seat that sees this; None: a spectator
    view: View | None
    marks: Marks
    waited_for: tuple[int, ...]
    legal: tuple[str, ...]
    parts: Parts
    told: tuple[str, ...]
    prompt: str
    seats: tuple[SeatStatus, ...]
    may_take_back: bool  # whether I can withdraw my last choice at once, since nobody has to agree or all do
    ending: str = ""
    fairness: str = ""  # empty where nobody claims it: of a game in this process
    is_lost: bool = False  # the connection to the house is lost; `wait` reconnects
    busy: tuple[int, ...] = ()  # seats whose bots are thinking
    compiled: int = 100  # percentage of the game's rules that is compiled; below 100, bots search less deeply

    @property
    def closing(self) -> str:
        """How a finished game ended, and whether its chance was fair."""
        return " ".join(filter(None, (self.ending, self.fairness)))

    @property
    def is_mine(self) -> bool:
        """Whether the table waits for `seat`."""
        return self.stage == "playing" and self.seat in self.waited_for

    def may_follow(self, steps: Sequence[str]) -> tuple[str, ...]:
        """The steps that can follow the first parts of a choice; none if it is complete. Of none: all legal steps."""
        if not steps:
            return self.legal
        found: Parts | list[str] = self.parts
        for step in steps:
            found = found.get(step, []) if isinstance(found, dict) else []
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Hint:
    """A strong bot's advice: one complete choice, each step in words, and the reason."""

    steps: tuple[str, ...]
    words: tuple[str, ...]
    reason: tuple[str, ...]


class Seat(Protocol):
    """A player's seat at a table, or several seats that share a screen."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of my seats."""
        ...

    @property
    def language(self) -> str:
        """The language of all words; `speak` changes it."""
        ...

    def speak(self, code: str) -> None:
        """Switch to another language."""
        ...

    def look(self, seat: int | None = None) -> TableSnapshot:
        """The table now, as the given seat of mine sees it; by default the first of mine that the table waits for."""
        ...

    def wait(self, timeout: float | None = None) -> bool:
        """Let the others play, for `timeout` seconds at most; True if the table has changed.

        Bots may think meanwhile, so a screen calls this in a thread of its own; one thread waits at a time. Raises a
        SeatError once the house no longer shows this table to me.
        """
        ...

    def play(self, steps: Sequence[str], seat: int | None = None) -> None:
        """Play one complete choice: all its steps or none. Raises a Refusal with the rule, or a SeatError."""
        ...

    def take_back(self, seat: int | None = None) -> str:
        """Withdraw my last choice, or ask the others to agree; returns the result in one line."""
        ...

    def hint(self, seat: int | None = None) -> Hint:
        """A strong bot's advice; it takes a second or two."""
        ...

    def resign(self, seat: int | None = None) -> None:
        """Resign the game."""
        ...

    def record(self) -> Record:
        """The game so far, without what is hidden from me."""
        ...

    def close(self) -> None:
        """Release the seat's resources; the game stays as it is."""
        ...


@contextmanager
def one_at_a_time(lock: Lock, timeout: float | None) -> Iterator[bool]:
    """Acquire a lock within `timeout` seconds; yields whether that succeeded."""
    is_mine = lock.acquire(timeout=-1 if timeout is None else max(0.0, min(timeout, TIMEOUT_MAX)))
    try:
        yield is_mine
    finally:
        if is_mine:
            lock.release()


def check_steps(view: View, steps: Sequence[str]) -> None:
    """Raise the Refusal of the first illegal step; what others hide does not change what is legal."""
    if not steps:
        raise SeatError("say what you play: one of the legal moves")
    if isinstance(steps, str) or not isinstance(steps, Sequence) or not all(isinstance(one, str) for one in steps):
        raise SeatError(f"steps: a list of texts, such as ['b8-b4'], not {steps!r:.40}")
    if refusal := view.why_not(steps[0]):
        raise refusal
    if len(steps) > 1 and view.seat is not None:
        position = view.guess(Chance(0, 0))
        for step in steps:
            if refusal := position.why_not(step, view.seat):
                raise refusal
            position = position.play(step, view.seat)


def refusal_of(snapshot: TableSnapshot, text: str) -> Refusal | None:
    """Why the typed move is illegal for the snapshot's seat; None if it is legal."""
    try:
        if snapshot.view is not None:
            check_steps(snapshot.view, find_steps(snapshot, text) or ("",))
    except Refusal as refusal:
        return refusal
    return None


def find_steps(snapshot: TableSnapshot, text: str, after: Sequence[str] = ()) -> tuple[str, ...]:
    """Parse typed steps, separated by spaces; the prefix before a colon may be omitted.

    `after` are the parts of the choice that were typed before; the result begins with them.
    """
    chosen = list(after)
    for word in text.split():
        options = snapshot.may_follow(chosen)
        full = [step for step in options if step.partition(":")[2] == word]
        chosen.append(full[0] if len(full) == 1 and word not in options else word)
    return tuple(chosen)


def own_seat(seats: Sequence[int], waited_for: Sequence[int], seat: int | None) -> int | None:
    """`seat` if it is mine; without one, the first of mine that the table waits for, else my first."""
    if seat is not None and (type(seat) is not int or seat not in seats):
        raise SeatError(f"seat {seat} is not yours: you have {', '.join(map(str, seats)) or 'none'}", "forbidden")
    return pick_seat(seats, waited_for, seat)
