"""Why a hex of Marabunta may not be written in or struck."""

from typing import Any

from ludotheque.games.board import Board
from ludotheque.games.marabunta import effects, writing
from ludotheque.games.marabunta.boardcheck import REGION_NAMES
from ludotheque.games.marabunta.checks import struck_hexes
from ludotheque.games.marabunta.state import ANY, CRUMBS, NEST, SEATS, STRIKE, TRIO


def explain_hex(board: Board, state: Any, seat: int, hexagon: int) -> tuple[str, str]:
    """The rule, and the sentence that names it, for a hex that the effect under way may not take."""
    name = board.names["hexes"][hexagon]
    if hexagon in struck_hexes(board, state):
        return "hex-struck", f"Hex {name} is struck, so nobody can use it any more."
    if state.mark[hexagon]:
        owner, number = SEATS[int(state.mark[hexagon]) >> 2], int(state.mark[hexagon]) & 3
        return "hex-written", f"{owner}'s {number} stands in {name}, and numbers are never changed."
    if state.chosen[0]:
        return _explain_next(board, state, hexagon)
    return _explain_first(board, state, seat, hexagon)


def _explain_first(board: Board, state: Any, seat: int, hexagon: int) -> tuple[str, str]:
    """Where an effect may begin."""
    record, effect, name = board.record, int(state.effect), board.names["hexes"][hexagon]
    if effect == CRUMBS:
        return "crumbs-cupcake", f"The crumbs strike a hex with a cupcake, and {name} has none."
    region = int(record.region[hexagon])
    if state.region not in (ANY, region):
        own, asked = REGION_NAMES[region], REGION_NAMES[state.region]
        return "wrong-region", f"Hex {name} lies in the {own} region, but this number belongs into the {asked} one."
    if effect not in (NEST, STRIKE) and not state.anthills[seat]:
        if not writing.has_hex(state.beside[seat, hexagon >> 6], hexagon):
            return "not-adjacent", f"Hex {name} is not adjacent to a number of yours, and you have no anthill left."
    if effect == TRIO:
        return "room-for-three", f"There is no room for three numbers in a triangle at {name}."
    return "room-for-two", f"No free hex is adjacent to {name}, and two are needed."


def _explain_next(board: Board, state: Any, hexagon: int) -> tuple[str, str]:
    """Where an effect may go on."""
    record, names = board.record, board.names["hexes"]
    first, second, name = int(state.chosen[0]) - 1, int(state.chosen[1]) - 1, names[hexagon]
    verb = "struck" if effects.is_striking(int(state.effect)) else "written in"
    if not writing.has_hex(record.near[first, hexagon >> 6], hexagon):
        return "next-adjacent", f"Hex {name} is not adjacent to {names[first]}, which was {verb} first."
    if second < 0:
        return "room-for-three", f"With {names[first]} and {name} there is no room for a third number adjacent to both."
    return "triangle", f"The third number is adjacent to both others, but {name} is not adjacent to {names[second]}."
