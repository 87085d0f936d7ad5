"""Many games at once are the same games as one by one."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from examples.train_batch import learn, share_of_wins

from ludotheque import Chance, GameError, Refusal, SetupError, game
from ludotheque.games.kernel import GAMES
from ludotheque.interop.batch import Batch
from ludotheque.interop.episode.episode import prepared
from ludotheque.play.position import Position

SETUPS: dict[str, tuple[str, dict[str, Any]]] = {
    "mabula": ("mabula", {}),
    "mabula-product": ("mabula", {"scoring": "product"}),
    "mabula-7": ("mabula", {"start": 7}),
    "marabunta": ("marabunta", {}),
    "marabunta-expert": ("marabunta", {"territory": "islets", "powers": "expert"}),
    **{f"makabana-{players}": ("makabana", {"players": players}) for players in (3, 4, 5, 6)},
    **{f"junglerumble-{players}": ("junglerumble", {"players": players}) for players in (2, 3, 4)},
}
make: Any = Batch  # to be called with what cannot be
each_setup = pytest.mark.parametrize("setup", SETUPS)


def batch_of(setup: str, games: int = 3, seed: int = 5, **more: Any) -> Batch:
    name, given = SETUPS[setup]
    return Batch(name, games, seed, **given, **more)


def begin(setup: str, seed: int, lane: int, number: int) -> tuple[Position, Chance]:
    """Game `number` of a lane by the library's own words, and the chance that goes on with it."""
    name, given = SETUPS[setup]
    chance = Chance(seed, lane + (number << 32))
    return prepared(name).start(**({"seed": chance} | given)).roll(chance), chance


def mask_of(position: Position, seat: int) -> list[int]:
    return sorted(step.action for step in position.view(seat).legal())


def play(batch: Batch, steps: int, seed: int = 1) -> list[dict[str, bytes]]:
    """Random steps; after each, everything that a batch shows, as bytes."""
    random, told = np.random.default_rng(seed), []
    for _ in range(steps):
        batch.step(batch.random_actions(random))
        arrays = {key: value for key, value in vars(batch).items() if isinstance(value, np.ndarray)}
        told.append({key: value.tobytes() for key, value in arrays.items()} | {"states": batch.states().tobytes()})
    return told


def play_to_an_end(batch: Batch, seed: int = 1) -> Any:
    """Random steps until a game ends; returns the lanes where one did."""
    random = np.random.default_rng(seed)
    while not batch.done.any():
        batch.step(batch.random_actions(random))
    return np.flatnonzero(batch.done)


@each_setup
def test_every_lane_is_the_game_that_the_library_plays_one_by_one(setup: str) -> None:
    """States byte for byte, seats, masks, observations, rewards, scores, places: through an end into the next game."""
    batch, random = batch_of(setup), np.random.default_rng(2)
    tables = [begin(setup, 5, lane, 0) for lane in range(3)]
    ended = 0
    while ended < 3:
        actions = batch.random_actions(random)
        for lane, (position, _) in enumerate(tables):
            seat = position.actors[0]
            assert batch.states()[lane].tobytes() == position.state.tobytes()
            assert batch.seats[lane] == seat
            assert np.flatnonzero(batch.masks[lane]).tolist() == mask_of(position, seat)
            assert sorted(batch.moves[lane, : batch.counts[lane]]) == mask_of(position, seat)
            assert (batch.observations[lane] == batch.layout.of(position.view(seat))).all()
        rewards, done = batch.step(actions)
        for lane, (position, chance) in enumerate(tables):
            seat = position.actors[0]
            step = next(step for step in position.legal(seat) if step.action == actions[lane])
            position = position.play(step).roll(chance)
            assert done[lane] == position.is_over
            tables[lane] = (position, chance)
            if outcome := position.outcome:
                ended += 1
                share, players = 1 / len(outcome.winners), batch.players
                worth = [(players * share * (place == 1) - 1) / (players - 1) for place in outcome.places]
                assert rewards[lane].tolist() == pytest.approx(worth)
                assert tuple(batch.scores[lane]) == outcome.scores
                assert tuple(batch.places[lane]) == outcome.places
                assert batch.final_position(lane) == position
                tables[lane] = begin(setup, 5, lane, int(batch.numbers[lane]))
            else:
                assert not rewards[lane].any()
    assert batch.numbers.sum() == ended


