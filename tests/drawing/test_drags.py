"""Drags of a drawing compose only legal steps of the viewing seat, which taps compose too."""

from itertools import islice

import pytest

from ludotheque import Position
from ludotheque.drawing import Drawing, Marks, draw
from tests.conftest import begin, random_line
from tests.drawing.composing import Page

EVERY = 5  # of a random game's positions, one in so many is tested


def landings(drawing: Drawing) -> set[str]:
    """All steps that a dragged element and a drop target make up: both name the step, or one of them its kind."""
    elements = drawing.elements.values()
    carried = {one for element in elements for one in element.drag}
    places = {one for element in elements for one in (*element.steps, *element.drop)}
    pairs = {(one, other) for one in carried for other in places}
    whole = {other for one, other in pairs if one in (other, other.partition(":")[0])}
    return whole | {one for one, other in pairs if one.partition(":")[0] == other}


def positions(setup: str) -> list[Position]:
    return [one for seed in (0, 1) for one in islice(random_line(begin(setup, seed), seed), seed, None, EVERY)]


@pytest.mark.parametrize("setup", ["junglerumble-2", "junglerumble-4"])
def test_a_drag_composes_a_legal_step_that_can_also_be_tapped(setup: str) -> None:
    kinds = set()
    for position in positions(setup):
        for seat in position.actors:
            drawing = draw(position.view(seat))
            found = landings(drawing)
            assert found <= {step.text for step in position.legal(seat)}
            assert found <= Page(drawing).steps
            kinds |= {step.partition(":")[0] for step in found}
    assert kinds == {"card", "send", "follow", "field", "water", "hire", "wake", "sell", "dismiss"}


def test_in_a_preview_the_next_worker_is_carried() -> None:
    position = begin("junglerumble-2", 0)
    for step in ("wake:0", "card:tiger"):
        position = position.play(step)
    view = position.view(1)
    assert landings(draw(view)) == {"send:1"}
    assert landings(draw(view, Marks(preview="send:1"))) == {"send:2"}
    assert landings(draw(view, Marks(preview="send:2"))) == set()


def test_others_can_carry_nothing_of_a_seat() -> None:
    for position in positions("junglerumble-3") + positions("makabana-3"):
        for seat in (None, *range(1, position.players + 1)):
            if seat not in position.actors:
                assert not any(one.drag for one in draw(position.view(seat)).elements.values())


def test_huts_brushes_masks_tikis_and_cards_are_carried_to_the_island() -> None:
    kinds = set()
    for position in positions("makabana-3"):
        for seat in position.actors:
            drawing, legal = draw(position.view(seat)), {step.text for step in position.legal(seat)}
            found = landings(drawing)
            assert found <= legal
            kinds |= {step.partition(":")[0] for step in found}
            for step in (one for one in sorted(found)[:1] if one.startswith(("build", "paint", "club"))):
                after = landings(draw(position.view(seat), Marks(preview=step)))
                assert {one for one in after if one.startswith("show:")} <= Page(drawing).follow_ups(step)
                kinds |= {one.partition(":")[0] for one in after}
    assert kinds == {"hut", "build", "paint", "club", "tiki", "show"}
