"""Speed against peers, as ratios taken in one run: `make bench`, or `python -m bench.run --write docs/speed.md`.

Rounds are interleaved: in each round everybody plays once, one after another, and a ratio is the median of the
rounds' ratios, so that a machine that slows down for a while slows everybody.
"""

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from bench import peers

from ludotheque.games import NAMES
from ludotheque.games.kernel import PYTHON
from ludotheque.games.playout import DESK, RESULT, random_games
from ludotheque.games.random_source import RNG
from ludotheque.play.game import Game, game
from ludotheque.play.simulation import kernel_setup, simulate

SEED = 7
SETUPS: dict[str, tuple[int, dict[str, Any]]] = {
    "mabula": (2, {"scoring": "largest"}),
    "marabunta": (2, {"territory": "meadow", "powers": "basic"}),
    "makabana": (5, {}),
    "junglerumble": (4, {}),
}
GAMES = {"mabula": 200_000, "marabunta": 20_000, "makabana": 40_000, "junglerumble": 20_000}


def engine_speed(name: str, workers: int = 1) -> float:
    """Steps a second of uniformly random whole games."""
    players, options = SETUPS[name]
    one = game(name)
    return float(
        simulate(one, one.setup(players, start=0, **options), GAMES[name], SEED, workers=workers)["steps_per_s"]
    )


def interpreted_speed(name: str) -> float:
    """The same games by the same functions as plain Python."""
    players, options = SETUPS[name]
    one = Game(name)
    setup = one.setup(players, start=0, **options)
    games = 20 if name == "mabula" else 3
    results, state = np.zeros(games, RESULT), one.engine.new_state()
    begun = time.perf_counter()
    one.engine.kernel(random_games, PYTHON)(
        setup.board.record, np.stack([state, state]), np.zeros(1, RNG)[0], kernel_setup(one, setup), 0,
        np.array([SEED, 0]), 0, one.engine.new_list(), np.zeros(1, DESK)[0], results,
    )  # fmt: skip
    return float(results["steps"].sum() / (time.perf_counter() - begun))


def check_c(programs: dict[str, Path]) -> None:
    """The C programs play the very games that the engine plays."""
    one = game("mabula")
    for scoring in ("largest", "product"):
        figures = simulate(one, one.setup(start=0, scoring=scoring), 20_000, SEED)
        for program in programs.values():
            tally = peers.run_c(program, 20_000, SEED, scoring)
            scores = [round(score["mean"] * 20_000) for score in figures["scores"]]
            assert (tally.steps, list(tally.scores)) == (figures["steps"], scores), scoring


def c_speed(program: Path) -> float:
    return peers.run_c(program, GAMES["mabula"], SEED).per_second


def contestants(programs: dict[str, Path]) -> dict[str, Callable[[], float]]:
    """Everybody who plays in a round, by name."""
    all_of: dict[str, Callable[[], float]] = {}
    for name in NAMES:
        all_of[name] = partial(engine_speed, name)
        all_of[f"{name} by two threads"] = partial(engine_speed, name, 2)
        all_of[f"{name} interpreted"] = partial(interpreted_speed, name)
    for title, program in programs.items():
        all_of[title] = partial(c_speed, program)
    all_of["OpenSpiel Mabula"] = lambda: peers.openspiel_mabula(1.0, SEED).per_second
    all_of["OpenSpiel y"] = lambda: peers.openspiel_y(1.0, SEED).per_second
    all_of["OpenSpiel backgammon"] = lambda: peers.openspiel_backgammon(1.0, SEED).per_second
    return all_of


def claims(
    ratio: Callable[[str, str], float], speed: Callable[[str], float]
) -> Iterator[tuple[str, float, float, str]]:
    """The claims: title, ratio measured, ratio required, its unit."""
    yield "Mabula / the same game for OpenSpiel's Python API", ratio("mabula", "OpenSpiel Mabula"), 100, "x"
    yield "Mabula / OpenSpiel's `y` (C++) from Python", ratio("mabula", "OpenSpiel y"), 15, "x"
    yield "Mabula / C with bitboards (`bench/mabula.c`)", ratio("mabula", "C"), 0.8, "x"
    for name in NAMES[1:]:
        title = game(name).title
        yield f"{title}, million steps a second", speed(name) / 1e6, 3, ""
        yield f"{title} / OpenSpiel's backgammon (C++) from Python", ratio(name, "OpenSpiel backgammon"), 25, "x"
    for name in NAMES:
        title = game(name).title
        yield f"{title}, compiled / interpreted", ratio(name, f"{name} interpreted"), 100, "x"
        yield f"{title}, two threads / one", ratio(f"{name} by two threads", name), 1.8, "x"


