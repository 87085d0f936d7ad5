"""Random play of any game: whole games, and one step at a time."""

from typing import Any

import numpy as np

from ludotheque.games.kernel import int64, kernel
from ludotheque.games.packed_records import packed
from ludotheque.games.random_source import below, seed_rng, weighted
from ludotheque.games.verbs import (
    CHANCE,
    OVER,
    actor,
    endings,
    is_quiet,
    legal,
    play,
    rank,
    score,
    start,
    waiting,
    weights,
)

UNIFORM, BUSY = 0, 1
MAX_SEATS = 6
MAX_PARTS = 8
MAX_OUTCOMES = 16

RESULT = packed(
    [
        ("steps", np.int32),
        ("moves", np.int32),  # steps that a seat chose
        ("options", np.int32),  # legal moves at these, added up
        ("endings", np.int32),
        ("scores", np.int32, MAX_SEATS + 1),
        ("places", np.int32, MAX_SEATS + 1),
    ]
)
DESK = packed(
    [
        ("seat", np.int32),
        ("action", np.int32),
        ("count", np.int32),  # how many actions were legal
        ("weights", np.int16, MAX_OUTCOMES),
        ("parts", np.int32, (MAX_SEATS + 1, MAX_PARTS)),
    ]
)


def setup_type(chosen: "np.dtype[Any]") -> "np.dtype[Any]":
    """The dtype of a setup for random games, of a game whose options are a record like `chosen`."""
    return packed([("players", np.int64), ("starts", np.int64), ("version", np.int64), ("options", chosen)])


@kernel
def choose_seat(board: Any, state: Any, rng: Any, policy: int) -> int:
    """The seat that acts next: the lowest waiting one, or (busy) any of them."""
    seat = actor(board, state)
    if policy == BUSY and seat > CHANCE:
        seats = waiting(board, state)
        count = 0
        for other in range(1, MAX_SEATS + 1):
            count += seats >> other & 1
        ticket = below(rng, count)
        for other in range(seat, MAX_SEATS + 1):  # pragma: no branch  (one of them has the ticket)
            if seats >> other & 1:
                if ticket == 0:
                    return other
                ticket -= 1
    return seat


@kernel
def choose_move(board: Any, state: Any, rng: Any, policy: int, moves: Any, count: int) -> int:
    """The index of a move: any, or (busy) one that gives something up only once in twenty."""
    if policy == BUSY:
        quiet = 0
        for i in range(count):
            if is_quiet(board, state, int64(moves[i])):
                quiet += 1
        if 0 < quiet < count:
            wants_quiet = below(rng, 20) == 0
            ticket = below(rng, quiet if wants_quiet else count - quiet)
            for i in range(count):  # pragma: no branch  (one of them has the ticket)
                if is_quiet(board, state, int64(moves[i])) == wants_quiet:
                    if ticket == 0:
                        return i
                    ticket -= 1
    return below(rng, count)


@kernel
def random_step(board: Any, state: Any, rng: Any, policy: int, moves: Any, desk: Any) -> bool:
    """Play one random step. `moves` then holds the legal actions, `desk` the one played.

    False, and nothing is played, when the game is over.
    """
    seat = choose_seat(board, state, rng, policy)
    if seat == OVER:
        return False
    count = legal(board, state, seat, moves)
    if seat == CHANCE:
        weights(board, state, desk.weights)
        index = weighted(rng, desk.weights, count)
    else:
        index = choose_move(board, state, rng, policy, moves, count)
    action = int64(moves[index])
    desk.seat = seat
    desk.action = action
    desk.count = count
    play(board, state, seat, action)
    return True


@kernel
def random_game(board: Any, state: Any, rng: Any, policy: int, moves: Any, desk: Any, result: Any) -> None:
    """Play a started game to its end and write its result."""
    steps, chosen, options = 0, 0, 0
    while random_step(board, state, rng, policy, moves, desk):
        steps += 1
        if desk.seat != CHANCE:
            chosen += 1
            options += int64(desk.count)
    result.steps = steps
    result.moves = chosen
    result.options = options
    result.endings = endings(board, state)
    write_outcome(board, state, desk, result.scores, result.places)


@kernel
def write_outcome(board: Any, state: Any, desk: Any, totals: Any, places: Any) -> int:
    """Write each seat's score and place as if the game ended now; returns how many win."""
    parts = score(board, state, desk.parts)
    players = int64(state.players)
    for seat in range(1, players + 1):
        total = 0
        for part in range(parts):
            total += desk.parts[seat, part]
        totals[seat] = total
        places[seat] = total
    rank(board, state, places)
    winners = 0
    for seat in range(1, players + 1):
        if places[seat] == 1:
            winners += 1
    return winners


@kernel
def start_random(board: Any, state: Any, rng: Any, setup: Any) -> None:
    """Start from an arrangement chosen at random; the state must be all zero."""
    start(board, state, setup.players, setup.options, below(rng, setup.starts), setup.version)


@kernel
def begin_all(board: Any, states: Any, rngs: Any, setup: Any, seed: Any, first: int) -> None:
    """Start a game in every state, which must be all zero: games first, first + 1, ... of a seed."""
    for i in range(len(states)):
        game = first + i
        seed_rng(rngs[i], seed[0], seed[1], game & 0xFFFFFFFF, game >> 32)
        start_random(board, states[i], rngs[i], setup)


@kernel
def step_all(board: Any, states: Any, rngs: Any, policy: int, moves: Any, desk: Any) -> int:
    """One random step in every state that is not over; returns how many were played."""
    played = 0
    for i in range(len(states)):
        if random_step(board, states[i], rngs[i], policy, moves, desk):
            played += 1
    return played


@kernel
def random_games(
    board: Any,
    states: Any,
    rng: Any,
    setup: Any,
    policy: int,
    seed: Any,
    first: int,
    moves: Any,
    desk: Any,
    results: Any,
) -> None:
    """Play games number first, first + 1, ... of a seed, one for each place in `results`.

    `states[0]` is all zero and stays so; each game is played in `states[1]`.
    """
    for i in range(len(results)):
        game = first + i
        seed_rng(rng, seed[0], seed[1], game & 0xFFFFFFFF, game >> 32)
        states[1] = states[0]
        start_random(board, states[1], rng, setup)
        random_game(board, states[1], rng, policy, moves, desk, results[i])
