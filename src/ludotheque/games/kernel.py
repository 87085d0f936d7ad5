"""One source of rules, three ways to run it.

A rule is a plain module-level function marked `@kernel`. Called, it is ordinary Python. `CPU.bind` and `GPU.bind`
build it, and every kernel it calls, with numba. Code that serves every game calls *verbs* (`games.verbs`); `bind`
puts one game's rules in their place. Numba is imported only when something is compiled.
"""

import atexit
import dis
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any, Protocol, TypeVar

import numpy as np

from ludotheque.games.kernels.kernel_sources import imported

F = TypeVar("F", bound=Callable[..., Any])

GAMES = Path(__file__).parent
int64: Callable[[Any], int] = np.int64  # type: ignore[assignment]  # the width that kernels count in, whatever a field's own width is


class Answers(Protocol):
    """Whatever answers verbs: the `rules` of a game, or a kit that holds them with the parts of a search."""

    @property
    def __name__(self) -> str:
        """`ludotheque.games.mabula.rules`: the last but one tells kernels of different games apart."""

    @property
    def __file__(self) -> str | None:
        """The file of the game's rules, whose folder holds what they are made of."""

    def __hash__(self) -> int:
        """What is built is remembered by them."""


def kernel(function: F) -> F:
    """Mark a rule that must also run compiled: no heap, no recursion, no exceptions in it."""
    function.__kernel__ = True  # type: ignore[attr-defined]
    return function


def primitive(cpu: Callable[[], Any], gpu: Callable[[], Any]) -> Callable[[F], F]:
    """Mark a function that is one machine instruction: `cpu` and `gpu` make the compiled ones."""

    def mark(function: F) -> F:
        function.__kernel__ = True  # type: ignore[attr-defined]
        function.__primitive__ = {"cpu": cpu, "gpu": gpu}  # type: ignore[attr-defined]
        return function

    return mark


def verb(function: F) -> F:
    """Mark a name that every game's rules answer, for code that serves all games."""
    function.__verb__ = True  # type: ignore[attr-defined]
    return function


def is_verb(value: object) -> bool:
    return hasattr(value, "__verb__")


class Target:
    """One way to run the rules: `python`, `cpu` or `gpu`, with what is built for it so far."""

    def __init__(self, name: str, build: Callable[[FunctionType, Answers | None, bool], Any]) -> None:
        self.name, self.build = name, build
        self.known: dict[tuple[Any, Answers | None, bool], Any] = {}

    def bind(self, function: Callable[..., Any], rules: Answers | None = None) -> Any:
        """`function` built for this target, with the verbs it uses answered by `rules`."""
        return self._find(getattr(rules, function.__name__) if is_verb(function) else function, rules, is_entry=True)

    def _find(self, function: Any, rules: Answers | None, is_entry: bool) -> Any:
        if is_verb(function):
            function = getattr(rules, function.__name__)
            is_entry = is_of_the_game(function, rules)  # Python calls these too; a kit's parts it does not
        if is_of_the_game(function, rules):
            rules = getattr(rules, "RULES", rules)  # compiled once for every kit of the game
        key = (function, rules, is_entry)
        if key not in self.known:
            self.known[key] = self._build(function, rules, is_entry)
        return self.known[key]

    def _build(self, function: Any, rules: Answers | None, is_entry: bool) -> Any:
        if self.name in getattr(function, "__primitive__", {}):
            return function.__primitive__[self.name]()
        names = {name: self._find(value, rules, is_entry=False) for name, value in kernels_called(function).items()}
        copy = FunctionType(function.__code__, function.__globals__ | names, function.__name__)
        copy.__module__ = function.__module__
        copy.__qualname__ = f"{function.__name__}-{rules.__name__.split('.')[-2]}" if rules else function.__name__
        return self.build(copy, rules, is_entry)


@cache
def kernels_called(function: FunctionType) -> dict[str, Any]:
    """The kernels and verbs that a kernel calls, by the names it has for them."""
    loaded = {one.argval for one in dis.get_instructions(function) if one.opname == "LOAD_GLOBAL"}
    return {
        name: value
        for name in sorted(loaded)
        if hasattr(value := function.__globals__.get(name), "__kernel__") or is_verb(value)
    }


