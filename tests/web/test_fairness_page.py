"""Fair chance for people who play in a browser: its own bytes, its receipt, the mark at the table, and the page."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludotheque import Record
from ludotheque.play.fairness.proof import verify
from ludotheque.play.fairness.receipt import Receipt
from ludotheque.play.fairness.verdict import Grade
from tests.web.browser import Browsing, hastened, open_table, play_acts, play_by_words, post, sit_down

AT_ONCE = hastened(900, 2000)  # the pause before the result, and before bytes are sent again
OPENING = "**/api/tables/*/open"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
PLAIN_HTTP = "Object.defineProperty(crypto, 'subtle', { value: undefined });"


def play_now(page: Page, game: str = "marabunta") -> str:
    """Begin a game against a bot by the button on the home page; returns the table."""
    page.goto("/")
    page.locator(f"#{game} .game-do button.primary").click()
    return begun(page)


def begin_unopened(browse: Browsing, page: Page) -> str:
    """Begin a game whose page can't send its bytes to the house; returns the table, which waits for them."""
    browse.expected = ["ERR_FAILED"]
    page.route(OPENING, lambda route: route.abort())
    page.goto("/")
    page.locator("#marabunta .game-do button.primary").click()
    expect(page.locator("#begin")).to_be_visible()
    return table_of(page)


def begun(page: Page) -> str:
    """Wait until the page shows a game; returns the table."""
    page.wait_for_function("() => window.ludotheque?.state?.drawing")
    return table_of(page)


def table_of(page: Page) -> str:
    """The table that a page shows."""
    found = re.search("/table/([a-z0-9]+)", page.url)
    assert found is not None
    return found[1]


def give_up(page: Page, table: str) -> None:
    """End a game of two, and wait for its result."""
    post(page, f"/api/tables/{table}/resign")
    page.wait_for_selector("#after")


def record_of(page: Page, table: str) -> Record:
    return Record.read(page.request.get(f"/table/{table}/record").text())


def places_of(page: Page, table: str) -> list[str]:
    """Who drew the bytes of each place, by the record."""
    header = record_of(page, table).header
    return [value.split()[0] for key, value in header.items() if key.startswith("fair-place-")]


def stored(page: Page, table: str) -> dict[str, Any]:
    """The receipt that a browser has stored."""
    key = f"ludotheque.receipt.{table}"
    page.wait_for_function(f"() => JSON.parse(localStorage.getItem('{key}'))?.own")
    found: dict[str, Any] = json.loads(page.evaluate(f"localStorage.getItem('{key}')"))
    return found


def test_a_browser_adds_its_own_bytes_and_proves_the_game_to_its_player(page: Page) -> None:
    page.add_init_script(AT_ONCE)
    table = play_now(page)
    expect(page.locator("#fair-mark")).to_have_text("Fair so far")
    assert "client" in places_of(page, table)
    play_acts(page, "click", 1, 2)
    page.reload()
    expect(page.locator("#fair-mark")).to_have_text("Fair so far")
    play_acts(page, "click", 2, 2)
    give_up(page, table)
    expect(page.locator("#fair-mark")).to_have_text("Fair, whoever you trust")
    expect(page.locator("#unfair")).to_be_hidden()


def test_the_downloaded_receipt_proves_the_record_to_another_program(page: Page, tmp_path: Path) -> None:
    page.add_init_script(AT_ONCE)
    table = play_now(page)
    play_acts(page, "click", 1, 2)
    give_up(page, table)
    page.locator("#fair-mark").click()
    expect(page.locator("#verdict")).to_have_text("Fair, whoever you trust")
    expect(page.locator("#own")).to_have_class("agrees")
    with page.expect_download() as download:
        page.locator("#receipt").click()
    assert download.value.suggested_filename == f"marabunta-{table}.receipt.json"
    download.value.save_as(tmp_path / "receipt")
    proof = verify(record_of(page, table), Receipt.load(tmp_path / "receipt"))
    assert proof.grade is Grade.ANYONE, (proof.problems, proof.reasons)


def test_bytes_are_opened_only_after_the_promises_of_all_are_kept(browse: Browsing) -> None:
    page = browse()
    page.add_init_script(AT_ONCE)
    table = begin_unopened(browse, page)
    fair = page.request.get(f"/api/tables/{table}").json()["fair"]
    kept = stored(page, table)
    assert kept["commitments"] == fair["commitments"]
    assert kept["promises"] == [kept["own"]["commitment"], None]
    assert [one["opened"] for one in fair["places"]] == [None, None], "the house does not have the bytes yet"
    page.unroute(OPENING)
    begun(page)
    assert stored(page, table)["own"]["opened"] in record_of(page, table).header["fair-place-1"]


