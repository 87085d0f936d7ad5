"""Maka Bana's steps as text: `hut:SITE`, `build:SITE`, `show:beach`, `tiki:SITE`, `tiki:club.BEACH`, `none`, ..."""

import re
from typing import Any

from ludotheque.games.board import Board
from ludotheque.games.makabana.naming import SECTOR_NAMES
from ludotheque.games.makabana.state import MAX_SITES, NO_PROJECT, SECTORS, SHOW, TIKI_CLUB, TYPES
from ludotheque.games.phrase import say
from ludotheque.games.refusal import Refusal

WORDS = ("hut", "build", "paint", "club", "tiki")  # each with a site; the number is action // 64
CARDS = ("beach", "sector", "type", "paint", "club")
AT_SITE = re.compile(r"(hut|build|paint|club|tiki):([a-z]+)\.([a-z]+)\.([a-z]+)", re.ASCII)
AT_CLUB = re.compile(r"tiki:club\.([a-z]+)", re.ASCII)
SHOWN = re.compile(r"show:(beach|sector|type|paint|club)", re.ASCII)


def format_action(board: Board, state: Any, seat: int, action: int) -> str:
    """The step's one written form."""
    if action == NO_PROJECT:
        return "none"
    if action >= SHOW:
        return f"show:{CARDS[action - SHOW]}"
    if action >= TIKI_CLUB:
        return f"tiki:club.{board.names['beaches'][action - TIKI_CLUB]}"
    return f"{WORDS[action // MAX_SITES]}:{board.names['sites'][action % MAX_SITES]}"


def parse_action(board: Board, state: Any, seat: int, text: str) -> int:
    """The action that a text names, legal or not; refuses a text that names none."""
    if text == "none":
        return NO_PROJECT
    if shown := SHOWN.fullmatch(text):
        return SHOW + CARDS.index(shown[1])
    if club := AT_CLUB.fullmatch(text):
        return TIKI_CLUB + _beach(board, club[1])
    if form := AT_SITE.fullmatch(text):
        return WORDS.index(form[1]) * MAX_SITES + _site(board, form[2], form[3], form[4])
    reason = say(
        "Steps are written hut:{site}, build:, paint:, club: or tiki: with a site, tiki:club.{beach}, "
        "show:beach, show:sector, show:type, show:paint, show:club, or none.",
        site=board.names["sites"][0],
        beach=board.names["beaches"][0],
    )
    raise Refusal("unreadable", "makabana.notation", reason)


def _beach(board: Board, name: str) -> int:
    beaches = board.names["beaches"]
    if name not in beaches:
        reason = say("There is no beach {name}; there are {beaches}.", name=name[:20], beaches=", ".join(beaches))
        raise Refusal("illegal", "makabana.no-such-beach", reason)
    return beaches.index(name)


def _site(board: Board, beach: str, sector: str, kind: str) -> int:
    _beach(board, beach)
    name = f"{beach}.{sector}.{kind}"
    if name in board.names["sites"]:
        return board.names["sites"].index(name)
    if sector in SECTORS and kind in TYPES:
        reason = say("{beach} has no {sector}.", beach=beach.capitalize(), sector=SECTOR_NAMES[SECTORS.index(sector)])
    elif sector in SECTORS:
        reason = say("There is no type {name}; there are tattoo, flower, fish.", name=kind[:20])
    else:
        reason = say("There is no sector {name}; there are sand, lagoon, palm, rock.", name=sector[:20])
    raise Refusal("illegal", "makabana.no-such-site", reason)
