"""The CUDA kernels of a game: one thread plays one game, with the very functions that run on the CPU."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from numba import cuda, from_dtype, int16

from ludotheque.games import playout, verbs
from ludotheque.games.kernel import GPU, is_simulated
from ludotheque.games.playout import DESK
from ludotheque.games.random_source import RNG, seed_rng
from ludotheque.play.game import Game

SHARED_BYTES = 48_000  # of fast memory in one block, for the lists of legal actions


def _room(game: Game) -> int:
    """Places in a list of legal actions, so that neighbouring threads use different banks of memory."""
    return game.engine.facts_of.MAX_LEGAL // 4 * 4 + 6


def threads_per_block(game: Game) -> int:
    """As many threads as lists of legal actions fit into fast memory; few in the simulator."""
    return 4 if is_simulated() else 128 if _room(game) * 2 * 128 <= SHARED_BYTES else 64


@dataclass(frozen=True, slots=True)
class CudaKernels:
    """The kernels to launch, `kernel[blocks, threads](...)`; numba has no types for them."""

    games: Any
    begin: Any
    random_steps: Any
    play_actions: Any
    legal_masks: Any


@cache
def kernels(game: Game) -> CudaKernels:
    """The CUDA kernels of a game."""
    rules = game.engine.rules
    state_type = _cuda_type(game.engine.facts_of.STATE)
    rng_type, desk_type = _cuda_type(RNG), _cuda_type(DESK)
    start_random, random_game = GPU.bind(playout.start_random, rules), GPU.bind(playout.random_game, rules)
    random_step, seed_it = GPU.bind(playout.random_step, rules), GPU.bind(seed_rng, rules)
    actor, legal, play = (GPU.bind(verb, rules) for verb in (verbs.actor, verbs.legal, verbs.play))

    threads, room = threads_per_block(game), _room(game)

    @cuda.jit  # type: ignore[untyped-decorator]
    def games(board: Any, zero: Any, setup: Any, policy: int, seed: Any, first: int, results: Any) -> None:
        """Whole random games, one after another in each thread."""
        state = cuda.local.array(1, state_type)
        rng = cuda.local.array(1, rng_type)
        desk = cuda.local.array(1, desk_type)
        moves = cuda.shared.array((threads, room), int16)[cuda.threadIdx.x]
        for i in range(cuda.grid(1), len(results), cuda.gridsize(1)):
            game = first + i
            seed_it(rng[0], seed[0], seed[1], game & 0xFFFFFFFF, game >> 32)
            state[0] = zero[0]
            start_random(board[0], state[0], rng[0], setup[0])
            random_game(board[0], state[0], rng[0], policy, moves, desk[0], results[i])

    @cuda.jit  # type: ignore[untyped-decorator]
    def begin(board: Any, states: Any, rngs: Any, setup: Any, seed: Any, first: int) -> None:
        """Start a game in every state; they are all zero."""
        i = cuda.grid(1)
        if i < len(states):
            game = first + i
            seed_it(rngs[i], seed[0], seed[1], game & 0xFFFFFFFF, game >> 32)
            start_random(board[0], states[i], rngs[i], setup[0])

    @cuda.jit  # type: ignore[untyped-decorator]
    def random_steps(board: Any, states: Any, rngs: Any, policy: int, steps: int, played: Any) -> None:
        """Some random steps in every state that is not over; played[i] counts them."""
        i = cuda.grid(1)
        desk = cuda.local.array(1, desk_type)
        moves = cuda.shared.array((threads, room), int16)[cuda.threadIdx.x]
        if i < len(states):
            for _ in range(steps):
                if random_step(board[0], states[i], rngs[i], policy, moves, desk[0]):
                    played[i] += 1

    @cuda.jit  # type: ignore[untyped-decorator]
    def play_actions(board: Any, states: Any, seats: Any, actions: Any) -> None:
        """One action in every state; a negative one leaves its state alone."""
        i = cuda.grid(1)
        if i < len(states) and actions[i] >= 0:
            play(board[0], states[i], seats[i], actions[i])

    @cuda.jit  # type: ignore[untyped-decorator]
    def legal_masks(board: Any, states: Any, seats: Any, masks: Any) -> None:
        """Who is waited for in every state (the lowest seat), and what it may play."""
        i = cuda.grid(1)
        moves = cuda.shared.array((threads, room), int16)[cuda.threadIdx.x]
        if i < len(states):
            seats[i] = actor(board[0], states[i])
            if seats[i] >= 0:
                for k in range(legal(board[0], states[i], seats[i], moves)):
                    masks[i, moves[k]] = 1

    return CudaKernels(games, begin, random_steps, play_actions, legal_masks)


def _cuda_type(dtype: Any) -> Any:
    return dtype if is_simulated() else from_dtype(dtype)
