"""The lanes of a batch: their arrays, the plan of new games, and the threads that step them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from ludotheque.games.field_reader import short
from ludotheque.games.random_source import RNG
from ludotheque.interop.batch.lane_kernels import BENCH, LaneArrays, plan_type
from ludotheque.play.game import Game, Setup, SetupError


def new_lanes(one: Game, games: int, players: int) -> LaneArrays:
    """Empty arrays for so many games."""
    state, rows = one.engine.facts_of.STATE, (games, players)
    return LaneArrays(
        states=np.zeros(games, state),
        finals=np.zeros(games, state),
        rngs=np.zeros(games, RNG),
        numbers=np.zeros(games, np.int64),
        seats=np.zeros(games, np.int8),
        moves=np.zeros((games, one.engine.facts_of.MAX_LEGAL), np.int16),
        counts=np.zeros(games, np.int16),
        masks=np.zeros((games, one.actions), np.bool_),
        rewards=np.zeros(rows, np.float32),
        done=np.zeros(games, np.bool_),
        scores=np.zeros(rows, np.int32),
        places=np.zeros(rows, np.int8),
    )


class Threads:
    """Threads that each work on a share of the lanes."""

    def __init__(self, games: int, threads: int) -> None:
        cuts = [games * k // threads for k in range(threads + 1)]
        self.shares = [share for share in pairwise(cuts) if share[0] < share[1]]
        self.benches = [np.zeros(1, BENCH)[0] for _ in self.shares]
        self.pool = ThreadPoolExecutor(len(self.shares) - 1) if len(self.shares) > 1 else None

    def run(self, work: Callable[[int, int, int], None]) -> None:
        """Run `work(thread, first, last)` for each share."""
        others = [self.pool.submit(work, n, *share) for n, share in enumerate(self.shares) if n] if self.pool else []
        work(0, *self.shares[0])
        for other in others:
            other.result()


def new_plan(one: Game, setup: Setup, is_drawn: bool, first: int) -> Any:
    """The plan of new games, as a record for the kernels."""
    plan = np.zeros(1, plan_type(one.engine.facts_of.CHOSEN))[0]
    plan.players, plan.version, plan.first = setup.players, setup.rules, first
    plan.options = one.engine.choose(setup.options)
    plan.start, plan.starts = (0, one.starts) if is_drawn else (setup.start, 1)
    return plan


def check_number(name: str, number: object, least: int, most: int) -> int:
    """Check that a whole number, Python's or numpy's, is within its bounds; else raise in one line."""
    if isinstance(number, bool | np.bool_) or not isinstance(number, int | np.integer):
        raise SetupError(f"{name}: a whole number from {least} to {most}, not {short(number)}")
    if not least <= int(number) <= most:
        raise SetupError(f"{name}: a whole number from {least} to {most}, not {int(number)}")
    return int(number)


def read_array(name: str, given: object) -> Any:
    """Convert to an array; raises in one line if that fails."""
    try:
        return np.asarray(given)
    except ValueError:
        raise SetupError(f"{name}: an array, not lists of different lengths") from None
