"""Why a hex of Marabunta may not be written in or struck."""

from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.marabunta import effects, placement
from ludotheque.games.marabunta.invariants import struck_hexes
from ludotheque.games.marabunta.notation import illegal
from ludotheque.games.marabunta.nouns import NUMBER, REGIONS, seat_name
from ludotheque.games.marabunta.state import ANY, CRUMBS, NEST, STRIKE, TRIO
from ludotheque.games.phrase import say
from ludotheque.games.refusal import Refusal


def explain_hex(board: Board, state: Any, seat: int, hexagon: int) -> Refusal:
    """The rule, and the sentence that names it, for a hex that the effect under way may not take."""
    name = board.names["hexes"][hexagon]
    if hexagon in struck_hexes(board, state):
        reason = say("Hex {hexagon} is struck, so nobody can use it any more.", hexagon=name)
        return illegal("marabunta.hex-struck", reason, f"hex-{name}")
    if state.mark[hexagon]:
        return _explain_written(name, int(state.mark[hexagon]))
    if state.chosen[0]:
        return _explain_next(board, state, hexagon)
    return _explain_first(board, state, seat, hexagon)


def _explain_written(name: str, mark: int) -> Refusal:
    """The hex has a number; `mark` is its seat * 4 + the number."""
    reason = say(
        "{seat}'s {number} stands in {hexagon}, and numbers are never changed.",
        seat=seat_name(mark >> 2),
        number=NUMBER[mark & 3],
        hexagon=name,
    )
    return illegal("marabunta.hex-written", reason, f"hex-{name}")


def _explain_first(board: Board, state: Any, seat: int, hexagon: int) -> Refusal:
    """Why an effect may not begin in a hex."""
    record, effect, name = board.record, int(state.effect), board.names["hexes"][hexagon]
    if effect == CRUMBS:
        reason = say("The crumbs strike a hex with a cupcake, and {hexagon} has none.", hexagon=name)
        return illegal("marabunta.crumbs-cupcake", reason, f"hex-{name}")
    region = int(record.region[hexagon])
    if state.region not in (ANY, region):
        return _explain_region(name, region, int(state.region))
    if effect not in (NEST, STRIKE) and not state.anthills[seat]:
        if not placement.has_hex(state.beside[seat, hexagon >> 6], hexagon):
            reason = say(
                "Hex {hexagon} is not adjacent to a number of yours, and you have no anthill left.", hexagon=name
            )
            return illegal("marabunta.not-adjacent", reason, f"hex-{name}")
    if effect == TRIO:
        reason = say("There is no room for three numbers in a triangle at {hexagon}.", hexagon=name)
        return illegal("marabunta.room-for-three", reason, f"hex-{name}")
    reason = say("No free hex is adjacent to {hexagon}, and two are needed.", hexagon=name)
    return illegal("marabunta.room-for-two", reason, f"hex-{name}")


def _explain_region(name: str, own: int, asked: int) -> Refusal:
    reason = say(
        "Hex {hexagon} lies in the {own} region, but this number belongs in the {asked} one.",
        hexagon=name,
        own=REGIONS[own],
        asked=REGIONS[asked],
    )
    return illegal("marabunta.wrong-region", reason, f"hex-{name}")


def _explain_next(board: Board, state: Any, hexagon: int) -> Refusal:
    """Why an effect may not go on in a hex."""
    names, name = board.names["hexes"], board.names["hexes"][hexagon]
    first, second = int(state.chosen[0]) - 1, int(state.chosen[1]) - 1
    if not placement.has_hex(board.record.near[first, hexagon >> 6], hexagon):
        return _explain_apart(name, names[first], is_struck=effects.is_striking(int(state.effect)))
    if second < 0:
        reason = say(
            "With {first} and {hexagon} there is no room for a third number adjacent to both.",
            first=names[first],
            hexagon=name,
        )
        return illegal("marabunta.room-for-three", reason, f"hex-{name}", f"hex-{names[first]}")
    reason = say(
        "The third number is adjacent to both others, but {hexagon} is not adjacent to {second}.",
        hexagon=name,
        second=names[second],
    )
    return illegal("marabunta.triangle", reason, f"hex-{name}", f"hex-{names[second]}")


def _explain_apart(name: str, first: str, *, is_struck: bool) -> Refusal:
    """The second hex, or the third, does not touch the first."""
    if is_struck:
        reason = say("Hex {hexagon} is not adjacent to {first}, which was struck first.", hexagon=name, first=first)
    else:
        reason = say("Hex {hexagon} is not adjacent to {first}, which was written in first.", hexagon=name, first=first)
    return illegal("marabunta.next-adjacent", reason, f"hex-{name}", f"hex-{first}")
