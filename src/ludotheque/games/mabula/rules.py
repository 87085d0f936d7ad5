"""Mabula's rules. Sets of cells are 64-bit words."""

from typing import Any

import numpy as np

from ludotheque.games.bits import ONE, lowest, popcount
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.mabula.state import BLACK, LARGEST, LINE, RING, WHITE
from ludotheque.games.ranking import rank_totals
from ludotheque.games.verbs import OVER

ALL_RING = np.uint32(0xFFFFFF)
COLUMN_A = np.uint64(0x0101010101010101)
NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)
RIGHT = np.uint64(1)
UP = np.uint64(8)


@kernel
def start(board: Any, state: Any, players: int, option: int, start: int, version: int) -> None:
    """All 24 marbles stand on the ring; White moves first."""
    state.edge[WHITE] = board.starts[start]
    state.edge[BLACK] = board.starts[start] ^ ALL_RING
    state.turn = WHITE
    state.scoring = option
    state.players = players
    state.rules = version


@kernel
def actor(board: Any, state: Any) -> int:
    return int64(state.turn)


@kernel
def waiting(board: Any, state: Any) -> int:
    return 0 if state.turn == OVER else 1 << int64(state.turn)


@kernel
def free_cells(board: Any, state: Any, ring: int) -> int:
    """How many of the six cells of a line are free: so far, at most, can its edge marble go."""
    return LINE - popcount((state.inner[WHITE] | state.inner[BLACK]) & board.line[ring])


@kernel
def legal(board: Any, state: Any, seat: int, out: Any) -> int:
    """Each own marble on the ring may go 1 to as many cells as its line has free."""
    count = 0
    marbles = np.uint64(state.edge[seat])
    while marbles:
        ring = lowest(marbles)
        marbles &= marbles - ONE
        for k in range(LINE):  # always six are written, which is faster; only the free ones are kept
            out[count + k] = ring * LINE + k
        count += free_cells(board, state, ring)
    return count


@kernel
def has_move(board: Any, state: Any, seat: int) -> bool:
    marbles = np.uint64(state.edge[seat])
    while marbles:
        if free_cells(board, state, lowest(marbles)) > 0:
            return True
        marbles &= marbles - ONE
    return False


@kernel
def play(board: Any, state: Any, seat: int, action: int) -> None:
    push(board, state, seat, action // LINE, action % LINE + 1)
    if has_move(board, state, 3 - seat):
        state.turn = 3 - seat
    elif not has_move(board, state, seat):
        state.turn = OVER


@kernel
def push(board: Any, state: Any, seat: int, ring: int, k: int) -> None:
    """The pusher goes k cells. It uses up the first k free cells of its line: all marbles up to the last of
    these are met, and stack up without gaps so that the farthest of them ends there."""
    white, black = state.inner[WHITE], state.inner[BLACK]
    step = board.step[ring]
    far = board.cell[ring]
    for _ in range(LINE):
        far += step
        k -= int64(~((white | black) >> np.uint64(far)) & ONE)
        if k == 0:
            break
    into = far
    cell = far
    while cell != board.cell[ring]:
        at = np.uint64(cell)
        is_white, is_black = white >> at & ONE, black >> at & ONE
        white ^= is_white << at ^ is_white << np.uint64(into)
        black ^= is_black << at ^ is_black << np.uint64(into)
        into -= step * int64(is_white | is_black)
        cell -= step
    state.inner[WHITE], state.inner[BLACK] = white, black
    state.inner[seat] |= ONE << np.uint64(into)
    state.edge[seat] ^= np.uint32(1) << np.uint32(ring)


@kernel
def marbles(board: Any, state: Any, seat: int) -> Any:
    """All cells with a marble of the seat, edge cells too."""
    cells = state.inner[seat]
    for ring in range(RING):
        if state.edge[seat] >> np.uint32(ring) & np.uint32(1):
            cells |= ONE << np.uint64(board.cell[ring])
    return cells


@kernel
def group(cells: Any, first: Any) -> Any:
    """The cells connected side by side with `first`, which is one of `cells`."""
    grown = first
    while True:
        wider = grown | (grown & NOT_H) << RIGHT | (grown & NOT_A) >> RIGHT | grown << UP | grown >> UP
        wider &= cells
        if wider == grown:
            return grown
        grown = wider


@kernel
def total(board: Any, state: Any, seat: int) -> int:
    """The size of the largest group, or the product of the sizes of all groups."""
    cells = marbles(board, state, seat)
    largest, product = 0, 1
    while cells:
        one = group(cells, ONE << np.uint64(lowest(cells)))
        size = popcount(one)
        largest = max(largest, size)
        product *= size
        cells ^= one
    return largest if state.scoring == LARGEST else product


@kernel
def score(board: Any, state: Any, out: Any) -> None:
    out[WHITE, 0] = total(board, state, WHITE)
    out[BLACK, 0] = total(board, state, BLACK)


@kernel
def rank(board: Any, state: Any, out: Any) -> None:
    """Higher score wins; equal scores are a draw."""
    out[WHITE] = total(board, state, WHITE)
    out[BLACK] = total(board, state, BLACK)
    rank_totals(out, 2)


@kernel
def weights(board: Any, state: Any, out: Any) -> int:
    """Nothing is left to chance after the start."""
    return 0


@kernel
def hide(board: Any, state: Any, seat: int) -> None:
    """Everything is open."""


@kernel
def guess(board: Any, state: Any, seat: int, rng: Any) -> None:
    """There is nothing to guess."""


@kernel
def is_quiet(board: Any, state: Any, action: int) -> bool:
    return False


@kernel
def endings(board: Any, state: Any) -> int:
    return 1 if state.turn == OVER else 0
