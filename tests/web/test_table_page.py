"""The table's page: whole games, broken connections, take-backs, refusals, and everything without scripts."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.conftest import some_of
from tests.web.browser import (
    Browsing,
    By,
    come_in,
    hastened,
    invite,
    logged_numbers,
    open_table,
    play_by_words,
    post,
    press,
    sit_down,
    wait_turn,
)  # fmt: skip
from tests.web.games import by_every_hand, play_part
from tests.web.page_probes import POINT
from tests.web.serving import House

ALONE = 400  # milliseconds after a key in which no other may come
GAMES = ("mabula", "marabunta", "makabana", "junglerumble")


@by_every_hand("keys")
def test_a_game_can_be_played(browse: Browsing, part: str, by: By) -> None:
    play_part(browse, "mabula-largest", part, by)


def test_from_the_first_visit_to_the_first_step_are_a_few_clicks(page: Page) -> None:
    page.goto("/")
    page.locator("form[action='/play/mabula'] button.primary").first.click()
    offers = wait_turn(page)
    assert offers is not None
    press(page, offers["open"][0])
    offers = wait_turn(page, offers["mark"])
    assert offers is not None
    press(page, offers["open"][0])
    page.click("#confirm")
    page.wait_for_function("() => document.querySelectorAll('#log li').length > 0")


# two at a table


def compose(page: Page) -> dict[str, object]:
    """Choose a marble and where it goes, and wait until this can be confirmed."""
    offers = wait_turn(page)
    while offers is not None and not offers["isConfirmed"]:
        press(page, offers["open"][0])
        offers = wait_turn(page, offers["mark"])
    assert offers is not None
    return offers


def expect_same_log(one: Page, other: Page, count: int) -> None:
    """Both logs list the same `count` steps, each once."""
    for page in (one, other):
        page.wait_for_function("(count) => document.querySelectorAll('#log li').length === count", arg=count)
    assert logged_numbers(one) == logged_numbers(other)
    assert len(logged_numbers(one)) == len(set(logged_numbers(one))) == count


def test_a_step_composed_offline_is_sent_on_reconnection_and_played_once(browse: Browsing) -> None:
    browse.expected += ["WebSocket", "ERR_INTERNET_DISCONNECTED"]
    ada, bo = invite(browse, "mabula")
    compose(ada)
    ada.click("#confirm")
    expect_same_log(ada, bo, 1)
    bo.context.set_offline(True)
    expect(bo.locator("#toast")).to_contain_text("No connection")
    expect(bo.locator("#table")).to_have_class(re.compile("away"))
    compose(bo)
    bo.click("#confirm")
    assert logged_numbers(ada) == logged_numbers(bo)
    bo.context.set_offline(False)
    expect(bo.locator("#toast")).to_contain_text("back")
    expect_same_log(ada, bo, 2)
    compose(ada)
    ada.click("#confirm")
    expect_same_log(ada, bo, 3)


# Break the connection and wait until the page says so, which it does for half a second only.
BREAK = """() => new Promise((done) => {
  const root = document.getElementById("table");
  const look = new MutationObserver(() => { if (root.classList.contains("away")) done(); });
  look.observe(root, { attributeFilter: ["class"] });
  ludotheque.table.connection.socket.close();
})"""


def test_a_composition_survives_a_socket_that_breaks(browse: Browsing) -> None:
    ada, bo = invite(browse, "mabula")
    chosen = compose(ada)["mark"]
    ada.evaluate(BREAK)
    expect(ada.locator("#table")).not_to_have_class(re.compile("away"))
    expect(ada.locator("#confirm")).to_be_visible()
    assert compose(ada)["mark"] == chosen
    ada.click("#confirm")
    expect_same_log(ada, bo, 1)


def test_a_server_that_dies_and_comes_back_loses_nothing(browse: Browsing, house: House) -> None:
    browse.expected += ["WebSocket", "ERR_", "Failed to load resource"]
    ada, bo = invite(browse, "mabula")
    compose(ada)
    ada.click("#confirm")
    expect_same_log(ada, bo, 1)
    compose(bo)
    for page in (ada, bo):
        page.clock.install()
    house.kill()
    expect(bo.locator("#table")).to_have_class(re.compile("away"))
    bo.click("#confirm")
    house.open()
    for page in (ada, bo):
        page.clock.fast_forward(8000)  # as long as a page waits at most before it tries again
    expect_same_log(ada, bo, 2)
    expect(ada.locator("#table")).not_to_have_class(re.compile("away"))


def test_a_step_can_be_taken_back_until_the_other_has_answered(browse: Browsing) -> None:
    ada, bo = invite(browse, "mabula")
    expect(ada.locator("#take-back")).to_be_disabled()
    compose(ada)
    ada.click("#confirm")
    expect_same_log(ada, bo, 1)
    ada.click("#take-back")
    expect_same_log(ada, bo, 0)
    expect(ada.locator("#take-back")).to_be_disabled()
    compose(ada)
    ada.click("#confirm")
    expect_same_log(ada, bo, 1)


def test_against_a_bot_a_step_is_taken_back_together_with_the_reply(page: Page) -> None:
    sit_down(page, "mabula")
    compose(page)
    before = logged_numbers(page)
    page.click("#confirm")
    page.wait_for_function("(n) => document.querySelectorAll('#log li').length >= n", arg=len(before) + 2)
    page.locator(".more summary").click()
    expect(page.locator("#ask-back")).to_be_enabled()
    page.click("#take-back")
    expect(page.locator("#log li")).to_have_count(len(before))
    expect(page.locator("#take-back")).to_be_disabled()
    expect(page.locator("#ask-back")).to_be_disabled()


# composing


def test_a_composition_can_be_cleared(page: Page) -> None:
    sit_down(page, "mabula")
    compose(page)
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_have_count(0)
    assert page.locator("#table .chosen").count() == 0
    compose(page)
    page.click("#put-back")
    expect(page.locator("#confirm")).to_have_count(0)
    assert logged_numbers(page) == []


def test_without_confirming_a_composed_step_is_played_at_once(page: Page) -> None:
    page.goto("/")
    page.locator(".menu summary").click()
    page.locator("[data-setting='confirm']").uncheck()
    sit_down(page, "mabula")
    offers = wait_turn(page)
    assert offers is not None
    press(page, offers["open"][0])
    offers = wait_turn(page, offers["mark"])
    assert offers is not None
    press(page, offers["open"][0])
    page.wait_for_function("() => document.querySelectorAll('#log li').length >= 2")
    assert page.locator("#confirm").count() == 0


def test_a_step_is_shown_before_it_is_chosen(page: Page) -> None:
    sit_down(page, "mabula")
    offers = wait_turn(page)
    assert offers is not None
    press(page, offers["open"][0])
    offers = wait_turn(page, offers["mark"])
    assert offers is not None
    before = page.locator("#stage").inner_html()
    page.locator(f"[id='{offers['open'][0]}']").hover(force=True)
    expect(page.locator("#stage .ghost").first).to_be_attached()
    assert page.locator("#stage").inner_html() != before
    assert logged_numbers(page) == []


@pytest.mark.parametrize("game", some_of(["mabula", "marabunta"], "mabula"))
def test_a_refused_click_says_which_rule(page: Page, game: str) -> None:
    """The bubble's link leads to a paragraph that exists."""
    sit_down(page, game)
    wait_turn(page)
    dark = page.evaluate("[...document.querySelectorAll('#stage [data-name]:not([data-steps])')].map((one) => one.id)")
    press(page, next(one for one in dark if page.evaluate(POINT, one)))
    link = page.locator("#bubble a")
    expect(link).to_be_visible()
    address = link.get_attribute("href")
    assert address is not None
    page.goto(address)
    assert page.evaluate("(id) => document.getElementById(id)?.textContent.length > 10", address.split("#")[1])


