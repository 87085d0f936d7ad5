"""Why a step of Marabunta is not legal."""

from typing import Any

from ludotheque.games.board import Board
from ludotheque.games.marabunta import effects
from ludotheque.games.marabunta.boardcheck import LETTERS, REGION_NAMES
from ludotheque.games.marabunta.hexrefusals import explain_hex
from ludotheque.games.marabunta.notation import ELEMENT_LETTERS, TILE_NAMES, format_action, format_group
from ludotheque.games.marabunta.state import (
    ALL_ELEMENTS,
    CIRCLES,
    CRATE,
    CRATES,
    CRUMBS,
    DO_AGAIN,
    DO_CRATE,
    DO_LEAF,
    DO_STRIKE,
    DO_TILE,
    DO_USE,
    DO_WRITE,
    DOUBLE,
    FLAG,
    TILE,
    TO_CHOOSE,
    TO_REVEAL,
    TO_ROLL,
    TO_SPLIT,
    TO_TAKE,
    TO_TICK,
    TO_USE,
    TRIO,
    WRITE,
)
from ludotheque.games.refusal import Refusal
from ludotheque.games.verbs import CHANCE

PHASE_STEPS = {
    TO_REVEAL: ("tile",),
    TO_ROLL: ("die",),
    TO_SPLIT: ("split",),
    TO_TAKE: ("take",),
    TO_USE: ("use", "done"),
    TO_TICK: ("crate",),
}
MOMENTS = {
    "tile": "A tile is revealed first, as in tile:nest.",
    "die": "The dice are rolled first, as in die:B=flag.",
    "split": "First you split the seven elements into two groups, as in split:BOT/PGSY.",
    "take": "First you take one of the two groups.",
    "use": "Now you choose an element of your group to use, as in use:B, or say done.",
    "crate": "A crate comes first: tick one of a power, as in crate:{power}.",
    "leaf": "A circle comes first: choose a leaf, as in leaf:S.",
    "again": "First you choose the die to use again, as in again:P.",
    "write": "A number comes first: choose a hex for it, as in write:{hexagon}.",
    "strike": "A hex has to be struck first, as in strike:{hexagon}.",
}


def explain(board: Board, state: Any, seat: int, action: int) -> Refusal:
    """The rule that a step breaks; the seat (0: chance) is waited for, and the step is not legal."""
    verb = format_action(board, state, seat, action).split(":")[0]
    expected = _expected(state)
    if verb in ("tile", "die") and seat != CHANCE:
        return Refusal("moment", "marabunta.table-draws", "The table reveals the tiles and rolls the dice, not a seat.")
    if verb not in expected and not (verb == "decline" and expected[0] == "write"):
        power, hexagon = board.names["powers"][0], board.names["hexes"][0]
        reason = MOMENTS[expected[0]].format(power=power, hexagon=hexagon)
        return Refusal("moment", f"marabunta.now-{expected[0]}", reason)
    rule, reason = EXPLAINERS[verb](board, state, seat, action)
    return Refusal("illegal", f"marabunta.{rule}", reason)


def _expected(state: Any) -> tuple[str, ...]:
    """The kinds of step that the game waits for."""
    if state.phase != TO_CHOOSE:
        return PHASE_STEPS[int(state.phase)]
    if state.effect == CIRCLES:
        return ("leaf",)
    if state.effect == DOUBLE:
        return ("again",)
    return ("strike",) if effects.is_striking(int(state.effect)) else ("write",)


def _explain_tile(board: Board, state: Any, seat: int, action: int) -> tuple[str, str]:
    name = TILE_NAMES[action - DO_TILE]
    if action - DO_TILE + 1 == CRUMBS:
        return "crumbs-last", "The crumbs come last, when no other tile is face down."
    return "tile-gone", f"The tile {name} has been revealed before, and each comes once."


def _explain_die(board: Board, state: Any, seat: int, action: int) -> tuple[str, str]:
    die = LETTERS[[*state.dice, 0].index(0)]
    return "dice-order", f"The dice are rolled in the order B P O G S Y, and the next is {die}."


