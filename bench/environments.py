"""Environments for learning, ours beside others: `python -m bench.environments run`, then `report`.

python -m bench.environments run --seconds 1 --repeats 5    all that is installed, in turn, so many times
python -m bench.environments report                         bench/results/environments.json as a table
python -m bench.environments threads                        what a second thread brings us
python -m bench.environments shapes                         moves in a random game, and choices at each

Peers need the extras `bench` and `pettingzoo`, and PettingZoo's games `pip install 'pettingzoo[classic]'`; what is not
installed is left out with one line. Each library runs in a process of its own that is bound to one core.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

from bench.environments_peers import GAMES, OURS, SPIEL, prepare, spiel_shape
from bench.peers import MissingPeerError

RESULT = Path(__file__).parent / "results" / "environments.json"
PACKAGES = ("ludotheque", "numpy", "numba", "pettingzoo", "open_spiel", "pgx", "jax")
ALWAYS_SEES = {"PettingZoo", "OpenSpiel, SyncVectorEnv"}  # cannot leave observations out
Entry = tuple[str, str, bool, int]  # library, game, whether observations are made, cores


def entries() -> Iterator[Entry]:
    """All that take part."""
    for library, games in GAMES.items():
        for game in games:
            for see in (True,) if library in ALWAYS_SEES else (False, True):
                yield library, game, see, 1


class Worker:
    """A process of one library, bound to some cores, that prepares entries and times them on request."""

    def __init__(self, cores: int) -> None:
        command = [sys.executable, "-W", "ignore", "-m", "bench.environments", "work", "--cores", str(cores)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )  # fmt: skip

    def ask(self, entry: Entry, seconds: float) -> Any:
        """Moves and seconds, or one line that says what is missing."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps([entry, seconds]) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        return json.loads(line) if line else f"{entry[0]}, {entry[1]}: left out, for it came to a bad end"


def work(cores: int) -> None:
    """Answer what a `Worker` asks."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    known: dict[Entry, Any] = {}
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print goes elsewhere
    for line in sys.stdin:
        given, seconds = json.loads(line)
        entry: Entry = (given[0], given[1], given[2], given[3])
        try:
            if entry not in known:
                known[entry] = prepare(*entry)
                known[entry](min(seconds, 0.2))
            answer: Any = known[entry](seconds)
        except MissingPeerError as missing:
            answer = str(missing)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def run(seconds: float, repeats: int, only: str) -> dict[str, Any]:
    """Time all entries in turn, so many times; what is missing is said once."""
    workers: dict[tuple[str, int], Worker] = {}
    speeds: dict[Entry, list[float]] = {}
    wanted = [entry for entry in entries() if only in entry[0]]
    for repeat in range(repeats):
        for entry in wanted[:]:
            who = entry[0], entry[3]
            if who not in workers:
                workers[who] = Worker(entry[3])
            answer = workers[who].ask(entry, seconds)
            if isinstance(answer, str):
                print(answer)
                wanted.remove(entry)
                continue
            speeds.setdefault(entry, []).append(answer[0] / answer[1])
            print(f"{repeat + 1}/{repeats}  {entry[0]:<26} {entry[1]:<14} {speeds[entry][-1]:>12,.0f}", flush=True)
    for worker in workers.values():
        worker.process.communicate()
    return {"date": datetime.now(UTC).isoformat(timespec="seconds"), "seconds": seconds, **machine()} | {
        "entries": [
            {"library": entry[0], "game": entry[1], "observations": entry[2], "cores": entry[3], "moves_per_s": values}
            for entry, values in speeds.items()
        ]
    }


def machine() -> dict[str, Any]:
    """The processor, its cores and the versions of what is measured."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    name = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.processor())
    versions = {}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return {"processor": name, "cores": os.cpu_count(), "python": platform.python_version(), "versions": versions}


def report(result: dict[str, Any]) -> str:
    """The tables of docs/training.md: medians of one run."""
    speeds = {
        (one["library"], one["game"], one["observations"]): median(one["moves_per_s"]) for one in result["entries"]
    }
    lines = ["| library | game | without observations | with observations |", "|---|---|---:|---:|"]
    for library, games in GAMES.items():
        for game in games:
            row = [speeds.get((library, game, see)) for see in (False, True)]
            if any(row):
                cells = " | ".join(f"{speed:,.0f}" if speed else "" for speed in row)
                lines.append(f"| {library} | {game} | {cells} |")
    return "\n".join(lines)


def threads(seconds: float, repeats: int) -> str:
    """Our batch with one thread and with two, by the clock, in turn: the best of each, for other work only slows."""
    lines = ["| game | observations | 1 thread | 2 threads | ratio |", "|---|---|---:|---:|---:|"]
    for game in OURS:
        for see in (False, True):
            runs = [prepare("ours, batched", game, see, count) for count in (1, 2)]
            best = [0.0, 0.0]
            for _ in range(repeats):
                for place, one in enumerate(runs):
                    begin = time.perf_counter()
                    moves, _ = one(seconds)
                    best[place] = max(best[place], moves / (time.perf_counter() - begin))
            cells = f"{'yes' if see else 'no'} | {best[0]:,.0f} | {best[1]:,.0f} | {best[1] / best[0]:.2f}"
            lines.append(f"| {game} | {cells} |")
    return "\n".join(lines)


def shapes() -> None:
    """How long the games are and how much there is to choose: ours, and OpenSpiel's, which the others have too."""
    from ludotheque.interop.episode.episode import prepared
    from ludotheque.play.simulation import random_results

    for name, players in OURS.items():
        one = prepared(name)
        setup = one.setup(players, start=0)
        moves, options = 0, 0
        for results in random_results(one, setup, 500, 1):
            moves, options = moves + int(results["moves"].sum()), options + int(results["options"].sum())
        print(f"{name:<14} {moves / 500:8.1f} {options / moves:8.1f}")
    for name in SPIEL:
        length, choices = spiel_shape(name, games=100)
        print(f"{name:<14} {length:8.1f} {choices:8.1f}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="bench.environments", description=__doc__)
    parser.add_argument("what", choices=["run", "report", "threads", "shapes", "work"])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--only", default="", help="part of a library's name; then nothing is written")
    parser.add_argument("--cores", type=int, default=1)
    given = parser.parse_args()
    if given.what == "work":
        work(given.cores)
    elif given.what == "report":
        print(report(json.loads(RESULT.read_text())))
    elif given.what == "threads":
        print(threads(given.seconds, given.repeats))
    elif given.what == "shapes":
        shapes()
    else:
        result = run(given.seconds, given.repeats, given.only)
        if not given.only:
            RESULT.write_text(json.dumps(result, indent=1) + "\n")
        print(report(result))


if __name__ == "__main__":
    main()
