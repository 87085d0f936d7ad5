"""Remarks: what the people at a table hear besides its steps."""

from ludotheque.log.entries import Answer, Ask, Leave
from ludotheque.log.projection.table_projection import project_table
from ludotheque.log.remarks import MOST_REMARKS
from ludotheque.wire.table_messages import RemarkView, Want
from tests.log.test_table_state import makabana, project
from tests.table.dealing import Bench

WORDS: tuple[Want, ...] = ("words",)


def heard(bench: Bench, *own: int, after: int = 0) -> list[RemarkView]:
    """What the person in these seats hears."""
    seat = own[0] if own else None
    return project_table(bench.state, "t", own, seat, wants=WORDS, after=after).remarks


def kinds(bench: Bench, *own: int, after: int = 0) -> list[tuple[str, int | None]]:
    return [(one.kind, one.seat) for one in heard(bench, *own, after=after)]


def asked(bench: Bench, seat: int = 1, what: str = "end") -> int:
    return bench.write(Ask(seat=seat, what=what, entry=bench.state.number if what == "back" else None))  # type: ignore[arg-type]


def played(**more: object) -> Bench:
    """A game of Mabula after a step of seat 1."""
    bench = Bench("mabula", **more)  # type: ignore[arg-type]
    bench.play(1, bench.first(1))
    return bench


# answers


def test_whoever_asked_hears_who_agreed_and_who_would_rather_not() -> None:
    bench = Bench("makabana", 3)
    number = asked(bench)
    bench.write(Answer(seat=2, ask=number, agrees=True))
    bench.write(Answer(seat=3, ask=number, agrees=False))
    assert kinds(bench, 1) == [("agreed", 2), ("refused", 3)]
    assert kinds(bench, 2) == [("refused", 3)], "nobody is told what they said themselves"
    assert kinds(bench) == [("agreed", 2), ("refused", 3)], "requests are public"
    assert [(one.asker, one.what) for one in heard(bench, 1)] == [(1, "end")] * 2


def test_whoever_asked_hears_that_a_step_was_the_answer() -> None:
    bench = played()
    asked(bench)
    bench.play(2, bench.first(2))
    assert kinds(bench, 1) == [("lapsed", 2)]
    assert kinds(bench, 2) == []


def test_whoever_asked_hears_that_a_take_back_was_the_answer() -> None:
    bench = played()
    asked(bench, seat=2)
    bench.back(1)
    assert kinds(bench, 2) == [("lapsed", 1), ("took_back", 1)]


def test_bots_answer_at_once_and_whoever_asked_hears_that_too() -> None:
    bench = played(bots=(2,))
    bench.play(2, bench.first(2))
    bench.write(Ask(seat=1, what="back", entry=bench.state.active_moves[0].number))
    assert kinds(bench, 1) == [("granted", None)]
    assert bench.state.ply == 0


def test_a_request_is_granted_when_the_last_one_who_had_to_answer_leaves() -> None:
    bench = played()
    asked(bench)
    bench.write(Leave(seat=2))
    assert bench.state.is_over and kinds(bench, 1) == [("granted", None)]


def test_a_step_without_a_request_answers_nothing() -> None:
    bench = played()
    assert heard(bench, 2) == []


# boards that go back


def test_whoever_sees_a_board_go_back_hears_who_took_back_what() -> None:
    bench = played()
    bench.back(1)
    [one] = heard(bench, 2)
    assert (one.kind, one.seat, one.many) == ("took_back", 1, 1)
    [words] = one.words
    assert words.startswith("White pushes the marble on")
    assert heard(bench, 1) == []


def test_a_request_that_all_agree_to_is_told_as_a_take_back_of_whoever_asked() -> None:
    bench = played()
    first = bench.state.number
    bench.play(2, bench.first(2))
    number = bench.write(Ask(seat=1, what="back", entry=first))
    bench.write(Answer(seat=2, ask=number, agrees=True))
    assert kinds(bench, 1) == [("agreed", 2)]
    [one] = heard(bench, 2)
    assert (one.kind, one.seat, one.many) == ("took_back", 1, 2)
    assert one.words[0].startswith("White pushes"), "the first one that is gone"


def test_a_secret_choice_that_is_taken_back_is_told_to_nobody() -> None:
    one, other = makabana(), makabana()
    for bench, index in ((one, 0), (other, 3)):
        project(bench, 1, index)
        bench.back(1)
    for seat in (2, 3):
        assert [(said.kind, said.words) for said in heard(one, seat)] == [("took_back", [])]
        assert heard(one, seat) == heard(other, seat)
    assert heard(one) == heard(other)


def test_words_are_sent_only_to_those_who_want_them() -> None:
    bench = played()
    bench.back(1)
    [one] = project_table(bench.state, "t", (2,), 2).remarks
    assert one.words == []


# how many


def test_a_client_hears_what_is_newer_than_what_it_knows() -> None:
    bench = played()
    bench.back(1)
    assert heard(bench, 2, after=bench.state.number) == []


def test_only_the_last_remarks_are_kept() -> None:
    bench = Bench("mabula")
    for _ in range(MOST_REMARKS):
        bench.play(1, bench.first(1))
        asked(bench, seat=2)
        bench.back(1)
    assert len(bench.state.remarks) == MOST_REMARKS
    assert bench.again().remarks == bench.state.remarks, "and they are the replay of the log"
