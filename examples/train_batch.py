"""Learn Mabula from scratch with numpy alone: a linear softmax policy, by REINFORCE against itself.

python examples/train_batch.py [rounds]    then says how often it beats random play
"""

import sys
from typing import Any

import numpy as np

from ludotheque.interop.batch import Batch

GAMES = 1024
STEP = 2.0  # how far a round moves the weights


def policy(weights: Any, batch: Batch) -> Any:
    """How likely each action is in each lane; what is not legal is impossible."""
    logits = np.where(batch.masks, batch.observations @ weights, -np.inf)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def draw(odds: Any, random: np.random.Generator) -> Any:
    """An action in each lane, as likely as the policy says."""
    return (odds.cumsum(axis=1) > random.random((len(odds), 1))).argmax(axis=1)


def learn(rounds: int, seed: int = 1) -> Any:
    """Play one game in every lane, then make what the winners did likelier and what the losers did less likely."""
    batch, random = Batch("mabula", GAMES, seed), np.random.default_rng(seed)
    weights, lanes = np.zeros((batch.layout.size, batch.actions), np.float32), np.arange(GAMES)
    for number in range(rounds):
        batch.reset(seed + number)
        story, results = [], np.zeros((GAMES, 2), np.float32)
        while (going := batch.numbers == 0).any():
            odds = policy(weights, batch)
            actions = draw(odds, random)
            story.append((batch.observations.copy(), batch.seats - 1, actions, odds, going))
            rewards, done = batch.step(actions)
            results[going & done] = rewards[going & done]
        for seen, seats, actions, odds, was_going in story:
            odds[lanes, actions] -= 1
            weights -= STEP / GAMES * seen.T @ (odds * (results[lanes, seats] * was_going)[:, None])
    return weights


def share_of_wins(weights: Any, seed: int = 99) -> float:
    """Against random play, White in one half of the games and Black in the other; a draw is half a win."""
    batch, random = Batch("mabula", 2 * GAMES, seed), np.random.default_rng(seed)
    ours, lanes = np.arange(2 * GAMES) % 2, np.arange(2 * GAMES)
    results = np.zeros(2 * GAMES)
    while (going := batch.numbers == 0).any():
        learned, blind = draw(policy(weights, batch), random), batch.random_actions(random)
        rewards, done = batch.step(np.where(batch.seats - 1 == ours, learned, blind))
        ended = going & done
        results[ended] = rewards[lanes, ours][ended]
    return float((1 + results.mean()) / 2)


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    print(f"before: {share_of_wins(learn(0)):.1%} of the games against random play")
    print(f"after {rounds} rounds of {GAMES} games: {share_of_wins(learn(rounds)):.1%}")
