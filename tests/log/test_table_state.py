"""The table state: moves in effect, take-backs, requests and stale steps; the same for all games."""

import pytest

from ludotheque import Refusal, SetupError
from ludotheque.log import commands
from ludotheque.log.commands import is_stale
from ludotheque.log.entries import ENTRY, Answer, Ask, BotHolder, End, Leave, PersonHolder, Play, Sit
from ludotheque.log.entry_replay import replay
from ludotheque.log.history import TableHistory, tell
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import Terms
from ludotheque.log.undo import may_take_back
from ludotheque.play.position import Position, Step
from ludotheque.table.registry.write_retry import work_rows
from ludotheque.table.service.game_record import table_record
from tests.table.dealing import Bench

HUTS = (
    "danae.sand.flower", "danae.lagoon.tattoo", "danae.lagoon.flower",
    "evao.lagoon.fish", "evao.sand.fish", "evao.palm.tattoo",
)  # fmt: skip


def makabana() -> Bench:
    """Three seats, all huts put: everybody makes a project."""
    bench = Bench("makabana", 3)
    for seat, site in zip((1, 2, 3, 3, 2, 1), HUTS, strict=True):
        bench.play(seat, f"hut:{site}")
    assert bench.state.waited_for == (1, 2, 3)
    return bench


def project(bench: Bench, seat: int, index: int = 0) -> int:
    """A project that is legal, target and card together."""
    assert bench.state.position is not None
    targets = [step.text for step in bench.state.position.legal(seat) if step.text.startswith("build")]
    return bench.play(seat, targets[index], "show:beach")


def test_a_table_state_is_the_replay_of_its_log() -> None:
    bench = Bench("marabunta")
    for _ in range(60):
        if not bench.state.is_over:
            bench.play(bench.state.waited_for[0], bench.first(bench.state.waited_for[0]))
    again = bench.again()
    assert again.position == bench.state.position
    assert again.ply == bench.state.ply > 60
    assert again.next_draw == bench.state.next_draw


def test_a_table_is_open_until_its_game_begins_and_over_when_the_game_is() -> None:
    bench = Bench("mabula")
    stages = [replay(TableState(bench.terms), bench.log[:many]).stage for many in range(len(bench.log) + 1)]
    assert stages == ["open", "open", "open", "playing"], "two sit down, then it begins"
    bench.write(End(how="resigned", seat=1))
    assert bench.state.stage == "over"


def test_an_entry_is_the_same_after_storing_and_loading() -> None:
    bench = Bench("junglerumble", 3)
    bench.play(1, bench.first(1))
    for logged in bench.log:
        assert ENTRY.validate_json(ENTRY.dump_json(logged.entry)) == logged.entry


def test_chance_is_drawn_in_the_entry_that_leads_to_it() -> None:
    bench = Bench("marabunta")
    assert bench.state.waited_for == (1,), "tile and dice are drawn by the beginning"
    assert bench.draws.numbers == list(range(1, 8))
    assert bench.state.next_draw == 8


def test_the_table_plays_a_single_option_and_withdraws_it_with_the_choice_before_it() -> None:
    busy, patient = Bench("junglerumble", 2), Bench("junglerumble", 2, alone=False)
    assert patient.state.ply == 0
    assert busy.state.ply > 0, "the first waking has one option"
    before = busy.state.position
    busy.play(busy.state.waited_for[0], busy.first(busy.state.waited_for[0]))
    last = busy.state.active_moves[-1].play
    busy.back(last.seat)
    assert busy.state.position == before


def test_a_draw_is_never_used_twice() -> None:
    bench = Bench("marabunta")
    while bench.state.next_draw == 8:
        bench.play(bench.state.waited_for[0], bench.first(bench.state.waited_for[0]))
    last = bench.state.active_moves[-1]
    assert may_take_back(bench.state, last.play.seat) is None, "dice were drawn"
    bench.write(Ask(seat=last.play.seat, what="back", entry=last.number))
    bench.write(Answer(seat=3 - last.play.seat, ask=bench.state.number, agrees=True))
    assert bench.state.position == last.before
    bench.play(last.play.seat, *last.play.steps)
    assert len(bench.draws.numbers) == len(set(bench.draws.numbers))
    assert not bench.state.is_rated