def seconds_of(code: str, **environment: str) -> float:
    """The seconds that a Python process running `code` prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[-1])


LOAD = """
import time, numba, ludotheque
from ludotheque.play.simulation import simulate
one = ludotheque.game("{name}")
setup = one.setup(start=0)
begun = time.perf_counter()
one.engine.prepare(setup.board)
simulate(one, setup, 1, 1)
print(time.perf_counter() - begun)
"""


def start_up_rows() -> Iterator[str]:
    """Compilation, loading, the command line, and the sizes of states."""
    yield "| game | compiled the first time, s | loaded after that, s | a state, bytes |"
    yield "|---|---|---|---|"
    yield "| *asked* | *15* | *1* | *1024* |"
    for name in NAMES:
        with tempfile.TemporaryDirectory() as folder:
            cold = seconds_of(LOAD.format(name=name), LUDOTHEQUE_CACHE=folder)
            warm = median(seconds_of(LOAD.format(name=name), LUDOTHEQUE_CACHE=folder) for _ in range(3))
        size = game(name).engine.facts_of.STATE.itemsize
        yield f"| {game(name).title} | {cold:.1f} | {warm:.2f} | {size} |"


def command_seconds() -> float:
    """From the shell to the end of `ludotheque games`, the median of five."""
    program = Path(sys.executable).with_name("ludotheque")
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run([program, "games"], capture_output=True, check=True)
        times.append(time.perf_counter() - begun)
    return median(times)


def measure(rounds: int) -> dict[str, list[float]]:
    """Every contestant's steps a second in every round."""
    with tempfile.TemporaryDirectory(prefix="ludotheque-bench-") as folder:
        programs = {"C": peers.compile_c(Path(folder)), "C, tuned": peers.compile_c(Path(folder), "mabula_tables")}
        for name in NAMES:
            game(name).prepare(say=None)
        check_c(programs)
        speeds: dict[str, list[float]] = {}
        for number in range(rounds):
            for title, play in contestants(programs).items():
                speeds.setdefault(title, []).append(play())
                print(f"\rround {number + 1} of {rounds}: {title:<40}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        return speeds


def report(rounds: int, commit: str) -> str:
    """The docs page."""
    speeds = measure(rounds)

    def ratio(one: str, other: str) -> float:
        return median(a / b for a, b in zip(speeds[one], speeds[other], strict=True))

    def row(claim: tuple[str, float, float, str]) -> str:
        title, figure, asked, unit = claim
        verdict = "reached" if figure >= asked else f"missed by {100 * (1 - figure / asked):.0f} %"
        return f"| {title} | {figure:,.2f}{unit} | {asked}{unit} | {verdict} |"

    absolute = [f"| {title} | {median(values):,.0f} |" for title, values in speeds.items()]
    tuned = ratio("mabula", "C, tuned")
    at = f" at commit {commit}" if commit else ""
    return f"""# Speed

For whoever wants to know how fast the engine is. Uniformly random whole games on one core, the legal list made at every
step, results checked. Left out: what is measured against what, and why ([bench/README.md](../bench/README.md)).
Machines differ and are noisy: only the ratios are claimed, each the median of {rounds} rounds of one run.

Run on {date.today().isoformat()}{at}, {os.cpu_count()} cores, Python {platform.python_version()}.
Repeat it with `make bench`.

| claim | measured | asked | |
|---|---|---|---|
{chr(10).join(map(row, claims(ratio, lambda name: median(speeds[name]))))}

`bench/mabula.c` does what the kernels do, line by line. Against C tuned with tables and counts
(`bench/mabula_tables.c`) Mabula reaches only {tuned:.2f}.

## Start-up and size

{chr(10).join(start_up_rows())}

`ludotheque games` takes {command_seconds():.2f} s from the shell to its end (asked: 0.5 s). No kernel allocates
memory: a test looks for allocations in the compiled code. The figures of a GPU are in [parity.md](parity.md).

## Steps a second in this run

| who | steps a second, median |
|---|---|
{chr(10).join(absolute)}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed against peers, as ratios of one run.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--commit", default="", help="named in the page")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page here")
    options = parser.parse_args()
    try:
        page = report(options.rounds, options.commit)
    except peers.MissingPeerError as error:
        sys.exit(f"bench: {error}")
    print(page)
    if options.write:
        options.write.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
