"""Plays games on an existing Ray cluster, each as a task.

Ray retries a game whose machine or process is lost; the store counts each game once. On a node, a worker process plays
the game, as on one machine, so a bot that crashes or hangs there forfeits.
"""

import logging
import socket
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any

from ludotheque.arena.game_crew import LOOK, Workers
from ludotheque.arena.match import PlayedGame
from ludotheque.arena.schedule import ArenaError, GameJob, Plan
from ludotheque.bots.program import one_line
from ludotheque.games.refusal import GameError

LOSSES = 20  # of the same game, before giving up
REACH = 5.0  # seconds in which a cluster must answer
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(
    [0, 0, 0, 4, 0, 0, 0, 0, 0]
)  # the HTTP/2 preface that opens a gRPC connection
SETTINGS = 4  # the type of the frame that answers it


class RayCrew:
    """Plays on the cluster at `HOST:PORT`, or `auto` for the one on this machine."""

    def __init__(self, plan: Plan, address: str) -> None:
        self.plan = plan
        self._ray = load_ray()
        self._is_ours = not self._ray.is_initialized()
        if self._is_ours:
            reach(address)
            connect(self._ray, address)
        self._play = self._ray.remote(num_cpus=1, max_retries=LOSSES)(play_on_node)

    def play(self, jobs: Iterable[GameJob]) -> Generator[PlayedGame, None, None]:
        """Yield games as they end, with every processor busy; nodes may join and leave."""
        coming = iter(jobs)
        there: dict[Any, GameJob] = {}
        try:
            while self._fill(there, coming):
                ended, _ = self._ray.wait(list(there), timeout=LOOK)
                for task in ended:
                    yield self._fetch(task, there.pop(task))
        finally:
            self.close()

    def close(self) -> None:
        """Disconnect, which ends our running tasks."""
        if self._is_ours:
            self._ray.shutdown()

    def _fill(self, there: dict[Any, GameJob], coming: Iterator[GameJob]) -> bool:
        """Submit games while processors are free; returns whether any game is running."""
        processors = max(1, int(self._ray.cluster_resources().get("CPU", 0)))
        while len(there) < processors and (job := next(coming, None)):
            there[self._play.remote(self.plan.to_json(), version(), job.pairing, job.seating)] = job
        return bool(there)

    def _fetch(self, task: Any, job: GameJob) -> PlayedGame:
        """The played game; raises an ArenaError if a node cannot play, or the game was lost too often."""
        errors = self._ray.exceptions
        try:
            return PlayedGame.from_json(self._ray.get(task))
        except errors.RayTaskError as error:
            raise ArenaError(complaint(error.cause)) from None
        except errors.RayError as error:
            raise ArenaError(
                f"ray: game {job.pairing}.{job.seating} was lost again and again ({type(error).__name__}): "
                "look at the nodes' logs; what was played is kept, and the same command goes on"
            ) from None


def load_ray() -> Any:
    """Import Ray, an extra."""
    try:
        return import_module("ray")
    except ImportError:
        raise ArenaError(
            "playing on Ray needs the extra ray, here and on every node: pip install 'ludotheque[ray]'"
        ) from None


def check_address(address: str) -> None:
    """Raise unless it is an address."""
    host, _, port = address.rpartition(":")
    if address != "auto" and not (host and port.isascii() and port.isdigit() and 0 < int(port) < 1 << 16):
        raise ArenaError(f"ray: {address!r} is no address: write HOST:PORT, as in 10.0.0.5:6379, or auto")


def reach(address: str) -> None:
    """Raise at once if no cluster answers there: Ray would try for minutes, then exit."""
    check_address(address)
    if address == "auto":
        return
    host, _, port = address.rpartition(":")
    try:
        with socket.create_connection((host, int(port)), REACH) as connection:
            connection.sendall(PREFACE)
            answer = connection.recv(9)
    except (OSError, UnicodeError):
        answer = b""
    if len(answer) < 4 or answer[3] != SETTINGS:
        raise ArenaError(f"ray: no cluster answers at {address}: start one with ray start --head, or check the address")


def connect(ray: Any, address: str) -> None:
    """Join a cluster, quietly."""
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, RuntimeError, ValueError) as error:
        raise ArenaError(f"ray: the cluster at {address} cannot be joined: {one_line(str(error))}") from None


def complaint(cause: BaseException) -> str:
    """Why a node cannot play, in one line."""
    if isinstance(cause, GameError):
        return f"ray: a node cannot play: {one_line(str(cause))}"
    what = f"{type(cause).__name__}: {one_line(str(cause))}"
    return f"ray: a node cannot play: {what} (the same ludotheque[ray] must be installed on every node)"


def version() -> str:
    """Our version, which all nodes must have."""
    from ludotheque import __version__

    return __version__


def play_on_node(plan: str, wanted: str, pairing: int, seating: int) -> str:
    """Play one game on a node; plan and game are JSON."""
    if version() != wanted:
        raise ArenaError(f"it has Ludothèque {version()}, not {wanted}: install the same on every node")
    try:
        return post(plan).play(pairing, seating).to_json()
    except BaseException as error:
        post.cache_clear()
        if isinstance(error, GameError):
            raise ArenaError(str(error)) from None
        raise


@lru_cache(maxsize=1)
def post(plan: str) -> "Post":
    """The cached post of a plan."""
    return Post(Plan.from_json(plan))


class Post:
    """A worker process on a node, reused for all games of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        one = plan.find_game()
        if plan.setup(one, 0).board.label != plan.board_label:
            raise ArenaError(f"its file {plan.board} is another board: copy yours to every node")
        plan.find_bots()  # raises for a missing bot, before a process is started
        self._jobs: deque[GameJob] = deque()
        self._played = Workers(plan, 1).play(self._coming())

    def play(self, pairing: int, seating: int) -> PlayedGame:
        """Play a game of the plan to its end."""
        self._jobs.append(self.plan.pairing(pairing)[seating])
        return next(self._played)

    def _coming(self) -> Iterator[GameJob]:
        """The next job: `Workers` of one takes it only when the last game is over."""
        while True:
            yield self._jobs.popleft()
