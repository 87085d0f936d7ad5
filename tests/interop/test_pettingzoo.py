"""Our games through PettingZoo's doors."""

import copy
import pickle
from importlib import import_module
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image

from ludotheque import NAMES, Refusal, SetupError, game
from ludotheque.drawing import draw, draw_text
from ludotheque.drawing.formats.png import png
from ludotheque.interop.batch import Batch
from ludotheque.play.view import View

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: sh tools/setup --extra pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import aec_to_parallel

from ludotheque.interop import pettingzoo as ours
from ludotheque.interop.pettingzoo import env, mabula_v1, makabana_v1, raw_env

SEATINGS = [
    (name, players)
    for name in NAMES
    for players in range(game(name).players[0], game(name).players[1] + 1)
]  # fmt: skip
each_seating = pytest.mark.parametrize(("name", "players"), SEATINGS)
# PettingZoo knows by name which of its own environments have a dictionary as observation, and warns of all others.
strangers = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def as_pettingzoo_has_it(test: Any) -> Any:
    for mark in strangers:
        test = mark(test)
    return test


def play(one: Any, seed: int, steps: int = 10**6) -> Any:
    """Random steps until the end, or so many."""
    random = np.random.default_rng(seed)
    for agent in one.agent_iter():
        observation, reward, is_over, _, info = one.last()
        yield agent, observation, reward, is_over, info
        mask = observation["action_mask"]
        one.step(None if is_over else int(random.choice(np.flatnonzero(mask))))
        steps -= 1
        if not steps:
            return


@as_pettingzoo_has_it
@each_seating
def test_an_environment_passes_pettingzoos_api_test(name: str, players: int) -> None:
    api_test(env(name, players), num_cycles=100)


@as_pettingzoo_has_it
@pytest.mark.slow
@each_seating
def test_an_environment_passes_the_api_test_to_the_end_and_raw(name: str, players: int) -> None:
    api_test(env(name, players), num_cycles=3000)
    api_test(raw_env(name, players), num_cycles=3000)


@each_seating
def test_an_environment_passes_pettingzoos_seed_test(name: str, players: int) -> None:
    seed_test(lambda: env(name, players), num_cycles=100)


