"""Resigning, ending, calling off and leaving: asked about first, with what will happen at this table."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Browsing, invite, open_table, sit_down
from tests.web.test_pages import in_words, post, table_at


def quick_table(client: httpx.Client, game: str = "mabula") -> str:
    """A table against bots, as the home page makes it."""
    return table_at(post(client, f"/play/{game}").headers["location"])


def table_of_two(visit: Any) -> tuple[httpx.Client, httpx.Client, str]:
    """Two people at a table that one of them made with 'Invite a friend', each with their own browser."""
    ada, bea = visit(), visit()
    address = post(ada, "/invite/mabula").headers["location"]
    table, invitation = table_at(address), address.partition("invitation=")[2]
    post(bea, f"/join/{table}", invitation=invitation)
    return ada, bea, table


def stage(client: httpx.Client, table: str) -> str:
    return str(client.get(f"/api/tables/{table}").json()["stage"])


def asked(client: httpx.Client, table: str, what: str) -> str:
    """The page that asks before an act."""
    answer = client.get(f"/table/{table}/sure", params={"what": what})
    assert answer.status_code == 200, in_words(answer)
    return in_words(answer)


# without scripts


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("resign", "The game ends now, and"),
        ("end", "the game ends at once, with the points as they are"),
        ("cancel", "nobody wins, and nothing counts"),
    ],
)
def test_a_game_ends_only_by_the_button_of_the_page_that_asks(visit: Any, what: str, said: str) -> None:
    client = visit()
    table = quick_table(client)
    [form] = re.findall(r'<form [^>]*id="final-acts".*?</form>', client.get(f"/table/{table}").text, re.DOTALL)
    assert 'method="get"' in form and f'value="{what}"' in form, "no button on the table's own page ends the game"
    assert said in asked(client, table, what)
    assert stage(client, table) == "playing", "asking does nothing"
    post(client, f"/table/{table}/do", what=what)
    assert stage(client, table) == "over"


def test_what_is_not_possible_any_more_is_neither_offered_nor_asked(visit: Any) -> None:
    ada, bea, table = table_of_two(visit)
    for _ in range(2):
        for client in (ada, bea):
            seen = client.get(f"/api/tables/{table}").json()
            if seen["legal"]:
                post(client, f"/table/{table}/steps", steps=seen["legal"][0], seen=seen["number"])
    button = re.search(r'<button [^>]*id="call-off"[^>]*>', ada.get(f"/table/{table}").text)
    assert button and "hidden" in button[0]
    late = ada.get(f"/table/{table}/sure", params={"what": "cancel"})
    assert late.status_code == 409 and "no longer possible" in in_words(late)


def test_others_are_asked_before_a_game_with_people_ends(visit: Any) -> None:
    ada, bea, table = table_of_two(visit)
    assert "The others are asked" in asked(ada, table, "end")
    post(ada, f"/table/{table}/do", what="end")
    assert stage(ada, table) == "playing"
    assert bea.get(f"/api/tables/{table}").json()["ask"]["what"] == "end"


def test_whoever_leaves_a_table_against_bots_is_waited_for(visit: Any) -> None:
    client = visit()
    table = quick_table(client)
    assert "the table waits until you come back" in asked(client, table, "leave")
    assert post(client, f"/table/{table}/do", what="leave").headers["location"] == "/"
    assert stage(client, table) == "playing"
    assert "You have left, and the table waits for you." in in_words(client.get(f"/table/{table}"))
    post(client, f"/join/{table}")
    assert "You have left" not in in_words(client.get(f"/table/{table}"))


def test_a_bot_plays_on_for_whoever_leaves_a_friend_until_they_come_back(visit: Any) -> None:
    ada, bea, table = table_of_two(visit)
    assert "A bot of about your strength plays on for you" in asked(bea, table, "leave")
    assert post(bea, f"/table/{table}/do", what="leave").headers["location"] == "/"
    held = [one["holder"]["holds"] for one in ada.get(f"/api/tables/{table}").json()["seats"]]
    assert sorted(held) == ["bot", "person"]
    assert "A bot plays for you until you come back." in in_words(bea.get(f"/table/{table}"))
    post(bea, f"/join/{table}")
    assert bea.get(f"/api/tables/{table}").json()["own"] != []


@pytest.mark.parametrize(("language", "said"), [("fr", "Abandonner ?"), ("it", "Abbandonare?")])
def test_the_question_is_asked_in_the_readers_language(visit: Any, language: str, said: str) -> None:
    client = visit(language)
    assert said in asked(client, quick_table(client), "resign")


def test_a_stranger_is_not_told_what_leaving_a_private_table_would_do(visit: Any) -> None:
    ada, eve = visit(), visit()
    table = quick_table(ada)
    post(eve, "/me/name", name="Eve")
    assert eve.get(f"/table/{table}/sure", params={"what": "leave"}).status_code == 404


# with scripts


def open_more(page: Page) -> None:
    page.locator("details.more summary").click()


def test_resigning_is_asked_in_place_and_one_slip_ends_nothing(page: Page) -> None:
    table = sit_down(page, "mabula")
    open_more(page)
    page.dblclick("#resign")
    expect(page.locator("#sure-no")).to_be_focused()
    assert page.request.get(f"/api/tables/{table}").json()["stage"] == "playing"
    page.keyboard.press("Escape")
    expect(page.locator("#sure")).to_have_count(0)
    expect(page.locator("#resign")).to_be_focused()
    page.click("#resign")
    page.click("#sure-yes")
    page.wait_for_selector("#after")


def test_calling_off_is_offered_until_the_second_step_and_is_gone_then(browse: Browsing) -> None:
    ada, bo = invite(browse, "mabula")
    open_more(ada)
    expect(ada.locator("#call-off")).to_be_visible()
    for mover in (ada, bo):
        mover.wait_for_function("() => ludotheque.table.isMine && ludotheque.state.news.legal.length")
        mover.evaluate("() => ludotheque.table.composer.play([ludotheque.state.news.legal[0]])")
    expect(ada.locator("#call-off")).to_be_hidden()
    expect(ada.locator("#resign")).to_be_visible()


def test_leaving_from_the_page_leads_home_where_the_table_waits(page: Page) -> None:
    table = sit_down(page, "makabana")
    open_more(page)
    page.click("#leave")
    expect(page.locator("#sure-text")).to_contain_text("the table waits until you come back")
    page.click("#sure-yes")
    page.wait_for_url("**/")
    open_table(page, table)
    expect(page.locator("#main")).to_contain_text("You have left, and the table waits for you.")
