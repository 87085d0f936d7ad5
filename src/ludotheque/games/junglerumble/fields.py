"""A state of Jungle Rumble as named fields, and back."""

from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.field_reader import FieldReader
from ludotheque.games.junglerumble.board import CARD_NAMES, CELLS, EAST_EDGES, NORTH_EDGES
from ludotheque.games.junglerumble.invariants import check as check
from ludotheque.games.junglerumble.state import ENDINGS, LAST_ROUND, MOST_SENT, OVER_PHASE, TRADERS
from ludotheque.games.refusal import PositionError
from ludotheque.games.verbs import OVER

PHASES = ("over", "waking", "selling", "choosing", "sending", "placing", "following", "feeding")
KINDS = (None, "food", "gold")
Places = dict[str, tuple[int, int]]
MOST_KITTENS = 12
TABLE = (
    "round", "first", "phase", "active", "turn", "card", "seller", "to_place", "ending", "supply", "cards", "seats",
)  # fmt: skip
STOCK = {"food": 9999, "gold": 999, "penalties": 999, "awake": MOST_KITTENS, "asleep": MOST_KITTENS, "hired": 300}


def seats(state: Any) -> range:
    return range(1, int(state.players) + 1)


def to_fields(board: Board, state: Any) -> dict[str, Any]:
    """The turn, the supply, the cards, and each seat's belongings."""
    is_selling = PHASES[state.phase] == "selling"
    return {
        "round": int(state.round_number),
        "first": int(state.first),
        "phase": PHASES[state.phase],
        "active": int(state.active) or None,
        "turn": None if state.turn == OVER else int(state.turn),
        "card": CARD_NAMES.get(int(state.card)),
        "seller": int(state.number[state.active, state.seller]) if is_selling else None,
        "to_place": int(state.to_place),
        "ending": [name for i, name in enumerate(ENDINGS) if state.ending >> i & 1],
        "supply": {
            "fields": int(state.fields_left),
            "waterways": int(state.waterways_left),
            "kittens": {str(seat): int(state.kittens_left[seat]) for seat in seats(state)},
        },
        "cards": {
            name: {"food": int(state.card_food[card]), "taker": int(state.taker[card]) or None}
            for card, name in CARD_NAMES.items()
        },
        "seats": {str(seat): _seat_fields(state, seat) for seat in seats(state)},
    }


def _seat_fields(state: Any, seat: int) -> dict[str, Any]:
    old = int(state.traders[seat] - state.newcomers[seat])
    traders = [
        {
            "number": int(state.number[seat, trader]),
            "kind": KINDS[state.kind[seat, trader]],
            "goods": int(state.goods[seat, trader]),
            "new": trader >= old,
        }
        for trader in range(int(state.traders[seat]))
    ]
    return {
        **{name: int(state[name][seat]) for name in STOCK},
        "traders": traders,
        "fields": cells_of(state, seat),
        "waterways": waterways_of(state, seat),
    }


def cells_of(state: Any, seat: int) -> list[str]:
    """The cells with a field, row by row."""
    return [*members(CELLS, state.fields[seat].tolist())]


def waterways_of(state: Any, seat: int) -> list[str]:
    """The edges with a waterway, those between cells of a row first."""
    return [*members(EAST_EDGES, state.east[seat].tolist()), *members(NORTH_EDGES, state.north[seat].tolist())]


def members(places: Places, rows: list[int]) -> Places:
    """The places whose bit is set in the word of their row."""
    return {name: (row, column) for name, (row, column) in places.items() if rows[row] >> column & 1}


def from_fields(board: Board, state: Any, fields: dict[str, Any]) -> None:
    """Fill a state that `start` has prepared."""
    for name in state.dtype.names:
        if name not in ("players", "rules"):
            state[name] = 0
    table = FieldReader(fields)
    table.only(*TABLE)
    _read_supply(state, table.part("supply"))
    _read_cards(state, table.part("cards"))
    owners = table.part("seats")
    owners.only(*map(str, seats(state)))
    for seat in seats(state):
        _read_seat(state, seat, owners.part(str(seat)))
    _read_moment(state, table)


def _read_supply(state: Any, supply: FieldReader) -> None:
    supply.only("fields", "waterways", "kittens")
    state.fields_left = supply.number("fields", 0, 30)
    state.waterways_left = supply.number("waterways", 0, 28)
    kittens = supply.part("kittens")
    kittens.only(*map(str, seats(state)))
    for seat in seats(state):
        state.kittens_left[seat] = kittens.number(str(seat), 0, MOST_KITTENS)


def _read_cards(state: Any, cards: FieldReader) -> None:
    cards.only(*CARD_NAMES.values())
    for card, name in CARD_NAMES.items():
        one = cards.part(name)
        one.only("food", "taker")
        state.card_food[card] = one.number("food", 0, LAST_ROUND)
        state.taker[card] = one.choice("taker", [None, *seats(state)]) or 0


def _read_seat(state: Any, seat: int, owner: FieldReader) -> None:
    owner.only(*STOCK, "traders", "fields", "waterways")
    for name, most in STOCK.items():
        state[name][seat] = owner.number(name, 0, most)
    _read_traders(state, seat, owner)
    for name in owner.choices("fields", CELLS):
        row, column = CELLS[name]
        state.fields[seat, row] |= 1 << column
    for name in owner.choices("waterways", [*EAST_EDGES, *NORTH_EDGES]):
        words, (row, column) = (
            (state.east, EAST_EDGES[name]) if name in EAST_EDGES else (state.north, NORTH_EDGES[name])
        )
        words[seat, row] |= 1 << column


def _read_traders(state: Any, seat: int, owner: FieldReader) -> None:
    for trader, one in enumerate(owner.parts("traders")):
        if trader == TRADERS:
            raise PositionError(f"{owner.at('traders')}: at most {TRADERS}")
        one.only("number", "kind", "goods", "new")
        state.number[seat, trader] = one.number("number", 1, STOCK["hired"])
        state.kind[seat, trader] = KINDS.index(one.choice("kind", KINDS))
        state.goods[seat, trader] = one.number("goods", 0, LAST_ROUND)
        state.traders[seat] += 1
        if one.choice("new", [False, True]):
            state.newcomers[seat] += 1
        elif state.newcomers[seat]:
            raise PositionError(f"{one.at('new')}: the traders hired in this round come last")


def _read_moment(state: Any, table: FieldReader) -> None:
    state.round_number = table.number("round", 1, LAST_ROUND)
    state.first = table.choice("first", seats(state))
    state.phase = PHASES.index(table.choice("phase", PHASES))
    is_over = state.phase == OVER_PHASE
    state.active = table.choice("active", [None] if is_over else seats(state)) or 0
    state.turn = table.choice("turn", [None] if is_over else seats(state)) or OVER
    cards = {name: card for card, name in CARD_NAMES.items()}
    state.card = cards.get(table.choice("card", [None, *cards]), 0)
    state.to_place = table.number("to_place", 0, MOST_SENT)
    numbers = [int(number) for number in state.number[state.active, : state.traders[state.active]]]
    is_selling = PHASES[state.phase] == "selling"
    seller = table.choice("seller", numbers if is_selling else [None])
    state.seller = numbers.index(seller) if is_selling else 0
    state.ending = sum(1 << ENDINGS.index(name) for name in table.choices("ending", ENDINGS))
