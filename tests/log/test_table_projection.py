"""Projections and subscriptions: no message gives a seat more than it may know, and updates add up to the whole log."""

import asyncio
import json
import random
from dataclasses import fields, replace
from typing import Any

import pytest
from pydantic import TypeAdapter

from ludotheque import Refusal
from ludotheque import game as game_of
from ludotheque.drawing import draw, marks_of
from ludotheque.drawing import told as told_step
from ludotheque.drawing.element import Element
from ludotheque.games import NAMES
from ludotheque.log.commands import take_back
from ludotheque.log.entries import (
    Answer,
    Ask,
    Back,
    BotHolder,
    End,
    Entry,
    Leave,
    Logged,
    PersonHolder,
    Play,
    Restored,
    Sealed,
    Sit,
    Thinking,
)  # fmt: skip
from ludotheque.log.entry_replay import apply_entry, replay
from ludotheque.log.projection.drawing_projection import last_elements, project_elements
from ludotheque.log.projection.entry_projection import has_words
from ludotheque.log.projection.subscription import (
    MOST_MISSED,
    Subscription,
    cache_words,
    changed_since,
    find_withdrawn,
    shown_entries,
)
from ludotheque.log.projection.visibility import Visibility
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.play.choice import choices_of, parts_of
from ludotheque.table.service.turn_stream import Turns
from ludotheque.wire.table_messages import ElementView, Want, to_text
from ludotheque.wire.turn_events import TurnEvent
from tests.conftest import sampled, some_of
from tests.drawing.composing import Page
from tests.log.test_table_state import HUTS, makabana
from tests.table.dealing import Bench
from tests.table.sent import entries_sent, missed_sent, news_sent, preview_sent, problem_sent, table_sent

WANTS = ("json", "picture", "words", "elements")
ADA, BOT = PersonHolder(person="p1", name="Ada"), BotHolder(level="club", version=1)
TOLD: tuple[Want, ...] = ("told",)
DRAWING: tuple[Want, ...] = ("drawing",)
PLAYERS = {"mabula": 2, "marabunta": 2, "makabana": 3, "junglerumble": 4}


def sent(bench: Bench, seat: int | None, lang: str = "en") -> dict[str, Any]:
    seats = () if seat is None else (seat,)
    return table_sent(bench.state, "t", seats, seat, wants=WANTS, lang=lang)


def chosen(*projects: tuple[int, int, str]) -> Bench:
    """A table of three in which these seats have made projects: seat, which of the legal targets, card."""
    bench = makabana()
    for seat, index, card in projects:
        assert bench.state.position is not None
        targets = [step.text for step in bench.state.position.legal(seat) if step.text.startswith("build")]
        bench.play(seat, targets[index], f"show:{card}")
    return bench


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_secret_choices_of_others_change_no_byte_of_a_message(lang: str) -> None:
    one, other = chosen((2, 0, "beach")), chosen((2, 7, "type"))
    for seat in (1, 3, None):
        assert json.dumps(sent(one, seat, lang)) == json.dumps(sent(other, seat, lang))
        assert missed_sent(one.state, seat, lang, 3) == missed_sent(other.state, seat, lang, 3)
        assert len(json.dumps(news(one, seat))) == len(json.dumps(news(other, seat)))
    assert sent(one, 2, lang) != sent(other, 2, lang), "its own choice a seat sees"


def news(bench: Bench, seat: int | None, after: int = 5) -> dict[str, Any]:
    """The entries that a resuming client is sent."""
    return news_sent(Subscription(after=after), bench.state, "t", (), seat)


def mixed(index: int) -> Bench:
    """An entry of a hut that all see and a project that nobody else does; `commands.play` refuses to make one."""
    bench = Bench("makabana", 3)
    for seat, site in zip((1, 2, 3, 3, 2), HUTS, strict=False):
        bench.play(seat, f"hut:{site}")
    assert bench.state.position is not None
    hut = f"hut:{HUTS[-1]}"
    after = bench.state.position.play(hut, 1)
    targets = [step.text for step in after.legal(1) if step.text.startswith("build")]
    bench.write(Play(seat=1, steps=(hut, targets[index], "show:beach")))
    return bench


