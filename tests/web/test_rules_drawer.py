"""The rulebook's drawer at a table opens at the rule that matters now; a newcomer reads the game in twenty seconds."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import some_of
from tests.web.browser import Browsing, sit_down, wait_turn
from tests.web.test_tool_strip import BOARD, REACHED, SIZES

GAMES = ("marabunta", "makabana", "junglerumble")  # Mabula has one phase
NOW = "() => document.querySelector('.paragraph.now')?.id"
# Whether the marked paragraph begins within the drawer's window.
IN_SIGHT = """() => {
  const body = document.getElementById("rules-body").getBoundingClientRect();
  const { top } = document.querySelector(".paragraph.now").getBoundingClientRect();
  return top >= body.top - 1 && top < body.bottom - 20;
}"""


PLAY_FIRST = """() => {
  const { table, state } = window.ludotheque, [step] = table.news.legal, next = table.news.parts?.[step] ?? [];
  table.composer.play([step, ...(Array.isArray(next) ? next : Object.keys(next)).slice(0, 1)]);
  return state.number;
}"""
PLAYED = "(number) => window.ludotheque.state.number > number && window.ludotheque.table.isMine"


def rule_now(page: Page) -> str:
    found: str = page.evaluate("() => `rule-${window.ludotheque.table.news.rule_now}`")
    return found


def play_first(page: Page) -> int:
    """Play the first legal choice; gives the number of the last entry before it."""
    return int(page.evaluate(PLAY_FIRST))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", some_of(GAMES, "marabunta"))
def test_the_drawer_opens_at_the_rule_that_matters_now_and_again_at_the_next(
    browse: Browsing, game: str, size: str
) -> None:
    page = browse(**SIZES[size])
    sit_down(page, game)
    wait_turn(page)
    before = page.evaluate(BOARD)
    page.click("#to-rules")
    page.wait_for_function(NOW)
    first = rule_now(page)
    assert (page.evaluate(NOW), page.evaluate(IN_SIGHT), page.evaluate(BOARD)) == (first, True, before)
    page.keyboard.press("Escape")
    expect(page.locator("#rules")).to_be_hidden()
    expect(page.locator("#to-rules")).to_be_focused()
    while rule_now(page) == first:
        page.wait_for_function(PLAYED, arg=play_first(page))
    page.click("#to-rules")
    page.wait_for_function(IN_SIGHT)
    assert page.evaluate(NOW) == rule_now(page) != first


@pytest.mark.parametrize("size", SIZES)
def test_a_newcomer_reads_the_game_in_twenty_seconds_once(browse: Browsing, size: str) -> None:
    more: dict[str, Any] = SIZES[size]
    page = browse(**more, is_newcomer=True)
    sit_down(page, "mabula")
    wait_turn(page)
    expect(page.locator("#glance")).to_be_visible()
    before = page.evaluate(BOARD)
    assert page.evaluate(REACHED, ["glance-close", "glance-rules"]) == ["glance-close", "glance-rules"]
    page.click("#glance-close")
    assert page.evaluate(BOARD) == before
    page.reload()
    wait_turn(page)
    expect(page.locator("#glance")).to_be_hidden()
    page.click("#to-rules")
    page.click("#to-glance")
    expect(page.locator("#glance")).to_be_visible()


def test_without_scripts_the_rules_are_a_page_of_their_own(browse: Browsing) -> None:
    with_scripts = browse()
    table = sit_down(with_scripts, "mabula")
    page = browse(scripts=False, storage_state=with_scripts.context.storage_state())
    page.goto(f"/table/{table}")
    expect(page.locator("#rules")).to_be_hidden()
    assert page.get_attribute("#to-rules", "href") == "/rules/mabula"
