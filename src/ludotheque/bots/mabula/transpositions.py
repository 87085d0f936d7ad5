"""The transposition table of Mabula's solver: a position's exact key, and bounds that hold for it."""

from typing import Any

import numpy as np

from ludotheque.games.kernel import int64, kernel
from ludotheque.games.mabula.state import BLACK, WHITE
from ludotheque.games.packed_records import packed

LEAST, MOST = -99, 99  # beyond any margin: twelve marbles make a product of 81 at most
ENTRY = packed(
    [
        ("white", np.uint64),
        ("black", np.uint64),
        ("least", np.int8),  # White's margin is at least, and at most
        ("most", np.int8),
        ("move", np.int16),
        ("effort", np.uint32),  # nodes it cost
    ]
)
NOBODY = -1

# The ring's 24 bits go where the interior has none: 9 stay, 9 go to the top, and three pairs between two rows each.
STAY, TOP = np.uint64(0x1FF), np.uint64(0x1FF << 9)
PAIR_BELOW, PAIR_MIDDLE, PAIR_ABOVE = np.uint64(3 << 18), np.uint64(3 << 20), np.uint64(3 << 22)
THREE, NINE, FAR = np.uint64(3), np.uint64(9), np.uint64(46)
TURN = np.uint64(1 << 39)
MIX_WHITE, MIX_BLACK, HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F), np.uint64(29)


@kernel
def colour_key(state: Any, seat: int) -> Any:
    """All marbles of a seat in one word: the interior lies where it lies, the ring in bits that it leaves free."""
    edge = np.uint64(state.edge[seat])
    pairs = (edge & PAIR_BELOW) >> THREE | (edge & PAIR_MIDDLE) << THREE | (edge & PAIR_ABOVE) << NINE
    return state.inner[seat] | edge & STAY | (edge & TOP) << FAR | pairs


@kernel
def white_key(state: Any) -> Any:
    return colour_key(state, WHITE)


@kernel
def black_key(state: Any) -> Any:
    """Black's marbles, and the seat to move."""
    key = colour_key(state, BLACK)
    return key | TURN if state.turn == BLACK else key


@kernel
def place(table: Any, white: Any, black: Any) -> int:
    """The first of the two neighbouring entries that a position may have."""
    mixed = white * MIX_WHITE ^ black * MIX_BLACK
    mixed ^= mixed >> HALF
    mixed *= MIX_WHITE
    mixed ^= mixed >> HALF
    return int64(mixed & np.uint64(len(table) - 2))


@kernel
def find(table: Any, white: Any, black: Any) -> int:
    """The entry of a position, or NOBODY."""
    first = place(table, white, black)
    if table[first].white == white and table[first].black == black:
        return first
    if table[first + 1].white == white and table[first + 1].black == black:
        return first + 1
    return NOBODY


@kernel
def store(table: Any, white: Any, black: Any, least: int, most: int, move: int, effort: int) -> None:
    """Store bounds. Of two neighbouring entries, replace the one that cost less; tighten an own entry."""
    entry = find(table, white, black)
    if entry == NOBODY:
        entry = place(table, white, black)
        if table[entry].effort > effort:
            entry += 1
        table[entry].white = white
        table[entry].black = black
        table[entry].least = least
        table[entry].most = most
        table[entry].effort = 0
    table[entry].least = max(int64(table[entry].least), least)
    table[entry].most = min(int64(table[entry].most), most)
    table[entry].move = move
    table[entry].effort = min(int64(table[entry].effort) + effort, 4000000000)
