"""A worker process that plays one game after another.

`multiprocessing` starts it, not `bots.child_process`: `spawn` gives it our `sys.path`, and a shared array says who is
thinking without a message per move.
"""

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

PATIENCE = 600.0  # seconds of a choice without a clock, or of a start, after which a bot counts as hanging
STDERR = 2
SAFE = "PYTHONSAFEPATH"  # `spawn` runs python -c, which imports from the current folder first


class WorkerLostError(Exception):
    """A worker has ended, or cannot play; the message is one line."""


class Dismissed(BaseException):
    """SIGTERM in a worker; a BaseException, so that no bot's `except Exception` catches it."""


class GameWorker:
    """A worker process as its parent sees it; it shares which seat is thinking, and since when."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._thinking = context.RawArray("d", 2)
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  closed by `end`
        with _stderr_into(self._said) as terminal, _safe_path() as is_ours:
            arguments = (plan.to_json(), theirs, self._thinking, terminal, is_ours)
            self.process = context.Process(target=_work, args=arguments, daemon=True)
            self.process.start()
        theirs.close()
        self.job: GameJob | None = None

    @property
    def thinking_seat(self) -> int:
        """The seat that is thinking or starting, or 0."""
        return abs(int(self._thinking[0]))

    def give(self, job: GameJob) -> None:
        """Send it a job."""
        self.job = job
        self._thinking[0] = 0
        try:
            self.connection.send_bytes(json.dumps([job.pairing, job.seating]).encode())
        except OSError:
            return  # it has died: `receive` will raise

    def receive(self) -> PlayedGame:
        """The game that it has played; raises WorkerLostError."""
        try:
            answer = json.loads(self.connection.recv_bytes())
        except (EOFError, OSError):
            raise WorkerLostError(self._how_it_ended()) from None
        if "error" in answer:
            raise WorkerLostError(answer["error"])
        self.job = None
        return PlayedGame.from_json(answer["played"])

    def hanging_seat(self, patience: float) -> int:
        """The seat that has been thinking for longer than `patience`, or starting for longer than PATIENCE; or 0."""
        seat, begun = int(self._thinking[0]), self._thinking[1]  # read once: it may change at any moment
        limit = patience if seat > 0 else max(patience, PATIENCE)
        return abs(seat) if time.monotonic() - begun > limit else 0

    def end(self, seconds: float) -> None:
        """Wait for it to exit by itself; then kill it."""
        self.process.join(seconds)
        self.process.kill()
        self.process.join()
        self.connection.close()
        self._said.close()

    def _how_it_ended(self) -> str:
        """Its exit code or signal, and the last line on stderr while it started."""
        self.process.join(FAREWELL)
        self._said.seek(0)
        lines = [line for line in self._said.read().decode("utf-8", "replace").splitlines() if line.strip()]
        code = self.process.exitcode
        how = "it fell silent" if code is None else f"it {how_it_ended(code)}"
        return f"{how}; it said: {one_line(lines[-1])}" if lines else how


def end_all(workers: Sequence[GameWorker]) -> None:
    """Terminate workers, with `FAREWELL` seconds to close their bots; then kill them."""
    for worker in workers:
        worker.process.terminate()
    latest = time.monotonic() + FAREWELL
    for worker in workers:
        worker.end(max(0.0, latest - time.monotonic()))


@contextmanager
def _stderr_into(file: IO[bytes]) -> Iterator[Connection | None]:
    """Redirect stderr into a file while a process starts; yields the real stderr, for the process to restore."""
    try:
        true = os.dup(STDERR)
    except OSError:  # stderr is closed
        yield None
        return
    os.dup2(file.fileno(), STDERR)
    try:
        with Connection(os.dup(true), readable=False) as terminal:  # a Connection can be sent to the process
            yield terminal
    finally:
        os.dup2(true, STDERR)
        os.close(true)


@contextmanager
def _safe_path() -> Iterator[bool]:
    """Keep a process that starts from importing out of the folder we are in; yields whether its children are spared."""
    is_ours = SAFE not in os.environ
    os.environ.setdefault(SAFE, "1")
    try:
        yield is_ours
    finally:
        if is_ours:
            del os.environ[SAFE]


def _work(plan_text: str, connection: Connection, thinking: Any, terminal: Connection | None, is_ours: bool) -> None:
    """The main function of a worker: jobs in, games out, until the pipe closes."""
    if is_ours:
        os.environ.pop(SAFE, None)  # other people's programs may import what lies beside them
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    signal.signal(signal.SIGTERM, _end_here)  # so that bots are closed on exit
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
    """The next job; None when the pipe is closed."""
    try:
        pairing, seating = map(int, json.loads(connection.recv_bytes()))
    except (EOFError, OSError):
        return None
    return plan.pairing(pairing)[seating]


def _tell(connection: Connection, **message: str) -> None:
    with suppress(OSError):  # the pipe is closed: `_next_job` returns None
        connection.send_bytes(json.dumps(message).encode())
