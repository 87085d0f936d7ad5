"""What the words of Jungle Rumble are made of: amounts, places on a farm, and a state read once into plain numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from ludotheque.drawing.shared_names import seat_word
from ludotheque.games.junglerumble.board import COLUMNS, EAST_EDGES, NORTH_EDGES
from ludotheque.games.junglerumble.state import (
    BEAVER,
    BULL,
    FOOD,
    MONKEY,
    PARTS,
    RACCOON,
    SEATS,
    SIZE,
    STATE,
    TIGER,
)
from ludotheque.games.phrase import Phrase, count, say
from ludotheque.play.position import Moment

EAST_NAMES = {place: name for name, place in EAST_EDGES.items()}
MOST_READ = 256  # states whose tables are cached: a table is looked at more often than it changes
NAMES = {seat: seat_word(name) for seat, name in SEATS.items()}
MEAL = 2  # food for each kitten
WATER = PARTS.index("water")
NORTH_NAMES = {place: name for name, place in NORTH_EDGES.items()}


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A state as plain numbers; the names are those of the state."""

    fields: list[list[int]]
    east: list[list[int]]
    north: list[list[int]]
    food: list[int]
    gold: list[int]
    penalties: list[int]
    hired: list[int]
    number: list[list[int]]
    kind: list[list[int]]
    goods: list[list[int]]
    traders: list[int]
    newcomers: list[int]
    awake: list[int]
    asleep: list[int]
    kittens_left: list[int]
    fields_left: int
    waterways_left: int
    card_food: list[int]
    taker: list[int]
    round_number: int
    first: int
    active: int
    turn: int
    phase: int
    card: int
    seller: int
    to_place: int
    ending: int
    players: int
    rules: int

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)

    def kittens(self, seat: int) -> int:
        return self.awake[seat] + self.asleep[seat] + self.traders[seat]

    def needed(self, seat: int) -> int:
        """What the seat's kittens eat at a supper."""
        return MEAL * self.kittens(seat)

    def trader(self, seat: int, place: int) -> str:
        return f"t{self.number[seat][place]}"


def read_table(moment: Moment) -> Table:
    """The state of a position or a view, read once: the same table for the same state."""
    return _read(moment.state.tobytes())


@lru_cache(MOST_READ)
def _read(data: bytes) -> Table:
    values: Any = np.frombuffer(data, STATE)[0].tolist()
    plain: list[Any] = [value if type(value) is int else value.tolist() for value in values]
    return Table(*plain)


def farm_gives(moment: Moment) -> tuple[int, ...]:
    """What each seat's farm gives at a supper, in seat order: as much as its water scores."""
    rows = moment.game.engine.scores(moment.setup.board, moment.state)
    return tuple([row[WATER] for row in rows])


@cache
def food(n: int) -> Phrase:
    return count("{n} food", "{n} food", n)


@cache
def gold(n: int) -> Phrase:
    return count("{n} gold", "{n} gold", n)


@cache
def goods(kind: int, n: int) -> Phrase:
    return food(n) if kind == FOOD else gold(n)


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


def gain(tiger_food: Sequence[int], card: int, sent: int) -> Phrase:
    """What so many workers bring from a card."""
    if card == TIGER:
        return food(tiger_food[sent])
    return GAINS[card](sent)


@cache
def hired(n: int) -> Phrase:
    return count("{n} kitten for {n} gold", "{n} kittens for {n} gold", n)


GAINS = {BULL: fields, BEAVER: waterways, RACCOON: gold, MONKEY: hired}


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
        names = [f"{COLUMNS[column - 1]}{row}" for column in run]
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
