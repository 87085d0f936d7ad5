"""A game is played and looked at: nothing jumps, what can be chosen is in sight, every text can be read.

In a real browser somebody plays against bots, and `looks.Looks` measures all of it on the way, in both themes: layout
shifts, choices out of sight, and of every text its contrast as painted, its size and whether it is cut; then the
replay.

To add a game, put one of its setups into `HOLDS`, with the kinds of problems (`looks.KINDS`) that it must not have, and
into `GIVEN` with the number of steps behind it when `make test` plays some turns; `make slow` plays all of it.
To look at one game while mending it: `.venv/bin/pytest tests/web/test_looks.py -k "mabula and small" -m ""`.
"""

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.conftest import SETUPS, begin, interpreted, random_line, some_of
from tests.web.browser import MOST_MISSED, Browsing, MissedError, come_in, post, sit_at, sit_down, wait_turn
from tests.web.games import has_one_choice
from tests.web.looks import KINDS, Looks
from tests.web.places import go

HOLDS: dict[str, tuple[str, ...]] = {
    "mabula-largest": KINDS,
    "marabunta-meadow-basic": KINDS,
    "makabana-3": tuple(kind for kind in KINDS if kind != "moves by itself"),  # its log on a desk, in a whole game
    # not yet: small letters in its replay on a phone, and the preview's words in its prompt, which may read 1.2
    "junglerumble-2": tuple(kind for kind in KINDS if kind not in ("small", "faint")),
}
GIVEN = {"mabula-largest": 12, "marabunta-meadow-basic": 30, "makabana-3": 14, "junglerumble-2": 20}
ACTS = 6  # of some turns
SIZES: dict[str, dict[str, Any]] = {
    "small": {"width": 360, "height": 640, "touch": True},
    "phone": {"width": 390, "height": 844, "touch": True},
    "desk": {"width": 1280, "height": 800},
}
PARTS = ["some turns", pytest.param("whole game", marks=pytest.mark.slow)]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("size", some_of(SIZES, "small", "desk"))
@pytest.mark.parametrize("setup", HOLDS)
def test_a_played_game_stays_in_place_in_sight_and_legible(browse: Browsing, setup: str, size: str, part: str) -> None:
    page = browse(**SIZES[size], still=False)
    looks = Looks(page)
    if part == "some turns":
        line = list(random_line(begin(setup, 1, interpreted), 1))
        table = sit_at(page, next(one for one in line[GIVEN[setup] :] if has_one_choice(one)))
        play_and_look(page, looks, ACTS)
        post(page, f"/api/tables/{table}/ask", what="end")
    else:
        sit_down(page, SETUPS[setup][0], SETUPS[setup][1].get("players"))
        play_and_look(page, looks)
    look_at_replay(page, looks)
    assert {kind: told for kind, told in looks.problems().items() if kind in HOLDS[setup]} == {}


def play_and_look(page: Page, looks: Looks, most: int = 1000, seed: int = 1) -> None:
    """Play by chance to the end, or so many acts, and look at every decision."""
    dice, mark, missed = random.Random(seed), "", 0
    for _ in range(most):
        offers = wait_turn(page, mark)
        if offers is None:
            return
        mark = "" if offers["isSet"] else offers["mark"]  # whoever moves all seven of a set has what was there before
        looks.see_choices(offers)
        looks.see_texts()
        is_enough = offers["isConfirmed"] and (not offers["isSet"] or not offers["open"] or dice.random() < 0.6)
        try:
            looks.press("confirm" if is_enough else dice.choice(offers["open"]))
        except MissedError:  # the table has changed meanwhile: several seats choose at the same time
            missed, mark = missed + 1, ""
            if missed > MOST_MISSED:
                raise


def look_at_replay(page: Page, looks: Looks) -> None:
    """Look at the page after the game, at its end and some steps before it."""
    page.wait_for_selector("#after")
    looks.see_texts()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    looks.see_texts()


@pytest.mark.parametrize("size", some_of(SIZES, "small"))
def test_every_text_of_the_other_pages_can_be_read(browse: Browsing, size: str) -> None:
    """The longest of our languages, in both themes, pictures too."""
    page = browse(**SIZES[size], language="fr")
    looks = Looks(page)
    come_in(page)
    made = post(page, "/api/tables", 201, game="makabana", players=4)
    lobby = f"/table/{made['table']}?invitation={made['invitation']}"
    for address in ("/", "/watch", "/learn", "/learn/mabula", "/new/makabana", "/me", "/rules", lobby):
        go(page, address)
        looks.see_texts()
    assert {kind: told for kind, told in looks.problems().items() if kind in ("faint", "small")} == {}


# A page with one problem of each kind, but for what it does on the click on its button.
BAD = """
<style>
  body { margin: 0; background: #fff; color: #000; } svg { width: 200px; }
  .faint { color: #bbb; } .narrow { width: 40px; overflow: hidden; white-space: nowrap; }
  #board { height: 3000px; background: #eee; }
  #bar { position: fixed; bottom: 0; width: 100%; height: 60px; background: #ccc; }
</style>
<p id="prompt-text">Choose</p><p class="faint">Hard to see</p><p>Easy to see</p>
<p class="narrow">Much longer than its box</p>
<svg viewBox="0 0 400 100"><text x="10" y="50" font-size="16">Tiny in its picture</text></svg>
<p><button id="seen">Seen</button></p><div id="board"></div><button id="under">Under</button>
<div id="bar"></div>
"""


def test_what_is_faint_small_cut_out_of_sight_or_moving_is_found(page: Page) -> None:
    looks = Looks(page)
    page.route("**/bad", lambda route: route.fulfill(body=BAD, content_type="text/html"))
    page.goto("/bad")
    looks.see_texts()
    looks.see_choices({"open": ["seen", "under"], "isConfirmed": False})
    looks.see_choices({"open": ["under"], "isConfirmed": False})
    page.evaluate("document.getElementById('prompt-text').style.height = '400px'")
    page.wait_for_function("() => { looks.shifts(); return sessionStorage.shifts?.includes('#board') }")
    found = looks.problems()
    assert [*found] == ["moves by itself", "out of sight", "nothing in sight", "faint", "small", "cut"]
    assert all("Hard to see" in told for told in found["faint"])
    assert all("Tiny" in told and told.startswith("8.0 px") for told in found["small"])
    assert ["Much longer" in told for told in found["cut"]] == [True]
    assert found["out of sight"][0].startswith("1 of 2, ['under']")