GLIDES = """() => {
  window.glides = [];
  document.addEventListener("transitionrun", ({ target, propertyName }) => {
    if (target.closest("#table svg")) window.glides.push(propertyName);
  });
}"""


@pytest.mark.parametrize("is_still", [False, True], ids=["glides", "still"])
def test_pieces_glide_unless_reduced_motion_is_preferred(browse: Browsing, is_still: bool) -> None:
    page = browse(still=is_still)
    sit_down(page, "mabula")
    compose(page)
    page.evaluate(GLIDES)
    page.click("#confirm")
    page.wait_for_function("() => document.querySelectorAll('#log li').length >= 2")
    if not is_still:
        page.wait_for_function("() => window.glides.includes('transform')")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert ("transform" in page.evaluate("window.glides")) is not is_still


# notifications

HIDDEN = """() => {
  let isHidden = false;
  Object.defineProperty(document, "hidden", { get: () => isHidden });
  window.hide = (value) => { isHidden = value; document.dispatchEvent(new Event("visibilitychange")); };
  window.notes = [];
  window.Notification = class {
    static permission = "granted";
    constructor(title, { body }) { window.notes.push(body); }
  };
}"""


def test_a_hidden_tab_notifies_that_it_is_my_turn(browse: Browsing) -> None:
    ada, bo = invite(browse, "mabula", script=f"({HIDDEN})()")
    bo.evaluate("localStorage.setItem('ludotheque.notify', 'true')")
    bo.evaluate("window.hide(true)")
    assert not bo.title().startswith("●")
    compose(ada)
    ada.click("#confirm")
    bo.wait_for_function("() => document.title.startsWith('●')")
    assert "turn" in str(bo.locator("#icon").get_attribute("href"))
    assert bo.evaluate("window.notes") == ["It is your turn."]
    bo.evaluate("window.hide(false)")
    bo.wait_for_function("() => !document.title.startsWith('●')")


