"""Marabunta's page: whole games, the cut with its trays and words, and the map turned on a phone."""

import pytest
from playwright.sync_api import Page, expect

from ludotheque import Position
from tests.conftest import begin, interpreted
from tests.web.browser import Browsing, By, press, sit_at, sit_down, wait_turn
from tests.web.games import by_every_hand, play_part

ELEMENTS = ("die-B", "die-P", "die-O", "die-G", "die-S", "die-Y", "tile")
MIDDLES = """(ids) => ids.map((id) => {
  const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""
# Whether the elements that are named lie in one half, and all others in the other.
CUT = """(names) => {
  const [first, ...others] = document.querySelectorAll("[data-set]");
  const isWith = (one) => names.includes(one.id) === names.includes(first.id);
  return ludotheque.state.pending && others.every((one) => isWith(one) !== one.classList.contains("half-2"));
}"""
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"
TOO_SMALL = """() => [...document.querySelectorAll("#table .part:not(.bar) text")]
  .filter((one) => /\\d/.test(one.textContent) && one.getClientRects().length && !one.closest(".coordinate"))
  .map((one) => [one.textContent, one.getBoundingClientRect().height])
  .filter(([, height]) => height < 15)"""


@by_every_hand("keys")
def test_a_game_can_be_played(browse: Browsing, part: str, by: By) -> None:
    play_part(browse, "marabunta-meadow-basic", part, by)


def cut(page: Page, *elements: str, by: By = "click") -> None:
    """Put elements into the other tray, one after another, and wait until the cut is shown."""
    wait_turn(page)
    for element in elements:
        press(page, element, by)
    page.wait_for_function(CUT, arg=elements)


def test_a_tap_moves_an_element_into_the_other_tray_and_lists_its_uses_below(page: Page) -> None:
    sit_down(page, "marabunta")
    cut(page, "die-P", "tile")
    (x, _), (bx, _), (tx, _) = page.evaluate(MIDDLES, ["die-P", "die-B", "tile"])
    assert bx < x and bx < tx
    first, second = page.locator(".uses p").all_text_contents()
    assert len(first.split(" · ")) == 5 and len(second.split(" · ")) == 2
    assert second.startswith("pink") and first.startswith("blue")
    press(page, "tile")
    expect(page.locator(".uses p").nth(1)).not_to_contain_text(" · ")


def test_a_tapped_blue_die_moves_into_the_other_tray(page: Page) -> None:
    """A split is written with the blue die's group first, but on the table what is tapped goes over."""
    sit_down(page, "marabunta")
    cut(page, "die-B")
    page.wait_for_function("() => getComputedStyle(document.getElementById('die-B')).translate !== 'none'")
    (bx, _), (px, _) = page.evaluate(MIDDLES, ["die-B", "die-P"])
    assert bx > px
    assert page.locator(".uses p").nth(1).inner_text().startswith("blue")
    page.click("#confirm")
    page.wait_for_function("() => document.querySelectorAll('#log li').length > 0")
    assert "blue" in page.locator("#log li").last.inner_text()


def test_a_cut_is_offered_in_its_own_words_and_can_be_started_over(page: Page) -> None:
    sit_down(page, "marabunta")
    cut(page, "die-O", "die-Y")
    expect(page.locator("#confirm")).to_have_text("Offer the split")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator(".half-2[data-set]")).to_have_count(0)
    expect(page.locator("#confirm")).to_have_count(0)
    assert page.locator("#table .chosen").count() == 0


def test_an_element_is_dragged_into_the_other_tray_but_not_out_of_its_own(page: Page) -> None:
    sit_down(page, "marabunta")
    cut(page, "die-S")
    (x, y), (sx, sy) = page.evaluate(MIDDLES, ["die-O", "die-S"])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(sx + 60, sy)
    page.mouse.up()
    expect(page.locator(".uses p").nth(1)).to_contain_text("orange")
    (x, y) = page.evaluate(MIDDLES, ["die-B"])[0]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 5)
    page.mouse.up()
    assert page.evaluate("ludotheque.state.chosen") == ["die-S", "die-O"]


