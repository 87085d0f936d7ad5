"""Whatever is drawn explains itself to a mouse, a finger and a key, and nothing is chosen by it; `?` lists the keys."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import some_of
from tests.web.browser import FEWEST, Browsing, sit_down, wait_turn

GAMES = tuple(FEWEST)
POINTED = {"mabula": "#figures-1", "marabunta": "#hex-c4", "makabana": "[id^=site-]", "junglerumble": "#card-bull"}
LIT = "() => document.querySelectorAll('#table .chosen').length + window.ludotheque.state.chosen.length"


def middle(page: Page, selector: str) -> tuple[float, float]:
    one = page.locator(selector).first
    one.scroll_into_view_if_needed()
    box = one.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("game", GAMES)
def test_a_resting_mouse_is_told_what_is_there(browse: Browsing, game: str) -> None:
    page = browse()
    sit_down(page, game)
    wait_turn(page)
    page.mouse.move(*middle(page, POINTED[game]))
    bubble = page.locator("#explained")
    expect(bubble).to_be_visible()
    bubble.locator("a").click()
    expect(page.locator("#rules .paragraph.now")).to_be_visible()  # the drawer is open at the rule


@pytest.mark.parametrize("game", some_of(GAMES, "mabula"))
def test_a_finger_that_stays_asks_and_chooses_nothing(browse: Browsing, game: str) -> None:
    page = browse(width=360, height=640, touch=True)
    sit_down(page, game)
    offers = wait_turn(page)
    assert offers
    x, y = middle(page, f"[id='{offers['open'][0]}']")
    line: Any = page.context.new_cdp_session(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("#explained")).to_be_visible()
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate(LIT) == 0
    page.touchscreen.tap(x, y)
    expect(page.locator("#explained")).to_be_hidden()
    page.wait_for_function(f"() => ({LIT})() > 0 || window.ludotheque.state.inFlight !== null")


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_keys_are_listed_under_the_question_mark_and_in_the_menu(browse: Browsing, language: str) -> None:
    page = browse(language=language)
    sit_down(page, "mabula")
    wait_turn(page)
    page.keyboard.press("?")
    expect(page.locator("#key-list")).to_be_visible()
    lines = page.locator("#key-list dd").all_inner_texts()
    assert lines and not any(line.startswith("key_") for line in lines)
    page.keyboard.press("Escape")
    expect(page.locator("#key-list")).to_have_count(0)
    page.locator("details.menu summary").click()
    page.click("#to-keys")
    expect(page.locator("#key-list")).to_be_visible()


def test_what_takes_the_focus_by_itself_shows_its_ring(page: Page) -> None:
    """Confirm waits for Enter: whoever came there by mouse has to see it."""
    sit_down(page, "mabula")
    offers = wait_turn(page)
    assert offers
    page.locator(f"[id='{offers['open'][0]}']").click()
    offers = wait_turn(page, offers["mark"])
    assert offers
    page.locator(f"[id='{offers['open'][0]}']").click()
    expect(page.locator("#confirm")).to_be_focused()
    assert page.locator("#confirm").evaluate("(one) => one.matches(':focus-visible')")