def test_the_key_n_leads_to_the_next_table_that_waits(page: Page) -> None:
    page.add_init_script(hastened(ALONE))
    first = sit_down(page, "mabula")
    wait_turn(page)
    second = sit_down(page, "mabula", is_new=False)
    wait_turn(page)
    page.keyboard.press("n")
    page.wait_for_url(f"**/table/{first}")
    wait_turn(page)
    page.keyboard.press("n")
    page.wait_for_url(f"**/table/{second}")


# language and theme


def test_the_browsers_language_comes_first_and_another_is_remembered(browse: Browsing) -> None:
    page = browse(language="it-IT")
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == "it"
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    sit_down(page, "mabula")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("#prompt-text")).to_contain_text("billes")


def test_the_theme_follows_the_system_unless_one_is_chosen(browse: Browsing) -> None:
    page = browse(theme="dark")
    page.goto("/")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.emulate_media(color_scheme="light")
    light = page.evaluate(ground)
    assert light != dark
    page.locator(".menu summary").click()
    page.locator("button[name='theme'][value='dark']").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(ground) == dark
    page.goto("/rules")
    assert page.evaluate(ground) == dark


# without scripts


@pytest.mark.slow
def test_a_whole_game_can_be_played_without_scripts(browse: Browsing) -> None:
    page = browse(scripts=False)
    page.goto("/")
    page.locator("form[action='/play/mabula'] button.primary").first.click()
    table = re.split("[/?]", page.url)[4]
    made = play_by_words(page)
    steps = re.findall(r"^([12]) \w+-\w+", page.request.get(f"/api/tables/{table}/record").text(), re.MULTILINE)
    assert 6 <= made <= max(steps.count("1"), steps.count("2"))  # a single option is played for one
    expect(page.locator("#after")).to_be_visible()


def test_a_press_counts_even_if_the_buttons_are_shown_anew_before_the_release(page: Page) -> None:
    sit_down(page, "mabula")
    compose(page)
    page.locator("#confirm").hover()
    page.mouse.down()
    page.evaluate("ludotheque.table.showOffer()")
    page.mouse.up()
    expect(page.locator("#log li")).not_to_have_count(0)


@pytest.mark.parametrize("game", some_of(GAMES, "makabana"))
def test_every_game_begins_without_scripts(browse: Browsing, game: str) -> None:
    page = browse(scripts=False)
    page.goto("/")
    page.locator(f"form[action='/play/{game}'] button.primary").first.click()
    assert play_by_words(page, most=4) == 4


def load_sooner(route: Route) -> None:
    """Answer with a page of the house that reloads itself after one second instead of four."""
    if route.request.method != "GET":
        return route.continue_()
    answer = route.fetch(max_redirects=0)
    return route.fulfill(response=answer, body=answer.text().replace('content="4;url=', 'content="1;url='))


def test_a_friend_is_invited_and_sits_down_without_scripts(browse: Browsing) -> None:
    ada, bo = browse(scripts=False), browse(scripts=False)
    ada.route("**/table/*", load_sooner)
    ada.goto("/")
    ada.locator("button[formaction='/invite/mabula']").click()
    link = ada.locator("#link").input_value()
    ada.goto(ada.url)
    bo.goto(link)
    bo.locator(".lobby-join button").click()
    expect(bo.locator("#stage svg").first).to_be_visible()
    expect(ada.locator("#stage svg").first).to_be_visible()  # a page that waits loads itself anew


def test_a_table_begins_on_every_page_that_waits_at_it(browse: Browsing) -> None:
    ada, bo = browse(), browse()
    come_in(ada)
    made = post(ada, "/api/tables", 201, game="mabula", players=2)
    post(ada, f"/api/tables/{made['table']}/seats/1")
    open_table(ada, made["table"])
    bo.goto(f"/table/{made['table']}?invitation={made['invitation']}")
    bo.locator(".lobby-join button").click()
    expect(ada.locator("#stage svg").first).to_be_visible()
