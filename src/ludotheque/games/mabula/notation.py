"""Mabula's steps as text: `b1-b4`, from and to."""

import re
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.mabula import refusals
from ludotheque.games.mabula.board import RING_CELLS
from ludotheque.games.mabula.state import LINE, STARTS
from ludotheque.games.phrase import say
from ludotheque.games.refusal import PositionError, Refusal

MOVES = tuple(
    f"{cell}-{refusals.target_of(ring * LINE + k)}" for ring, cell in enumerate(RING_CELLS) for k in range(LINE)
)
NUMBERS = {text: action for action, text in enumerate(MOVES)}
FORM = re.compile(r"([a-h][1-8])(?:-([a-h][1-8]))?", re.ASCII)


def format_action(board: Board, state: Any, seat: int, action: int) -> str:
    """The step's one written form."""
    return MOVES[action]


def parse_action(board: Board, state: Any, seat: int, text: str) -> int:
    """The action that a text names, legal or not; refuses a text that names none.

    From a cell where no marble can be pushed, any target is read as the first move: `explain` refuses it either way.
    """
    form = FORM.fullmatch(text)
    if not form:
        raise _unreadable()
    if text in NUMBERS:
        return NUMBERS[text]
    origin, target = form.groups()
    if origin not in RING_CELLS:
        raise refusals.explain_inside(origin)
    ring = RING_CELLS.index(origin)
    if refusals.explain_marble(board, state, seat, ring):
        return ring * LINE
    raise _explain_way(origin, target)


def _explain_way(origin: str, target: str | None) -> Refusal:
    """Why no move leads from an edge cell to a target; without a target the text is unreadable."""
    if target is None:
        return _unreadable()
    along = RING_CELLS.index(origin) // LINE % 2  # a column's letter, or a row's number, stays the same
    if target in RING_CELLS and target != origin and target[along] == origin[along]:
        return refusals.explain_edge(origin, target)
    return refusals.explain_aside(origin, target)


def _unreadable() -> Refusal:
    return Refusal("unreadable", "mabula.notation", say("A move is written as two cells, from and to: b1-b4."))


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
