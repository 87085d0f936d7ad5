"""Why a move of Mabula is not legal."""

from typing import Any

from ludotheque.games.board import Board
from ludotheque.games.mabula import rules
from ludotheque.games.mabula.board import RING_CELLS
from ludotheque.games.mabula.state import LINE, SEATS
from ludotheque.games.refusal import Refusal


def explain(board: Board, state: Any, seat: int, action: int) -> Refusal:
    """The rule that a move breaks; the seat is waited for, and the move is not legal."""
    ring = action // LINE
    cell = RING_CELLS[ring]
    if state.edge[3 - seat] >> ring & 1:
        return Refusal(
            "illegal", "mabula.own-marble", f"The marble on {cell} is {SEATS[3 - seat]}'s: push one of your own."
        )
    if not state.edge[seat] >> ring & 1:
        return Refusal("illegal", "mabula.empty-edge", f"There is no marble on {cell}.")
    free = rules.free_cells(board.record, rules.occupied_cells(state), ring)
    if free == 0:
        return Refusal("illegal", "mabula.full-line", f"The line of {cell} is full: no marble may end on an edge cell.")
    cells = "1 cell" if free == 1 else f"{free} cells"
    return Refusal(
        "illegal", "mabula.too-far", f"From {cell} a marble goes at most {cells}: no marble may end on an edge cell."
    )
