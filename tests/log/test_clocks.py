"""Clocks: they run while a seat is waited for, forgive lag, and charge nobody for a time without a server."""

import pytest

from ludotheque.log import commands
from ludotheque.log.clocks import LAG, Clocks
from ludotheque.log.entries import Answer, Ask, BotHolder, Entry, Sit, TimeOut
from ludotheque.log.terms import Terms
from tests.table.dealing import Bench


def live(**more: object) -> Clocks:
    return Clocks(
        Terms.model_validate(
            {
                "game": "mabula",
                "players": 2,
                "rules": 1,
                "seating": "chosen",
                "clock": "live",
                "bank": 60.0,
                "increment": 5.0,
            }
        ),
        **more,  # type: ignore[arg-type]
    )


def test_a_clock_runs_while_its_seat_is_awaited_and_gains_its_increment_afterwards() -> None:
    clocks = live()
    clocks = clocks.follow([1], 100.0)
    assert clocks.remaining_at(1, 110.0) == 60 - 10 + LAG
    assert clocks.remaining_at(2, 110.0) == 60
    clocks = clocks.follow([2], 120.0)
    assert clocks.remaining_at(1, 500.0) == 60 - 20 + LAG + 5
    assert clocks.due(1) is None
    assert clocks.due(2) == 120 + 60 + LAG


def test_a_quick_answer_costs_nothing() -> None:
    clocks = live()
    clocks = clocks.follow([1], 100.0)
    clocks = clocks.follow([2], 100.4)
    assert clocks.remaining_at(1, 100.4) == 65


def test_several_clocks_run_at_once() -> None:
    clocks = live()
    clocks = clocks.follow([1, 2], 0.0)
    clocks = clocks.follow([2], 10.0)
    assert (clocks.remaining_at(1, 20.0), clocks.remaining_at(2, 20.0)) == (60 - 10 + LAG + 5, 60 - 20 + LAG)


def test_a_seat_that_is_still_waited_for_gains_no_increment() -> None:
    clocks = live()
    for at in (0.0, 5.0, 10.0):
        clocks = clocks.follow([1], at)
    clocks = clocks.follow([2], 20.0)
    assert clocks.remaining_at(1, 20.0) == 60 - 20 + LAG + 5


@pytest.mark.parametrize("pause", [(105.0, 135.0), (90.0, 130.0)])
def test_a_time_without_a_server_is_charged_to_nobody(pause: tuple[float, float]) -> None:
    clocks = live(pauses=[pause])
    clocks = clocks.follow([1], 100.0)
    paused = pause[1] - max(pause[0], 100.0)
    assert clocks.remaining_at(1, 150.0) == pytest.approx(60 - (50 - paused) + LAG)
    assert clocks.due(1) == pytest.approx(100 + 60 + LAG + paused)


def test_a_pause_after_the_time_ran_out_gives_no_time_back() -> None:
    clocks = live(pauses=[(300.0, 400.0)])
    clocks = clocks.follow([1], 100.0)
    assert clocks.due(1) == 100 + 60 + LAG


def test_a_slow_clock_is_full_again_at_each_turn() -> None:
    terms = Terms.model_validate(
        {"game": "mabula", "players": 2, "rules": 1, "seating": "chosen", "clock": "slow", "days": 1.0}
    )
    clocks = Clocks(terms)
    clocks = clocks.follow([1], 0.0)
    assert clocks.due(1) == 86_400
    assert clocks.remaining_at(1, 3600.0) == 82_800
    clocks = clocks.follow([2], 80_000.0)
    clocks = clocks.follow([1], 81_000.0)
    assert clocks.due(1) == 81_000 + 86_400


def test_a_table_state_runs_the_clocks_of_its_log() -> None:
    bench = Bench("mabula", clock="live", bank=60.0, increment=5.0)
    begun = bench.state.at
    bench.write(bench_play(bench, 1), begun + 10)
    assert bench.state.clocks.remaining_at(1, begun + 30) == 60 - 10 + LAG + 5
    assert bench.state.clocks.remaining_at(2, begun + 30) == 60 - 20 + LAG
    assert bench.again().clocks.remaining == bench.state.clocks.remaining


def bench_play(bench: Bench, seat: int) -> Entry:
    return commands.play(bench.state, seat, (bench.first(seat),), bench.draws, bench.auto_play).entries[0]


def test_withdrawn_steps_neither_give_nor_cost_time() -> None:
    bench = Bench("mabula", clock="live", bank=60.0, increment=10.0)
    now = bench.state.at
    for _ in range(5):
        bench.write(bench_play(bench, 1), now + 4)
        now += 9
        bench.write(commands.take_back(bench.state, 1), now)
    assert bench.state.clocks.remaining_at(2, now) == 60
    assert bench.state.clocks.remaining_at(1, now) == 60 - 5 * 4 + LAG
    bench.write(bench_play(bench, 1), now + 1)
    assert bench.state.clocks.remaining == {1: 60 - 21 + LAG + 10, 2: 60}


def test_a_slow_clock_resumes_where_it_was_after_a_take_back() -> None:
    bench = Bench("mabula", clock="slow", days=1.0)
    begun = bench.state.at
    bench.write(bench_play(bench, 1), begun + 86_000)
    bench.write(commands.take_back(bench.state, 1), begun + 90_000)
    assert bench.state.clocks.remaining_at(1, begun + 90_000) == pytest.approx(400)
    assert bench.state.clocks.due(1) == pytest.approx(begun + 90_400)


