"""Games played by hand in a browser: whole, or only their first or their last turns."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludotheque import Position
from tests.conftest import SETUPS, begin, random_line
from tests.web.browser import (
    ENDING,
    PHONE,
    Browsing,
    By,
    hastened,
    play_acts,
    play_whole_game,
    sit_at,
    sit_down,
    stage_of,
)  # fmt: skip

FIRST = 6  # acts of the first turns
LAST = {"mabula": 6, "marabunta": 14, "makabana": 8, "junglerumble": 10}  # steps that a random game still took


def by_every_hand(*first: By) -> pytest.MarkDecorator:
    """`make test` begins a game as said and ends one with the mouse; `make slow` does all of it by every means.

    A game need not begin with keys or a finger in `make test` where another test of its file plays like that.
    """
    sample = {("last turns", "click"), *(("first turns", by) for by in first)}
    return pytest.mark.parametrize(
        ("part", "by"),
        [
            pytest.param(part, by, marks=[] if (part, by) in sample else [pytest.mark.slow])
            for part in ("first turns", "last turns", "whole game")
            for by in ("click", "keys", "touch")
        ],
    )


def near_the_end(setup: str, seed: int = 1, last: int | None = None) -> Position:
    """A position of a random game shortly before its end, in which one seat alone is waited for and has a choice."""
    line = list(random_line(begin(setup, seed), seed))
    last = last or LAST[SETUPS[setup][0]]
    return next(one for one in reversed(line[:-last]) if has_one_choice(one))


def has_one_choice(position: Position) -> bool:
    """Whether one seat alone is waited for, and has a choice."""
    return len(position.actors) == 1 and position.actors != (0,) and len(position.legal()) > 1


def play_part(browse: Browsing, setup: str, part: str, by: By = "click", seed: int = 1) -> Page:
    """Play a part of a game at a new table by clicking, with keys, or with a finger on a phone."""
    page = browse(**PHONE) if by == "touch" else browse()
    game, options = SETUPS[setup]
    terms: dict[str, Any] = {key: value for key, value in options.items() if key != "players"}
    if part == "last turns":
        page.add_init_script(hastened(ENDING))
        sit_at(page, near_the_end(setup))
    else:
        sit_down(page, game, options.get("players"), options=terms)
    if part == "first turns":
        assert play_acts(page, by, seed, FIRST) == FIRST
        assert stage_of(page) == "playing"
        return page
    play_whole_game(page, by, seed)
    assert stage_of(page) == "over"
    expect(page.locator("#after")).to_be_visible()
    return page
