"""What is sent to a seat: the information audit of the engine, against what leaves the room."""

import json
from typing import Any

import pytest

from ludotheque import Refusal
from ludotheque.table.entries import End, Thinking
from ludotheque.table.seen import error_seen, preview_seen, table_seen
from tests.table.dealing import Bench
from tests.table.test_course import makabana

WANTS = ("json", "picture", "words")


def sent(bench: Bench, seat: int | None, lang: str = "en") -> dict[str, Any]:
    seats = () if seat is None else (seat,)
    return table_seen(bench.course, "t", seats, seat, 1000.0, wants=WANTS, lang=lang)  # type: ignore[arg-type]


def chosen(*projects: tuple[int, int, str]) -> Bench:
    """A table of three in which these seats have made projects: seat, which of the legal targets, card."""
    bench = makabana()
    for seat, index, card in projects:
        assert bench.course.position is not None
        targets = [step.text for step in bench.course.position.legal(seat) if step.text.startswith("build")]
        bench.play(seat, targets[index], f"show:{card}")
    return bench


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_what_others_choose_in_secret_changes_no_byte_of_what_is_sent(lang: str) -> None:
    one, other = chosen((2, 0, "beach")), chosen((2, 7, "type"))
    for seat in (1, 3, None):
        assert json.dumps(sent(one, seat, lang)) == json.dumps(sent(other, seat, lang))
    assert sent(one, 2, lang) != sent(other, 2, lang), "its own choice a seat sees"


def test_a_project_that_was_changed_shows_nothing_of_either() -> None:
    logs = []
    for first, second in ((0, 3), (5, 8)):
        bench = chosen((2, first, "beach"))
        bench.back(2)
        assert bench.course.position is not None
        targets = [step.text for step in bench.course.position.legal(2) if step.text.startswith("build")]
        bench.play(2, targets[second], "show:sector")
        logs.append(json.dumps(sent(bench, 1)))
        assert [one["kind"] for one in sent(bench, 1)["entries"][-3:]] == ["play", "back", "play"]
    assert logs[0] == logs[1]


def test_of_a_secret_entry_only_its_seat_is_told() -> None:
    bench = chosen((2, 0, "beach"))
    entry = sent(bench, 1)["entries"][-1]
    assert {key: entry[key] for key in ("kind", "seat", "secret")} == {"kind": "play", "seat": 2, "secret": True}
    assert "steps" not in entry and "words" not in entry and "thinking" not in entry


def test_who_has_finished_is_public() -> None:
    assert sent(chosen((2, 0, "beach")), None)["waited_for"] == [1, 3]


def test_targets_stay_secret_while_tikis_are_put_and_are_told_afterwards() -> None:
    one = chosen((1, 0, "beach"), (2, 1, "beach"), (3, 2, "beach"))
    target = one.course.standing[-1].play.steps[0]
    assert target not in json.dumps(sent(one, 1))
    for seat in (1, 2, 3):
        one.play(seat, one.first(seat))
    assert target in json.dumps(sent(one, 1))


def test_how_a_bot_thought_is_told_when_the_game_is_over() -> None:
    from ludotheque.table import acting

    bench = Bench("mabula", bots=(1,))
    thinking = Thinking(bot="club", version=3, simulations=500, seconds=None, seed=987654321)
    bench.write(acting.play(bench.course, 1, (bench.first(1),), bench.draws, bench.plays_alone, thinking))
    assert "987654321" not in json.dumps(sent(bench, 2)), "a seed could give away what it plans"
    bench.write(End(how="resigned", seat=2))
    assert "987654321" in json.dumps(sent(bench, 2))


def test_nobody_is_sent_the_id_of_a_person() -> None:
    bench = Bench("mabula")
    assert '"p1"' not in json.dumps(sent(bench, 2)) and '"p2"' not in json.dumps(sent(bench, None))


def test_only_the_seat_itself_gets_its_legal_steps() -> None:
    bench = Bench("mabula")
    assert len(sent(bench, 1)["legal"]) > 10
    assert sent(bench, 2)["legal"] == [] and sent(bench, None)["legal"] == []


def test_entries_are_sent_from_a_number_on() -> None:
    bench = Bench("mabula")
    bench.play(1, bench.first(1))
    whole = table_seen(bench.course, "t", (), None, 0.0)
    rest = table_seen(bench.course, "t", (), None, 0.0, after=bench.course.number - 1)
    assert rest["entries"] == whole["entries"][-1:]
    assert rest["entries"][0]["words"], "steps are told in words"


def test_a_preview_of_a_step_is_a_picture_and_one_that_is_not_legal_is_refused() -> None:
    bench = Bench("mabula")
    assert preview_seen(bench.course, 1, bench.first(1), "en")["picture"].startswith("<svg")
    with pytest.raises(Refusal):
        preview_seen(bench.course, 1, "a1-a9", "en")


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_a_refusal_cites_the_rule_in_the_language_of_the_seat(lang: str) -> None:
    bench = Bench("mabula")
    with pytest.raises(Refusal) as caught:
        bench.play(2, "b1-b2")
    told = error_seen(caught.value, lang)
    assert told["rule"] == "table/turns.1" and told["paragraph"]
    assert told["text"] != error_seen(caught.value, "it" if lang != "it" else "fr")["text"]
