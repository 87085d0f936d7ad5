"""The farm: where fields and waterways may go, and what they give. A word of bits is a row, as `state.py` draws it."""

from typing import Any

import numpy as np

from ludotheque.games.bits import lowest, popcount
from ludotheque.games.junglerumble.state import EAST, FIELD, NORTH, SIZE
from ludotheque.games.kernel import int64, kernel

COLUMNS = 0xFFFE
ONE = np.uint16(1)


@kernel
def open_cells(state: Any, seat: int, row: int) -> int:
    """Where a field may go: empty cells of the row that are side by side with an own field."""
    here = int64(state.fields[seat, row])
    beside = here << 1 | here >> 1 | int64(state.fields[seat, row - 1]) | int64(state.fields[seat, row + 1])
    return beside & ~here & COLUMNS


@kernel
def open_east(state: Any, seat: int, row: int) -> int:
    """Where a waterway may go: edges west and east of the row's own fields, with no waterway on them."""
    here = int64(state.fields[seat, row])
    return (here | here >> 1) & ~int64(state.east[seat, row])


@kernel
def open_north(state: Any, seat: int, row: int) -> int:
    """Where a waterway may go: edges between the row and the next one, of an own field, with no waterway on them."""
    beside = int64(state.fields[seat, row]) | int64(state.fields[seat, row + 1])
    return beside & ~int64(state.north[seat, row])


@kernel
def write_members(out: Any, count: int, first: int, members: int) -> int:
    """Write the action first + m for each member m of a row; returns how many stand there by now."""
    while members:
        out[count] = first + lowest(members)
        members &= members - 1
        count += 1
    return count


@kernel
def legal_fields(state: Any, seat: int, out: Any) -> int:
    count = int64(0)
    for row in range(1, SIZE + 1):
        count = write_members(out, count, FIELD + SIZE * (row - 1) - 1, open_cells(state, seat, row))
    return count


@kernel
def legal_waterways(state: Any, seat: int, out: Any) -> int:
    count = int64(0)
    for row in range(1, SIZE + 1):
        count = write_members(out, count, EAST + (SIZE + 1) * (row - 1), open_east(state, seat, row))
    for row in range(SIZE + 1):
        count = write_members(out, count, NORTH + SIZE * row - 1, open_north(state, seat, row))
    return count


@kernel
def free_edges(state: Any, seat: int) -> int:
    """How many edges of own fields have no waterway on them."""
    count = 0
    for row in range(SIZE + 1):
        count += popcount(open_east(state, seat, row) | open_north(state, seat, row) << 16)
    return count


@kernel
def pairs(state: Any, seat: int) -> int:
    """Pairs of a field and a waterway on one of its edges: food at every feeding, and points at the end."""
    count = 0
    for row in range(1, SIZE + 1):
        here, east = int64(state.fields[seat, row]), int64(state.east[seat, row])
        north, south = int64(state.north[seat, row]), int64(state.north[seat, row - 1])
        count += popcount(here & east | (here & east << 1) << 16) + popcount(here & north | (here & south) << 16)
    return count


@kernel
def place_field(state: Any, seat: int, action: int) -> None:
    cell = action - FIELD
    state.fields[seat, cell // SIZE + 1] |= ONE << np.uint16(cell % SIZE + 1)


@kernel
def place_waterway(state: Any, seat: int, action: int) -> None:
    if action < NORTH:
        edge = action - EAST
        state.east[seat, edge // (SIZE + 1) + 1] |= ONE << np.uint16(edge % (SIZE + 1))
    else:
        edge = action - NORTH
        state.north[seat, edge // SIZE] |= ONE << np.uint16(edge % SIZE + 1)
