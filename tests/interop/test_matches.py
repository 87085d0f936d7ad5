"""The matches of `bench.bots`: their intervals, and that they can be stopped and continued."""

import time
from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: sh tools/setup --extra bench")

from bench.matches import Match, MatchError, continue_match, our_share, read_match

from ludotheque.arena import Share

MATCH = Match("mabula", 2, simulations=2, bot="random")


def shared(*shares: float) -> Share:
    """The report of a match of two with these games."""
    games = [{"number": number, "share": share} for number, share in enumerate(shares)]
    return our_share({"match": {"players": 2}, "games": games})


def test_games_with_the_same_start_and_dice_are_not_taken_as_independent() -> None:
    """If the start decides, both games of a group end alike, and the interval is that of half as many games."""
    start_decides, seat_decides = shared(*[1, 1, 0, 0] * 25), shared(*[1, 0, 1, 0] * 25)
    assert start_decides.value == seat_decides.value == 0.5 and start_decides.games == 100
    assert start_decides.high - start_decides.low == pytest.approx(0.27, abs=0.01)
    assert seat_decides.high - seat_decides.low < 0.06


def test_a_match_that_stopped_within_a_group_counts_its_games() -> None:
    assert shared(1, 0.5, 1).value == pytest.approx(2.5 / 3) and shared().games == 0


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    assert continue_match(MATCH, 1, time.monotonic() + 60, tmp_path)
    first = read_match(MATCH, tmp_path)["games"]
    assert continue_match(MATCH, 2, time.monotonic() + 60, tmp_path)
    games = read_match(MATCH, tmp_path)["games"]
    assert games[:1] == first
    assert [(game["number"], game["seat"]) for game in games] == [(0, 1), (1, 2)]


def test_a_match_whose_time_is_over_stores_the_games_played(tmp_path: Path) -> None:
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
