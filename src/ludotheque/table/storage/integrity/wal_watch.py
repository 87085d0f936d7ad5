"""Whether anybody else has written into the write-ahead log (`-wal`) of an open SQLite database.

SQLite checks the sums of its log only when a database is opened: bytes that somebody writes into it meanwhile would be
read, and everything behind them lost at the next start. So its sums are computed when its time has changed
(`file_identity`), and once a second anyway, a part of a long log at a time, since a write in the very moment of a
commit leaves no other trace.

The format: https://www.sqlite.org/fileformat2.html#walformat, and https://www.sqlite.org/walformat.html for the index
(`-shm`), in which SQLite notes how many frames of the log count, its salts, and the sum of the last frame.
"""

import os
import struct
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

HEADER, FRAME_HEADER = 32, 24  # bytes
SUMMED = 8  # bytes of a frame's header that its sum covers
INDEX = struct.Struct("=3I2BH2I2I2I2I")  # a copy of the index's header; two of them stand in the index
MOST = 2_000  # frames whose sums are computed at a time
READS = 100  # of the index, until both copies are one: SQLite writes them one after the other, and not at once
PAUSE = 0.001  # seconds between two of them

Words = npt.NDArray[np.uint32]


class Index(NamedTuple):
    """What SQLite knows of its log: the size of a page, the frames that count, the last one's sum, the salts."""

    is_big: bool
    page: int
    frames: int
    sum: tuple[int, int]
    salts: tuple[int, int]


class WalWatch:
    """The log of an open database. Its handles are closed after SQLite's, whose locks they would drop."""

    def __init__(self, file: Path) -> None:
        self.log = os.open(file.with_name(file.name + "-wal"), os.O_RDWR)
        self._index = os.open(file.with_name(file.name + "-shm"), os.O_RDONLY)
        self._from = 0  # the first frame of the next part

    def is_whole(self) -> bool:
        """Whether all frames that count have their sums; to be asked while nobody writes."""
        index = self._read_index()
        return index is not None and all(self._fits(index, first) for first in range(0, index.frames, MOST))

    def is_next_part_whole(self) -> bool:
        """The same of a part of the log, each time another; others may write meanwhile."""
        index = self._read_index()
        first = self._from if index and self._from < index.frames else 0
        self._from = first + MOST
        while index is not None and not self._fits(index, first):
            before, index = index, self._read_index()
            if index is not None and index.salts == before.salts:  # else the log has begun anew meanwhile
                return False
        return index is not None

    def _read_index(self) -> Index | None:
        """The index as SQLite reads it: both copies of its header are the same; None if they stay different."""
        for _ in range(READS):
            data = os.pread(self._index, 2 * INDEX.size, 0)
            if data[: INDEX.size] == data[INDEX.size :]:
                _, _, _, _, is_big, page, frames, _, one, two, salt, other, _, _ = INDEX.unpack_from(data)
                return Index(bool(is_big), 65536 if page == 1 else page, frames, (one, two), (salt, other))
            time.sleep(PAUSE)
        return None

    def _fits(self, index: Index, first: int) -> bool:
        """Whether the frames from `first` on, `MOST` at most, follow one another by their sums up to SQLite's own."""
        last = min(first + MOST, index.frames)
        if first >= last:
            return True
        before = self._sum_before(index, first)
        size = FRAME_HEADER + index.page
        data = os.pread(self.log, (last - first) * size, HEADER + first * size)
        if before is None or len(data) != (last - first) * size:
            return False
        frames = np.frombuffer(data, np.uint8).reshape(last - first, size)
        if (frames[:, 8:16] != np.frombuffer(struct.pack("=2I", *index.salts), np.uint8)).any():
            return False
        told = frames[:, 16:24].copy().view(">u4").astype(np.uint32)
        seeds = np.vstack([np.array([before], np.uint32), told[:-1]])
        covered = np.hstack([frames[:, :SUMMED], frames[:, FRAME_HEADER:]])
        if not np.array_equal(_sums(covered.view(">u4" if index.is_big else "<u4"), seeds), told):
            return False
        return last < index.frames or tuple(map(int, told[-1])) == index.sum

    def _sum_before(self, index: Index, first: int) -> tuple[int, int] | None:
        """The sum that a frame begins with: that of the frame before it, or of the log's header, which must fit."""
        if first:
            at = HEADER + (first - 1) * (FRAME_HEADER + index.page) + 16
            found = os.pread(self.log, 8, at)
            return struct.unpack(">2I", found) if len(found) == 8 else None
        header = os.pread(self.log, HEADER, 0)
        if len(header) != HEADER or header[16:24] != struct.pack("=2I", *index.salts):
            return None
        words = np.frombuffer(header[:24], ">u4" if index.is_big else "<u4").reshape(1, 6)
        one, two = map(int, _sums(words, np.zeros((1, 2), np.uint32))[0])
        return (one, two) if header[24:] == struct.pack(">2I", one, two) else None

    def close(self) -> None:
        """Close the handles, after all connections."""
        os.close(self.log)
        os.close(self._index)


def _sums(words: npt.NDArray[np.uint32], seeds: Words) -> Words:
    """SQLite's sums of rows of words: s0 += word + s1, then s1 += word + s0, for each pair of words."""
    weights, (grown, other) = _weights(words.shape[1] // 2)
    with np.errstate(over="ignore"):
        made = words.astype(np.uint32) @ weights
        sums: Words = made + seeds[:, :1] * grown + seeds[:, 1:] * other
    return sums


@cache
def _weights(pairs: int) -> tuple[Words, Words]:
    """What each word, and each seed, adds to the two sums: Fibonacci's numbers modulo 2**32."""
    numbers = [0, 1]
    while len(numbers) < 2 * pairs + 2:
        numbers.append((numbers[-1] + numbers[-2]) & 0xFFFFFFFF)
    rows = []
    for left in range(pairs - 1, -1, -1):  # pairs that follow
        rows.append((numbers[2 * left + 1], numbers[2 * left + 2]))
        rows.append((numbers[2 * left], numbers[2 * left + 1]))
    seeds = [(numbers[2 * pairs - 1], numbers[2 * pairs]), (numbers[2 * pairs], numbers[2 * pairs + 1])]
    return np.array(rows, np.uint32), np.array(seeds, np.uint32)