@pytest.mark.parametrize("setup", ["mabula", "marabunta", "makabana-4", "junglerumble-3"])
def test_a_lane_is_the_same_in_a_batch_of_any_size(setup: str) -> None:
    large, small, last = batch_of(setup, 64), batch_of(setup, 5), batch_of(setup, 3, first=61)
    random = np.random.default_rng(3)
    for _ in range(150):
        assert large.states()[:5].tobytes() == small.states().tobytes()
        assert large.states()[61:].tobytes() == last.states().tobytes()
        actions = large.random_actions(random)
        large.step(actions)
        small.step(actions[:5])
        last.step(actions[61:])
    assert large.numbers.sum() or setup == "junglerumble-3"


@pytest.mark.parametrize("setup", ["mabula", "marabunta", "makabana-3", "junglerumble-2"])
def test_threads_change_nothing(setup: str) -> None:
    told = [play(batch_of(setup, 37, threads=threads), 60) for threads in (1, 2, 5, 64)]
    assert told[0] == told[1] == told[2] == told[3]


def test_the_same_seed_gives_the_same_games_and_another_others() -> None:
    assert play(batch_of("marabunta", 8), 30) == play(batch_of("marabunta", 8), 30)
    assert play(batch_of("marabunta", 8), 30) != play(batch_of("marabunta", 8, seed=6), 30)


def test_a_reset_batch_is_a_new_one() -> None:
    batch = batch_of("mabula", 8, seed=9)
    play(batch, 40)
    batch.reset(5)
    assert batch.numbers.sum() == batch.rewards.any() == batch.done.any() == 0
    assert play(batch, 40) == play(batch_of("mabula", 8), 40)


def test_a_copy_is_independent_and_has_the_same_chance() -> None:
    batch = batch_of("marabunta", 8, threads=2)
    play(batch, 30)
    other, before = batch.copy(), batch.states().tobytes()
    told = play(other, 20)
    assert batch.states().tobytes() == before
    assert play(batch, 20) == told


def test_every_game_of_mabula_begins_from_an_arrangement_of_its_own() -> None:
    batch = batch_of("mabula", 200)
    assert len({state.tobytes() for state in batch.states()}) > 195
    fixed = batch_of("mabula-7", 200)
    assert {fixed.position(lane) for lane in range(200)} == {game("mabula").start(start=7)}


def test_the_final_state_can_be_seen_from_every_seat() -> None:
    batch = batch_of("makabana-3", 16)
    lane = int(play_to_an_end(batch)[0])
    for seat in (1, 2, 3):
        view = batch.final_position(lane).view(seat)
        assert (batch.observe(seat, final=True)[lane] == batch.layout.of(view)).all()
    assert batch.position(lane).ply == 0
    assert not batch.position(lane).is_over


def test_a_batch_can_observe_for_any_seat() -> None:
    batch = batch_of("junglerumble-3", 6)
    play(batch, 40)
    asked = np.array([1, 2, 3, 3, 2, 1])
    seen = batch.observe(asked)
    for lane, seat in enumerate(asked):
        assert (seen[lane] == batch.layout.of(batch.position(lane).view(int(seat)))).all()
    assert (batch.observe(batch.seats) == batch.observations).all()


def test_hidden_information_is_in_no_observation_or_mask() -> None:
    """Two batches of Maka Bana that differ only in the projects of the first seat."""
    one, other = batch_of("makabana-3", 32), batch_of("makabana-3", 32)
    random = np.random.default_rng(1)
    while not all(len(one.position(lane).actors) == 3 for lane in range(32)):
        actions = one.random_actions(random)
        one.step(actions)
        other.step(actions)
    for batch in (one, other):
        seat_1 = np.array([int(seat) == 1 for seat in batch.seats])
        assert seat_1.all()
    first = one.moves[np.arange(32), 0].astype(int)
    second = one.moves[np.arange(32), 1].astype(int)
    one.step(first)
    other.step(second)
    while (one.seats == 1).any():
        lanes = one.seats == 1
        shown = [np.where(lanes, batch.moves[np.arange(32), batch.counts - 1], 0).astype(int) for batch in (one, other)]
        assert lanes.all()
        one.step(shown[0])
        other.step(shown[1])
    assert one.states().tobytes() != other.states().tobytes()
    assert (one.seats == 2).all()
    assert (one.observations == other.observations).all()
    assert (one.masks == other.masks).all()
    assert (one.observe(1) != other.observe(1)).any()


