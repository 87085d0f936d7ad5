"""Runs an arena: plays missing games, stores each, and returns the result."""

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludotheque.arena.game_crew import Alone, GameCrew, Workers
from ludotheque.arena.game_store import GameStore, open_store
from ludotheque.arena.match import PlayedGame
from ludotheque.arena.players import prepare
from ludotheque.arena.result import ArenaResult
from ludotheque.arena.schedule import BOT_FINDER, MOST_BOTS, ArenaError, GameJob, Plan
from ludotheque.arena.sequential_test import SequentialTest
from ludotheque.arena.shares import pairing_share
from ludotheque.play.engine import Say
from ludotheque.play.game import game as find_game

MOST_WORKERS = 8  # processes, on a machine with few processors
MOST_SIMULATIONS = 10**6  # a choice; some minutes with the slowest search
MOST_SECONDS = 3600.0  # a choice
MOST_PAIRINGS = 100_000  # of a sequential test that does not decide
Progress = Callable[["ArenaTally", int], object]  # the games so far, and the number wanted (0: unknown)


def run(
    game: str,
    bots: Sequence[str],
    *,
    players: int | None = None,
    games: int = 100,
    sprt: tuple[float, float] | None = None,
    time: float | None = None,
    simulations: int | None = None,
    seed: int = 0,
    alone: bool = False,
    workers: int = 0,
    ray: str | None = None,
    database: str | Path = "arena.sqlite",
    board: str | None = None,
    finder: str = BOT_FINDER,
    progress: Progress = lambda tally, wanted: None,
    say: Say | None = None,
    **options: Any,
) -> ArenaResult:
    """Play an arena and return its result. The same call continues a run that stopped.

    Without `workers` it plays in this process, with `ray` on the cluster at that address. `games` is rounded up to
    whole pairings. `sprt` is (elo0, elo1).
    """
    check_size(games, workers)
    if ray is not None:
        check_ray(ray)
    plan = make_plan(
        game, bots, players=players, sprt=sprt, time=time, simulations=simulations, seed=seed, alone=alone,
        board=board, finder=finder, say=say, **options,
    )  # fmt: skip
    with open_store(database, plan) as store:
        return hold(plan, find_crew(plan, workers, ray), store, games, sprt, progress)


def check_budget(seconds: float | None, simulations: int | None) -> None:
    """Raise if a budget is too large; `Budget` refuses negative ones."""
    if seconds is not None and not seconds <= MOST_SECONDS:
        raise ArenaError(f"time: at most {MOST_SECONDS:g} seconds a choice, not {seconds:g}")
    if simulations is not None and simulations > MOST_SIMULATIONS:
        raise ArenaError(f"simulations: at most {MOST_SIMULATIONS:,} a choice")


def check_size(games: int, workers: int) -> None:
    """Raise if there are too few games, or too many workers."""
    if games < 1:
        raise ArenaError("games: at least 1")
    if workers and getattr(multiprocessing.current_process(), "_inheriting", False):
        raise ArenaError("workers import your script: write if __name__ == '__main__': before what it does")
    processors = os.cpu_count() or 1
    most = max(MOST_WORKERS, 2 * processors)
    if not 0 <= workers <= most:
        raise ArenaError(f"workers: 0 to {most} on a machine with {processors} processors, not {workers}")


def check_ray(address: str) -> None:
    """Raise if the cluster cannot be reached, before anything is written."""
    from ludotheque.arena.ray import check_address, load_ray, reach

    check_address(address)
    load_ray()
    reach(address)


def find_crew(plan: Plan, workers: int, ray: str | None) -> GameCrew:
    """The crew that plays: a cluster, worker processes, or this process."""
    if ray is not None:
        from ludotheque.arena.ray import RayCrew

        return RayCrew(plan, ray)
    return Workers(plan, workers) if workers else Alone(plan)


