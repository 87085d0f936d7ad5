"""Thousands of games at once on an NVIDIA GPU, from the same kernels (extra `gpu`)."""

from ludotheque.gpu.gpu_batch import GpuBatch as Batch
from ludotheque.gpu.gpu_batch import GpuError, random_games

__all__ = ["Batch", "GpuError", "random_games"]
