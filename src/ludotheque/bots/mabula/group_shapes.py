"""Cached scores and shapes of a colour's groups: the same marbles recur with many arrangements of the other colour."""

from math import log
from typing import Any

import numpy as np

from ludotheque.bots.mabula.transpositions import MIX_WHITE, colour_key
from ludotheque.games.bits import ONE, lowest, popcount
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.mabula.rules import beside, free_cells, group, marbles, occupied_cells, total
from ludotheque.games.mabula.state import LARGEST
from ludotheque.games.packed_records import packed

SLOTS = 1 << 14
SHIFT = np.uint64(64 - 14)
UNKNOWN = -1
MEMO = packed([("cells", np.uint64), ("total", np.int32), ("shape", np.int32)])


@kernel
def slot_of(memo: Any, key: Any) -> Any:
    """The cache slot of a colour's marbles, emptied if it held others."""
    slot = key * MIX_WHITE >> SHIFT
    if memo[slot].cells != key:
        memo[slot].cells = key
        memo[slot].total = UNKNOWN
        memo[slot].shape = UNKNOWN
    return slot


@kernel
def known_total(board: Any, state: Any, seat: int, memo: Any) -> int:
    """The rules' score of a seat, cached."""
    slot = slot_of(memo, colour_key(state, seat))
    if memo[slot].total == UNKNOWN:
        memo[slot].total = total(board, state, seat)
    return int64(memo[slot].total)


@kernel
def known_shape(board: Any, state: Any, seat: int, memo: Any) -> int:
    """How promising a seat's groups are, cached."""
    slot = slot_of(memo, colour_key(state, seat))
    if memo[slot].shape == UNKNOWN:
        memo[slot].shape = shape(board, state, seat)
    return int64(memo[slot].shape)


@kernel
def shape(board: Any, state: Any, seat: int) -> int:
    """Few large groups, or a product on a scale where equal factors count alike."""
    cells = marbles(board, state, seat)
    cells &= beside(cells)
    good = 0
    while cells:
        one = group(cells, ONE << np.uint64(lowest(cells)))
        size = popcount(one)
        good += 10 * size * size if state.scoring == LARGEST else int64(200.0 * log(size))
        cells ^= one
    return good


@kernel
def freedom(board: Any, state: Any, seat: int) -> int:
    """How many moves a seat would have."""
    count = 0
    occupied = occupied_cells(state)
    edge = np.uint64(state.edge[seat])
    while edge:
        count += free_cells(board, occupied, lowest(edge))
        edge &= edge - ONE
    return count
