"""The places of a table's page: the tool strip is in sight, and nothing that comes and goes moves the board."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import some_of
from tests.web.browser import FEWEST, Browsing, invite, sit_down, wait_turn

GAMES = tuple(FEWEST)
SIZES: dict[str, dict[str, Any]] = {
    "desk": {"width": 1280, "height": 800},
    "phone": {"width": 360, "height": 640, "touch": True},
}
TOOLS = ("take-back", "hint", "look-back", "look-on", "to-rules")
# Which of these elements can be pressed where they lie: in the window, and under nothing.
REACHED = """(ids) => ids.filter((id) => {
  const one = document.getElementById(id), { x, y, width, height } = one.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return one === hit || one.contains(hit);
})"""
BOARD = "() => document.querySelector('#stage svg').getBoundingClientRect().top + scrollY"
# What a hint speaks of and its reason covers.
COVERED = """() => {
  const { left, top, right, bottom } = document.getElementById('asides').getBoundingClientRect();
  return [...document.querySelectorAll('#table .chosen, #table [id^=preview]')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  }).map((one) => one.id);
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", some_of(GAMES, "marabunta"))
def test_every_tool_is_in_sight_wherever_the_page_is_scrolled(browse: Browsing, game: str, size: str) -> None:
    page = browse(**SIZES[size])
    sit_down(page, game)
    wait_turn(page)
    for place in ("0", "document.body.scrollHeight"):
        page.evaluate(f"scrollTo({{ top: {place}, behavior: 'instant' }})")
        assert page.evaluate(REACHED, TOOLS) == list(TOOLS)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", some_of(GAMES, "junglerumble"))
def test_a_hint_can_be_read_and_moves_nothing(browse: Browsing, game: str, size: str) -> None:
    page = browse(**SIZES[size])
    sit_down(page, game)
    wait_turn(page)
    page.evaluate("scrollTo(0, 0)")
    before = page.evaluate(BOARD)
    page.click("#hint")
    expect(page.locator("#hint-said")).to_be_visible()
    assert page.evaluate(REACHED, ["hint-why", "hint-close"]) == ["hint-why", "hint-close"]
    assert page.evaluate(COVERED) == []
    assert page.evaluate(BOARD) == before
    page.click("#hint-close")
    expect(page.locator("#hint-said")).to_be_hidden()


def test_what_was_unfolded_stays_open_in_this_browser(page: Page) -> None:
    sit_down(page, "mabula")
    wait_turn(page)
    expect(page.locator("#choice")).to_be_hidden()
    page.locator("#choosing summary").click()
    expect(page.locator("#choice")).to_be_visible()
    page.reload()
    expect(page.locator("#choice")).to_be_visible()
    expect(page.locator("#words-where")).to_be_hidden()


def test_the_strip_steps_back_through_the_game_and_on_to_its_present(page: Page) -> None:
    sit_down(page, "mabula")
    wait_turn(page)
    before = page.evaluate(BOARD)
    page.click("#look-back")
    expect(page.locator("#looking-back")).to_be_visible()
    assert page.evaluate(BOARD) == before
    while page.locator("#look-on").is_enabled():
        page.click("#look-on")
    expect(page.locator("#looking-back")).to_be_hidden()
    expect(page.locator("#prompt")).to_be_visible()


def test_talk_lies_over_the_page_and_closes_with_escape(browse: Browsing) -> None:
    page, _ = invite(browse, "mabula", messages=True)
    before = page.evaluate(BOARD)
    expect(page.locator("#text")).to_be_hidden()
    page.click("#to-talk")
    expect(page.locator("#text")).to_be_focused()
    assert page.evaluate(BOARD) == before
    page.keyboard.press("Escape")
    expect(page.locator("#text")).to_be_hidden()
    expect(page.locator("#to-talk")).to_be_focused()


def test_a_dot_says_that_there_are_messages_until_they_are_read(browse: Browsing) -> None:
    ada, bo = invite(browse, "mabula", messages=True)
    bo.click("#to-talk")
    bo.fill("#text", "Good evening")
    bo.keyboard.press("Enter")
    expect(ada.locator("#unread")).to_be_visible()
    expect(bo.locator("#unread")).to_be_hidden()
    ada.reload()
    expect(ada.locator("#unread")).to_be_visible()
    ada.click("#to-talk")
    expect(ada.locator("#messages")).to_be_visible()
    expect(ada.locator("#unread")).to_be_hidden()
