"""The random source of the kernels: Philox4x32-10, a counter-based generator in a record of its own.

The numbers depend on a seed (64 bits) and a stream (64 bits, one per game) alone, so game number 12 of seed 7 is
the same game in Python, compiled, on a GPU, and with any number of workers.
"""

from typing import Any

import numpy as np

from ludotheque.games.kernel import int64, kernel
from ludotheque.games.packed_records import packed

RNG = packed(
    [
        ("key", np.uint32, 2),
        ("stream", np.uint32, 2),
        ("block", np.uint32),
        ("used", np.uint32),
        ("words", np.uint32, 4),
    ]
)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
MULTIPLY_0 = np.uint64(0xD2511F53)
MULTIPLY_1 = np.uint64(0xCD9E8D57)
WEYL_0 = np.uint64(0x9E3779B9)
WEYL_1 = np.uint64(0xBB67AE85)


@kernel
def seed_rng(rng: Any, seed_low: int, seed_high: int, stream_low: int, stream_high: int) -> None:
    """Set the generator to the first number of a stream."""
    rng.key[0], rng.key[1] = seed_low, seed_high
    rng.stream[0], rng.stream[1] = stream_low, stream_high
    rng.block = 0
    rng.used = 4


@kernel
def refill(rng: Any) -> None:
    """Make the next block of four words from the counter (Salmon et al., 2011)."""
    a, b = np.uint64(rng.block), np.uint64(0)
    c, d = np.uint64(rng.stream[0]), np.uint64(rng.stream[1])
    key_0, key_1 = np.uint64(rng.key[0]), np.uint64(rng.key[1])
    for _ in range(10):
        left, right = MULTIPLY_0 * a, MULTIPLY_1 * c
        a, b, c, d = (right >> HALF) ^ b ^ key_0, right & LOW, (left >> HALF) ^ d ^ key_1, left & LOW
        key_0, key_1 = (key_0 + WEYL_0) & LOW, (key_1 + WEYL_1) & LOW
    rng.words[0], rng.words[1], rng.words[2], rng.words[3] = a, b, c, d
    rng.block += np.uint32(1)
    rng.used = 0


@kernel
def word(rng: Any) -> int:
    """The next 32 random bits."""
    if rng.used == 4:
        refill(rng)
    value = int64(rng.words[rng.used])
    rng.used += np.uint32(1)
    return value


@kernel
def below(rng: Any, n: int) -> int:
    """A number 0..n-1, each equally likely (Lemire's method, by rejection); nothing is drawn when n is 1."""
    if n == 1:
        return 0
    product = word(rng) * n
    if (product & 0xFFFFFFFF) < n:
        while (product & 0xFFFFFFFF) < (4294967296 - n) % n:
            product = word(rng) * n
    return product >> 32


@kernel
def weighted(rng: Any, weights: Any, n: int) -> int:
    """An index 0..n-1, each as likely as its weight says."""
    total = 0
    for i in range(n):
        total += int64(weights[i])
    ticket = below(rng, total)
    for i in range(n - 1):
        ticket -= int64(weights[i])
        if ticket < 0:
            return i
    return n - 1
