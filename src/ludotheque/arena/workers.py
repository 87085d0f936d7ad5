"""Who plays the games: this process, or worker processes, each a game at a time.

A worker that dies loses only its game, which is played again. A bot that kills its worker three times, or does not
come back, forfeits that game.
"""

import json
import multiprocessing
import signal
import time
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from ludotheque.arena.match import GRACE, Forfeit, Match, Played, one_line
from ludotheque.arena.plan import ArenaError, Job, Plan
from ludotheque.bots.bot import Bot, Budget, choose
from ludotheque.games.refusal import GameError
from ludotheque.play.chance import Chance
from ludotheque.play.view import View

DEATHS = 3  # of a worker at the same game, before the seat that was thinking forfeits it
PATIENCE = 600.0  # seconds of one choice after which a bot without a clock is taken to hang
LOOK = 0.5  # seconds between two looks at who hangs


class Crew(Protocol):
    """Plays games and hands them back as they end, in any order; takes a new one only when somebody is free."""

    def play(self, jobs: Iterable[Job]) -> Generator[Played, None, None]: ...


class Alone:
    """Plays in this process, one game after another."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.bots = plan, prepare(plan)

    def play(self, jobs: Iterable[Job]) -> Generator[Played, None, None]:
        """Every game in turn."""
        for job in jobs:
            yield Match(self.plan, self.bots, job).play()


def prepare(plan: Plan) -> list[Bot]:
    """The bots, compiled and ready: each has made one choice that does not count. Raises what is wrong with one."""
    one = plan.find_game().prepare(say=None)
    bots = plan.find_bots()
    position = one.begin(plan.setup(one, 0)).roll(Chance(plan.seed))
    while len(position.legal(position.actors[0])) == 1:
        position = position.play(position.legal()[0]).roll(Chance(plan.seed))
    for bot in bots:
        _try(bot, position.view(position.actors[0]), plan.seed)
    return bots


def _try(bot: Bot, view: View, seed: int) -> None:
    try:
        choose(bot, view, Budget(simulations=1), Chance(seed))
    except GameError:
        raise
    except Exception as error:
        raise ArenaError(f"{bot.name} cannot play: {type(error).__name__}: {one_line(str(error))}") from None


class Worker:
    """A process that plays one game after another, and says who is thinking and since when."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.thinking = context.RawArray("d", 2)
        self.process = context.Process(target=_work, args=(plan.to_json(), theirs, self.thinking), daemon=True)
        self.process.start()
        theirs.close()
        self.job: Job | None = None

    def give(self, job: Job) -> None:
        """Let it play a game."""
        self.job = job
        self.thinking[0] = 0
        try:
            self.connection.send_bytes(json.dumps([job.pairing, job.seating]).encode())
        except OSError:
            return  # it has died: its end of the pipe says so when it is listened to

    def hangs(self, patience: float) -> bool:
        """Whether a bot has thought for longer than that."""
        return bool(self.thinking[0] > 0 and time.monotonic() - self.thinking[1] > patience)

    def end(self) -> None:
        """Stop it at once."""
        self.process.kill()
        self.process.join()
        self.connection.close()


def _work(plan_text: str, connection: Connection, thinking: Any) -> None:
    """The life of a worker: games in, games out, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that keeps the games
    plan = Plan.from_json(plan_text)
    bots = prepare(plan)

    def watch(seat: int) -> None:
        thinking[1] = time.monotonic()
        thinking[0] = seat

    while True:
        try:
            pairing, seating = json.loads(connection.recv_bytes())
        except (EOFError, OSError):
            return
        played = Match(plan, bots, plan.pairing(pairing)[seating], watch).play()
        connection.send_bytes(played.to_json().encode())


class Workers:
    """Several worker processes."""

    def __init__(self, plan: Plan, count: int) -> None:
        self.plan, self.count = plan, count
        budget = plan.budget
        self.patience = PATIENCE if budget is None or budget.seconds is None else 2 * budget.seconds + 10 * GRACE
        self._crew: list[Worker] = []
        self._again: deque[Job] = deque()
        self._deaths: Counter[Job] = Counter()

    def play(self, jobs: Iterable[Job]) -> Generator[Played, None, None]:
        """Keep everybody busy; a lost game comes again before a new one."""
        coming = iter(jobs)
        try:
            while busy := self._hire(coming):
                ready = wait([worker.connection for worker, _ in busy], LOOK)
                found = [self._hear(worker, job, worker.connection in ready) for worker, job in busy]
                yield from (played for played in found if played)
        finally:
            for worker in self._crew:
                worker.end()

    def _hire(self, coming: Iterator[Job]) -> list[tuple[Worker, Job]]:
        """Give every free worker a game, as long as there are games; who is busy, with what."""
        while (free := next((one for one in self._crew if one.job is None), None)) or len(self._crew) < self.count:
            job = self._again.popleft() if self._again else next(coming, None)
            if job is None:
                break
            if free is None:
                free = Worker(self.plan)
                self._crew.append(free)
            free.give(job)
        return [(worker, worker.job) for worker in self._crew if worker.job]

    def _hear(self, worker: Worker, job: Job, is_ready: bool) -> Played | None:
        """The game that a worker sends; None while it plays, or when its game must come again."""
        if not is_ready:
            return self._lost(worker, job, "does not come back", is_final=True) if worker.hangs(self.patience) else None
        try:
            played = Played.from_json(worker.connection.recv_bytes())
        except (EOFError, OSError):
            return self._lost(worker, job, "ends its process", is_final=False)
        worker.job = None
        return played

    def _lost(self, worker: Worker, job: Job, why: str, *, is_final: bool) -> Played | None:
        """A worker is gone: its game comes again, or is forfeited by the seat that was thinking."""
        seat = int(worker.thinking[0])
        worker.end()
        self._crew.remove(worker)
        self._deaths[job] += 1
        if not is_final and self._deaths[job] < DEATHS:
            self._again.append(job)
            return None
        if seat == 0:
            raise ArenaError("a worker process ends before its game does, again and again: try --workers 0 to see why")
        return _forfeited(self.plan, job, seat, why)


def _forfeited(plan: Plan, job: Job, seat: int, why: str) -> Played:
    """A game whose steps are lost: a record of its start, and who is to blame."""
    one = plan.find_game()
    start = one.begin(plan.setup(one, job.pairing))
    return Match(plan, (), job).forfeited(start, Forfeit(seat, "left", f"{plan.bots[job.bots[seat - 1]]} {why}"))
