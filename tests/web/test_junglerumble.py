"""Jungle Rumble's page: whole games, cards with their gains, growing farms, supper, and going short."""

import re
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Page, expect

from ludotheque import Position
from tests.conftest import begin, random_line
from tests.games.junglerumble_tables import play
from tests.web.browser import (
    Browsing,
    By,
    come_in,
    open_table,
    post,
    press,
    sit_at,
    sit_down,
)  # fmt: skip
from tests.web.games import by_every_hand, play_part

FINGER = 44


def started(*steps: str, players: int = 2) -> Position:
    """The game after some first steps."""
    return play(begin(f"junglerumble-{players}", 0), "wake:0", *steps)


def found(is_wanted: Callable[[Position], bool], players: int = 2) -> Position:
    """The first position of random games that is as wanted."""
    for seed in count():
        for position in random_line(begin(f"junglerumble-{players}", seed), seed):
            if not position.is_over and is_wanted(position):
                return position
    raise AssertionError


def is_short_with_a_trader(position: Position) -> bool:
    """Whether food is missing, and a trader with goods could go."""
    traders = position.to_fields()["seats"][str(position.actors[0])]["traders"]
    return str(position.legal()[-1].text) == "penalty" and any(trader["goods"] for trader in traders)


def short_step(position: Position) -> str:
    """A step from a button that ends what a seat can do and leaves its kittens hungry; empty where there is none."""
    seat = position.actors[0]
    if seat != position.to_fields()["active"] or len(position.legal()) < 2:
        return ""
    for step in position.legal():
        after = position.play(step)
        if step.text.startswith("send:") and seat not in after.actors and not after.is_over:
            supper = after.facts()["seats"][str(seat)]["supper"]
            if supper["short"]:
                return step.text
    return ""


@by_every_hand("touch")
def test_a_game_is_played(browse: Browsing, part: str, by: By) -> None:
    play_part(browse, "junglerumble-2", part, by)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_a_desktop_cards_farms_tribes_and_supper_are_all_in_sight(page: Page, players: int) -> None:
    sit_at(page, started("card:beaver", "send:2", players=players))
    page.wait_for_selector("#supper")
    for place in (
        ".part-cards",
        ".stage .part-farm",
        "#supper",
        ".part-supply",
        *(f"#strip-{n + 1}" for n in range(players)),
    ):
        box = page.locator(place).bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= 800, place
    others = page.locator(".panels .part-farm").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().bottom)"
    )
    assert len(others) == players - 1 and max(others) <= 800


def test_a_card_shows_its_gain_and_then_the_gain_for_each_number_of_workers(page: Page) -> None:
    sit_at(page, started())
    expect(page.locator("#card-tiger .jr-reach")).to_have_text("2–5")
    expect(page.locator("#card-monkey .jr-reach")).to_have_text("1")
    press(page, "card-tiger")
    expect(page.locator("#choices .lit")).to_have_text(["0", "1+2", "2+5"])
    page.hover("#button-send-2")
    expect(page.locator("#strip-1 .food")).to_contain_text("6→11")
    expect(page.locator("#supper")).to_contain_text("all fed, 9 left")
    expect(page.locator("#card-tiger .ghost")).to_have_count(2)


def test_a_number_out_of_reach_says_which_rule_it_breaks(page: Page) -> None:
    sit_at(page, started("card:tiger"))
    page.click("#button-send-3")
    expect(page.locator("#bubble")).to_be_visible()
    expect(page.locator("#bubble a")).to_have_attribute("href", "/rules/junglerumble#send.1")


# The table after a step, and all its words, come before the answer to it, as they may.
NEWS_FIRST = """() => {
  const { state, table: { connection } } = ludotheque, ask = connection.request.bind(connection);
  connection.request = async (message) => {
    const answer = await ask(message), isLate = () => state.number > message.seen && state.labelledAt === state.number;
    while (message.kind === "play" && !isLate()) await new Promise((done) => setTimeout(done, 20));
    return answer;
  };
}"""


def test_the_next_choice_is_lit_even_if_its_news_precede_the_answer(page: Page) -> None:
    sit_at(page, started("card:beaver"))
    page.evaluate(NEWS_FIRST)
    page.click("#button-send-2.lit")
    page.wait_for_function("() => !ludotheque.state.inFlight && ludotheque.state.news.legal.includes('water:h8n')")
    expect(page.locator("#edge-h8n")).to_have_class(re.compile(r"\blit\b"))
    press(page, "edge-h8n")
    expect(page.locator("#water-1-h8n")).to_have_count(1)


def test_resting_on_an_edge_shows_the_waterway_its_fruit_and_the_supper_to_come(page: Page) -> None:
    sit_at(page, started("card:beaver", "send:2"))
    expect(page.locator("#supper .sum")).to_have_text("needs 4farm 2stock 2")
    page.hover("#edge-h8n")
    expect(page.locator("#preview-1 [href='#jr-food']")).to_have_count(1)
    expect(page.locator("#supper .sum")).to_have_text("needs 4farm 3stock 1")
    press(page, "edge-h8n")
    expect(page.locator("#water-1-h8n")).to_have_count(1)
    page.click("#take-back")
    expect(page.locator("#water-1-h8n")).to_have_count(0)


def test_the_focused_element_keeps_the_focus_when_its_preview_comes(page: Page) -> None:
    sit_at(page, started("card:beaver", "send:2"))
    page.wait_for_selector("#edge-h8n.lit")
    page.locator("#edge-h8n").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#preview-1")).to_have_count(1)
    edge = page.evaluate("document.activeElement.id")
    assert edge.startswith("edge-") and edge != "edge-h8n"
    page.keyboard.press("Enter")
    expect(page.locator(f"#{edge.replace('edge-', 'water-1-')}")).to_have_count(1)


