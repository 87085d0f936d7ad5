"""Clocks: what each seat has left, as a function of the log alone.

A clock runs while its seat is waited for, several at once where several choose. A moment of lag is forgiven each time,
and a time in which no server ran is charged to nobody.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from ludotheque.table.terms import Terms

LAG = 0.5  # seconds that are forgiven each time
DAY = 86_400.0


@dataclass(slots=True)
class Clocks:
    """All clocks of a table."""

    terms: Terms
    pauses: Sequence[tuple[float, float]] = ()  # times without any server
    left: dict[int, float] = field(default_factory=dict)  # of a live clock, when it last stopped
    since: dict[int, float] = field(default_factory=dict)  # of the seats that are waited for

    def __post_init__(self) -> None:
        self.left = dict.fromkeys(range(1, self.terms.players + 1), self.terms.bank)

    def follow(self, waited_for: Collection[int], at: float) -> None:
        """Stop the clocks of seats that are no longer waited for, and start those of others."""
        for seat in [seat for seat in self.since if seat not in waited_for]:
            used = max(0.0, self.running(seat, at) - LAG)
            self.left[seat] = max(0.0, self.left[seat] - used) + self.terms.increment
            del self.since[seat]
        for seat in waited_for:
            self.since.setdefault(seat, at)

    def running(self, seat: int, now: float) -> float:
        """How long a seat has been waited for, without the pauses."""
        begin = self.since[seat]
        return max(0.0, now - begin - sum(self._overlap(pause, begin, now) for pause in self.pauses))

    def shown(self, seat: int, now: float) -> float | None:
        """The seconds that a seat has left; None where there is no clock."""
        if self.terms.clock == "none":
            return None
        whole = self.left[seat] if self.terms.clock == "live" else self.terms.days * DAY
        if seat not in self.since:
            return whole
        forgiven = LAG if self.terms.clock == "live" else 0.0
        return max(0.0, whole - max(0.0, self.running(seat, now) - forgiven))

    def due(self, seat: int) -> float | None:
        """The time at which a seat's clock runs out, if it runs."""
        if self.terms.clock == "none" or seat not in self.since:
            return None
        begin = self.since[seat]
        end = begin + (self.left[seat] + LAG if self.terms.clock == "live" else self.terms.days * DAY)
        for first, last in sorted(self.pauses):
            if last > begin and first < end:
                end += last - max(first, begin)
        return end

    @staticmethod
    def _overlap(pause: tuple[float, float], begin: float, end: float) -> float:
        return max(0.0, min(pause[1], end) - max(pause[0], begin))
