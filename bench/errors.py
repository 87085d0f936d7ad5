"""How often the arena's sequential test errs: thousands of simulated tests, side by side, for docs/arena.md.

    python -m bench.errors [--runs 4000] [--seed 1] [--all]

A test looks at the first bot's share of the wins in each pairing. Here these shares are drawn from distributions whose
mean is exactly that of H0, or of H1, and whose spread is anything from games that the seat decides to wins shared by
several. Printed is the table of the docs; with --all, a line for each distribution.
"""

import argparse
import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.arena.sequential_test import FEWEST, LOWER, SLIGHT, UPPER, expected_share

Numbers = NDArray[np.float64]
Spread = dict[float, float]  # how likely each share of a pairing is
Exact = dict[Fraction, float]

PAIRS: dict[str, tuple[float, ...]] = {  # of 0, 1/4 ... 1 in a pair of games, before they are given their mean
    "even": (0.0625, 0.25, 0.375, 0.25, 0.0625),
    "the seat decides": (0.02, 0.03, 0.9, 0.03, 0.02),
    "many draws": (0.016, 0.219, 0.53, 0.219, 0.016),
    "no draws": (0.25, 0.0, 0.5, 0.0, 0.25),
    "the start decides": (0.4, 0.0, 0.2, 0.0, 0.4),
}
TIES = {
    2: 0.6,
    3: 0.3,
}  # how readily two, and three, share a win: 41 % of all wins at a table of 3, 71 % of 6
TABLES: dict[str, tuple[dict[int, float], float]] = {  # which wins are shared, and how many pairings are clumped
    "independent": ({}, 0.0),
    "clumped": ({}, 0.5),
    "shared": (TIES, 0.0),
    "shared, clumped": (TIES, 0.5),
}


@dataclass(frozen=True)
class Case:
    """A test and how results are spread; `spread` makes the distribution of a pairing's share with a given mean."""

    seats: int
    elo0: float
    elo1: float
    label: str
    spread: Callable[[float], Spread]


@dataclass(frozen=True)
class Figures:
    """How often a true H0 and a true H1 were refused, and after how many pairings tests ended."""

    case: Case
    refused0: float
    refused1: float
    pairings0: float
    pairings1: float


def cases() -> Iterator[Case]:
    """All tests of the table."""
    for elos in ((0, 20), (0, 50), (0, 100), (0, 200), (50, 150)):
        for label, shape in PAIRS.items():
            yield Case(2, *elos, label, partial(tilted, shape))
    for seats in (3, 4, 6):
        for elos in ((0, 70), (0, 150)):
            for label, (ties, clumped) in TABLES.items():
                yield Case(seats, *elos, label, partial(pairing, seats, ties, clumped))


def tilted(shape: tuple[float, ...], mean: float) -> Spread:
    """A pair's shares with this mean, as near to a shape as can be: each times exp(t * share)."""
    shares: Numbers = np.linspace(0, 1, len(shape))
    heavy = solve(lambda t: float(_tilted(shape, shares, t) @ shares), mean, -60, 60)
    return dict(zip(shares.tolist(), _tilted(shape, shares, heavy).tolist(), strict=True))


def _tilted(shape: tuple[float, ...], shares: Numbers, heavy: float) -> Numbers:
    weights: Numbers = np.array(shape) * np.exp(heavy * shares)
    weights /= weights.sum()
    return weights


def pairing(seats: int, ties: dict[int, float], clumped: float, mean: float) -> Spread:
    """The mean share of as many games as there are seats; of the clumped pairings, all games go the same way."""
    log_worth = solve(lambda log: _mean(game(seats, ties, math.exp(log))), mean, -12, 12)
    one = game(seats, ties, math.exp(log_worth))
    spread: Exact = defaultdict(float, {share: clumped * chance for share, chance in one.items()})
    for share, chance in added(one, seats).items():
        spread[share] += (1 - clumped) * chance
    return {float(share): chance for share, chance in spread.items()}


def game(seats: int, ties: dict[int, float], worth: float) -> Exact:
    """The share of one bot among equals: winners are a set of k, by tie(k) and the geometric mean of their worths."""
    spread: Exact = defaultdict(float)
    for k, tie in {1: 1.0, **ties}.items():
        spread[Fraction(1, k)] = tie * math.comb(seats - 1, k - 1) * worth ** (1 / k)
        spread[Fraction(0)] += tie * math.comb(seats - 1, k)
    whole = sum(spread.values())
    return {share: weight / whole for share, weight in spread.items()}


def added(one: Exact, games: int) -> Exact:
    """The mean share of independent games."""
    spread: Exact = {Fraction(0): 1.0}
    for _ in range(games):
        longer: Exact = defaultdict(float)
        for total, chance in spread.items():
            for share, more in one.items():
                longer[total + share / games] += chance * more
        spread = longer
    return spread


def _mean(spread: Exact) -> float:
    return sum(float(share) * chance for share, chance in spread.items())


def solve(rising: Callable[[float], float], wanted: float, low: float, high: float) -> float:
    """The argument at which `rising` has the value `wanted`, by bisection."""
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < wanted else (low, middle)
    return (low + high) / 2


