"""A position of Mabula as a drawn text board, and back.

   a b c d e f g h
8    W B . W B W    8
7  B . . . . . . W  7
...
1    B W W . B W    1
   a b c d e f g h
White to move
"""

from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.mabula.fields import PLACES, to_fields
from ludotheque.games.refusal import PositionError

COLUMNS = "   a b c d e f g h"
ROWS = {row: tuple(cell for cell in PLACES if cell[1] == str(row)) for row in range(8, 0, -1)}  # 8 on top
TURNS = {1: "White to move", 2: "Black to move", None: "Game over"}


def format_state(board: Board, state: Any) -> str:
    """The board, row 8 on top, and whose turn it is."""
    fields = to_fields(board, state)
    letters = dict.fromkeys(fields["white"], "W") | dict.fromkeys(fields["black"], "B")
    lines = [COLUMNS]
    for row, cells in ROWS.items():
        drawn = " ".join(letters.get(cell, ".") for cell in cells)
        lines.append(f"{row}  {drawn:^15}  {row}")
    return "\n".join([*lines, COLUMNS, TURNS[fields["turn"]]])


def parse_state(board: Board, text: str) -> dict[str, Any]:
    """The fields of a drawn board; says which line it cannot read."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip() and line.strip() != COLUMNS.strip()]
    turns = {line: turn for turn, line in TURNS.items()}
    if len(lines) != 9 or lines[-1].strip() not in turns:
        raise PositionError(f"draw eight rows, 8 on top, then one of: {', '.join(turns)}")
    fields: dict[str, Any] = {"turn": turns[lines[-1].strip()], "white": [], "black": []}
    for (row, cells), line in zip(ROWS.items(), lines, strict=False):
        letters = line.replace(" ", "").strip(str(row))
        if len(letters) != len(cells) or set(letters) - set("WB."):
            raise PositionError(f"row {row}: write {len(cells)} cells as W, B or . ({line.strip()[:60]!r})")
        for cell, letter in zip(cells, letters, strict=True):
            if letter != ".":
                fields["white" if letter == "W" else "black"].append(cell)
    return fields
