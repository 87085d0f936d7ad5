"""Random games: the figures are those of the games played, the same with any number of workers, for each policy."""

import json
import math
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import CHANCE, Chance, GameError, Position, Record
from ludotheque.games.playout import RESULT
from ludotheque.play.game import Game, Setup
from ludotheque.play.simulation import POLICIES, SimulationTally, count_sequences, format_trace, simulate, trace
from tests.conftest import SETUPS, compiled, interpreted
from tests.reference.compare import replay_trace

SPEED = ("seconds", "games_per_s", "steps_per_s")
QUIET = {"done", "pass", "decline"}
HAS_QUIET = [setup for setup in SETUPS if setup.startswith(("marabunta", "junglerumble"))]


def table(setup: str) -> tuple[Game, Setup]:
    """A compiled game and its setup."""
    name, options = SETUPS[setup]
    one = compiled(name)
    return one, one.setup(start=0, **options)


def figures(setup: str, games: int, seed: int = 3, policy: str = "uniform", workers: int = 1) -> dict[str, Any]:
    """The figures that do not depend on the machine."""
    found = simulate(*table(setup), games, seed, policy, workers)
    return {key: value for key, value in found.items() if key not in (*SPEED, "workers")}


def lines_of(one: Game, setup: Setup, number: int, seed: int, policy: str = "uniform") -> Iterator[Any]:
    """The lines of a trace, as a reader of the file gets them."""
    return map(json.loads, format_trace(trace(one, setup, number, seed, policy)))


def traced(setup: str, games: int, seed: int = 3, policy: str = "uniform") -> list[list[dict[str, Any]]]:
    return [list(lines_of(*table(setup), number, seed, policy)) for number in range(games)]


def replayed(lines: list[dict[str, Any]]) -> Iterator[tuple[Position, dict[str, Any]]]:
    """Each position of a traced game with the step that was played there; at last the end."""
    record = Record(lines[0]["header"], ())
    position = compiled(record.header["game"]).begin(record.setup)
    for row in lines[1:-1]:
        yield position, row
        position = position.play(row["move"], CHANCE if row["actor"] == "*" else row["actor"])
    yield position, lines[-1]


def spread(values: list[float]) -> dict[str, float]:
    """Mean, deviation and the half of a 95 % interval, as schoolbooks have them."""
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return {"mean": mean, "deviation": deviation, "interval": 1.96 * deviation / math.sqrt(len(values))}


def approx(expected: dict[str, float]) -> Any:
    return pytest.approx(expected, abs=1e-6)


@pytest.mark.uncounted
@pytest.mark.parametrize("policy", POLICIES)
def test_the_figures_are_those_of_the_traced_games(setup: str, policy: str) -> None:
    """Traces are the counted games themselves: every figure is computed again from them."""
    found, games = figures(setup, 12, policy=policy), traced(setup, 12, policy=policy)
    steps = [row for lines in games for row in lines[1:-1]]
    lengths = [len(lines) - 2 for lines in games]
    assert (found["games"], found["steps"]) == (12, sum(lengths))
    assert found["length"] == approx(spread([*lengths]) | {"min": min(lengths), "max": max(lengths)})
    choices = [len(row["legal"]) for row in steps if row["actor"] != "*"]
    assert found["branching"] == pytest.approx(sum(choices) / len(choices))
    ends = [lines[-1] for lines in games]
    for seat in range(1, found["players"] + 1):
        assert found["scores"][seat - 1] == approx(spread([end["scores"][seat - 1] for end in ends]))
        shares = [1 / len(end["winners"]) if seat in end["winners"] else 0.0 for end in ends]
        assert found["wins"][seat - 1] == approx(spread(shares))
    ways = Counter(way for lines in games for way in last_endings(lines))
    assert found["endings"] == {way: ways[way] for way in table(setup)[0].endings}


def last_endings(lines: list[dict[str, Any]]) -> tuple[str, ...]:
    *_, (over, end) = replayed(lines)
    assert over.outcome is not None
    assert (list(over.outcome.scores), list(over.outcome.winners)) == (end["scores"], end["winners"])
    return over.outcome.endings


