"""The figures that a player of Jungle Rumble looks at: supper, workers, traders, farm, gains of a card, the end."""

from typing import Any

from ludotheque.games.bits import popcount
from ludotheque.games.board_record import Board
from ludotheque.games.junglerumble.board import CARD_NAMES, CELLS, EAST_EDGES, NORTH_EDGES
from ludotheque.games.junglerumble.choices import all_kittens_left, can_sell, most_sent, most_woken
from ludotheque.games.junglerumble.farm import free_edges, open_cells, open_east, open_north, pairs
from ludotheque.games.junglerumble.fields import KINDS, PHASES, cells_of, members, seats
from ludotheque.games.junglerumble.phases import food_asked, fullest_tribe, kittens
from ludotheque.games.junglerumble.rules import points
from ludotheque.games.junglerumble.state import ENDINGS, FOOD, GOLD, LAST_ROUND, PARTS, SIZE
from ludotheque.games.verbs import OVER


def facts(board: Board, state: Any, seat: int | None) -> dict[str, Any]:
    """The turn, the supply, the cards, the end, and each seat's figures."""
    return {
        "round": int(state.round_number),
        "phase": PHASES[state.phase],
        "first": int(state.first),
        "active": int(state.active) or None,
        "turn": None if state.turn == OVER else int(state.turn),
        "card": CARD_NAMES.get(int(state.card)),
        "to_place": int(state.to_place),
        "supply": _supply(state),
        "cards": {
            name: {"food": int(state.card_food[card]), "taker": int(state.taker[card]) or None}
            for card, name in CARD_NAMES.items()
        },
        "tiger_food": [int(food) for food in board.record.tiger_food],
        "end": _end(state),
        "seats": {str(one): _seat_facts(state, one) for one in seats(state)},
    }


def _supply(state: Any) -> dict[str, Any]:
    return {
        "fields": int(state.fields_left),
        "waterways": int(state.waterways_left),
        "kittens": {str(seat): int(state.kittens_left[seat]) for seat in seats(state)},
        "all_kittens": int(all_kittens_left(state)),
    }


def _end(state: Any) -> dict[str, Any]:
    """The endings triggered so far, and how far off the others are."""
    triggered = [name for i, name in enumerate(ENDINGS) if state.ending >> i & 1]
    return {
        "triggered": triggered,
        "is_last_round": bool(triggered or state.round_number == LAST_ROUND),
        "fields_to_go": int(state.fields_left),
        "waterways_to_go": int(state.waterways_left),
        "rounds_to_go": LAST_ROUND - int(state.round_number),
    }


def _seat_facts(state: Any, seat: int) -> dict[str, Any]:
    score = {part: int(points(state, seat, i)) for i, part in enumerate(PARTS)}
    return {
        "food": int(state.food[seat]),
        "gold": int(state.gold[seat]),
        "penalties": int(state.penalties[seat]),
        "kittens": int(kittens(state, seat)),
        "awake": int(state.awake[seat]),
        "asleep": int(state.asleep[seat]),
        "traders": [_trader(state, seat, trader) for trader in range(int(state.traders[seat]))],
        "next_kitten": _next_kitten(state, seat),
        "supper": _supper(state, seat),
        "farm": _farm(state, seat),
        "can_wake": int(most_woken(state, seat)),
        "can_send": {name: int(most_sent(state, seat, card)) for card, name in CARD_NAMES.items()},
        "score": score,
        "total": sum(score.values()),
    }


def _trader(state: Any, seat: int, trader: int) -> dict[str, Any]:
    is_new = trader >= state.traders[seat] - state.newcomers[seat]
    return {
        "name": f"t{state.number[seat, trader]}",
        "kind": KINDS[state.kind[seat, trader]],
        "goods": int(state.goods[seat, trader]),
        "points": int(state.goods[seat, trader]) * (2 if state.kind[seat, trader] == FOOD else 3),
        "is_new": bool(is_new),
        "would_buy": [KINDS[good] for good in (FOOD, GOLD) if not is_new and can_sell(state, seat, trader, good)],
    }


def _next_kitten(state: Any, seat: int) -> int | None:
    """The tribe (by its seat) that the next kitten hired would come from; another one triggers the end."""
    if not all_kittens_left(state):
        return None
    return seat if state.kittens_left[seat] else int(fullest_tribe(state, seat))


def _supper(state: Any, seat: int) -> dict[str, int]:
    """The supper that a seat would have now: food needed, its sources, and the food missing or left."""
    need, farm, stock = 2 * int(kittens(state, seat)), int(pairs(state, seat)), int(state.food[seat])
    asked = int(food_asked(state, seat))
    return {
        "needed": need,
        "farm": farm,
        "stock": stock,
        "asked": asked,
        "short": max(asked - stock, 0),
        "left": max(stock - asked, 0),
        "unfed": max(need // 2 - (farm + stock) // 2, 0),
    }


def _farm(state: Any, seat: int) -> dict[str, Any]:
    """Per field its irrigated edges; per place for a field or waterway the pairs it would bring."""
    water = {name: _water_around(state, seat, *CELLS[name]) for name in cells_of(state, seat)}
    cells = members(CELLS, [0, *(int(open_cells(state, seat, row)) for row in range(1, SIZE + 1))])
    east = members(EAST_EDGES, [int(open_east(state, seat, row)) for row in range(SIZE + 1)])
    north = members(NORTH_EDGES, [int(open_north(state, seat, row)) for row in range(SIZE + 1)])
    rows = state.fields[seat].tolist()
    return {
        "pairs": int(pairs(state, seat)),
        "irrigated": water,
        "dry": [name for name, edges in water.items() if edges == 0],
        "free_edges": int(free_edges(state, seat)),
        "open_cells": {name: _water_around(state, seat, row, column) for name, (row, column) in cells.items()},
        "open_edges": {name: popcount(rows[row] >> column & 3) for name, (row, column) in east.items()}
        | {name: (rows[row] >> column & 1) + (rows[row + 1] >> column & 1) for name, (row, column) in north.items()},
    }


def _water_around(state: Any, seat: int, row: int, column: int) -> int:
    """How many edges of a cell have a waterway on them."""
    east, north, south = int(state.east[seat, row]), int(state.north[seat, row]), int(state.north[seat, row - 1])
    return popcount(east >> column - 1 & 3) + (north >> column & 1) + (south >> column & 1)
