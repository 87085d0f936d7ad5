"""Browsers for tests, and players who use them by mouse, keyboard or touch."""

import random
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as Late

from ludotheque import Position
from tests.web.page_probes import FOCUS, OFFERS, STEADY, STUCK
from tests.web.serving import House

By = Literal["click", "keys", "touch"]
PATIENCE = 60_000  # milliseconds: generous for a busy machine, free where the answer comes at once
ENDING = 900  # milliseconds that a page still shows the last step before it shows the result
MOST_MISSED = 3  # in a whole game
PHONE: dict[str, Any] = {"width": 360, "height": 740, "touch": True}
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser")
FEWEST = {"mabula": 2, "marabunta": 2, "makabana": 3, "junglerumble": 2}

HAS_PLAYED = f"""
if (location.protocol === "http:")
  for (const game of {list(FEWEST)}) localStorage.setItem("ludotheque.glance." + game, "true");
"""  # this browser has closed the card for a first game

expect.set_options(timeout=PATIENCE)


class MissedError(AssertionError):
    """A choice that the page offers can't be clicked."""


def find_chromium() -> str:
    """The path of Chromium; without it the test fails in one line.

    The headless shell is the same browser without windows: a whole Chromium draws its own tabs and menus for each
    context, which takes more processor time than our pages.
    """
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None:
        pytest.fail("Chromium is missing: sh tools/chromium installs it", pytrace=False)
    return found


@contextmanager
def open_chromium() -> Iterator[Browser]:
    """Debian's Chromium. While it runs, no other loop can in this thread."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        yield browser
        browser.close()


class Browsing:
    """Opens browsers at a house, each with its own cookies, and collects their errors."""

    def __init__(self, chromium: Browser, house: House) -> None:
        self.chromium, self.house = chromium, house
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []
        self.expected: list[str] = []  # parts of errors that a test provokes

    def __call__(
        self, *, width: int = 1280, height: int = 800, theme: Literal["light", "dark"] = "light",
        language: str = "en", touch: bool = False, scripts: bool = True, still: bool = True, is_newcomer: bool = False,
        **more: Any,
    ) -> Page:  # fmt: skip
        """A page of a new browser; `still`: with reduced motion. A newcomer is shown the card for a first game."""
        context = self.chromium.new_context(
            base_url=self.house.address, viewport={"width": width, "height": height}, color_scheme=theme,
            locale=language, has_touch=touch, is_mobile=touch, java_script_enabled=scripts,
            reduced_motion="reduce" if still else "no-preference", **more,
        )  # fmt: skip
        context.set_default_timeout(PATIENCE)
        if not is_newcomer:
            context.add_init_script(HAS_PLAYED)
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.contexts.append(context)
        return context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} ({message.location.get('url')})")

    def close(self) -> None:
        """Close all browsers; errors that no test expects fail it."""
        for context in self.contexts:
            context.close()
        errors = [error for error in self.errors if not any(part in error for part in self.expected)]
        assert not errors, "\n".join(errors)


def come_in(page: Page, name: str = "Ada") -> None:
    """Come in as a guest."""
    answer = page.request.post("/api/guests", data={"name": name})
    assert answer.status == 201, answer.text()


def sit_down(
    page: Page, game: str, players: int | None = None, level: str = "novice", *, is_new: bool = True, **terms: Any
) -> str:
    """Come in, sit down in seat 1 of a new table with bots, open its page and give the table's name."""
    if is_new:
        come_in(page)
    count = players or FEWEST[game]
    made = post(page, "/api/tables", 201, game=game, players=count, seating="chosen", **terms)
    table: str = made["table"]
    post(page, f"/api/tables/{table}/seats/1")
    for seat in range(2, count + 1):
        post(page, f"/api/tables/{table}/seats/{seat}", level=level)
    open_table(page, table)
    return table


def sit_at(page: Page, position: Position) -> str:
    """Come in, sit down at a table whose game has come this far, open its page and give the table's name."""
    come_in(page)
    table = give_table(page, position)
    open_table(page, table)
    return table


def give_table(page: Page, position: Position) -> str:
    """A table whose game has come this far, with us in the seats that are waited for and bots in the others.

    What is drawn up to there is given, so a test knows its dice. Its page is not opened.
    """
    opening = {"record": str(position.record()), "ply": position.ply}
    game, players = position.game.name, position.players
    made = post(page, "/api/tables", 201, game=game, players=players, seating="chosen", opening=opening)
    table: str = made["table"]
    for seat in range(1, players + 1):
        body: dict[str, Any] = {} if seat in position.actors else {"level": "novice"}
        post(page, f"/api/tables/{table}/seats/{seat}", **body)
    return table


def post(page: Page, address: str, status: int = 200, **body: Any) -> Any:
    """Post to the house with this browser's cookies."""
    answer = page.request.post(address, data=body)
    assert answer.status == status, answer.text()
    return answer.json()


def open_table(page: Page, table: str) -> None:
    """Open a table's page and wait until its connection is open."""
    page.goto(f"/table/{table}")
    is_there = "document.querySelector('#after, .lobby, #cover') || window.ludotheque?.state?.drawing"
    page.wait_for_function(f"() => {is_there}")


