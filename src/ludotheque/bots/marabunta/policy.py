"""Playout policy of Marabunta: fair splits, the better group, numbers where they score."""

from typing import Any

import numpy as np

from ludotheque.games.bits import ONE
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.marabunta.state import (
    DO_AGAIN,
    DO_CRATE,
    DO_DECLINE,
    DO_DONE,
    DO_LEAF,
    DO_SPLIT,
    DO_STRIKE,
    DO_TAKE,
    ELEMENTS,
    REGIONS,
    TO_SPLIT,
    TO_TAKE,
)
from ludotheque.games.random_source import below

DRAWS = 3  # a choice is the best of so many


@kernel
def pick(board: Any, state: Any, seat: int, moves: Any, count: int, rng: Any) -> int:
    """The most promising of a few moves drawn at random."""
    if state.phase == TO_TAKE:
        first = group_worth(state, seat, int64(moves[0]) - DO_TAKE)
        return 0 if first >= group_worth(state, seat, int64(moves[1]) - DO_TAKE) else 1
    index = below(rng, count)
    best = promise(board, state, seat, int64(moves[index]))
    for _ in range(DRAWS - 1):
        other = below(rng, count)
        value = promise(board, state, seat, int64(moves[other]))
        if value > best:
            index, best = other, value
    return index


@kernel
def promise(board: Any, state: Any, seat: int, action: int) -> int:
    """Quick estimate of a move."""
    if action < DO_STRIKE:
        return hex_promise(board, state, seat, action)
    if state.phase == TO_SPLIT:
        group = 2 * (action - DO_SPLIT) + 1
        return -abs(group_worth(state, seat, group) - group_worth(state, 3 - seat, 127 - group))
    if action >= DO_DONE:
        return -9 if action <= DO_DECLINE else 0
    if action >= DO_CRATE:
        power = action - DO_CRATE
        return int64(state.ticked[seat, power]) - int64(board.needed[power])
    if action >= DO_LEAF:
        return lead(state, seat, action - DO_LEAF)
    return 0 if action < DO_AGAIN else 1


@kernel
def hex_promise(board: Any, state: Any, seat: int, hex_: int) -> int:
    """A cupcake or a crate, a region still fought for, and no anthill spent."""
    word, bit = hex_ >> 6, ONE << np.uint64(hex_ & 63)
    value = 0
    if board.cupcakes[word] & bit:
        value += 3
    if board.crates[word] & bit:
        value += 3
    if not state.beside[seat, word] & bit:
        value -= 3
    ahead = lead(state, seat, int64(board.region[hex_]))
    return value + (2 if -4 < ahead < 3 else 0)


@kernel
def lead(state: Any, seat: int, region: int) -> int:
    """By how much a seat leads in a region."""
    return int64(state.sums[seat, region]) - int64(state.sums[3 - seat, region])


@kernel
def group_worth(state: Any, seat: int, group: int) -> int:
    """Rough value of a group's elements to a seat."""
    worth = 0
    for element in range(ELEMENTS):
        if group >> element & 1:
            worth += die_worth(state, seat, element) if element < REGIONS else 4
    return worth


@kernel
def die_worth(state: Any, seat: int, die: int) -> int:
    """A number where it may turn a region, a flag where the seat leads, a crate."""
    face = int64(state.dice[die]) - 1
    ahead = lead(state, seat, die)
    if face == 4:
        return 4 if ahead > 0 else 2 if ahead > -3 else 1
    if face == 5 or face == 0:
        return 2
    return face + (2 if -face - 2 < ahead < 3 else 0)


@kernel
def weigh(board: Any, state: Any, seat: int, edges: Any, first: int, count: int, work: Any) -> bool:
    """Priors of moves: of 63 splits the fair ones first, of many hexes those that score."""
    scale = 0.02 if state.phase == TO_SPLIT else 0.05
    for edge in range(first, first + count):
        edges[edge].prior = max(0.0, 0.5 + scale * promise(board, state, seat, int64(edges[edge].action)))
    return True
