"""Every page of a house, with content, for tests that visit all of them."""

import random
from typing import Any

from playwright.sync_api import Page

from ludotheque import Position
from tests.conftest import SETUPS, begin, interpreted, random_line
from tests.web.browser import FEWEST, come_in, give_table, open_table, post
from tests.web.games import has_one_choice, near_the_end

GAMES = tuple(FEWEST)
PLAYED = {SETUPS[setup][0]: setup for setup in ("marabunta-meadow-basic", "makabana-3", "junglerumble-2")}
# By game: the number of choices before its page is visited.
PHASES = {"mabula": (0, 5), "marabunta": (0, 1, 8), "makabana": (0, 2, 6), "junglerumble": (0, 1, 8)}
# Steps that are given to a table which is looked at much later; its log then begins there.
GIVEN = {("marabunta", 8): 30, ("makabana", 6): 25, ("junglerumble", 8): 18}
LONG = {"marabunta": 32, "junglerumble": 30}  # steps before a player resigns
SOON_OVER = 5  # steps that a random game still took
PLAIN = (
    "/", "/watch", "/people", "/login", "/recover", "/rules", "/learn", "/nowhere",
    "/find/marabunta", "/new/mabula", "/new/makabana",
    *(f"/rules/{game}" for game in GAMES), *(f"/learn/{game}" for game in GAMES),
)  # fmt: skip


def make_table(page: Page, game: str, players: int | None = None, level: str = "novice", **terms: Any) -> str:
    """A table with bots and this browser's person in seat 1; its page is not opened."""
    count = players or FEWEST[game]
    table: str = post(page, "/api/tables", 201, game=game, players=count, seating="chosen", **terms)["table"]
    post(page, f"/api/tables/{table}/seats/1")
    for seat in range(2, count + 1):
        post(page, f"/api/tables/{table}/seats/{seat}", level=level)
    return table


def midway(game: str, steps: int) -> Position:
    """A position of a random game after so many steps or a few more, in which one seat alone has a choice."""
    line = list(random_line(begin(PLAYED[game], 1, interpreted), 1))
    return next(one for one in line[steps:] if has_one_choice(one))


def advance(page: Page, table: str, choices: int = 1000, seed: int = 1) -> bool:
    """Make so many choices at a table over HTTP; returns whether it then waits for one more."""
    dice, made = random.Random(seed), 0
    for _ in range(4000):
        seen = page.request.get(f"/api/tables/{table}").json()
        if seen["stage"] == "over":
            return False
        if seen["seat"] not in seen["waited_for"]:
            page.wait_for_timeout(20)
            continue
        if made == choices:
            return True
        made += 1
        steps, rest = [], seen["legal"]
        parts = seen["parts"]
        while rest:
            steps.append(dice.choice(list(rest)))
            rest = parts.get(steps[-1], ()) if isinstance(parts, dict) else ()
            parts = rest
        post(page, f"/api/tables/{table}/steps", seen=seen["number"], steps=steps, id=f"{seed}-{seen['number']}")
    raise AssertionError("nothing happens at the table")


def come_to(page: Page, game: str, phase: int) -> tuple[str, bool]:
    """A table so many choices into its game, and whether it waits for one more."""
    if steps := GIVEN.get((game, phase)):
        return give_table(page, midway(game, steps)), True
    table = make_table(page, game)
    return table, advance(page, table, phase)


def finish(page: Page, game: str) -> str:
    """A table whose game is over: played to its end if that is soon, else resigned."""
    if game in LONG:
        table = give_table(page, midway(game, LONG[game]))
        post(page, f"/api/tables/{table}/resign")
    elif game == "mabula":  # from its first step on, for the page of its fairness
        table = make_table(page, game)
        assert not advance(page, table)
    else:
        table = give_table(page, near_the_end(PLAYED[game], last=SOON_OVER))
        assert not advance(page, table)
    return table


def furnish(page: Page) -> dict[str, str]:
    """Fill a house: the address of every kind of page, by a name for it."""
    come_in(page)
    places = {f"page {address}": address for address in PLAIN}
    for game, phases in PHASES.items():
        lesson = page.request.get(f"/learn/{game}").text().split(f'href="/learn/{game}/')[1].split('"')[0]
        places[f"lesson {game}"] = f"/learn/{game}/{lesson}"
        for phase in phases:
            table, is_waiting = come_to(page, game, phase)
            if is_waiting:
                places[f"table {game} {phase}"] = f"/table/{table}"
        places[f"over {game}"] = f"/table/{finish(page, game)}"
    places["fair"] = f"{places['over mabula']}/fair"
    made = post(page, "/api/tables", 201, game="makabana", players=4)
    post(page, f"/api/tables/{made['table']}/seats/1")
    places["lobby"] = f"/table/{made['table']}?invitation={made['invitation']}"
    shared = post(page, "/api/tables", 201, game="makabana", players=3, seating="chosen")["table"]
    for seat in (1, 2, 3):
        post(page, f"/api/tables/{shared}/seats/{seat}")
    for number in range(6):  # the first huts are no secret
        seat = page.request.get(f"/api/tables/{shared}?seat=0").json()["waited_for"][0]
        seen = page.request.get(f"/api/tables/{shared}?seat={seat}").json()
        steps = seen["legal"][:1]
        post(page, f"/api/tables/{shared}/steps", seen=seen["number"], steps=steps, id=f"hut-{number}", seat=seat)
    places["cover"] = f"/table/{shared}"
    places["me"] = "/me"
    return places


def go(page: Page, address: str) -> None:
    """Open a page and wait until it is complete."""
    if address.startswith("/table/") and not address.endswith("/fair"):
        open_table(page, address.removeprefix("/table/"))
    else:
        page.goto(address)
