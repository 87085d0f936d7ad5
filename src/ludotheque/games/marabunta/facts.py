"""The facts that a player of Marabunta weighs: regions and leaves, elements, prices, the nearness of the end."""

from typing import Any

import numpy as np

from ludotheque.games.board_record import Board
from ludotheque.games.marabunta import effects, placement, rules
from ludotheque.games.marabunta.board import hexes_in
from ludotheque.games.marabunta.board_file import LETTERS, REGION_NAMES
from ludotheque.games.marabunta.fields import to_fields
from ludotheque.games.marabunta.notation import ELEMENT_LETTERS
from ludotheque.games.marabunta.state import (
    CIRCLES,
    DOUBLE,
    PARTS,
    REGIONS,
    SEATS,
    TILE,
    TO_CHOOSE,
    TRIO,
    WRITE,
    ZEROS,
)


def facts(board: Board, state: Any, seat: int | None) -> dict[str, Any]:
    """The round, each region with its leaf, each element, each seat, the effect under way, and the end."""
    fields = to_fields(board, state)
    return {
        "round": fields["round"],
        "splitter": rules.splitter(state),
        "tile": fields["tile"],
        "tiles_left": fields["tiles"],
        "regions": {letter: _region_facts(board, state, region) for region, letter in enumerate(LETTERS)},
        "elements": {
            letter: _element_facts(board, state, element, fields)
            for element, letter in enumerate(ELEMENT_LETTERS)
            if _is_there(state, element)
        },
        "seats": {str(one): _seat_facts(board, state, one) for one in SEATS},
        "effect": _effect_facts(board, state) if state.phase == TO_CHOOSE else None,
        "crates_due": fields["crates_due"],
        "cupcakes_left": _names(board, state.free & board.record.cupcakes),
        "crates_left": _names(board, state.free & board.record.crates),
        "end": _end_facts(board, state, fields),
    }


def _names(board: Board, words: Any) -> list[str]:
    return [board.names["hexes"][number] for number in hexes_in(words)]


def _region_facts(board: Board, state: Any, region: int) -> dict[str, Any]:
    """The leader of a region, and the points of its leaf."""
    points = {seat: int(rules.region_points(state, seat, region)) for seat in SEATS}
    sums = {str(seat): int(state.sums[seat, region]) for seat in SEATS}
    return {
        "name": REGION_NAMES[region],
        "sums": sums,
        "leader": None if sums["1"] == sums["2"] else 1 if sums["1"] > sums["2"] else 2,
        "points": max(points.values()),
        "circles": {str(seat): int(state.circles[seat, region]) for seat in SEATS},
        "blank": int(state.blank[region]),
        "free": _names(board, state.free & board.record.hexes[region]),
    }


def _is_there(state: Any, element: int) -> bool:
    return bool(state.tile if element == TILE else state.dice[element])


def _element_facts(board: Board, state: Any, element: int, fields: dict[str, Any]) -> dict[str, Any]:
    """An element's face, its holder, whether it is unused, and the seats for which it could have an effect now."""
    holder = next((seat for seat in SEATS if state.held[seat] >> element & 1), None)
    is_waiting = holder == rules.splitter(state) and state.turn not in (0, holder)
    return {
        "shows": fields["tile"] if element == TILE else fields["dice"][LETTERS[element]],
        "seat": holder,
        "unused": holder is not None and (is_waiting or bool(state.unused >> element & 1)),
        "can_use": [seat for seat in SEATS if holder in (None, seat) and _could_use(board, state, seat, element)],
    }


def _could_use(board: Board, state: Any, seat: int, element: int) -> bool:
    """Whether an element could have an effect; `double` needs a die, any as long as there are no groups."""
    if effects.effect_of(state, element) != DOUBLE or state.held[seat]:
        return effects.can_use(board.record, state, seat, element)
    rolled = [die for die in range(REGIONS) if state.dice[die]]
    return any(effects.can_use(board.record, state, seat, die) for die in rolled)


def scores_of(board: Board, state: Any) -> list[list[int]]:
    """The parts of each seat's score, by seat."""
    out = np.zeros((len(SEATS) + 1, len(PARTS)), np.int64)
    rules.score(board.record, state, out)
    return [[int(part) for part in parts] for parts in out]


def _seat_facts(board: Board, state: Any, seat: int) -> dict[str, Any]:
    record, ticked = board.record, int(state.cupcakes[seat])
    points = record.row_points
    return {
        "anthills": int(state.anthills[seat]),
        "cupcakes": ticked,
        "next_cupcake": int(points[ticked + 1] - points[ticked]) if ticked < record.row else None,
        "crates": {
            name: {"ticked": int(state.ticked[seat, power]), "needed": int(record.needed[power])}
            for power, name in enumerate(board.names["powers"])
        },
        "beside": _names(board, state.free & state.beside[seat]),
        "total": sum(scores_of(board, state)[seat]),
    }


def _effect_facts(board: Board, state: Any) -> dict[str, Any]:
    """The hexes open to the effect under way, those that would cost an anthill, and whether it may be declined."""
    record, seat, effect = board.record, int(state.turn), int(state.effect)
    hexes = np.zeros(2, np.uint64)
    if effect not in (CIRCLES, DOUBLE):
        hexes[:] = [placement.next_hexes(record, state, seat, word) for word in (0, 1)]
    is_priced = effect in (WRITE, ZEROS, TRIO) and state.chosen[0] == 0
    return {
        **to_fields(board, state)["effect"],
        "hexes": _names(board, hexes),
        "costs_anthill": _names(board, hexes & ~state.beside[seat]) if is_priced else [],
        "may_decline": effects.may_decline(record, state, seat),
    }


def _end_facts(board: Board, state: Any, fields: dict[str, Any]) -> dict[str, Any]:
    """The seat that triggered the end and how; and the regions and leaves that one more hex or circle would fill."""
    free = [len(hexes_in(state.free & board.record.hexes[region])) for region in range(REGIONS)]
    cupcakes = hexes_in(state.free & board.record.cupcakes)
    return {
        "trigger": fields["trigger"],
        "endings": fields["endings"],
        "last_hex": [letter for letter, count in zip(LETTERS, free, strict=True) if count == 1],
        "last_circle": [letter for letter, count in zip(LETTERS, state.blank, strict=True) if count == 1],
        "last_cupcake": len(cupcakes) == 1,
    }
