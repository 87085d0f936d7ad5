"""Clocks: the time that each seat has left, as a function of the log alone.

A clock runs while its seat is awaited, several at once where several seats choose. Each run has an allowance for lag.
Pauses of the server, and time in which a bot held the seat, cost nothing. A take-back restores the clocks to what they
showed before the withdrawn steps.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ludotheque.log.terms import Terms

LAG = 0.5  # seconds of each run that are not charged
DAY = 86_400.0
WARNINGS = (30.0, 10.0)  # seconds left on a live clock at which its player is warned: few from the first on
SLOW_WARNINGS = (3600.0, 600.0)  # the same of a slow clock
SHARE = 0.25  # of a live clock's bank: less than this is few, however short the game
WELCOME = 60.0  # seconds that a returning person has at least, unless the bank is smaller


class ShownClock(NamedTuple):
    """A seat's clock at one moment, in seconds."""

    waiting_for: float | None  # how long the seat has been awaited
    remaining: float | None
    lag_allowance: float | None
    runs_in: float | None
    warnings: tuple[float, ...]  # the times left at which its player is warned, the longest first


NO_CLOCK = ShownClock(None, None, None, None, ())


@dataclass(slots=True)
class Clocks:
    """All clocks of a table. Methods return changed copies."""

    terms: Terms
    pauses: Sequence[tuple[float, float]] = ()  # times in which no server ran
    remaining: dict[int, float] = field(default_factory=dict)  # seconds of a live clock when it last stopped
    since: dict[int, float] = field(default_factory=dict)  # by awaited seat: when its run began
    used_before: dict[int, float] = field(default_factory=dict)  # seconds of the same run before `since`

    def __post_init__(self) -> None:
        self.remaining = self.remaining or dict.fromkeys(range(1, self.terms.players + 1), self.terms.bank)

    def follow(
        self, waited_for: Collection[int], at: float, free: Collection[int] = (), played: int | None = None
    ) -> "Clocks":
        """Clocks after an entry: stop those of seats no longer awaited, start others. `free` seats are not charged.

        A slow clock gives the seat that has `played` its full days for the next choice.
        """
        made = self._copy()
        if self.terms.clock == "slow" and played in made.since:
            made._stop(played)
            made.since[played] = at
        for seat in [seat for seat in made.since if seat not in waited_for]:
            if seat not in free:
                made.remaining[seat] = max(0.0, made.remaining[seat] - made._charged(seat, at)) + self.terms.increment
            made._stop(seat)
        for seat in waited_for:
            made.since.setdefault(seat, at)
        return made

    def change_hands(self, seat: int, at: float, *, was_free: bool, is_free: bool) -> "Clocks":
        """Clocks after a seat's holder changed: charge the old holder, and restart a running clock."""
        made = self._copy()
        if seat in made.since:
            if not was_free:
                made.remaining[seat] = max(0.0, made.remaining[seat] - made._charged(seat, at))
            made._stop(seat)
            made.since[seat] = at
        if not is_free:
            made.remaining[seat] = max(made.remaining[seat], min(self.terms.bank, WELCOME))
        return made

    def restore(
        self, to: "Clocks", then: float, own: Collection[int] | None, waited_for: Collection[int], at: float
    ) -> "Clocks":
        """Restore the clocks to what they showed at `then`, just before the withdrawn steps.

        With `own`, restore only those seats and any seat whose turn began because of the withdrawn steps.
        """
        made, has_clock = self._copy(), self.terms.clock != "none"
        touched = set(self.remaining) if own is None else {
            *own, *(seat for seat, since in self.since.items() if to.since.get(seat) != since)
        }  # fmt: skip
        for seat in touched:
            made.remaining[seat] = to.remaining.get(seat, made.remaining[seat])
            made._stop(seat)
            if seat in waited_for:
                used = to.running(seat, then) if has_clock and seat in to.since else 0.0
                made.since[seat], made.used_before[seat] = at, used
        return made

    def _copy(self) -> "Clocks":
        return replace(self, remaining=dict(self.remaining), since=dict(self.since), used_before=dict(self.used_before))

    def _stop(self, seat: int) -> None:
        self.since.pop(seat, None)
        self.used_before.pop(seat, None)

    def _charged(self, seat: int, now: float) -> float:
        return max(0.0, self.running(seat, now) - LAG)

    def running(self, seat: int, now: float) -> float:
        """Seconds that a seat has been awaited, without the pauses."""
        begin = self.since[seat]
        passed = max(0.0, now - begin - sum(self._overlap(pause, begin, now) for pause in self.pauses))
        return passed + self.used_before.get(seat, 0.0)

    def remaining_at(self, seat: int, now: float) -> float | None:
        """Seconds that a seat has left; None if the table has no clock."""
        if self.terms.clock == "none":
            return None
        whole = self.remaining[seat] if self.terms.clock == "live" else self.terms.days * DAY
        if seat not in self.since:
            return whole
        return max(0.0, whole - (self.running(seat, now) - (self.lag_allowance(seat, now) or 0.0)))

    def lag_allowance(self, seat: int, now: float) -> float | None:
        """Seconds of the current run that count as lag; None if the seat's clock does not run."""
        if self.terms.clock == "none" or seat not in self.since:
            return None
        return min(LAG, self.running(seat, now)) if self.terms.clock == "live" else 0.0

    def runs_in(self, seat: int, now: float) -> float | None:
        """Seconds until a seat's clock counts down, after the lag allowance; None if it does not run."""
        allowance = self.lag_allowance(seat, now)
        if allowance is None:
            return None
        return LAG - allowance if self.terms.clock == "live" else 0.0

    @property
    def warnings(self) -> tuple[float, ...]:
        """The times left at which a player is warned, the longest first: from that one on, few are left."""
        match self.terms.clock:
            case "live":
                return tuple(sorted({min(one, self.terms.bank * SHARE) for one in WARNINGS}, reverse=True))
            case "slow":
                return SLOW_WARNINGS
            case _:
                return ()

    def show(self, now: float) -> dict[int, "ShownClock"]:
        """Each seat's clock as it is shown at `now`."""
        return {
            seat: ShownClock(
                self.running(seat, now) if seat in self.since else None, self.remaining_at(seat, now),
                self.lag_allowance(seat, now), self.runs_in(seat, now), self.warnings,
            )
            for seat in self.remaining
        }  # fmt: skip

    def due_times(self) -> dict[int, float | None]:
        """When each seat's clock runs out; None if it does not run."""
        return {seat: self.due(seat) for seat in self.remaining}

    def due(self, seat: int) -> float | None:
        """When a seat's clock runs out; None if it does not run."""
        if self.terms.clock == "none" or seat not in self.since:
            return None
        begin = self.since[seat]
        whole = self.remaining[seat] + LAG if self.terms.clock == "live" else self.terms.days * DAY
        end = begin + whole - self.used_before.get(seat, 0.0)
        for first, last in sorted(self.pauses):
            if last > begin and first < end:
                end += last - max(first, begin)
        return end

    @staticmethod
    def _overlap(pause: tuple[float, float], begin: float, end: float) -> float:
        return max(0.0, min(pause[1], end) - max(pause[0], begin))
