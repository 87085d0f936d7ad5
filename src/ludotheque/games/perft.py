"""Counting sequences of moves: the quickest way to compare two engines."""

from typing import Any

from ludotheque.games.kernel import int64, kernel
from ludotheque.games.verbs import CHANCE, actor, legal, play


@kernel
def count_moves(board: Any, state: Any, out: Any) -> int:
    """How many moves the lowest waiting seat has; none at a chance or at the end."""
    seat = actor(board, state)
    return legal(board, state, seat, out) if seat > CHANCE else 0


@kernel
def perft(board: Any, states: Any, moves: Any, counts: Any, done: Any, totals: Any) -> None:
    """totals[d] = how many sequences of d + 1 moves exist from states[0]; as deep as `totals` is long.

    A branch that reaches a chance or the end counts nothing beyond it.
    """
    level = 0
    counts[0] = count_moves(board, states[0], moves[0])
    totals[0] = counts[0]
    done[0] = 0
    while level >= 0:
        if level + 1 < len(totals) and done[level] < counts[level]:
            states[level + 1] = states[level]
            seat = actor(board, states[level])
            play(board, states[level + 1], seat, int64(moves[level, done[level]]))
            done[level] += 1
            level += 1
            counts[level] = count_moves(board, states[level], moves[level])
            totals[level] += counts[level]
            done[level] = 0
        else:
            level -= 1