def test_an_entry_of_an_open_and_a_secret_part_is_cut_between_the_two() -> None:
    one, other = mixed(0), mixed(7)
    for seat in (2, 3, None):
        assert json.dumps(sent(one, seat)) == json.dumps(sent(other, seat))
        entry = sent(one, seat)["entries"][-1]
        assert (entry["steps"], entry["secret"]) == ([f"hut:{HUTS[-1]}"], True)
        assert "build" not in json.dumps(entry) and len(entry["words"]) == 1
    assert len(sent(one, 1)["entries"][-1]["steps"]) == 3


def test_an_open_and_a_secret_part_withdrawn_together_stay_secret() -> None:
    one, other = mixed(0), mixed(7)
    for bench in (one, other):
        bench.write(Back(seat=1, entries=(bench.state.number,)))
    for seat in (2, 3, None):
        assert json.dumps(sent(one, seat)) == json.dumps(sent(other, seat))


def test_refusals_and_previews_of_others_reveal_no_secret() -> None:
    one, other = chosen((2, 0, "beach")), chosen((2, 7, "type"))
    assert one.state.position is not None
    targets = [step.text for step in one.state.position.legal(1)]
    for steps in (targets[:1], [targets[0], "show:beach"], [targets[7], "show:type"]):
        shown = [json.dumps(preview_sent(bench.state, 1, steps, "en")) for bench in (one, other)]
        assert shown[0] == shown[1]
    for text in ("build:nowhere", "hut:danae.sand.flower", "show:beach", "none"):
        assert refused(one, text) == refused(other, text)


def refused(bench: Bench, text: str) -> dict[str, Any]:
    """The refusal that seat 1 is sent for a step."""
    with pytest.raises(Refusal) as caught:
        preview_sent(bench.state, 1, [text], "en")
    return problem_sent(caught.value, "en")


def test_the_turns_of_others_reveal_no_secret() -> None:
    events = []
    for bench in (chosen((2, 0, "beach")), chosen((2, 7, "type"))):
        turns = Turns(None, "p1")  # type: ignore[arg-type]
        events.append([turns._turn("t", bench.state, seat) for seat in (1, 3)])
    told = [[to_text(event) for seen in bench for event in seen] for bench in events]
    assert told[0] == told[1]
    first = events[0][0][0]
    assert isinstance(first, TurnEvent) and first.choices


def test_a_changed_project_shows_neither_version() -> None:
    logs = []
    for first, second in ((0, 3), (5, 8)):
        bench = chosen((2, first, "beach"))
        bench.back(2)
        assert bench.state.position is not None
        targets = [step.text for step in bench.state.position.legal(2) if step.text.startswith("build")]
        bench.play(2, targets[second], "show:sector")
        logs.append(json.dumps(sent(bench, 1)))
        assert [one["kind"] for one in sent(bench, 1)["entries"][-3:]] == ["play", "back", "play"]
    assert logs[0] == logs[1]


def test_of_a_secret_entry_only_its_seat_is_sent() -> None:
    bench = chosen((2, 0, "beach"))
    entry = sent(bench, 1)["entries"][-1]
    assert {key: entry[key] for key in ("kind", "seat", "secret")} == {"kind": "play", "seat": 2, "secret": True}
    assert "steps" not in entry and "words" not in entry and "thinking" not in entry


def test_the_seats_that_have_chosen_are_public() -> None:
    assert sent(chosen((2, 0, "beach")), None)["waited_for"] == [1, 3]


def test_targets_stay_secret_while_tikis_are_placed_and_are_sent_afterwards() -> None:
    one = chosen((1, 0, "beach"), (2, 1, "beach"), (3, 2, "beach"))
    target = one.state.active_moves[-1].play.steps[0]
    assert target not in json.dumps(sent(one, 1))
    for seat in (1, 2, 3):
        one.play(seat, one.first(seat))
    assert target in json.dumps(sent(one, 1))


