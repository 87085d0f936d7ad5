"""OpenSpiel's tabular Q-learning learns Mabula: `python examples/openspiel_learn.py`.

OpenSpiel's nets want jax or torch; its `QLearner` runs on numpy alone. But its table cannot hold every position of a
game. So the learner is told only whether it is late, and its lead: its own largest group less the other's. It looks at
ten of its moves at random, sorts them into five kinds, by how much the lead grows or shrinks, and chooses a kind. What
a kind is worth it has to find out, from nothing but wins and losses against a player that moves at random.
"""

import argparse
from random import Random

import numpy as np
from open_spiel.python.algorithms.tabular_qlearner import QLearner
from open_spiel.python.rl_environment import StepType, TimeStep
from open_spiel.python.rl_tools import LinearSchedule

from ludotheque.interop.openspiel import OpenSpielState, load

MOST_LEAD = 3  # larger ones are told as this one
MOST_CHANGE = 2
KINDS = 2 * MOST_CHANGE + 1
LOOKS = 10
LATE = 16  # of 24 moves
MOVES = 12  # of each seat in a game
STARTS = 40_158


def lead(state: OpenSpielState, player: int) -> int:
    """A player's largest group less the other's."""
    scores = state.position.scores
    return scores[player].total - scores[1 - player].total


def between(low: int, number: int, high: int) -> int:
    return max(low, min(number, high))


def moves_by_kind(state: OpenSpielState, player: int, rng: Random) -> dict[int, list[int]]:
    """Some of the legal moves, sorted by their kind."""
    moves, before = state.legal_actions(), lead(state, player)
    kinds: dict[int, list[int]] = {}
    for action in rng.sample(moves, min(LOOKS, len(moves))):
        change = lead(state.child(action), player) - before
        kinds.setdefault(between(0, change + MOST_CHANGE, KINDS - 1), []).append(action)
    return kinds


def coarse(state: OpenSpielState, player: int) -> str:
    """What the learner is told of a position."""
    stage = "late" if state.move_number() >= LATE else "early"
    return f"{stage}, lead {between(-MOST_LEAD, lead(state, player), MOST_LEAD)}"


def time_step(state: OpenSpielState, player: int, kinds: list[int]) -> TimeStep:
    """A moment as OpenSpiel's agents are told of it. In whichever seat, to itself the learner is player 0."""
    told = {"info_state": [coarse(state, player)], "legal_actions": [kinds], "current_player": 0}
    kind = StepType.LAST if state.is_terminal() else StepType.MID
    return TimeStep(told, [state.returns()[player]], [1.0], kind)


def play(learner: QLearner, player: int, rng: Random, *, is_evaluation: bool = False) -> float:
    """One game of the learner, from an arrangement at random, against random moves; what it returns to the learner."""
    state = load("mabula", start=rng.randrange(STARTS)).new_initial_state()
    while not state.is_terminal():
        if state.current_player() != player:
            state.apply_action(rng.choice(state.legal_actions()))
            continue
        kinds = moves_by_kind(state, player, rng)
        chosen = learner.step(time_step(state, player, sorted(kinds)), is_evaluation).action
        state.apply_action(rng.choice(kinds[chosen]))
    if not is_evaluation:
        learner.step(time_step(state, player, []))
    return float(state.returns()[player])


def share_of_wins(learner: QLearner, games: int, seed: int) -> float:
    """The learner's share of the win in games against random moves, from both seats."""
    rng = Random(seed)
    returns = [play(learner, game % 2, rng, is_evaluation=True) for game in range(games)]
    return (1 + sum(returns) / games) / 2


def learn(games: int, test_games: int, seed: int = 1) -> tuple[float, float]:
    """The share of the win before and after learning from so many games, in the same games to measure with."""
    np.random.seed(seed)  # noqa: NPY002  OpenSpiel's learner draws from numpy's own generator
    tries = LinearSchedule(1.0, 0.1, games * MOVES)
    learner = QLearner(0, KINDS, step_size=0.05, epsilon_schedule=tries)
    before, rng = share_of_wins(learner, test_games, seed), Random(seed + 1)
    for game in range(games):
        play(learner, game % 2, rng)
    return before, share_of_wins(learner, test_games, seed)


def main() -> None:
    """Learn, and say how much it has helped."""
    parser = argparse.ArgumentParser(description="OpenSpiel's Q-learning on Mabula")
    parser.add_argument("--games", type=int, default=1500, help="games to learn from")
    parser.add_argument("--test-games", type=int, default=400, help="games to measure with, before and after")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    before, after = learn(told.games, told.test_games, told.seed)
    print(f"share of the win against random moves, {told.test_games} games: {before:.1%} before, {after:.1%} after")


if __name__ == "__main__":
    main()
