"""What a screen reader says of a picture is words: never an id, never a step's notation, and never out of date."""

import re
from collections.abc import Iterator

from ludotheque import Position, View
from ludotheque.drawing import LANGUAGES, Drawing, draw, marks_of
from ludotheque.drawing.forecast import steps_told
from ludotheque.drawing.guide import part_label
from tests.conftest import sampled
from tests.drawing.moments import positions_of

RAW = re.compile(r"\b[a-z]+:[a-z0-9]+|\bt\d+\b|\b(?:die|tile|cell|hex|site|card|power|button|seat|farm|on|at)-\w")
each_share = sampled("most", 5, 100)


def views(setup: str, most: int) -> Iterator[tuple[Position, View]]:
    """Some positions of a random game, each as those who are to act see it, and a spectator."""
    for position in positions_of(setup, 0, 0, 7, most):
        for seat in (None, *filter(None, position.actors)):
            yield position, position.view(seat)


def names_of(drawing: Drawing, code: str) -> list[str]:
    """What names the picture, its parts and its elements, besides the words of steps."""
    parts = [part_label(drawing.game, part.name, code) for part in drawing.parts]
    return [drawing.title, *parts, *(one.label for one in drawing.elements.values() if one.label)]


@each_share
def test_no_accessible_name_shows_an_id_or_a_steps_notation(setup: str, most: int) -> None:
    for position, view in views(setup, most):
        for code in LANGUAGES:
            names = names_of(draw(view, marks_of(position, view.seat), code), code)
            assert [name for name in names if RAW.search(name)] == []
        assert [words for words in steps_told(view).values() if RAW.search(words)] == []


@each_share
def test_whatever_can_be_chosen_has_words_of_its_own(setup: str, most: int) -> None:
    """The words of its only step, or a label: what begins several steps, or is in a set, has no other words."""
    for position, view in views(setup, most):
        told = steps_told(view)
        elements = draw(view, marks_of(position, view.seat)).elements
        begins = {step: key for key, one in reversed(list(elements.items())) for step in one.steps}
        for key, one in elements.items():
            if one.set or (len(one.steps) > 1 and begins[one.steps[0]] == key):
                assert one.label, key
            elif len(one.steps) == 1 and not one.after:
                assert told[one.steps[0]], key


@each_share
def test_each_part_has_a_name_of_its_own_that_is_true_all_game_long(setup: str, most: int) -> None:
    seen = {part.name for position, view in views(setup, most) for part in draw(view, marks_of(position, None)).parts}
    game = setup.partition("-")[0]
    for code in LANGUAGES:
        names = [part_label(game, part, code) for part in sorted(seen)]
        assert all(names) and len(names) == len(set(names))
