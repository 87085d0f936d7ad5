"""Marabunta after the game: on a phone the map is turned as at the table, and stepping through moves nothing else."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ludotheque import Record
from tests.web.browser import Browsing, come_in, post

RECORD = Path(__file__).parents[1] / "golden" / "marabunta" / "2-meadow-expert-1.record"
MIDDLES = """(ids) => ids.map((id) => {
  const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"
# Figures of the map, the trays and the seats that are too small to be read.
TOO_SMALL = """() => [...document.querySelectorAll("#after .part text")]
  .filter((one) => /\\d/.test(one.textContent) && one.getClientRects().length && !one.closest(".coordinate"))
  .map((one) => [one.textContent, one.getBoundingClientRect().height])
  .filter(([, height]) => height < 15)"""
# Where everything below the map lies, counted from the top of the page.
PLACES = """() => [...document.querySelectorAll("#after .panels > .part")]
  .map((one) => Math.round(one.getBoundingClientRect().top + scrollY))"""
# The moments of the replay whose dice lie in two trays.
SPLIT = """() => ludotheque.review.replay.frames.flatMap((_, at) =>
  /half-2/.test(Object.values(ludotheque.review.replay.picture(at).trays).join("")) ? [at] : [])"""


@pytest.fixture
def finished(browse: Browsing) -> str:
    """A game that was called off after most of it; everybody who has the link may step through it."""
    page = browse()
    come_in(page)
    record = RECORD.read_text("utf-8")
    opening = {"record": record, "ply": len(Record.read(record).steps) - 8}
    made = post(page, "/api/tables", 201, game="marabunta", players=2, seating="chosen", opening=opening)
    for seat in (1, 2):
        post(page, f"/api/tables/{made['table']}/seats/{seat}")
    post(page, f"/api/tables/{made['table']}/cancel")
    return f"/table/{made['table']}?invitation={made['invitation']}"


def open_replay(page: Page, address: str) -> None:
    """Open a game that is over, and wait until it can be stepped through."""
    page.goto(address)
    page.wait_for_function("() => window.ludotheque?.review")


def step_to(page: Page, moment: int) -> None:
    """Go to a moment and wait until it is shown."""
    page.evaluate("(moment) => ludotheque.review.go(moment)", moment)
    expect(page.locator("#go-to")).to_have_js_property("value", str(moment))


@pytest.mark.parametrize(("width", "height"), [(360, 740), pytest.param(390, 844, marks=pytest.mark.slow)])
def test_on_a_phone_the_map_of_a_replay_is_turned_as_at_the_table(
    browse: Browsing, finished: str, width: int, height: int
) -> None:
    page = browse(width=width, height=height, touch=True)
    open_replay(page, finished)
    (ax, ay), (lx, ly) = page.evaluate(MIDDLES, ["hex-a1", "hex-l1"])
    assert ly - ay > 10 * abs(lx - ax), "the columns lie one below the other"
    box = page.locator("#hex-d4").bounding_box()
    assert box and min(box["width"], box["height"]) >= 44
    stage, bar = page.locator(".after .stage").bounding_box(), page.locator("#replay").bounding_box()
    assert stage and bar and stage["height"] + bar["height"] <= height, "the map and the bar are in sight together"
    last = page.evaluate("ludotheque.review.replay.last")
    for moment in (0, last // 2, last):
        step_to(page, moment)
        assert not page.evaluate(SIDEWAYS)
        assert page.evaluate(TOO_SMALL) == []


def test_on_a_phone_a_replay_keeps_its_two_trays_one_below_the_other(phone: Page, finished: str) -> None:
    open_replay(phone, finished)
    step_to(phone, 0)
    places = phone.evaluate(PLACES)
    moments = phone.evaluate(SPLIT)
    assert moments
    for moment in (moments[0], moments[-1]):
        step_to(phone, moment)
        assert phone.evaluate(PLACES) == places, "nothing jumps while somebody steps through"
        first, second = (phone.locator(f"#live-trays .half-{half}").first.bounding_box() for half in (1, 2))
        assert first and second and second["y"] > first["y"] + 60
        assert second["x"] >= 0 and second["x"] + second["width"] <= 360


def test_on_a_desktop_the_map_of_a_replay_lies_as_it_is_drawn(page: Page, finished: str) -> None:
    open_replay(page, finished)
    (ax, ay), (lx, ly) = page.evaluate(MIDDLES, ["hex-a1", "hex-l1"])
    assert lx - ax > 10 * abs(ly - ay)
