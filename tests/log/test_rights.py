"""Rights: what a person is offered at a table."""

import pytest

from ludotheque.log.commands import entries_for
from ludotheque.log.entries import Ask, BotHolder, End, Leave, Sit
from ludotheque.log.rights import ENOUGH, rights_of, way_back, why_not_more
from ludotheque.log.table_errors import TableError
from ludotheque.wire.requests import AskAct, TakeBackAct
from ludotheque.wire.table_messages import Rights
from tests.table.dealing import Bench


def rights(bench: Bench, seat: int | None = 1) -> Rights:
    return rights_of(bench.state, seat, (seat,) if seat else (), is_maker=False)


def played(**terms: object) -> Bench:
    """A game of Mabula against a bot, after a step of each."""
    bench = Bench("mabula", bots=(2,), **terms)  # type: ignore[arg-type]
    for seat in (1, 2):
        bench.play(seat, bench.first(seat))
    return bench


# Taking back


def test_a_log_full_of_take_backs_takes_no_more_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever loads a table replays its log, so a log has a longest length: the game's, and so much more."""
    bench = Bench("mabula")
    bench.play(1, bench.first(1))
    monkeypatch.setattr(why_not_more, "__defaults__", (7, ENOUGH))
    for _ in range(2):
        [back] = entries_for(bench.state, "p1", TakeBackAct(), is_maker=False)
        bench.write(back)
        bench.play(1, bench.first(1))
    assert (rights(bench).take_back, rights(bench).ask_back, rights(bench).ask_end) == (None, None, False)
    for act in (TakeBackAct(), AskAct(what="back"), AskAct(what="end")):
        with pytest.raises(TableError, match="too often") as refused:
            entries_for(bench.state, "p1", act, is_maker=False)
        assert refused.value.kind == "full"
    bench.play(2, bench.first(2))
    assert bench.state.ply == 2


def test_a_bot_agrees_at_once_to_withdraw_a_step() -> None:
    bench = played()
    mine = bench.state.active_moves[0].number
    assert (rights(bench).take_back, rights(bench).ask_back, rights(bench).is_granted) == (None, mine, True)
    bench.write(Ask(seat=1, what="back", entry=mine))
    assert bench.state.ply == 0 and bench.state.request is None


def test_in_a_rated_game_a_bot_agrees_to_nothing_and_no_request_is_offered() -> None:
    bench = played(rated=True)
    assert rights(bench) == Rights(resign=True, leave="waits"), "nor is there anybody to talk to"
    bench.write(Ask(seat=1, what="back", entry=bench.state.active_moves[0].number))
    assert bench.state.request is not None and bench.state.agreed == {1}, "nobody would ever answer"


def test_a_seat_whose_person_has_gone_agrees() -> None:
    bench = Bench("mabula")
    for seat in (1, 2):
        bench.play(seat, bench.first(seat))
    assert rights(bench).ask_back and not rights(bench).is_granted, "somebody has to answer"
    bench.write(Leave(seat=2))
    assert rights(bench).is_granted


def test_a_seat_without_an_active_move_is_offered_no_request() -> None:
    bench = Bench("mabula")
    bench.play(1, bench.first(1))
    assert rights(bench, 2).ask_back is None and rights(bench, 2).ask_end
    bench.back(1)
    assert rights(bench, 1).ask_back is None


def test_while_a_request_is_open_no_other_is_offered() -> None:
    bench = Bench("mabula")
    bench.play(1, bench.first(1))
    bench.write(Ask(seat=2, what="end"))
    assert (rights(bench).ask_back, rights(bench).ask_end) == (None, False)


def test_a_spectator_may_do_nothing() -> None:
    assert rights(Bench("mabula"), None) == Rights()


def test_people_at_a_private_table_may_chat_unless_they_are_alone() -> None:
    assert rights(Bench("mabula")).talk
    assert not rights(Bench("mabula"), None).talk, "a spectator"
    assert not rights(Bench("mabula", bots=(2,))).talk
    assert not rights(Bench("mabula", private=False)).talk
    assert not rights(Bench("mabula", messages=False)).talk
    over = Bench("mabula")
    over.write(End(how="resigned", seat=1))
    assert over.state.is_over and rights(over).talk


def test_a_rated_game_is_called_off_only_before_it_begins() -> None:
    """Its first draws are seen as soon as it begins: nobody may look at them and choose others."""
    waits = Bench("mabula", rated=True, is_begun=False)
    assert rights(waits).cancel
    assert not rights(Bench("mabula", rated=True)).cancel
    assert rights(Bench("mabula")).cancel


# Ending and leaving


def test_a_request_to_end_ends_the_game_at_once_against_bots_alone() -> None:
    bench = played()
    assert rights(bench).ends_at_once
    bench.write(Ask(seat=1, what="end"))
    assert bench.state.is_over and not rights(bench).ends_at_once
    assert not rights(Bench("mabula")).ends_at_once, "the other has to answer"


@pytest.mark.parametrize(("absence", "leave"), [("wait", "waits"), ("bot", "bot"), ("end", "ends")])
def test_the_terms_say_what_leaving_does(absence: str, leave: str) -> None:
    bench = Bench("mabula", absence=absence)
    assert rights(bench).leave == leave
    assert rights(bench, None).leave is None, "a spectator has no seat"
    bench.write(End(how="resigned", seat=1))
    assert rights(bench).leave is None


def test_before_the_game_leaving_frees_the_seat_until_all_have_sat_down() -> None:
    bench = Bench("mabula", is_begun=False)
    assert rights(bench).leave is None, "now the game is about to begin"
    bench.write(Sit(seat=2, holder=None))
    assert rights(bench).leave == "frees"


def test_whoever_has_left_a_table_that_waits_leaves_it_no_second_time_and_may_come_back() -> None:
    bench = Bench("mabula")
    bench.write(Leave(seat=1))
    assert rights(bench).leave is None
    assert (way_back(bench.state, "p1"), way_back(bench.state, "p2")) == ("away", None)


def test_whom_a_bot_replaced_may_come_back_while_the_game_lasts() -> None:
    bench = Bench("mabula")
    bench.write(Sit(seat=1, holder=BotHolder(level="club", version=1)))
    assert way_back(bench.state, "p1") == "bot"
    bench.write(End(how="agreed"))
    assert way_back(bench.state, "p1") is None
