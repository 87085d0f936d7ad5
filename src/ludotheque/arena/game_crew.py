"""Crews that play the games: this process alone, or worker processes.

The game of a worker that dies is played again. A bot that kills its worker three times, or hangs, forfeits the game.
"""

from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from multiprocessing.connection import wait
from typing import Protocol

from ludotheque.arena.game_worker import PATIENCE, GameWorker, WorkerLostError, end_all
from ludotheque.arena.match import GRACE, Forfeit, Match, PlayedGame
from ludotheque.arena.players import Players
from ludotheque.arena.schedule import ArenaError, GameJob, Plan

DEATHS = 3  # of workers in the same game, before the thinking seat forfeits it
LOOK = 0.5  # seconds between two checks for hanging bots


class GameCrew(Protocol):
    """Plays jobs and yields games as they end, in any order; takes a job only when it can start it."""

    def play(self, jobs: Iterable[GameJob]) -> Generator[PlayedGame, None, None]: ...


class Alone:
    """Plays in this process, one game after another."""

    def __init__(self, plan: Plan) -> None:
        self.players = Players(plan)

    def play(self, jobs: Iterable[GameJob]) -> Generator[PlayedGame, None, None]:
        """Play every job in turn."""
        for job in jobs:
            yield self.players.play(job)


class Workers:
    """Several worker processes."""

    def __init__(self, plan: Plan, count: int) -> None:
        self.plan, self.count = plan, count
        budget = plan.budget
        self.patience = PATIENCE if budget is None or budget.seconds is None else 2 * budget.seconds + 10 * GRACE
        self._crew: list[GameWorker] = []
        self._again: deque[GameJob] = deque()
        self._deaths: Counter[GameJob] = Counter()

    def play(self, jobs: Iterable[GameJob]) -> Generator[PlayedGame, None, None]:
        """Yield games as they end, with all workers busy; lost games are retried before new ones."""
        coming = iter(jobs)
        try:
            while busy := self._hire(coming):
                ready = wait([worker.connection for worker, _ in busy], LOOK)
                for worker, job in busy:
                    if played := self._hear(worker, job, worker.connection in ready):
                        yield played
        finally:
            end_all(self._crew)

    def _hire(self, coming: Iterator[GameJob]) -> list[tuple[GameWorker, GameJob]]:
        """Give every free worker a job while there are any; returns the busy workers and their jobs."""
        while (free := next((one for one in self._crew if one.job is None), None)) or len(self._crew) < self.count:
            job = self._again.popleft() if self._again else next(coming, None)
            if job is None:
                break
            if free is None:
                free = GameWorker(self.plan)
                self._crew.append(free)
            free.give(job)
        return [(worker, worker.job) for worker in self._crew if worker.job]

    def _hear(self, worker: GameWorker, job: GameJob, is_ready: bool) -> PlayedGame | None:
        """The game that a worker has played; None while it plays, or if its game must be retried."""
        if not is_ready:
            seat = worker.hanging_seat(self.patience)
            return self._lost(worker, job, seat, "does not come back") if seat else None
        try:
            return worker.receive()
        except WorkerLostError as error:
            self._deaths[job] += 1
            if self._deaths[job] < DEATHS:
                self._again.append(job)
                self._dismiss(worker)
                return None
            if seat := worker.thinking_seat:
                return self._lost(worker, job, seat, "ends its process")
            raise ArenaError(f"a worker process cannot play: {error}; what was played is kept") from None

    def _lost(self, worker: GameWorker, job: GameJob, seat: int, what: str) -> PlayedGame:
        """End a worker; the seat that was thinking forfeits its game."""
        self._dismiss(worker)
        return _forfeited(self.plan, job, seat, what)

    def _dismiss(self, worker: GameWorker) -> None:
        end_all([worker])
        self._crew.remove(worker)


def _forfeited(plan: Plan, job: GameJob, seat: int, why: str) -> PlayedGame:
    """A forfeited game whose steps are lost: its start, and the seat to blame."""
    one = plan.find_game()
    start = one.begin(plan.setup(one, job.pairing))
    return Match(plan, (), job).forfeited(start, Forfeit(seat, "left", f"{plan.bots[job.bots[seat - 1]]} {why}"))
