"""Lessons in a browser: the same board as at a table, judged by the house."""

import pytest
from playwright.sync_api import Page, expect

from ludotheque.games import NAMES
from ludotheque.study import Lesson, lessons

FIRST = [lessons(game)[0] for game in NAMES]
GROUP = lessons("mabula")[1]


def click_step(page: Page, step: str) -> None:
    """Click on every element that expresses a step, in the order of the drawing."""
    path = "(all, step) => all.filter((one) => one.dataset.steps.split(' ').includes(step)).map((one) => one.id)"
    for element in page.locator("#table [data-steps]").evaluate_all(path, step):
        page.locator(f'[id="{element}"]').dispatch_event("click")


@pytest.mark.parametrize("lesson", FIRST, ids=NAMES)
def test_a_lesson_is_done_by_clicking(page: Page, lesson: Lesson) -> None:
    page.goto(f"/learn/{lesson.game}/{lesson.name}")
    steps = page.locator("#by-words [name=steps]")
    for place, step in enumerate(lesson.answer):
        expect(steps).to_have_value(" ".join(lesson.answer[:place]))
        click_step(page, step)
    expect(page.locator("#verdict")).to_have_class("prompt done")
    page.get_by_role("link", name="Next lesson").click()
    expect(page.locator("h1")).to_have_text(str(lessons(lesson.game)[1].title))


def test_a_move_that_misses_can_be_made_again_and_what_is_done_is_ticked(page: Page) -> None:
    page.goto(f"/learn/mabula/{GROUP.name}")
    click_step(page, "h3-g3")
    expect(page.locator("#verdict")).to_have_class("prompt missed")
    click_step(page, "h3-e3")
    expect(page.locator("#verdict")).to_have_class("prompt done")
    page.goto("/learn/mabula")
    assert page.locator(".tick:visible").count() == 1
    expect(page.locator(f"[data-lesson={GROUP.name}] .tick")).to_be_visible()


def test_a_refused_click_says_which_rule(page: Page) -> None:
    page.goto(f"/learn/mabula/{GROUP.name}")
    page.locator('#table .marble[data-name="b1"]').dispatch_event("click")
    bubble = page.locator("#bubble")
    expect(bubble).to_contain_text("push one of your own")
    bubble.get_by_role("link").click()
    expect(page.locator(":target")).to_be_visible()
