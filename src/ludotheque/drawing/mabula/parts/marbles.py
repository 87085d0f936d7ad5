"""Where Mabula's marbles stand, which of them a push has moved, and each one's number through a game.

Marbles look alike, but each keeps the number that it had on the ring, m0 on b8 to m23 on a7, so that it glides.
"""

from functools import lru_cache
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.mabula.board import CELLS, RING_CELLS
from ludotheque.games.mabula.notation import MOVES
from ludotheque.games.mabula.state import BLACK, LINE, SEATS, WHITE
from ludotheque.play.game import Game
from ludotheque.play.position import Step
from ludotheque.play.view import View

LINES = {  # by edge cell: the six cells of its line, inwards, each with its bit
    cell: tuple((move[3:], 1 << CELLS.index(move[3:])) for move in MOVES[ring * LINE : ring * LINE + LINE])
    for ring, cell in enumerate(RING_CELLS)
}
INSIDE = tuple(cell for cell in CELLS if cell[0] in "bcdefg" and cell[1] in "234567")

Standing = dict[str, int]  # cell -> seat
Moved = tuple[int, str, str]  # a marble's seat, where from and where to


def standing(state: Any) -> Standing:
    """The cells with a marble, and whose it is."""
    fields, found = state.tolist(), Standing()
    inner, edge = fields[0].tolist(), fields[1].tolist()
    for seat in SEATS:
        for names, bits in ((CELLS, inner[seat]), (RING_CELLS, edge[seat])):
            left = bits
            while left:
                found[names[(left & -left).bit_length() - 1]] = seat
                left &= left - 1
    return found


def moved(before: Any, after: Any, move: str) -> list[Moved]:
    """The marbles that a push has moved from one state to another, the pusher first: they never pass each other."""
    white, black = before["inner"].tolist()[1:]
    filled = int(after["inner"][WHITE] | after["inner"][BLACK])
    found, on_the_way = [], [(int(before["turn"]), move[:2])]
    for cell, bit in LINES[move[:2]]:
        if (white | black) & bit:
            on_the_way.append((WHITE if white & bit else BLACK, cell))
        if filled & bit:
            seat, origin = on_the_way.pop(0)
            if origin != cell:
                found.append((seat, origin, cell))
    return found


def played_on(view: View, move: str) -> Any:
    """The state after a legal move, for a look ahead."""
    state = view.state
    view.game.engine.play(view.setup.board, state, int(state.turn), MOVES.index(move))
    return state


def numbered(view: View, stand: Standing, played: tuple[Step, ...]) -> tuple[str, ...]:
    """The cell of each marble by its number; by the order of cells where the game so far is not known."""
    if view.setup.start is not None:
        places, _ = _follow(view.game, view.setup.board, view.setup.start, played)
        if stand.keys() == set(places):
            return places
    return tuple(cell for cell in CELLS if cell in stand)


@lru_cache(maxsize=1024)
def _follow(game: Game, board: Board, start: int, played: tuple[Step, ...]) -> tuple[tuple[str, ...], Any]:
    """Every marble's cell after the steps of a game, and the state."""
    state = game.engine.new_state()
    if not played:
        game.engine.start(board, state, 2, game.engine.choose({}), start, game.rules_version)
        return RING_CELLS, state
    places, before = _follow(game, board, start, played[:-1])
    step = played[-1]
    state = before.copy()
    game.engine.play(board, state, step.seat, step.action)
    went = {old: new for _, old, new in moved(before, state, step.text)}
    return tuple(went.get(cell, cell) for cell in places), state
