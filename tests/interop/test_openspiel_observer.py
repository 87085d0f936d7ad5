"""The tensors of OpenSpiel's players."""

from random import Random
from typing import Any

import numpy as np
import pytest

from ludotheque import SetupError
from ludotheque.games import MANIFESTS

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: sh tools/setup --extra openspiel")

from ludotheque.interop.openspiel import load  # noqa: E402  after the skip
from tests.interop.test_openspiel import SETUPS, at_step, loaded, random_states  # noqa: E402

__all__ = ["loaded"]  # a fixture

NONE, SINGLE, ALL = (
    getattr(pyspiel.PrivateInfoType, name) for name in ("NONE", "SINGLE_PLAYER", "ALL_PLAYERS")
)  # fmt: skip


def kind(private: Any = SINGLE, *, public: bool = True, recall: bool = False) -> Any:
    return pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)


def two_projects() -> tuple[Any, Any]:
    """Two tables of Maka Bana that differ only in the first seat's project."""
    state = next(one for one in random_states(load("makabana"), 5) if len(one.position.actors) == 3)
    projects = [action for action in state.legal_actions() if state.action_to_string(action).startswith("build")][:2]
    one, other = (state.child(project).child(329) for project in projects)
    return one, other


def test_an_observation_tensor_is_the_observation_of_the_view(loaded: Any) -> None:
    observer = loaded.make_py_observer()
    layout = observer.tensors.observer.layout
    assert loaded.observation_tensor_shape() == [layout.size]
    for state in list(random_states(loaded, 3))[2::9]:
        for player in range(loaded.num_players()):
            row = layout.of(state.view(player))
            assert state.observation_tensor(player) == row.tolist()
            assert pyspiel.State.observation_tensor(state, player) == row.tolist()  # the arguments of C++
            observer.set_from(state, player)
            assert (observer.tensor == row).all()


def test_named_parts_are_the_tensor_itself() -> None:
    state = at_step(load("junglerumble", players=3), 1, 40)
    observer = state.get_game().make_py_observer(kind(recall=True))
    observer.set_from(state, 1)
    flat = np.concatenate([part.ravel() for part in observer.dict.values()])
    assert (flat == observer.tensor).all() and flat.tolist() == state.information_state_tensor(1)
    assert all(np.shares_memory(part, observer.tensor) for part in observer.dict.values())


@pytest.mark.parametrize("setup", ["mabula-largest", "makabana-3", pytest.param("makabana-6", marks=pytest.mark.slow)])
def test_information_state_tensors_differ_exactly_where_their_strings_do(setup: str) -> None:
    """Perfect recall: equal strings have equal tensors, and different strings different ones."""
    name, parameters = SETUPS[setup]
    one, rng = load(name, **parameters), Random(2)
    assert one.recall >= one.max_game_length()
    strings: dict[str, bytes] = {}
    for seed in (1, 2):
        for state in random_states(one, seed):
            for player in range(one.num_players()):
                for seen in (state, state.resample_from_infostate(player, rng.random)):
                    tensor = np.array(seen.information_state_tensor(player)).tobytes()
                    assert strings.setdefault(seen.information_state_string(player), tensor) == tensor
    assert len(set(strings.values())) == len(strings)


def test_two_ways_to_one_position_are_two_information_states() -> None:
    """The same four moves in two orders: the observation is the same, what is remembered is not."""
    state = load("mabula", start=7).new_initial_state()
    first, second = state.legal_actions()[0], state.legal_actions()[-6]
    replies = state.child(first).legal_actions()
    one, other = next(
        ways
        for reply in replies
        for answer in replies
        if reply // 6 != answer // 6
        for ways in [(walk(state, first, reply, second, answer), walk(state, second, reply, first, answer))]
        if None not in ways and ways[0].position == ways[1].position
    )
    assert one.observation_tensor(0) == other.observation_tensor(0)
    assert one.information_state_tensor(0) != other.information_state_tensor(0)


def walk(state: Any, *actions: int) -> Any:
    """The state after some actions; None where one of them is not legal."""
    for action in actions:
        if action not in state.legal_actions():
            return None
        state = state.child(action)
    return state


