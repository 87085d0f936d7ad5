"""The history of a table: who held each seat from which ply to which, take-backs, time-outs, and the end.

A table state drops what no longer matters for playing on; the record and the ratings need it. Plies count the steps in
effect: a take-back renumbers later plies.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from ludotheque.log.active_move import ActiveMove
from ludotheque.log.entries import (
    Answer,
    Ask,
    Back,
    Begin,
    End,
    Holder,
    Leave,
    Logged,
    Open,
    Play,
    Restored,
    Sealed,
    Sit,
    TimeOut,
)
from ludotheque.log.entry_replay import apply_entry
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import Terms
from ludotheque.play.position import Position


@dataclass(slots=True)
class SeatStint:
    """A holder's time in a seat, from ply `first` to `last`; None while it lasts."""

    seat: int
    holder: Holder
    first: int
    last: int | None = None


@dataclass(slots=True)
class Withdrawn:
    """A take-back by a seat: how many steps were withdrawn, from which ply, and whether chance had been drawn."""

    seat: int
    ply: int
    steps: int
    is_past_chance: bool


@dataclass(slots=True)
class LateSeat:
    """A seat's time ran out at a ply."""

    seat: int
    ply: int


@dataclass(slots=True)
class TableHistory:
    """A table state with the events that led to it."""

    state: TableState
    begun: float | None = None  # when the game began
    stints: list[SeatStint] = field(default_factory=list)
    withdrawn: list[Withdrawn] = field(default_factory=list)
    late: list[LateSeat] = field(default_factory=list)

    @property
    def how(self) -> str | None:
        """How the game ended: `rules`, or the End entry's `how`; None while it goes on."""
        if self.state.position is not None and self.state.position.is_over:
            return "rules"
        return self.state.end.how if self.state.end else None

    def stints_of(self, seat: int) -> list[SeatStint]:
        """The stints in a seat, in order: the last one, and those that lasted a step or more."""
        every = [one for one in self.stints if one.seat == seat]
        return [one for one in every if one.last != one.first or one is every[-1]]

    def first_holder(self, seat: int) -> Holder | None:
        """Who held a seat when the game began."""
        return next((one.holder for one in self.stints if one.seat == seat), None)

    def add(self, logged: Logged, after: Position | None = None) -> None:
        """Apply one entry. `after` is the position after it, if known."""
        request, before = self.state.request, list(self.state.active_moves)
        apply_entry(self.state, logged, after)
        entry = logged.entry
        match entry:
            case Begin():
                self.begun, first = logged.at, entry.given or 0
                self.stints = [
                    SeatStint(seat, one, first) for seat, one in self.state.holders.items() if one is not None
                ]
            case Sit():
                if self.begun is not None:
                    self._seat(entry)
            case TimeOut():
                self.late.append(LateSeat(entry.seat, self.state.ply))
            case Back() | Ask():
                self._withdraw_gone(entry.seat, before)
            case Answer():
                self._withdraw_gone(request[1].seat if request else entry.seat, before)
            case Play() | Open() | Sealed() | Restored() | Leave() | End():
                pass
            case _:
                assert_never(entry)

    def _seat(self, entry: Sit) -> None:
        last = next((one for one in reversed(self.stints) if one.seat == entry.seat), None)
        if last is not None and last.last is None:
            if last.holder == entry.holder:
                return
            last.last = self.state.ply
        if entry.holder is not None:
            self.stints.append(SeatStint(entry.seat, entry.holder, self.state.ply))

    def _withdraw_gone(self, seat: int, before: list[ActiveMove]) -> None:
        """Note a take-back if any of the moves `before` are no longer active."""
        active = {one.number for one in self.state.active_moves}
        if gone := [one for one in before if one.number not in active]:
            self._withdraw(seat, gone)

    def _withdraw(self, seat: int, gone: list[ActiveMove]) -> None:
        """Note a take-back, and renumber the plies after it."""
        plies = {ply for one in gone for ply in range(one.before.ply, one.before.ply + size(one))}
        for stint in self.stints:
            stint.first = moved(stint.first, plies)
            stint.last = None if stint.last is None else moved(stint.last, plies)
        for back in self.withdrawn:
            back.ply = moved(back.ply, plies)
        for late in self.late:
            late.ply = moved(late.ply, plies)
        is_past_chance = any(one.has_chance for one in gone)
        self.withdrawn.append(Withdrawn(seat, min(plies), len(plies), is_past_chance))


def size(move: ActiveMove) -> int:
    """The number of steps in a move, with those that followed."""
    return len(move.play.steps) + len(move.play.then)


def moved(ply: int, gone: set[int]) -> int:
    """A ply's number after the steps at the plies `gone` are withdrawn."""
    return ply - sum(one < ply for one in gone)


def tell(terms: Terms, log: Iterable[Logged], commitment: str = "", known: TableState | None = None) -> TableHistory:
    """The history of a log; `commitment` is the published hash of the table's secret.

    `known` is the table state of the same log: its positions are reused if no entry was withdrawn.
    """
    story = TableHistory(TableState(terms, commitment=commitment))
    after = known.positions_after if known is not None and not known.withdrawn else {}
    for logged in log:
        story.add(logged, after.get(logged.number))
    return story