@pytest.mark.uncounted
@pytest.mark.parametrize("policy", POLICIES)
def test_every_step_of_a_trace_lists_what_is_legal(setup: str, policy: str) -> None:
    for lines in traced(setup, 2, policy=policy):
        for position, row in replayed(lines):
            if "move" in row:
                actor = CHANCE if row["actor"] == "*" else row["actor"]
                assert actor in position.actors
                assert row["legal"] == sorted(map(str, position.legal(actor)))
                assert row["move"] in row["legal"]


@pytest.mark.uncounted
@pytest.mark.parametrize("policy", POLICIES)
def test_a_trace_agrees_with_the_reference(setup: str, policy: str) -> None:
    games = traced(setup, 3, seed=8, policy=policy)
    text = [line for number in range(3) for line in format_trace(trace(*table(setup), number, 8, policy))]
    assert replay_trace(text) == sum(len(lines) - 2 for lines in games)


def test_a_trace_has_the_form_that_others_read(setup: str) -> None:
    """The header, then actor, legal and move per step, then scores and winners."""
    lines = list(format_trace(lines_of(*table(setup), 0, 1)))
    assert all(line.endswith("\n") and line.count("\n") == 1 and ": " not in line for line in lines)
    first, *steps, last = map(json.loads, lines)
    assert list(first) == ["header"]
    assert first["header"] == dict(Record(first["header"], ()).header)
    assert Record(first["header"], ()).at(0).record().header == first["header"]
    assert all(list(row) == ["actor", "legal", "move"] for row in steps)
    assert all(row["actor"] == "*" or type(row["actor"]) is int for row in steps)
    assert list(last) == ["scores", "winners"]


def test_interpreted_rules_give_the_same_trace(setup: str) -> None:
    name, _ = SETUPS[setup]
    one, start = table(setup)
    some = slice(0, 60)
    assert (
        list(islice(lines_of(interpreted(name), start, 4, 9, "busy"), 60))
        == list(lines_of(one, start, 4, 9, "busy"))[some]
    )


@pytest.mark.parametrize("policy", POLICIES)
def test_the_number_of_workers_changes_nothing(setup: str, policy: str) -> None:
    """300 games are five chunks for one worker, and others for two or three."""
    alone = figures(setup, 300, policy=policy)
    assert alone == figures(setup, 300, policy=policy, workers=2) == figures(setup, 300, policy=policy, workers=3)


def test_another_seed_gives_other_games_also_when_only_its_high_half_differs() -> None:
    seeds = (3, 4, 3 + (1 << 32), 3 + (1 << 63))
    found = [figures("junglerumble-3", 40, seed) | {"seed": 0} for seed in seeds]
    assert all(one != other for i, one in enumerate(found) for other in found[:i])


@pytest.mark.uncounted
def test_more_games_begin_with_the_same_ones() -> None:
    """More than 64 games are played in several chunks."""
    few, many = figures("marabunta-meadow-basic", 40), figures("marabunta-meadow-basic", 70)
    played = [len(lines) - 2 for lines in traced("marabunta-meadow-basic", 70)]
    assert (few["steps"], many["steps"]) == (sum(played[:40]), sum(played))


def test_progress_is_reported_during_the_simulation() -> None:
    told: list[int] = []
    simulate(*table("mabula-largest"), 200, 1, workers=2, progress=told.append)
    assert sum(told) == 200
    assert len(told) > 1


def test_the_result_includes_the_request_and_the_speed() -> None:
    found = simulate(*table("marabunta-islets-expert"), 5, 6, "busy", 2)
    options = {"territory": "islets", "powers": "expert"}
    asked = {
        "game": "marabunta",
        "players": 2,
        "options": options,
        "board": "",
        "seed": 6,
        "policy": "busy",
        "workers": 2,
    }
    assert asked.items() <= found.items()
    assert found["games_per_s"] == pytest.approx(5 / found["seconds"])
    assert found["steps_per_s"] == pytest.approx(found["steps"] / found["seconds"])
    json.dumps(found)


Row = tuple[int, int, int, int, tuple[int, ...], tuple[int, ...]]


def results(rows: list[Row]) -> Any:
    """Results of games as the kernels write them: steps, moves, options, endings, scores, places."""
    out = np.zeros(len(rows), RESULT)
    for row, (steps, moves, options, endings, scores, places) in zip(out, rows, strict=True):
        row["steps"], row["moves"], row["options"], row["endings"] = steps, moves, options, endings
        row["scores"][1 : len(scores) + 1], row["places"][1 : len(places) + 1] = scores, places
    return out