@cache
def is_of_the_game(function: Any, rules: Answers | None) -> bool:
    """Whether a kernel is a game's alone, whoever asks: it asks no verb, and stands in a file of the game."""
    folders = {GAMES, *([Path(str(rules.__file__)).parent] if rules else [])}
    return Path(function.__code__.co_filename).parent in folders and not asks_verbs(function)


@cache
def asks_verbs(function: Any) -> bool:
    """Whether a kernel, or one that it calls, asks a verb: then it is another one for other rules."""
    if hasattr(function, "__primitive__"):
        return False
    return is_verb(function) or any(map(asks_verbs, kernels_called(function).values()))


def _build_cpu(function: FunctionType, rules: Answers | None, is_entry: bool) -> Any:
    """Entries are what Python calls: they are kept on disk, with all that they call inside."""
    from ludotheque.games.kernels import compiler, kernel_cache

    dispatcher = compiler.build(function, is_entry=is_entry, inline=getattr(rules, "INLINE", False))
    if is_entry:
        dispatcher._cache = kernel_cache.cache_of(function, cache_folder(rules), source_hash(rules))
    return dispatcher


def _build_gpu(
    function: FunctionType, rules: Answers | None, is_entry: bool
) -> Any:  # pragma: no cover  (built where CUDA is: in the simulator's process, or on a GPU)
    from numba import cuda

    return function if is_simulated() else cuda.jit(device=True)(function)


def is_simulated() -> bool:  # pragma: no cover  (likewise)
    """Whether CUDA is numba's simulator, which runs plain Python."""
    from numba.core import config

    return bool(config.ENABLE_CUDASIM)


PYTHON = Target("python", lambda function, rules, is_entry: function)
CPU = Target("cpu", _build_cpu)
GPU = Target("gpu", _build_gpu)


@cache
def source_hash(rules: Any) -> str:
    """A hash of all that a game's compiled code depends on: the rules, what they share, and numba's version."""
    shared = sorted([*GAMES.glob("*.py"), *GAMES.glob("kernels/*.py")])
    more = getattr(rules, "SOURCES", [])  # of code that is compiled together with the rules
    own = imported([Path(str(rules.__file__)), *more], Path(str(rules.__file__)).parent) if rules else []
    digest = hashlib.sha256(version("numba").encode())
    for path in shared + own + more:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(rules: Any) -> Path:
    """Where the compiled code of a game, or of a kit, is kept."""
    folder = cache_root() / source_hash(rules)
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
    return folder


@cache
def cache_root() -> Path:
    """Where compiled rules are kept: `LUDOTHEQUE_CACHE`, else the user's cache.

    Where neither can be written it is a temporary folder, which goes with this process and serves its children too.
    """
    home, why = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), ""
    for root in (os.environ.get("LUDOTHEQUE_CACHE"), f"{home}/ludotheque"):
        folder = Path(root or "", "kernels")
        if folder.is_absolute():
            problem = _why_not(folder)
            if not problem:
                return folder
            why = why or f"{folder} ({problem})"
    sys.stderr.write(
        f"ludotheque: compiled rules can't be kept in {why or home}: they are kept until this process ends. "
        "LUDOTHEQUE_CACHE names another folder.\n"
    )
    temporary = tempfile.mkdtemp(prefix="ludotheque-")
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    os.environ["LUDOTHEQUE_CACHE"] = temporary
    (Path(temporary) / "kernels").mkdir()
    return Path(temporary) / "kernels"


def _why_not(folder: Path) -> str:
    """Why nothing can be written to a folder; empty if it can."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return error.strerror or str(error)


def mark_of(rules: Any, what: str) -> Path:
    """The file whose being there says that all of something lies compiled on disk."""
    return cache_folder(rules) / f"{what}.{sys.implementation.cache_tag}.ready"


def set_mark(rules: Any, what: str) -> None:
    """Say that something lies compiled on disk, unless a part of it could not be written."""
    from ludotheque.games.kernels import kernel_cache

    if not kernel_cache.UNSAVED:
        with suppress(OSError):
            mark_of(rules, what).touch()
