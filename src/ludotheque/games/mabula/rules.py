"""Mabula's rules. Sets of cells are 64-bit words."""

from typing import Any

import numpy as np

from ludotheque.games.bits import ONE, lowest, popcount
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.mabula.state import BLACK, LARGEST, LINE, WHITE
from ludotheque.games.ranks import rank_totals
from ludotheque.games.verbs import OVER

INLINE = True  # so few rules that compiling them into one piece pays
ALL_RING = np.uint32(0xFFFFFF)
NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)
RIGHT = np.uint64(1)
UP = np.uint64(8)


@kernel
def start(board: Any, state: Any, players: int, options: Any, start: int, version: int) -> None:
    """All 24 marbles stand on the ring; White moves first."""
    state.edge[WHITE] = board.starts[start]
    state.edge[BLACK] = board.starts[start] ^ ALL_RING
    state.turn = WHITE
    state.scoring = options.scoring
    state.players = players
    state.rules = version


@kernel
def actor(board: Any, state: Any) -> int:
    return int64(state.turn)


@kernel
def waiting(board: Any, state: Any) -> int:
    return 0 if state.turn == OVER else 1 << int64(state.turn)


@kernel
def occupied_cells(state: Any) -> Any:
    return state.inner[WHITE] | state.inner[BLACK]


@kernel
def free_cells(board: Any, occupied: Any, ring: int) -> int:
    """How many of the six cells of a line are free: so far, at most, can its edge marble go."""
    return LINE - popcount(occupied & board.line[np.uint64(ring)])


@kernel
def legal(board: Any, state: Any, seat: int, out: Any) -> int:
    """Each own marble on the ring may go 1 to as many cells as its line has free."""
    count = 0
    occupied = occupied_cells(state)
    marbles = np.uint64(state.edge[seat])
    while marbles:
        ring = lowest(marbles)
        marbles &= marbles - ONE
        for k in range(LINE):  # always six are written, the free ones are kept: this and unsigned places are faster
            out[np.uint64(count + k)] = ring * LINE + k
        count += free_cells(board, occupied, ring)
    return count


@kernel
def has_move(board: Any, state: Any, seat: int) -> bool:
    occupied = occupied_cells(state)
    marbles = np.uint64(state.edge[seat])
    while marbles:
        if free_cells(board, occupied, lowest(marbles)) > 0:
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
    """The pusher goes k cells. Where the line has fewer than k free cells up to a marble, that marble is met, and
    goes on by as many cells as are lacking; so those met stack up ahead of the pusher without gaps."""
    white, black = state.inner[WHITE], state.inner[BLACK]
    new_white, new_black = white & ~board.line[ring], black & ~board.line[ring]
    step = board.step[ring]
    cell = board.cell[ring]
    lacking = k
    for _ in range(LINE):
        cell += step
        is_white, is_black = white >> np.uint64(cell) & ONE, black >> np.uint64(cell) & ONE
        lacking -= int64(ONE ^ is_white ^ is_black)
        into = np.uint64(cell + step * max(lacking, 0))
        new_white |= is_white << into
        new_black |= is_black << into
    state.inner[WHITE], state.inner[BLACK] = new_white, new_black
    state.inner[seat] |= ONE << np.uint64(board.cell[ring] + step * k)
    state.edge[seat] ^= np.uint32(1) << np.uint32(ring)


@kernel
def marbles(board: Any, state: Any, seat: int) -> Any:
    """All cells with a marble of the seat, edge cells too."""
    cells = state.inner[seat]
    edge = np.uint64(state.edge[seat])
    while edge:
        cells |= ONE << np.uint64(board.cell[lowest(edge)])
        edge &= edge - ONE
    return cells


@kernel
def beside(cells: Any) -> Any:
    """All that lies side by side with a cell of the set."""
    return (cells & NOT_H) << RIGHT | (cells & NOT_A) >> RIGHT | cells << UP | cells >> UP


@kernel
def group(cells: Any, first: Any) -> Any:
    """The cells connected side by side with `first`, which is one of `cells`."""
    grown = first
    while True:
        wider = (grown | beside(grown)) & cells
        wider = (wider | beside(wider)) & cells
        if wider == grown:
            return grown
        grown = wider


@kernel
def total(board: Any, state: Any, seat: int) -> int:
    """The size of the largest group, or the product of the sizes of all groups."""
    cells = marbles(board, state, seat)
    cells &= beside(cells)  # lone marbles change neither
    largest, product = 1, 1
    while cells:
        one = group(cells, ONE << np.uint64(lowest(cells)))
        size = popcount(one)
        largest = max(largest, size)
        product *= size
        cells ^= one
    return largest if state.scoring == LARGEST else product


@kernel
def score(board: Any, state: Any, out: Any) -> int:
    out[WHITE, 0] = total(board, state, WHITE)
    out[BLACK, 0] = total(board, state, BLACK)
    return 1


@kernel
def rank(board: Any, state: Any, out: Any) -> None:
    """Higher score wins; equal scores are a draw."""
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
