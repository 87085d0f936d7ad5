"""How numba builds our kernels for a processor: less work than by default, for the same machine code.

By default numba optimises every function together with all that it calls, emits its machine code, links it into its
caller, and does both again there. Only entries are ever called from Python, and LLVM inlines what they call. So a
kernel below an entry stays LLVM's intermediate code (`InnerLibrary`), and the entry is optimised once, as a whole.
[What compiling costs](docs/kernels.md) has the figures.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import numba
from numba.core import codegen, compiler, typed_passes, types, untyped_passes
from numba.core.compiler_machinery import PassManager

_thread = threading.local()


class NotCompiled(LookupError):  # noqa: N818  says what is wrong
    """A kernel is not in the disk cache, and compiling is not allowed here."""


@contextmanager
def only_loading() -> Iterator[None]:
    """On this thread, load compiled kernels from disk, and raise NotCompiled instead of compiling."""
    _thread.only_loads = True
    try:
        yield
    finally:
        _thread.only_loads = False


def build(function: FunctionType, *, is_entry: bool, inline: bool) -> Any:
    """A dispatcher of numba's for a kernel. Only an entry can be called from Python."""
    pipeline = EntryCompiler if is_entry else InnerCompiler
    wrappers = {"no_cpython_wrapper": not is_entry, "no_cfunc_wrapper": True}
    dispatcher = numba.njit(nogil=True, error_model="numpy", forceinline=inline, pipeline_class=pipeline, **wrappers)(
        function
    )
    dispatcher.get_call_template = _OneForAllNumbers(dispatcher)
    return dispatcher


class _OneForAllNumbers:
    """Numba's `get_call_template`, which would compile a kernel once more for each constant that it is called with."""

    def __init__(self, dispatcher: Any) -> None:
        self.find = type(dispatcher).get_call_template.__get__(dispatcher)

    def __call__(self, args: Any, kws: Any) -> Any:
        return self.find(tuple(map(types.unliteral, args)), kws)  # type: ignore[attr-defined]


class EntryCompiler(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's passes, but for those that kernels have no use for: they have no closures, generators or `with`."""

    def compile_extra(self, function: FunctionType) -> Any:
        if getattr(_thread, "only_loads", False):
            raise NotCompiled(function.__qualname__)
        return super().compile_extra(function)

    def define_pipelines(self) -> list[Any]:
        passes = PassManager("kernel")
        for step in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            untyped_passes.IRProcessing,
            untyped_passes.GenericRewrites,
            untyped_passes.ReconstructSSA,
            typed_passes.NopythonTypeInference,
            typed_passes.PreLowerStripPhis,
            typed_passes.NoPythonSupportedFeatureValidation,
            typed_passes.IRLegalization,
            typed_passes.AnnotateTypes,
            typed_passes.NativeLowering,
            typed_passes.NoPythonBackend,
        ):
            passes.add_pass(step, step.__name__)
        passes.finalize()
        return [passes]


class InnerCompiler(EntryCompiler):
    """The same for a kernel that other kernels call."""

    def compile_extra(self, function: FunctionType) -> Any:
        self.state.library = InnerLibrary(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


class InnerLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]
    """Intermediate code that waits to be linked into its callers: never optimised, emitted or called by itself."""

    @property
    def codegen(self) -> Any:
        return _NoEnvironment()

    def get_pointer_to_function(self, name: str) -> int:
        """No pointer: there is no machine code."""
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        """Do nothing: the entry is optimised with all its callees inside."""

    def _finalize_final_module(self) -> None:
        self._finalized = True


class _NoEnvironment:
    """Stub of a code generator's library: without machine code there are no environments to set."""

    def set_env(self, name: str, environment: object) -> None:
        pass
