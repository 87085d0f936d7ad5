"""A state of Mabula as named fields, and back; the invariants of every state."""

from collections.abc import Iterator
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.field_reader import FieldReader
from ludotheque.games.mabula import rules
from ludotheque.games.mabula.board import CELLS, RING_CELLS
from ludotheque.games.mabula.state import SEATS
from ludotheque.games.verbs import OVER

COLOURS = {1: "white", 2: "black"}
RIM = tuple(CELLS.index(cell) for cell in RING_CELLS)
PLACES = tuple(cell for cell in CELLS if cell not in ("a1", "a8", "h1", "h8"))


def to_fields(board: Board, state: Any) -> dict[str, Any]:
    """Every cell with a marble by colour, and whose turn it is (null when the game is over)."""
    fields: dict[str, Any] = {"turn": None if state.turn == OVER else int(state.turn)}
    edges, inners = state["edge"].tolist(), state["inner"].tolist()
    for seat, colour in COLOURS.items():
        on_edge = [RIM[ring] for ring in _bits(edges[seat])]
        fields[colour] = [CELLS[cell] for cell in sorted([*_bits(inners[seat]), *on_edge])]
    return fields


def _bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def from_fields(board: Board, state: Any, fields: dict[str, Any]) -> None:
    """Fill a state that `start` has prepared; refuses malformed fields."""
    given = FieldReader(fields)
    given.only("turn", *COLOURS.values())
    state.edge[:], state.inner[:] = 0, 0
    for seat, colour in COLOURS.items():
        for cell in given.choices(colour, PLACES):
            if cell in RING_CELLS:
                state.edge[seat] |= 1 << RING_CELLS.index(cell)
            else:
                state.inner[seat] |= 1 << CELLS.index(cell)
    turn = given.choice("turn", (1, 2, None))
    state.turn = OVER if turn is None else turn


def check(board: Board, state: Any) -> list[str]:
    """The invariants that a state breaks: the number of marbles, and whose turn it can be."""
    record = board.record
    problems = []
    for seat, name in SEATS.items():
        count = int(rules.marbles(record, state, seat)).bit_count()
        if count != 12:
            problems.append(f"{name} has 12 marbles, not {count}")
    if state.inner[1] & state.inner[2] or state.edge[1] & state.edge[2]:
        problems.append("two marbles stand on one cell")
    can_move = [seat for seat in SEATS if rules.has_move(record, state, seat)]
    if state.turn == OVER and can_move:
        problems.append(f"the game is not over while {SEATS[can_move[0]]} has a move")
    if state.turn != OVER and int(state.turn) not in can_move:
        problems.append(f"it cannot be {SEATS[int(state.turn)]}'s turn, who has no move")
    return problems