def test_a_seat_takes_back_its_step_until_another_has_moved() -> None:
    bench = Bench("mabula", rated=True)
    number = bench.play(1, bench.first(1))
    assert may_take_back(bench.state, 1) == number
    assert may_take_back(bench.state, 2) is None, "it has played nothing"
    bench.play(2, bench.first(2))
    assert may_take_back(bench.state, 1) is None
    bench.back(2)
    assert may_take_back(bench.state, 1) == number
    bench.back(1)
    assert bench.state.ply == 0
    assert bench.state.is_rated, "nothing was learned"


def test_a_project_can_be_changed_until_the_last_seat_is_done() -> None:
    bench = makabana()
    project(bench, 1, 0)
    project(bench, 2, 1)
    assert may_take_back(bench.state, 1), "what another chose in secret is not seen"
    bench.back(1)
    project(bench, 1, 3)
    assert bench.state.waited_for == (3,)
    project(bench, 3, 2)
    assert [may_take_back(bench.state, seat) for seat in (1, 2, 3)] == [None, None, None], "cards are shown"


def test_a_tiki_can_be_taken_back_until_the_next_seat_moves_or_projects_are_carried_out() -> None:
    bench = makabana()
    for seat in (1, 2, 3):
        project(bench, seat, seat)
    for seat in (1, 2):
        number = bench.play(seat, bench.first(seat))
        assert may_take_back(bench.state, seat) == number
    bench.play(3, bench.first(3))
    assert may_take_back(bench.state, 3) is None, "all projects are open now"


def test_a_hut_cannot_be_taken_back_once_a_project_depends_on_it() -> None:
    bench = makabana()
    assert may_take_back(bench.state, 1), "it put the last hut"
    project(bench, 2)
    assert may_take_back(bench.state, 1) is None


def test_half_a_project_is_refused_and_leaves_nothing() -> None:
    bench = makabana()
    with pytest.raises(Refusal, match="send them together"):
        bench.play(1, bench.first(1))
    assert bench.state.ply == 6


def test_steps_are_accepted_together_or_not_at_all() -> None:
    bench = makabana()
    with pytest.raises(Refusal):
        bench.play(1, bench.first(1), "show:paint")
    assert bench.state.waited_for == (1, 2, 3)


def test_secret_choices_of_others_make_no_step_stale_but_own_choices_do() -> None:
    bench = makabana()
    seen = bench.state.number
    project(bench, 2)
    assert not is_stale(bench.state, 1, seen)
    project(bench, 1)
    assert is_stale(bench.state, 1, seen), "its own choice from another device"
    assert not is_stale(bench.state, 3, seen)
    bench.back(2)
    assert not is_stale(bench.state, 3, seen)
    assert is_stale(bench.state, 2, seen)


def test_the_cards_that_are_shown_make_a_step_stale() -> None:
    bench = makabana()
    project(bench, 1)
    seen = bench.state.number
    project(bench, 2, 1)
    project(bench, 3, 2)
    assert is_stale(bench.state, 1, seen)
    assert not is_stale(bench.state, 1, bench.state.number)


def test_in_a_game_without_secrets_every_step_makes_older_ones_stale() -> None:
    bench = Bench("mabula")
    seen = bench.state.number
    assert not is_stale(bench.state, 1, seen)
    bench.play(1, bench.first(1))
    assert is_stale(bench.state, 1, seen) and is_stale(bench.state, 2, seen)


def test_a_request_is_granted_when_all_agree_and_not_before() -> None:
    bench = makabana()
    asked = bench.write(Ask(seat=2, what="end"))
    bench.write(Answer(seat=1, ask=asked, agrees=True))
    assert not bench.state.is_over
    bench.write(Answer(seat=3, ask=asked, agrees=True))
    assert bench.state.end == End(how="agreed")
    assert bench.state.request is None
    assert bench.state.waited_for == ()


