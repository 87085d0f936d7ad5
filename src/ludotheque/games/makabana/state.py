"""Maka Bana: the facts, the numbering of sites, cards, places and actions, and the state.

Sites are numbered beach by beach in the order of the board's file, on a beach sector by sector (sand, lagoon, palm,
rock), in a sector type by type (tattoo, flower, fish). Beaches count from 1.

    cards    1..8 beaches   9..12 sand lagoon palm rock   13..15 tattoo flower fish   16 paint   17 club
    places   where a Tiki stands: 1 + site, or 64 + beach for a club place; 0 is nowhere
"""

import numpy as np

from ludotheque.games.options import Options, chosen_type
from ludotheque.games.packed_records import packed

NAME = "makabana"
TITLE = "Maka Bana"
RULES_VERSION = 2
PLAYERS = (3, 6)
SEATS = {1: "Red", 2: "Blue", 3: "Yellow", 4: "Teal", 5: "Orchid", 6: "Ink"}
OPTIONS: Options = {}
PARTS = ("beaches", "huts", "clubs")
ENDINGS = ("full-beach", "last-hut", "thirty-rounds")

STARTS = 1
MAX_LEGAL = 72  # room in a list of legal actions: a Tiki on any of 64 sites and 8 club places
MAX_SEATS = 6
MAX_SITES = 64
MAX_BEACHES = 8
SECTORS = ("sand", "lagoon", "palm", "rock")
TYPES = ("tattoo", "flower", "fish")
HUTS = 10
PAINTS = 2
LAST_ROUND = 30

PLACING, PROJECTS, TIKIS, ENDED = 0, 1, 2, 3  # phases
UNMADE, BUILD, PAINT, CLUB, PAINT_OR_CLUB, NONE = 0, 1, 2, 3, 4, 5  # kinds of project; 4 only in a view
FIRST_SECTOR_CARD, FIRST_TYPE_CARD, PAINT_CARD, CLUB_CARD = 9, 13, 16, 17
CLUB_PLACE = 64
FULL_BEACH, LAST_HUT, THIRTY_ROUNDS = 1, 2, 4  # the bits of ENDINGS

# Action 0 + site: put a hut at the start (`hut:`)
#       64 + site: build; 128 + site: paint; 192 + site: club (64 * kind + site)
#      256 + site: Tiki on a site; 319 + beach: Tiki on a club place (255 + place)
#      328 + 0..4: show the beach, sector, type, paint, club card
#      333: no project (`none`)
PUT_HUT, TIKI, TIKI_CLUB, SHOW, NO_PROJECT = 0, 256, 320, 328, 333
SHOW_BEACH, SHOW_SECTOR, SHOW_TYPE, SHOW_PAINT, SHOW_CLUB = range(328, 333)
ACTIONS = 334

CHOSEN = chosen_type(OPTIONS)

BOARD = packed(
    [
        ("beaches", np.int64),  # how many
        ("all_sites", np.uint64),  # sets of sites: bit = site
        ("all_clubs", np.uint64),  # a set of club places: bit = beach - 1
        ("sites_of", np.uint64, CLUB_CARD + 1),  # by card: the sites it may stand for; paint and club: all
        ("near", np.uint64, MAX_SITES),  # by site: its neighbours
        ("beach", np.int8, MAX_SITES),  # by site: its beach, and the cards of its sector and type
        ("sector_card", np.int8, MAX_SITES),
        ("type_card", np.int8, MAX_SITES),
        ("island", np.int8, MAX_SITES),  # by site: where it is drawn, and its complex within the island
        ("row", np.int8, MAX_SITES),
        ("column", np.int8, MAX_SITES),
        ("complex", np.int8, MAX_SITES),
    ]
)

STATE = packed(
    [
        ("huts", np.uint64, MAX_SEATS + 1),  # by seat: the sites of its huts
        ("paints", np.int8, MAX_SEATS + 1),  # by seat: Paint cards left
        ("club", np.int8, MAX_SEATS + 1),  # by seat: the beach of its club, 0 while it holds the card
        ("tiki", np.int8, MAX_SEATS + 1),  # by seat: the place of its Tiki
        ("kind", np.int8, MAX_SEATS + 1),  # by seat: its project's kind,
        ("site", np.int8, MAX_SEATS + 1),  # its target, 1 + site (0: none, or not known),
        ("card", np.int8, MAX_SEATS + 1),  # and the card it shows (0: none yet, or not known)
        ("ready", np.int16),  # the seats whose project is laid down, as bits
        ("phase", np.int16),
        ("turn", np.int16),  # the seat that puts a hut or a Tiki, else 0
        ("round_number", np.int16),  # 0 while the first huts are put
        ("first", np.int16),  # the first player
        ("ending", np.int16),  # what brought the final round, as bits of ENDINGS; 0 before it
        ("players", np.int8),
        ("rules", np.int8),
    ]
)
