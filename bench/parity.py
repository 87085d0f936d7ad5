"""Parity: the same seeds interpreted, compiled and on the GPU, the bytes of every state compared after every step.

python -m bench.parity --steps 10000000 --interpreted 10000 --write docs/parity.md
"""

import argparse
import platform
import sys
import time
from collections.abc import Iterator
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.games import NAMES
from ludotheque.games.kernel import CPU, PYTHON, Target
from ludotheque.games.playout import DESK, begin_all, step_all
from ludotheque.games.random_source import RNG
from ludotheque.gpu.gpu_batch import GpuBatch, GpuError, random_games
from ludotheque.play.game import Game, Setup, game
from ludotheque.play.simulation import LOW, POLICIES, kernel_setup, random_results, simulate

BATCH = 1 << 14
SEED = 2026


class Herd:
    """Many games stepped together on the CPU, interpreted or compiled; what `GpuBatch` is on the GPU."""

    def __init__(self, one: Game, setup: Setup, count: int, seed: int, first: int, target: Target) -> None:
        self.board = setup.board.record
        self.states, self.rngs = np.zeros(count, one.engine.facts_of.STATE), np.zeros(count, RNG)
        self.moves, self.desk = one.engine.new_list(), np.zeros(1, DESK)[0]
        self.step = one.engine.kernel(step_all, target)
        seeds = np.array([seed & LOW, seed >> 32 & LOW])
        one.engine.kernel(begin_all, target)(self.board, self.states, self.rngs, kernel_setup(one, setup), seeds, first)

    def random_steps(self, policy: str) -> int:
        return int(self.step(self.board, self.states, self.rngs, POLICIES.index(policy), self.moves, self.desk))


class ParityError(AssertionError):
    """Two ways to run the rules have disagreed."""


def compare(one: Game, setup: Setup, steps: int, count: int, other: str) -> int:
    """Play at least so many steps compiled and the other way, side by side; how many states were compared."""
    done = wave = 0
    while done < steps:
        policy = POLICIES[wave % len(POLICIES)]
        cpu = Herd(one, setup, count, SEED, wave * count, CPU)
        rival: Any = (
            GpuBatch(one, setup, count, SEED, wave * count)
            if other == "gpu"
            else Herd(one, setup, count, SEED, wave * count, PYTHON)
        )
        check(one, cpu, rival, "the start")
        while played := cpu.random_steps(policy):
            there = rival.random_steps(1, policy) if other == "gpu" else rival.random_steps(policy)
            if there != played:
                raise ParityError(f"{one.name}: {played} games went on compiled, {there} by {other}")
            check(one, cpu, rival, f"step {done + played}")
            done += played
        wave += 1
    return done


def compare_results(one: Game, setup: Setup, games: int) -> None:
    """Whole games: steps, scores, places and endings, the same bytes compiled and on the GPU."""
    for policy in POLICIES:
        results, _ = random_games(one, setup, games, SEED, policy)
        here = np.concatenate(list(random_results(one, setup, games, SEED, policy)))
        if results.tobytes() != here.tobytes():
            raise ParityError(f"{one.name}: results of whole games differ")


def check(one: Game, cpu: Herd, rival: Any, where: str) -> None:
    """Every byte of every state."""
    states = rival.states
    if states.tobytes() != cpu.states.tobytes():
        at = next(i for i in range(len(states)) if states[i].tobytes() != cpu.states[i].tobytes())
        raise ParityError(f"{one.name}: game {at} differs after {where}:\n{cpu.states[at]}\n{states[at]}")


def setups(one: Game) -> Iterator[tuple[str, Setup]]:
    """Every number of players, board and option of a game, by every version of its rules."""
    low, high = one.players
    choices: list[dict[str, Any]] = [{}]
    for name, values in one.options.items():
        choices = [choice | {name: value} for choice in choices for value in values]
    for rules in range(one.rules_version, 0, -1):
        version = [] if rules == one.rules_version else [f"rules {rules}"]
        for players, choice in product(range(low, high + 1), choices):
            yield (
                " ".join([str(players), *choice.values(), *version]),
                one.setup(players, start=0, rules=rules, **choice),
            )


