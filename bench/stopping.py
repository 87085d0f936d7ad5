"""How exactly a search stops at its time: `python -m bench.stopping`, on every game, with one thread and two.

`master` chooses in early, middle and late positions of random games, each of them twice, so that the second time it
goes on with its tree. What counts is the caller's clock, from the question to the answer. `--busy 4` lets four
processes spin meanwhile, to see what a loaded machine does. What is compiled is loaded by `greet` before the first
choice, as in the arena; the last column says how long that takes.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from multiprocessing import get_context

from ludotheque import NAMES, Chance, GameError, Position, View
from ludotheque.bots.bot import Bot, Budget
from ludotheque.bots.levels import find_bot
from ludotheque.interop.episode.episode import prepared

SECONDS, THREADS = (0.02, 0.1, 0.5), (1, 2)
STAGES = {"early": 0.1, "middle": 0.5, "late": 0.9}  # how much of a game is played
ALLOWED = 0.020  # seconds


@dataclass
class Row:
    """One line of the table: how far off each thought was, in seconds."""

    game: str
    threads: int
    asked: float
    greeting: float
    off: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        order = sorted(map(abs, self.off))
        nearly_all = order[min(len(order) - 1, int(0.99 * len(order)))]
        within = sum(one <= ALLOWED for one in order) / len(order)
        return (
            f"{self.game:<13}{self.threads:>8}{self.asked:>8g}{len(order):>9}{1000 * order[len(order) // 2]:>9.1f}"
            f"{1000 * nearly_all:>9.1f}{1000 * order[-1]:>9.1f}{within:>9.1%}{1000 * self.greeting:>9.1f}"
        )


HEAD = f"{'game':<13}{'threads':>8}{'asked s':>8}{'thoughts':>9}" + "".join(
    f"{word:>9}" for word in ("median", "99 %", "largest", "<= 20 ms", "greet")
)


def view_at(name: str, seed: int, stage: float) -> View:
    """The view of a seat that has a choice, so far into a random game."""
    source, position = Chance(seed, 8), prepared(name).start(seed=seed)
    line: list[Position] = []
    while not position.is_over:
        line.append(position)
        steps = position.legal(position.actors[0])
        position = position.play(steps[source.randrange(len(steps))])
    choices = [one for one in line if not one.is_chance and len(one.legal(one.actors[0])) > 1]
    chosen = choices[int(stage * len(choices))]
    return chosen.view(chosen.actors[0])


def lateness(bot: Bot, view: View, seconds: float) -> float:
    """How much longer a thought takes than it may, or shorter; a proof may be as short as it likes."""
    begun = time.perf_counter()
    thought = bot.think(view, Budget(seconds=seconds), Chance(7))
    off = time.perf_counter() - begun - seconds
    return max(0.0, off) if thought.proof else off


def measure(name: str, threads: int, rounds: int) -> Iterator[Row]:
    """All thoughts of one game on so many threads."""
    bot = find_bot(prepared(name), "master", threads=threads)
    begun = time.perf_counter()
    bot.greet()  # type: ignore[attr-defined]
    greeting = time.perf_counter() - begun
    for seconds in SECONDS:
        row = Row(name, threads, seconds, greeting)
        for seed, stage in product(range(1, rounds + 1), STAGES.values()):
            view = view_at(name, seed, stage)
            row.off += [lateness(bot, view, seconds) for _ in range(2)]
        yield row


def spin() -> None:
    """Keep a core busy until the process is ended."""
    while True:
        pass


@contextmanager
def busy(many: int) -> Iterator[None]:
    """So many processes that spin meanwhile."""
    spinners = [get_context("spawn").Process(target=spin, daemon=True) for _ in range(many)]
    for one in spinners:
        one.start()
    try:
        yield
    finally:
        for one in spinners:
            one.terminate()


def main() -> None:
    """Measure, and print a line for each game, number of threads and budget; milliseconds."""
    top = argparse.ArgumentParser(prog="bench.stopping", description="How exactly a search stops at its time.")
    top.add_argument("--game", choices=NAMES, action="append")
    top.add_argument("--rounds", type=int, default=10, help="random games of each kind, 6 thoughts each")
    top.add_argument("--busy", type=int, default=0, help="processes that spin meanwhile")
    given = top.parse_args()
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {given.busy} processes spin; in ms off the time asked"
    )
    print(HEAD)
    with busy(given.busy):
        for name, threads in product(given.game or NAMES, THREADS):
            for row in measure(name, threads, given.rounds):
                print(row, flush=True)
    print(f"load {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    try:
        main()
    except GameError as error:
        print(f"bench.stopping: {error}", file=sys.stderr)
        sys.exit(2)