def test_how_a_bot_thought_is_sent_once_the_game_is_over() -> None:
    from ludotheque.log import commands

    bench = Bench("mabula", bots=(1,))
    thinking = Thinking(bot="club", version=3, simulations=500, seconds=None, seed=987654321)
    bench.write(commands.play(bench.state, 1, (bench.first(1),), bench.draws, bench.auto_play, thinking).entries[0])
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
    whole = table_sent(bench.state, "t", (), None)
    rest = table_sent(bench.state, "t", (), None, after=bench.state.number - 1)
    assert rest["entries"] == whole["entries"][-1:]
    assert "words" not in rest["entries"][0], "they were not asked for"
    told = table_sent(bench.state, "t", (), None, after=bench.state.number - 1, wants=["words"])
    assert told["entries"][0]["words"], "steps are told in words"


def test_a_preview_of_a_step_is_a_picture_and_one_that_is_not_legal_is_refused() -> None:
    bench = Bench("mabula")
    assert preview_sent(bench.state, 1, [bench.first(1)], "en")["picture"].startswith("<svg")
    with pytest.raises(Refusal):
        preview_sent(bench.state, 1, ["a1-a9"], "en")


def test_all_parts_of_a_choice_are_previewed_together_and_nothing_else() -> None:
    bench = makabana()
    first, cards = next(iter(sent(bench, 1)["parts"].items()))
    pictures = {preview_sent(bench.state, 1, [first, card], "en")["picture"] for card in cards}
    pictures.add(preview_sent(bench.state, 1, [first], "en")["picture"])
    assert len(pictures) == len(cards) + 1
    with pytest.raises(Refusal):
        preview_sent(bench.state, 1, [first, first], "en")
    other = Bench("mabula")
    with pytest.raises(TableError, match="parts of one choice"):
        preview_sent(other.state, 1, [other.first(1)] * 2, "en")


def play_on(bench: Bench, chance: random.Random) -> None:
    """Make any choice for an awaited seat."""
    assert bench.state.position is not None
    seat = chance.choice(bench.state.waited_for)
    bench.play(seat, *chance.choice(choices_of(bench.state.position.view(seat))))


def test_a_seat_is_sent_all_parts_of_its_choices_and_each_can_be_made() -> None:
    bench = makabana()
    parts = sent(bench, 1)["parts"]
    assert len(parts) > 10 and sent(bench, None)["parts"] == {}
    assert set(parts) <= set(sent(bench, 1)["legal"])
    for first, cards in parts.items():
        for card in cards:
            again = makabana()
            again.play(1, first, card)
    assert bench.state.position is not None
    assert choices_of(bench.state.position.view(1)) == [(first, card) for first in parts for card in parts[first]]


@pytest.mark.parametrize("game", [name for name in NAMES if name != "makabana"])
def test_no_parts_are_sent_where_every_choice_is_one_step(game: str) -> None:
    bench, chance = Bench(game, PLAYERS[game]), random.Random(1)
    for _ in range(12):
        assert bench.state.position is not None
        assert all(parts_of(bench.state.position.view(seat)) == {} for seat in bench.state.waited_for)
        play_on(bench, chance)


@pytest.mark.parametrize("game", NAMES)
def test_each_legal_step_comes_with_the_elements_that_express_it(game: str) -> None:
    bench, chance = Bench(game, PLAYERS[game]), random.Random(2)
    for _ in range(25):
        if bench.state.is_over:
            break
        position, seat = bench.state.position, chance.choice(bench.state.waited_for)
        assert position is not None
        told, page = sent(bench, seat), Page(draw(position.view(seat), marks_of(position, seat)))
        assert {step: set(told["elements"][step]) for step in page.paths} == page.paths
        assert set(told["elements"]) == page.steps | set(page.after) >= set(told["legal"])
        assert all(f'id="{one}"' in told["picture"] for path in told["elements"].values() for one in path)
        play_on(bench, chance)
    assert "elements" not in table_sent(bench.state, "t", (1,), 1), "they are drawn, so they must be wanted"