def test_bytes_are_not_opened_when_the_house_names_another_secret(browse: Browsing) -> None:
    page = browse()
    table = begin_unopened(browse, page)
    tell_otherwise(page, table, commitments=["0" * 64])
    page.unroute(OPENING)
    page.reload()
    expect(page.locator("#unfair")).to_be_visible()
    assert page.request.get(f"/api/tables/{table}").json()["stage"] == "open"
    page.get_by_role("button", name="Call the game off").click()
    page.get_by_role("button", name="Call it off").click()
    page.wait_for_selector("#after")


def tell_otherwise(page: Page, table: str, **told: Any) -> None:
    """Change what a browser remembers, as if the house had told it something else before."""
    changed = json.dumps(stored(page, table) | told)
    page.goto("/rules")  # the table's page would write over it
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", [f"ludotheque.receipt.{table}", changed])
    page.goto(f"/table/{table}")


def test_a_house_that_exchanges_its_secret_is_told_loudly(page: Page) -> None:
    table = play_now(page)
    tell_otherwise(page, table, commitments=["0" * 64])
    expect(page.locator("#unfair")).to_be_visible()
    expect(page.locator("#fair-mark")).to_have_text("Something does not fit")
    page.locator("#unfair a").click()
    expect(page.locator("#verdict")).to_have_text("Something does not fit")
    expect(page.locator("#misfits")).to_have_text("The house now names another secret than before.")


@pytest.mark.parametrize(
    ("stated", "lies"),
    [
        (r"\* die:B=\w+", ("* die:B=1", "* die:B=2")),
        ("fair-commitment: .*", ("fair-commitment: " + "0" * 64,)),
        ("powers: .*", ("powers: expert", "powers: basic")),
        ("end: resigned .", ("end: resigned 1", "end: resigned 2")),
        ("end: resigned .", ("end: agreed",)),
    ],
)
def test_a_record_that_lies_is_told_loudly(page: Page, stated: str, lies: tuple[str, ...]) -> None:
    page.add_init_script(AT_ONCE)
    table = play_now(page)

    def answer(route: Any) -> None:
        told = route.fetch().text()
        lie = next(one for one in lies if f"\n{one}\n" not in told)
        route.fulfill(body=re.sub(f"^{stated}$", lie, told, count=1, flags=re.MULTILINE), content_type="text/plain")

    page.route("**/record", answer)
    give_up(page, table)
    expect(page.locator("#unfair")).to_be_visible()
    expect(page.locator("#fair-mark")).to_have_text("Something does not fit")


def test_a_step_that_is_told_otherwise_later_is_told_loudly(page: Page) -> None:
    table = play_now(page)
    page.wait_for_function("() => ludotheque.table.receipt.stored.told.length > 0")
    told = stored(page, table)["told"]
    assert told[0]["lines"].startswith("* tile:")
    other = [told[0] | {"lines": told[0]["lines"].replace("tile:", "tile:x")}, *told[1:]]
    tell_otherwise(page, table, told=other, number=0)
    expect(page.locator("#unfair")).to_be_visible()


def test_options_that_are_told_otherwise_later_are_told_loudly(page: Page) -> None:
    table = play_now(page)
    told = stored(page, table)["terms"]
    assert told["powers"] == "basic"
    tell_otherwise(page, table, terms=told | {"powers": "expert"})
    page.locator("#unfair a").click()
    expect(page.locator("#misfits")).to_have_text("The house now names other rules or options than before.")


def test_a_page_that_was_closed_when_the_game_ended_says_that_it_was_not_told(page: Page) -> None:
    page.add_init_script(AT_ONCE)
    table = play_now(page)
    page.goto("/rules")
    post(page, f"/api/tables/{table}/resign")
    page.goto(f"/table/{table}/fair")
    expect(page.locator("#verdict")).to_have_text("Fair if you trust the house")
    expect(page.locator("#reasons")).to_contain_text("this client was not told how the game ended")


def test_without_scripts_the_house_draws_the_bytes_and_the_page_says_so(browse: Browsing) -> None:
    page = browse(scripts=False)
    page.goto("/")
    page.locator("#mabula .game-do button.primary").click()
    assert play_by_words(page, 1) == 1
    table = table_of(page)
    assert sorted(places_of(page, table)) == ["bot", "server"]
    page.goto(f"/table/{table}/fair")
    expect(page.locator("#not-kept")).to_contain_text("The house drew your bytes")
    expect(page.locator(".places")).to_contain_text("A bot: it adds nothing.")


