"""A place at a table, for screens and programs: what is to be seen from it, and what can be done there.

There are two kinds, which look the same from outside: `Here`, a game in this process against bots, and `There`, a
table in a house on the network.
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
    """Something that can't be done at this place; one line that says what to do. `kind` is for programs."""

    def __init__(self, text: str, kind: str = "wrong") -> None:
        super().__init__(text)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Sitter:
    """A seat and who holds it: `who` is a person's name or a bot's level, None while the seat is free."""

    seat: int
    name: str  # what the seat is called: White, Red, ...
    who: str | None
    is_bot: bool
    is_mine: bool
    is_waited_for: bool
    left: float | None = None  # seconds on its clock, where there is one
    proof: str = ""  # how the game ends, where its bot has worked it out: win, draw or loss


@dataclass(frozen=True, slots=True)
class Look:
    """A table as one of my seats sees it, at one moment. It does not change.

    `view` is None as long as the game has not begun. `parts` tells of a step that is the first part of a choice what
    can follow it, and of these, if they have parts, the same again; `told` is what happened, in words, oldest first;
    `prompt` says what is expected. `ending` says how a game ended that is over.
    """

    game: Game
    number: int  # grows with everything that happens
    stage: Stage
    seat: int | None  # whose eyes; None: a spectator's
    view: View | None
    marks: Marks
    waited_for: tuple[int, ...]
    legal: tuple[str, ...]
    parts: Parts
    told: tuple[str, ...]
    prompt: str
    seats: tuple[Sitter, ...]
    may_take_back: bool  # whether my last choice goes back at once: nobody else has to agree, or all do
    ending: str = ""
    is_lost: bool = False  # the line to the house: it is being looked for
    busy: tuple[int, ...] = ()  # seats whose bots think now
    compiled: int = 100  # how much of the game is compiled, in percent: until all is, bots look less far

    @property
    def is_mine(self) -> bool:
        """Whether the seat that looks is waited for."""
        return self.stage == "playing" and self.seat in self.waited_for

    def may_follow(self, steps: Sequence[str]) -> tuple[str, ...]:
        """What can follow the first parts of a choice; empty when it is whole. None chosen: all that is legal."""
        if not steps:
            return self.legal
        found: Parts | list[str] = self.parts
        for step in steps:
            found = found.get(step, []) if isinstance(found, dict) else []
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Hint:
    """What a strong bot would do in my place: one whole choice, told step by step, and why."""

    steps: tuple[str, ...]
    words: tuple[str, ...]
    reason: tuple[str, ...]


class Seat(Protocol):
    """Somebody's place at a table: one seat of a game, or several that share a screen."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Mine."""
        ...

    @property
    def language(self) -> str:
        """The language of what is told; `speak` changes it."""
        ...

    def speak(self, code: str) -> None:
        """Tell everything in another language from now on."""
        ...

    def look(self, seat: int | None = None) -> Look:
        """What is to be seen now: from a seat of mine, else from the one that is waited for first."""
        ...

    def wait(self, timeout: float | None = None) -> bool:
        """Let the others go on, for so many seconds at most; True when something has happened.

        It may think for a while: a screen calls it in a thread of its own, and one waits at a time. Raises a PlaceError
        when there will be no more news, since the table can no longer be seen from here.
        """
        ...

    def play(self, steps: Sequence[str], seat: int | None = None) -> None:
        """Play one whole choice: all its steps or none. Raises a Refusal with the rule, or a PlaceError."""
        ...

    def take_back(self, seat: int | None = None) -> str:
        """Take my last choice back, or ask the others to; says in one line what has come of it."""
        ...

    def hint(self, seat: int | None = None) -> Hint:
        """What a strong bot would do in my place; this takes a second or two."""
        ...

    def resign(self, seat: int | None = None) -> None:
        """Give the game up."""
        ...

    def record(self) -> Record:
        """The game so far, as far as I may know it."""
        ...

    def close(self) -> None:
        """Leave; the game stays as it is."""
        ...


@contextmanager
def one_at_a_time(lock: Lock, timeout: float | None) -> Iterator[bool]:
    """Hold a lock, if it can be had within so many seconds; says whether it could."""
    is_mine = lock.acquire(timeout=-1 if timeout is None else max(0.0, min(timeout, TIMEOUT_MAX)))
    try:
        yield is_mine
    finally:
        if is_mine:
            lock.release()


def check_steps(view: View, steps: Sequence[str]) -> None:
    """Raise the Refusal of the first step that is not legal. What others hide does not change what is legal here."""
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


def refusal_of(look: Look, text: str) -> Refusal | None:
    """Why what a person typed is not legal for the seat that looks; None when it is."""
    try:
        if look.view is not None:
            check_steps(look.view, find_steps(look, text) or ("",))
    except Refusal as refusal:
        return refusal
    return None


def find_steps(look: Look, text: str, after: Sequence[str] = ()) -> tuple[str, ...]:
    """Steps as a person types them: separated by spaces, and what stands before a colon may be left out.

    `after` are the parts of the choice that were typed before; they come first in what is found.
    """
    chosen = list(after)
    for word in text.split():
        options = look.may_follow(chosen)
        full = [step for step in options if step.partition(":")[2] == word]
        chosen.append(full[0] if len(full) == 1 and word not in options else word)
    return tuple(chosen)


def own_seat(seats: Sequence[int], waited_for: Sequence[int], seat: int | None) -> int | None:
    """The seat asked for, else the one of mine that is waited for first, else my first one."""
    if seat is not None and (type(seat) is not int or seat not in seats):
        raise SeatError(f"seat {seat} is not yours: you have {', '.join(map(str, seats)) or 'none'}", "forbidden")
    return pick_seat(seats, waited_for, seat)