def table(steps: int, interpreted: int, games: int, names: list[str]) -> Iterator[str]:
    """The rows of the table of results, one as soon as it is known."""
    yield "| game | setup | CPU = GPU, states | interpreted = CPU, states | GPU, steps/s | one CPU core, steps/s |"
    yield "|---|---|---|---|---|---|"
    for name in names:
        one = game(name)
        one.engine.prepare(one.setup(start=0).board)
        for title, setup in setups(one):
            on_gpu = compare(one, setup, steps, BATCH, "gpu") if steps else 0
            if steps:
                compare_results(one, setup, 20_000)
            plain = compare(one, setup, interpreted, 16, "python")
            gpu_speed = speed_on_gpu(one, setup, games) if steps else 0.0
            cells = [one.title, title, f"{on_gpu:,}", f"{plain:,}", f"{gpu_speed / 1e6:,.0f} million"]
            yield "| " + " | ".join([*cells, f"{speed_on_cpu(one, setup) / 1e6:.1f} million"]) + " |"


def speed_on_gpu(one: Game, setup: Setup, games: int) -> float:
    """Steps a second of uniformly random whole games, the median of three."""
    speeds = []
    for first in range(3):
        results, seconds = random_games(one, setup, games, SEED, first=first * games)
        speeds.append(float(results["steps"].sum(dtype=np.int64) / seconds))
    return sorted(speeds)[1]


def speed_on_cpu(one: Game, setup: Setup) -> float:
    games = int(3e6 / simulate(one, setup, 500, SEED)["length"]["mean"])
    return float(sorted(simulate(one, setup, games, SEED)["steps_per_s"] for _ in range(3))[1])


def machine() -> str:
    """The processor and versions that this ran on."""
    import numba

    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, numba {numba.__version__}"
    try:
        from numba import cuda

        name = cuda.get_current_device().name
    except Exception as error:
        return f"{versions}, no GPU ({type(error).__name__})"
    return f"{versions}, {name.decode() if isinstance(name, bytes) else name}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare interpreted, compiled and GPU play, byte for byte.")
    parser.add_argument("--steps", type=int, default=10_000_000, help="on CPU and GPU, per setup; 0 for no GPU")
    parser.add_argument("--interpreted", type=int, default=10_000, help="interpreted and compiled, per setup")
    parser.add_argument("--games", type=int, default=4_000_000, help="for the speed on the GPU")
    parser.add_argument("--game", choices=NAMES, action="append", help="only this game")
    parser.add_argument("--commit", default="", help="named in the page")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page here")
    options = parser.parse_args()
    begun = time.time()
    rows = []
    try:
        for row in table(options.steps, options.interpreted, options.games, options.game or list(NAMES)):
            sys.stdout.write(row + "\n")
            sys.stdout.flush()
            rows.append(row)
    except (GpuError, ParityError) as error:
        sys.exit(f"parity: {error}")
    if options.write:
        options.write.write_text(page(rows, options.commit, time.time() - begun), "utf-8")


def page(rows: list[str], commit: str, seconds: float) -> str:
    """The docs page with the table."""
    at = f" at commit {commit}" if commit else ""
    return f"""# Parity: interpreted, compiled, GPU

For whoever wants to know that there is one engine, not three. The same seeds are played three ways, and after every
step the bytes of every state are compared; at the end of whole games, scores, places and endings too. Half of the games
are played uniformly at random, half by the busy policy. A difference in one bit would stop the run.

Run on {date.today().isoformat()}{at}, in {seconds:.0f} s: {machine()}.
Repeat it with `make parity`, on a machine with an NVIDIA GPU.

{chr(10).join(rows)}

The speeds are uniformly random whole games with the legal list made at every step: on the GPU one launch of
games side by side, the median of three; on the CPU one thread, the median of three.
"""


if __name__ == "__main__":
    main()
