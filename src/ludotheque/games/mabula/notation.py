"""Mabula's steps as text: `b1-b4`, from and to."""

import re
from typing import Any

from ludotheque.games.board import Board
from ludotheque.games.mabula.board import CELLS, INWARDS, RING_CELLS
from ludotheque.games.mabula.state import LINE, STARTS
from ludotheque.games.refusal import PositionError, Refusal

MOVES = tuple(
    f"{cell}-{CELLS[CELLS.index(cell) + INWARDS[ring // LINE] * k]}"
    for ring, cell in enumerate(RING_CELLS)
    for k in range(1, LINE + 1)
)
FORM = re.compile(r"([a-h][1-8])-([a-h][1-8])", re.ASCII)


def format_action(board: Board, state: Any, seat: int, action: int) -> str:
    """The step's one written form."""
    return MOVES[action]


def parse_action(board: Board, state: Any, seat: int, text: str) -> int:
    """The action that a text names, legal or not; refuses a text that names none."""
    form = FORM.fullmatch(text)
    if not form:
        raise Refusal("unreadable", "mabula.notation", "A move is written as two cells, from and to: b1-b4.")
    origin, target = form.groups()
    if origin not in RING_CELLS:
        raise Refusal(
            "illegal", "mabula.from-the-edge", f"Only marbles on edge cells are pushed, and {origin} is none."
        )
    ring = RING_CELLS.index(origin)
    reach = MOVES[ring * LINE : ring * LINE + LINE]
    along = ring // LINE % 2  # a column's letter, or a row's number, stays the same
    if target in RING_CELLS and target != origin and target[along] == origin[along]:
        raise Refusal("illegal", "mabula.no-edge-cell", f"No marble may end on an edge cell, and {target} is one.")
    if text not in reach:
        raise Refusal(
            "illegal",
            "mabula.straight-inwards",
            f"A marble on {origin} is pushed straight inwards, to {reach[0][3:]}..{reach[-1][3:]}.",
        )
    return ring * LINE + reach.index(text)


def format_start(board: Board, number: int) -> str:
    """The ring as 24 letters, clockwise from b8."""
    white = int(board.record.starts[number])
    return "".join("BW"[white >> ring & 1] for ring in range(24))


def parse_start(board: Board, text: str) -> int:
    """The number of an arrangement; refuses one that a game may not start from."""
    if not re.fullmatch("[WB]{24}", text, re.ASCII):
        raise PositionError("start: write the ring as 24 letters W and B, clockwise from b8")
    if text.count("W") != 12:
        raise PositionError(f"start: 12 marbles of each colour, not {text.count('W')} W and {text.count('B')} B")
    if any(three in text + text[:2] for three in ("WWW", "BBB")):
        raise PositionError("start: three in a row around the ring have the same colour")
    low, high = 0, STARTS - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if format_start(board, middle) < text else (low, middle)
    return low
