"""Budgets: the weight and time of a page's first load, and the delay of a click."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.browser import FEWEST, Browsing, come_in, press, sit_down, wait_turn
from tests.web.places import go, make_table
from tests.web.serving import House

PLACES = ("home", *FEWEST)
KILOBYTES = 150
REQUESTS = 15
LONGEST_TASK = 100.0  # milliseconds
MOST_SHIFT = 0.05
SOONEST_LIT = 50.0  # milliseconds from a click to the next lit elements
TRIES = 6  # loads, of which the quickest counts: a neighbour on the same core costs processor time too
CATEGORIES = ["toplevel", "blink.user_timing", "disabled-by-default-devtools.timeline"]
SETTLED = 1000  # milliseconds after a load in which tasks and shifts still count
LATER = 5.0  # seconds after which a page that stays open asks for more: a slow load may take as long, and counts less

WATCH = """
window.shifts = [0];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts.push(one.value);
}).observe({ type: "layout-shift", buffered: true });
"""


class Load:
    """One first load of a page: what came over the line, and what it took."""

    def __init__(self, page: Page, name: str, address: str) -> None:
        self.page, self.name = page, name
        self.task = self.shift = 0.0
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.setCacheDisabled", {"cacheDisabled": True})
        self.weight, self.asked, self.began = 0, list[str](), 0.0
        line.on("Network.loadingFinished", self._weigh)
        line.on("Network.requestWillBeSent", self._count)
        page.add_init_script(f"{WATCH}performance.mark({json.dumps(name)});")
        go(page, address)

    def _count(self, event: dict[str, Any]) -> None:
        self.began = self.began or event["timestamp"]
        if event["timestamp"] - self.began < LATER:
            self.asked.append(event["request"]["url"])

    def _weigh(self, event: dict[str, int]) -> None:
        self.weight += event["encodedDataLength"]


def load_all(chromium: Browser, house: House, places: dict[str, tuple[str, Any]]) -> list[Load]:
    """Load pages one after another, each in a browser of its own; all of them settle at the same time.

    Each browser has loaded a tiny page of the house before: Chromium's tracing stops for seconds when a process ends
    meanwhile, as that of an empty page does.
    """
    browse = Browsing(chromium, house)
    pages = {
        name: browse(storage_state=cookies, still=False, is_newcomer=True) for name, (_, cookies) in places.items()
    }
    for page in pages.values():
        page.goto("/healthz")
    chromium.start_tracing(categories=CATEGORIES)
    loads = [Load(pages[name], name, address) for name, (address, _) in places.items()]
    loads[-1].page.wait_for_timeout(SETTLED)
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    for load in loads:
        load.task = longest_task(events, load.name)
        load.shift = load.page.evaluate("window.shifts.reduce((sum, one) => sum + one)")
    browse.close()
    return loads


def longest_task(events: list[dict[str, Any]], name: str) -> float:
    """Milliseconds of the longest task of the page with this mark, in processor time: other work is none of its."""
    processes = {event["pid"] for event in events if event["name"] == name and "blink.user_timing" in event["cat"]}
    assert len(processes) == 1
    named = [event for event in events if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"]
    threads = {(event["pid"], event["tid"]) for event in named if event["pid"] in processes}
    tasks = [event for event in events if event["name"] == "RunTask" and (event["pid"], event["tid"]) in threads]
    assert tasks
    return max(float(task.get("tdur", 0)) for task in tasks) / 1000


@pytest.fixture(scope="module")
def loads(chromium: Browser, house: House) -> dict[str, list[Load]]:
    """The first loads of each page: one, and more as long as none is quick enough."""
    places = {place: prepare(chromium, house, place) for place in PLACES}
    found: dict[str, list[Load]] = {place: [] for place in PLACES}
    for _ in range(TRIES):
        slow = {one: places[one] for one in PLACES if all(load.task > LONGEST_TASK for load in found[one])}
        for load in load_all(chromium, house, slow) if slow else ():
            found[load.name].append(load)
    return found


def prepare(chromium: Browser, house: House, place: str) -> tuple[str, Any]:
    """The address of a page, and the cookies of a person without another table."""
    browse = Browsing(chromium, house)
    page = browse()
    come_in(page)
    address = "/" if place == "home" else f"/table/{make_table(page, place)}"
    cookies = page.context.storage_state()
    browse.close()
    return address, cookies


@pytest.mark.parametrize("place", PLACES)
def test_a_first_load_keeps_within_its_budget(loads: dict[str, list[Load]], place: str) -> None:
    for load in loads[place]:
        assert 0 < load.weight <= KILOBYTES * 1000
        assert len(load.asked) <= REQUESTS, load.asked
        assert load.shift < MOST_SHIFT
    tasks = [load.task for load in loads[place]]
    assert min(tasks) <= LONGEST_TASK, tasks


CLICKED = """() => {
  window.lit = [];
  let from = 0;
  const look = new MutationObserver(() => { window.lit.push(performance.now() - from); look.disconnect(); });
  document.addEventListener("click", () => {
    from = performance.now();
    look.observe(document.getElementById("table"), { subtree: true, attributes: true, attributeFilter: ["class"] });
  }, { capture: true });
}"""


def test_a_click_lights_the_board_at_once(page: Page) -> None:
    sit_down(page, "mabula")
    page.evaluate(CLICKED)
    for _ in range(5):
        offers = wait_turn(page)
        assert offers is not None
        press(page, offers["open"][0])
        wait_turn(page, offers["mark"])
        page.keyboard.press("Escape")
    taken = page.evaluate("window.lit")
    assert len(taken) == 5
    assert min(taken) < SOONEST_LIT