def tilts(counts: Numbers, away: Numbers, first: Numbers) -> Numbers:
    """`sequential._tilt` for many tests at once, by Newton's method from a first guess, clipped to its bounds."""
    least, most = -1 / away.max(), -1 / away.min()
    tilt = np.clip(first, 0.999 * least, 0.999 * most)
    low, high = np.full(len(tilt), least), np.full(len(tilt), most)
    rest = np.arange(len(tilt))
    for _ in range(60):
        part = away / (1 + tilt[rest, None] * away)
        weighted = counts[rest] * part
        value, slope = weighted.sum(1), -(weighted * part).sum(1)
        low[rest], high[rest] = np.where(value > 0, tilt[rest], low[rest]), np.where(value > 0, high[rest], tilt[rest])
        better = tilt[rest] - value / slope
        is_inside = (better > low[rest]) & (better < high[rest])
        better = np.where(is_inside, better, (low[rest] + high[rest]) / 2)
        is_moving = np.abs(better - tilt[rest]) > 1e-7 * np.minimum(better - least, most - better)
        tilt[rest] = better
        rest = rest[is_moving]
        if not len(rest):
            break
    return tilt


class Ratios:
    """`sequential.likelihood_ratio` for many tests at once; each begins where the last pairing left it."""

    def __init__(self, shares: Numbers, low: float, high: float, runs: int) -> None:
        self.shares = np.array(sorted({*shares.tolist(), 0.0, 0.5, 1.0}))
        self.means = (low, high)
        self.tilts = [np.zeros(runs), np.zeros(runs)]
        self._slight = np.where(np.isin(self.shares, (0.0, 0.5, 1.0)), SLIGHT, 0.0)

    def of(self, counts: Numbers) -> Numbers:
        """The ratio of each test, from how often it has seen each share."""
        counts = np.where(counts == 0, self._slight, counts)
        logs = []
        for i, mean in enumerate(self.means):
            self.tilts[i] = tilts(counts, self.shares - mean, self.tilts[i])
            logs.append(np.log(1 + self.tilts[i][:, None] * (self.shares - mean)))
        ratio: Numbers = (counts * (logs[0] - logs[1])).sum(1)
        return ratio

    def keep(self, is_open: Any) -> None:
        """Go on with the tests that are not decided."""
        self.tilts = [tilt[is_open] for tilt in self.tilts]


def simulate(case: Case, elo: float, runs: int, rng: np.random.Generator) -> tuple[float, float]:
    """How often H1 is accepted where the truth is `elo`, and after how many pairings a test ends."""
    low, high = (expected_share(one, case.seats) for one in (case.elo0, case.elo1))
    spread = case.spread(expected_share(elo, case.seats))
    ratios = Ratios(np.array(list(spread)), low, high, runs)
    chances = np.array([spread.get(share, 0.0) for share in ratios.shares.tolist()])
    counts = np.zeros((runs, len(chances)))
    accepted = total = number = 0
    while len(counts):
        number += 1
        counts[np.arange(len(counts)), rng.choice(len(chances), len(counts), p=chances / chances.sum())] += 1
        if number >= FEWEST:
            ratio = ratios.of(counts)
            is_open = (ratio > LOWER) & (ratio < UPPER)
            accepted += int((ratio >= UPPER).sum())
            total += number * int((~is_open).sum())
            counts = counts[is_open]
            ratios.keep(is_open)
    return accepted / runs, total / runs


def measure(case: Case, runs: int, seed: int) -> Figures:
    """The errors of one test, either way."""
    rng = np.random.default_rng(seed)
    wrong, pairings0 = simulate(case, case.elo0, runs, rng)
    right, pairings1 = simulate(case, case.elo1, runs, rng)
    return Figures(case, wrong, 1 - right, pairings0, pairings1)


def table(found: list[Figures]) -> Iterator[str]:
    """The table of the docs: a row for each test, with the least and the most of all distributions."""
    yield "| seats, hypotheses | how results are spread | H0 true, refused | H1 true, refused | pairings |"
    yield "|---|---|---|---|---|"
    for (seats, elo0, elo1), group in groupby(found, lambda one: (one.case.seats, one.case.elo0, one.case.elo1)):
        rows = list(group)
        pairings = [figure for one in rows for figure in (one.pairings0, one.pairings1)]
        yield (
            f"| {seats}: {elo0:g} and {elo1:g} | {len(rows)} ways | {_range([one.refused0 for one in rows])}"
            f" | {_range([one.refused1 for one in rows])} | {min(pairings):,.0f} to {max(pairings):,.0f} |"
        )


def _range(shares: list[float]) -> str:
    return f"{100 * min(shares):.1f} to {100 * max(shares):.1f} %"


def line(one: Figures) -> str:
    """One distribution's figures."""
    return (
        f"{one.case.seats} seats, {one.case.elo0:g} and {one.case.elo1:g}, {one.case.label}: H0 refused "
        f"{100 * one.refused0:.1f} %, H1 refused {100 * one.refused1:.1f} %, {one.pairings0:.0f} and "
        f"{one.pairings1:.0f} pairings"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.errors", description="Errors of the sequential test.")
    parser.add_argument("--runs", type=int, default=4000, help="simulated tests of each kind (4000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="a line for each distribution, as it is found")
    asked = parser.parse_args()
    if asked.runs < 1 or asked.seed < 0:
        parser.error("--runs: at least 1; --seed: at least 0")
    begun, found = time.perf_counter(), []
    for number, case in enumerate(cases()):
        found.append(measure(case, asked.runs, asked.seed + number))
        if asked.all:
            print(line(found[-1]), flush=True)
    print("\n".join(table(found)))
    print(f"{asked.runs} tests each, {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
