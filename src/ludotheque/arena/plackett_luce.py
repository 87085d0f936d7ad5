"""Ratings from places: the Plackett-Luce model with ties, by maximum likelihood.

A game's ranking is a sequence of choices: who comes first among all, then who comes next among the rest. Who may be
chosen is one seat or several that tie, and a set S of k seats is chosen in proportion to

    tie_k * (product of the worths in S) ** (1 / k)          tie_1 = 1

so ties are a part of the model and not broken at random (Davidson 1970 for two; Firth, Kosmidis and Turner 2019 for
more). In logarithms this is linear: each choice is a multinomial logit, the likelihood is concave, and Newton's method
finds its top. A bot that has several seats has the same worth in each.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

ELO = 400 / math.log(10)  # Elo points of one unit of logarithmic worth
NORMAL = 1.959964  # the half width of a 95 % interval, in standard deviations
FARTHEST = 12.0  # bound of the logarithms, for one-sided results
FLAT = 1e-3  # curvature below which nothing is known about a direction: an interval of 10,000 Elo points
NOISE = 1e-12  # of the largest curvature: what rounding leaves where there is none
GHOST = 0.5  # wins and losses against an average bot, added where there is no finite maximum

Ranking = tuple[tuple[int, ...], tuple[int, ...]]  # bots by seat, places by seat
Stage = tuple[tuple[int, ...], tuple[int, ...]]  # bots still there, bots chosen; both sorted


@dataclass(frozen=True)
class Fit:
    """Logarithms of worth with mean 0, their covariance, the tie parameters by size, and whether it is pure ML."""

    worths: Any
    covariance: Any
    ties: dict[int, float]
    is_pure: bool

    def elo(self, bot: int) -> tuple[float, float]:
        """A bot's rating and the half width of its 95 % interval, in Elo points from the mean of all bots."""
        return ELO * float(self.worths[bot]), NORMAL * ELO * math.sqrt(max(0.0, float(self.covariance[bot, bot])))

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """By how much a bot is rated above another, and the half width of its 95 % interval."""
        spread = self.covariance[one, one] + self.covariance[other, other] - 2 * self.covariance[one, other]
        return ELO * float(self.worths[one] - self.worths[other]), NORMAL * ELO * math.sqrt(max(0.0, float(spread)))


def stages(bots: Sequence[int], places: Sequence[int]) -> list[Stage]:
    """The successive choices that make a ranking; the last bot left is none."""
    left = sorted(zip(places, bots, strict=True))
    found = []
    while len(left) > 1:
        chosen = [bot for place, bot in left if place == left[0][0]]
        found.append((tuple(sorted(bot for _, bot in left)), tuple(sorted(chosen))))
        left = left[len(chosen) :]
    return found


def fit(rankings: Iterable[Ranking], bots: int) -> Fit:
    """The most likely worths of bots 0..bots-1."""
    games = Counter(rankings)
    choices: Counter[Stage] = Counter()
    for (seated, places), count in games.items():
        for stage in stages(seated, places):
            choices[stage] += count
    orders = tuple(sorted({1} | {len(chosen) for _, chosen in choices}))
    point, information = _climb(choices, bots, orders, 0.0)
    is_pure = is_top(point, information)
    if not is_pure:
        point, information = _climb(choices, bots, orders, GHOST)
    centre = np.eye(bots) - 1.0 / bots
    covariance = _inverse(information)[:bots, :bots]
    ties = {order: math.exp(point[bots + i]) for i, order in enumerate(orders[1:])}
    return Fit(centre @ point[:bots], centre @ covariance @ centre, ties, is_pure)


def is_top(point: Any, information: Any) -> bool:
    """Whether the search has found the one finite maximum, neither diverged nor stopped where it is flat.

    It runs away where somebody never lost, be it with draws (then the tie grows with the worth), and is flat where bots
    never met. One direction is always flat: all worths larger alike.
    """
    curvature = np.linalg.eigvalsh(information)
    return bool(np.abs(point).max() < FARTHEST and (curvature[1:] > FLAT).all())


def _inverse(information: Any) -> Any:
    """The pseudo-inverse: directions without curvature are left out."""
    return np.linalg.pinv(information, rcond=NOISE, hermitian=True)


def _climb(choices: Counter[Stage], bots: int, orders: tuple[int, ...], ghost: float) -> tuple[Any, Any]:
    """Newton's method with halved steps: the most likely point, and the observed information there."""
    point = np.zeros(bots + len(orders) - 1)
    value, slope, information = _likelihood(choices, bots, orders, ghost, point)
    for _ in range(100):
        step = _inverse(information) @ slope
        for _ in range(30):
            ahead = np.clip(point + step, -FARTHEST, FARTHEST)
            found = _likelihood(choices, bots, orders, ghost, ahead)
            if found[0] >= value:
                break
            step = step / 2
        moved = float(np.abs(ahead - point).max())
        point, (value, slope, information) = ahead, found
        if moved < 1e-9:
            break
    return point, information


def _likelihood(
    choices: Counter[Stage], bots: int, orders: tuple[int, ...], ghost: float, point: Any
) -> tuple[float, Any, Any]:
    """The logarithm of the likelihood, its slope, and its curvature with the sign changed."""
    value, slope, information = _ghost_games(point, bots, ghost)
    for (there, chosen), count in choices.items():
        rows = alternatives(there, bots, orders)
        powers = rows @ point
        top = powers.max()
        shares = np.exp(powers - top)
        total = shares.sum()
        shares /= total
        mean = shares @ rows
        own = _row(chosen, bots, orders)
        value += count * (float(own @ point) - top - math.log(total))
        slope += count * (own - mean)
        information += count * ((rows * shares[:, None]).T @ rows - np.outer(mean, mean))
    return value, slope, information


def _ghost_games(point: Any, bots: int, ghost: float) -> tuple[float, Any, Any]:
    """The same for `GHOST` wins and losses of each bot against a bot of worth 1."""
    win = 1.0 / (1.0 + np.exp(-point[:bots]))
    slope = np.zeros(len(point))
    slope[:bots] = ghost * (1.0 - 2.0 * win)
    information = np.zeros((len(point), len(point)))
    information[range(bots), range(bots)] = 2.0 * ghost * win * (1.0 - win)
    return float(ghost * np.log(win * (1.0 - win)).sum()), slope, information


@cache
def alternatives(there: tuple[int, ...], bots: int, orders: tuple[int, ...]) -> Any:
    """All possible next choices, a row each: the mean of the chosen bots, and how many tie."""
    sets = [chosen for order in orders for chosen in combinations(there, order)]
    return np.array([_row(chosen, bots, orders) for chosen in sets])


@cache
def _row(chosen: tuple[int, ...], bots: int, orders: tuple[int, ...]) -> Any:
    row = np.zeros(bots + len(orders) - 1)
    for bot in chosen:
        row[bot] += 1.0 / len(chosen)
    if len(chosen) > 1:
        row[bots + orders.index(len(chosen)) - 1] = 1.0
    return row
