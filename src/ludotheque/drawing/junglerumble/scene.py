"""A state of Jungle Rumble, read once into plain values for picture, words and text; and the scene of one drawing.

`read_table` reads a state. A `JungleScene` adds marks, language, legal steps and preview.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.junglerumble.layout import SheetLayout, layout
from ludotheque.drawing.language import Language
from ludotheque.games.board_record import Board
from ludotheque.games.junglerumble.board import CARD_NAMES, east_name, north_name
from ludotheque.games.junglerumble.fields import PHASES
from ludotheque.games.junglerumble.state import ENDINGS, LAST_ROUND, PARTS, SIZE, STATE
from ludotheque.games.verbs import OVER
from ludotheque.play.game import Game
from ludotheque.play.position import Moment, Step
from ludotheque.play.view import View

GOODS = ("", "food", "gold")
MEAL = 2  # food that each kitten eats at a supper
PENALTY = 3  # points that a kitten costs if it is not fed
WATER = PARTS.index("water")
MOST_READ = 256  # cached tables; also the size of caches that are keyed by them
Points = list[list[int]]  # by seat, in the order of the game's parts
Cell = tuple[int, int]  # row and column, 1..15


@dataclass(frozen=True, slots=True)
class Trader:
    """A kitten behind a stall."""

    name: str
    kind: str  # what it deals in; "" while that is open
    goods: int
    is_new: bool  # hired in this round

    @property
    def number(self) -> str:
        """As people call it, *trader 2*: `t2` is for the notation."""
        return self.name.removeprefix("t")


@dataclass(frozen=True, slots=True)
class Farm:
    """Words of bits, one per row, as `games/junglerumble/state.py` draws them."""

    fields: tuple[int, ...]
    east: tuple[int, ...]
    north: tuple[int, ...]

    def cells(self) -> list[Cell]:
        """The cells with a field, row by row."""
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


def bits(word: int) -> list[int]:
    """The places of the bits of a row's word."""
    return [place for place in range(SIZE + 1) if word >> place & 1]


@dataclass(frozen=True, slots=True, eq=False)
class Tribe:
    """A seat's belongings, its score, and the supper it would have now."""

    number: int  # of the seat
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

    @property
    def kittens(self) -> int:
        return self.awake + self.asleep + len(self.traders)

    def worker(self, place: int) -> str:
        """The worker in a place, from 0: those awake come first."""
        return "awake" if place < self.awake else "asleep" if place < self.awake + self.asleep else ""

    @property
    def harvest(self) -> int:
        """Food that the farm gives at a supper: as much as its water scores."""
        return self.points[WATER]

    @property
    def needed(self) -> int:
        """Food that the kittens eat at a supper."""
        return MEAL * self.kittens

    @property
    def short(self) -> int:
        """Food that farm and stock lack for a supper now."""
        return max(self.needed - self.harvest - self.food, 0)

    @property
    def price(self) -> int:
        """The points that penalties would cost at a supper now."""
        return PENALTY * -(-self.short // MEAL)

    @property
    def left(self) -> int:
        """Food that would stay in the stock after a supper now."""
        return self.food - max(self.needed - self.harvest, 0)


@dataclass(frozen=True, slots=True, eq=False)
class JungleTable:
    """A state: the turn, the supply, the cards, the seats."""

    round_number: int
    first: int
    active: int
    turn: int  # 0 when the game is over
    phase: str
    card: str  # "" before one is chosen
    seller: int  # while selling: the place of the trader that may buy now
    to_place: int
    endings: tuple[str, ...]
    fields_left: int
    waterways_left: int
    kittens_left: dict[int, int]  # by seat
    food_on: dict[str, int]  # by card
    taker: dict[str, int]  # by card: the seat that chose it in this round, or 0
    seats: dict[int, Tribe]

    @property
    def is_last_round(self) -> bool:
        return bool(self.endings) or self.round_number == LAST_ROUND


def read_table(moment: Moment, state: Any = None) -> JungleTable:
    """Read the state of a position or view, or a state ahead of it; equal states give the same table."""
    state = moment.state if state is None else state
    return _read(state.tobytes(), moment.game, moment.setup.board)


@lru_cache(MOST_READ)
def _read(data: bytes, game: Game, board: Board) -> JungleTable:
    state = np.frombuffer(bytearray(data), STATE)[0]
    points = game.engine.scores(board, state)
    seats = range(1, len(points) + 1)
    ending, food_on, taker = int(state.ending), state.card_food.tolist(), state.taker.tolist()
    turn, kittens_left = int(state.turn), state.kittens_left.tolist()
    return JungleTable(
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
        {seat: kittens_left[seat] for seat in seats},
        {name: food_on[card] for card, name in CARD_NAMES.items()},
        {name: taker[card] for card, name in CARD_NAMES.items()},
        _read_seats(state, seats, points),
    )


def _read_seats(state: Any, seats: range, points: Points) -> dict[int, Tribe]:
    food, gold, penalties = state.food.tolist(), state.gold.tolist(), state.penalties.tolist()
    awake, asleep = state.awake.tolist(), state.asleep.tolist()
    farms = zip(state["fields"].tolist(), state.east.tolist(), state.north.tolist(), strict=True)
    farm = [Farm(*map(tuple, words)) for words in farms]
    traders = _read_traders(state, seats)
    return {
        seat: Tribe(
            seat, food[seat], gold[seat], penalties[seat], awake[seat], asleep[seat], traders[seat], farm[seat],
            tuple(points[seat - 1]),
        )
        for seat in seats
    }  # fmt: skip


def _read_traders(state: Any, seats: range) -> dict[int, tuple[Trader, ...]]:
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
        for seat in seats
    }  # fmt: skip