def test_a_browser_that_stores_nothing_leaves_the_bytes_to_the_house(page: Page) -> None:
    page.add_init_script(FULL)
    table = play_now(page)
    assert sorted(places_of(page, table)) == ["bot", "server"]
    expect(page.locator("#fair-mark")).to_have_text("Chance")


def test_a_page_that_came_by_plain_http_adds_bytes_and_checks_the_game(page: Page) -> None:
    page.add_init_script(PLAIN_HTTP + AT_ONCE)
    table = play_now(page)
    give_up(page, table)
    expect(page.locator("#fair-mark")).to_have_text("Fair, whoever you trust")


def test_a_second_device_says_that_the_receipt_is_in_the_first(browse: Browsing) -> None:
    page = browse()
    table = play_now(page)
    cookies: Any = {"cookies": page.context.cookies()}
    other = browse(storage_state=cookies)
    open_table(other, table)
    expect(other.locator("#fair-mark")).to_have_text("Chance")
    other.locator("#fair-mark").click()
    expect(other.locator("#not-kept")).to_contain_text("You sat down with another browser")


def test_who_lost_the_bytes_lets_the_house_draw_others_and_the_record_says_so(browse: Browsing) -> None:
    page = browse()
    table = begin_unopened(browse, page)
    page.goto("/rules")
    assert page.request.get("/waiting").json()["table"] == table, "the table waits for its player's page"
    page.evaluate("localStorage.clear()")
    open_table(page, table)
    page.get_by_role("button", name="Let the house draw mine").click()
    begun(page)
    assert sorted(places_of(page, table)) == ["bot", "server"]


def invite(ada: Page, bo: Page) -> str:
    """Ada makes a table on a page that waits for nothing, as Bo's will; returns the link with the invitation."""
    for page in (ada, bo):
        page.add_init_script(AT_ONCE)
    ada.goto("/")
    ada.locator("#mabula .game-do button[formaction^='/invite']").click()
    return ada.locator("#link").input_value()


def find_it_fair(ada: Page, bo: Page) -> None:
    """The game begins, Bo gives up, and both are told that it was fair."""
    table = begun(bo)
    begun(ada)
    assert places_of(bo, table) == ["client", "client"]
    give_up(bo, table)
    ada.wait_for_selector("#after")
    for page in (ada, bo):
        expect(page.locator("#fair-mark")).to_have_text("Fair, whoever you trust")
        expect(page.locator("#unfair")).to_be_hidden()


def test_two_browsers_that_meet_by_a_link_both_add_bytes(browse: Browsing) -> None:
    ada, bo = browse(), browse()
    link = invite(ada, bo)
    bo.goto(link)
    bo.get_by_role("button", name="Sit down").click()
    find_it_fair(ada, bo)


def test_whoever_leaves_and_sits_down_again_adds_new_bytes(browse: Browsing) -> None:
    ada, bo = browse(), browse()
    link = invite(ada, bo)
    table = table_of(ada)
    first = stored(ada, table)["own"]
    ada.get_by_role("button", name="Leave").click()
    ada.get_by_role("button", name="Sit down").click()
    expect(ada.get_by_role("button", name="Leave")).to_be_visible()
    expect(ada.locator("#unfair")).to_be_hidden()
    assert stored(ada, table)["own"] != first
    bo.goto(link)
    bo.get_by_role("button", name="Sit down").click()
    find_it_fair(ada, bo)


def test_whoever_left_before_the_start_looks_on_and_is_told_of_no_lie(browse: Browsing) -> None:
    ada, bo = browse(), browse()
    link = invite(ada, bo)
    stored(ada, table_of(ada))
    ada.get_by_role("button", name="Leave").click()
    expect(ada.get_by_role("button", name="Sit down")).to_be_visible()
    bo.goto(link)
    bo.get_by_role("button", name="Sit down").click()
    ada.get_by_role("button", name="Seat a bot").click()
    table = begun(bo)
    give_up(bo, table)
    ada.goto(f"/table/{table}/fair")
    expect(ada.locator("#own")).to_have_class("agrees")
    expect(ada.locator("#verdict")).to_have_text("Fair if you trust the house")
    expect(ada.locator("#reasons")).to_contain_text("this client added no bytes of its own")
    expect(ada.locator("#not-kept")).to_contain_text("You did not sit down here")


