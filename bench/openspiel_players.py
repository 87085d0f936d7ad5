"""OpenSpiel's own searches as opponents: its Python MCTS, and its ISMCTS where information is hidden.

The searches are OpenSpiel's, line by line. Added is only a clock, looked at before each simulation.
"""

import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

from ludotheque.bots.bot import Budget

UCT_C = 1.4  # returns go from -1 to 1
FEWEST = 3  # simulations that are made in any case, so that there is a move to choose
ENDLESS = 1 << 40


class TimeIsUpError(Exception):
    """Ends a search between two simulations."""


class Clock:
    """Counts the simulations of one choice, and says when its time is up."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.restart()

    def restart(self) -> None:
        """A new choice begins."""
        self.simulations, self.end = 0, time.perf_counter() + (self.seconds or 0.0)

    def tick(self) -> None:
        """A simulation begins, if there is time."""
        if self.seconds and self.simulations >= FEWEST and time.perf_counter() >= self.end:
            raise TimeIsUpError
        self.simulations += 1


class TimedMCTS(MCTSBot):  # type: ignore[misc]
    """OpenSpiel's MCTS, with a clock."""

    def __init__(self, game: Any, budget: Budget, seed: int, uct_c: float = UCT_C) -> None:
        random = np.random.RandomState(seed)
        evaluator = RandomRolloutEvaluator(1, random)
        super().__init__(game, uct_c, budget.simulations or ENDLESS, evaluator, random_state=random)
        self.clock = Clock(budget.seconds)

    def mcts_search(self, state: Any) -> Any:
        """The tree when the time is up, or all simulations are made."""
        self.clock.restart()
        try:
            return super().mcts_search(state)
        except TimeIsUpError:
            return self._root

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        self._root = root
        self.clock.tick()
        return super()._apply_tree_policy(root, state)


class TimedISMCTS(ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's information-set MCTS, with a clock."""

    def __init__(self, game: Any, budget: Budget, seed: int, uct_c: float = UCT_C) -> None:
        random = np.random.RandomState(seed)
        evaluator = RandomRolloutEvaluator(1, random)
        super().__init__(game, evaluator, uct_c, budget.simulations or ENDLESS, random_state=random)
        self.clock = Clock(budget.seconds)
        self.set_resampler(lambda state, player: state.resample_from_infostate(player, random.uniform))

    def run_search(self, state: Any) -> Any:
        """The policy of the tree when the time is up, or all simulations are made."""
        self.clock.restart()
        try:
            return super().run_search(state)
        except TimeIsUpError:
            return self.get_final_policy(state, self._root_node)

    def sample_root_state(self, state: Any) -> Any:
        """Another guess of what is hidden: the beginning of each simulation."""
        self.clock.tick()
        return super().sample_root_state(state)


def opponent(game: Any, budget: Budget, seed: int, uct_c: float = UCT_C) -> TimedMCTS | TimedISMCTS:
    """The search that OpenSpiel has for a game."""
    is_open = game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    return (TimedMCTS if is_open else TimedISMCTS)(game, budget, seed, uct_c)
