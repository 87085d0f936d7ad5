"""The table of Jungle Rumble read once into plain values, which drawings and text pictures look at."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ludotheque.games.junglerumble.board import CARD_NAMES, COLUMNS, east_name, north_name
from ludotheque.games.junglerumble.fields import PHASES
from ludotheque.games.junglerumble.state import ENDINGS, LAST_ROUND, SIZE, STATE
from ludotheque.games.verbs import OVER
from ludotheque.play.position import Moment

GOODS = ("", "food", "gold")
BOWLS = 2  # what a kitten eats, as the rules ask at a feeding
PENALTY = 3  # points, for a kitten that is not fed
MOST_READ = 256  # states whose tables are cached: a table is looked at more often than it changes
Points = tuple[tuple[int, ...], ...]  # by seat, in the order of the game's parts
Cell = tuple[int, int]  # row and column, 1..15


@dataclass(frozen=True, slots=True)
class Trader:
    """A kitten behind a stall: its name, what it deals in, how many it holds."""

    name: str
    kind: str
    goods: int
    is_new: bool


@dataclass(frozen=True, slots=True)
class Farm:
    """Words of bits, one per row, as the state draws them."""

    fields: tuple[int, ...]
    east: tuple[int, ...]
    north: tuple[int, ...]

    def cells(self) -> list[Cell]:
        """Where fields lie, row by row."""
        return [(row, column) for row, word in enumerate(self.fields) if word for column in bits(word)]

    def has_field(self, row: int, column: int) -> bool:
        return bool(self.fields[row] >> column & 1)

    def watered_sides(self, row: int, column: int) -> int:
        """The sides of a cell with a waterway: north 1, east 2, south 4, west 8."""
        here = self.east[row]
        across = (here >> column & 1) << 1 | (here >> column - 1 & 1) << 3
        return across | self.north[row] >> column & 1 | (self.north[row - 1] >> column & 1) << 2

    def waterways(self) -> dict[str, tuple[str, float, float]]:
        """By name: the side it is named by (e or n), and its middle as row and column."""
        east = {
            east_name(row, column): ("e", float(row), column + 0.5)
            for row, word in enumerate(self.east)
            if word
            for column in bits(word)
        }
        north = {
            north_name(row, column): ("n", row + 0.5, float(column))
            for row, word in enumerate(self.north)
            if word
            for column in bits(word)
        }
        return east | north


@dataclass(frozen=True, slots=True, eq=False)
class Tribe:
    """What a seat owns, and the parts of its score."""

    number: int
    food: int
    gold: int
    penalties: int
    awake: int
    asleep: int
    traders: tuple[Trader, ...]
    farm: Farm
    points: tuple[int, ...]  # in the order of the game's parts

    @property
    def total(self) -> int:
        return sum(self.points)

    def worker(self, place: int) -> str:
        """The worker in a place, from 0: those awake come first."""
        return "awake" if place < self.awake else "asleep" if place < self.awake + self.asleep else ""

    @property
    def harvest(self) -> int:
        """What the farm gives at a feeding, which is also its score."""
        return self.points[2]

    @property
    def bowls(self) -> int:
        """What a feeding needs."""
        return BOWLS * (self.awake + self.asleep + len(self.traders))

    @property
    def short(self) -> int:
        """What would be missing at a feeding now."""
        return max(self.bowls - self.harvest - self.food, 0)

    @property
    def price(self) -> int:
        """The points that penalties would cost at a feeding now."""
        return PENALTY * -(-self.short // BOWLS)

    @property
    def left(self) -> int:
        """What would stay in the stock after a feeding now."""
        return self.food - max(self.bowls - self.harvest, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The moment, the supply, the cards, the seats."""

    round_number: int
    first: int
    active: int
    turn: int  # 0 when the game is over
    phase: str
    card: str
    seller: int
    to_place: int
    endings: tuple[str, ...]
    fields_left: int
    waterways_left: int
    kittens_left: tuple[int, ...]  # by seat, in seat order
    food_on: dict[str, int]
    taker: dict[str, int]
    seats: dict[int, Tribe]

    @property
    def is_last_round(self) -> bool:
        return bool(self.endings) or self.round_number == LAST_ROUND


def bits(word: int) -> list[int]:
    """The places of the bits of a row's word."""
    return [place for place in range(SIZE + 1) if word >> place & 1]


def read(moment: Moment, state: Any) -> Table:
    """The table in a state of a game: the same one for the same state."""
    points = moment.game.engine.scores(moment.setup.board, state)
    return _read(state.tobytes(), tuple(map(tuple, points)))


@lru_cache(MOST_READ)
def _read(data: bytes, points: Points) -> Table:
    state, players = np.frombuffer(data, STATE)[0], len(points)
    ending, food_on, taker = int(state.ending), state.card_food.tolist(), state.taker.tolist()
    turn = int(state.turn)
    return Table(
        int(state.round_number),
        int(state.first),
        int(state.active),
        0 if turn == OVER else turn,
        PHASES[int(state.phase)],
        CARD_NAMES.get(int(state.card), ""),
        int(state.seller),
        int(state.to_place),
        tuple(name for place, name in enumerate(ENDINGS) if ending >> place & 1),
        int(state.fields_left),
        int(state.waterways_left),
        tuple(state.kittens_left.tolist()[1 : players + 1]),
        {name: food_on[card] for card, name in CARD_NAMES.items()},
        {name: taker[card] for card, name in CARD_NAMES.items()},
        _read_seats(state, players, points),
    )


def _read_seats(state: Any, players: int, points: Points) -> dict[int, Tribe]:
    food, gold, penalties = state.food.tolist(), state.gold.tolist(), state.penalties.tolist()
    awake, asleep = state.awake.tolist(), state.asleep.tolist()
    farms = zip(state["fields"].tolist(), state.east.tolist(), state.north.tolist(), strict=True)
    farm = [Farm(*map(tuple, words)) for words in farms]
    traders = _read_traders(state, players)
    return {
        seat: Tribe(
            seat, food[seat], gold[seat], penalties[seat], awake[seat], asleep[seat], traders[seat], farm[seat],
            points[seat - 1],
        )
        for seat in range(1, players + 1)
    }  # fmt: skip


def _read_traders(state: Any, players: int) -> dict[int, tuple[Trader, ...]]:
    present, newcomers = state.traders.tolist(), state.newcomers.tolist()
    names, kinds, goods = state.number.tolist(), state.kind.tolist(), state.goods.tolist()
    return {
        seat: tuple(
            Trader(
                f"t{names[seat][place]}", GOODS[kinds[seat][place]], goods[seat][place],
                place >= present[seat] - newcomers[seat],
            )
            for place in range(present[seat])
        )
        for seat in range(1, players + 1)
    }  # fmt: skip


def place_of(name: str) -> Cell:
    """The row and column of a cell's name."""
    return int(name[1:]), COLUMNS.index(name[0]) + 1
