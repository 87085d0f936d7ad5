"""Invariants of every game, at every step of random play."""

import json
import random
from itertools import zip_longest

import numpy as np
import pytest

from ludotheque import Position, Refusal
from ludotheque.games.kernel import CPU, PYTHON
from ludotheque.games.playout import BUSY, DESK, random_step, start_random
from ludotheque.play.engine import new_rng
from ludotheque.play.simulation import kernel_setup
from tests.conftest import ALL_RULES, begin, compiled, interpreted, random_line, sampled, spread

SEEDS = (1, pytest.param(2, marks=pytest.mark.uncounted))
# How many positions of a game are tried, and how many texts in each; `make slow` tries them all.
each_share = sampled("most", 24, 10_000)


@pytest.fixture(params=ALL_RULES)
def setup(request: pytest.FixtureRequest) -> str:
    """The name of each setup in turn, also by older rules."""
    return str(request.param)


def some_of_each_kind(texts: list[str], most: int, source: random.Random) -> list[str]:
    """So many texts at most, drawn from each kind in turn: `hut:`, `card:`, `done`."""
    kinds: dict[str, list[str]] = {}
    for text in source.sample(texts, len(texts)):
        kinds.setdefault(text.partition(":")[0], []).append(text)
    turns = zip_longest(*kinds.values())
    return [text for turn in turns for text in turn if text is not None][:most]


@pytest.mark.uncounted
@pytest.mark.parametrize("seed", SEEDS)
def test_everything_adds_up_after_every_step(setup: str, seed: int) -> None:
    for position in random_line(begin(setup, seed), seed):
        board, engine = position.setup.board, position.game.engine
        assert engine.fields.check(board, position.state) == []
        assert len(position.legal()) <= engine.facts_of.MAX_LEGAL * len(position.actors)
        for score in position.scores:
            assert sum(score.parts.values()) == score.total
            assert tuple(score.parts) == position.game.parts


@pytest.mark.uncounted
@each_share
@pytest.mark.parametrize("seed", SEEDS)
def test_text_and_json_and_notation_come_back_unchanged(setup: str, seed: int, most: int) -> None:
    for position in spread(list(random_line(begin(setup, seed), seed)), most):
        one = position.game
        assert one.read(str(position)) == position
        assert one.from_json(position.to_json()) == position
        assert one.from_json(json.loads(position.to_json())) == position
        assert max(map(len, str(position).splitlines())) <= 80
        for step in position.legal():
            view = position.view(step.seat) if step.seat else position
            assert (
                one.engine.notation.parse_action(position.setup.board, view.state, step.seat, str(step)) == step.action
            )


@each_share
@pytest.mark.parametrize("seed", SEEDS)
def test_legal_steps_can_be_played_and_all_others_are_refused(setup: str, seed: int, most: int) -> None:
    """As illegal steps, texts are tried that were legal at other moments of the game."""
    line, source = list(random_line(begin(setup, seed), seed)), random.Random(seed)
    texts = sorted({str(step) for position in line for step in position.legal()})
    for position in spread(line, min(most, 80)):
        before = position.state.tobytes()
        for actor in position.actors:
            legal = {str(step) for step in position.legal(actor)}
            others = some_of_each_kind([text for text in texts if text not in legal], most, source)
            for text in (*some_of_each_kind(sorted(legal), most, source), *others):
                refusal = position.why_not(text, actor)
                assert (refusal is None) == (text in legal), text
                if refusal:
                    assert refusal.kind in ("illegal", "moment", "unreadable")
                    assert refusal.rule.startswith(f"{position.game.name}.")
                    assert refusal.reason.endswith((".", "!"))
                    assert refusal.reason.isprintable()
        assert position.state.tobytes() == before


@pytest.mark.uncounted
@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_legal_moves_is_fixed(setup: str, seed: int) -> None:
    for position in random_line(begin(setup, seed), seed):
        for actor in position.actors:
            actions = [step.action for step in position.legal(actor)]
            assert actions == sorted(set(actions)), "ascending, none twice"
            assert all(0 <= action < position.game.actions for action in actions)
            assert len({str(step) for step in position.legal(actor)}) == len(actions), "notation is unique"


@pytest.mark.uncounted
def test_places_follow_scores_and_tie_breaks_only_split_ties(setup: str) -> None:
    for seed in range(6):
        *_, position = random_line(begin(setup, seed), seed)
        outcome = position.outcome
        assert outcome is not None
        assert min(outcome.places) == 1
        for one, place in zip(outcome.scores, outcome.places, strict=True):
            for other, behind in zip(outcome.scores, outcome.places, strict=True):
                assert one <= other or place < behind
        assert outcome.winners == tuple(i for i, place in enumerate(outcome.places, 1) if place == 1)
        assert set(outcome.endings) <= set(position.game.endings)
        assert outcome.endings


def test_nothing_can_be_played_when_the_game_is_over(setup: str) -> None:
    line = list(random_line(begin(setup, 3), 3))
    over = line[-1]
    assert over.legal() == ()
    assert over.actors == ()
    refusal = over.why_not(str(over.last), over.last.seat if over.last else None)
    assert refusal is not None
    assert (refusal.kind, refusal.rule) == ("over", "table.over")
    with pytest.raises(Refusal):
        over.play("x")


@pytest.mark.uncounted
@pytest.mark.parametrize("policy", [0, BUSY])
def test_interpreted_and_compiled_rules_give_the_same_bytes(setup: str, policy: int) -> None:
    name, _ = ALL_RULES[setup]
    position = begin(setup, 1)
    engines = [interpreted(name).engine, compiled(name).engine]
    board, setup_record = position.setup.board.record, kernel_setup(position.game, position.setup)
    rngs, desks = [new_rng(5, policy), new_rng(5, policy)], np.zeros(2, DESK)
    states, moves = [engine.new_state() for engine in engines], engines[0].new_list()
    for engine, state, rng, target in zip(engines, states, rngs, (PYTHON, CPU), strict=True):
        engine.kernel(start_random, target)(board, state, rng, setup_record)
    assert states[0].tobytes() == states[1].tobytes()
    going = [True, True]
    while all(going):
        for i, target in enumerate((PYTHON, CPU)):
            step = engines[i].kernel(random_step, target)
            going[i] = bool(step(board, states[i], rngs[i], policy, moves, desks[i]))
        assert states[0].tobytes() == states[1].tobytes()
        assert rngs[0].tobytes() == rngs[1].tobytes()
    assert going == [False, False]
    assert desks[0].tobytes() == desks[1].tobytes()


def test_a_state_is_small_and_has_no_padding(setup: str) -> None:
    dtype = compiled(ALL_RULES[setup][0]).engine.facts_of.STATE
    assert dtype.itemsize < 1024
    assert dtype.itemsize == sum(dtype[name].itemsize for name in dtype.names or ())


def test_positions_are_equal_and_hash_alike_when_their_games_are(setup: str) -> None:
    first = list(random_line(begin(setup, 4), 4))[:30]
    again = list(random_line(begin(setup, 4), 4))[:30]
    assert first == again
    assert len({*first, *again}) == len({position.state.tobytes() for position in first})
    assert first[0] != "a position"
    assert all(isinstance(position, Position) for position in first)


def test_a_position_says_what_it_is(setup: str) -> None:
    *_, before, over = random_line(begin(setup, 5), 5)
    assert repr(over).startswith(f"<{over.game.title} position, ply {over.ply}, over, ")
    assert f"ply {before.ply}" in repr(before)
