"""An element's steps are one value: the markup agrees with it, and a bare picture has none."""

from collections.abc import Iterator
from dataclasses import fields
from itertools import islice
from xml.etree import ElementTree

import pytest

from ludotheque import Position, View
from ludotheque.drawing import Drawing, Marks, draw, marks_of
from ludotheque.drawing.element import Element, without_attributes
from ludotheque.drawing.step_paths import paths_of
from tests.conftest import sampled
from tests.drawing.moments import positions_of

WRITTEN = {
    "set": "set", "name": "name", "steps": "steps", "after": "after", "drag": "from", "then": "then", "drop": "to",
    "half": "half", "label": "label",
}  # fmt: skip
each_share = sampled("most", 5, 100)


def drawings(setup: str, most: int) -> Iterator[Drawing]:
    """The drawings of some positions for every seat and a spectator, and previews of some steps."""
    for position in positions_of(setup, 0, 0, 7, most):
        for view in views(position):
            yield draw(view, marks_of(position, view.seat))
            for step in islice(view.legal(), 0, None, max(1, len(view.legal()) // 3)):
                yield draw(view, Marks(preview=step.text))


def views(position: Position) -> list[View]:
    return [position.view(seat) for seat in (None, *range(1, position.players + 1))]


def said_in(svg: str) -> dict[str, dict[str, str]]:
    """By id: the actions that the attributes of the markup offer."""
    known = {f"data-{name}" for name in WRITTEN.values()}
    every = ElementTree.fromstring(svg).iter()
    said = {one.get("id", ""): {key: value for key, value in one.items() if key in known} for one in every}
    return {key: attributes for key, attributes in said.items() if attributes}


def said_by(element: Element) -> dict[str, str]:
    """The same, by the value itself."""
    values = {name: getattr(element, field) for field, name in WRITTEN.items()}
    texts = {name: " ".join(value) if isinstance(value, tuple) else str(value) for name, value in values.items()}
    return {f"data-{name}": text for name, text in texts.items() if values[name]}


def test_each_field_of_an_element_has_its_attribute() -> None:
    assert {field.name for field in fields(Element)} == WRITTEN.keys()
    element = Element("a", 'b "c" <d>', ("e:f", "g:h"), "i", 2, ("j", "k"), ("l",), ("m", "n"), "o")
    [said] = said_in(f'<g id="x"{element.attributes}/>').values()
    assert said == said_by(element) and len(said) == len(WRITTEN)
    assert Element().attributes == ""


@each_share
def test_the_markup_says_what_the_values_say(setup: str, most: int) -> None:
    for drawing in drawings(setup, most):
        elements = {**drawing.printed, **drawing.elements}
        assert said_in(drawing.svg()) == {key: said_by(element) for key, element in elements.items()}
        assert not drawing.printed.keys() & drawing.elements.keys()


@each_share
def test_elements_stand_in_the_order_of_the_drawing(setup: str, most: int) -> None:
    for drawing in drawings(setup, most):
        assert [*drawing.elements] == [key for key in said_in(drawing.svg()) if key in drawing.elements]


@each_share
def test_printed_elements_can_only_be_attempted(setup: str, most: int) -> None:
    for drawing in drawings(setup, most):
        assert all(element == Element(name=element.name) for element in drawing.printed.values())


@each_share
def test_a_bare_picture_looks_the_same_and_asks_for_nothing(setup: str, most: int) -> None:
    for drawing in drawings(setup, most):
        bare = drawing.bare()
        assert not said_in(bare.svg()) and not bare.elements and not bare.printed
        assert ElementTree.canonicalize(bare.svg()) == ElementTree.canonicalize(
            drawing.svg(), exclude_attrs=[f"data-{name}" for name in WRITTEN.values()]
        )
        assert bare.facts == drawing.facts and bare.attempt == drawing.attempt


def test_attributes_that_begin_alike_are_taken_out_whole() -> None:
    short, long = Element(name="a"), Element(name="a", steps=("b",))
    markup = f"<g{short.attributes}/><g{long.attributes}/>"
    assert without_attributes(markup, [short, long, Element()]) == "<g/><g/>"


@each_share
def test_a_path_is_every_element_that_has_the_step(setup: str, most: int) -> None:
    for drawing in drawings(setup, most):
        said, paths = said_in(drawing.svg()), paths_of(drawing)
        for step, path in paths.items():
            found = [key for key, one in said.items() if step in one.get("data-steps", "").split()]
            assert found == path or (not found and set(path) <= said.keys())


@pytest.mark.parametrize("step", ["split:BOT/PGSY", "split:BPOGSY/T"])
def test_the_path_of_a_cut_is_the_half_with_the_first_element(step: str) -> None:
    position = next(
        one for one in positions_of("marabunta-meadow-basic", 0, 0, 1, 200) if step in map(str, one.legal())
    )
    path = paths_of(draw(position.view(position.actors[0])))[step]
    assert path == ["tile" if letter == "T" else f"die-{letter}" for letter in step[6:].partition("/")[0]]