def make_plan(
    game: str, bots: Sequence[str], *, players: int | None = None, sprt: tuple[float, float] | None = None,
    time: float | None = None, simulations: int | None = None, seed: int = 0, alone: bool = False,
    board: str | None = None, finder: str = BOT_FINDER, say: Say | None = None, **options: Any,
) -> Plan:  # fmt: skip
    """Check all settings before anything is written; each bot makes two trial choices."""
    check_budget(time, simulations)
    one = find_game(game)
    setup = one.setup(players, start=0, board=board, **options)
    check_bots(bots, setup.players, sprt)
    plan = Plan(
        game, setup.players, dict(setup.options), board, setup.board.label,
        setup.rules, tuple(bots), (), simulations, time, seed, alone or (sprt is not None), finder,
    )  # fmt: skip
    _ = plan.budget  # raises if it is invalid
    plan.find_bots()
    return replace(plan, versions=tuple(bot.version for bot in prepare(plan, say)))


def check_bots(bots: Sequence[str], seats: int, sprt: tuple[float, float] | None) -> None:
    """Raise if these bots cannot play each other."""
    if not 2 <= len(bots) <= MOST_BOTS:
        raise ArenaError(f"bots: name 2 to {MOST_BOTS}, as in novice,casual")
    if len(set(bots)) < len(bots):
        twice = next(bot for bot in bots if bots.count(bot) > 1)
        raise ArenaError(f"bots: {twice!r} is named twice; it takes several seats by itself where there are more")
    if not all(bot.isprintable() and bot.strip() for bot in bots):
        raise ArenaError("bots: a name is missing, or cannot be printed")
    if sprt and len(bots) > 2:
        raise ArenaError(f"sprt: a sequential test compares two bots, not {len(bots)}")
    if sprt and not -2000 <= sprt[0] < sprt[1] <= 2000:
        raise ArenaError("sprt: write elo0,elo1 with elo0 below elo1, as in 0,50")


class ArenaTally:
    """The games so far, and a sequential test over them in the order of their numbers."""

    def __init__(self, plan: Plan, sprt: tuple[float, float] | None) -> None:
        self.plan, self.sprt = plan, sprt
        self.games: dict[tuple[int, int], PlayedGame] = {}
        self.test = SequentialTest(*sprt, plan.players) if sprt else None

    def add(self, played: PlayedGame) -> None:
        """Add a game, without its record, in any order; the test waits for its next pairing."""
        self.games[played.pairing, played.seating] = replace(played, record="")
        while self.test and self.test.verdict.is_open:
            number = self.test.verdict.pairings
            keys = [(number, job.seating) for job in self.plan.pairing(number)]
            if not all(key in self.games for key in keys):
                break
            self.test.add(pairing_share([self.games[key] for key in keys]))

    @property
    def is_decided(self) -> bool:
        return self.test is not None and not self.test.verdict.is_open

    def result(self, pairings: int | None = None) -> ArenaResult:
        """The result so far; with `pairings`, of the first so many."""
        counted = [self.games[key] for key in sorted(self.games) if pairings is None or key[0] < pairings]
        return ArenaResult(self.plan, counted, self.sprt)


def hold(
    plan: Plan, crew: GameCrew, store: GameStore, games: int, sprt: tuple[float, float] | None, progress: Progress
) -> ArenaResult:
    """Let a crew play the games missing in a store, until there are enough or the test is decided."""
    tally = ArenaTally(plan, sprt)
    for played in store.load(records=False):
        tally.add(played)
    pairings, wanted = (MOST_PAIRINGS, 0) if sprt else whole_pairings(plan, games)
    progress(tally, wanted)
    if not tally.is_decided:
        with closing(crew.play(_missing(plan, pairings, set(tally.games)))) as coming:
            for played in coming:
                tally.add(store.keep(played))
                progress(tally, wanted)
                if tally.is_decided:
                    break
    return tally.result(tally.test.verdict.pairings if tally.test else pairings)


def whole_pairings(plan: Plan, games: int) -> tuple[int, int]:
    """How many pairings hold at least so many games, and how many games these are."""
    cycle = [len(plan.pairing(number)) for number in range(plan.cycle)]
    cycles = games // sum(cycle)
    pairings, total = cycles * plan.cycle, cycles * sum(cycle)
    while total < games:
        total += len(plan.pairing(pairings))
        pairings += 1
    return pairings, total


def _missing(plan: Plan, pairings: int, kept: set[tuple[int, int]]) -> Iterator[GameJob]:
    for number in range(pairings):
        yield from (job for job in plan.pairing(number) if (number, job.seating) not in kept)
