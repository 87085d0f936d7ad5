"""What a newcomer asks: the rule that matters now exists, and whatever is explained is drawn."""

import re
from functools import cache

import pytest

from ludotheque import NAMES
from ludotheque.drawing import LANGUAGES, draw, marks_of, rulebook
from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.guide import explanations, glance, keys_of, paragraph_now
from ludotheque.games.phrase import cut
from tests.conftest import begin, sampled
from tests.drawing.moments import positions_of

RULES = {name: {one.id for one in rulebook(name).paragraphs} for name in NAMES}
SETUPS = {
    "mabula": ("mabula-largest", "mabula-product"), "marabunta": ("marabunta-meadow-basic", "marabunta-meadow-expert"),
    "makabana": ("makabana-3", "makabana-4"), "junglerumble": ("junglerumble-2", "junglerumble-3"),
}  # fmt: skip
PACE = 260  # words a minute of a reader at ease
each_share = sampled("most", 8, 100)


def game_of(setup: str) -> str:
    return setup.partition("-")[0]


@cache
def drawn_in(setup: str) -> set[str]:
    """The keys of all that is drawn in some games of a setup, and of all definitions; `.` and classes."""
    found = set[str]()
    for seed in range(3):
        for position in positions_of(setup, seed, 0, 3, 60):
            for seat in (None, *filter(None, position.actors)):
                view = position.view(seat)
                steps = view.legal()
                for marks in (marks_of(position, seat), Marks(preview=steps[0].text) if steps else Marks()):
                    found |= keys_in(draw(view, marks).svg())
    return found


def keys_in(svg: str) -> set[str]:
    names = re.findall(r'\bid="([^"]+)"', svg) + re.findall(r'href="(#[^"]+)"', svg)
    classes = {f".{one}" for worn in re.findall(r'class="([^"]+)"', svg) for one in worn.split()}
    return {key for name in names for key in keys_of(name)} | classes


@each_share
def test_the_rule_that_matters_now_is_in_the_rulebook(setup: str, most: int) -> None:
    for position in positions_of(setup, 1, 0, 5, most):
        for seat in (None, *range(1, position.players + 1)):
            assert paragraph_now(position.view(seat)) in RULES[game_of(setup)]


@each_share
def test_the_rule_that_matters_now_changes_in_the_course_of_a_game(setup: str, most: int) -> None:
    found = {paragraph_now(position.view(None)) for position in positions_of(setup, 1, 0, 1, most)}
    assert len(found) > 1


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_explained_is_drawn_and_cites_a_paragraph_that_exists(name: str) -> None:
    drawn = set().union(*map(drawn_in, SETUPS[name]))
    for setup in SETUPS[name]:
        for key, one in explanations(name, begin(setup, 0).setup).items():
            assert not one.rule or one.rule in RULES[name], key
            assert key.removeprefix("#") in drawn, key  # a definition, or something drawn


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_first_game_needs_twenty_seconds_of_reading(name: str, code: str) -> None:
    goal, turn, end = glance(name, code)
    words = " ".join(one.text for one in (goal, turn, end)).split()
    assert 25 <= len(words) <= PACE / 3
    assert len(cut(" ".join(words))) == 1 and "`" not in "".join(words)
