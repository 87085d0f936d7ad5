"""Mabula: the facts, the board's numbering and the state.

The ring of 24 edge cells is numbered clockwise from b8; a marble on it is pushed straight inwards.

    8      0  1  2  3  4  5
    7  23  .  .  .  .  .  .   6
    6  22  .  .  .  .  .  .   7
    5  21  .  .  .  .  .  .   8
    4  20  .  .  .  .  .  .   9
    3  19  .  .  .  .  .  .  10
    2  18  .  .  .  .  .  .  11
    1     17 16 15 14 13 12
        a  b  c  d  e  f  g   h
"""

import numpy as np

from ludotheque.games.options import chosen_type
from ludotheque.games.packed_records import packed

NAME = "mabula"
TITLE = "Mabula"
RULES_VERSION = 1
PLAYERS = (2, 2)
SEATS = {1: "White", 2: "Black"}
OPTIONS = {"scoring": ("largest", "product")}
PARTS = ("groups",)
ENDINGS = ("no-moves",)

WHITE, BLACK = 1, 2
LARGEST, PRODUCT = 0, 1
RING = 24
LINE = 6
STARTS = 40_158

MAX_LEGAL = 78  # room in a list of legal actions: 12 marbles with 6 moves each, and 6 spare places

# Action ring * 6 + k - 1: push the marble of that edge cell by k cells.
ACTIONS = RING * LINE

CHOSEN = chosen_type(OPTIONS)

BOARD = packed(
    [
        ("cell", np.int64, RING),  # the edge cell of each number of the ring; a1 is 0, b1 is 1, a2 is 8
        ("step", np.int64, RING),  # from a cell of its line to the next, inwards
        ("line", np.uint64, RING),  # the six interior cells of its line
        ("starts", np.uint32, STARTS),  # White's edge cells in each arrangement, in alphabetical order
    ]
)

STATE = packed(
    [
        ("inner", np.uint64, 3),  # by seat: its marbles on the interior, bit = cell
        ("edge", np.uint32, 3),  # by seat: its marbles on the ring, bit = number on the ring
        ("turn", np.int8),  # the seat to move, or OVER
        ("scoring", np.int8),
        ("players", np.int8),
        ("rules", np.int8),
    ]
)