def test_a_take_back_by_consent_charges_nobody() -> None:
    bench = Bench("mabula", clock="live", bank=60.0, increment=10.0)
    begun = bench.state.at
    number = bench.write(bench_play(bench, 1), begun + 5)
    bench.write(bench_play(bench, 2), begun + 25)
    asked = bench.write(Ask(seat=1, what="back", entry=number), begun + 40)
    bench.write(Answer(seat=2, ask=asked, agrees=True), begun + 50)
    assert bench.state.clocks.remaining == {1: 60, 2: 60}
    assert bench.state.clocks.remaining_at(1, begun + 50) == 60 - 5 + LAG
    assert bench.state.clocks.due(2) is None


def test_a_seat_that_plays_and_is_waited_for_again_has_all_its_days_again() -> None:
    bench = Bench("junglerumble", clock="slow", days=1.0)
    begun, seat = bench.state.at, bench.state.waited_for[0]
    bench.write(bench_play(bench, seat), begun + 80_000)
    assert bench.state.waited_for == (seat,)
    assert bench.state.clocks.due(seat) == begun + 80_000 + 86_400


def test_a_person_who_returns_after_a_time_out_has_time_and_is_not_charged_for_the_bot() -> None:
    bench = Bench("mabula", clock="live", bank=90.0, increment=0.0, absence="bot")
    begun, (ada, bot) = bench.state.at, (bench.state.holders[1], BotHolder(level="club", version=1))
    bench.write(TimeOut(seat=1), begun + 91)
    bench.write(Sit(seat=1, holder=bot), begun + 91)
    bench.write(Sit(seat=1, holder=ada), begun + 500)
    assert bench.state.clocks.due(1) == begun + 500 + 60 + LAG
    assert bench.state.clocks.remaining_at(1, begun + 510) == 60 - 10 + LAG


def test_a_take_back_leaves_the_clocks_of_seats_that_choose_at_the_same_time_alone() -> None:
    bench = Bench("makabana", 3, clock="live", bank=60.0, increment=10.0)
    while len(bench.state.waited_for) < 3:
        bench.write(bench_play(bench, bench.state.waited_for[0]))
    began = bench.state.at
    before, first = dict(bench.state.clocks.remaining), bench.state.clocks.remaining_at(1, began + 5)
    for seat, at in ((1, began + 5), (2, began + 8)):
        steps = (bench.first(seat), "show:type")
        bench.write(commands.play(bench.state, seat, steps, bench.draws, bench.auto_play).entries[0], at)
    second = bench.state.clocks.remaining[2]
    bench.write(commands.take_back(bench.state, 1), began + 10)
    clocks = bench.state.clocks
    assert second == before[2] - 8 + LAG + 10 == clocks.remaining[2] and clocks.due(2) is None
    assert clocks.remaining_at(3, began + 10) == before[3] - 10 + LAG
    assert clocks.remaining_at(1, began + 10) == first


def test_the_lag_that_is_forgiven_is_shown() -> None:
    clocks = live()
    clocks = clocks.follow([1], 100.0)
    assert [clocks.lag_allowance(1, now) for now in (100.0, 100.2, 130.0)] == [0, pytest.approx(0.2), LAG]
    assert clocks.lag_allowance(2, 130.0) is None


@pytest.mark.parametrize("clock", ["live", "slow"])
def test_a_client_that_counts_down_by_runs_in_shows_the_same_time_as_the_server(clock: str) -> None:
    clocks = live()
    clocks.terms = clocks.terms.model_copy(update={"clock": clock})
    clocks = clocks.follow([1], 100.0)
    for now in (100.0, 100.2, 100.5, 103.0, 159.0):
        left, runs_in = clocks.remaining_at(1, now), clocks.runs_in(1, now)
        assert left is not None and runs_in is not None
        for gone in (0.0, 0.1, 0.4, 0.6, 30.0):
            counted = max(0.0, left - max(0.0, gone - runs_in))
            assert counted == pytest.approx(clocks.remaining_at(1, now + gone))
    assert clocks.runs_in(2, 130.0) is None


def test_a_late_seat_is_late_once_for_as_long_as_it_is_waited_for() -> None:
    bench = Bench("junglerumble", clock="live", bank=10.0, increment=0.0)
    seat = bench.state.waited_for[0]
    bench.write(TimeOut(seat=seat), bench.state.at + 11)
    bench.write(bench_play(bench, seat), bench.state.at + 12)
    assert bench.state.waited_for == (seat,) and bench.state.late == {seat}
    while seat in bench.state.waited_for:
        bench.write(bench_play(bench, seat), bench.state.at + 1)
    assert bench.state.late == set()


def test_a_player_is_warned_earlier_where_there_is_more_time_to_lose() -> None:
    """From the first warning on the clock is shown large; a slow one warns an hour before its days are over."""
    assert live().warnings == (15, 10)
    assert live().show(0.0)[1].warnings == (15, 10)
    long, slow = (live().terms.model_copy(update=more) for more in ({"bank": 600.0}, {"clock": "slow"}))
    assert Clocks(long).warnings == (30, 10)
    assert Clocks(slow).warnings == (3600, 600)
    assert Clocks(long.model_copy(update={"clock": "none"})).warnings == ()
