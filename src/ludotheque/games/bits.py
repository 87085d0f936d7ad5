"""Sets as 64-bit words: the two machine instructions that the rules use on them."""

from typing import Any

import numpy as np

from ludotheque.games.kernel import is_simulated, primitive

ONE = np.uint64(1)


def _intrinsic(emit: Any) -> Any:
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def instruction(_context: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = context.cast(builder, arguments[0], signature.args[0], types.uint64)
            return emit(builder, word)

        return types.int64(bits), generate

    return instruction


def _cpu_popcount() -> Any:
    return _intrinsic(lambda builder, word: builder.ctpop(word))


def _cpu_lowest() -> Any:
    from llvmlite import ir

    return _intrinsic(lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 0)))


def _gpu_popcount() -> Any:  # pragma: no cover  (built where CUDA is: in the simulator's process, or on a GPU)
    from ludotheque.games import bits_gpu

    return popcount if is_simulated() else bits_gpu.popcount


def _gpu_lowest() -> Any:  # pragma: no cover  (likewise)
    from ludotheque.games import bits_gpu

    return lowest if is_simulated() else bits_gpu.lowest


@primitive(_cpu_popcount, _gpu_popcount)
def popcount(bits: Any) -> int:
    """How many members the set has."""
    return int(bits).bit_count()


@primitive(_cpu_lowest, _gpu_lowest)
def lowest(bits: Any) -> int:
    """The lowest member of a set that is not empty."""
    return (int(bits) & -int(bits)).bit_length() - 1
