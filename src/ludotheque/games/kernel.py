"""One source of rules, three ways to run it.

A rule is a plain module-level function marked `@kernel`. Called, it is ordinary Python. `CPU.bind` and `GPU.bind`
build it, and every kernel it calls, with numba. Code that serves every game calls *verbs* (`games.verbs`); `bind`
puts one game's rules in their place. Numba is imported only when something is compiled.
"""

import dis
import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, ClassVar, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

GAMES = Path(__file__).parent
int64: Callable[[Any], int] = np.int64  # type: ignore[assignment]  # the width that kernels count in, whatever a field's own width is


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


class Target:
    """One way to run the rules: `python`, `cpu` or `gpu`, with what is built for it so far."""

    def __init__(self, name: str, build: Callable[[FunctionType, ModuleType | None, bool], Any]) -> None:
        self.name, self.build = name, build
        self.known: dict[tuple[Any, ModuleType | None, bool], Any] = {}

    def bind(self, function: Callable[..., Any], rules: ModuleType | None = None) -> Any:
        """`function` built for this target, with the verbs it uses answered by `rules`."""
        return self._find(function, rules, is_entry=True)

    def _find(self, function: Any, rules: ModuleType | None, is_entry: bool) -> Any:
        if hasattr(function, "__verb__"):
            function, is_entry = getattr(rules, function.__name__), True
        key = (function, rules, is_entry)
        if key not in self.known:
            self.known[key] = self._build(function, rules, is_entry)
        return self.known[key]

    def _build(self, function: Any, rules: ModuleType | None, is_entry: bool) -> Any:
        if self.name in getattr(function, "__primitive__", {}):
            return function.__primitive__[self.name]()
        loaded = {one.argval for one in dis.get_instructions(function) if one.opname == "LOAD_GLOBAL"}
        names = {
            name: self._find(value, rules, is_entry=False)
            for name in sorted(loaded)
            if hasattr(value := function.__globals__.get(name), "__kernel__") or hasattr(value, "__verb__")
        }
        copy = FunctionType(function.__code__, function.__globals__ | names, function.__name__)
        copy.__module__ = function.__module__
        copy.__qualname__ = f"{function.__name__}-{rules.__name__.split('.')[-2]}" if rules else function.__name__
        return self.build(copy, rules, is_entry)


def _build_cpu(function: FunctionType, rules: ModuleType | None, is_entry: bool) -> Any:
    """Entries are what Python calls: they are kept on disk, with all that they call inside.

    The others need no way in from Python, which saves a third of the compilation.
    """
    import numba

    inner = {"no_cpython_wrapper": not is_entry, "no_cfunc_wrapper": not is_entry}
    inline = getattr(rules, "INLINE", False)
    dispatcher = numba.njit(nogil=True, error_model="numpy", forceinline=inline, **inner)(function)
    if is_entry:
        dispatcher._cache = _cache_class(rules)(function)
    return dispatcher


def _build_gpu(
    function: FunctionType, rules: ModuleType | None, is_entry: bool
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
def source_hash(rules: ModuleType | None) -> str:
    """A hash of all that a game's compiled code depends on: the rules, what they share, and numba's version."""
    import numba

    shared = sorted(GAMES.glob("*.py"))
    own = sorted(Path(str(rules.__file__)).parent.glob("*.py")) if rules else []
    more = getattr(rules, "SOURCES", [])  # of code that is compiled together with the rules
    digest = hashlib.sha256(numba.__version__.encode())
    for path in shared + own + more:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder(rules: ModuleType | None) -> Path:
    """Where compiled rules are kept: `LUDOTHEQUE_CACHE`, else the user's cache, else a temporary folder."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    for root in (os.environ.get("LUDOTHEQUE_CACHE"), f"{home}/ludotheque"):
        folder = Path(root or "", "kernels", source_hash(rules))
        if folder.is_absolute() and _is_writable(folder):
            return folder
    return Path(tempfile.mkdtemp(prefix="ludotheque-"))


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@cache
def _cache_class(rules: ModuleType | None) -> Any:
    """Numba's disk cache with a folder of our own.

    Numba watches only the file a function stands in, not those of its callees. Our folder is named by a hash
    of all of them, so an edited callee is never served stale, and other people's caches are left alone.
    """
    from numba.core import caching

    class Locator(caching._CacheLocator):  # type: ignore[misc]
        def __init__(self, function: FunctionType, file: str) -> None:
            self.file, self.line = file, function.__code__.co_firstlineno

        def get_cache_path(self) -> str:
            return str(cache_folder(rules))

        def get_source_stamp(self) -> str:
            return source_hash(rules) + hashlib.sha256(Path(self.file).read_bytes()).hexdigest()[:16]

        def get_disambiguator(self) -> str:
            return str(self.line)

        @classmethod
        def from_function(cls, function: FunctionType, file: str) -> "Locator":
            return cls(function, file)

    class Implementation(caching.CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes: ClassVar[list[type]] = [Locator]

    class Cache(caching.FunctionCache):  # type: ignore[misc]
        _impl_class = Implementation

    return Cache
