"""Maka Bana's boards: the islands of our own files or of a user's, as the record that kernels read."""

from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.games.bits import ONE
from ludotheque.games.board_record import Board
from ludotheque.games.makabana.board_file import SECTOR_LETTERS, TYPE_LETTERS, Island, check_together, read_islands
from ludotheque.games.makabana.state import (
    BOARD,
    CLUB_CARD,
    FIRST_SECTOR_CARD,
    FIRST_TYPE_CARD,
    MAX_BEACHES,
    PAINT_CARD,
    SECTORS,
    TYPES,
)
from ludotheque.games.refusal import BoardError

FOLDER = Path(__file__).parent / "boards"
BOARD_FILES = ("makabana.toml", "noka.toml", "nadaa.toml")


def load_board(options: dict[str, str], players: int, rules: int, text: str | None = None) -> Board:
    """The islands for a number of players: of our own files, or of the text of a user's file.

    The rules decide how much room the first huts need: an island that is too small for new games may serve old ones.
    """
    if text is not None:
        name, islands = read_islands(text, rules)
    else:
        ours = [read_islands((FOLDER / file).read_text(encoding="utf-8"), rules) for file in BOARD_FILES]
        name, islands = "", [island for _, found in ours for island in found]
    used = [island for island in islands if players in island.players]
    if not used:
        counts = sorted({str(count) for island in islands for count in island.players})
        raise BoardError(f"players: no island for {players} players, only for {', '.join(counts)}")
    check_together(used, players, rules)
    return _build(name, used, text)


def _build(name: str, islands: list[Island], own: str | None) -> Board:
    record = np.zeros(1, BOARD)[0]
    letters = [letter for island in islands for letter in island.beaches]
    beaches = [beach for island in islands for beach in island.beaches.values()]
    codes = [code for island in islands for code in island.sites.values()]
    codes.sort(key=lambda code: _order(letters, code))
    for number, island in enumerate(islands):
        for place, code in island.sites.items():
            site = codes.index(code)
            record.island[site], record.complex[site] = number, island.complexes[place]
            record.row[site], record.column[site] = place
            record.near[site] = sum(1 << codes.index(island.sites[near]) for near in island.neighbours(place))
    sites = []
    for site, code in enumerate(codes):
        beach, sector, kind = _order(letters, code)
        record.beach[site] = beach + 1
        record.sector_card[site] = FIRST_SECTOR_CARD + sector
        record.type_card[site] = FIRST_TYPE_CARD + kind
        sites.append(f"{beaches[beach]}.{SECTORS[sector]}.{TYPES[kind]}")
    _fill_sets(record, len(sites), len(beaches))
    cards = ("", *beaches, *[""] * (MAX_BEACHES - len(beaches)), *SECTORS, *TYPES, "paint", "club")
    names = {"islands": tuple(island.name for island in islands), "beaches": tuple(beaches)}
    return Board(name, record, own, names | {"sites": tuple(sites), "codes": tuple(codes), "cards": cards})


def _order(letters: list[str], code: str) -> tuple[int, int, int]:
    """A site's beach (from 0), sector and type, by which sites are numbered."""
    return letters.index(code[0]), list(SECTOR_LETTERS).index(code[1]), list(TYPE_LETTERS).index(code[2])


def _fill_sets(record: Any, sites: int, beaches: int) -> None:
    """All sites, all club places, and the sites that each card may stand for."""
    record.beaches = beaches
    record.all_sites, record.all_clubs = (1 << sites) - 1, (1 << beaches) - 1
    for site in range(sites):
        for card in (record.beach[site], record.sector_card[site], record.type_card[site]):
            record.sites_of[card] |= ONE << np.uint64(site)
    record.sites_of[PAINT_CARD] = record.sites_of[CLUB_CARD] = record.all_sites