def test_a_refusal_names_the_elements_that_it_is_about() -> None:
    bench = Bench("mabula")
    with pytest.raises(Refusal) as caught:
        bench.play(1, "d8-d1")
    assert [one for one in problem_sent(caught.value, "en")["elements"] if one.startswith("cell-")]


def differs(bench: Bench, seat: int | None, after: int) -> set[int]:
    """The entries that look different now than they did: both logs replayed, slowly and obviously."""
    then = shown_entries(replay(TableState(bench.terms), bench.log[:after]), seat)
    now = shown_entries(bench.state, seat)
    return {number for number, how in now.items() if number <= after and then.get(number) != how}


@pytest.mark.parametrize("seed", some_of(range(4), 0))
def test_a_client_that_resumes_is_sent_every_entry_that_looks_different_now(seed: int) -> None:
    bench, chance, opened = makabana(), random.Random(seed), 0
    for _ in range(30):
        if bench.state.is_over:
            break
        take_back_any(bench, chance)
        play_on(bench, chance)
        for after in chance.sample(range(bench.state.number), 3):
            for seat in (1, 2, 3, None):
                wanted = differs(bench, seat, after)
                assert wanted <= set(changed_since(bench.state, seat, after)), (seed, seat, after)
                opened += len(wanted)
    assert opened > 10


def take_back_any(bench: Bench, chance: random.Random) -> None:
    """Now and then take back a step, alone or by consent."""
    wish, seat = chance.randrange(8), chance.choice((1, 2, 3))
    if wish == 0:
        try:
            bench.write(take_back(bench.state, seat))
        except Refusal:
            return
    elif wish == 1 and bench.state.active_moves:
        standing = bench.state.active_moves
        to = chance.choice([standing[0], *standing[-2:]]).number
        ask = bench.write(Ask(seat=seat, what="back", entry=to))
        for other in {1, 2, 3} - {seat}:
            bench.write(Answer(seat=other, ask=ask, agrees=True))


@pytest.mark.parametrize("how", ["answer", "leave", "bot"])
def test_projects_that_were_shown_and_are_hidden_again_are_sent_again(how: str) -> None:
    """The last Tiki reveals all projects; once it is withdrawn by consent, they are secret again."""
    bench = chosen((1, 0, "beach"), (2, 1, "beach"), (3, 2, "beach"))
    first, second = bench.state.number - 2, bench.state.number - 1
    last = [bench.play(seat, bench.first(seat)) for seat in (1, 2, 3)][-1]
    line = Subscription()
    before = {one["number"]: one for one in news_sent(line, bench.state, "t", (), 3)["entries"]}
    assert "steps" in before[first] and "steps" in before[second]
    ask = bench.write(Ask(seat=1, what="back", entry=last))
    bench.write(Answer(seat=3, ask=ask, agrees=True))
    last_word: dict[str, Entry] = {
        "answer": Answer(seat=2, ask=ask, agrees=True), "leave": Leave(seat=2), "bot": Sit(seat=2, holder=BOT)
    }  # fmt: skip
    bench.write(last_word[how])
    for told in (news_sent(line, bench.state, "t", (), 3), news(bench, 3, after=last)):
        again = {one["number"]: one for one in told["entries"]}
        assert "steps" not in again[first] and "steps" not in again[second] and again[last]["withdrawn"]
    bench.play(3, bench.first(3))
    again = {one["number"]: one for one in news_sent(line, bench.state, "t", (), 3)["entries"]}
    assert again[first] == before[first] and again[second] == before[second]


