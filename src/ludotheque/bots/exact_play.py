"""Exact play at the end of a game: the value that a seat can guarantee against any play.

Alpha-beta with a transposition table, one seat against all others, over the games' verbs; chance by its weights. The
search ends with the round: a game that goes on counts as the worst value, so a value is always a lower bound, and is
exact when no line goes on. There is no recursion: a frame for each step, and states beside them.
"""

from typing import Any

import numpy as np

from ludotheque.bots.bot_contract import EndgameModule
from ludotheque.games.game_modules import find_module
from ludotheque.games.kernel import int64, kernel, verb
from ludotheque.games.packed_records import packed
from ludotheque.games.playout import MAX_SEATS, write_outcome
from ludotheque.games.verbs import CHANCE, OVER, actor, legal, play, weights

DEPTH = 160  # steps to the end of a round; what takes longer is too far
NOBODY = -1
POINT = 2.0**-30  # of a win: margins decide only among equal results
FAR = -1.0  # worse than every end
LEAST, MOST = -2.0, 2.0
CHOICES = 1024  # actions of any game are below

FRAME = packed(
    [
        ("key", np.uint64),
        ("lock", np.uint64),
        ("alpha", np.float64),
        ("beta", np.float64),
        ("best", np.float64),  # at a chance: the sum so far
        ("weight", np.float64),  # of all outcomes
        ("count", np.int32),
        ("next", np.int32),
        ("seat", np.int32),
        ("move", np.int32),
        ("begun", np.int64),  # nodes counted when it was opened
    ]
)
ENTRY = packed(
    [
        ("key", np.uint64),
        ("lock", np.uint64),
        ("least", np.float64),
        ("most", np.float64),
        ("move", np.int32),
        ("effort", np.uint32),  # nodes it cost
    ]
)
WORK = packed(
    [
        ("nodes", np.int64),
        ("depth", np.int64),
        ("seat", np.int64),  # the searching seat
        ("last", np.int64),  # the round that is searched
        ("is_done", np.int64),
        ("far", np.int64),  # nodes beyond the round
        ("chances", np.int64),
        ("others", np.int64),  # nodes where another seat had a choice
        ("alpha", np.float64),
        ("beta", np.float64),
        ("value", np.float64),  # of the latest node; at the end, of the root
        ("totals", np.int32, MAX_SEATS + 2),
        ("places", np.int32, MAX_SEATS + 2),
        ("history", np.int64, (2, CHOICES)),  # how often a move settled a position, of the seat and of others
    ]
)
MIX_KEY, MIX_LOCK = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
HALF, THIRD = np.uint64(32), np.uint64(29)


@verb
def round_of(board: Any, state: Any) -> int:
    """The number of the round that is played."""
    raise NotImplementedError


def endgame_of(name: str) -> EndgameModule | None:
    """The module of a game whose last round can be searched exactly."""
    return find_module(f"ludotheque.bots.{name}.endgame", EndgameModule)


@kernel
def reward(board: Any, state: Any, desk: Any, work: Any) -> float:
    """Value of the end to the seat: its share of the win, and a trace of the margin to the best other."""
    winners = write_outcome(board, state, desk, work.totals, work.places)
    best = -1000000
    for seat in range(1, int64(state.players) + 1):
        if seat != work.seat and work.totals[seat] > best:
            best = work.totals[seat]
    share = 1.0 / winners if work.places[work.seat] == 1 else 0.0
    return float(share + (work.totals[work.seat] - best) * POINT)


@kernel
def write_key(words: Any, frame: Any) -> None:
    """Two hashes of all bytes of a state, 128 bits together: collisions are negligible."""
    key, lock = MIX_LOCK, MIX_KEY
    for i in range(len(words)):
        word = np.uint64(words[i])
        key = (key ^ word) * MIX_KEY
        key ^= key >> HALF
        lock = (lock + word) * MIX_LOCK
        lock ^= lock >> THIRD
    frame.key = key
    frame.lock = lock


@kernel
def find(table: Any, frame: Any) -> int:
    """The entry of a position, or NOBODY; it has one of two neighbouring places."""
    first = int64(frame.key & np.uint64(len(table) - 2))
    for entry in range(first, first + 2):
        if table[entry].key == frame.key and table[entry].lock == frame.lock:
            return entry
    return NOBODY


@kernel
def store(table: Any, frame: Any, least: float, most: float, effort: int) -> None:
    """Store bounds. Of two neighbouring entries, replace the one that cost less; tighten an own entry."""
    entry = find(table, frame)
    if entry == NOBODY:
        entry = int64(frame.key & np.uint64(len(table) - 2))
        if table[entry].effort > effort:
            entry += 1
        table[entry].key = frame.key
        table[entry].lock = frame.lock
        table[entry].least = LEAST
        table[entry].most = MOST
        table[entry].effort = 0
    table[entry].least = max(table[entry].least, least)
    table[entry].most = min(table[entry].most, most)
    table[entry].move = frame.move
    table[entry].effort = min(int64(table[entry].effort) + effort, 4000000000)


@kernel
def probe(table: Any, frame: Any, work: Any) -> bool:
    """Look a position up: True, and its value, if the entry settles it in the window; else its best move goes first."""
    entry = find(table, frame)
    if entry == NOBODY:
        return False
    frame.move = table[entry].move
    least, most = table[entry].least, table[entry].most
    if least >= frame.beta or least == most:
        work.value = least
        return True
    if most <= frame.alpha:
        work.value = most
        return True
    return False