def test_a_hint_lies_in_the_trays_and_can_be_changed(page: Page) -> None:
    """The hint is random; its smaller half may be a single element, so one of the larger half is moved."""
    sit_down(page, "marabunta")
    wait_turn(page)
    page.click("#hint")
    expect(page.locator(".half-2[data-set]")).not_to_have_count(0)
    hinted = page.evaluate("ludotheque.state.chosen")
    page.wait_for_function(CUT, arg=hinted)
    kept = [one for one in ELEMENTS if one not in hinted]
    assert kept and hinted and sorted(kept + hinted) == sorted(ELEMENTS)
    if len(hinted) < len(kept):
        moved = kept[-1]
        changed = [*hinted, moved]
    else:
        moved = hinted[-1]
        changed = hinted[:-1]
    press(page, moved)
    page.wait_for_function(CUT, arg=changed)
    assert page.evaluate("ludotheque.state.chosen") == changed
    told = [len(one.split(" · ")) for one in page.locator(".uses p").all_text_contents()]
    assert told == [7 - len(changed), len(changed)]


def test_when_the_last_element_follows_the_others_nothing_is_cut_any_more(page: Page) -> None:
    sit_down(page, "marabunta")
    first, *others = ELEMENTS
    cut(page, *others)
    expect(page.locator("#confirm")).to_be_visible()
    press(page, first)
    expect(page.locator("#confirm")).to_have_count(0)
    expect(page.locator(".half-2[data-set]")).to_have_count(0)
    assert page.evaluate("ludotheque.state.chosen") == []


def writing() -> Position:
    """Nobody has a number yet, and Red writes the 2 of the blue die."""
    position = begin("marabunta-meadow-basic", 0, interpreted)
    for step in (
        "tile:crates", "die:B=2", "die:P=1", "die:O=3", "die:G=flag", "die:S=crate", "die:Y=0",
        "split:BOT/PGSY", "take:PGSY", "done", "use:B",
    ):  # fmt: skip
        position = position.play(step)
    return position


def test_a_hex_with_a_price_shows_the_anthill_and_its_preview_crosses_one_out(page: Page) -> None:
    """Nobody has a number yet: the first hex costs an anthill."""
    sit_at(page, writing())
    wait_turn(page)
    lit = page.locator("[id^='at-'].lit")
    drawn = lit.evaluate_all("all => all.map((one) => one.getAttribute('href'))")
    assert drawn and all(one.startswith("#d") for one in drawn)
    lit.first.hover(force=True)
    expect(page.locator("[id^='ghost-'][id$='-hill']")).to_have_count(1)


@pytest.mark.parametrize(("width", "height"), [(360, 740), pytest.param(390, 844, marks=pytest.mark.slow)])
def test_on_a_phone_the_map_turns_and_everything_is_large_enough(browse: Browsing, width: int, height: int) -> None:
    page = browse(width=width, height=height, touch=True)
    sit_down(page, "marabunta")
    wait_turn(page)
    (ax, ay), (lx, ly) = page.evaluate(MIDDLES, ["hex-a1", "hex-l1"])
    assert ly - ay > 10 * abs(lx - ax), "the columns lie one below the other"
    box = page.locator("#hex-d4").bounding_box()
    assert box and min(box["width"], box["height"]) >= 44
    cut(page, "die-G", by="touch")
    (_, by), (_, gy) = page.evaluate(MIDDLES, ["die-B", "die-G"])
    assert gy > by + 60, "the second tray lies below the first"
    die = page.locator("#die-B").bounding_box()
    assert die and min(die["width"], die["height"]) >= 44
    assert not page.evaluate(SIDEWAYS)
    assert page.evaluate(TOO_SMALL) == []
    expect(page.locator(".part-seat-1")).to_be_hidden()
    page.click(".show-held")
    expect(page.locator(".part-seat-1")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator(".part-seat-1")).to_be_hidden()
    assert not page.evaluate(SIDEWAYS)
