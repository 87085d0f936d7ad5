"""A process that plays one game after another, and what it says when it cannot."""

import json
import multiprocessing
import os
import signal
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import IO, Any

from ludotheque.arena.match import PlayedGame
from ludotheque.arena.players import Players
from ludotheque.arena.schedule import GameJob, Plan
from ludotheque.bots.child_process import FAREWELL, how_it_ended
from ludotheque.bots.program import one_line
from ludotheque.games.refusal import GameError

PATIENCE = 600.0  # seconds of one choice after which a bot without a clock is taken to hang, or one that gets ready
STDERR = 2


class WorkerLostError(Exception):
    """A worker that has ended, or cannot play; says why in one line."""


class Dismissed(BaseException):
    """The process is told to end; bots cannot take it for their own mistake."""


class GameWorker:
    """A process that plays one game after another, and says who is thinking and since when."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._thinking = context.RawArray("d", 2)
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  closed by `end`
        with _stderr_into(self._said) as terminal:
            arguments = (plan.to_json(), theirs, self._thinking, terminal)
            self.process = context.Process(target=_work, args=arguments, daemon=True)
            self.process.start()
        theirs.close()
        self.job: GameJob | None = None

    @property
    def thinking_seat(self) -> int:
        """The seat that is thinking or getting ready, or 0."""
        return abs(int(self._thinking[0]))

    def give(self, job: GameJob) -> None:
        """Let it play a game."""
        self.job = job
        self._thinking[0] = 0
        try:
            self.connection.send_bytes(json.dumps([job.pairing, job.seating]).encode())
        except OSError:
            return  # it has died: its end of the pipe says so when it is listened to

    def receive(self) -> PlayedGame:
        """The game that it has played; raises WorkerLostError when there is none."""
        try:
            answer = json.loads(self.connection.recv_bytes())
        except (EOFError, OSError):
            raise WorkerLostError(self._how_it_ended()) from None
        if "error" in answer:
            raise WorkerLostError(answer["error"])
        self.job = None
        return PlayedGame.from_json(answer["played"])

    def hanging_seat(self, patience: float) -> int:
        """The seat that has thought for longer than that, or got ready for much longer; 0 if there is none."""
        seat, begun = int(self._thinking[0]), self._thinking[1]  # once: it may answer at any moment
        limit = patience if seat > 0 else max(patience, PATIENCE)
        return abs(seat) if time.monotonic() - begun > limit else 0

    def end(self, seconds: float) -> None:
        """Wait for it to stop by itself; then stop it."""
        self.process.join(seconds)
        self.process.kill()
        self.process.join()
        self.connection.close()
        self._said.close()

    def _how_it_ended(self) -> str:
        """The last line that it wrote while it started, or how the system says that it ended."""
        self.process.join(FAREWELL)
        self._said.seek(0)
        lines = [line for line in self._said.read().decode("utf-8", "replace").splitlines() if line.strip()]
        code = self.process.exitcode
        how = "it fell silent" if code is None else f"it {how_it_ended(code)}"
        return f"{how}; it said: {one_line(lines[-1])}" if lines else how


def end_all(workers: Sequence[GameWorker]) -> None:
    """Stop workers, after a moment in which they end what their bots have started."""
    for worker in workers:
        worker.process.terminate()
    latest = time.monotonic() + FAREWELL
    for worker in workers:
        worker.end(max(0.0, latest - time.monotonic()))


@contextmanager
def _stderr_into(file: IO[bytes]) -> Iterator[Connection | None]:
    """Let a process that starts meanwhile write its errors into a file; hands out the true place for later."""
    try:
        true = os.dup(STDERR)
    except OSError:  # closed: then nobody hears anything anyway
        yield None
        return
    os.dup2(file.fileno(), STDERR)
    try:
        with Connection(os.dup(true), readable=False) as terminal:  # so it travels to the other process
            yield terminal
    finally:
        os.dup2(true, STDERR)
        os.close(true)


def _work(plan_text: str, connection: Connection, thinking: Any, terminal: Connection | None) -> None:
    """The life of a worker: games in, games out, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that keeps the games
    signal.signal(signal.SIGTERM, _end_here)  # so that bots are dismissed on the way out
    if terminal is not None:
        os.dup2(terminal.fileno(), STDERR)
    try:
        _play_all(Plan.from_json(plan_text), connection, thinking)
    except Dismissed:
        return
    except GameError as error:
        _tell(connection, error=one_line(str(error)))
    except Exception as error:
        _tell(connection, error=one_line(f"{type(error).__name__}: {error}"))
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _end_here(number: int, frame: object) -> None:
    raise Dismissed


def _play_all(plan: Plan, connection: Connection, thinking: Any) -> None:
    players = Players(plan)

    def watch(seat: int) -> None:
        thinking[1] = time.monotonic()
        thinking[0] = seat

    while job := _next_job(plan, connection):
        _tell(connection, played=players.play(job, watch).to_json())


def _next_job(plan: Plan, connection: Connection) -> GameJob | None:
    """The game that is asked for; None when nobody asks any more."""
    try:
        pairing, seating = map(int, json.loads(connection.recv_bytes()))
    except (EOFError, OSError):
        return None
    return plan.pairing(pairing)[seating]


def _tell(connection: Connection, **message: str) -> None:
    with suppress(OSError):  # nobody listens any more: the next look for a job says so
        connection.send_bytes(json.dumps(message).encode())
