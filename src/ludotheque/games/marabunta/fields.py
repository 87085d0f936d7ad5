"""A state of Marabunta as named fields, and back."""

from typing import Any

import numpy as np

from ludotheque.games.bits import ONE as BIT
from ludotheque.games.board_record import Board
from ludotheque.games.field_reader import FieldReader
from ludotheque.games.marabunta.board_file import LETTERS
from ludotheque.games.marabunta.invariants import check, struck_hexes
from ludotheque.games.marabunta.notation import FACE_NAMES, TILE_NAMES, format_group, format_split, parse_group
from ludotheque.games.marabunta.state import (
    ALL_ELEMENTS,
    ANY,
    CIRCLES,
    CRUMBS,
    DOUBLE,
    ENDED,
    ENDINGS,
    NEST,
    SEATS,
    STRIKE,
    TILES,
    TRIO,
    WRITE,
    ZEROS,
)
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
SPLITS = tuple(format_split(group) for group in range(1, ALL_ELEMENTS, 2))
GROUPS = tuple(format_group(group) for group in range(ALL_ELEMENTS + 1))
KEYS = (
    *("round", "phase", "turn", "tiles", "tile", "dice", "split", "groups", "unused"),
    *("effect", "crates_due", "trigger", "endings", "struck", "red", "blue"),
)


def to_fields(board: Board, state: Any) -> dict[str, Any]:
    """The round, the elements and their groups, what is under way, the territory, and what each seat has."""
    return {
        "round": int(state.rounds),
        "phase": PHASES[state.phase],
        "turn": int(state.turn) if state.turn > CHANCE else None,
        "tiles": [name for tile, name in enumerate(TILE_NAMES[:TILES]) if state.tiles >> tile & 1],
        "tile": TILE_NAMES[state.tile - 1] if state.tile else None,
        "dice": {letter: FACE_NAMES[face - 1] for letter, face in zip(LETTERS, state.dice, strict=True) if face},
        "split": format_split(int(state.split)) if state.split else None,
        "groups": _group_fields(state) if state.held.any() else None,
        "unused": format_group(state.unused),
        "effect": _effect_fields(board, state) if state.effect else None,
        "crates_due": int(state.crates),
        "trigger": int(state.trigger) or None,
        "endings": [name for way, name in enumerate(ENDINGS) if state.ended >> way & 1],
        "struck": [board.names["hexes"][number] for number in struck_hexes(board, state)],
        **{colour: _seat_fields(board, state, seat) for seat, colour in COLOURS.items()},
    }


def _group_fields(state: Any) -> dict[str, str]:
    return {colour: format_group(state.held[seat]) for seat, colour in COLOURS.items()}


def _effect_fields(board: Board, state: Any) -> dict[str, Any]:
    names = tuple(LETTERS) if state.effect == CIRCLES else board.names["hexes"]
    return {
        "kind": EFFECTS[int(state.effect)],
        "number": int(state.number),
        "region": LETTERS[state.region] if state.region != ANY else None,
        "power": board.names["powers"][state.power - 1] if state.power else None,
        "chosen": [names[number - 1] for number in state.chosen if number],
    }


def _seat_fields(board: Board, state: Any, seat: int) -> dict[str, Any]:
    marks = zip(board.names["hexes"], state.mark, strict=False)
    return {
        "numbers": {name: int(mark) & 3 for name, mark in marks if mark >> 2 == seat},
        "anthills": int(state.anthills[seat]),
        "cupcakes": int(state.cupcakes[seat]),
        "crates": {name: int(state.ticked[seat, power]) for power, name in enumerate(board.names["powers"])},
        "circles": {letter: int(state.circles[seat, leaf]) for leaf, letter in enumerate(LETTERS)},
    }


def from_fields(board: Board, state: Any, fields: dict[str, Any]) -> None:
    """Fill a state that `start` has prepared; refuses values that a field cannot have."""
    read = FieldReader(fields)
    read.only(*KEYS)
    _read_round(state, read)
    _read_groups(state, read)
    if read.data.get("effect", "missing") is not None:
        _read_effect(board, state, read.part("effect"))
    state.crates = read.number("crates_due", 0, 99)
    state.trigger = read.choice("trigger", (None, *SEATS)) or 0
    state.ended = sum(1 << ENDINGS.index(way) for way in read.choices("endings", ENDINGS))
    for name in read.choices("struck", board.names["hexes"]):
        _take_hex(board, state, name, "struck")
    for seat, colour in COLOURS.items():
        _read_seat(board, state, seat, read.part(colour))


