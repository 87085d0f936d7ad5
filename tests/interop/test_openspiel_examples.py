"""The examples of docs/openspiel.md, with small budgets."""

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: sh tools/setup --extra openspiel")

from examples import openspiel_learn, openspiel_mcts


def test_openspiels_search_beats_random_moves_in_mabula() -> None:
    search, rival = openspiel_mcts.openspiels_search(60, 1), openspiel_mcts.random_moves(1)
    assert openspiel_mcts.match(search, rival, 8, 1) > 0.7


def test_openspiels_search_plays_against_a_bot_of_ours() -> None:
    search, bot = openspiel_mcts.openspiels_search(20, 1), openspiel_mcts.our_bot("master", 200, 1)
    assert openspiel_mcts.match(search, bot, 4, 1) < 0.5


def test_openspiels_q_learning_plays_games_of_mabula() -> None:
    assert all(0 <= share <= 1 for share in openspiel_learn.learn(games=2, test_games=1, seed=12))


@pytest.mark.slow
def test_openspiels_q_learning_gets_better_at_mabula() -> None:
    """A tenth more is twice the error of the difference. The learner's settings were not chosen on this seed."""
    before, after = openspiel_learn.learn(games=800, test_games=200, seed=12)
    assert after > before + 0.1
