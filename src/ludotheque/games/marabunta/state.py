"""Marabunta: the facts, the numbering of actions, the board and the state.

Regions and dice are numbered 0..5 in the order B P O G S Y; 6 is the tile, which has no colour, and so any region.
Groups of these seven elements are sets of bits. Hexes are numbered in reading order, a1 b1 c1 ... a2 b2 ...; sets of
hexes are two 64-bit words.
"""

import numpy as np

from ludotheque.games.options import chosen_type
from ludotheque.games.packed_records import packed

NAME = "marabunta"
TITLE = "Marabunta"
RULES_VERSION = 1
PLAYERS = (2, 2)
SEATS = {1: "Red", 2: "Blue"}
OPTIONS = {"territory": ("meadow", "islets"), "powers": ("basic", "expert")}
PARTS = ("cupcakes", "powers", "blue", "pink", "orange", "green", "grey", "yellow")
ENDINGS = ("region-full", "leaf-full", "cupcakes-gone")

RED, BLUE = 1, 2
STARTS = 1
MAX_HEXES = 120
MAX_POWERS = 14
MAX_ROW = 16
MAX_LEGAL = MAX_HEXES + 1  # room in a list of legal actions: every hex, and decline

REGIONS = 6
ANY = TILE = 6
ELEMENTS = 7
ALL_ELEMENTS = 127
FACES = 6  # of a die: 0, 1, 2, 3, flag, crate
TILES = 7  # that are shuffled; crumbs lies below them

# What an element or a power does. The first eight are the tiles.
CRATES, CIRCLES, ONE, ZEROS, NEST, STRIKE, DOUBLE, CRUMBS = range(1, 9)
WRITE, TRIO, FLAG, CRATE, CAKES, POINTS = range(9, 15)

# What the game waits for.
TO_REVEAL, TO_ROLL, TO_SPLIT, TO_TAKE, TO_USE, TO_CHOOSE, TO_TICK, ENDED = range(8)

# How the end was triggered, as bits in the order of ENDINGS.
REGION_FULL, LEAF_FULL, CUPCAKES_GONE = 1, 2, 4

# Actions: each of these plus
DO_WRITE = 0  # the hex
DO_STRIKE = DO_WRITE + MAX_HEXES  # the hex
DO_SPLIT = DO_STRIKE + MAX_HEXES  # half the group that holds B, rounded down: 0..62
DO_TAKE = DO_SPLIT + 63  # the group, 1..127
DO_USE = DO_TAKE + 128  # the element
DO_AGAIN = DO_USE + ELEMENTS  # the die
DO_LEAF = DO_AGAIN + REGIONS  # the region
DO_CRATE = DO_LEAF + REGIONS  # the power, in the order of the board's file
DO_DONE = DO_CRATE + MAX_POWERS  # nothing
DO_DECLINE = DO_DONE + 1  # nothing
DO_TILE = DO_DECLINE + 1  # the tile, less 1
DO_DIE = DO_TILE + TILES + 1  # 6 * die + face
ACTIONS = DO_DIE + REGIONS * FACES

CHOSEN = chosen_type(OPTIONS)

BOARD = packed(
    [
        ("near", np.uint64, (MAX_HEXES, 2)),  # the neighbours of each hex
        ("hexes", np.uint64, (REGIONS + 1, 2)),  # the hexes of each region, and all of them at ANY
        ("cupcakes", np.uint64, 2),
        ("crates", np.uint64, 2),
        ("row_points", np.int16, MAX_ROW + 1),  # scored by the first 0, 1, 2, ... boxes of the cupcake row
        ("region", np.int8, MAX_HEXES),  # of each hex
        ("circles", np.int8, 3),  # by seat: its circles on every leaf when the game starts
        ("blank", np.int8),  # blank circles on every leaf when the game starts
        ("anthills", np.int8),
        ("row", np.int8),  # how many boxes that row has
        ("powers", np.int8),  # how many there are; of each:
        ("needed", np.int8, MAX_POWERS),  # its crates
        ("effect", np.int8, MAX_POWERS),  # what it does
        ("number", np.int8, MAX_POWERS),  # the number it writes, its points or its cupcakes
    ]
)

# 320 bytes: a multiple of 8, so that the words of every state in an array are aligned, as a GPU needs them.
STATE = packed(
    [
        ("free", np.uint64, 2),  # hexes neither written in nor struck
        ("beside", np.uint64, (3, 2)),  # by seat: hexes adjacent to one of its numbers
        ("sums", np.int16, (3, REGIONS)),  # by seat: of its numbers in each region
        ("rounds", np.int16),
        ("mark", np.int8, MAX_HEXES),  # 0, or seat * 4 + the number written there
        ("circles", np.int8, (3, REGIONS)),  # by seat: circles of its colour on each leaf
        ("blank", np.int8, REGIONS),  # blank circles on each leaf
        ("anthills", np.int8, 3),  # by seat: those left
        ("cupcakes", np.int8, 3),  # by seat: boxes ticked
        ("ticked", np.int8, (3, MAX_POWERS)),  # by seat: crates ticked of each power
        ("tiles", np.int8),  # face down, bit = tile less 1
        ("tile", np.int8),  # of this round, 0 before it is revealed
        ("dice", np.int8, REGIONS),  # of this round: 1 + face, 0 before it is rolled
        ("split", np.int8),  # the group that holds B, while the other seat is to take one
        ("held", np.int8, 3),  # by seat: its group
        ("unused", np.int8),  # elements that the seat whose turn it is has not used
        ("effect", np.int8),  # under way; of it:
        ("number", np.int8),  # what it writes
        ("region", np.int8),  # where
        ("power", np.int8),  # 1 + the power it comes from, 0 if from an element
        ("chosen", np.int8, 2),  # 1 + the hexes, or the leaf, chosen so far
        ("crates", np.int8),  # still to be ticked
        ("trigger", np.int8),  # the seat that triggered the end
        ("ended", np.int8),  # and how
        ("phase", np.int8),
        ("turn", np.int8),  # the seat waited for, CHANCE or OVER
        ("players", np.int8),
        ("rules", np.int8),
    ]
)
