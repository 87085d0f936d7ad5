"""A state of Marabunta as named fields, and back."""

from typing import Any

import numpy as np

from ludotheque.games.board import Board
from ludotheque.games.marabunta import rules
from ludotheque.games.marabunta.boardcheck import LETTERS
from ludotheque.games.marabunta.checks import check
from ludotheque.games.marabunta.notation import (
    ELEMENT_LETTERS,
    FACE_NAMES,
    TILE_NAMES,
    format_group,
    parse_group,
)
from ludotheque.games.marabunta.state import (
    ALL_ELEMENTS,
    ANY,
    CIRCLES,
    CRUMBS,
    DOUBLE,
    ENDED,
    ENDINGS,
    NEST,
    REGIONS,
    STRIKE,
    TILES,
    TO_SPLIT,
    TRIO,
    WRITE,
    ZEROS,
)
from ludotheque.games.reading import Fields
from ludotheque.games.refusal import PositionError
from ludotheque.games.verbs import CHANCE, OVER

__all__ = ["COLOURS", "EFFECTS", "PHASES", "check", "from_fields", "to_fields"]

COLOURS = {1: "red", 2: "blue"}
PHASES = ("reveal", "roll", "split", "take", "use", "choose", "tick", "over")
EFFECTS = {
    WRITE: "write",
    NEST: "nest",
    ZEROS: "zeros",
    TRIO: "trio",
    STRIKE: "strike",
    CRUMBS: "crumbs",
    CIRCLES: "circles",
    DOUBLE: "double",
}


def to_fields(board: Board, state: Any) -> dict[str, Any]:
    """The round, the elements and their groups, what is under way, the territory, and what each seat has."""
    return {
        "round": int(state.rounds),
        "phase": PHASES[state.phase],
        "turn": int(state.turn) if state.turn > CHANCE else None,
        "tiles": [name for tile, name in enumerate(TILE_NAMES[:TILES]) if state.tiles >> tile & 1],
        "tile": TILE_NAMES[state.tile - 1] if state.tile else None,
        "dice": {letter: FACE_NAMES[face - 1] for letter, face in zip(LETTERS, state.dice, strict=True) if face},
        "split": format_group(state.split) or None,
        "groups": {colour: format_group(state.held[seat]) for seat, colour in COLOURS.items()} if state.held[1] else None,
        "unused": format_group(state.unused),
        "effect": _effect_fields(board, state) if state.effect else None,
        "crates_due": int(state.crates),
        "trigger": int(state.trigger) or None,
        "endings": [name for way, name in enumerate(ENDINGS) if state.ended >> way & 1],
        "struck": [name for number, name in enumerate(board.names["hexes"]) if rules.is_struck(board.record, state, number)],
        **{colour: _seat_fields(board, state, seat) for seat, colour in COLOURS.items()},
    }


def _effect_fields(board: Board, state: Any) -> dict[str, Any]:
    names = LETTERS if state.effect == CIRCLES else board.names["hexes"]
    return {
        "kind": EFFECTS[int(state.effect)],
        "number": int(state.number),
        "region": LETTERS[state.region] if state.region < ANY else None,
        "power": board.names["powers"][state.power - 1] if state.power else None,
        "chosen": [names[number - 1] for number in state.chosen if number],
    }


def _seat_fields(board: Board, state: Any, seat: int) -> dict[str, Any]:
    powers = board.names["powers"]
    return {
        "numbers": {name: int(mark & 3) for name, mark in zip(board.names["hexes"], state.mark, strict=False) if mark >> 2 == seat},
        "anthills": int(state.anthills[seat]),
        "cupcakes": int(state.cupcakes[seat]),
        "crates": {name: int(state.ticked[seat, power]) for power, name in enumerate(powers)},
        "circles": {letter: int(state.circles[seat, leaf]) for leaf, letter in enumerate(LETTERS)},
    }


def from_fields(board: Board, state: Any, fields: dict[str, Any]) -> None:
    """Fill a state that `start` has prepared; refuses what is not a value of its field."""
    read = Fields(fields)
    read.only(*to_fields(board, state))
    _read_round(state, read)
    _read_groups(state, read)
    if read.choice_or_none("effect"):
        pass