def test_a_board_of_your_own_is_played_on(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text((GAMES / "makabana" / "boards" / "nadaa.toml").read_text("utf-8"), "utf-8")
    batch, usual = Batch("makabana", 4, 5, board=file), batch_of("makabana-3", 4)
    play(batch, 20)
    assert batch.position(0).setup.board.label != usual.position(0).setup.board.label
    for lane in range(4):
        position = batch.position(lane)
        seat = position.actors[0]
        assert np.flatnonzero(batch.masks[lane]).tolist() == mask_of(position, seat)
        assert (batch.observations[lane] == batch.layout.of(position.view(seat))).all()


def test_an_abandoned_game_gives_way_to_the_next_one() -> None:
    batch = batch_of("mabula", 4)
    play(batch, 5)
    before = batch.states().copy()
    batch.abandon(np.array([True, False, False, True]))
    assert batch.numbers.tolist() == [1, 0, 0, 1]
    assert batch.states()[1:3].tobytes() == before[1:3].tobytes()
    assert batch.position(3) == begin("mabula", 5, 3, 1)[0]
    with pytest.raises(GameError, match="lane 3: no game has ended there yet"):
        batch.final_position(3)


def test_an_illegal_action_is_refused_by_its_rule_and_nothing_is_played() -> None:
    batch = batch_of("mabula", 4)
    actions = batch.random_actions(np.random.default_rng(1))
    before = batch.states().tobytes()
    actions[2] = np.flatnonzero(~batch.masks[2])[0]
    with pytest.raises(Refusal) as refused:
        batch.step(actions)
    position, action = batch.position(2), int(actions[2])
    text = position.game.engine.notation.format_action(position.setup.board, position.state, 1, action)
    why = position.why_not(text)
    assert why
    assert (refused.value.kind, refused.value.rule) == (why.kind, why.rule)
    assert str(refused.value) == f"lane 2, action {action}: {why.reason}"
    assert batch.states().tobytes() == before


@pytest.mark.parametrize("setup", ["mabula", "marabunta", "makabana-5", "junglerumble-2"])
@pytest.mark.parametrize("action", [-1, 1 << 40])
def test_a_number_that_is_no_action_is_refused_in_one_line(setup: str, action: int) -> None:
    batch = batch_of(setup, 2)
    with pytest.raises(Refusal, match=f"lane 1, action {action}: There is no action {action} here") as refused:
        batch.step([int(batch.moves[0, 0]), action])
    assert refused.value.cite().paragraph


@each_setup
def test_every_action_that_is_not_legal_has_a_refusal(setup: str) -> None:
    batch = batch_of(setup, 2)
    play(batch, 11)
    legal = int(batch.moves[0, 0])
    for action in np.flatnonzero(~batch.masks[1]):
        with pytest.raises(Refusal, match=f"lane 1, action {action}: "):
            batch.step([legal, action])


@pytest.mark.parametrize("wrong", [-1, 143, 1 << 40])
def test_with_illegal_lose_an_illegal_action_loses_at_once(wrong: int) -> None:
    batch = Batch("junglerumble", 3, 5, players=3, illegal="lose")
    actions = batch.moves[:, 0].astype(int)
    actions[1] = wrong
    assert wrong not in np.flatnonzero(batch.masks[1])
    loser = int(batch.seats[1])
    rewards, done = batch.step(actions)
    assert done.tolist() == [False, True, False]
    assert rewards[1, loser - 1] == -1
    assert sorted(rewards[1]) == [-1, 0.5, 0.5]
    assert sorted(batch.places[1]) == [1, 1, 3]
    assert batch.position(1) == begin("junglerumble-3", 5, 1, 1)[0]


def test_without_observations_the_games_are_the_same() -> None:
    seeing, blind = batch_of("makabana-4", 8), batch_of("makabana-4", 8, observe=False)
    random = np.random.default_rng(1)
    for _ in range(50):
        actions = seeing.random_actions(random)
        seeing.step(actions)
        blind.step(actions)
    assert seeing.states().tobytes() == blind.states().tobytes()
    assert blind.observations.shape == (8, 0)
    with pytest.raises(GameError, match="observe=False"):
        blind.observe(1)


def test_arrays_are_made_once_and_have_the_documented_types() -> None:
    batch = batch_of("makabana-4", 8)
    arrays = {key: value for key, value in vars(batch).items() if isinstance(value, np.ndarray)}
    play(batch, 20)
    assert all(getattr(batch, key) is value for key, value in arrays.items())
    shown = {key: (str(value.dtype), value.shape) for key, value in arrays.items() if not key.startswith("_")}
    assert shown == {
        "observations": ("float32", (8, batch.layout.size)),
        "seats": ("int8", (8,)),
        "masks": ("bool", (8, 334)),
        "moves": ("int16", (8, 72)),
        "counts": ("int16", (8,)),
        "rewards": ("float32", (8, 4)),
        "done": ("bool", (8,)),
        "scores": ("int32", (8, 4)),
        "places": ("int8", (8, 4)),
        "numbers": ("int64", (8,)),
    }


def test_a_position_of_a_batch_draws_itself_and_is_a_copy() -> None:
    batch = batch_of("marabunta", 2)
    position = batch.position(1)
    drawn = str(position)
    play(batch, 3)
    assert str(position) == drawn != str(batch.position(1))
    assert game("marabunta").read(drawn) == position


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"name": "chess"}, "there is no game 'chess'; there are mabula, marabunta, makabana, junglerumble"),
        ({"players": 3}, "players: Mabula is for 2 players, not 3"),
        ({"games": 0}, "games: a whole number from 1 to 4294967295, not 0"),
        ({"games": 2.5}, "games: a whole number from 1 to 4294967295, not 2.5"),
        ({"seed": -1}, "seed: a whole number from 0 to 18446744073709551615, not -1"),
        ({"threads": 0}, "threads: a whole number from 1 to 1024, not 0"),
        ({"illegal": "pass"}, "illegal: one of raise, lose, not 'pass'"),
        ({"scoring": "none"}, "scoring: one of largest, product, not 'none'"),
        ({"size": 3}, "size: Mabula has no such option (there are: scoring)"),
    ],
)
def test_an_invalid_setup_is_refused_in_one_line(given: dict[str, Any], line: str) -> None:
    with pytest.raises(SetupError) as refused:
        make(**({"name": "mabula", "games": 2, "seed": 1} | given))
    assert str(refused.value) == line


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (lambda batch: batch.step([1, 2, 3]), r"actions: whole numbers of shape \(2,\), not int64 of shape \(3,\)"),
        (lambda batch: batch.step([0.5, 2]), r"actions: whole numbers of shape \(2,\), not float64 of shape \(2,\)"),
        (lambda batch: batch.step([[1], [1, 2]]), "actions: an array, not lists of different lengths"),
        (lambda batch: batch.random_actions(5), r"random: numpy.random.default_rng\(7\), say, not 5"),
        (lambda batch: batch.position(True), "lane: a whole number from 0 to 1, not True"),
        (lambda batch: pickle.dumps(batch), "a batch does not travel"),
        (lambda batch: batch.observe(3), "seats: from 1 to 2, not 3 to 3"),
        (lambda batch: batch.observe([1]), r"seats: one whole number or 2, not int64 of shape \(1,\)"),
        (lambda batch: batch.position(2), "lane: a whole number from 0 to 1, not 2"),
        (lambda batch: batch.final_position(1), "lane 1: no game has ended there yet"),
        (lambda batch: batch.abandon([1, 0]), "where: true or false for each of 2 lanes, not int64"),
    ],
)
def test_invalid_arguments_are_refused_in_one_line(ask: Any, line: str) -> None:
    with pytest.raises(GameError, match=line):
        ask(Batch("mabula", 2, 1))


def test_arrays_that_the_rules_use_are_read_only() -> None:
    batch = Batch("mabula", 2, 1)
    for array in (batch.masks, batch.moves, batch.counts, batch.seats, batch.rewards, batch.numbers):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 1


def test_numbers_may_be_numpys_own_small_ones() -> None:
    small = Batch("mabula", np.int8(4), np.int32(5), first=np.uint8(2))  # type: ignore[arg-type]
    assert small.states().tobytes() == Batch("mabula", 4, 5, first=2).states().tobytes()


def test_the_example_learns_to_beat_random_play() -> None:
    """Of 2,048 games; by luck a share of 60 % is nine standard deviations away."""
    weights = learn(rounds=5)
    assert share_of_wins(np.zeros_like(weights)) == pytest.approx(0.5, abs=0.04)
    assert share_of_wins(weights) > 0.6