THREE: list[Row] = [
    (10, 8, 40, 0b01, (5, 7, 1), (2, 1, 3)),
    (12, 9, 45, 0b11, (6, 6, 2), (1, 1, 3)),
    (11, 9, 19, 0b10, (4, 4, 4), (1, 1, 1)),
]


def test_three_games_add_up_as_one_does_it_by_hand() -> None:
    tally = SimulationTally(3, ("early", "late"))
    tally.add(results(THREE))
    found = tally.summary()
    assert (found["games"], found["steps"], found["branching"]) == (3, 33, 4.0)
    assert found["endings"] == {"early": 2, "late": 2}
    assert found["length"] == approx(
        {"mean": 11, "deviation": math.sqrt(2 / 3), "interval": 1.96 * math.sqrt(2) / 3, "min": 10, "max": 12}
    )
    assert [score["mean"] for score in found["scores"]] == pytest.approx([5, 17 / 3, 7 / 3])
    assert [share["mean"] for share in found["wins"]] == pytest.approx(
        [(1 / 2 + 1 / 3) / 3, (1 + 1 / 2 + 1 / 3) / 3, 1 / 9]
    )
    assert sum(share["mean"] for share in found["wins"]) == pytest.approx(1)


def test_the_order_and_the_size_of_chunks_do_not_matter() -> None:
    whole, parts = SimulationTally(3, ("early", "late")), SimulationTally(3, ("early", "late"))
    whole.add(results(THREE))
    for row in reversed(THREE):
        parts.add(results([row]))
    assert whole == parts
    assert whole.summary() == parts.summary()


def test_large_sums_do_not_overflow() -> None:
    """The kernels write 32-bit numbers; their sums and squares are wider."""
    tally = SimulationTally(2, ("end",))
    big = (1 << 30, 1 << 30, 1 << 30, 1, (1 << 30, -(1 << 30)), (1, 2))
    tally.add(results([big] * 4))
    assert (tally.steps, tally.moves, tally.options, tally.squares) == (1 << 32, 1 << 32, 1 << 32, 1 << 62)
    assert tally.scores == [1 << 32, -(1 << 32)]


def is_as_likely(hits: int, tries: int, chance: float) -> bool:
    """Within four and a half deviations: a right program fails once in 100,000 seeds, and ours are fixed."""
    return abs(hits - tries * chance) <= 4.5 * math.sqrt(tries * chance * (1 - chance))


def quiet_choices(setup: str, policy: str) -> tuple[int, int]:
    """How often a seat had both quiet and other moves, and how often it made a quiet one."""
    rows = [row for lines in traced(setup, 30, policy=policy) for row in lines[1:-1]]
    choices = [row for row in rows if 0 < len(QUIET.intersection(row["legal"])) < len(row["legal"])]
    return len(choices), sum(row["move"] in QUIET for row in choices)


@pytest.mark.uncounted
@pytest.mark.parametrize("setup", HAS_QUIET)
def test_busy_play_makes_quiet_moves_once_in_twenty(setup: str) -> None:
    choices, given_up = quiet_choices(setup, "busy")
    assert choices > 500
    assert is_as_likely(given_up, choices, 1 / 20)


@pytest.mark.uncounted
@pytest.mark.parametrize("setup", HAS_QUIET)
def test_uniform_play_makes_quiet_moves_more_often(setup: str) -> None:
    choices, given_up = quiet_choices(setup, "uniform")
    assert given_up > choices / 8


def test_busy_play_passes_where_nothing_else_is_legal() -> None:
    rows = [row for lines in traced("junglerumble-2", 10, policy="busy") for row in lines[1:-1]]
    forced = [row for row in rows if row["legal"] == ["pass"]]
    assert len(forced) > 20
    assert all(row["move"] == "pass" for row in forced)


def waiting_seats(policy: str) -> list[tuple[tuple[int, ...], int]]:
    """Each time several seats of Maka Bana are waited for: who, and who acts."""
    found = [pair for lines in traced("makabana-4", 30, policy=policy) for pair in replayed(lines)]
    return [(position.actors, row["actor"]) for position, row in found if len(position.actors) > 1]


