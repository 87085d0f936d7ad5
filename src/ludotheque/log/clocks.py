"""Clocks: what each seat has left, as a function of the log alone.

A clock runs while its seat is waited for, several at once where several choose. A moment of lag is forgiven each time,
a time in which no server ran is charged to nobody, and so is a time in which a bot held the seat. A take-back sets
clocks to what they were when the withdrawn steps were made: nobody gains time by it, and nobody loses any.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ludotheque.log.terms import Terms

LAG = 0.5  # seconds that are forgiven each time
DAY = 86_400.0
WELCOME = 60.0  # seconds that somebody has at least who comes back to his seat, unless the bank was smaller


class ShownClock(NamedTuple):
    """A seat's clock at one moment, in seconds."""

    waiting_for: float | None  # for how long the seat has been waited for
    remaining: float | None
    lag_allowance: float | None
    runs_in: float | None


NO_CLOCK = ShownClock(None, None, None, None)


@dataclass(slots=True)
class Clocks:
    """All clocks of a table, as a value: what happens gives other clocks."""

    terms: Terms
    pauses: Sequence[tuple[float, float]] = ()  # times without any server
    remaining: dict[int, float] = field(default_factory=dict)  # of a live clock, when it last stopped
    since: dict[int, float] = field(default_factory=dict)  # of the seats that are waited for
    used_before: dict[int, float] = field(default_factory=dict)  # seconds that a running clock had run before `since`

    def __post_init__(self) -> None:
        self.remaining = self.remaining or dict.fromkeys(range(1, self.terms.players + 1), self.terms.bank)

    def follow(
        self, waited_for: Collection[int], at: float, free: Collection[int] = (), played: int | None = None
    ) -> "Clocks":
        """Clocks after an entry: those of seats no longer waited for stop, others start; free ones cost nothing.

        A slow clock gives a seat that has `played` all its days for its next choice.
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
        """Somebody else holds a seat from now on: what ran is charged to whom it ran for, and it begins anew."""
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
        """How long a seat has been waited for, without the pauses."""
        begin = self.since[seat]
        passed = max(0.0, now - begin - sum(self._overlap(pause, begin, now) for pause in self.pauses))
        return passed + self.used_before.get(seat, 0.0)

    def remaining_at(self, seat: int, now: float) -> float | None:
        """The seconds that a seat has left; None where there is no clock."""
        if self.terms.clock == "none":
            return None
        whole = self.remaining[seat] if self.terms.clock == "live" else self.terms.days * DAY
        if seat not in self.since:
            return whole
        return max(0.0, whole - (self.running(seat, now) - (self.lag_allowance(seat, now) or 0.0)))

    def lag_allowance(self, seat: int, now: float) -> float | None:
        """The seconds of lag that are forgiven a seat of the time it has been waited for; None where it is not."""
        if self.terms.clock == "none" or seat not in self.since:
            return None
        return min(LAG, self.running(seat, now)) if self.terms.clock == "live" else 0.0

    def runs_in(self, seat: int, now: float) -> float | None:
        """The seconds until a seat's clock counts down: while lag is forgiven it stands. None where it does not run."""
        allowance = self.lag_allowance(seat, now)
        if allowance is None:
            return None
        return LAG - allowance if self.terms.clock == "live" else 0.0

    def show(self, now: float) -> dict[int, "ShownClock"]:
        """What each seat's clock shows."""
        return {
            seat: ShownClock(
                self.running(seat, now) if seat in self.since else None, self.remaining_at(seat, now),
                self.lag_allowance(seat, now), self.runs_in(seat, now),
            )
            for seat in self.remaining
        }  # fmt: skip

    def due_times(self) -> dict[int, float | None]:
        """The time at which each seat's clock runs out, if it runs."""
        return {seat: self.due(seat) for seat in self.remaining}

    def due(self, seat: int) -> float | None:
        """The time at which a seat's clock runs out, if it runs."""
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
