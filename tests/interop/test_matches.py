"""The matches of `bench.bots`: their intervals, and that they can be stopped and continued."""

import time
from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: sh tools/setup --extra bench")

from bench.matches import Match, MatchError, continue_match, read_match, wilson

MATCH = Match("mabula", 2, simulations=2, bot="random")


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_those_of_newcombe_1998(points: int, games: int, low: float, high: float) -> None:
    assert wilson(points, games) == pytest.approx((low, high), abs=5e-5)


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    assert continue_match(MATCH, 1, time.monotonic() + 60, tmp_path)
    first = read_match(MATCH, tmp_path)["games"]
    assert continue_match(MATCH, 2, time.monotonic() + 60, tmp_path)
    games = read_match(MATCH, tmp_path)["games"]
    assert games[:1] == first
    assert [(game["number"], game["seat"]) for game in games] == [(0, 1), (1, 2)]


def test_a_match_whose_time_is_over_keeps_what_was_played(tmp_path: Path) -> None:
    continue_match(MATCH, 1, time.monotonic() + 60, tmp_path)
    assert not continue_match(MATCH, 50, time.monotonic() - 1, tmp_path)
    assert len(read_match(MATCH, tmp_path)["games"]) == 1


def test_games_of_other_settings_are_not_added_up(tmp_path: Path) -> None:
    continue_match(MATCH, 1, time.monotonic() + 60, tmp_path)
    other = Match("mabula", 2, simulations=2, bot="random", seed=8)
    with pytest.raises(MatchError, match="--fresh"):
        continue_match(other, 2, time.monotonic() + 60, tmp_path)
    assert len(read_match(MATCH, tmp_path)["games"]) == 1
    assert continue_match(other, 2, time.monotonic() + 60, tmp_path, fresh=True)


def test_a_damaged_file_of_results_is_named(tmp_path: Path) -> None:
    (tmp_path / f"{MATCH.name}.json").write_text("{")
    with pytest.raises(MatchError, match="move it away"):
        read_match(MATCH, tmp_path)
