"""The figures that a player of Mabula looks at: groups, and marbles still on the edge."""

from functools import lru_cache
from typing import Any

import numpy as np

from ludotheque.games.board_record import Board
from ludotheque.games.mabula import rules
from ludotheque.games.mabula.board import CELLS, RING_CELLS
from ludotheque.games.mabula.state import LINE, SEATS

MOST_CACHED = 2048  # between two moves most groups stay the same
RIM = tuple(1 << CELLS.index(cell) for cell in RING_CELLS)  # the bit of each edge cell


def facts(board: Board, state: Any, seat: int | None) -> dict[str, Any]:
    """Per seat: its groups (largest first), marbles on the edge, and moves it would have."""
    inner, edge, lines = state["inner"].tolist(), state["edge"].tolist(), board.record["line"].tolist()
    occupied, seats = inner[1] | inner[2], {}
    for one in SEATS:
        cells, free = inner[one], {}
        for ring, name in enumerate(RING_CELLS):
            if edge[one] >> ring & 1:
                cells |= RIM[ring]
                free[name] = LINE - (occupied & lines[ring]).bit_count()
        seats[str(one)] = {
            "groups": list(map(list, _groups(cells))),
            "on_edge": list(free),
            "stuck": [cell for cell, number in free.items() if number == 0],
            "moves": sum(free.values()),
        }
    return {"seats": seats}


@lru_cache(MOST_CACHED)
def _groups(cells: int) -> tuple[tuple[str, ...], ...]:
    """The groups of a seat's marbles, the largest first; single marbles come last."""
    left = cells & int(rules.beside(np.uint64(cells)))
    alone, groups = _names(cells ^ left), []
    while left:
        group = int(rules.group(np.uint64(left), np.uint64(left & -left)))
        groups.append(_names(group))
        left ^= group
    return (*sorted(groups, key=len, reverse=True), *zip(alone, strict=True))


@lru_cache(MOST_CACHED)
def _names(cells: int) -> tuple[str, ...]:
    return tuple([name for place, name in enumerate(CELLS) if cells >> place & 1])
