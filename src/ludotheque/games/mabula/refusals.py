"""Why a move of Mabula is not legal, and the legal moves nearest to it."""

from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.mabula import rules
from ludotheque.games.mabula.board import CELLS, INWARDS, RING_CELLS
from ludotheque.games.mabula.state import LINE, RING, SEATS
from ludotheque.games.phrase import Phrase, count, named, say
from ludotheque.games.refusal import Refusal

CORNERS = ("a1", "a8", "h1", "h8")


def explain(board: Board, state: Any, seat: int, action: int) -> Refusal:
    """The rule that a move breaks; the seat is to act, and the move is not legal."""
    ring = action // LINE
    if refusal := explain_marble(board, state, seat, ring):
        return refusal
    cell, target = RING_CELLS[ring], target_of(action)
    reason = count(
        "From {cell} a marble goes at most {n} cell: no marble may end on an edge cell.",
        "From {cell} a marble goes at most {n} cells: no marble may end on an edge cell.",
        _free(board, state, ring), cell=cell,
    )  # fmt: skip
    return _illegal("too-far", reason, cell, target)


def explain_marble(board: Board, state: Any, seat: int, ring: int) -> Refusal | None:
    """Why the seat can push no marble from an edge cell; None when it can."""
    cell = RING_CELLS[ring]
    if state.edge[3 - seat] >> ring & 1:
        other = named("seat", SEATS[3 - seat])
        reason = say("The marble on {cell} is {seat}'s: push one of your own.", cell=cell, seat=other)
        return _illegal("own-marble", reason, cell)
    if not state.edge[seat] >> ring & 1:
        return _illegal("empty-edge", say("There is no marble on {cell}.", cell=cell), cell)
    if _free(board, state, ring) == 0:
        reason = say("The line of {cell} is full: no marble may end on an edge cell.", cell=cell)
        return _illegal("full-line", reason, cell)
    return None


def explain_inside(origin: str) -> Refusal:
    """Why no marble is pushed from a cell inside the ring or from a corner."""
    if origin not in CORNERS:
        reason = say("Only marbles on edge cells are pushed, and {cell} is none.", cell=origin)
        return _illegal("from-the-edge", reason, origin)
    reason = say("The board has no cell {cell}: its four corners are missing.", cell=origin)
    return _illegal("no-corner", reason)


def explain_edge(origin: str, target: str) -> Refusal:
    """Why no marble is pushed across the board to the opposite edge cell."""
    reason = say("No marble may end on an edge cell, and {cell} is one.", cell=target)
    return _illegal("no-edge-cell", reason, origin, target)


def explain_aside(origin: str, target: str) -> Refusal:
    """Why a marble is pushed only straight inwards."""
    first = RING_CELLS.index(origin) * LINE
    reason = say(
        "A marble on {cell} is pushed straight inwards, to {near}..{far}.",
        cell=origin, near=target_of(first), far=target_of(first + LINE - 1),
    )  # fmt: skip
    return _illegal("straight-inwards", reason, *(cell for cell in (origin, target) if cell not in CORNERS))


def nearest(board: Board, state: Any, seat: int, action: int, legal: list[int]) -> list[int]:
    """Legal moves, nearest first: of the same marble, to the same cell, then by distance around the ring."""
    ring, far = divmod(action, LINE)
    target = target_of(action)

    def distance(other: int) -> tuple[int, int, int]:
        apart = abs(other // LINE - ring)
        kin = 0 if apart == 0 else 1 if target_of(other) == target else 2
        return kin, min(apart, RING - apart), abs(other % LINE - far)

    return sorted(legal, key=distance)


def target_of(action: int) -> str:
    """The cell that a move ends on."""
    ring, far = divmod(action, LINE)
    return CELLS[CELLS.index(RING_CELLS[ring]) + INWARDS[ring // LINE] * (far + 1)]


def _free(board: Board, state: Any, ring: int) -> int:
    return rules.free_cells(board.record, rules.occupied_cells(state), ring)


def _illegal(rule: str, reason: Phrase, *cells: str) -> Refusal:
    return Refusal("illegal", f"mabula.{rule}", reason, tuple(f"cell-{cell}" for cell in dict.fromkeys(cells)))
