"""Dragging: what is offered is carried to where it may go, with a mouse or a finger; the rest of the page scrolls."""

from playwright.sync_api import Page, expect

from tests.web.browser import sit_down, wait_turn
from tests.web.dragging import Finger
from tests.web.test_mabula import PUSH


def test_a_finger_drags_a_marble(phone: Page) -> None:
    sit_down(phone, "mabula")
    wait_turn(phone)
    push = phone.evaluate(PUSH)
    Finger(phone).slide(push["from"], push["to"])
    expect(phone.locator("#confirm")).to_contain_text(push["step"])
