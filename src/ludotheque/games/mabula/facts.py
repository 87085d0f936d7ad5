"""What a player of Mabula looks at: groups, and marbles still to come in."""

from typing import Any

import numpy as np

from ludotheque.games.bits import ONE, lowest
from ludotheque.games.board import Board
from ludotheque.games.mabula import rules
from ludotheque.games.mabula.board import CELLS, RING_CELLS


def facts(board: Board, state: Any, seat: int | None) -> dict[str, Any]:
    """Per seat: its groups (largest first), marbles on the edge, and moves it would have."""
    return {"seats": {str(one): _seat_facts(board, state, one) for one in (1, 2)}}


def _seat_facts(board: Board, state: Any, seat: int) -> dict[str, Any]:
    edge = [ring for ring in range(24) if state.edge[seat] >> ring & 1]
    occupied = rules.occupied_cells(state)
    free = {RING_CELLS[ring]: rules.free_cells(board.record, occupied, ring) for ring in edge}
    return {
        "groups": _groups(board, state, seat),
        "on_edge": list(free),
        "stuck": [cell for cell, cells in free.items() if cells == 0],
        "moves": sum(free.values()),
    }


def _groups(board: Board, state: Any, seat: int) -> list[list[str]]:
    cells = rules.marbles(board.record, state, seat)
    groups = []
    while cells:
        one = rules.group(cells, ONE << np.uint64(lowest(cells)))
        groups.append([CELLS[cell] for cell in range(64) if int(one) >> cell & 1])
        cells ^= one
    return sorted(groups, key=len, reverse=True)