def test_one_refusal_ends_a_request() -> None:
    bench = makabana()
    asked = bench.write(Ask(seat=2, what="end"))
    bench.write(Answer(seat=1, ask=asked, agrees=False))
    bench.write(Answer(seat=3, ask=asked, agrees=True))
    assert bench.state.request is None and not bench.state.is_over


def test_bots_always_consent() -> None:
    bench = Bench("mabula", bots=(2,))
    bench.play(1, bench.first(1))
    bench.play(2, bench.first(2))
    entry = bench.state.active_moves[0].number
    bench.write(Ask(seat=1, what="back", entry=entry))
    assert bench.state.ply == 0, "their replies go back with yours"


@pytest.mark.parametrize("name", ["board", "start", "rules", "luck"])
def test_only_options_of_the_game_reach_it(name: str) -> None:
    terms = Terms.model_validate(
        {"game": "mabula", "players": 2, "rules": 1, "seating": "chosen", "options": {name: "/etc/passwd"}}
    )
    with pytest.raises(SetupError, match="has no such option"):
        terms.setup(0)


def test_nobody_plays_at_a_table_that_is_over() -> None:
    bench = Bench("mabula")
    bench.write(End(how="resigned", seat=1))
    with pytest.raises(Refusal, match="not being played"):
        commands.play(bench.state, 1, ("b1-b2",), bench.draws, bench.auto_play)


def test_the_last_project_is_whole_without_the_tiki_that_follows_it() -> None:
    """The first player, if they choose last, sees the cards before they place their Tiki."""
    bench = Bench("makabana", 3)
    while len(bench.state.waited_for) < 3:
        bench.play(bench.state.waited_for[0], bench.first(bench.state.waited_for[0]))
    for seat in (3, 2, 1):
        bench.play(seat, bench.first(seat), "show:type")
    assert bench.state.waited_for == (1,), "the first player's Tiki"
    assert bench.first(1).startswith("tiki:")


def test_public_and_secret_steps_are_refused_in_one_entry() -> None:
    bench = Bench("makabana", 3)
    while len(bench.state.waited_for) < 3:
        seat, position = bench.state.waited_for[0], bench.state.position
        assert position is not None
        step = position.legal(seat)[0]
        if len((after := position.play(step)).actors) == 3:
            secret = after.legal(seat)[0].text
            with pytest.raises(Refusal) as refused:
                bench.play(seat, step.text, secret, "show:type")
            assert (refused.value.kind, refused.value.rule) == ("mixed", "table.half")
        bench.play(seat, step.text)
    project = (bench.first(1), "show:type")
    for seat in (2, 3):
        bench.play(seat, bench.first(seat), "show:type")
    position = bench.state.position
    assert position is not None
    tiki = position.play(project[0], 1).play(project[1], 1).legal(1)[0].text
    with pytest.raises(Refusal, match="one after the other"):
        bench.play(1, *project, tiki)


@pytest.mark.parametrize("what", ["end", "back"])
def test_agreeing_after_the_end_changes_nothing(what: str) -> None:
    bench = Bench("mabula")
    number = bench.play(1, bench.first(1))
    asked = bench.write(Ask(seat=1, what=what, entry=number if what == "back" else None))  # type: ignore[arg-type]
    bench.write(End(how="resigned", seat=2))
    bench.write(Answer(seat=2, ask=asked, agrees=True))
    assert bench.state.end == End(how="resigned", seat=2)
    assert bench.state.ply == 1


def test_a_bot_that_takes_a_seat_agrees_to_the_open_request_and_a_person_who_returns_must_answer_it() -> None:
    bench = Bench("makabana", 3)
    ada, bot = bench.state.holders[2], BotHolder(level="club", version=1)
    asked = bench.write(Ask(seat=1, what="end"))
    bench.write(Sit(seat=2, holder=bot))
    assert bench.state.agreed == {1, 2}
    bench.write(Sit(seat=2, holder=ada))
    assert bench.state.agreed == {1}, "the bot's word is not his"
    bench.write(Sit(seat=2, holder=bot))
    bench.write(Answer(seat=3, ask=asked, agrees=True))
    assert bench.state.end == End(how="agreed")