def _read_round(state: Any, read: FieldReader) -> None:
    state.rounds = read.number("round", 1, 9999)
    state.phase = PHASES.index(read.choice("phase", PHASES))
    state.turn = read.choice("turn", (None, *SEATS)) or (OVER if state.phase == ENDED else CHANCE)
    state.tiles = sum(1 << TILE_NAMES.index(tile) for tile in read.choices("tiles", TILE_NAMES[:TILES]))
    tile = read.choice("tile", (None, *TILE_NAMES))
    state.tile = TILE_NAMES.index(tile) + 1 if tile else 0
    dice = read.part("dice")
    dice.only(*LETTERS)
    for letter in dice.data:
        state.dice[LETTERS.index(letter)] = FACE_NAMES.index(dice.choice(letter, FACE_NAMES)) + 1


def _read_groups(state: Any, read: FieldReader) -> None:
    split = read.choice("split", (None, *SPLITS))
    state.split = parse_group(split.split("/")[0]) if split else 0
    state.unused = parse_group(read.choice("unused", GROUPS))
    if read.data.get("groups", "missing") is not None:
        groups = read.part("groups")
        groups.only(*COLOURS.values())
        for seat, colour in COLOURS.items():
            state.held[seat] = parse_group(groups.choice(colour, GROUPS))


def _read_effect(board: Board, state: Any, read: FieldReader) -> None:
    read.only("kind", "number", "region", "power", "chosen")
    codes = {name: effect for effect, name in EFFECTS.items()}
    state.effect = codes[read.choice("kind", tuple(codes))]
    state.number = read.number("number", 0, 3)
    region = read.choice("region", (None, *LETTERS))
    state.region = LETTERS.index(region) if region else ANY
    power = read.choice("power", (None, *board.names["powers"]))
    state.power = board.names["powers"].index(power) + 1 if power else 0
    names = tuple(LETTERS) if state.effect == CIRCLES else board.names["hexes"]
    chosen = read.choices("chosen", names)
    if len(chosen) > 2:
        raise PositionError(f"{read.at('chosen')}: at most two, not {len(chosen)}")
    for place, name in enumerate(chosen):
        state.chosen[place] = names.index(name) + 1


def _take_hex(board: Board, state: Any, name: str, place: str) -> int:
    """The number of a hex, which is free no longer."""
    number = board.names["hexes"].index(name)
    word, bit = number >> 6, BIT << np.uint64(number & 63)
    if not state.free[word] & bit:
        raise PositionError(f"{place}: {name} is written in or struck already")
    state.free[word] ^= bit
    return number


def _read_seat(board: Board, state: Any, seat: int, read: FieldReader) -> None:
    read.only("numbers", "anthills", "cupcakes", "crates", "circles")
    numbers = read.part("numbers")
    numbers.only(*board.names["hexes"])
    for name in numbers.data:
        number, written = _take_hex(board, state, name, numbers.path), numbers.number(name, 0, 3)
        state.mark[number] = seat * 4 + written
        state.sums[seat, board.record.region[number]] += written
        state.beside[seat] |= board.record.near[number]
    state.anthills[seat] = read.number("anthills", 0, board.record.anthills)
    state.cupcakes[seat] = read.number("cupcakes", 0, board.record.row)
    crates = read.part("crates")
    crates.only(*board.names["powers"])
    for power, name in enumerate(board.names["powers"]):
        state.ticked[seat, power] = crates.number(name, 0, board.record.needed[power])
    circles, low = read.part("circles"), board.record.circles[seat]
    circles.only(*LETTERS)
    for leaf, letter in enumerate(LETTERS):
        state.circles[seat, leaf] = circles.number(letter, low, low + board.record.blank)
        state.blank[leaf] -= state.circles[seat, leaf] - low
