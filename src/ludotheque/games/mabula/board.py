"""Mabula's board: its geometry, and the 40,158 arrangements a game may start from."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.board_record import Board
from ludotheque.games.mabula.state import BOARD, RING, STARTS

COLUMNS = "abcdefgh"
CELLS = tuple(f"{column}{row}" for row in range(1, 9) for column in COLUMNS)
RING_CELLS = tuple("b8 c8 d8 e8 f8 g8 h7 h6 h5 h4 h3 h2 g1 f1 e1 d1 c1 b1 a2 a3 a4 a5 a6 a7".split())  # noqa: SIM905  as the rules list them
INWARDS = (-8, -1, 8, 1)


def load_board(options: dict[str, str], players: int, rules: int, text: str | None = None) -> Board:
    """The one board there is."""
    record = np.zeros(1, BOARD)[0]
    for ring, name in enumerate(RING_CELLS):
        cell, step = CELLS.index(name), INWARDS[ring // 6]
        record.cell[ring], record.step[ring] = cell, step
        record.line[ring] = sum(1 << cell + step * k for k in range(1, 7))
    record.starts[:] = arrangements()
    return Board("", record)


def arrangements() -> NDArray[np.uint32]:
    """All rings of 12 white and 12 black with no three alike in a row, alphabetically; White's cells as bits.

    Grown letter by letter from b8 on, the first letter in the highest place, so that order is the alphabet's.
    """
    rings = np.array([0, 1], np.int64)
    for length in range(1, RING):
        rings = np.concatenate([rings * 2, rings * 2 + 1])
        white = np.bitwise_count(rings)
        fits = (white <= 12) & (length + 1 - white <= 12)
        if length >= 2:
            fits &= ~_three_alike(rings)
        rings = rings[fits]
    for _ in range(2):  # the last letters meet the first ones
        rings = _turned(rings)
        rings = rings[~_three_alike(rings)]
    rings = np.sort(_turned(rings, RING - 2))
    letters = sum((rings >> place & 1) << RING - 1 - place for place in range(RING))
    assert len(rings) == STARTS
    return np.asarray(letters, np.uint32)


def _three_alike(rings: NDArray[np.int64]) -> Any:
    last = rings & 7
    return (last == 0) | (last == 7)


def _turned(rings: NDArray[np.int64], by: int = 1) -> NDArray[np.int64]:
    whole = (1 << RING) - 1
    return (rings << by | rings >> RING - by) & whole