def invite(browse: Browsing, game: str, script: str = "", **terms: Any) -> tuple[Page, Page]:
    """Two people in two browsers at a new table, Ada in seat 1 and Bo in seat 2."""
    ada, bo = browse(), browse()
    for page in (ada, bo):
        if script:
            page.add_init_script(script)
    come_in(ada, "Ada")
    come_in(bo, "Bo")
    made = post(ada, "/api/tables", 201, game=game, players=2, seating="chosen", **terms)
    post(ada, f"/api/tables/{made['table']}/seats/1")
    post(bo, f"/api/tables/{made['table']}/seats/2", invitation=made["invitation"])
    for page in (ada, bo):
        open_table(page, made["table"])
    return ada, bo


def logged_numbers(page: Page) -> list[str]:
    """The numbers of the entries in a page's log, the newest first."""
    numbers: list[str] = page.evaluate("[...document.querySelectorAll('#log li')].map((one) => one.dataset.number)")
    return numbers


def play_by_words(page: Page, most: int = 1000) -> int:
    """Play by the plain form, reloading while other seats are to move; returns the number of choices."""
    made, end = 0, time.monotonic() + PATIENCE / 1000
    while made < most and not page.locator("#after").count():
        choices = page.locator("#by-words")
        if choices.is_visible():
            choices.locator("button").focus()
            with page.expect_navigation():
                page.keyboard.press("Enter")  # a click may be tried again when the page goes away under it
            made, end = made + 1, time.monotonic() + PATIENCE / 1000
        else:
            assert time.monotonic() < end, "nothing happens at the table"
            page.wait_for_timeout(50)
            page.reload()
    return made


def hastened(*delays: int) -> str:
    """A script after which timers of exactly these milliseconds fire at once."""
    return f"""(() => {{
      const later = window.setTimeout;
      window.setTimeout = (doing, delay, ...rest) => later(doing, {list(delays)}.includes(delay) ? 0 : delay, ...rest);
    }})()"""


def stage_of(page: Page) -> str:
    """Whether the table that a page shows is open, playing or over."""
    stage: str = page.evaluate("JSON.parse(document.getElementById('page').textContent).stage")
    return stage


def press(page: Page, element: str, by: By = "click") -> None:
    """Click or tap an element at a point where nothing covers it."""
    point = page.evaluate(STEADY, element)
    if not point:
        raise MissedError(f"{element} can't be hit")
    if by == "touch":
        page.touchscreen.tap(*point)
    else:
        page.mouse.click(*point)


def wait_turn(page: Page, mark: str = "") -> dict[str, Any] | None:
    """Wait until the page offers other choices than those of the mark; None when the game is over."""
    script = f"""(mark) => {{
      if (JSON.parse(document.getElementById('page')?.textContent ?? '{{}}').stage === 'over') return 'over';
      const offers = ({OFFERS})();
      return offers?.isMine && offers.mark !== mark && (offers.open.length || offers.isConfirmed) ? offers : null;
    }}"""
    try:
        found: Any = page.wait_for_function(script, arg=mark).json_value()
    except Late as error:
        raise AssertionError(f"nothing happens: {page.evaluate(STUCK)}") from error
    return None if found == "over" else found


def play_whole_game(page: Page, by: By = "click", seed: int = 1, most: int = 2000) -> int:
    """Play by the page's offers until the game is over; returns the number of acts."""
    acts = play_acts(page, by, seed, most)
    assert acts < most, f"after {most} acts the game is not over"
    return acts


def play_acts(page: Page, by: By, seed: int, most: int) -> int:
    """Do so many acts that the page offers, or fewer if the game ends; returns their number."""
    dice, mark, missed = random.Random(seed), "", 0
    for acts in range(most):
        offers = wait_turn(page, mark)
        if offers is None:
            return acts
        mark = offers["mark"]
        try:
            if not act(page, offers, by, dice):
                mark = ""  # nothing was done, so the same may be offered again
        except MissedError:  # the table has changed meanwhile: several seats choose at the same time
            missed += 1
            mark = ""
            if missed > MOST_MISSED:
                raise
    return most


def act(page: Page, offers: dict[str, Any], by: By, dice: random.Random) -> bool:
    """Do one act that a page offers; False if it was withdrawn before it could be reached."""
    is_enough = offers["isConfirmed"] and (not offers["isSet"] or not offers["open"] or dice.random() < 0.6)
    wanted = "confirm" if is_enough else dice.choice(offers["open"])
    if by != "keys":
        press(page, wanted, by)
    elif not walk(page, wanted):
        return False
    else:
        page.keyboard.press("Enter")
    return True


def walk(page: Page, wanted: str, most: int = 400) -> bool:
    """Bring the focus to an element with arrows and Tab alone: arrows as long as they lead there, then Tab.

    Gives False when the element goes away meanwhile, as a preview may.
    """
    visited: set[Any] = set()
    for _ in range(most):
        way = page.evaluate(FOCUS, wanted)
        if way in ("there", "gone"):
            return bool(way == "there")
        here = (page.evaluate("document.activeElement?.id"), way)
        key = "Tab" if here in visited else way
        visited.add(here)
        page.keyboard.press(key)
    raise AssertionError(f"{wanted} can't be reached with keys")
