"""Compiles games in background processes, the games being played first.

Code that is not compiled yet runs interpreted, with the same results; `load` then takes a compiled piece from disk. A
killed process leaves no partial files, and another compiles the piece again.
"""

import json
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ludotheque.bots.child_process import PYTHON, ChildError, ChildProcess
from ludotheque.bots.compilation import is_compiled, pieces_of
from ludotheque.games import NAMES
from ludotheque.play.game import game

PAUSES = (2.0, 10.0, 60.0)  # seconds between retries; the last one repeats
COMMAND = (*PYTHON, "-m", "ludotheque.bots.compilation")
GIVEN_UP = "{title} goes on without compiled rules for now, slower: {why}. It is tried again in {pause:g} seconds."

Note = Callable[[ChildProcess], None]
Load = Callable[[str, str], bool]  # game, piece; returns whether it was loaded


class CompilationError(Exception):
    """A piece could not be compiled or stored this time."""


@dataclass
class _Work:
    """The remaining work for one game."""

    left: list[str]
    wanted: float = 0.0  # time of the last request
    is_taken: bool = False
    failures: int = 0
    not_before: float = 0.0
    doing: str = field(default="")


class Workshop:
    """Processes that compile the pieces missing on disk, most recently wanted games first.

    Threads of the workshop call `load` for every piece on disk, `changed` after each progress, and `say` with a line
    for people after a failure.
    """

    def __init__(
        self, load: Load, say: Callable[[str], object], *, changed: Callable[[], object] = lambda: None,
        names: tuple[str, ...] = NAMES, processes: int | None = None, more: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        self._load, self._say, self._changed, self._more = load, say, changed, more
        self._count = processes or usable_cores()
        self._works = {name: _Work(self._missing(name)) for name in names}
        self._changing = threading.Condition()
        self._is_closed = False
        self._running: set[ChildProcess] = set()

    def start(self) -> None:
        """Load the pieces on disk and compile the others, on threads of the workshop."""
        threading.Thread(target=self._begin, daemon=True, name="workshop").start()

    def want(self, name: str) -> None:
        """Compile this game next: it is being played."""
        self._works[name].wanted = time.monotonic()

    def progress(self) -> dict[str, int]:
        """The compiled percentage of each game."""
        return {name: 100 - 100 * len(work.left) // len(self._pieces(name)) for name, work in self._works.items()}

    @property
    def compiling(self) -> frozenset[str]:
        """The games with pieces left to compile."""
        return frozenset(name for name, work in self._works.items() if work.left)

    def wait(self) -> None:
        """Wait until everything is compiled."""
        with self._changing:
            self._changing.wait_for(lambda: self._is_closed or not self.compiling)

    def close(self) -> None:
        """Kill the processes; no partial files stay."""
        with self._changing:
            self._is_closed = True
            self._changing.notify_all()
            for child in self._running:
                child.end()

    def _pieces(self, name: str) -> tuple[str, ...]:
        return pieces_of(name) + self._more

    def _missing(self, name: str) -> list[str]:
        return [piece for piece in self._pieces(name) if not is_compiled(game(name), piece)]

    def _begin(self) -> None:
        for name, work in self._works.items():
            for piece in self._pieces(name):
                if piece not in work.left and not self._load(name, piece):
                    work.left.append(piece)
        if self.compiling:
            for number in range(min(self._count, len(self._works))):
                threading.Thread(target=self._keep_compiling, daemon=True, name=f"compiler {number + 1}").start()

    def _keep_compiling(self) -> None:
        """Run one thread with its process, until nothing is left to compile."""
        compiler = _Compiler(self._began, self._ended)
        try:
            while (name := self._take()) is not None:
                self._compile(compiler, name)
        finally:
            compiler.end()

    def _began(self, child: ChildProcess) -> None:
        """Register a process, to end it when the workshop closes; at once if it is closed."""
        with self._changing:
            self._running.add(child)
            if self._is_closed:
                child.end()

    def _ended(self, child: ChildProcess) -> None:
        with self._changing:
            self._running.discard(child)

    def _take(self) -> str | None:
        """Wait for the next game to compile; None when all is done."""
        with self._changing:
            while not self._is_closed and self.compiling:
                now = time.monotonic()
                free = [name for name in self.compiling if not self._works[name].is_taken]
                due = [name for name in free if self._works[name].not_before <= now]
                if due:
                    name = max(due, key=lambda one: (self._works[one].wanted, -NAMES.index(one)))
                    self._works[name].is_taken = True
                    return name
                self._changing.wait(min((self._works[name].not_before - now for name in free), default=None))
            return None

    def _compile(self, compiler: "_Compiler", name: str) -> None:
        work = self._works[name]
        try:
            compiler.compile(name, work.left[0])
            if not self._load(name, work.left[0]):
                raise CompilationError("what was compiled can't be loaded")
        except CompilationError as error:
            self._rest(name, str(error))
        else:
            work.left.pop(0)
            work.failures = 0
            self._changed()
        with self._changing:
            work.is_taken = False
            self._changing.notify_all()

    def _rest(self, name: str, why: str) -> None:
        """Report the first failure of a game, and schedule a retry."""
        work = self._works[name]
        pause = PAUSES[min(work.failures, len(PAUSES) - 1)]
        work.failures, work.not_before = work.failures + 1, time.monotonic() + pause
        if work.failures == 1 and not self._is_closed:
            self._say(GIVEN_UP.format(title=game(name).title, why=why, pause=pause))


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Compiler:
    """A process that compiles one piece after another; replaced after its end."""

    def __init__(self, began: Note, ended: Note) -> None:
        self._began, self._ended = began, ended
        self._child: ChildProcess | None = None

    def compile(self, name: str, piece: str) -> None:
        """Compile a piece and store it on disk; raises CompilationError."""
        if self._child is None:
            try:
                self._child = ChildProcess(COMMAND)
            except OSError as error:
                raise CompilationError(f"no process can be started ({error.strerror})") from None
            self._began(self._child)
        try:
            answer = self._child.request(json.dumps({"game": name, "piece": piece})).result()
            why = json.loads(answer).get("error")
        except ChildError:
            why = "the process that compiles was ended"
        if why:
            self.end()  # its memory may hold code that is not on disk
            raise CompilationError(why)

    def end(self) -> None:
        """End the process, if there is one."""
        child, self._child = self._child, None
        if child is not None:
            child.end()
            self._ended(child)
