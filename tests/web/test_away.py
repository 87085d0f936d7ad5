"""Clocks that stay in sight, what others did since one's own last move, and the pace at which it is shown."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import some_of
from tests.web.browser import FEWEST, Browsing, play_acts, post, sit_down, wait_turn
from tests.web.test_tool_strip import BOARD, REACHED, SIZES

CLOCK: dict[str, Any] = {"clock": "live", "bank": 300, "increment": 5}
# The clocks as the house would send them with so many seconds left.
LEFT = """async (left) => {
  const { table } = ludotheque;
  const seats = table.latest.seats.map((one) => ({ ...one, left }));
  table.latest = { ...table.latest, seats };
  (await table.clocks).show();
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", some_of(tuple(FEWEST), "junglerumble"))
def test_the_clock_of_whoever_is_to_move_is_in_sight_and_grows_in_its_place(
    browse: Browsing, game: str, size: str
) -> None:
    page = browse(**SIZES[size])
    sit_down(page, game, **CLOCK)
    wait_turn(page)
    clock = page.locator("#turn-1 .clock")
    expect(clock).to_have_text(re.compile(r"^[45]:\d\d$"))
    before, height = page.evaluate(BOARD), clock.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
    page.evaluate(LEFT, 9)
    expect(clock).to_have_class("clock low")
    assert clock.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") > 1.4 * height
    assert page.evaluate(BOARD) == before
    for place in ("0", "document.body.scrollHeight"):
        page.evaluate(f"scrollTo({{ top: {place}, behavior: 'instant' }})")
        assert page.evaluate(REACHED, ["turn-1"]) == ["turn-1"]


def test_what_others_did_is_told_player_by_player_and_stepped_through(page: Page) -> None:
    sit_down(page, "junglerumble", 3)
    many = play_until_more(page)
    expect(page.locator("#since-count")).to_have_text(f"{many} since your move")
    before = page.evaluate(BOARD)
    page.click("#since-count")
    groups = page.locator("#since-told h3")
    expect(groups.first).to_be_visible()
    assert page.evaluate(BOARD) == before
    assert page.locator("#since-told .told").count() >= many
    page.click("#step-through")
    expect(page.locator("#since")).to_be_hidden()
    expect(page.locator("#looking-back")).to_be_visible()
    first = page.evaluate("ludotheque.table.news.since.entries[0]")
    expect(page.locator("#log .shown")).to_have_attribute("data-number", str(first))


def test_whoever_comes_back_after_several_moves_is_shown_what_happened(page: Page) -> None:
    sit_down(page, "junglerumble", 3)
    play_until_more(page)
    first = page.evaluate("ludotheque.table.news.since.number")
    page.evaluate("(seen) => { localStorage[`ludotheque.seen.${location.pathname.slice(7)}`] = seen }", str(first))
    page.reload()
    expect(page.locator("#since-told h3").first).to_be_visible()
    page.reload()
    expect(page.locator("#since-count")).to_be_visible()
    expect(page.locator("#since")).to_be_hidden()


def play_until_more(page: Page) -> int:
    """Play until several moves of others have come since our last one; gives their number."""
    for seed in range(20):
        play_acts(page, "click", seed, 3)
        wait_turn(page)
        many: int = page.evaluate("ludotheque.table.news.since.entries.length")
        if many > 1:
            return many
    raise AssertionError("nobody else moved")


def test_a_page_without_scripts_tells_it_too(browse: Browsing) -> None:
    page = browse(scripts=False)
    page.goto("/rules")
    made = post_table(page)
    page.goto(f"/table/{made}/since")
    expect(page.locator("#since-lines")).to_be_visible()


def post_table(page: Page) -> str:
    """A table of Mabula at which we sit with a bot."""
    post(page, "/api/guests", 201, name="Ada")
    table: str = post(page, "/api/tables", 201, game="mabula", players=2, seating="chosen")["table"]
    post(page, f"/api/tables/{table}/seats/1")
    post(page, f"/api/tables/{table}/seats/2", level="novice")
    return table


# The news of several steps come together, as after a round of bots; gives how many are shown so far.
ROUND = """() => {
  const { table, state } = ludotheque, { news } = table;
  const { drawing } = state;
  for (let k = 1; k <= 9; k++) {
    const told = [{ seat: 2, words: [`Step ${k}.`] }];
    const entry = { kind: "play", number: news.number + k, seat: 2, withdrawn: false, words: [`Step ${k}.`], told };
    table.queue({ ...news, number: news.number + k, entries: [entry], drawing: { ...drawing, last: ["cell-b2"] } });
  }
  return news.number;
}"""


@pytest.mark.parametrize("by", ["button", "key", "tap"])
def test_a_round_is_shown_step_by_step_with_captions_until_it_is_skipped(browse: Browsing, by: str) -> None:
    page = browse(still=False)
    sit_down(page, "mabula")
    wait_turn(page)
    page.evaluate("localStorage['ludotheque.pace'] = 'calm'")
    before = page.evaluate(ROUND)
    expect(page.locator(".told-here")).to_contain_text("Step 1.")
    expect(page.locator("#skip-news")).to_be_visible()
    assert page.evaluate("ludotheque.state.number") < before + 9
    if by == "button":
        page.click("#skip-news")
    elif by == "key":
        page.keyboard.press("Escape")
    else:
        page.locator("#stage").click(position={"x": 4, "y": 4})
    page.wait_for_function("(last) => ludotheque.state.number === last", arg=before + 9)
    expect(page.locator("#skip-news")).to_be_hidden()


def test_the_pace_is_chosen_in_the_settings_and_kept(page: Page) -> None:
    sit_down(page, "mabula")
    page.locator("details.menu summary").click()
    choice = page.locator("#switches select[data-setting=pace]")
    expect(choice).to_have_value("at_once")  # who wants less motion
    choice.select_option("calm")
    expect(page.locator("#since select[data-setting=pace]")).to_have_value("calm")
    page.reload()
    expect(choice).to_have_value("calm")


def test_a_prompt_longer_than_its_place_unfolds(browse: Browsing) -> None:
    page = browse(**SIZES["phone"])
    sit_down(page, "mabula")
    wait_turn(page)
    expect(page.locator("#prompt-more")).to_be_hidden()
    page.evaluate("ludotheque.table.describe('A long sentence about what this step would do. '.repeat(9))")
    before = page.evaluate(BOARD)
    page.click("#prompt-more")
    place = page.locator("#prompt-text")
    assert place.evaluate("(one) => one.scrollHeight <= one.clientHeight + 2")
    assert page.evaluate(BOARD) == before
