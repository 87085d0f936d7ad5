"""The names of Maka Bana's sites, beaches, cards and seats as phrases: `azzura.rock.fish` is «Azzura rock fish»."""

from functools import cache
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.makabana.state import MAX_BEACHES, SEATS, SECTORS, TYPES
from ludotheque.games.phrase import Phrase, named, say

SECTOR_NAMES = (named("sector", "sand"), named("sector", "lagoon"), named("sector", "palm"), named("sector", "rock"))
TYPE_NAMES = (named("type", "tattoo"), named("type", "flower"), named("type", "fish"))
CARD_NAMES = (
    named("card", "Sand"), named("card", "Lagoon"), named("card", "Palm"), named("card", "Rock"),
    named("card", "Tattoo"), named("card", "Flower"), named("card", "Fish"), named("card", "Paint"),
    named("card", "Club"),
)  # fmt: skip
SEAT_NAMES = {seat: named("seat", name) for seat, name in SEATS.items()}


@cache
def beach_names(board: Board) -> tuple[str, ...]:
    """The beaches by number, from 1; the same in every language."""
    return ("", *(name.capitalize() for name in board.names["beaches"]))


@cache
def site_names(board: Board) -> tuple[Phrase, ...]:
    """The sites by number: beach, sector and type, in the order of the cards that name them."""
    return tuple(
        say(
            "{beach} {sector} {type}",
            beach=beach.capitalize(),
            sector=SECTOR_NAMES[SECTORS.index(sector)],
            type=TYPE_NAMES[TYPES.index(kind)],
        )
        for beach, sector, kind in (name.split(".") for name in board.names["sites"])
    )


@cache
def card_names(board: Board) -> tuple[Any, ...]:
    """The cards by number, from 1."""
    beaches = beach_names(board)
    missing = [""] * (MAX_BEACHES + 1 - len(beaches))
    return (*beaches, *missing, *CARD_NAMES)


def site_element(board: Board, site: int) -> str:
    """The id of a site in the drawing."""
    return "site-" + board.names["sites"][site].replace(".", "-")


def club_element(board: Board, beach: int) -> str:
    """The id of a club place in the drawing; beaches count from 1."""
    return f"club-{board.names['beaches'][beach - 1]}"