def test_uniform_play_takes_the_lowest_waiting_seat() -> None:
    moments = waiting_seats("uniform")
    assert len(moments) > 500
    assert all(actor == min(actors) for actors, actor in moments)


def test_busy_play_takes_the_waiting_seats_in_random_order() -> None:
    moments = waiting_seats("busy")
    for count in (2, 3, 4):
        acted = [actors.index(actor) for actors, actor in moments if len(actors) == count]
        assert len(acted) > 200
        for place in range(count):
            assert is_as_likely(acted.count(place), len(acted), 1 / count)


@pytest.mark.parametrize("policy", POLICIES)
def test_every_move_is_chosen_equally_often(policy: str) -> None:
    """The first hut of Maka Bana may be built on 24 sites."""
    rows = [next(islice(lines_of(*table("makabana-3"), number, 5, policy), 1, None)) for number in range(2400)]
    counts = Counter(row["move"] for row in rows)
    assert sorted(counts) == rows[0]["legal"]
    assert len(counts) == 24
    assert all(is_as_likely(count, 2400, 1 / 24) for count in counts.values())


@pytest.mark.parametrize("policy", POLICIES)
def test_chance_comes_as_often_as_its_weights_say(policy: str) -> None:
    """The first tile of Marabunta is drawn face down from the whole pile."""
    one, start = table("marabunta-meadow-basic")
    first = one.begin(start)
    weights = one.engine.weights(start.board, first.state)
    counts = Counter(next(islice(lines_of(one, start, number, 5, policy), 1, None))["move"] for number in range(2000))
    for step, weight in zip(first.legal(), weights, strict=True):
        assert is_as_likely(counts[str(step)], 2000, weight / sum(weights))


@pytest.mark.parametrize("policy", POLICIES)
def test_every_arrangement_of_mabula_may_come_up(policy: str) -> None:
    starts = [next(lines_of(*table("mabula-largest"), number, 5, policy))["header"]["start"] for number in range(1000)]
    assert len(set(starts)) > 950
    assert is_as_likely(sum(start[0] == "W" for start in starts), 1000, 1 / 2)


def test_nothing_is_counted_beyond_a_chance_or_the_end() -> None:
    marabunta = compiled("marabunta").start()
    assert count_sequences(marabunta, 3) == [0, 0, 0]
    *_, (over, _) = replayed(traced("mabula-largest", 1)[0])
    assert count_sequences(over, 2) == [0, 0]


def test_sequences_are_counted_as_one_would_by_hand() -> None:
    position = compiled("junglerumble").start(players=2)
    counts = [len(position.legal())]
    counts.append(sum(len(position.play(step).legal()) for step in position.legal()))
    after = [position.play(one).play(two) for one in position.legal() for two in position.play(one).legal()]
    counts.append(sum(len(one.legal()) for one in after))
    assert count_sequences(position, 3) == counts


def test_the_same_chance_gives_the_same_start_in_python() -> None:
    """Game 12 of seed 7 starts from what a `Chance` of that seed and stream draws."""
    one, start = table("mabula-largest")
    header = next(lines_of(one, start, 12, 7))["header"]
    assert one.start(seed=Chance(7, 12)).record().header == header


@pytest.mark.parametrize(
    "wrong", [{"games": 0}, {"games": 1, "workers": 0}, {"games": 1, "policy": "lazy"}], ids=lambda wrong: str(wrong)
)
def test_a_simulation_of_nothing_is_refused(wrong: dict[str, Any]) -> None:
    one = compiled("mabula")
    with pytest.raises(GameError, match="simulate at least 1 game by 1 worker"):
        simulate(one, one.setup(start=0), seed=1, **wrong)


def test_a_trace_on_a_board_of_ones_own_names_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    ours = Path(ludotheque.__file__).parent / "games" / "makabana" / "boards" / "nadaa.toml"
    file.write_text(ours.read_text().replace('name = "nadaa"', 'name = "mine"', 1))
    one = compiled("makabana")
    header = next(lines_of(one, one.setup(3, board=file), 0, 1))["header"]
    assert header["board"].startswith("mine ")