@kernel
def settle(board: Any, states: Any, words: Any, frames: Any, table: Any, desk: Any, work: Any, depth: int) -> bool:
    """Write a position's value if its moves need no search; returns whether it did. The frame's window must be set."""
    state = states[depth]
    seat = actor(board, state)
    if seat == OVER:
        work.value = reward(board, state, desk, work)
        return True
    if depth == len(states) - 1 or round_of(board, state) > work.last:
        work.far += 1
        work.value = FAR
        return True
    frame = frames[depth]
    frame.seat = seat
    frame.move = NOBODY
    write_key(words[depth], frame)
    return probe(table, frame, work)


@kernel
def open_frame(board: Any, states: Any, frames: Any, moves: Any, desk: Any, work: Any, depth: int) -> None:
    """List the steps of a position that is not settled."""
    frame = frames[depth]
    work.depth = depth
    frame.begun = work.nodes
    frame.next = 0
    frame.weight = 0.0
    frame.count = legal(board, states[depth], int64(frame.seat), moves[depth])
    if frame.seat == CHANCE:
        work.chances += 1
        frame.best = 0.0
        weights(board, states[depth], desk.weights)
        for i in range(frame.count):
            frame.weight += desk.weights[i]
    else:
        frame.best = LEAST if frame.seat == work.seat else MOST
        if frame.seat != work.seat and frame.count > 1:
            work.others += 1


@kernel
def next_move(frame: Any, moves: Any, work: Any) -> int:
    """The move of the table, then those that settled most positions; outcomes of a chance in their order."""
    first = int64(frame.next)
    frame.next = first + 1
    if frame.seat == CHANCE:
        return int64(moves[first])
    side = 0 if frame.seat == work.seat else 1
    chosen, best = first, int64(-1)
    for i in range(first, frame.count):
        worth = 1 << 60 if first == 0 and moves[i] == frame.move else work.history[side, moves[i]]
        if worth > best:
            chosen, best = i, worth
    action = int64(moves[chosen])
    moves[chosen] = moves[first]
    moves[first] = action
    return action


@kernel
def narrow(frames: Any, work: Any, depth: int) -> None:
    """The window of the next frame; below a chance everything matters."""
    above, frame = frames[depth - 1], frames[depth]
    frame.alpha, frame.beta = above.alpha, above.beta
    if above.seat == CHANCE:
        frame.alpha, frame.beta = LEAST, MOST
    elif above.seat == work.seat:
        frame.alpha = max(above.alpha, above.best)
    else:
        frame.beta = min(above.beta, above.best)


@kernel
def learn(board: Any, state: Any, frame: Any, moves: Any, desk: Any, work: Any) -> None:
    """Back up the value of the step tried last; ends the frame when that settles it."""
    value = work.value
    action = int64(moves[frame.next - 1])
    if frame.seat == CHANCE:
        weights(board, state, desk.weights)
        frame.best += value * desk.weights[frame.next - 1]
        return
    is_own = frame.seat == work.seat
    if (is_own and value > frame.best) or (not is_own and value < frame.best):
        frame.best = value
        frame.move = action
        if (is_own and value >= frame.beta) or (not is_own and value <= frame.alpha):
            frame.count = frame.next
            work.history[0 if is_own else 1, action] += 1


@kernel
def close_frame(frame: Any, table: Any, work: Any) -> None:
    """Store a position's bounds in the table."""
    value = frame.best / frame.weight if frame.seat == CHANCE else frame.best
    least, most = value, value
    if frame.seat != CHANCE:
        least = LEAST if value <= frame.alpha else value
        most = MOST if value >= frame.beta else value
    store(table, frame, least, most, int64(work.nodes - frame.begun) + 1)
    work.value = value


@kernel
def look(
    board: Any, states: Any, words: Any, frames: Any, moves: Any, table: Any, desk: Any, work: Any, limit: int
) -> None:
    """Search until the value of `states[0]` is known within the window, or the limit of nodes is reached.

    `words` are the bytes of `states`, as numbers of 4 bytes.
    """
    if work.depth < 0:
        frames[0].alpha, frames[0].beta = work.alpha, work.beta
        if settle(board, states, words, frames, table, desk, work, 0):
            work.is_done = 1
            return
        open_frame(board, states, frames, moves, desk, work, 0)
    while work.nodes < limit:
        depth = int64(work.depth)
        frame = frames[depth]
        if frame.next < frame.count:
            action = next_move(frame, moves[depth], work)
            states[depth + 1] = states[depth]
            play(board, states[depth + 1], int64(frame.seat), action)
            work.nodes += 1
            narrow(frames, work, depth + 1)
            if settle(board, states, words, frames, table, desk, work, depth + 1):
                learn(board, states[depth], frame, moves[depth], desk, work)
            else:
                open_frame(board, states, frames, moves, desk, work, depth + 1)
            continue
        close_frame(frame, table, work)
        if depth == 0:
            work.is_done = 1
            return
        work.depth = depth - 1
        learn(board, states[depth - 1], frames[depth - 1], moves[depth - 1], desk, work)