@pytest.mark.parametrize("seed", some_of(range(6), 0, 2))
def test_a_client_that_is_sent_updates_now_and_then_knows_the_whole_log(seed: int) -> None:
    """Choices are withdrawn, alone and by consent; hidden, revealed, and hidden again; a bot replaces a person."""
    bench, chance = makabana(), random.Random(seed)
    heard: list[tuple[int | None, Subscription, dict[int, Any]]] = [
        (seat, Subscription(), {}) for seat in (1, 2, 3, None) * 2
    ]
    for _ in range(50):
        take_back_any(bench, chance)
        if chance.random() < 0.15:
            bench.write(Sit(seat=1, holder=BOT if chance.random() < 0.5 else ADA))
        if bench.state.is_over:
            break
        play_on(bench, chance)
        for place, (own, line, known) in enumerate(heard):
            if chance.random() < 0.7:
                seat = None if own == 1 and bench.state.holders[1] == BOT else own
                if place > 3:  # one who always calls anew
                    line = Subscription(after=max(known, default=0))
                known.update((one["number"], one) for one in news_sent(line, bench.state, "t", (), seat)["entries"])
                whole = news_sent(Subscription(), bench.state, "t", (), seat)["entries"]
                assert [known[number] for number in sorted(known)] == whole, (seed, place)


def test_choices_sealed_with_a_lost_key_are_sent_as_withdrawn_without_their_sealed_text() -> None:
    bench = chosen((1, 0, "beach"), (2, 1, "beach"))
    number, hidden = bench.state.number, sorted(bench.state.hidden)
    assert len(hidden) == 2
    log = [
        one.model_copy(update={"entry": Sealed(seat=one.entry.seat, text="SEAL", then=(), draw=0)})
        if one.number in hidden and isinstance(one.entry, Play) else one
        for one in bench.log
    ]  # fmt: skip
    state = replay(TableState(bench.terms), log)
    apply_entry(
        state, Logged(number=number + 1, at=99.0, entry=Restored(commitment="0" * 64, sealed="x", lost=state.lost))
    )
    for seat in (1, 2, 3, None):
        sent = news_sent(Subscription(after=number), state, "t", (), seat)
        gone = {one["number"]: one.get("withdrawn") for one in sent["entries"]}
        assert gone == {hidden[0]: True, hidden[1]: True, number + 1: None}
        assert "SEAL" not in json.dumps(sent)
        assert "SEAL" not in json.dumps(news_sent(Subscription(), state, "t", (), seat))


def test_an_entry_that_has_not_changed_is_not_sent_again() -> None:
    bench = chosen((1, 0, "beach"), (2, 1, "beach"))
    assert changed_since(bench.state, 1, bench.state.number - 1) == []
    assert find_withdrawn(bench.state, 0) == set()


def test_missed_includes_revealed_and_withdrawn_entries_and_is_capped() -> None:
    bench = chosen((2, 0, "beach"))
    number = bench.state.number
    bench.back(2)
    told = missed_sent(bench.state, 1, "en", number)
    assert [(one["number"], one.get("withdrawn")) for one in told] == [(number, True), (number + 1, None)]
    long, chance = Bench("junglerumble", 4), random.Random(3)
    for _ in range(MOST_MISSED + 20):
        play_on(long, chance)
    told = missed_sent(long.state, 1, "en", 0)
    assert [one["number"] for one in told] == list(range(long.state.number - MOST_MISSED + 1, long.state.number + 1))


def test_a_client_that_knows_entries_beyond_the_log_is_sent_everything() -> None:
    bench = Bench("mabula")
    for seen in (news(bench, 1, after=99)["entries"], missed_sent(bench.state, 1, "en", 99)):
        assert [entry["number"] for entry in seen] == [1, 2, 3]


def test_words_are_cached_until_earlier_steps_are_withdrawn() -> None:
    bench = chosen((1, 0, "beach"), (2, 1, "sector"))
    asyncio.run(cache_words(bench.state, 2, "fr", 0))
    visibility = Visibility.of(bench.state, 2)
    assert all(has_words(visibility, logged, "fr") for logged in bench.state.log)
    assert not all(has_words(visibility, logged, "it") for logged in bench.state.log)
    bench.back(1)
    numbers = range(1, bench.state.number + 1)
    kept = entries_sent(Visibility.of(bench.state, 2), "fr", numbers)
    assert kept == entries_sent(Visibility.of(bench.again(), 2), "fr", numbers)


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_a_refusal_cites_the_rule_in_the_language_of_the_seat(lang: str) -> None:
    bench = Bench("mabula")
    with pytest.raises(Refusal) as caught:
        bench.play(2, "b1-b2")
    told = problem_sent(caught.value, lang)
    assert told["rule"] == "table/turns.1" and told["paragraph"]
    assert told["text"] != problem_sent(caught.value, "it" if lang != "it" else "fr")["text"]


