"""Clocks: they run while a seat is waited for, forgive lag, and charge nobody for a time without a server."""

import pytest

from ludotheque.table import acting
from ludotheque.table.clocks import LAG, Clocks
from ludotheque.table.entries import Play
from ludotheque.table.terms import Terms
from tests.table.dealing import Bench


def live(**more: object) -> Clocks:
    return Clocks(
        Terms.model_validate(
            {"game": "mabula", "players": 2, "rules": 1, "clock": "live", "bank": 60.0, "increment": 5.0}
        ),
        **more,  # type: ignore[arg-type]
    )


def test_a_clock_runs_while_its_seat_is_waited_for_and_gains_when_it_is_no_longer() -> None:
    clocks = live()
    clocks.follow([1], 100.0)
    assert clocks.shown(1, 110.0) == 60 - 10 + LAG
    assert clocks.shown(2, 110.0) == 60
    clocks.follow([2], 120.0)
    assert clocks.shown(1, 500.0) == 60 - 20 + LAG + 5
    assert clocks.due(1) is None
    assert clocks.due(2) == 120 + 60 + LAG


def test_a_quick_answer_costs_nothing() -> None:
    clocks = live()
    clocks.follow([1], 100.0)
    clocks.follow([2], 100.4)
    assert clocks.shown(1, 100.4) == 65


def test_several_clocks_run_at_once() -> None:
    clocks = live()
    clocks.follow([1, 2], 0.0)
    clocks.follow([2], 10.0)
    assert (clocks.shown(1, 20.0), clocks.shown(2, 20.0)) == (60 - 10 + LAG + 5, 60 - 20 + LAG)


def test_a_seat_that_is_waited_for_on_and_on_gains_nothing_in_between() -> None:
    clocks = live()
    for at in (0.0, 5.0, 10.0):
        clocks.follow([1], at)
    clocks.follow([2], 20.0)
    assert clocks.shown(1, 20.0) == 60 - 20 + LAG + 5


@pytest.mark.parametrize("pause", [(105.0, 135.0), (90.0, 130.0)])
def test_a_time_without_a_server_is_charged_to_nobody(pause: tuple[float, float]) -> None:
    clocks = live(pauses=[pause])
    clocks.follow([1], 100.0)
    paused = pause[1] - max(pause[0], 100.0)
    assert clocks.shown(1, 150.0) == pytest.approx(60 - (50 - paused) + LAG)
    assert clocks.due(1) == pytest.approx(100 + 60 + LAG + paused)


def test_a_pause_that_comes_after_the_time_is_over_saves_nobody() -> None:
    clocks = live(pauses=[(300.0, 400.0)])
    clocks.follow([1], 100.0)
    assert clocks.due(1) == 100 + 60 + LAG


def test_a_slow_clock_begins_anew_each_time() -> None:
    terms = Terms.model_validate({"game": "mabula", "players": 2, "rules": 1, "clock": "slow", "days": 1.0})
    clocks = Clocks(terms)
    clocks.follow([1], 0.0)
    assert clocks.due(1) == 86_400
    assert clocks.shown(1, 3600.0) == 82_800
    clocks.follow([2], 80_000.0)
    clocks.follow([1], 81_000.0)
    assert clocks.due(1) == 81_000 + 86_400


def test_the_course_runs_the_clocks_of_its_log() -> None:
    bench = Bench("mabula", clock="live", bank=60.0, increment=5.0)
    begun = bench.course.at
    bench.write(bench_play(bench, 1), begun + 10)
    assert bench.course.clocks.shown(1, begun + 30) == 60 - 10 + LAG + 5
    assert bench.course.clocks.shown(2, begun + 30) == 60 - 20 + LAG
    assert bench.again().clocks.left == bench.course.clocks.left


def bench_play(bench: Bench, seat: int) -> Play:
    return acting.play(bench.course, seat, (bench.first(seat),), bench.draws, bench.plays_alone)
