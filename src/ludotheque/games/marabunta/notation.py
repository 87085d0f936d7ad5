"""Marabunta's steps as text: `split:BOT/PGSY`, `use:B`, `write:c4`."""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.marabunta.board_file import LETTERS
from ludotheque.games.marabunta.state import (
    ALL_ELEMENTS,
    DO_AGAIN,
    DO_CRATE,
    DO_DECLINE,
    DO_DIE,
    DO_DONE,
    DO_LEAF,
    DO_SPLIT,
    DO_STRIKE,
    DO_TAKE,
    DO_TILE,
    DO_USE,
    DO_WRITE,
    FACES,
)
from ludotheque.games.phrase import Phrase, say
from ludotheque.games.refusal import Refusal

ELEMENT_LETTERS = LETTERS + "T"
TILE_NAMES = ("crates", "circles", "one", "zeros", "nest", "strike", "double", "crumbs")
MOST_CACHED = 512  # texts of groups, splits or hexes: a board has fewer of each
FACE_NAMES = ("0", "1", "2", "3", "flag", "crate")


def format_action(board: Board, state: Any, seat: int, action: int) -> str:
    """The step's one written form."""
    hexes, powers = board.names["hexes"], board.names["powers"]
    if action < DO_STRIKE:
        return f"write:{hexes[action - DO_WRITE]}"
    if action < DO_SPLIT:
        return f"strike:{hexes[action - DO_STRIKE]}"
    if action < DO_TAKE:
        return f"split:{format_split(2 * (action - DO_SPLIT) + 1)}"
    if action < DO_USE:
        return f"take:{format_group(action - DO_TAKE)}"
    if action < DO_AGAIN:
        return f"use:{ELEMENT_LETTERS[action - DO_USE]}"
    if action < DO_LEAF:
        return f"again:{LETTERS[action - DO_AGAIN]}"
    if action < DO_CRATE:
        return f"leaf:{LETTERS[action - DO_LEAF]}"
    if action < DO_DONE:
        return f"crate:{powers[action - DO_CRATE]}"
    if action < DO_TILE:
        return "done" if action == DO_DONE else "decline"
    if action < DO_DIE:
        return f"tile:{TILE_NAMES[action - DO_TILE]}"
    die, face = divmod(action - DO_DIE, FACES)
    return f"die:{LETTERS[die]}={FACE_NAMES[face]}"


@cache
def format_group(group: int) -> str:
    """The letters of a group, in the order B P O G S Y T."""
    return "".join(letter for element, letter in enumerate(ELEMENT_LETTERS) if group >> element & 1)


@cache
def format_split(group: int) -> str:
    """The group that holds B, and the other."""
    return f"{format_group(group)}/{format_group(ALL_ELEMENTS - group)}"


@lru_cache(MOST_CACHED)
def parse_group(letters: str) -> int:
    """The group with these letters, in any order."""
    return sum(1 << ELEMENT_LETTERS.index(letter) for letter in set(letters))


def parse_action(board: Board, state: Any, seat: int, text: str) -> int:
    """The action that a text names, legal or not; refuses a text that names none."""
    form = FORM.fullmatch(text)
    if not form:
        raise _unreadable()
    word, verb, what = form.groups()
    if word:
        return DO_DONE if word == "done" else DO_DECLINE
    return READERS[verb](board, what)


def _unreadable() -> Refusal:
    return Refusal(
        "unreadable",
        "marabunta.notation",
        say(
            "A step is written like split:BOT/PGSY, take:BOT, use:B, again:P, write:c4, strike:c4, leaf:S, crate:two, "
            "done or decline; the table's like tile:nest and die:B=flag."
        ),
    )


def illegal(rule: str, reason: Phrase, *places: str) -> Refusal:
    """A refusal by a rule; `places` are the elements of the drawing that it is about."""
    return Refusal("illegal", rule, reason, places)


def _write(board: Board, what: str) -> int:
    return DO_WRITE + _hex(board, what)


def _strike(board: Board, what: str) -> int:
    return DO_STRIKE + _hex(board, what)


@lru_cache(MOST_CACHED)
def _hex(board: Board, name: str) -> int:
    if not re.fullmatch("[a-z][1-9][0-9]?", name, re.ASCII):
        raise _unreadable()
    if name not in board.names["hexes"]:
        raise illegal("marabunta.no-such-hex", say("There is no hex {hexagon} on this territory.", hexagon=name))
    return board.names["hexes"].index(name)


@lru_cache(MOST_CACHED)
def _split(board: Board, what: str) -> int:
    if not re.fullmatch("[BPOGSYT]*/[BPOGSYT]*", what, re.ASCII):
        raise _unreadable()
    if sorted(what) != sorted(ELEMENT_LETTERS + "/"):
        reason = say("A split puts each of the seven elements into exactly one group.")
        raise illegal("marabunta.split-all", reason)
    groups = [parse_group(letters) for letters in what.split("/")]
    if 0 in groups:
        raise illegal("marabunta.split-empty", say("Both groups of a split hold at least one element."))
    group = next(group for group in groups if group & 1)
    if what != format_split(group):
        raise _letter_order(f"split:{format_split(group)}")
    return DO_SPLIT + group // 2


def _take(board: Board, what: str) -> int:
    if not re.fullmatch("[BPOGSYT]+", what, re.ASCII) or len(set(what)) < len(what):
        raise _unreadable()
    group = parse_group(what)
    if what != format_group(group):
        raise _letter_order(f"take:{format_group(group)}")
    return DO_TAKE + group


def _letter_order(right: str) -> Refusal:
    return Refusal(
        "unreadable",
        "marabunta.letter-order",
        say("Letters go in the order B P O G S Y T, the group with B first: write {right}.", right=right),
    )


def _use(board: Board, what: str) -> int:
    return DO_USE + _letter(what, ELEMENT_LETTERS)


def _again(board: Board, what: str) -> int:
    if what == "T":
        raise illegal("marabunta.again-a-die", say("Only a die is used again, never the tile."), "tile")
    return DO_AGAIN + _letter(what, LETTERS)


def _leaf(board: Board, what: str) -> int:
    return DO_LEAF + _letter(what, LETTERS)


def _letter(what: str, letters: str) -> int:
    if len(what) != 1 or what not in letters:
        raise _unreadable()
    return letters.index(what)


def _crate(board: Board, name: str) -> int:
    powers = board.names["powers"]
    if name not in powers:
        reason = say("There is no such power: the powers are {powers}.", powers=", ".join(powers))
        raise illegal("marabunta.no-such-power", reason)
    return DO_CRATE + powers.index(name)


def _tile(board: Board, name: str) -> int:
    if name not in TILE_NAMES:
        reason = say("There is no such tile: the tiles are {tiles}.", tiles=", ".join(TILE_NAMES))
        raise illegal("marabunta.no-such-tile", reason)
    return DO_TILE + TILE_NAMES.index(name)


def _die(board: Board, what: str) -> int:
    die, _, face = what.partition("=")
    if face not in FACE_NAMES:
        raise _unreadable()
    return DO_DIE + FACES * _letter(die, LETTERS) + FACE_NAMES.index(face)


READERS: dict[str, Callable[[Board, str], int]] = {
    "split": _split,
    "take": _take,
    "use": _use,
    "again": _again,
    "write": _write,
    "strike": _strike,
    "leaf": _leaf,
    "crate": _crate,
    "tile": _tile,
    "die": _die,
}
FORM = re.compile(rf"(done|decline)|({'|'.join(READERS)}):([A-Za-z0-9/=-]+)", re.ASCII)
