"""OpenSpiel's MCTS plays Mabula: `python examples/openspiel_mcts.py --games 20`.

First against random moves, then against one of our bots, which is given its view as at any table.
"""

import argparse
from collections.abc import Callable
from random import Random

import numpy as np
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

from ludotheque import Chance
from ludotheque.bots.bot import Budget
from ludotheque.bots.levels import find_bot
from ludotheque.interop.openspiel import OpenSpielState, load

STARTS = 40_158

Choose = Callable[[OpenSpielState], int]


def random_moves(seed: int) -> Choose:
    """A player that moves at random."""
    rng = Random(seed)
    return lambda state: rng.choice(state.legal_actions())


def our_bot(level: str, simulations: int, seed: int) -> Choose:
    """One of our bots, with so many simulations for a move."""
    bot, chance = find_bot(load("mabula").setup.game, level), Chance(seed)

    def choose(state: OpenSpielState) -> int:
        view = state.view(state.current_player())
        move = bot.think(view, Budget(simulations=simulations), chance).move
        return next(step.action for step in view.legal() if step.text == move)

    return choose


def openspiels_search(simulations: int, seed: int) -> Choose:
    """OpenSpiel's MCTS with random playouts, with so many simulations for a move."""
    rng = np.random.RandomState(seed)
    evaluator = RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bot = MCTSBot(load("mabula", start=0), 1.4, simulations, evaluator, random_state=rng)
    return lambda state: int(bot.step(state))


def match(one: Choose, other: Choose, games: int, seed: int) -> float:
    """The first player's share of the win: two games from each arrangement, one from each seat."""
    rng, returns = Random(seed), []
    for game in range(games):
        if game % 2 == 0:
            start = rng.randrange(STARTS)
        state = load("mabula", start=start).new_initial_state()
        seats = (one, other) if game % 2 == 0 else (other, one)
        while not state.is_terminal():
            state.apply_action(seats[state.current_player()](state))
        returns.append(state.returns()[game % 2])
    return (1 + sum(returns) / games) / 2


def main() -> None:
    """Play both matches."""
    parser = argparse.ArgumentParser(description="OpenSpiel's MCTS plays Mabula")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=100, help="for each move, of both sides")
    parser.add_argument("--level", default="novice", help="which of our bots")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    search = openspiels_search(told.simulations, told.seed)
    for name, other in (
        ("random moves", random_moves(told.seed)),
        (f"our {told.level}", our_bot(told.level, told.simulations, told.seed)),
    ):
        share = match(search, other, told.games, told.seed)
        print(f"OpenSpiel's MCTS against {name}: {share:.1%} of the win in {told.games} games")


if __name__ == "__main__":
    main()
