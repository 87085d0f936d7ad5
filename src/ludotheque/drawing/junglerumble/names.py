"""Names in sentences: seats, cards, amounts, places on a farm."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from ludotheque.drawing.shared_names import seat_word
from ludotheque.games.junglerumble.board import CARD_NAMES, EAST_EDGES, NORTH_EDGES, cell_name
from ludotheque.games.junglerumble.nouns import CARDS_SAID
from ludotheque.games.junglerumble.state import SEATS, SIZE
from ludotheque.games.phrase import Phrase, count, count_alike, say

NAMES = {seat: seat_word(name) for seat, name in SEATS.items()}
CARDS = {name: CARDS_SAID[card] for card, name in CARD_NAMES.items()}
EAST_NAMES = {place: name for name, place in EAST_EDGES.items()}
NORTH_NAMES = {place: name for name, place in NORTH_EDGES.items()}


@cache
def food(n: int) -> Phrase:
    return count_alike("{n} food", n)


@cache
def gold(n: int) -> Phrase:
    return count_alike("{n} gold", n)


@cache
def goods(kind: str, n: int) -> Phrase:
    return food(n) if kind == "food" else gold(n)


@cache
def fields(n: int) -> Phrase:
    return count("{n} field", "{n} fields", n)


@cache
def waterways(n: int) -> Phrase:
    return count("{n} waterway", "{n} waterways", n)


@cache
def workers(n: int) -> Phrase:
    return count("{n} worker", "{n} workers", n)


@cache
def kittens(n: int) -> Phrase:
    return count("{n} kitten", "{n} kittens", n)


@cache
def tokens(n: int) -> Phrase:
    return count("{n} penalty token", "{n} penalty tokens", n)


@cache
def points(n: int) -> Phrase:
    return count("{n} point", "{n} points", n)


def gain(tiger_food: Sequence[int], card: str, sent: int) -> Phrase:
    """The gain of `sent` workers from a card."""
    if card == "tiger":
        return food(tiger_food[sent])
    return GAINS[card](sent)


@cache
def hired(n: int) -> Phrase:
    return count("{n} kitten for {n} gold", "{n} kittens for {n} gold", n)


GAINS = {"bull": fields, "beaver": waterways, "raccoon": gold, "monkey": hired}


def cells(rows: Iterable[int]) -> list[Any]:
    """The cells of a farm, from the lowest row up; three or more in a row together: «h8 to k8»."""
    found: list[Any] = []
    for row, word in enumerate(rows):
        if word:
            found += _runs(row, word)
    return found


@cache
def _runs(row: int, word: int) -> tuple[Any, ...]:
    found: list[Any] = []
    columns = [column for column in range(1, SIZE + 1) if word >> column & 1]
    while columns:
        run = [column for i, column in enumerate(columns) if column == columns[0] + i]
        names = [cell_name(row, column) for column in run]
        found += [say("{first} to {last}", first=names[0], last=names[-1])] if len(run) > 2 else names
        columns = columns[len(run) :]
    return tuple(found)


def edges(east: Iterable[int], north: Iterable[int]) -> list[str]:
    """The edges with a waterway, those between cells of a row first."""
    found: list[str] = []
    for is_east, rows in ((True, east), (False, north)):
        for row, word in enumerate(rows):
            if word:
                found += _edges(is_east, row, word)
    return found


@cache
def _edges(is_east: bool, row: int, word: int) -> tuple[str, ...]:
    names = EAST_NAMES if is_east else NORTH_NAMES
    return tuple(names[row, column] for column in range(SIZE + 1) if word >> column & 1)
