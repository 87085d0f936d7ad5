"""Our games through OpenSpiel's doors."""

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

from ludotheque import NAMES, Refusal, SetupError, game
from tests.conftest import some_of

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: sh tools/setup --extra openspiel")

from ludotheque.interop.openspiel import OpenSpielState, load  # noqa: E402  after the skip

SETUPS: dict[str, tuple[str, dict[str, Any]]] = {
    "mabula-largest": ("mabula", {}),
    "mabula-product-7": ("mabula", {"scoring": "product", "start": 7}),
    "marabunta-meadow-basic": ("marabunta", {}),
    "marabunta-islets-expert": ("marabunta", {"territory": "islets", "powers": "expert"}),
    "makabana-3": ("makabana", {"players": 3}),
    "makabana-6": ("makabana", {"players": 6}),
    "junglerumble-2": ("junglerumble", {"players": 2}),
    "junglerumble-4": ("junglerumble", {"players": 4}),
}

TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    f"{name}-{players}": (name, {"players": players})
    for name in NAMES
    for players in range(game(name).players[0], game(name).players[1] + 1)
}
FEWEST = ("mabula-2", "marabunta-2", "makabana-3", "junglerumble-2")
PLAYTHROUGHS = ("mabula(start=3)", "marabunta", "makabana(players=4)", "junglerumble")


@pytest.fixture(params=SETUPS)
def loaded(request: pytest.FixtureRequest) -> Any:
    """Each setup as an OpenSpiel game."""
    name, parameters = SETUPS[request.param]
    return load(name, **parameters)


def random_states(one: Any, seed: int) -> Any:
    """The states of a random game."""
    rng, state = Random(seed), one.new_initial_state()
    while not state.is_terminal():
        yield state
        state = state.child(rng.choice(state.legal_actions()))
    yield state


def last_of(one: Any, seed: int) -> OpenSpielState:
    *_, state = random_states(one, seed)
    assert isinstance(state, OpenSpielState)
    return state


def winners(state: OpenSpielState) -> int:
    """The number of winners."""
    outcome = state.position.outcome
    assert outcome
    return len(outcome.winners)


def last_to_choose() -> OpenSpielState:
    """The third of three seats of Maka Bana is about to make its project; two lie on the table."""
    for state in random_states(load("makabana"), 5):
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        if state.current_player() == 2 and any(text.startswith("build:") for text in texts):
            assert isinstance(state, OpenSpielState)
            return state
    raise AssertionError("no project is made")


def at_step(one: Any, seed: int, number: int) -> OpenSpielState:
    states = list(random_states(one, seed))
    state = states[number]
    assert isinstance(state, OpenSpielState)
    return state


