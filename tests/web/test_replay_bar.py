"""The replay of a finished game: its bar covers nothing, lies with board and graph, and plays at a chosen speed."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Browsing, come_in, post
from tests.web.places import finish

SIZES: list[Any] = [
    pytest.param({"width": 1280, "height": 800}, id="desk"),
    pytest.param({"width": 390, "height": 844, "touch": True}, id="phone"),
    pytest.param({"width": 360, "height": 640, "touch": True}, id="small phone"),
]
NEAR = 24  # pixels between two things that lie together
# The boxes of the board, the bar and the graph, with the board's top at the top of the window.
BOXES = """() => {
  const part = document.querySelector(".stage .part");
  scrollTo(0, part.getBoundingClientRect().top + scrollY);
  const box = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const parts = [...document.querySelectorAll(".stage .part")].filter((one) => one.getClientRects().length).map(box);
  const board = { left: Math.min(...parts.map((one) => one.left)), top: Math.min(...parts.map((one) => one.top)),
    right: Math.max(...parts.map((one) => one.right)), bottom: Math.max(...parts.map((one) => one.bottom)) };
  return { board, bar: box(document.getElementById("replay")), graph: box(document.querySelector(".scores-over-time")),
    height: innerHeight, width: innerWidth };
}"""


@pytest.fixture(scope="module")
def games(house: Any, chromium: Any) -> dict[str, str]:
    """A finished game of each kind, open to everybody who has the link."""
    browsing = Browsing(chromium, house)
    page = browsing()
    come_in(page)
    tables = {game: finish(page, game) for game in ("marabunta", "makabana", "junglerumble")}
    tables["mabula"] = play_mabula(page)
    places = {
        game: f"/table/{table}?invitation={post(page, f'/api/tables/{table}/invitation', 201)['invitation']}"
        for game, table in tables.items()
    }
    browsing.close()
    return places


def play_mabula(page: Page, moves: int = 8) -> str:
    """A game of Mabula between two seats of this browser that ends after some moves."""
    table: str = post(page, "/api/tables", 201, game="mabula", players=2, seating="chosen")["table"]
    for seat in (1, 2):
        post(page, f"/api/tables/{table}/seats/{seat}")
    for count in range(moves):
        seen = page.request.get(f"/api/tables/{table}?after=100000").json()
        body = {"seen": seen["number"], "steps": seen["legal"][:1], "seat": seen["waited_for"][0]}
        post(page, f"/api/tables/{table}/steps", id=f"s{count}", **body)
    post(page, f"/api/tables/{table}/resign", seat=1)
    return table


def open_replay(page: Page, address: str) -> None:
    """Open a finished game, and wait until it can be stepped through."""
    page.goto(address)
    page.wait_for_function("() => window.ludotheque?.review")


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    is_beside = one["right"] <= other["left"] or other["right"] <= one["left"]
    return not (is_beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"])


@pytest.mark.parametrize("size", SIZES)
def test_the_bar_lies_below_the_board_in_one_sight_and_covers_nothing(
    browse: Browsing, games: dict[str, str], size: dict[str, Any]
) -> None:
    page = browse(**size)
    for game, address in games.items():
        open_replay(page, address)
        found = page.evaluate(BOXES)
        board, bar, graph = found["board"], found["bar"], found["graph"]
        assert not overlap(board, bar) and not overlap(bar, graph), game
        assert 0 <= bar["top"] - board["bottom"] <= NEAR, f"{game}: {found}"
        assert bar["bottom"] <= found["height"], f"{game}: the bar is not in sight with the board: {found}"
        if size["width"] < 900:
            assert 0 <= graph["top"] - bar["bottom"] <= NEAR, f"{game}: the graph is not below the bar: {found}"
        else:
            assert graph["top"] < found["height"] - 100, f"{game}: the graph is out of sight: {found}"


def test_the_speed_is_chosen_by_hand_or_key_and_remembered(browse: Browsing, games: dict[str, str]) -> None:
    page = browse()
    open_replay(page, games["mabula"])
    speed = page.locator("#speed")
    expect(speed).to_have_value("1")
    speed.select_option("0.5")
    page.locator("#headline").focus()
    for value in ("1", "2", "2"):
        page.keyboard.press("+")
        expect(speed).to_have_value(value)
    page.reload()
    expect(speed).to_have_value("2")
    page.keyboard.press("-")
    expect(speed).to_have_value("1")


def test_a_faster_replay_comes_to_the_end_in_less_time(browse: Browsing, games: dict[str, str]) -> None:
    """By a clock that the test moves: at double speed four steps take as long as two at normal speed."""
    page = browse()
    page.clock.install()
    open_replay(page, games["mabula"])
    for speed, shown in (("1", "2"), ("2", "4"), ("0.5", "1")):
        page.locator("#speed").select_option(speed)
        page.evaluate("ludotheque.review.go(0)")
        page.locator("#go-play").click()
        page.clock.run_for(1810)
        expect(page.locator("#go-to")).to_have_js_property("value", shown)
        page.locator("#go-play").click()


def test_long_words_of_a_step_are_cut_with_a_way_to_read_on(browse: Browsing, games: dict[str, str]) -> None:
    page = browse(width=360, height=640, touch=True)
    open_replay(page, games["makabana"])
    words, more = page.locator("#replay-words"), page.locator("#read-on")
    is_cut = "(one) => one.scrollHeight > one.clientHeight + 1"
    assert words.evaluate(is_cut), "the last step of this game counts every point"
    more.click()
    expect(more).to_have_attribute("aria-expanded", "true")
    assert not words.evaluate(is_cut)


def test_a_moment_of_the_story_brings_the_board_into_sight(browse: Browsing, games: dict[str, str]) -> None:
    page = browse(width=390, height=844, touch=True)
    open_replay(page, games["mabula"])
    page.locator("#moments li").first.locator("a").click()
    expect(page.locator("#go-to")).to_have_js_property("value", "1")
    expect(page.locator(".stage .part").first).to_be_in_viewport()