def test_a_request_needs_no_answer_from_a_person_who_has_left() -> None:
    bench = Bench("makabana", 3)
    bench.write(Leave(seat=3))
    assert bench.state.away == {3} and isinstance(bench.state.holders[3], PersonHolder)
    asked = bench.write(Ask(seat=1, what="end"))
    bench.write(Answer(seat=2, ask=asked, agrees=True))
    assert bench.state.end == End(how="agreed")


def test_a_person_who_has_left_is_back_as_soon_as_they_play() -> None:
    bench = Bench("mabula")
    bench.write(Leave(seat=1))
    bench.play(1, bench.first(1))
    assert bench.state.away == set()


def test_a_bots_turn_begins_anew_only_after_its_choice_or_a_take_back() -> None:
    bench = Bench("makabana", 3, bots=(3,))
    while len(bench.state.waited_for) < 3:
        bench.play(bench.state.waited_for[0], bench.first(bench.state.waited_for[0]))
    since = bench.state.waiting_since[3]
    bench.play(1, bench.first(1), "show:type")
    bench.back(1)
    bench.write(Ask(seat=1, what="end"))
    assert bench.state.waiting_since[3] == since
    assert [(row.seat, row.number) for row in work_rows(bench.state)] == [(3, since)]


def test_steps_from_before_the_beginning_or_from_beyond_the_log_are_stale() -> None:
    bench = Bench("mabula")
    begun = bench.state.number
    assert [commands.is_stale(bench.state, 1, seen) for seen in (0, begun - 1, begun, begun + 1)] == [
        True, True, False, True,
    ]  # fmt: skip


def count_plays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The steps that positions play from now on."""
    played: list[str] = []
    play = Position.play

    def counted(position: Position, move: Step | str, seat: int | None = None) -> Position:
        played.append(str(move))
        return play(position, move, seat)

    monkeypatch.setattr(Position, "play", counted)
    return played


def taken_back_often(times: int) -> Bench:
    """A game of Mabula in which the twentieth move is played and taken back so many times."""
    bench = Bench("mabula")
    for _ in range(19):
        bench.play(bench.state.waited_for[0], bench.first(bench.state.waited_for[0]))
    for _ in range(times):
        bench.play(bench.state.waited_for[0], bench.first(bench.state.waited_for[0]))
        bench.back(bench.state.active_moves[-1].play.seat)
    return bench


def test_a_take_back_plays_no_earlier_step_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a log of many take-backs would cost as many replays of the whole game."""
    bench = taken_back_often(100)
    steps = sum(len(one.entry.steps) + len(one.entry.then) for one in bench.log if isinstance(one.entry, Play))
    played = count_plays(monkeypatch)
    assert bench.again().position == bench.state.position
    assert len(played) == steps, "each step of the log once"


def test_a_history_and_a_record_are_read_from_a_state_without_a_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = taken_back_often(3)
    bench.write(End(how="resigned", seat=1))
    told = TableHistory(bench.state)
    played = count_plays(monkeypatch)
    record = table_record(told, "k3PqXw9rTm").record
    assert played == []
    assert record.header["x-back-3"] == "seat 2, 1 step from ply 19"
    assert told.stints == tell(bench.terms, bench.log).stints


def test_a_take_back_granted_when_somebody_leaves_is_in_the_history() -> None:
    bench = Bench("mabula", absence="wait")
    bench.play(1, bench.first(1))
    bench.play(2, bench.first(2))
    bench.write(Ask(seat=2, what="back", entry=bench.state.active_moves[0].number))
    bench.write(Leave(seat=1))
    [back] = TableHistory(bench.state).withdrawn
    assert (back.seat, back.ply, back.steps) == (2, 0, 2)
