"""Jungle Rumble has no board; its record holds the tables of the rulebook."""

import numpy as np

from ludotheque.games.board_record import Board
from ludotheque.games.junglerumble.state import BOARD, SIZE

FIELDS = {2: 22, 3: 25, 4: 30}
WATERWAYS = {2: 22, 3: 25, 4: 28}
TIGER_FOOD = (0, 2, 5, 8, 12, 16, 20)

COLUMNS = "abcdefghijklmno"
CARD_NAMES = {1: "tiger", 2: "bull", 3: "beaver", 4: "raccoon", 5: "monkey"}


def load_board(options: dict[str, str], players: int, rules: int, text: str | None = None) -> Board:
    """The rulebook's tables: fields and waterways by number of players, and the tiger's food."""
    record = np.zeros(1, BOARD)[0]
    for number in FIELDS:
        record.fields[number], record.waterways[number] = FIELDS[number], WATERWAYS[number]
    record.tiger_food[:] = TIGER_FOOD
    return Board("", record)


def cell_name(row: int, column: int) -> str:
    """The cell in a row 1..15 and a column 1..15."""
    return f"{COLUMNS[column - 1]}{row}"


def east_name(row: int, column: int) -> str:
    """The edge east of a cell; of column 0: the western border of its row."""
    return f"{cell_name(row, column)}e" if column else f"a{row}w"


def north_name(row: int, column: int) -> str:
    """The edge north of a cell; of row 0: the southern border of its column."""
    return f"{cell_name(row, column)}n" if row else f"{COLUMNS[column - 1]}1s"


CELLS = {cell_name(row, column): (row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1)}
EAST_EDGES = {east_name(row, column): (row, column) for row in range(1, SIZE + 1) for column in range(SIZE + 1)}
NORTH_EDGES = {north_name(row, column): (row, column) for row in range(SIZE + 1) for column in range(1, SIZE + 1)}