@pytest.mark.parametrize("setup", some_of([*TABLES, "mabula-product-7", "marabunta-islets-expert"], *FEWEST))
def test_a_game_passes_openspiels_own_test(setup: str) -> None:
    """Legal actions, clones, texts, chance, returns, the sizes of all tensors; writing and reading is slow."""
    name, parameters = (TABLES | SETUPS)[setup]
    pyspiel.random_sim_test(load(name, **parameters), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("setup", some_of(TABLES, *FEWEST))
def test_a_game_passes_the_test_of_openspiels_python_games(setup: str) -> None:
    """Games and states are written and read in two ways, states cloned."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    np.random.seed(1)  # noqa: NPY002  the test draws from numpy's own generator
    name, parameters = TABLES[setup]
    GamesSimTest("sim_game").sim_game(load(name, **parameters))


@pytest.mark.parametrize("line", some_of(PLAYTHROUGHS, "mabula(start=3)", "makabana(players=4)"))
def test_openspiels_playthrough_of_a_whole_game_works_with_all_observers(line: str) -> None:
    """Its playthrough asks for every string and tensor of every player, the public and the private part as well."""
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    told = playthrough(f"ludotheque_{line}", None, alsologtostdout=False, seed=1)
    assert "IsTerminal() = True" in told and "InformationStateTensor(1).steps" in told
    assert ("PrivateObservationString" in told) == line.startswith("makabana")


@pytest.mark.slow
def test_every_setup_passes_openspiels_own_test(loaded: Any) -> None:
    pyspiel.random_sim_test(loaded, num_sims=3, serialize=True, verbose=False)


def test_actions_texts_and_outcomes_are_those_of_our_positions(loaded: Any) -> None:
    first = loaded.new_initial_state()
    state = first.child(7) if first.episode.is_undrawn else first
    position, rng = state.position, Random(3)
    while not position.is_over:
        seat = position.actors[0]
        steps = position.legal(seat)
        assert state.current_player() == seat - 1
        assert state.legal_actions() == sorted(step.action for step in steps)
        assert {state.action_to_string(step.action) for step in steps} == {step.text for step in steps}
        step = rng.choice(steps)
        state.apply_action(step.action)
        position = position.play(step)
    assert state.is_terminal()
    assert state.position == position
    assert [value == max(state.returns()) for value in state.returns()] == [
        place == 1 for place in position.outcome.places
    ]


def test_a_win_is_1_and_all_returns_add_up_to_0(loaded: Any) -> None:
    for seed in range(5):
        returns = last_of(loaded, seed).returns()
        assert abs(sum(returns)) < 1e-9
        assert loaded.min_utility() <= min(returns) <= 0 <= max(returns) <= loaded.max_utility() == 1


def test_a_sole_winner_among_four_has_1_and_the_others_lose_a_third() -> None:
    one = load("junglerumble", players=4)
    state = next(last for seed in range(50) if winners(last := last_of(one, seed)) == 1)
    assert sorted(state.returns()) == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])


def test_a_draw_of_mabula_is_worth_nothing() -> None:
    one = load("mabula", start=11)
    state = next(last for seed in range(500) if winners(last := last_of(one, seed)) == 2)
    assert state.returns() == [0, 0]


def test_a_game_that_goes_on_has_returned_nothing_yet(loaded: Any) -> None:
    assert set(at_step(loaded, 1, 12).returns()) == {0.0}


def test_every_start_of_mabula_is_equally_likely() -> None:
    state = load("mabula").new_initial_state()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == game("mabula").starts == 40_158
    assert {chance for _, chance in outcomes} == {1 / 40_158}
    text = state.action_to_string(17)
    state.apply_action(17)
    assert state.position == game("mabula").start(start=text)


def test_a_given_start_leaves_nothing_to_chance() -> None:
    one = load("mabula", start=17)
    assert one.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert one.new_initial_state().current_player() == 0


def test_tiles_and_faces_of_marabunta_come_with_their_chances() -> None:
    state = load("marabunta").new_initial_state()
    tiles = state.chance_outcomes()
    assert [chance for _, chance in tiles] == pytest.approx([1 / 7] * 7)
    state.apply_action(tiles[0][0])
    faces = state.chance_outcomes()
    assert [state.action_to_string(action)[:6] for action, _ in faces] == ["die:B="] * 6
    assert [chance for _, chance in faces] == pytest.approx([1 / 6] * 6)


def test_a_clone_is_independent(loaded: Any) -> None:
    state = at_step(loaded, 2, 14)
    before, copy = str(state), state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert (str(state), len(copy.history())) == (before, len(state.history()) + 1)


def test_a_written_state_is_read_back_with_its_game(loaded: Any) -> None:
    state = at_step(loaded, 2, 20)
    one, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))
    assert (str(one), str(read), read.history()) == (str(loaded), str(state), state.history())
    assert read.position == state.position


def test_hidden_information_is_in_no_string() -> None:
    """Two tables of Maka Bana that differ only in the first seat's project."""
    state = next(one for one in random_states(load("makabana"), 5) if len(one.position.actors) == 3)
    projects = [action for action in state.legal_actions() if state.action_to_string(action).startswith("build")][:2]
    one, other = (state.child(project).child(329) for project in projects)
    for look in (OpenSpielState.information_state_string, OpenSpielState.observation_string):
        assert look(one, 0) != look(other, 0)
        assert look(one, 1) == look(other, 1)
        assert look(one, 2) == look(other, 2)


def test_a_player_remembers_every_step_that_was_open() -> None:
    states = list(random_states(load("junglerumble"), 3))
    texts = [state.information_state_string(0) for state in states]
    assert len(set(texts)) == len(texts)
    assert texts[-1].startswith(texts[-2])


@pytest.mark.parametrize("players", [3, 5])
def test_a_resampled_state_agrees_with_all_that_its_player_has_seen(players: int) -> None:
    rng = Random(1)
    for state in random_states(load("makabana", players=players), 9):
        for player in range(players):
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.current_player() == state.current_player()
            assert other.legal_actions(player) == state.legal_actions(player)


def test_the_history_of_a_resampled_state_leads_to_it() -> None:
    one, rng = load("makabana", players=4), Random(1)
    for state in list(random_states(one, 4))[::3]:
        for player in (0, 3):
            other = state.resample_from_infostate(player, rng.random)
            replayed = one.new_initial_state()
            for action in other.history():
                replayed.apply_action(action)
            assert replayed.position == other.position
            assert replayed.episode.steps() == other.episode.steps()


def test_resampling_forgets_the_secrets_of_others() -> None:
    state, rng = last_to_choose(), Random(1)
    seen = {tuple(state.resample_from_infostate(2, rng.random).history()) for _ in range(40)}
    assert len(seen) > 20
    assert {history[:-4] for history in seen} == {tuple(state.history()[:-4])}


def test_where_nothing_is_hidden_resampling_is_cloning() -> None:
    state = at_step(load("junglerumble", players=3), 1, 30)
    assert str(state.resample_from_infostate(1, Random(1).random)) == str(state)


def test_openspiels_search_plays_our_games() -> None:
    """From the last choice of a game of Mabula it finds the best move."""
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    one = load("mabula", start=11)
    states = [state for state in random_states(one, 8) if len(state.legal_actions()) > 1]
    state = states[-1]
    bot = MCTSBot(one, 1.4, 200, RandomRolloutEvaluator(1))
    player = state.current_player()
    best = max(state.child(action).returns()[player] for action in state.legal_actions())
    assert state.child(bot.step(state)).returns()[player] == best


def test_openspiels_information_set_search_plays_maka_bana() -> None:
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    state = last_to_choose()
    bot = ISMCTSBot(state.get_game(), RandomRolloutEvaluator(1), 1.4, 60)
    assert bot.step(state) in state.legal_actions()


def test_a_game_names_its_rules_and_older_ones_can_be_asked_for() -> None:
    """makabana/versions.1: Drf and Erf share a side across a wall."""
    for rules, is_allowed in ((1, True), (2, False)):
        state = load("makabana", players=3, rules=rules).new_initial_state()
        for text in ("danae.sand.fish", "danae.rock.tattoo", "danae.rock.fish"):
            state.apply_action(state.string_to_action(f"hut:{text}"))
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert ("hut:evao.rock.fish" in texts) == is_allowed
        one, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
        assert f"rules={rules}" in str(one) and str(again) == str(state)
    assert "rules=2" in str(load("makabana"))


@pytest.mark.parametrize(
    ("name", "parameters", "line"),
    [
        ("mabula", {"players": 3}, "players: Mabula is for 2 players, not 3"),
        ("mabula", {"scoring": "none"}, "scoring: one of largest, product, not 'none'"),
        ("mabula", {"start": 40_158}, "start: Mabula has arrangements 0..40157, not 40158"),
        (
            "mabula",
            {"board": "x"},
            "board: Mabula has no such parameter (there are: players, scoring, start, recall, rules)",
        ),
        (
            "mabula",
            {"recall": -2},
            "recall: how many of the latest steps an information state tensor holds, not -2",
        ),
        ("chess", {}, "there is no game 'chess'; there are mabula, marabunta, makabana, junglerumble"),
    ],
)
def test_invalid_parameters_are_refused_in_one_line(name: str, parameters: dict[str, Any], line: str) -> None:
    with pytest.raises(SetupError) as refused:
        load(name, **parameters)
    assert str(refused.value) == line


def test_a_process_that_used_the_adapter_ends_quietly() -> None:
    code = "from ludotheque.interop.openspiel import load; load('mabula', start=1).new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("action", [-5, 99_999, 10**8, -(10**8), 9_999_999_999_999])
def test_an_action_that_is_none_is_refused_and_changes_nothing(name: str, action: int) -> None:
    state = load(name).new_initial_state()
    before = state.serialize() if name != "mabula" else str(state)
    with pytest.raises(Refusal, match="There is no action"):
        state.apply_action(action)
    assert before == (state.serialize() if name != "mabula" else str(state))


def test_an_illegal_action_names_its_rule() -> None:
    state = load("mabula", start=7).new_initial_state()
    wrong = next(action for action in range(144) if action not in state.legal_actions())
    with pytest.raises(Refusal) as refused:
        state.apply_action(wrong)
    assert refused.value.rule.startswith("mabula.")


@pytest.mark.parametrize("name", NAMES)
def test_a_game_that_travels_takes_no_rules_with_it(name: str) -> None:
    game, chance = load(name), np.random.default_rng(3)
    state = game.new_initial_state()
    for _ in range(20):
        if not state.is_terminal():
            state.apply_action(int(chance.choice(state.legal_actions())))
    text = pyspiel.serialize_game_and_state(game, state)
    assert len(text) < 20_000 and "site-packages" not in text
    _, again = pyspiel.deserialize_game_and_state(text)
    assert str(again) == str(state) and again.legal_actions() == state.legal_actions()
    assert again.history() == state.history()
