"""Maka Bana's steps as text: `hut:SITE`, `build:SITE`, `show:beach`, `tiki:SITE`, `tiki:club.BEACH`, `none`, ..."""

import re
from functools import cache
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.makabana.nouns import SECTOR_NAMES
from ludotheque.games.makabana.state import MAX_SITES, NO_PROJECT, SECTORS, SHOW, TIKI_CLUB, TYPES
from ludotheque.games.phrase import say
from ludotheque.games.refusal import Refusal

WORDS = ("hut", "build", "paint", "club", "tiki")  # each with a site; the number is action // 64
CARDS = ("beach", "sector", "type", "paint", "club")
AT_SITE = re.compile(r"(hut|build|paint|club|tiki):([a-z]+)\.([a-z]+)\.([a-z]+)", re.ASCII)
AT_CLUB = re.compile(r"tiki:club\.([a-z]+)", re.ASCII)


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
    if (action := _actions(board).get(text)) is not None:
        return action
    if club := AT_CLUB.fullmatch(text):
        raise _no_such_beach(board, club[1])
    if form := AT_SITE.fullmatch(text):
        raise _no_such_site(board, form[2], form[3], form[4])
    reason = say(
        "Steps are written hut:{site}, build:, paint:, club: or tiki: with a site, tiki:club.{beach}, "
        "show:beach, show:sector, show:type, show:paint, show:club, or none.",
        site=board.names["sites"][0],
        beach=board.names["beaches"][0],
    )
    raise Refusal("unreadable", "makabana.notation", reason)


@cache
def _actions(board: Board) -> dict[str, int]:
    """Every text that names an action."""
    sites = len(board.names["sites"])
    actions = [kind * MAX_SITES + site for kind in range(len(WORDS)) for site in range(sites)]
    actions += [TIKI_CLUB + beach for beach in range(len(board.names["beaches"]))]
    actions += [*range(SHOW, SHOW + len(CARDS)), NO_PROJECT]
    return {format_action(board, None, 0, action): action for action in actions}


def _no_such_beach(board: Board, name: str) -> Refusal:
    beaches = ", ".join(board.names["beaches"])
    reason = say("There is no beach {name}; there are {beaches}.", name=name[:20], beaches=beaches)
    return Refusal("illegal", "makabana.no-such-beach", reason)


def _no_such_site(board: Board, beach: str, sector: str, kind: str) -> Refusal:
    if beach not in board.names["beaches"]:
        return _no_such_beach(board, beach)
    if sector in SECTORS and kind in TYPES:
        reason = say("{beach} has no {sector}.", beach=beach.capitalize(), sector=SECTOR_NAMES[SECTORS.index(sector)])
    elif sector in SECTORS:
        reason = say("There is no type {name}; there are tattoo, flower, fish.", name=kind[:20])
    else:
        reason = say("There is no sector {name}; there are sand, lagoon, palm, rock.", name=sector[:20])
    return Refusal("illegal", "makabana.no-such-site", reason)