def table_after(view: View, action: int) -> JungleTable:
    """The table after a legal action."""
    return read_table(view, _state_after(view, action))


def most_workers(view: View, action: int) -> int:
    """How many workers could be sent to the card that an action chooses."""
    state = _state_after(view, action)
    return len(view.game.engine.legal(view.setup.board, state, int(state.turn))) - 1


def _state_after(view: View, action: int) -> Any:
    state = view.state
    view.game.engine.play(view.setup.board, state, int(state.turn), action)
    return state


@dataclass(frozen=True)
class JungleScene:
    """One view, ready to be drawn."""

    view: View
    marks: Marks
    speaker: Language

    @cached_property
    def table(self) -> JungleTable:
        return read_table(self.view)

    @cached_property
    def layout(self) -> SheetLayout:
        return layout(self.view.players)

    @cached_property
    def legal(self) -> dict[str, int]:
        """The legal steps of the view's seat, with their actions."""
        return {step.text: step.action for step in self.view.legal()}

    @property
    def is_waited_for(self) -> bool:
        """Whether the view's own seat is to act."""
        return self.view.seat is not None and self.view.seat == self.table.turn

    @cached_property
    def after(self) -> JungleTable | None:
        """The table after the previewed step."""
        return self.play(self.marks.preview) if self.marks.preview in self.legal else None

    def then(self, seat: int) -> Tribe:
        """A seat after the previewed step; as it is now without a preview."""
        return (self.after or self.table).seats[seat]

    def fed(self, seat: int) -> Tribe:
        """A seat as it would come to supper: a preview counts only for the seat to act, and within this turn."""
        table, after = self.table, self.after
        is_counted = (
            after and seat == table.turn and (after.active, after.round_number) == (table.active, table.round_number)
        )
        return self.then(seat) if is_counted else table.seats[seat]

    def play(self, step: str) -> JungleTable:
        """The table after a legal step."""
        return table_after(self.view, self.legal[step])

    @cached_property
    def last_places(self) -> tuple[str, ...]:
        """The elements that mark the last steps."""
        return tuple(dict.fromkeys(map(self._place_of, self.marks.last)))

    def _place_of(self, step: Step) -> str:
        """The element that marks a step: its card, its place in the farm, its trader, or the seat itself."""
        kind, _, name = step.text.partition(":")
        if kind == "card":
            return f"card-{name}"
        if kind in ("field", "water"):
            return f"{kind}-{step.seat}-{name}"
        if kind == "send" and self.table.card:
            return f"card-{self.table.card}"
        traders = self.table.seats[step.seat].traders
        if kind == "sell":
            return f"trader-{step.seat}-{name.partition('=')[0]}"
        if step.text == "hire:trader" and traders:
            return f"trader-{step.seat}-{traders[-1].name}"
        return f"mark-{step.seat}"
