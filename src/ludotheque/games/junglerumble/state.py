"""Jungle Rumble: the facts, the numbering of the farm and of the actions, and the state.

A farm has columns a..o (1..15) and rows 1..15. Its words of bits have one bit per column, bit 0 for what lies west
of column a, and one word per row; rows 0 and 16 lie outside and stay empty. Of the four edges of a cell, the eastern
and the northern one carry its name; bit 0 of `east` is the border `a5w`, row 0 of `north` the border `c1s`.

                 north[8] bit 8: h8n
                     +-------+
    east[8] bit 7:   |       |   east[8] bit 8:
    g8e              |  h8   |   h8e
                     +-------+
                 north[7] bit 8: h7n
"""

import numpy as np

from ludotheque.games.options import Options, chosen_type
from ludotheque.games.packed_records import packed

NAME = "junglerumble"
TITLE = "Jungle Rumble"
RULES_VERSION = 1
PLAYERS = (2, 4)
SEATS = {1: "Red", 2: "Blue", 3: "Yellow", 4: "Teal"}
OPTIONS: Options = {}
PARTS = ("kittens", "goods", "water", "gold", "food", "penalties")
ENDINGS = ("last-field", "last-waterway", "foreign-kitten", "fifty-rounds")

STARTS = 1
SIZE = 15
TRIBE = 6  # kittens of each tribe
MOST_SENT = 6
LAST_ROUND = 50
LAST_FIELD, LAST_WATERWAY, FOREIGN_KITTEN, FIFTY_ROUNDS = 1, 2, 4, 8  # endings, as bits

TIGER, BULL, BEAVER, RACCOON, MONKEY = 1, 2, 3, 4, 5
CARDS = 5
OPEN, FOOD, GOLD = 0, 1, 2  # what a trader deals in
OVER_PHASE, WAKING, SELLING, CHOOSING, SENDING, PLACING, FOLLOWING, FEEDING = range(8)

# No seat has more than six traders: before a kitten of another tribe is hired it has six kittens at most, and with
# `monkey`, once in the round that is then the last, it hires no more kittens than it has workers.
TRADERS = 6

MAX_LEGAL = 72  # room in a list of legal actions: 24 fields in a line have 73 edges, and one waterway lies there

# The actions. A trader is named by its place among the seat's present traders, 0..5.
WAKE = 0  # + how many more workers wake, 0..6
SELL = WAKE + 7  # + 3 * trader + OPEN (nothing), FOOD or GOLD
CARD = SELL + 3 * TRADERS  # + card - 1
SEND = CARD + CARDS  # + how many workers, 0..6
FIELD = SEND + 7  # + 15 * (row - 1) + column - 1
EAST = FIELD + 225  # + 16 * (row - 1) + column, column 0 for the western border
NORTH = EAST + 240  # + 15 * row + column - 1, row 0 for the southern border
HIRE = NORTH + 240  # + 0 as a worker, 1 as a trader
FOLLOW = HIRE + 2
PASS = FOLLOW + 1
DISMISS = PASS + 1  # + 0 a worker, 1 + trader
PENALTY = DISMISS + 1 + TRADERS
ACTIONS = PENALTY + 1

CHOSEN = chosen_type(OPTIONS)

BOARD = packed(
    [
        ("fields", np.int8, 5),  # by number of players: fields and waterways in the game
        ("waterways", np.int8, 5),
        ("tiger_food", np.int8, MOST_SENT + 1),  # by number of workers sent
    ]
)

STATE = packed(
    [
        ("fields", np.uint16, (5, SIZE + 2)),  # by seat and row: cells with a field
        ("east", np.uint16, (5, SIZE + 1)),  # by seat and row: waterways on the eastern edges of its cells
        ("north", np.uint16, (5, SIZE + 1)),  # by seat and row: waterways on the northern edges of its cells
        ("food", np.int16, 5),
        ("gold", np.int16, 5),
        ("penalties", np.int16, 5),
        ("hired", np.int16, 5),  # traders ever hired: the highest number given
        ("number", np.int16, (5, TRADERS)),  # of each present trader, in the order they were hired
        ("kind", np.int8, (5, TRADERS)),  # what it deals in
        ("goods", np.int8, (5, TRADERS)),  # how many of them it holds
        ("traders", np.int8, 5),  # how many are present
        ("newcomers", np.int8, 5),  # how many of these, the last ones, were hired in this round
        ("awake", np.int8, 5),
        ("asleep", np.int8, 5),
        ("kittens_left", np.int8, 5),  # of each seat's tribe, in the supply
        ("fields_left", np.int8),
        ("waterways_left", np.int8),
        ("card_food", np.int8, CARDS + 1),  # by card
        ("taker", np.int8, CARDS + 1),  # by card: the seat that chose it in this round, or 0
        ("round_number", np.int8),
        ("first", np.int8),  # the seat with the first-player token
        ("active", np.int8),  # the seat whose turn it is; 0 when the game is over
        ("turn", np.int8),  # the seat waited for, or OVER
        ("phase", np.int8),
        ("card", np.int8),  # the one the active seat has chosen, or 0
        ("seller", np.int8),  # while selling: the trader that may buy now
        ("to_place", np.int8),  # while placing: fields, waterways or kittens still to come
        ("ending", np.int8),  # what has triggered the end, as bits of ENDINGS
        ("players", np.int8),
        ("rules", np.int8),
    ]
)
