"""Refusals of Marabunta: the rule that a step breaks."""

from collections.abc import Callable
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.marabunta import effects
from ludotheque.games.marabunta.board_file import LETTERS
from ludotheque.games.marabunta.hex_refusals import explain_hex
from ludotheque.games.marabunta.nearest_steps import nearest
from ludotheque.games.marabunta.notation import ELEMENT_LETTERS, format_action, illegal
from ludotheque.games.marabunta.nouns import DICE, REGIONS, element_place, group_colours, power_name
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
    NEST,
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
from ludotheque.games.phrase import Phrase, say
from ludotheque.games.refusal import Refusal
from ludotheque.games.verbs import CHANCE

__all__ = ["MOMENTS", "explain", "nearest"]

Explain = Callable[[Board, Any, int, int], Refusal]

PHASE_STEPS = {
    TO_REVEAL: ("tile",),
    TO_ROLL: ("die",),
    TO_SPLIT: ("split",),
    TO_TAKE: ("take",),
    TO_USE: ("use", "done"),
    TO_TICK: ("crate",),
}
# What comes first, by the kind of step that is waited for.
MOMENTS = {
    "tile": say("A tile is revealed first."),
    "die": say("The dice are rolled first."),
    "split": say("First you split the seven elements into two groups."),
    "take": say("First you take one of the two groups."),
    "use": say("Now you choose an element of your group to use, or leave the rest."),
    "crate": say("A crate comes first: tick one of a power."),
    "leaf": say("A circle comes first: choose a leaf."),
    "again": say("First you choose the die to use again."),
    "write": say("A number comes first: choose a hex for it."),
    "strike": say("A hex has to be struck first."),
}
MUST_USE = say("Now you choose an element of your group to use, and the crumbs have to be used.")
# Why an element can have no effect, by what it does. (The dice that `double` repeats are refused themselves.)
NOTHING = {
    CRATE: say("all your powers are complete"),
    CRATES: say("all your powers are complete"),
    CIRCLES: say("no leaf has a blank circle"),
    CRUMBS: say("no cupcake hex is free"),
    NEST: say("no hex is free"),
}


def explain(board: Board, state: Any, seat: int, action: int) -> Refusal:
    """The rule that an illegal step of the seat to move (0: chance) breaks."""
    verb = format_action(board, state, seat, action).split(":")[0]
    expected = _expected(state)
    if verb in ("tile", "die") and seat != CHANCE:
        reason = say("The table reveals the tiles and rolls the dice, not a seat.")
        return Refusal("moment", "marabunta.table-draws", reason)
    if verb not in expected and not (verb == "decline" and expected[0] == "write"):
        return _explain_moment(board, state, expected[0])
    return EXPLAINERS[verb](board, state, seat, action)


def _expected(state: Any) -> tuple[str, ...]:
    """The kinds of step that the game waits for."""
    if state.phase != TO_CHOOSE:
        return PHASE_STEPS[int(state.phase)]
    if state.effect == CIRCLES:
        return ("leaf",)
    if state.effect == DOUBLE:
        return ("again",)
    return ("strike",) if effects.is_striking(int(state.effect)) else ("write",)


def _explain_moment(board: Board, state: Any, verb: str) -> Refusal:
    """Another kind of step comes first."""
    reason = MUST_USE if verb == "use" and effects.must_use_crumbs(board.record, state) else MOMENTS[verb]
    return Refusal("moment", f"marabunta.now-{verb}", reason, _places(state))


def _places(state: Any) -> tuple[str, ...]:
    """The elements among which the seat chooses now."""
    waiting = ALL_ELEMENTS if state.phase in (TO_SPLIT, TO_TAKE) else state.unused if state.phase == TO_USE else 0
    return tuple(element_place(letter) for element, letter in enumerate(ELEMENT_LETTERS) if waiting >> element & 1)


def _explain_tile(board: Board, state: Any, seat: int, action: int) -> Refusal:
    if action - DO_TILE + 1 == CRUMBS:
        return illegal("marabunta.crumbs-last", say("The crumbs come last, when no other tile is face down."))
    return illegal("marabunta.tile-gone", say("This tile has been revealed before, and each comes once."))


def _explain_die(board: Board, state: Any, seat: int, action: int) -> Refusal:
    die = [*state.dice, 0].index(0)
    reason = say("The dice are rolled in a fixed order, and the {colour} one is next.", colour=DICE[die])
    return illegal("marabunta.dice-order", reason, f"die-{LETTERS[die]}")


