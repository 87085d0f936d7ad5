"""The environments of the benchmark: ours, and PettingZoo's, Pgx's and OpenSpiel's own games.

Each is made by its library's name, a game's name and whether observations are wanted, and then `run(seconds)` plays
random legal moves and returns how many. A game that ends begins anew. Chance is drawn by the environment, or
(OpenSpiel's states) as cheaply as Python can; it takes time but counts for nothing.
"""

import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
from bench.peers import MissingPeerError

Run = Callable[[float], tuple[int, float]]  # seconds -> moves, and the seconds that they took
LANES = 4096
# Lanes for Pgx: picked after a short try of one or two sizes a game, not tuned.
PGX_LANES = {"tic_tac_toe": 4096, "connect_four": 4096, "backgammon": 512, "go_9x9": 256, "chess": 64}
OURS = {"mabula": 2, "marabunta": 2, "makabana": 4, "junglerumble": 4}
ZOO: dict[str, tuple[str, dict[str, Any]]] = {
    "tic_tac_toe": ("tictactoe_v3", {}),
    "connect_four": ("connect_four_v3", {}),
    "leduc_holdem": ("leduc_holdem_v4", {}),
    "go_9x9": ("go_v5", {"board_size": 9}),
    "chess": ("chess_v6", {}),
}
SPIEL = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "leduc_holdem": "leduc_poker",
    "backgammon": "backgammon",
    "go_9x9": "go(board_size=9)",
    "chess": "chess",
}
VECTOR = 64  # environments in OpenSpiel's vector


def timed(moves: Callable[[], int], seconds: float, threads: int = 1) -> tuple[int, float]:
    """Call again and again what makes some moves, until the time is over.

    On one core it is the processor's time for this process, which other work disturbs least; on several, the clock's.
    """
    clock = time.process_time if threads == 1 else time.perf_counter
    made, begin = 0, clock()
    while (passed := clock() - begin) < seconds:
        made += moves()
    return made, passed


def ours_batched(game: str, see: bool, threads: int) -> Run:
    """Our batched environment."""
    from ludotheque.interop.batch import Batch

    batch = Batch(game, LANES, 1, players=OURS[game], observe=see, threads=threads)
    random = np.random.default_rng(1)

    def moves() -> int:
        batch.step(batch.random_actions(random))
        return LANES

    for _ in range(200):
        moves()
    return lambda seconds: timed(moves, seconds, threads)


def in_zoo(one: Any) -> Run:
    """Any PettingZoo environment, its games one after another."""
    random, seed = Random(1), 0

    def moves() -> int:
        nonlocal seed
        seed, made = seed + 1, 0
        one.reset(seed=seed)
        for _ in one.agent_iter():
            observation, _, is_over, is_cut, _ = one.last()
            if is_over or is_cut:
                break
            legal = np.flatnonzero(observation["action_mask"])
            one.step(int(legal[int(random.random() * len(legal))]))
            made += 1
        return made

    moves()
    return lambda seconds: timed(moves, seconds)


def ours_in_zoo(game: str, see: bool, threads: int) -> Run:
    """Our games as PettingZoo environments. Observations always come; `see` adds the legal steps to the infos."""
    from ludotheque.interop.pettingzoo import env

    return in_zoo(env(game, OURS[game], notation=see))


def zoo(game: str, see: bool, threads: int) -> Run:
    """PettingZoo's own games."""
    name, given = ZOO[game]
    return in_zoo(import_module(f"pettingzoo.classic.{name}").env(**given))


def spiel(game: str, see: bool, threads: int) -> Run:
    """OpenSpiel's own games, in C++, as states in Python."""
    import pyspiel

    one, random = pyspiel.load_game(SPIEL[game]), Random(1)

    def moves() -> int:
        state, made = one.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            if see:
                np.array(state.observation_tensor(), np.float32)
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            made += 1
        return made

    moves()
    return lambda seconds: timed(moves, seconds)


def spiel_shape(game: str, games: int) -> tuple[float, float]:
    """Moves in a random game of OpenSpiel's, and choices at each."""
    import pyspiel

    one, random, moves, options = pyspiel.load_game(SPIEL[game]), Random(1), 0, 0
    for _ in range(games):
        state = one.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            moves += not state.is_chance_node()
            options += 0 if state.is_chance_node() else len(actions)
            state.apply_action(random.choice(actions))
    return moves / games, options / moves


def spiel_vector(game: str, see: bool, threads: int) -> Run:
    """OpenSpiel's own environments for learning, many in one vector."""
    from open_spiel.python import rl_environment
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.vector_env import SyncVectorEnv

    kind = rl_environment.ObservationType.OBSERVATION
    one = SyncVectorEnv([rl_environment.Environment(SPIEL[game], observation_type=kind) for _ in range(VECTOR)])
    random, now = Random(1), one.reset()

    def choose(step: Any) -> Any:
        legal = step.observations["legal_actions"][step.current_player()]
        return StepOutput(legal[int(random.random() * len(legal))], None)

    def moves() -> int:
        nonlocal now
        now = one.step([choose(step) for step in now], reset_if_done=True)[0]
        return VECTOR

    moves()
    return lambda seconds: timed(moves, seconds)


def pgx(game: str, see: bool, threads: int) -> Run:
    """Pgx's own games on the CPU, thousands at once, the policy compiled together with the game."""
    import jax
    from jax import numpy as jnp
    from pgx import make
    from pgx.experimental import auto_reset

    jax.config.update("jax_platforms", "cpu")
    one, lanes, length = make(game), PGX_LANES[game], 8
    begin, step = jax.vmap(one.init), jax.vmap(auto_reset(one.step, one.init))

    def move(carry: Any, _: Any) -> Any:
        state, key = carry
        key, policy, chance = jax.random.split(key, 3)
        action = jax.random.categorical(policy, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
        state = step(state, action, jax.random.split(chance, lanes))
        if not see:  # lets the compiler leave it out
            state = state.replace(observation=jnp.zeros_like(state.observation))
        return (state, key), None

    several = jax.jit(lambda carry: jax.lax.scan(move, carry, None, length=length)[0])
    key = jax.random.PRNGKey(1)
    carry = jax.block_until_ready(several((begin(jax.random.split(key, lanes)), key)))

    def moves() -> int:
        nonlocal carry
        carry = jax.block_until_ready(several(carry))
        return lanes * length

    return lambda seconds: timed(moves, seconds, threads)


LIBRARIES: dict[str, Callable[[str, bool, int], Run]] = {
    "ours, batched": ours_batched,
    "ours, PettingZoo": ours_in_zoo,
    "PettingZoo": zoo,
    "OpenSpiel, states": spiel,
    "OpenSpiel, SyncVectorEnv": spiel_vector,
    "Pgx, on the CPU": pgx,
}
GAMES = {
    "ours, batched": list(OURS),
    "ours, PettingZoo": list(OURS),
    "PettingZoo": list(ZOO),
    "OpenSpiel, states": list(SPIEL),
    "OpenSpiel, SyncVectorEnv": list(SPIEL),
    "Pgx, on the CPU": list(PGX_LANES),
}


def prepare(library: str, game: str, see: bool, threads: int) -> Run:
    """Make an environment, compiled and with its first game played. Raises MissingPeerError, in one line."""
    try:
        return LIBRARIES[library](game, see, threads)
    except (ImportError, OSError) as missing:
        reason = str(missing).partition("\n")[0]
        raise MissingPeerError(f"{library}, {game}: left out, for something is not installed ({reason})") from None