def test_a_browser_whose_storage_is_full_keeps_its_bytes_closed_and_says_what_to_do(browse: Browsing) -> None:
    page = browse()
    page.add_init_script(f"if (location.pathname.startsWith('/table/')) {{ {FULL} }}")
    page.goto("/")
    page.locator("#marabunta .game-do button.primary").click()
    expect(page.locator("#not-stored")).to_be_visible()
    expect(page.locator("#not-here")).to_be_hidden()
    table = table_of(page)
    assert page.request.get(f"/api/tables/{table}").json()["stage"] == "open"
    page.get_by_role("button", name="Let the house draw mine").click()
    begun(page)
    assert sorted(places_of(page, table)) == ["bot", "server"]
    expect(page.locator("#unfair")).to_be_hidden()
    expect(page.locator("#fair-mark")).to_have_text("Chance")


def test_a_browser_that_has_room_again_opens_its_bytes_by_itself(browse: Browsing) -> None:
    page = browse()
    page.add_init_script(
        f"if (location.pathname.startsWith('/table/')) {{ window.whole = Storage.prototype.setItem; {FULL} }}" + AT_ONCE
    )
    page.goto("/")
    page.locator("#marabunta .game-do button.primary").click()
    expect(page.locator("#not-stored")).to_be_visible()
    page.evaluate("() => { Storage.prototype.setItem = window.whole; }")
    page.wait_for_function("() => window.ludotheque?.state?.drawing")
    assert sorted(places_of(page, table_of(page))) == ["bot", "client"]


def test_a_step_taken_back_while_the_page_was_closed_is_no_lie(browse: Browsing) -> None:
    """The page brings its receipt up to date before it checks the game."""
    ada, bo = browse(), browse()
    bo.goto(invite(ada, bo))
    bo.get_by_role("button", name="Sit down").click()
    table = begun(bo)
    begun(ada)
    mover, other = (ada, bo) if ada.evaluate("ludotheque.table.isMine") else (bo, ada)
    news = mover.request.get(f"/api/tables/{table}?wants=json").json()
    post(mover, f"/api/tables/{table}/steps", seen=news["number"], steps=news["legal"][:1], id="one")
    other.wait_for_function("() => ludotheque.table.receipt.stored.told.length > 0")
    other.goto("/rules")
    post(mover, f"/api/tables/{table}/back")
    give_up(mover, table)
    other.goto(f"/table/{table}/fair")
    expect(other.locator("#own")).to_have_class("agrees")
    expect(other.locator("#verdict")).to_have_text("Fair if you trust the house")


def test_one_browser_for_all_seats_adds_bytes_for_each(page: Page) -> None:
    page.goto("/")
    page.locator("#marabunta details.how summary").click()
    page.locator("#marabunta button[formaction^='/together']").click()
    table = begun(page)
    assert places_of(page, table) == ["client", "client"]
    expect(page.locator("#fair-mark")).to_have_text("Fair so far")


def test_a_rematch_and_a_game_from_a_moment_have_new_bytes(page: Page) -> None:
    page.add_init_script(AT_ONCE)
    first = play_now(page, "mabula")
    play_acts(page, "click", 1, 4)
    give_up(page, first)
    page.locator("#rematch").click()
    page.wait_for_url(re.compile(f"/table/(?!{first})"))
    second = begun(page)
    page.goto(f"/table/{first}?ply=1")
    page.locator("#play-from").click()
    page.wait_for_url(re.compile(f"/table/(?!{first})"))
    third = begun(page)
    own = {stored(page, one)["own"]["opened"] for one in (first, second, third)}
    assert len(own) == 3
    assert all("client" in places_of(page, one) for one in (first, second, third))


def test_a_bot_that_takes_a_seat_over_is_told_as_adding_nothing(page: Page) -> None:
    table = sit_down(page, "junglerumble", 3, absence="bot")
    assert page.request.delete(f"/api/tables/{table}/seats/1").ok
    page.wait_for_function("() => ludotheque.state.number > 4")  # the page has heard of it, and loads itself no more
    page.goto(f"/table/{table}/fair")
    expect(page.locator(".places")).to_contain_text("bot took the seat over later, and added nothing.")


def test_the_promised_secret_is_shown_before_the_game_begins(page: Page) -> None:
    page.goto("/")
    page.locator("#mabula .game-do button[formaction^='/invite']").click()
    expect(page.locator(".lobby")).to_be_visible()
    table = table_of(page)
    promised = page.request.get(f"/api/tables/{table}").json()["fair"]["commitments"][0]
    page.locator("#fair-mark").click()
    expect(page.locator(".places")).to_contain_text(promised)
    expect(page.locator("#verdict")).to_have_text("Nothing is drawn yet: the game begins when all have sat down.")
    assert stored(page, table)["commitments"] == [promised]
