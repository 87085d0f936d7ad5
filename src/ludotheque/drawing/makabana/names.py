"""The names of Maka Bana's sites, beaches, cards and seats in sentences, and the listings that hold them."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any

from ludotheque.drawing.makabana.scene import neighbour_chains, read_board, sites_in
from ludotheque.games.board_record import Board
from ludotheque.games.makabana.nouns import (
    SEAT_NAMES,
    SECTOR_NAMES,
    TYPE_NAMES,
    beach_names,
    card_names,
    site_names,
)
from ludotheque.games.makabana.state import FIRST_SECTOR_CARD, FIRST_TYPE_CARD
from ludotheque.games.phrase import Listing, Phrase, Speaker, cached, listed, named, say, spoken

__all__ = [
    "SEATS", "beach_names", "cards", "commas", "in_a_row", "line", "neighbours", "series", "sites", "sites_of_beach",
    "sites_on",
]  # fmt: skip

SEMICOLON = named("list", "; ")
ALL_TYPES = 0b111
WHOLE_SECTORS = (
    named("sector", "all sand"), named("sector", "all lagoon"), named("sector", "all palm"), named("sector", "all rock")
)  # fmt: skip
TYPES = tuple(map(cached, TYPE_NAMES))
SEATS = {seat: cached(name) for seat, name in SEAT_NAMES.items()}


@cache
def sites(board: Board) -> tuple[Phrase, ...]:
    """The sites by number: «Azzura rock fish»."""
    return tuple(map(cached, site_names(board)))


@cache
def sites_of_beach(board: Board) -> tuple[Phrase, ...]:
    """The sites by number, where the beach is known: «rock fish»."""
    plain = read_board(board)
    return tuple(
        cached(
            say(
                "{sector} {type}",
                sector=SECTOR_NAMES[plain.sector_card[site] - FIRST_SECTOR_CARD],
                type=TYPE_NAMES[plain.type_card[site] - FIRST_TYPE_CARD],
            )
        )
        for site in range(len(board.names["sites"]))
    )


@cache
def cards(board: Board) -> tuple[Any, ...]:
    """The cards by number."""
    return tuple(name if isinstance(name, str) else cached(name) for name in card_names(board))


@cache
def neighbours(board: Board) -> tuple[Phrase, ...]:
    """Which sites are neighbours, island by island: the map shows it by walls and borders."""
    plain = read_board(board)
    said = []
    for number, island in enumerate(board.names["islands"]):
        members = [site for site in range(len(board.names["sites"])) if plain.island[site] == number]
        chains = neighbour_chains(plain, members)
        befores = [None, *(chain[-1] for chain in chains[:-1])]
        rows = series(
            commas([_first(board, chain[0], before), *in_a_row(board, chain)[1:]])
            for chain, before in zip(chains, befores, strict=True)
        )
        said.append(
            cached(say("Neighbours on {island}, each next to the one before: {chains}.", island=island, chains=rows))
        )
    return tuple(said)


def _first(board: Board, site: int, before: int | None) -> Phrase:
    """The first site of a row, with its beach unless that has just been said."""
    beach = read_board(board).beach
    is_known = before is not None and beach[before] == beach[site]
    return sites_of_beach(board)[site] if is_known else sites(board)[site]


def in_a_row(board: Board, row: list[int]) -> list[Phrase]:
    """Sites in a row, each without the words it shares with the one before: «Azzura rock fish, flower, palm fish»."""
    plain = read_board(board)
    said = [sites(board)[row[0]]]
    for before, site in pairwise(row):
        if plain.beach[before] != plain.beach[site]:
            said.append(sites(board)[site])
        elif plain.sector_card[before] != plain.sector_card[site]:
            said.append(sites_of_beach(board)[site])
        else:
            said.append(TYPES[plain.type_card[site] - FIRST_TYPE_CARD])
    return said


@cache
def _sectors(board: Board, beach: int) -> tuple[tuple[int, int], ...]:
    """The sectors of a beach, each with the number of its first site: the tattoo, before the flower and the fish."""
    plain = read_board(board)
    return tuple(
        (plain.sector_card[site] - FIRST_SECTOR_CARD, site)
        for site in sites_in(plain.sites_of[beach])
        if plain.type_card[site] == FIRST_TYPE_CARD
    )


@cache
def _sector_sites(sector: int, types: int) -> Phrase:
    """Some sites of a sector: «sand tattoo and fish»; «all sand» for all three."""
    if types == ALL_TYPES:
        return cached(WHOLE_SECTORS[sector])
    found = listed(name for kind, name in enumerate(TYPE_NAMES) if types >> kind & 1)
    return cached(say("{sector} {types}", sector=SECTOR_NAMES[sector], types=found))


def sites_on(board: Board, beach: int, members: Any) -> Listing:
    """The sites of a set that are on a beach, sector by sector."""
    left = int(members)
    found = ((sector, left >> first & ALL_TYPES) for sector, first in _sectors(board, beach))
    return commas(_sector_sites(sector, types) for sector, types in found if types)


class Series(Listing):
    """Clauses in a row: «a; b; c»."""

    __slots__ = ()

    def said(self, speaker: Speaker) -> str:
        return SEMICOLON.said(speaker).join(spoken(item, speaker) for item in self.items)


class Commas(Listing):
    """Names in a row: «a, b, c»."""

    __slots__ = ()

    def said(self, speaker: Speaker) -> str:
        return ", ".join(spoken(item, speaker) for item in self.items)


class Sentences(Listing):
    """Sentences in a row, on one line."""

    __slots__ = ()

    def said(self, speaker: Speaker) -> str:
        said = (spoken(item, speaker) for item in self.items)
        return " ".join(one[:1].upper() + one[1:] for one in said)


def series(items: Iterable[Any]) -> Series:
    """«a; b; c»."""
    return Series(tuple(items))


def commas(items: Iterable[Any]) -> Commas:
    """«a, b, c»."""
    return Commas(tuple(items))


def line(said: Iterable[Any]) -> Phrase:
    """Sentences that belong together: «One. Another.»"""
    return Phrase("{sentences}", {"sentences": Sentences(tuple(said))})