@sampled("choices", 12, 30)
@pytest.mark.parametrize("game", NAMES)
def test_the_forecast_of_every_legal_step_comes_true(game: str, choices: int) -> None:
    bench, chance = Bench(game, PLAYERS[game]), random.Random(3)
    for _ in range(choices):
        if bench.state.is_over:
            break
        position, seat = bench.state.position, chance.choice(bench.state.waited_for)
        assert position is not None
        told = table_sent(bench.state, "t", (seat,), seat, wants=TOLD)["told"]
        parts = [part for rest in parts_of(position.view(seat)).values() for part in rest]
        assert set(told) == {step.text for step in position.legal(seat)} | set(parts)
        for step in chance.sample(position.legal(seat), min(5, len(position.legal(seat)))):
            assert told[step.text] and told_step(position, step, seat).startswith(told[step.text])
        play_on(bench, chance)


def test_the_forecast_of_a_step_holds_no_more_than_its_seat_can_know() -> None:
    one, other = chosen((2, 0, "beach"), (3, 1, "type")), chosen((2, 7, "type"), (3, 9, "beach"))
    seen = [table_sent(bench.state, "t", (1,), 1, wants=(*TOLD, *DRAWING)) for bench in (one, other)]
    assert seen[0] == seen[1] and len(seen[0]["told"]) > 10
    first, cards = next(iter(seen[0]["parts"].items()))
    looks = [preview_sent(bench.state, 1, [first, cards[0]], "en", DRAWING) for bench in (one, other)]
    assert looks[0] == looks[1] and looks[0]["is_final"] and looks[0]["must_confirm"] and "picture" not in looks[0]


def test_a_preview_says_whether_its_seat_has_a_say_after_it() -> None:
    mabula = Bench("mabula")
    assert preview_sent(mabula.state, 1, [mabula.first(1)], "en")["is_final"]
    jungle = Bench("junglerumble", 2)
    assert not preview_sent(jungle.state, 1, ["card:beaver"], "en")["is_final"]


def test_a_preview_must_be_confirmed_where_it_is_final_or_has_several_parts() -> None:
    mabula, jungle = Bench("mabula"), Bench("junglerumble", 2)
    assert preview_sent(mabula.state, 1, [mabula.first(1)], "en")["must_confirm"]
    assert not preview_sent(jungle.state, 1, ["card:beaver"], "en")["must_confirm"]


def test_a_preview_before_a_single_option_is_final() -> None:
    """Red has no gold left: after choosing the monkey they can only send nobody."""
    jungle = Bench("junglerumble", 2)
    steps = ((1, "card:monkey send:1 hire:worker"), (2, "pass card:tiger send:0"), (1, "pass"))
    for seat, texts in (*steps, (2, "card:tiger send:0"), (1, "pass")):
        for text in texts.split():
            jungle.play(seat, text)
    assert preview_sent(jungle.state, 1, ["card:monkey"], "en")["is_final"]
    assert not preview_sent(jungle.state, 1, ["card:raccoon"], "en")["is_final"]