def _explain_take(board: Board, state: Any, seat: int, action: int) -> Refusal:
    first, second = group_colours(state.split), group_colours(ALL_ELEMENTS - state.split)
    reason = say("The groups to take are {first} on one side, {second} on the other.", first=first, second=second)
    return illegal("marabunta.no-such-group", reason)


def _explain_use(board: Board, state: Any, seat: int, action: int) -> Refusal:
    element = action - DO_USE
    letter = ELEMENT_LETTERS[element]
    if not state.held[seat] >> element & 1:
        return _not_held(state, seat, element)
    if not state.unused >> element & 1:
        if element == TILE:
            reason = say("You have used the tile in this round, and each element is used once.")
        else:
            reason = say(
                "You have used the {colour} die in this round, and each element is used once.", colour=DICE[element]
            )
        return illegal("marabunta.used-already", reason, element_place(letter))
    return _no_effect(state, element)


def _explain_again(board: Board, state: Any, seat: int, action: int) -> Refusal:
    die = action - DO_AGAIN
    if not state.held[seat] >> die & 1:
        return _not_held(state, seat, die)
    return _no_effect(state, die)


def _not_held(state: Any, seat: int, element: int) -> Refusal:
    group = group_colours(state.held[seat])
    if element == TILE:
        reason = say("The tile is not in your group, which is {group}.", group=group)
    else:
        reason = say("The {colour} die is not in your group, which is {group}.", colour=DICE[element], group=group)
    return illegal("marabunta.not-your-element", reason, element_place(ELEMENT_LETTERS[element]))


def _no_effect(state: Any, element: int) -> Refusal:
    """An element may be used only if its first step exists."""
    why = _why_nothing(state, element)
    if element == TILE:
        reason = say("The tile can have no effect now: {why}.", why=why)
    else:
        reason = say("The {colour} die can have no effect now: {why}.", colour=DICE[element], why=why)
    return illegal("marabunta.no-effect", reason, element_place(ELEMENT_LETTERS[element]))


def _why_nothing(state: Any, element: int) -> Phrase:
    effect, region = effects.effect_of(state, element), effects.region_of(state, element)
    if effect == FLAG:
        return say("the {region} leaf has no blank circle", region=REGIONS[element])
    if effect != WRITE:
        return NOTHING.get(effect, say("no two free hexes side by side are within your reach"))
    if region == TILE:
        return say("no free hex on the territory is within your reach")
    return say("no free hex of the {region} region is within your reach", region=REGIONS[region])


def _explain_done(board: Board, state: Any, seat: int, action: int) -> Refusal:
    reason = say("The crumbs must be used while a cupcake hex is free: use the tile before you leave the rest.")
    return illegal("marabunta.crumbs-must", reason, "tile")


def _explain_leaf(board: Board, state: Any, seat: int, action: int) -> Refusal:
    leaf = action - DO_LEAF
    place = f"leaf-{LETTERS[leaf]}"
    if leaf == state.chosen[0] - 1:
        reason = say(
            "The two circles go on different leaves, and the {region} one has yours already.", region=REGIONS[leaf]
        )
        return illegal("marabunta.same-leaf", reason, place)
    reason = say("The {region} leaf has no blank circle left.", region=REGIONS[leaf])
    return illegal("marabunta.leaf-full", reason, place)


def _explain_crate(board: Board, state: Any, seat: int, action: int) -> Refusal:
    name = board.names["powers"][action - DO_CRATE]
    power = _power(board, action - DO_CRATE)
    reason = say("All crates of the power to {power} are ticked: choose one that is not complete.", power=power)
    return illegal("marabunta.power-complete", reason, f"crates-{seat}-{name}")


def _power(board: Board, power: int) -> Phrase:
    return power_name(int(board.record.effect[power]), int(board.record.number[power]))


def _explain_write(board: Board, state: Any, seat: int, action: int) -> Refusal:
    return explain_hex(board, state, seat, action - DO_WRITE)


def _explain_strike(board: Board, state: Any, seat: int, action: int) -> Refusal:
    return explain_hex(board, state, seat, action - DO_STRIKE)


def _explain_decline(board: Board, state: Any, seat: int, action: int) -> Refusal:
    if not state.power or state.effect not in (WRITE, TRIO):
        reason = say("Only a power that could begin with nothing but an anthill may be given up.")
        return illegal("marabunta.decline-powers", reason)
    power = _power(board, int(state.power) - 1)
    if state.chosen[0]:
        return illegal(
            "marabunta.decline-begun", say("You have begun the power to {power}, so it is completed.", power=power)
        )
    reason = say("You can {power} without an anthill, so this power cannot be given up.", power=power)
    return illegal("marabunta.decline-free", reason)


EXPLAINERS: dict[str, Explain] = {
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
