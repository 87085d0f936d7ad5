"""Thousands of games at once on an NVIDIA GPU, from the same kernels (extra `gpu`)."""

from ludotheque.gpu.gpu_batch import GpuBatch, GpuError, random_games

__all__ = ["GpuBatch", "GpuError", "random_games"]
