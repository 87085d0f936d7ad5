"""Move ordering of Mabula's solver: the most promising first."""

from typing import Any

from ludotheque.bots.mabula.group_shapes import freedom, known_shape
from ludotheque.bots.mabula.transpositions import NOBODY, black_key, find, white_key
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.mabula.rules import play
from ludotheque.games.mabula.state import BLACK, WHITE

LOOKED = 4  # with fewer marbles left, moves are ordered only by what they settled before
PER_MOVE = 10  # what a move more than the other has is worth; a group of one marble has as much
HISTORY = 1000
SURE, HINTED = 1 << 28, 1 << 27


@kernel
def promise(board: Any, state: Any, memo: Any) -> int:
    """How good a position looks for White."""
    groups = known_shape(board, state, WHITE, memo) - known_shape(board, state, BLACK, memo)
    return groups + PER_MOVE * (freedom(board, state, WHITE) - freedom(board, state, BLACK))


@kernel
def settles(table: Any, state: Any, seat: int, question: int) -> bool:
    """Whether the table's bounds of a position answer the question in the seat's favour."""
    entry = find(table, white_key(state), black_key(state))
    if entry == NOBODY:
        return False
    return bool(table[entry].least >= question if seat == WHITE else table[entry].most < question)


@kernel
def order(board: Any, states: Any, frame: Any, table: Any, memo: Any, work: Any, depth: int, hint: int) -> None:
    """Give every move of a frame its worth; one that is known to settle the question is the only one left."""
    seat = int64(states[depth].turn)
    side = 10 if seat == WHITE else -10
    for i in range(frame.count):
        action = int64(frame.moves[i])
        worth = int64(work.history[seat, action])
        if frame.left >= LOOKED:
            states[depth + 1] = states[depth]
            play(board, states[depth + 1], seat, action)
            if settles(table, states[depth + 1], seat, int64(work.question)):
                frame.moves[0], frame.worth[0], frame.count = action, SURE, 1
                return
            worth = min(worth, HISTORY) + side * promise(board, states[depth + 1], memo)
        frame.worth[i] = HINTED if action == hint else min(worth, HINTED)
