"""Exact play of Mabula: alpha-beta with one question at a time, is White's margin at least so much?

There is no recursion: a frame for each ply, and states beside them. Answers stay in the transposition table, so the
next question is quicker.
"""

from typing import Any

import numpy as np

from ludotheque.bots.mabula.group_shapes import known_total
from ludotheque.bots.mabula.move_order import order
from ludotheque.bots.mabula.transpositions import LEAST, MOST, NOBODY, black_key, find, store, white_key
from ludotheque.games.bits import popcount
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.mabula.rules import legal, play
from ludotheque.games.mabula.state import ACTIONS, BLACK, MAX_LEGAL, RING, WHITE
from ludotheque.games.packed_records import packed
from ludotheque.games.verbs import OVER

DEPTH = RING + 2
FRAME = packed(
    [
        ("white", np.uint64),  # the key of its position
        ("black", np.uint64),
        ("count", np.int64),
        ("next", np.int64),
        ("best", np.int64),
        ("move", np.int64),
        ("begun", np.int64),  # nodes counted when it was opened
        ("left", np.int64),  # marbles on the ring
        ("worth", np.int32, MAX_LEGAL),
        ("moves", np.int16, MAX_LEGAL),
        ("spare", np.int32),
    ]
)
WORK = packed(
    [
        ("nodes", np.int64),
        ("depth", np.int64),
        ("question", np.int64),  # is White's margin at least this?
        ("is_done", np.int64),
        ("value", np.int64),  # of the latest node; at the end, of the root
        ("history", np.int64, (3, ACTIONS)),  # how often a move settled a position
    ]
)
REMEMBERED = 3  # with fewer marbles left, looking a position up costs more than solving it


@kernel
def marbles_left(state: Any) -> int:
    return popcount(state.edge[WHITE] | state.edge[BLACK])


@kernel
def settle(board: Any, state: Any, table: Any, memo: Any, work: Any) -> bool:
    """Write the value that answers the question if the moves need no search; returns whether it did."""
    question = int64(work.question)
    if state.turn == OVER:
        work.value = known_total(board, state, WHITE, memo) - known_total(board, state, BLACK, memo)
        return True
    left = marbles_left(state)
    if left >= REMEMBERED:
        entry = find(table, white_key(state), black_key(state))
        if entry != NOBODY:
            if table[entry].least >= question:
                work.value = int64(table[entry].least)
                return True
            if table[entry].most < question:
                work.value = int64(table[entry].most)
                return True
    return False


@kernel
def open_frame(board: Any, states: Any, frames: Any, table: Any, memo: Any, work: Any, depth: int) -> None:
    """List and order the moves of a position that is not settled."""
    state = states[depth]
    frame = frames[depth]
    seat = int64(state.turn)
    work.depth = depth
    frame.left = marbles_left(state)
    frame.next = 0
    frame.best = LEAST if seat == WHITE else MOST
    frame.move = NOBODY
    frame.begun = work.nodes
    frame.count = legal(board, state, seat, frame.moves)
    hint = NOBODY
    if frame.left >= REMEMBERED:
        frame.white, frame.black = white_key(state), black_key(state)
        entry = find(table, frame.white, frame.black)
        if entry != NOBODY:
            hint = int64(table[entry].move)
    order(board, states, frame, table, memo, work, depth, hint)


@kernel
def next_move(frame: Any) -> int:
    """The most promising move that was not tried yet."""
    first = frame.next
    chosen = first
    for i in range(first + 1, frame.count):
        if frame.worth[i] > frame.worth[chosen]:
            chosen = i
    action = frame.moves[chosen]
    worth = frame.worth[chosen]
    frame.moves[chosen], frame.worth[chosen] = frame.moves[first], frame.worth[first]
    frame.moves[first], frame.worth[first] = action, worth
    frame.next = first + 1
    return int64(action)


@kernel
def learn(frame: Any, work: Any, seat: int, action: int, value: int) -> None:
    """Back up the value of a move; ends the frame when that settles it."""
    is_better = value > frame.best if seat == WHITE else value < frame.best
    if is_better:
        frame.best = value
        frame.move = action
        question = int64(work.question)
        if (seat == WHITE and value >= question) or (seat == BLACK and value < question):
            frame.count = frame.next
            work.history[seat, action] += frame.left * frame.left


@kernel
def close_frame(frame: Any, table: Any, work: Any) -> None:
    """Store a position's bounds in the table."""
    best = int64(frame.best)
    work.value = best
    if frame.left >= REMEMBERED:
        least, most = (best, MOST) if best >= work.question else (LEAST, best)
        store(table, frame.white, frame.black, least, most, int64(frame.move), int64(work.nodes - frame.begun) + 1)


@kernel
def solve(board: Any, states: Any, frames: Any, table: Any, memo: Any, work: Any, limit: int) -> None:
    """Search until the question is answered or the limit of nodes is reached."""
    if work.depth < 0:
        open_frame(board, states, frames, table, memo, work, 0)
    while work.nodes < limit:
        depth = int64(work.depth)
        frame = frames[depth]
        seat = int64(states[depth].turn)
        if frame.next < frame.count:
            action = next_move(frame)
            states[depth + 1] = states[depth]
            play(board, states[depth + 1], seat, action)
            work.nodes += 1
            if settle(board, states[depth + 1], table, memo, work):
                learn(frame, work, seat, action, int64(work.value))
            else:
                open_frame(board, states, frames, table, memo, work, depth + 1)
            continue
        close_frame(frame, table, work)
        if depth == 0:
            work.is_done = 1
            return
        work.depth = depth - 1
        above = frames[depth - 1]
        learn(above, work, int64(states[depth - 1].turn), int64(above.moves[above.next - 1]), int64(work.value))