def _explain_take(board: Board, state: Any, seat: int, action: int) -> tuple[str, str]:
    group = int(state.split)
    return "no-such-group", f"The groups to take are {format_group(group)} and {format_group(ALL_ELEMENTS - group)}."


def _explain_use(board: Board, state: Any, seat: int, action: int) -> tuple[str, str]:
    element = action - DO_USE
    letter = ELEMENT_LETTERS[element]
    if not state.held[seat] >> element & 1:
        return _not_held(state, seat, letter)
    if not state.unused >> element & 1:
        return "used-already", f"You have used {letter} in this round, and each element is used once."
    return _no_effect(board, state, seat, element)


def _explain_again(board: Board, state: Any, seat: int, action: int) -> tuple[str, str]:
    die = action - DO_AGAIN
    if not state.held[seat] >> die & 1:
        return _not_held(state, seat, LETTERS[die])
    return _no_effect(board, state, seat, die)


def _not_held(state: Any, seat: int, letter: str) -> tuple[str, str]:
    return "not-your-element", f"{letter} is not in your group, which is {format_group(state.held[seat])}."


def _no_effect(board: Board, state: Any, seat: int, element: int) -> tuple[str, str]:
    """An element may be used only if its first step exists."""
    effect, region = effects.effect_of(state, element), effects.region_of(state, element)
    if effect == FLAG:
        why = f"the {REGION_NAMES[element]} leaf has no blank circle"
    elif effect in (CRATE, CRATES):
        why = "all your powers are complete"
    elif effect == CIRCLES:
        why = "no leaf has a blank circle"
    elif effect == WRITE:
        where = "on the territory" if region == TILE else f"of the {REGION_NAMES[region]} region"
        why = f"no free hex {where} is within your reach"
    else:
        why = "no free hex fits"
    return "no-effect", f"{ELEMENT_LETTERS[element]} can have no effect now: {why}."


def _explain_done(board: Board, state: Any, seat: int, action: int) -> tuple[str, str]:
    return "crumbs-must", "The crumbs must be used while a cupcake hex is free: use:T comes before done."


def _explain_leaf(board: Board, state: Any, seat: int, action: int) -> tuple[str, str]:
    leaf = action - DO_LEAF
    if leaf == state.chosen[0] - 1:
        return (
            "same-leaf",
            f"The two circles go on different leaves, and the {REGION_NAMES[leaf]} one has yours already.",
        )
    return "leaf-full", f"The {REGION_NAMES[leaf]} leaf has no blank circle left."


def _explain_crate(board: Board, state: Any, seat: int, action: int) -> tuple[str, str]:
    name = board.names["powers"][action - DO_CRATE]
    return "power-complete", f"All crates of {name} are ticked: choose a power that is not complete."


def _explain_write(board: Board, state: Any, seat: int, action: int) -> tuple[str, str]:
    return explain_hex(board, state, seat, action - DO_WRITE)


def _explain_strike(board: Board, state: Any, seat: int, action: int) -> tuple[str, str]:
    return explain_hex(board, state, seat, action - DO_STRIKE)


def _explain_decline(board: Board, state: Any, seat: int, action: int) -> tuple[str, str]:
    if not state.power or state.effect not in (WRITE, TRIO):
        return "decline-powers", "Only a power that could begin with nothing but an anthill may be declined."
    power = board.names["powers"][state.power - 1]
    if state.chosen[0]:
        return "decline-begun", f"You have begun {power}, so it is completed."
    return "decline-free", f"You can carry out {power} without an anthill, so it cannot be declined."


EXPLAINERS = {
    "tile": _explain_tile,
    "die": _explain_die,
    "take": _explain_take,
    "use": _explain_use,
    "again": _explain_again,
    "done": _explain_done,
    "leaf": _explain_leaf,
    "crate": _explain_crate,
    "write": _explain_write,
    "strike": _explain_strike,
    "decline": _explain_decline,
}
