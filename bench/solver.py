"""From how many marbles on the edge Mabula is solved in 1 s and in 60 s: `python -m bench.solver --write PAGE`.

Every position is one line in a file, so a run that was stopped goes on where it stood. Seconds are those of the core,
not of the clock on the wall, so that a busy machine does not change what is solved. `--images` counts how often one
position of a search is a mirror image of another.
"""

import argparse
import hashlib
import json
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from ludotheque import Chance, Position, game
from ludotheque.bots.bot import choose
from ludotheque.bots.levels import find_bot
from ludotheque.bots.mabula import solver as proof

RESULTS = Path(tempfile.gettempdir(), "ludotheque-solver.jsonl")
BEGIN, END = "<!-- solver -->", "<!-- end -->"
FASTEST = 8_000_000  # nodes a second that no core of ours reaches
PLAY = ("random", "uct:1000")
SCORINGS = ("largest", "product")
PLANS = {  # seconds: marbles left, positions of each kind, bytes of the table
    1: (range(9, 15), 20, 64 << 20),
    60: (range(14, 16), 3, 256 << 20),
}


@dataclass(frozen=True)
class Trial:
    """One position, and what became of it."""

    solver: str
    seconds: int
    scoring: str
    play: str
    left: int
    seed: int
    outcome: str = ""
    nodes: int = 0
    took: float = 0.0

    @property
    def key(self) -> tuple[Any, ...]:
        return (self.solver, self.seconds, self.scoring, self.play, self.left, self.seed)

    @property
    def is_solved(self) -> bool:
        return bool(self.outcome) and self.took <= self.seconds


@cache
def solver_name() -> str:
    """A hash of the solver's compiled files: results of another one do not count."""
    folder = Path(proof.__file__).parent
    files = [file for file in proof.solver_kit().SOURCES if file.parent == folder]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def position_of(trial: Trial) -> Position:
    """The position of a game of random or searched play with so many marbles left on the edge."""
    mabula = game("mabula")
    bot, chance = find_bot(mabula, trial.play), Chance(trial.seed, 41)
    position = mabula.start(seed=Chance(trial.seed, 40), scoring=trial.scoring)
    while 24 - position.ply > trial.left:
        position = position.play(choose(bot, position.view(position.actors[0]), None, chance))
    return position


def run(trial: Trial) -> Trial:
    """Try to prove the outcome of one position."""
    position = position_of(trial)
    nodes, patience, memory = trial.seconds * FASTEST, trial.seconds * 6.0, PLANS[trial.seconds][2]
    begun = time.thread_time()
    found = proof.prove(position, nodes=nodes, seconds=patience, memory=memory, margin=False)
    took = time.thread_time() - begun
    return replace(trial, outcome=found.outcome, nodes=found.nodes, took=round(took, 4))


def plan(seconds: int) -> Iterator[Trial]:
    """All trials, the easiest first."""
    counts, many, _ = PLANS[seconds]
    for left in counts:
        for scoring in SCORINGS:
            for play in PLAY:
                for seed in range(many):
                    yield Trial(solver_name(), seconds, scoring, play, left, seed)


def load(path: Path) -> dict[tuple[Any, ...], Trial]:
    lines = path.read_text().splitlines() if path.exists() else []
    return {trial.key: trial for trial in (Trial(**json.loads(line)) for line in lines)}


def rows(trials: list[Trial]) -> Iterator[str]:
    """A line for each kind of position: how many were solved, the median of all."""
    kinds = sorted({(one.seconds, one.scoring, one.play, one.left) for one in trials})
    for seconds, scoring, play, left in kinds:
        own = [
            one for one in trials if (one.seconds, one.scoring, one.play, one.left) == (seconds, scoring, play, left)
        ]
        solved = sum(one.is_solved for one in own)
        middle = f"{median(one.took for one in own):.2f} s | {median(one.nodes for one in own):,.0f}"
        shown = middle if solved * 2 > len(own) else "- | -"
        speed = sum(one.nodes for one in own) / sum(one.took for one in own) / 1e6
        kind = "searched" if play != "random" else play
        first = f"| {seconds} s | {scoring} | {kind} | {left} | {solved} of {len(own)}"
        yield f"{first} | {shown} | {speed:.1f} M |"


def report(trials: list[Trial]) -> str:
    head = "| limit | scoring | play | marbles left | solved | median time | median nodes | nodes a second |"
    return "\n".join([head, "|---|---|---|---|---|---|---|---|", *rows(trials)])


def write(page: Path, text: str) -> None:
    """Put the figures between the two marks of a page."""
    before, rest = page.read_text().split(BEGIN)
    page.write_text(before + BEGIN + "\n" + text + "\n" + END + rest.split(END)[1])


def grids(position: Position) -> Iterator[str]:
    """A position's eight images as text, and those of the colours changed."""
    grid = [line[3:18:2] for line in str(position).splitlines() if line[:1].isdigit()]
    turn = position.actors
    for _ in range(4):
        grid = ["".join(column) for column in zip(*grid[::-1], strict=True)]
        for one in ("/".join(grid), "/".join(row[::-1] for row in grid)):
            yield f"{one} {turn}"
            yield f"{one.translate(str.maketrans('WB', 'BW'))} {tuple(3 - seat for seat in turn)}"


def count_images(left: int, roots: int) -> tuple[int, int]:
    """All different positions below some roots of random play, and how many of them are no image of another."""
    positions, images = 0, 0
    for seed in range(roots):
        level = {position_of(Trial("", 1, "largest", "random", left, seed))}
        while level:
            positions += len(level)
            images += len({min(grids(one)) for one in level})
            level = {one.play(step) for one in level for step in one.legal()}
    return positions, images


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=RESULTS, help="the file of results, one line a position")
    parser.add_argument("--seconds", type=int, choices=sorted(PLANS), action="append", help="only this limit")
    parser.add_argument("--write", type=Path, help="the page to put the figures into")
    parser.add_argument("--images", action="store_true", help="count mirror images instead")
    wanted = parser.parse_args()
    game("mabula").prepare(None)
    if wanted.images:
        positions, classes = count_images(6, 3)
        print(f"{positions:,} positions, {classes:,} of them no image of another")
        return
    known = load(wanted.into)
    for seconds in wanted.seconds or sorted(PLANS):
        for trial in plan(seconds):
            if trial.key not in known:
                known[trial.key] = run(trial)
                with wanted.into.open("a") as file:
                    file.write(json.dumps(asdict(known[trial.key])) + "\n")
    text = report([trial for trial in known.values() if trial.solver == solver_name()])
    if wanted.write:
        write(wanted.write, text)
    print(text)


if __name__ == "__main__":
    main()
