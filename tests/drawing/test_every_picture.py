"""Every view of every setup is one clean drawing whose elements express exactly the legal steps."""

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludotheque import Position, View
from ludotheque.drawing import LANGUAGES, Drawing, Marks, draw, marks_of
from ludotheque.drawing.formats.replay import merged_order
from tests.conftest import begin, compiled, random_line, sampled
from tests.drawing.composing import Page
from tests.drawing.moments import positions_of

EVERY = 7  # of a random game's positions, one in so many is looked at

each_share = sampled("most", 5, 100)  # and at most so many of these, but every kind of move


def positions(setup: str, most: int, seeds: int = 1) -> Iterator[Position]:
    for seed in range(seeds):
        yield from positions_of(setup, seed, seed, EVERY, most)


def views(setup: str, most: int, seeds: int = 1) -> Iterator[tuple[Position, View]]:
    """Positions, each with the view of every seat and of a spectator."""
    for position in positions(setup, most, seeds):
        for seat in (None, *range(1, position.players + 1)):
            yield position, position.view(seat)


def drawn(position: Position, view: View) -> Drawing:
    return draw(view, marks_of(position, view.seat))


@each_share
def test_a_drawing_is_well_formed_and_small(setup: str, most: int) -> None:
    for position, view in views(setup, most, 2):
        drawing = drawn(position, view)
        for theme in ("light", "dark"):
            svg = drawing.svg(theme)
            ElementTree.fromstring(svg)
            assert len(svg.encode()) < 60_000
            assert "var(" not in svg and "light-dark(" not in svg
        assert len("".join(drawing.live.values()).encode()) < 15_000


@each_share
def test_colours_come_from_the_style_sheets_alone(setup: str, most: int) -> None:
    for position, view in views(setup, most):
        svg = drawn(position, view).svg()
        assert not re.findall(
            r'(?:fill|stroke|stop-color|style)="(?!none|url|inherit|currentColor|transparent)[^"]*"', svg
        )


@each_share
def test_ids_are_unique_and_every_live_element_has_its_own(setup: str, most: int) -> None:
    for position, view in views(setup, most):
        drawing = drawn(position, view)
        ids = re.findall(r' id="([^"]+)"', drawing.svg())
        assert len(ids) == len(set(ids))
        for name, markup in drawing.live.items():
            assert ElementTree.fromstring(markup).attrib["id"] == name


@each_share
def test_the_ground_never_changes_and_live_elements_keep_their_order(setup: str, most: int) -> None:
    drawings = [drawn(position, view) for position, view in views(setup, most)]
    first = drawings[0]
    for drawing in drawings:
        assert drawing.defs == first.defs
        assert [part.ground for part in drawing.parts] == [part.ground for part in first.parts]
        boxes = [(part.name, part.x, part.y, part.width, part.height) for part in drawing.parts]
        assert boxes == [(part.name, part.x, part.y, part.width, part.height) for part in first.parts]
    order = merged_order(list(drawing.live) for drawing in drawings)
    for drawing in drawings:
        assert sorted(drawing.live, key=order.index) == list(drawing.live)


@each_share
def test_every_legal_step_can_be_composed_from_the_picture_and_nothing_else(setup: str, most: int) -> None:
    for position, view in views(setup, most, 2):
        page = Page(drawn(position, view))
        assert page.steps == {step.text for step in view.legal()}
        assert not page.ambiguous()
        for step in view.legal():
            if follow := page.follow_ups(step.text):
                then = position.play(step).legal(view.seat)
                assert follow == {later.text for later in then}


@each_share
def test_a_drawing_is_a_pure_function_of_its_view(setup: str, most: int) -> None:
    for position, view in islice(views(setup, most), 0, None, 5):
        again = position.view(view.seat)
        assert drawn(position, view) == drawn(position, again)


@each_share
def test_every_legal_step_can_be_previewed(setup: str, most: int) -> None:
    for position in positions(setup, most):
        for seat in position.actors:
            if not seat:
                continue
            view = position.view(seat)
            plain = draw(view)
            for step in view.legal()[:12]:
                shown = draw(view, Marks(preview=step.text))
                ElementTree.fromstring(shown.svg())
                assert shown.live != plain.live, step
                assert len("".join(shown.live.values()).encode()) < 15_000


@each_share
def test_the_last_step_is_marked(setup: str, most: int) -> None:
    """Elements that changed their place or look are amber."""
    marked = [
        re.search(r'class="[^"]*\blast\b', "".join(drawn(position, view).live.values())) is not None
        for position, view in views(setup, most)
        if view.seat is None and position.last and position.last.seat
    ]
    assert sum(marked) > len(marked) / 3


@each_share
def test_only_a_seat_that_is_waited_for_is_lit(setup: str, most: int) -> None:
    for position, view in views(setup, most):
        if view.seat not in position.actors:
            assert not any(one.steps or one.set for one in drawn(position, view).elements.values())


@pytest.mark.parametrize("language", LANGUAGES)
@each_share
def test_a_drawing_speaks_every_language(setup: str, most: int, language: str) -> None:
    for position in islice(positions(setup, most), 0, None, 4):
        ElementTree.fromstring(draw(position.view(None), language=language).svg())


def test_a_board_of_ones_own_is_drawn_too(own_boards: list[tuple[str, Path, int]]) -> None:
    for name, board, players in own_boards:
        start = compiled(name).start(players, board=board)
        for position in islice(random_line(start, 3), 0, None, 11):
            view = position.view(position.actors[0] or None if position.actors else None)
            drawing = drawn(position, view)
            assert len(drawing.svg("light").encode()) < 60_000
            assert Page(drawing).steps == {step.text for step in view.legal()}


def test_few_elements_change_after_a_step(setup: str) -> None:
    line = list(islice(random_line(begin(setup, 5), 5), 40))
    for before, after in pairwise(line):
        changes = draw(after.view(None)).changes(draw(before.view(None)))
        assert len("".join(changes.values()).encode()) < 15_000
        rebuilt = draw(before.view(None)).live | changes
        assert {name: markup for name, markup in rebuilt.items() if markup} == draw(after.view(None)).live


def test_a_position_and_a_view_show_themselves_in_a_notebook() -> None:
    position = compiled("mabula").start(seed=3)
    assert position._repr_html_() == position.view(1)._repr_html_()
    after = position.play(position.legal()[0])
    assert "last" in after._repr_html_()