def test_on_a_phone_a_first_tap_shows_and_a_second_one_digs(phone: Page) -> None:
    sit_at(phone, started("card:beaver", "send:2"))
    phone.wait_for_selector("#edge-h8n.lit")
    for edge in phone.locator("#places-1 [data-steps]").all():
        box = edge.bounding_box()
        assert box and min(box["width"], box["height"]) >= FINGER
    press(phone, "edge-h8n", "touch")
    expect(phone.locator("#confirm")).to_have_text("Dig here")
    expect(phone.locator("#preview-1")).to_have_count(1)
    supper, button = phone.locator("#supper").bounding_box(), phone.locator("#confirm").bounding_box()
    assert (
        supper
        and button
        and supper["y"] <= button["y"]
        and button["y"] + button["height"] <= supper["y"] + supper["height"]
    )
    sum_ = phone.locator("#supper .sum").bounding_box()
    assert sum_ and sum_["x"] + sum_["width"] <= button["x"], "both can be read"
    press(phone, "edge-h8n", "touch")
    expect(phone.locator("#water-1-h8n")).to_have_count(1)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_going_short_names_its_price_and_is_done_anyway(page: Page) -> None:
    position = found(lambda one: bool(short_step(one)))
    step, seat = short_step(position), position.actors[0]
    short = position.play(step).facts()["seats"][str(seat)]["supper"]["short"]
    sit_at(page, position)
    places = (
        "['#stage', '#supper', '.part-cards'].map((one) => document.querySelector(one).getBoundingClientRect().top)"
    )
    before = page.evaluate(places)
    press(page, "button-" + step.replace(":", "-"))
    expect(page.locator("#confirm")).to_have_text("Do it anyway")
    assert page.evaluate(places) == before, "the warning has a place of its own"
    expect(page.locator("#supper.is-short .chip")).to_have_text(f"! {short} food short")
    expect(page.locator("#prompt .price")).to_contain_text(
        f"{short} short: a kitten goes, or a penalty of −{3 * -(-short // 2)}."
    )
    page.keyboard.press("Escape")
    expect(page.locator("#prompt .price")).to_have_count(0)


def test_a_hungry_tribe_may_let_a_kitten_go_and_the_penalty_comes_last(page: Page) -> None:
    position = found(is_short_with_a_trader)
    sit_at(page, position)
    choices = page.locator("#choices .choice")
    expect(choices).to_have_count(len(position.legal()))
    told = choices.evaluate_all("all => all.map((one) => [one.textContent, one.title])")
    assert all("+3" in said and "+3 food, one mouth less" in note for said, note in told[:-1])
    assert any("−" in said and "lost" in note for said, note in told[1:-1]) and "−3" in told[-1][0]


# Which of these lie in the window, each in a place of its own.
APART = """(all) => {
  const boxes = all.map((one) => [one, document.querySelector(one).getBoundingClientRect()]);
  const isIn = ([, { top, bottom }]) => top >= 0 && bottom <= innerHeight + 1;
  const meets = ([, one], [, other]) => one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const isFree = (one) => isIn(one) && !boxes.some((other) => one !== other && meets(one, other));
  return boxes.filter(isFree).map(([name]) => name);
}"""


@pytest.mark.parametrize("players", [2, 4])
def test_on_a_small_phone_all_that_a_turn_needs_is_in_sight_and_under_nothing(browse: Browsing, players: int) -> None:
    page = browse(width=360, height=640, touch=True)
    sit_at(page, started("card:beaver", players=players))
    page.wait_for_selector("#button-send-1.lit")
    turn = [".strips", "#prompt", ".part-cards", ".side .part-seat-1", ".supper", "#tools"]
    assert page.evaluate(APART, turn) == turn
    press(page, "button-send-1", "touch")
    press(page, "confirm", "touch")
    page.wait_for_selector("#edge-h8n.lit")
    expect(page.locator(".part-cards")).to_have_css("visibility", "hidden")
    assert page.evaluate(APART, ["#prompt", ".stage .part-farm", ".supper", "#tools"]) == [
        "#prompt", ".stage .part-farm", ".supper", "#tools"
    ]  # fmt: skip


def test_the_reason_of_a_hint_does_not_cover_the_field_it_speaks_of(browse: Browsing) -> None:
    page = browse(width=360, height=640, touch=True)
    sit_at(page, started("card:bull", "send:2"))
    page.wait_for_selector("#places-1 .lit")
    page.click("#hint")
    expect(page.locator("#hint-why")).to_be_visible()
    reason, field = page.locator("#asides").bounding_box(), page.locator("#preview-1").bounding_box()
    assert reason and field
    assert reason["y"] + reason["height"] <= field["y"] or field["y"] + field["height"] <= reason["y"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_name_is_cut_on_a_small_phone(browse: Browsing, players: int) -> None:
    page = browse(width=360, height=640, touch=True)
    come_in(page, "Lièvre 44")
    sit_down(page, "junglerumble", players, is_new=False)
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert page.locator(".strip .name").evaluate_all(cut) == []


def test_two_at_one_device_each_have_their_farm_before_them(page: Page) -> None:
    come_in(page)
    table = post(page, "/api/tables", 201, game="junglerumble", players=2, seating="chosen")["table"]
    for seat in (1, 2):
        post(page, f"/api/tables/{table}/seats/{seat}")
    open_table(page, table)
    expect(page.locator(".stage .part-farm-1")).to_have_count(1)
    press(page, "card-raccoon")
    page.click("#button-send-1.lit")  # not the one of the preview
    page.click("#confirm")
    expect(page.locator(".stage .part-farm-2")).to_have_count(1)
    expect(page.locator("#choices .lit")).to_have_count(2)
