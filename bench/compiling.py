"""Where the time goes that compiling takes: `python -m bench.compiling`, or `--write docs/kernels.md`.

Each game is compiled in a process of its own into an empty cache, with numba's passes and LLVM's steps timed. Times are
exclusive: a callee that is compiled while its caller's types are inferred counts for itself. Processor time, one core.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from tools.marks import fill

from ludotheque.bots.compilation import PLAIN, compile_piece, pieces_of
from ludotheque.games import NAMES
from ludotheque.play.game import game

READ, TYPES, LOWER, LINK, OPTIMISE, EMIT, REST = (
    "bytecode to numba's IR", "type inference", "lowering to LLVM IR", "linking callees in", "LLVM optimises",
    "LLVM emits machine code", "all else: imports, calls, files",
)  # fmt: skip
PHASES = (READ, TYPES, LOWER, LINK, OPTIMISE, EMIT, REST)
OF_PASS = {"nopython_type_inference": TYPES, "native_lowering": LOWER, "nopython_backend": LINK}
MOST_ENTRIES = 4


@dataclass
class Figures:
    """Processor time and counts for one piece of one game."""

    game: str
    piece: str
    phases: dict[str, float] = field(default_factory=dict)
    kernels: int = 0
    entries: dict[str, float] = field(default_factory=dict)  # seconds of each entry, with all that it calls

    @property
    def seconds(self) -> float:
        return sum(self.phases.values())


class Stopwatch:
    """Processor time by phase; a phase inside another stops the outer one."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self._open, self._since = [REST], time.process_time()

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        self._turn()
        self._open.append(name)
        try:
            yield
        finally:
            self._turn()
            self._open.pop()

    def _turn(self) -> None:
        now = time.process_time()
        self.spent[self._open[-1]] += now - self._since
        self._since = now

    def take(self) -> dict[str, float]:
        """Return the time by phase since the last call."""
        self._turn()
        spent, self.spent = dict(self.spent), defaultdict(float)
        return spent


class Meter:
    """Hooks in numba that switch the stopwatch's phase and count compiled functions."""

    def __init__(self) -> None:
        from numba.core import codegen, compiler, compiler_machinery

        self.watch, self.kernels, self.entries = Stopwatch(), 0, dict[str, float]()
        self._depth = 0
        library = codegen.CPUCodeLibrary
        self._time(library, "_optimize_functions", OPTIMISE)
        self._time(library, "_optimize_final_module", OPTIMISE)
        self._time(library, "finalize", LINK)
        self._time(codegen.JITCodeLibrary, "_finalize_final_module", EMIT)
        self._time_passes(compiler_machinery.PassManager)
        self._count(compiler.CompilerBase)

    def _time(self, owner: type, name: str, phase: str) -> None:
        inner: Callable[..., Any] = getattr(owner, name)

        def timed(*args: Any) -> Any:
            with self.watch.phase(phase):
                return inner(*args)

        setattr(owner, name, timed)

    def _time_passes(self, owner: Any) -> None:
        inner = owner._runPass

        def timed(manager: Any, index: int, step: Any, state: Any) -> Any:
            with self.watch.phase(OF_PASS.get(step.name(), READ)):
                return inner(manager, index, step, state)

        owner._runPass = timed

    def _count(self, owner: Any) -> None:
        inner = owner.compile_extra

        def counted(made: Any, function: Any) -> Any:
            self.kernels += 1
            self._depth += 1
            began = time.process_time()
            try:
                return inner(made, function)
            finally:
                self._depth -= 1
                if not self._depth:
                    took = time.process_time() - began
                    self.entries[function.__qualname__] = self.entries.get(function.__qualname__, 0.0) + took

        owner.compile_extra = counted

    def take(self, name: str, piece: str) -> Figures:
        """Return the figures since the last call."""
        figures = Figures(name, piece, self.watch.take(), self.kernels, self.entries)
        self.kernels, self.entries = 0, {}
        return figures


def measure(name: str) -> list[Figures]:
    """Compile one game in this process, piece by piece."""
    one, meter = game(name), Meter()
    found = []
    for piece in (*pieces_of(name), PLAIN):
        compile_piece(one, piece)
        found.append(meter.take(name, piece))
    return found


def measure_all() -> list[Figures]:
    """Each game in a process and a cache of its own, one after another."""
    found = []
    for name in NAMES:
        with tempfile.TemporaryDirectory() as cache:
            command = [sys.executable, "-m", "bench.compiling", "--game", name]
            done = subprocess.run(command, env=_environment(cache), stdout=subprocess.PIPE, check=True)
            found += [Figures(**one) for one in json.loads(done.stdout)]
    return found


def everything() -> float:
    """Seconds by the clock until everything is compiled, games side by side."""
    with tempfile.TemporaryDirectory() as cache:
        began = time.monotonic()
        subprocess.run([sys.executable, "tools/prepare.py"], env=_environment(cache), check=True)
        return time.monotonic() - began


def _environment(cache: str) -> dict[str, str]:
    return {**os.environ, "LUDOTHEQUE_CACHE": cache}


def report(found: list[Figures], clock: float) -> str:
    """The tables of docs/kernels.md."""
    total = sum(one.seconds for one in found)
    lines = [
        f"Run on {date.today().isoformat()}. Everything, games side by side on {os.cpu_count()} idle cores: "
        f"**{clock:.0f} s** by the clock. One game after another, {total:.0f} s of processor time, by phase:", "",
        "| phase | seconds | share |", "|---|---|---|",
    ]  # fmt: skip
    for phase in PHASES:
        seconds = sum(one.phases.get(phase, 0.0) for one in found)
        lines.append(f"| {phase} | {seconds:.1f} | {100 * seconds / total:.0f} % |")
    lines += ["", "| game | piece | functions compiled | seconds |", "|---|---|---|---|"]
    lines += [f"| {one.game} | {one.piece} | {one.kernels} | {one.seconds:.1f} |" for one in found]
    entries = [(seconds, one, name) for one in found for name, seconds in one.entries.items()]
    lines += ["", "The entries that take longest, each with all that it calls:", ""]
    lines += ["| entry | piece | seconds |", "|---|---|---|"]
    for seconds, one, name in sorted(entries, key=lambda entry: entry[0], reverse=True)[:MOST_ENTRIES]:
        lines.append(f"| `{name}` | {one.piece} | {seconds:.1f} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=NAMES, help="measure this one in this process, and print JSON")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the figures into this page")
    arguments = parser.parse_args()
    if arguments.game:
        print(json.dumps([asdict(one) for one in measure(arguments.game)]))
        return
    text = report(measure_all(), everything())
    if arguments.write:
        fill(arguments.write, "compiling", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
