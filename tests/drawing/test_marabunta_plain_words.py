"""Marabunta speaks to players in sentences: no step, letter of a die or name of a power as programs write them."""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import islice, pairwise

import pytest

from ludotheque import Position, game
from ludotheque.drawing import LANGUAGES, draw, language, places_in_words, told
from ludotheque.drawing.description import expected
from ludotheque.drawing.forecast import steps_told
from ludotheque.drawing.marabunta.sheet import rows
from ludotheque.study import lessons
from tests.conftest import begin, interpreted, random_line

SETUPS = ("marabunta-meadow-basic", "marabunta-islets-expert")
EVERY = 9  # of a random game's positions, one in so many is read
STEP = re.compile(r"\b(?:split|take|use|again|write|strike|leaf|crate|tile|die):\w|«|»|=|\b(?:done|decline)\b")
LETTERS = re.compile(r"(?<!marked )(?<!marquée )(?<!segnata )\b[BPOGSYT]+\b")
POWER = re.compile(r"\w-points|nest|trio\b|\bcakes|(?:power|pouvoir|potere) (?:one|two|strike|leaves)\b")
ATTEMPTS = (
    "split:B/POGSYT", "take:B", "use:B", "use:S", "use:T", "again:P", "write:a1", "write:d4", "strike:c4", "leaf:O",
    "done", "decline", "tile:one", "die:P=2",
)  # fmt: skip


@cache
def line(setup: str) -> list[Position]:
    return list(islice(random_line(begin(setup, 2, interpreted), 2), 0, None))


def notation_in(text: str) -> list[str]:
    return [found[0] for pattern in (STEP, LETTERS, POWER) if (found := pattern.search(text))]


def sentences(setup: str, code: str) -> Iterator[str]:
    """The log, and of some positions the prompt, places, choices, refusals, advice, labels and sums."""
    speaker = language(code, "marabunta")
    for before, after in pairwise(line(setup)):
        assert after.last
        yield told(before, after.last, None, code, after)
    for position in line(setup)[::EVERY]:
        seat = position.actors[0] if position.actors and position.actors[0] else None
        view = position.view(seat)
        yield expected(view, code)
        yield from places_in_words(view, code)
        yield from steps_told(view, code).values() if seat else ()
        drawing = draw(view, language=code)
        yield drawing.title
        yield from (element.label for element in drawing.elements.values())
        yield from (speaker.say(row.label) for seat_rows in rows(view) for row in seat_rows)
        for attempt in (*ATTEMPTS, *(f"crate:{name}" for name in view.setup.board.names["powers"])):
            if refusal := position.why_not(attempt):
                yield speaker.say(refusal.phrase)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("setup", SETUPS)
def test_no_sentence_for_players_has_notation(setup: str, code: str) -> None:
    read = [text for text in sentences(setup, code) if text]
    assert len(read) > 400
    assert {tuple(found): text for text in read if (found := notation_in(text))} == {}


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_lesson_has_notation(code: str) -> None:
    speaker = language(code, "study")
    texts = [speaker.say(phrase) for lesson in lessons("marabunta") for phrase in lesson.texts()]
    assert len(texts) > 30
    assert [text for text in texts if notation_in(text)] == []


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("powers", ["basic", "expert"])
def test_a_power_has_the_same_words_in_panel_prompt_and_log(powers: str, code: str) -> None:
    """The words on the panel are those of the log, whatever is ticked."""
    start = game("marabunta").start(powers=powers)
    panel = [
        unescape(one) for one in re.findall(r'class="power"[^>]*>([^<]+)<', draw(start.view(1), language=code).defs)
    ]
    for before, after in pairwise(line(SETUPS[powers == "expert"])):
        assert after.last
        if after.last.text.startswith("crate:"):
            words = told(before, after.last, None, code, after)
            assert any(name in words for name in panel), words
