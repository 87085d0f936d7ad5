"""Dragging by mouse and finger: sources can be dropped on their targets; the rest of the page scrolls."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ludotheque import Position
from tests.web.browser import come_in, open_table, press, sit_at, sit_down, wait_turn
from tests.web.dragging import Finger, carry, drag, spot
from tests.web.places import advance, make_table
from tests.web.test_junglerumble import found, is_short_with_a_trader, started
from tests.web.test_mabula import PUSH

LIT = "[...document.querySelectorAll('#table :is([data-steps], [data-to]).lit')].map((one) => one.id)"
NUMBER = "ludotheque.state.number"
# The elements of the island that can be chosen for a kind of step, the first that are drawn first.
SITES = """(kind) => [...document.querySelectorAll("#live-island [data-steps]")]
  .filter((one) => one.dataset.steps.startsWith(kind)).map((one) => one.id)"""


def is_asked(kind: str, many: int = 2) -> Callable[[Position], bool]:
    """Whether a position asks for a step of a kind, with some to choose from."""
    return lambda position: sum(step.text.startswith(kind) for step in position.legal()) >= many


def settle(page: Page, before: int) -> str:
    """Confirm a drop if the page asks for that, and return the record once it is played."""
    page.wait_for_function("(before) => ludotheque.state.pending || ludotheque.state.number > before", arg=before)
    if page.evaluate(NUMBER) == before:
        page.click("#confirm")
        page.wait_for_function("(before) => ludotheque.state.number > before", arg=before)
    table = page.evaluate("JSON.parse(document.getElementById('page').textContent).table")
    return page.request.get(f"/api/tables/{table}/record").text()


def test_a_kitten_dragged_to_a_card_chooses_it_and_is_sent(page: Page) -> None:
    sit_at(page, started())
    wait_turn(page)
    drag(page, "worker-1-1", "card-tiger")
    expect(page.locator("#confirm")).to_have_text("Send them")
    expect(page.locator("#card-tiger .ghost")).to_have_count(1)
    drag(page, "worker-1-1", "card-tiger")
    expect(page.locator("#card-tiger .ghost")).to_have_count(2)
    expect(page.locator("#button-send-2.chosen")).to_have_count(1)
    assert "send:2" in settle(page, page.evaluate(NUMBER))


@pytest.mark.parametrize("how", ["elsewhere", "cancelled"])
def test_the_pending_preview_returns_when_a_further_drag_is_cancelled(page: Page, how: str) -> None:
    sit_at(page, started())
    wait_turn(page)
    drag(page, "worker-1-1", "card-tiger")
    expect(page.locator("#confirm")).to_have_text("Send them")
    expect(page.locator("#card-tiger .ghost")).to_have_count(1)
    told = page.locator("#prompt-text").inner_text()
    carry(page, "worker-1-1", "card-tiger")
    expect(page.locator("#card-tiger .ghost")).to_have_count(2)
    expect(page.locator("#prompt-text")).not_to_have_text(told, use_inner_text=True)
    if how == "elsewhere":
        page.mouse.move(2, 2)
    else:
        page.evaluate("dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1 }))")
    page.mouse.up()
    expect(page.locator("#card-tiger .ghost")).to_have_count(1)
    expect(page.locator("#prompt-text")).to_have_text(told, use_inner_text=True)
    assert page.evaluate("ludotheque.state.pending") == ["send:1"]


def test_no_drag_starts_before_the_last_drop_is_previewed(page: Page) -> None:
    """On a slow connection a second kitten would count as the first."""
    sit_at(page, started("card:tiger"))
    wait_turn(page)
    page.evaluate("""() => {
      const { connection } = ludotheque.table, ask = connection.request.bind(connection);
      const held = new Promise((done) => { window.letGo = done; });
      connection.request = async (message) => { if (message.kind === "preview") await held; return ask(message); };
    }""")
    drag(page, "worker-1-1", "card-tiger")
    carry(page, "worker-1-1", "card-tiger")
    expect(page.locator(".in-hand")).to_have_count(0)
    page.mouse.up()
    page.evaluate("window.letGo()")
    expect(page.locator("#card-tiger .ghost")).to_have_count(1)
    drag(page, "worker-1-1", "card-tiger")
    expect(page.locator("#card-tiger .ghost")).to_have_count(2)


def test_in_a_lesson_the_pending_step_stays_during_a_further_drag(page: Page) -> None:
    page.goto("/learn/junglerumble/fields")
    press(page, "card-bull")
    drag(page, "worker-1-1", "card-bull")
    expect(page.locator("#play")).to_be_visible()
    expect(page.locator("#card-bull .ghost")).to_have_count(1)
    carry(page, "worker-1-1", "card-bull")
    expect(page.locator("#card-bull .ghost")).to_have_count(2)
    page.mouse.move(2, 2)
    page.mouse.up()
    expect(page.locator("#card-bull .ghost")).to_have_count(1)


def test_a_dragged_field_lights_its_targets_and_is_previewed_on_them(page: Page) -> None:
    sit_at(page, started("card:bull", "send:2"))
    wait_turn(page)
    carry(page, "to-place", "cell-h9")
    expect(page.locator(".in-hand")).to_have_count(1)
    expect(page.locator("#preview-1 .ghost")).to_have_count(1)
    assert sorted(page.evaluate(LIT)) == sorted(f"cell-{name}" for name in ("g8", "h7", "h9", "i7", "i9", "j8"))
    page.mouse.up()
    expect(page.locator("#field-1-h9")).to_have_count(1)
    expect(page.locator(".in-hand")).to_have_count(0)
    before = page.evaluate(NUMBER)
    drag(page, "to-place", "cell-i9")
    assert "field:i9" in settle(page, before)


def test_a_drop_outside_of_all_targets_plays_nothing(page: Page) -> None:
    sit_at(page, started("card:bull", "send:2"))
    wait_turn(page)
    before = page.evaluate("[ludotheque.state.number, document.getElementById('prompt-text').textContent]")
    carry(page, "to-place", "cell-h9")
    expect(page.locator("#preview-1")).to_have_count(1)
    page.mouse.move(*spot(page, "card-monkey", is_target=True))
    page.mouse.up()
    expect(page.locator("#preview-1, .in-hand, .lifted-off")).to_have_count(0)
    expect(page.locator("#places-1 .lit")).to_have_count(6)
    assert page.evaluate(NUMBER) == before[0]
    assert page.evaluate("[ludotheque.state.pending, ludotheque.state.inFlight]") == [None, None]


def test_a_drop_on_an_illegal_target_names_the_rule(page: Page) -> None:
    sit_at(page, started("card:bull", "send:2"))
    wait_turn(page)
    drag(page, "to-place", "cell-g9")
    expect(page.locator("#bubble")).to_be_visible()
    expect(page.locator("#bubble a")).to_have_count(1)
    expect(page.locator("#field-1-g9")).to_have_count(0)


def test_escape_ends_a_drag_and_nothing_is_played(page: Page) -> None:
    sit_at(page, started("card:beaver", "send:2"))
    wait_turn(page)
    carry(page, "to-place", "edge-h8n")
    expect(page.locator("#preview-1")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#preview-1, .in-hand")).to_have_count(0)
    page.mouse.up()
    assert page.evaluate("[ludotheque.state.pending, ludotheque.state.inFlight]") == [None, None]
    expect(page.locator("#water-1-h8n")).to_have_count(0)


CARRIED: dict[str, tuple[Callable[[], Position], str, str, str]] = {
    "a waterway to an edge": (lambda: started("card:beaver", "send:1"), "to-place", "edge-h8n", "water:h8n"),
    "a kitten that follows": (lambda: found(is_asked("follow", 1)), "worker-{}-1", "card-{card}", "follow"),
    "food to a stall": (lambda: found(is_asked("sell:t1=f", 1)), "button-sell-t1-food", "trader-{}-t1", "sell:t1=food"),
    "a trader to the tribe": (lambda: found(is_asked("hire")), "button-hire-trader", "worker-{}-1", "hire:trader"),
    "food that wakes": (lambda: found(is_asked("wake")), "button-wake-1", "worker-{}-1", "wake:1"),
    "a kitten that goes": (lambda: found(is_short_with_a_trader), "trader-{}-t1", "supply-place", "dismiss:t1"),
}  # fmt: skip


@pytest.mark.parametrize("name", CARRIED)
def test_everything_with_a_target_can_be_dragged_there(page: Page, name: str) -> None:
    begin, source, target, step = CARRIED[name]
    position = begin()
    assert step in {one.text for one in position.legal()}
    seat, card = position.actors[0], position.to_fields()["card"]
    sit_at(page, position)
    wait_turn(page)
    before = page.evaluate(NUMBER)
    drag(page, source.format(seat), target.format(seat, card=card))
    assert settle(page, before).count(step) > str(position.record()).count(step)


@pytest.mark.parametrize(
    ("source", "target", "start"),
    [("to-place", "cell-h9", ("card:bull", "send:2")), ("worker-1-1", "card-bull", ())],
)
def test_a_finger_drags_without_scrolling_the_page(
    phone: Page, source: str, target: str, start: tuple[str, ...]
) -> None:
    sit_at(phone, started(*start))
    wait_turn(phone)
    before = phone.evaluate(NUMBER)
    Finger(phone).drag(source, target)
    phone.wait_for_function("(before) => ludotheque.state.number > before", arg=before)
    assert phone.evaluate("scrollY") == 0
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_finger_drags_a_marble(phone: Page) -> None:
    sit_down(phone, "mabula")
    wait_turn(phone)
    push = phone.evaluate(PUSH)
    Finger(phone).slide(push["from"], push["to"])
    expect(phone.locator("#confirm")).to_contain_text(push["step"])


@pytest.mark.parametrize(("begins_on", "high"), [("cell-h9", 640), ("card-monkey", 844)])
def test_a_finger_elsewhere_scrolls_the_page(phone: Page, begins_on: str, high: int) -> None:
    phone.set_viewport_size({"width": 360, "height": high})  # on a low one the cards make room for the farm
    sit_at(phone, started("card:bull", "send:2"))
    wait_turn(phone)
    x, y = spot(phone, begins_on, is_target=True)
    Finger(phone).slide((x, y), (x, y - 200))
    phone.wait_for_function("() => scrollY > 0")
    assert phone.evaluate("[ludotheque.state.pending, ludotheque.state.chosen]") == [None, []]


def wait_for(page: Page, kind: str) -> str:
    """Wait until only this seat is waited for, for a step of a kind; gives one of its places on the island."""
    page.wait_for_function(
        """(kind) => window.ludotheque?.table?.isMine && !ludotheque.state.inFlight
          && ludotheque.state.news.waited_for.join() === "1"
          && document.querySelector(`#live-island [data-steps^="${kind}"]`)""",
        arg=kind,
    )
    sites: list[str] = page.evaluate(SITES, kind)
    return sites[len(sites) // 2]


def test_huts_cards_and_tikis_are_dragged_to_the_island(page: Page) -> None:
    come_in(page)
    table = make_table(page, "makabana")
    assert advance(page, table, 1)  # the first hut
    open_table(page, table)
    for kind, source in (("hut:", "project-seat"), ("build:", "project-seat")):
        site, before = wait_for(page, kind), page.evaluate(NUMBER)
        drag(page, source, site)
        if kind == "build:":
            page.wait_for_selector("#card-type.lit")
            carry(page, "card-type", site)
            expect(page.locator("#project-seen .mb-fan")).to_have_count(1)
            page.mouse.up()
            expect(page.locator("#confirm")).to_have_text("Lay it down")
        settle(page, before)
    place, before = wait_for(page, "tiki:"), page.evaluate(NUMBER)
    carry(page, "tiki-1", place)
    expect(page.locator("#preview .ghost")).to_have_count(1)
    page.mouse.up()
    page.wait_for_function("() => ludotheque.state.pending?.[0].startsWith('tiki:')")
    settle(page, before)


def test_a_brush_is_dragged_to_another_seats_hut_and_lights_only_those(page: Page) -> None:
    come_in(page)
    table = make_table(page, "makabana")
    assert advance(page, table, 2)  # the first huts
    open_table(page, table)
    hut = wait_for(page, "paint:")
    carry(page, "tool-paint", hut)
    page.wait_for_selector("#card-paint.lit, #card-paint [href='#mb-card-paint']")
    assert sorted(page.evaluate(LIT)) == sorted(page.evaluate(SITES, "paint:"))
    page.mouse.up()
    page.wait_for_selector("#card-paint.lit")
    assert page.evaluate("ludotheque.state.prefix").pop().startswith("paint:")