def test_an_element_is_sent_with_all_its_fields() -> None:
    assert [*ElementView.__annotations__] == [field.name for field in fields(Element)]
    whole = Element("a", "b", ("c",), "d", 2, ("e",), ("f",), ("g",), "h")
    sent = project_elements({"x": whole})["x"]
    assert TypeAdapter(ElementView).validate_python(sent) == sent
    assert sent.keys() == ElementView.__annotations__.keys() and project_elements({"x": Element()}) == {"x": {}}


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@pytest.mark.parametrize("game", NAMES)
def test_a_drawing_is_sent_without_its_static_part(game: str) -> None:
    bench = Bench(game, PLAYERS[game])
    assert bench.state.position is not None
    seen = table_sent(bench.state, "t", (1,), 1, wants=DRAWING)
    drawing = draw(bench.state.position.view(1), marks_of(bench.state.position, 1))
    assert seen["drawing"]["live"] == {part.name: dict(part.live) for part in drawing.parts}
    assert seen["drawing"]["elements"].keys() == drawing.elements.keys()
    for key, sent in seen["drawing"]["elements"].items():
        assert sent and Element(**{name: _hashable(value) for name, value in sent.items()}) == drawing.elements[key]
    assert (seen["drawing"]["facts"] is None) == (drawing.facts is None) == (game == "mabula")
    assert json.loads(json.dumps(seen["drawing"]["facts"])) == seen["drawing"]["facts"]
    assert seen["prompt"] and all(part.ground not in json.dumps(seen) for part in drawing.parts if part.ground)


@pytest.mark.parametrize("game", NAMES)
def test_an_entry_says_whose_step_each_sentence_is_about(game: str) -> None:
    bench, dice = Bench(game, PLAYERS[game]), random.Random(5)
    for _ in range(12):
        position = bench.state.position
        assert position is not None
        seat = position.actors[0]
        bench.play(seat, *dice.choice(list(choices_of(position.view(seat)))))
    seen = 0
    for entry in sent(bench, 1)["entries"]:
        for words, step in zip(entry.get("words", ()), entry.get("told", ()), strict=True):
            assert words == " ".join(step["words"])
        whose = {entry.get("seat"), *(seat for seat, _ in entry.get("then", ()))}
        assert {step["seat"] for step in entry.get("told", ())} <= whose
        seen += len(entry.get("told", ()))
    assert seen >= 12


def test_a_seat_is_told_what_others_did_since_its_own_last_move() -> None:
    bench = makabana()
    after, entries = since_of(bench, 1)
    assert after == max(logged.number for logged in bench.log if logged.entry.kind == "play")
    assert entries == []
    two = bench.play(2, *project_steps(bench, 2))
    assert since_of(bench, 1) == (after, [two])
    assert since_of(bench, 2) == (two, [])
    bench.back(2)
    assert since_of(bench, 1) == (after, [])
    assert table_sent(bench.state, "t", (), None)["since"] is None


def since_of(bench: Bench, seat: int) -> tuple[int, list[int]]:
    found = table_sent(bench.state, "t", (seat,), seat)["since"]
    return found["number"], found["entries"]


def project_steps(bench: Bench, seat: int) -> tuple[str, ...]:
    assert bench.state.position is not None
    return next(iter(choices_of(bench.state.position.view(seat))))


@pytest.mark.parametrize("game", NAMES)
def test_a_drawing_says_which_elements_mark_the_last_step(game: str) -> None:
    bench, dice, marked = Bench(game, PLAYERS[game]), random.Random(3), 0
    for _ in range(10):
        position = bench.state.position
        assert position is not None
        seat = position.actors[0]
        bench.play(seat, *dice.choice(list(choices_of(position.view(seat)))))
        drawn = table_sent(bench.state, "t", (), None, wants=DRAWING)["drawing"]
        assert {*drawn["last"]} <= {key for part in drawn["live"].values() for key in part}
        marked += bool(drawn["last"])
    assert marked >= 4


@pytest.mark.parametrize("game", NAMES)
def test_the_elements_that_mark_the_last_step_are_those_that_look_otherwise_without_it(game: str) -> None:
    position, dice = game_of(game).start(PLAYERS[game], seed=1), random.Random(1)
    for number in range(60):
        position = position.play(dice.choice(position.legal()))
        if position.is_over:
            break
        view = position.view(number % (position.players + 1) or None)
        marks = marks_of(position, view.seat)
        drawing, unmarked = draw(view, marks), draw(view, replace(marks, last=())).live
        changed = [key for key, markup in drawing.live.items() if unmarked.get(key) != markup]
        assert last_elements(marks, drawing) == changed
