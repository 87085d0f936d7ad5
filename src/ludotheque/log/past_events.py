"""What a table's record and ratings tell of its past: stints in seats, take-backs, time-outs.

`entry_replay` adds to it entry by entry, so that reading it replays nothing. Plies count the steps in effect: a
take-back renumbers later plies. All values are immutable: copies of a table state share them.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ludotheque.log.active_move import ActiveMove
from ludotheque.log.entries import Holder


@dataclass(frozen=True, slots=True)
class SeatStint:
    """A holder's time in a seat, from ply `first` to `last`; None while it lasts."""

    seat: int
    holder: Holder
    first: int
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A take-back by a seat: how many steps were withdrawn, from which ply, and whether chance had been drawn."""

    seat: int
    ply: int
    steps: int
    is_past_chance: bool


@dataclass(frozen=True, slots=True)
class LateSeat:
    """A seat's time ran out at a ply."""

    seat: int
    ply: int


@dataclass(frozen=True, slots=True)
class PastEvents:
    """The events of a table since its game began."""

    begun: float | None = None  # when the game began
    stints: tuple[SeatStint, ...] = ()
    withdrawn: tuple[Withdrawn, ...] = ()
    late: tuple[LateSeat, ...] = ()

    def begin(self, at: float, holders: Mapping[int, Holder | None], first: int) -> "PastEvents":
        """The game begins at ply `first`."""
        stints = [SeatStint(seat, one, first) for seat, one in holders.items() if one is not None]
        return PastEvents(at, tuple(stints))

    def sit(self, seat: int, holder: Holder | None, ply: int) -> "PastEvents":
        """A seat changes hands in the game."""
        stints, last = list(self.stints), next((one for one in reversed(self.stints) if one.seat == seat), None)
        if last is not None and last.last is None:
            if last.holder == holder:
                return self
            stints[stints.index(last)] = replace(last, last=ply)
        if holder is not None:
            stints.append(SeatStint(seat, holder, ply))
        return replace(self, stints=tuple(stints))

    def run_out(self, seat: int, ply: int) -> "PastEvents":
        """A seat's time runs out."""
        return replace(self, late=(*self.late, LateSeat(seat, ply)))

    def withdraw(self, gone: Sequence[ActiveMove], seat: int | None) -> "PastEvents":
        """Moves are withdrawn, by a seat's take-back unless `seat` is None; later plies are renumbered."""
        plies = sorted(ply for one in gone for ply in range(one.before.ply, one.before.ply + size(one)))
        known = [replace(one, ply=moved(one.ply, plies)) for one in self.withdrawn]
        if seat is not None:
            known.append(Withdrawn(seat, plies[0], len(plies), any(one.has_chance for one in gone)))
        return PastEvents(
            begun=self.begun,
            stints=tuple(
                replace(one, first=moved(one.first, plies), last=None if one.last is None else moved(one.last, plies))
                for one in self.stints
            ),
            withdrawn=tuple(known),
            late=tuple(replace(one, ply=moved(one.ply, plies)) for one in self.late),
        )


def size(move: ActiveMove) -> int:
    """The number of steps in a move, with those that followed."""
    return len(move.play.steps) + len(move.play.then)


def moved(ply: int, gone: Sequence[int]) -> int:
    """A ply's number after the steps at the plies `gone`, in order, are withdrawn."""
    return ply - bisect_left(gone, ply)
