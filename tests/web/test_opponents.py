"""Finding an opponent on the pages: the form, the wait, a game against bots meanwhile, and both at a table."""

import re
import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browser import PATIENCE, Browsing

SECONDS = 60.0
TABLE = re.compile(r"/table/[a-z0-9]+$")


def look_for_opponent(page: Page, game: str = "mabula", button: str = "Find an opponent") -> None:
    """From the home page to a search."""
    page.goto("/")
    page.locator(f"#{game}").get_by_role("link", name="Find an opponent").click()
    page.get_by_role("button", name=button, exact=button == "Find an opponent").click()


def wait_until_playing(page: Page) -> str:
    """The table of a page whose game has begun."""
    page.wait_for_function("() => window.ludotheque?.state?.drawing", timeout=PATIENCE)
    return page.url


def test_two_browsers_that_look_are_seated_with_dice_that_both_have_added_to(browse: Browsing) -> None:
    ada, bo = browse(), browse()
    for page in (ada, bo):
        look_for_opponent(page)
    assert wait_until_playing(ada) == wait_until_playing(bo)
    table = ada.url.split("/")[-1]
    seen = ada.request.get(f"/api/tables/{table}").json()
    assert all(one["opened"] for one in seen["fair"]["places"]), "both browsers have added their bytes"
    assert seen["terms"]["clock"] == "live"
    expect(ada.locator("#fair-mark")).to_have_text("Fair so far")


def test_who_plays_bots_meanwhile_is_asked_at_the_table_and_led_to_the_other(browse: Browsing) -> None:
    ada, bo = browse(), browse()
    look_for_opponent(ada, button="Find one, and play bots meanwhile")
    first = wait_until_playing(ada)
    expect(ada.locator("#seeking")).to_be_visible()
    look_for_opponent(bo)
    ada.locator("#seek").get_by_role("button", name="Come to the table").click()
    ada.wait_for_url(lambda address: address != first and TABLE.search(address) is not None)
    assert wait_until_playing(ada) == wait_until_playing(bo)
    expect(ada.locator("#seeking")).to_be_hidden()
    ada.goto("/")
    expect(ada.locator("#tables li")).to_have_count(2)  # the game against the bot waits


def test_a_search_that_is_stopped_is_no_longer_shown_anywhere(page: Page) -> None:
    look_for_opponent(page)
    expect(page.locator("#seek")).to_contain_text("Nobody else looks")
    page.goto("/rules/mabula")
    expect(page.locator("#seeking")).to_be_visible()
    page.locator("#seeking").click()
    page.get_by_role("button", name="Stop looking").click()
    page.wait_for_url(re.compile("/find/mabula"))
    expect(page.locator("#seeking")).to_be_hidden()
    assert page.request.get("/api/me/seek").json()["stage"] == "none"


def test_two_without_scripts_find_each_other_by_forms(visit: Any) -> None:
    ada, bo = visit(), visit("fr")
    for client in (ada, bo):
        answer = client.post("/find/mabula", data={"offer": "product"})
        assert answer.headers["location"] == "/find"
    tables: dict[Any, str] = {}
    end = time.monotonic() + SECONDS
    while len(tables) < 2:
        assert time.monotonic() < end, "nobody was found"
        tables |= {client: address for client in (ada, bo) if (address := reload_search(client))}
    assert tables[ada] == tables[bo] and TABLE.search(tables[ada])


def reload_search(client: Any) -> str:
    """Load the waiting page again, and come when somebody is found; gives where it leads in the end."""
    page = client.get("/find")
    if page.is_redirect:
        return str(page.headers["location"])
    assert 'http-equiv="refresh"' in page.text
    if 'value="come"' in page.text:
        client.post("/find", data={"what": "come"})
    return ""


def test_the_form_says_what_is_offered_and_how_many_look(visit: Any) -> None:
    ada, bo = visit(), visit()
    ada.post("/find/junglerumble", data={})
    page = bo.get("/find/junglerumble").text
    assert "one person looks for it now" in page
    assert "2 players" in page and "min each" in page
    assert "Guests play games that are not rated." in page
    assert "Nobody else looks" in ada.get("/find").text
    assert ada.post("/find", data={"what": "stop"}).headers["location"] == "/find/junglerumble"
    assert ada.get("/find").headers["location"].startswith("/find/")