def test_hidden_information_is_in_no_tensor() -> None:
    one, other = two_projects()
    for look in (type(one).information_state_tensor, type(one).observation_tensor):
        assert look(one, 0) != look(other, 0)
        assert look(one, 1) == look(other, 1) and look(one, 2) == look(other, 2)


def test_the_latest_steps_come_newest_first_and_are_encoded_in_binary() -> None:
    state = at_step(load("marabunta"), 3, 90)
    observer = state.get_game().make_py_observer(kind(recall=True))
    observer.set_from(state, 1)
    rows = observer.dict["steps"]
    assert rows.shape == (64, 3 + 9)
    for row, (seat, action) in zip(rows, state.episode.steps()[::-1], strict=False):
        assert np.flatnonzero(row[:3]).tolist() == [{2: 0, 1: 1, 0: 2}[seat]]
        assert sum(int(digit) << place for place, digit in enumerate(row[3:])) == action


def test_how_many_steps_are_remembered_can_be_chosen() -> None:
    sizes = {recall: load("junglerumble", recall=recall).information_state_tensor_size() for recall in (0, 10, 64, -1)}
    seen = load("junglerumble").observation_tensor_size()
    assert sizes[0] == seen and sizes[10] == seen + 10 * (3 + 10) and sizes[64] == sizes[-1]
    longest = load("junglerumble", recall=10**6).recall
    assert longest == 2 * MANIFESTS["junglerumble"].longest


def test_before_the_start_is_drawn_nothing_is_seen_but_the_own_seat() -> None:
    state = load("mabula").new_initial_state()
    assert np.flatnonzero(state.information_state_tensor(1)).tolist() == [1]
    assert np.flatnonzero(state.observation_tensor(0)).tolist() == [0]


def test_without_private_information_a_spectator_looks() -> None:
    state, other = two_projects()
    observer = state.get_game().make_py_observer(kind(NONE))
    texts, tensors = [], []
    for one in (state, other):
        for player in range(3):
            observer.set_from(one, player)
            tensors.append(observer.tensor.tobytes())
            texts.append(observer.string_from(one, player))
    assert len(set(tensors)) == len(set(texts)) == 1


def test_without_public_information_only_the_own_secret_is_left() -> None:
    state, other = two_projects()
    observer = state.get_game().make_py_observer(kind(public=False))
    observer.set_from(state, 0)
    assert {name for name, part in observer.dict.items() if part.any()} == {"project", "site", "card"}
    assert observer.string_from(state, 0) != observer.string_from(other, 0)
    assert "build:" in observer.string_from(state, 0)
    assert observer.string_from(state, 1) == ""


@pytest.mark.parametrize(
    ("asked", "parameters", "line"),
    [
        (kind(ALL), {}, "private_info is SINGLE_PLAYER or NONE"),
        (kind(public=False, recall=True), {}, "without perfect_recall"),
        (kind(), {"depth": 3}, "takes no parameters, not depth"),
    ],
)
def test_an_observer_that_does_not_exist_is_refused_in_one_line(asked: Any, parameters: Any, line: str) -> None:
    with pytest.raises(SetupError, match=line):
        load("makabana").make_py_observer(asked, parameters)


@pytest.mark.parametrize("setup", ["mabula-product-7", "marabunta-meadow-basic", "makabana-3", "junglerumble-4"])
def test_openspiels_environment_for_learners_plays_a_game(setup: str) -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms.random_agent import RandomAgent

    name, parameters = SETUPS[setup]
    one = load(name, **parameters)
    for wanted in rl_environment.ObservationType:
        environment = rl_environment.Environment(
            one, observation_type=wanted, chance_event_sampler=rl_environment.ChanceEventSampler(seed=1)
        )
        size = environment.observation_spec()["info_state"][0]
        agents = [RandomAgent(player, one.num_distinct_actions()) for player in range(one.num_players())]
        moment = environment.reset()
        while not moment.last():
            assert {len(row) for row in moment.observations["info_state"]} == {size}
            agent = agents[moment.observations["current_player"]]
            moment = environment.step([agent.step(moment).action])
        assert sum(moment.rewards) == pytest.approx(0)
