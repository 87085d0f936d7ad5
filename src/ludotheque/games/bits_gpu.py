"""The instructions of `bits` on a GPU. Imported only when a kernel is compiled for one."""

from typing import Any

import numpy as np
from numba import cuda


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def popcount(bits: Any) -> int:
    return np.int64(cuda.popc(np.uint64(bits)))  # type: ignore[return-value]


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def lowest(bits: Any) -> int:
    return np.int64(cuda.ffs(np.uint64(bits))) - 1  # type: ignore[return-value]
