"""Kernels that step many games side by side, each in a lane of its own.

Lane i plays game after game. The chance in its game number k depends on the seed, i and k alone, not on the number of
lanes or of the threads that step them.
"""

from typing import Any, NamedTuple

import numpy as np

from ludotheque.games.kernel import int64, kernel
from ludotheque.games.packed_records import packed
from ludotheque.games.playout import MAX_OUTCOMES, MAX_PARTS, MAX_SEATS
from ludotheque.games.random_source import below, seed_rng, weighted
from ludotheque.games.verbs import CHANCE, actor, legal, play, rank, score, start, weights

BENCH = packed(  # scratch arrays of a thread
    [
        ("weights", np.int16, MAX_OUTCOMES),
        ("totals", np.int32, MAX_SEATS + 1),
        ("parts", np.int32, (MAX_SEATS + 1, MAX_PARTS)),
    ]
)

FORFEIT = -2  # in place of a seat or OVER: an illegal action was played


def plan_type(chosen: "np.dtype[Any]") -> "np.dtype[Any]":
    """The dtype of a batch's plan for new games, of a game whose options are a record like `chosen`."""
    return packed(
        [
            ("seed", np.int64, 2),  # low and high half
            ("players", np.int64),
            ("start", np.int64),  # the first arrangement to draw from
            ("starts", np.int64),  # and how many
            ("version", np.int64),
            ("first", np.int64),  # the number of the first lane
            ("options", chosen),
        ]
    )


class LaneArrays(NamedTuple):
    """The games of a batch, as arrays with a row for each lane."""

    states: Any
    finals: Any  # the states in which the latest games ended
    rngs: Any
    numbers: Any  # how many games have ended
    seats: Any  # who acts
    moves: Any  # its legal actions as a list,
    counts: Any  # how many they are,
    masks: Any  # and as a mask
    rewards: Any
    done: Any
    scores: Any
    places: Any


@kernel
def settle(board: Any, state: Any, rng: Any, moves: Any, bench: Any) -> int:
    """Draw all that chance must bring; returns the seat that acts then, or OVER."""
    seat = actor(board, state)
    while seat == CHANCE:
        count = legal(board, state, CHANCE, moves)
        weights(board, state, bench.weights)
        play(board, state, CHANCE, int64(moves[weighted(rng, bench.weights, count)]))
        seat = actor(board, state)
    return seat


@kernel
def pay(board: Any, state: Any, players: int, bench: Any, scores: Any, places: Any, rewards: Any) -> None:
    """Write how a game ended. A share s of the win among n players is worth (n s - 1) / (n - 1)."""
    parts = score(board, state, bench.parts)
    for seat in range(1, players + 1):
        total = 0
        for part in range(parts):
            total += int64(bench.parts[seat, part])
        bench.totals[seat] = total
        scores[seat - 1] = total
    rank(board, state, bench.totals)
    winners = 0
    for seat in range(1, players + 1):
        places[seat - 1] = bench.totals[seat]
        if bench.totals[seat] == 1:
            winners += 1
    for seat in range(1, players + 1):
        share = 1.0 / winners if bench.totals[seat] == 1 else 0.0
        rewards[seat - 1] = (players * share - 1.0) / (players - 1)


@kernel
def forfeit(players: int, seat: int, places: Any, rewards: Any) -> None:
    """Write that a seat has lost by an illegal action; the others share its loss."""
    for other in range(1, players + 1):
        places[other - 1] = players if other == seat else 1
        rewards[other - 1] = -1.0 if other == seat else 1.0 / (players - 1)


@kernel
def clear_moves(lanes: Any, i: int) -> None:
    """Clear a lane's legal actions in its mask."""
    for k in range(lanes.counts[i]):
        lanes.masks[i, lanes.moves[i, k]] = False


@kernel
def list_moves(board: Any, lanes: Any, i: int, seat: int) -> None:
    """Write who acts in a lane and its legal actions: as a list, and into a mask that is all false."""
    count = legal(board, lanes.states[i], seat, lanes.moves[i])
    for k in range(count):
        lanes.masks[i, lanes.moves[i, k]] = True
    lanes.seats[i] = seat
    lanes.counts[i] = count


@kernel
def begin_game(board: Any, zero: Any, lanes: Any, i: int, plan: Any, bench: Any) -> int:
    """Begin a lane's next game; returns the seat that acts."""
    lanes.states[i] = zero[0]
    seed_rng(lanes.rngs[i], plan.seed[0], plan.seed[1], plan.first + i, int64(lanes.numbers[i]))
    arrangement = plan.start + below(lanes.rngs[i], plan.starts)
    start(board, lanes.states[i], plan.players, plan.options, arrangement, plan.version)
    return settle(board, lanes.states[i], lanes.rngs[i], lanes.moves[i], bench)


@kernel
def begin_lanes(board: Any, zero: Any, lanes: Any, plan: Any, bench: Any, first: int, last: int) -> None:
    """Begin the first game of the lanes from `first` up to `last`."""
    for i in range(first, last):
        lanes.numbers[i] = 0
        clear_moves(lanes, i)
        list_moves(board, lanes, i, begin_game(board, zero, lanes, i, plan, bench))


@kernel
def abandon_lanes(board: Any, zero: Any, lanes: Any, where: Any, plan: Any, bench: Any, first: int, last: int) -> None:
    """Begin the next game in those lanes from `first` up to `last` that are marked."""
    for i in range(first, last):
        if where[i]:
            lanes.numbers[i] += 1
            clear_moves(lanes, i)
            list_moves(board, lanes, i, begin_game(board, zero, lanes, i, plan, bench))


@kernel
def is_legal(masks: Any, i: int, action: int) -> bool:
    """Whether an action, which may be any number, is legal in a lane."""
    return bool(0 <= action < masks.shape[1] and masks[i, action])


@kernel
def find_illegal(masks: Any, actions: Any) -> int:
    """The first lane whose action is not legal; -1 when all are."""
    for i in range(len(actions)):
        if not is_legal(masks, i, actions[i]):
            return i
    return -1


@kernel
def finish(board: Any, lanes: Any, i: int, plan: Any, bench: Any, seat: int, now: int) -> None:
    """Write the result of a lane's game, with `seat` the last to act, and store its final state."""
    pay(board, lanes.states[i], plan.players, bench, lanes.scores[i], lanes.places[i], lanes.rewards[i])
    if now == FORFEIT:
        forfeit(plan.players, seat, lanes.places[i], lanes.rewards[i])
    lanes.finals[i] = lanes.states[i]
    lanes.numbers[i] += 1


@kernel
def step_lanes(board: Any, zero: Any, lanes: Any, actions: Any, plan: Any, bench: Any, first: int, last: int) -> None:
    """Play an action in each lane from `first` up to `last`. Where a game ends, the next one begins."""
    for i in range(first, last):
        seat, action, now = int64(lanes.seats[i]), int64(actions[i]), FORFEIT
        can_play = is_legal(lanes.masks, i, action)
        clear_moves(lanes, i)
        if can_play:
            play(board, lanes.states[i], seat, action)
            now = settle(board, lanes.states[i], lanes.rngs[i], lanes.moves[i], bench)
        lanes.done[i] = now < CHANCE
        if now < CHANCE:
            finish(board, lanes, i, plan, bench, seat, now)
            now = begin_game(board, zero, lanes, i, plan, bench)
        else:
            for k in range(plan.players):
                lanes.rewards[i, k] = 0.0
        list_moves(board, lanes, i, now)
