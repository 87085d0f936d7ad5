"""Games on a GPU: one thread plays one game, with the very functions that run on the CPU."""

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.games.playout import RESULT
from ludotheque.games.random_source import RNG
from ludotheque.play.game import Game, Setup
from ludotheque.play.simulation import LOW, POLICIES, kernel_setup

if TYPE_CHECKING:
    from ludotheque.gpu.cuda_kernels import CudaKernels  # needs the extra gpu


class GpuError(RuntimeError):
    """There is no GPU to play on; says what is missing."""


def load_cuda(game: Game) -> "tuple[Any, CudaKernels, int]":
    """numba.cuda, a game's kernels for it and the threads of a block, or one line that says what is missing."""
    for new, old in (("vstack", "row_stack"), ("isin", "in1d"), ("trapezoid", "trapz")):
        if not hasattr(np, old):  # numba-cuda 0.30 still asks for names that NumPy 2.5 has dropped
            setattr(np, old, getattr(np, new))
    try:
        from numba import cuda
    except ImportError:
        raise GpuError("playing on a GPU needs the extra gpu: pip install 'ludotheque[gpu]'") from None
    if not cuda.is_available():
        raise GpuError("no NVIDIA GPU was found (NUMBA_ENABLE_CUDASIM=1 plays in the simulator, slowly)")
    from ludotheque.gpu.cuda_kernels import kernels, threads_per_block

    return cuda, kernels(game), threads_per_block(game)


def _one(record: Any) -> Any:
    """A record as an array of one, which is how it travels to a GPU."""
    array = np.zeros(1, record.dtype)
    array[0] = record
    return array


def random_games(
    game: Game, setup: Setup, games: int, seed: int, policy: str = "uniform", first: int = 0, threads: int = 1 << 17
) -> tuple[Any, float]:
    """Play random games on the GPU: their results (see `playout.RESULT`), and the seconds of play alone."""
    cuda, kernels, block = load_cuda(game)
    kernel = kernels.games
    arguments = [
        cuda.to_device(_one(setup.board.record)), cuda.to_device(_one(game.engine.new_state())),
        cuda.to_device(_one(kernel_setup(game, setup))), POLICIES.index(policy),
        cuda.to_device(np.array([seed & LOW, seed >> 32 & LOW])), first,
    ]  # fmt: skip
    results = cuda.to_device(np.zeros(games, RESULT))
    blocks = max(1, min(threads, games) // block)
    kernel[1, block](*arguments, cuda.to_device(np.zeros(1, RESULT)))
    cuda.synchronize()
    begun = time.perf_counter()
    kernel[blocks, block](*arguments, results)
    cuda.synchronize()
    seconds = time.perf_counter() - begun
    return results.copy_to_host(), seconds


class GpuBatch:
    """Many games of one setup, side by side on the GPU, stepped together."""

    def __init__(self, game: Game, setup: Setup, count: int, seed: int, first: int = 0) -> None:
        self.cuda, self.kernels, self.block = load_cuda(game)
        self.game, self.setup, self.count = game, setup, count
        self.board = self.cuda.to_device(_one(setup.board.record))
        self.device_states = self.cuda.to_device(np.zeros(count, game.engine.facts_of.STATE))
        self.rngs = self.cuda.to_device(np.zeros(count, RNG))
        seeds = self.cuda.to_device(np.array([seed & LOW, seed >> 32 & LOW]))
        self._run(self.kernels.begin, self.rngs, self.cuda.to_device(_one(kernel_setup(game, setup))), seeds, first)

    def _run(self, kernel: Any, *arguments: Any) -> None:
        blocks = (self.count + self.block - 1) // self.block
        kernel[blocks, self.block](self.board, self.device_states, *arguments)

    @property
    def states(self) -> Any:
        """All states, copied from the GPU."""
        return self.device_states.copy_to_host()

    def legal(self) -> tuple[Any, Any]:
        """For each game the seat waited for (0: chance, -1: over), and a mask of its legal actions."""
        seats = self.cuda.to_device(np.zeros(self.count, np.int64))
        masks = self.cuda.to_device(np.zeros((self.count, self.game.actions), np.uint8))
        self._run(self.kernels.legal_masks, seats, masks)
        return seats.copy_to_host(), masks.copy_to_host().astype(bool)

    def play(self, seats: Any, actions: Any) -> None:
        """Play one legal action in each game; -1 leaves a game alone."""
        self._run(
            self.kernels.play_actions,
            self.cuda.to_device(np.asarray(seats, np.int64)),
            self.cuda.to_device(np.asarray(actions, np.int64)),
        )

    def random_steps(self, steps: int, policy: str = "uniform") -> int:
        """Play up to so many random steps in each game; returns how many were played in all."""
        played = self.cuda.to_device(np.zeros(self.count, np.int32))
        self._run(self.kernels.random_steps, self.rngs, POLICIES.index(policy), steps, played)
        return int(played.copy_to_host().sum())
