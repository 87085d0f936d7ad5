"""A sequential test of strength: play until it is clear which of two hypotheses holds, and no longer.

What is observed is the share of wins of the first bot over the seatings of a pairing. Its mean is compared: H0 says
that it belongs to `elo0`, H1 to `elo1`. Nothing else is assumed about its distribution, which takes the most likely
form under each hypothesis (a generalised sequential probability ratio test, as fishtest has it for pairs of games).
Since whole pairings are counted, neither a seat's advantage nor a lucky start disturbs the test.
"""

import math
from collections import Counter
from dataclasses import dataclass

ALPHA = BETA = 0.05  # how often a true H0 is refused, and a true H1
LOWER, UPPER = math.log(BETA / (1 - ALPHA)), math.log((1 - BETA) / ALPHA)
SLIGHT = 1e-3  # pseudo-count of a share that never occurred
FEWEST = 8  # pairings before a decision: the variance must be estimated first


@dataclass(frozen=True)
class TestVerdict:
    """The state of a test: log-likelihood ratio, number of pairings, and H0, H1 or empty while undecided."""

    ratio: float
    pairings: int
    accepted: str

    @property
    def is_open(self) -> bool:
        return not self.accepted


def expected_share(elo: float, seats: int) -> float:
    """The share of wins of a bot alone among equals that are `elo` points weaker (Plackett-Luce, no ties)."""
    worth = math.pow(10.0, elo / 400)
    return worth / (worth + seats - 1)


class SequentialTest:
    """Takes the shares of pairings in their order; ignores those after its decision."""

    def __init__(self, elo0: float, elo1: float, seats: int) -> None:
        self._low, self._high = expected_share(elo0, seats), expected_share(elo1, seats)
        self._seen: Counter[float] = Counter()
        self.verdict = TestVerdict(0.0, 0, "")

    def add(self, share: float) -> TestVerdict:
        """Add a pairing's share; returns the verdict so far."""
        if self.verdict.is_open:
            self._seen[share] += 1
            ratio, number = likelihood_ratio(self._seen, self._low, self._high), self.verdict.pairings + 1
            is_decided = number >= FEWEST and not LOWER < ratio < UPPER
            self.verdict = TestVerdict(ratio, number, ("H1" if ratio > 0 else "H0") if is_decided else "")
        return self.verdict


def likelihood_ratio(seen: Counter[float], low: float, high: float) -> float:
    """The logarithm of how much likelier the observed shares are with mean `high` than with mean `low`."""
    counts = {share: float(count) for share, count in seen.items()}
    for share in (0.0, 0.5, 1.0):
        counts.setdefault(share, SLIGHT)
    tilt_low, tilt_high = _tilt(counts, low), _tilt(counts, high)
    return sum(
        count * math.log((1 + tilt_low * (share - low)) / (1 + tilt_high * (share - high)))
        for share, count in counts.items()
    )


def _tilt(counts: dict[float, float], mean: float) -> float:
    """The most likely distribution with a given mean has probabilities p / (1 + tilt * (share - mean)): find the tilt.

    It solves sum p * (share - mean) / (1 + tilt * (share - mean)) = 0, which falls everywhere: bisection is safe.
    """
    least, most = -1 / (max(counts) - mean), 1 / (mean - min(counts))
    for _ in range(60):
        tilt = (least + most) / 2
        if sum(count * (share - mean) / (1 + tilt * (share - mean)) for share, count in counts.items()) > 0:
            least = tilt
        else:
            most = tilt
    return (least + most) / 2
