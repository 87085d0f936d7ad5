"""Mabula's page: dragging a marble, groups under both scorings, cells a thumb wide on a phone.

Games by clicking, by keys and on a phone are in `test_table`.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import begin, interpreted, random_line
from tests.web.browser import Browsing, press, sit_at, sit_down, wait_turn
from tests.web.games import play_part

# The first lit marble, the middle of it and of the farthest cell that it may be pushed to.
PUSH = """() => {
  const marble = document.querySelector(".marble.lit"), step = marble.dataset.steps.split(" ").at(-1);
  const cell = document.getElementById(`cell-${step.slice(3)}`);
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  return { marble: marble.id, step, cell: cell.id, from: middle(marble), to: middle(cell) };
}"""
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


def test_a_marble_is_dragged_to_where_it_comes_to_rest(page: Page) -> None:
    sit_down(page, "mabula")
    wait_turn(page)
    push = page.evaluate(PUSH)
    page.mouse.move(*push["from"])
    page.mouse.down()
    page.mouse.move(*((a + b) / 2 for a, b in zip(push["from"], push["to"], strict=True)))
    page.mouse.move(*push["to"])
    expect(page.locator("#preview .ghost")).not_to_have_count(0)
    assert page.locator(f"#{push['marble']}.dragged").count() == 1, "it stays under the finger while the push is shown"
    assert page.evaluate(PUSH.replace(".marble.lit", f"#{push['marble']}"))["to"] == push["to"], (
        "the board stays where it is"
    )
    page.mouse.up()
    expect(page.locator("#confirm")).to_contain_text(push["step"])
    page.click("#confirm")
    page.wait_for_function("(cell) => document.querySelector(`.marble[data-name='${cell}']`)", arg=push["step"][3:])


def test_a_marble_dropped_on_an_illegal_cell_returns_and_the_reason_is_shown(page: Page) -> None:
    sit_down(page, "mabula")
    wait_turn(page)
    push = page.evaluate(PUSH)
    corner = page.evaluate(
        "(id) => { const { x, y } = document.getElementById(id).getBoundingClientRect(); return [x, y]; }", "m12"
    )
    page.mouse.move(*push["from"])
    page.mouse.down()
    page.mouse.move(corner[0] + 20, corner[1] + 20)
    page.mouse.up()
    expect(page.locator("#bubble")).to_be_visible()
    assert page.locator("#confirm").count() == 0


@pytest.mark.parametrize("scoring", ["largest", "product"])
def test_a_preview_shows_both_scorings_with_the_one_that_counts_in_bold(page: Page, scoring: str) -> None:
    line = list(random_line(begin(f"mabula-{scoring}", 1, interpreted), 1))
    sit_at(page, line[6])  # each has pushed three marbles
    offers = wait_turn(page)
    assert offers is not None
    push = page.evaluate(PUSH)
    press(page, push["marble"])
    press(page, push["cell"])
    page.click("#confirm")
    wait_turn(page, offers["mark"])
    assert page.locator(".part-groups .caption.counts").text_content() == scoring.capitalize()
    figures = page.locator("#figures-1 .figure, #figures-2 .figure").all_text_contents()
    assert len(figures) == 4, "each seat has a largest group and a product"
    strips = [page.locator(f"#strip-{seat} .score").inner_text() for seat in (1, 2)]
    place = 0 if scoring == "largest" else 1
    assert [figures[place], figures[2 + place]] == strips


@pytest.mark.parametrize(("width", "height"), [(360, 740), pytest.param(390, 844, marks=pytest.mark.slow)])
def test_on_a_phone_a_cell_is_a_thumb_wide_and_all_of_the_board_is_in_sight(
    browse: Browsing, width: int, height: int
) -> None:
    page = browse(width=width, height=height, touch=True)
    sit_down(page, "mabula")
    wait_turn(page)
    box = page.locator("#cell-d4").bounding_box()
    assert box is not None and box["width"] >= 44
    assert not page.evaluate(SIDEWAYS)
    push = page.evaluate(PUSH)
    press(page, push["marble"], "touch")
    press(page, push["cell"], "touch")
    expect(page.locator("#confirm")).to_be_visible()
    bottom = page.locator("#actions").bounding_box()
    board, groups = page.locator(".part-board").bounding_box(), page.locator(".part-groups").bounding_box()
    assert bottom and board and groups
    assert groups["y"] >= 0 and board["y"] + board["height"] <= bottom["y"]


@pytest.mark.parametrize("part", ["last turns", pytest.param("whole game", marks=pytest.mark.slow)])
def test_a_game_by_products_can_be_played(browse: Browsing, part: str) -> None:
    play_part(browse, "mabula-product", part, seed=2)