@pytest.mark.parametrize("name", NAMES)
def test_an_environment_passes_pettingzoos_render_test(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    def is_svg(drawn: str) -> bool:
        return drawn.startswith("<svg")

    render_test(lambda render_mode: env(name, render_mode=render_mode, width=200), {"svg": is_svg})
    assert game(name).seat_name(1) in capsys.readouterr().out


def test_a_state_is_what_all_seats_see_one_after_another() -> None:
    one = raw_env("makabana", 3, notation=False)
    import_module("pettingzoo.test.state_test").test_state_space(one)
    one.reset(seed=1)
    assert one.state().shape == (3 * one.observe("seat_1")["observation"].size,)
    assert one.state_space.contains(one.state())
    for seat, share in enumerate(np.split(one.state(), 3), 1):
        assert (share == one.observe(f"seat_{seat}")["observation"]).all()


@each_seating
def test_an_environment_is_the_first_lane_of_a_batch(name: str, players: int) -> None:
    one, batch = raw_env(name, players, notation=False), Batch(name, 1, 4, players=players)
    random = np.random.default_rng(1)
    one.reset(seed=4)
    for number in range(2):
        while batch.numbers[0] == number:
            seen = one.observe(one.agent_selection)
            assert one.agent_selection == f"seat_{batch.seats[0]}"
            assert (seen["observation"] == batch.observations[0]).all()
            assert (seen["action_mask"] == batch.masks[0]).all()
            action = batch.random_actions(random)
            one.step(action[0])
            batch.step(action)
        assert all(one.terminations.values())
        assert list(one.rewards.values()) == batch.rewards[0].tolist()
        assert one.position == batch.final_position(0)
        one.reset()


def test_an_unfinished_game_is_left_for_the_next_one_of_the_seed() -> None:
    one = raw_env("mabula")
    one.reset(seed=4)
    one.reset()
    batch = Batch("mabula", 1, 4)
    batch.abandon([True])
    assert one.position == batch.position(0)


def test_without_a_seed_every_environment_plays_its_own_games() -> None:
    first = []
    for _ in range(8):
        one = raw_env("mabula")
        one.reset()
        first.append(one.position)
    assert len(set(first)) > 1


@pytest.mark.parametrize("name", NAMES)
def test_a_game_ends_for_all_with_rewards_that_add_up_to_0(name: str) -> None:
    one = env(name)
    one.reset(seed=3)
    last = {agent: reward for agent, _, reward, is_over, _ in play(one, 3) if is_over}
    outcome = one.unwrapped.position.outcome
    assert outcome
    assert set(last) == set(one.possible_agents)
    assert sum(last.values()) == pytest.approx(0)
    best = {f"seat_{seat}" for seat in outcome.winners}
    assert {agent for agent, reward in last.items() if reward == max(last.values())} == best
    assert one.agents == []


def test_infos_list_the_legal_steps_in_the_order_of_our_views() -> None:
    one = env("makabana", 3)
    one.reset(seed=1)
    for agent, observation, _, is_over, info in play(one, 1, 40):
        view: View = one.unwrapped.view(agent)
        assert info == ({} if is_over else {"legal": [step.text for step in view.legal()]})
        assert observation["action_mask"].sum() == len(view.legal())
        assert all(one.infos[other] == {} for other in one.agents if other != agent)


def test_an_agent_whose_turn_it_is_not_sees_but_may_do_nothing() -> None:
    one = env("makabana", 3)
    one.reset(seed=1)
    for agent, *_ in play(one, 1, 40):
        for other in one.agents:
            seen = one.observe(other)
            assert (seen["observation"] == one.unwrapped._observer.layout.of(one.unwrapped.view(other))).all()
            assert seen["action_mask"].any() == (other == agent)


def test_a_project_is_seen_by_its_own_agent_alone() -> None:
    """Two tables of Maka Bana that differ only in the project of the first seat."""
    seen = []
    for choice in (0, 1):
        one = env("makabana", 3)
        one.reset(seed=1)
        while len(one.unwrapped.position.actors) < 3:
            one.step(int(np.flatnonzero(one.observe(one.agent_selection)["action_mask"])[0]))
        while one.agent_selection == "seat_1":
            legal = np.flatnonzero(one.observe("seat_1")["action_mask"])
            one.step(int(legal[choice] if len(legal) > 5 else legal[-1]))
        seen.append({agent: one.observe(agent)["observation"].tolist() for agent in one.agents})
    assert seen[0]["seat_1"] != seen[1]["seat_1"]
    assert seen[0]["seat_2"] == seen[1]["seat_2"]
    assert seen[0]["seat_3"] == seen[1]["seat_3"]


def test_a_raw_environment_refuses_what_is_illegal_and_stays_as_it_is() -> None:
    one = raw_env("mabula", start=7)
    one.reset(seed=1)
    before = one.position
    with pytest.raises(Refusal) as refused:
        one.step(int(np.flatnonzero(one.observe("seat_1")["action_mask"] == 0)[0]))
    assert refused.value == before.why_not("b8-b7")
    assert (one.position, one.agent_selection) == (before, "seat_1")


def test_an_illegal_action_loses_and_its_rule_is_in_infos() -> None:
    one = env("junglerumble", 3)
    one.reset(seed=1)
    agent = one.agent_selection
    seen = one.last()[0]
    one.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert all(one.terminations.values())
    assert one.rewards == {other: -1.0 if other == agent else 0 for other in one.possible_agents}
    assert set(one.infos[agent]) == {"refusal", "rule"}
    assert one.infos[agent]["rule"].startswith("junglerumble.")
    for _ in one.agent_iter():
        one.step(None)
    assert one.agents == []
    one.reset(seed=1)
    assert (one.last()[0]["observation"] == seen["observation"]).all()


def test_an_action_outside_the_space_is_pettingzoos_own_complaint() -> None:
    one = env("mabula")
    one.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        one.step(144)


def test_a_deep_copy_is_independent() -> None:
    one = env("marabunta")
    one.reset(seed=1)
    list(play(one, 1, 20))
    other = copy.deepcopy(one)
    before = one.unwrapped.position
    list(play(other, 2, 20))
    assert one.unwrapped.position == before != other.unwrapped.position
    assert one.agent_selection == f"seat_{before.actors[0]}"


def test_no_environment_can_be_played_in_parallel() -> None:
    one = env("makabana")
    assert not one.metadata["is_parallelizable"]
    with pytest.raises(AssertionError):
        aec_to_parallel(one)
    assert not hasattr(ours, "parallel_env")


@pytest.mark.parametrize("name", NAMES)
def test_every_version_of_the_rules_has_its_edition(name: str) -> None:
    for version in range(1, game(name).rules_version + 1):
        edition = getattr(ours, f"{name}_v{version}")
        assert str(edition.raw_env()) == edition.env().metadata["name"] == f"{name}_v{version}"


def test_players_options_and_starts_are_those_of_our_games() -> None:
    assert makabana_v1.env(players=5).possible_agents == ["seat_1", "seat_2", "seat_3", "seat_4", "seat_5"]
    one = mabula_v1.raw_env(start="WWBWBWBWBBWBWWBWBBWWBWBB", scoring="product")
    one.reset(seed=1)
    assert one.position == game("mabula").start(start="WWBWBWBWBBWBWWBWBBWWBWBB", scoring="product")


def test_a_picture_shows_what_the_agent_whose_turn_it_is_sees() -> None:
    one = env("makabana", 3, render_mode="ansi")
    one.reset(seed=1)
    while one.agent_selection != "seat_2" or len(one.unwrapped.position.actors) < 2:
        one.step(int(np.flatnonzero(one.observe(one.agent_selection)["action_mask"])[0]))
    assert one.render() == draw_text(one.unwrapped.view("seat_2")) + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_pixels_are_those_of_the_png_on_white(name: str) -> None:
    one = env(name, render_mode="rgb_array", width=300)
    one.reset(seed=1)
    with Image.open(BytesIO(png(draw(one.unwrapped.view(one.agent_selection)).svg("light"), 300))) as picture:
        white = Image.new("RGBA", picture.size, "white")
        white.alpha_composite(picture)
    assert (one.render() == np.asarray(white.convert("RGB"))).all()


def test_without_a_render_mode_nothing_is_drawn() -> None:
    one = env("mabula")
    one.reset(seed=1)
    assert one.render() is None


@pytest.mark.parametrize(
    ("name", "given", "line"),
    [
        ("chess", {}, "there is no game 'chess'; there are mabula, marabunta, makabana, junglerumble"),
        ("mabula", {"players": 3}, "players: Mabula is for 2 players, not 3"),
        ("mabula", {"scoring": "none"}, "scoring: one of largest, product, not 'none'"),
        ("mabula", {"render_mode": "3d"}, "render_mode: one of human, ansi, svg, rgb_array, not '3d'"),
        ("mabula", {"width": 10**6}, "width: a whole number from 16 to 8000, not 1000000"),
        ("mabula", {"seed": 7}, "seed: give it to reset(seed=7)"),
        ("mabula", {"rules": 9}, "rules: Mabula has rules 1..1, not 9"),
    ],
)
def test_an_invalid_setup_is_refused_in_one_line(name: str, given: dict[str, Any], line: str) -> None:
    with pytest.raises(SetupError) as refused:
        env(name, **given)
    assert str(refused.value) == line


def test_a_pickled_environment_is_one_that_is_made_alike() -> None:
    one = env("makabana", players=4, notation=False)
    one.reset(seed=3)
    again = pickle.loads(pickle.dumps(one))  # noqa: S301  our own bytes
    again.reset(seed=3)
    assert again.possible_agents == one.possible_agents and not again.unwrapped.notation
    for agent in one.possible_agents:
        assert np.array_equal(again.observe(agent)["observation"], one.observe(agent)["observation"])


def test_after_an_illegal_action_has_ended_the_game_all_masks_are_empty() -> None:
    one = env("makabana")
    one.reset(seed=3)
    one.step(int(np.flatnonzero(one.observe(one.agent_selection)["action_mask"] == 0)[0]))
    for agent in one.possible_agents:
        assert not one.observe(agent)["action_mask"].any()


def test_an_agent_that_is_not_there_is_refused_in_one_line() -> None:
    one = env("mabula")
    one.reset(seed=1)
    with pytest.raises(SetupError, match="there is no agent 'player_0'; there are seat_1, seat_2"):
        one.observe("player_0")
