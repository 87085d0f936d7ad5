"""Every page of a house, with something to see on it, for tests that look at all of them."""

import random
from typing import Any

from playwright.sync_api import Page

from tests.web.browser import FEWEST, come_in, open_table, post

GAMES = tuple(FEWEST)
# How many choices into a game its pages are looked at.
PHASES = {"mabula": (0, 5), "marabunta": (0, 1, 8), "makabana": (0, 2, 6), "junglerumble": (0, 1, 8)}
LONG = {"marabunta": 10, "junglerumble": 16}  # choices after which somebody resigns
PLAIN = (
    "/", "/watch", "/people", "/login", "/recover", "/rules", "/learn", "/nowhere",
    "/new/mabula", "/new/makabana", *(f"/rules/{game}" for game in GAMES), *(f"/learn/{game}" for game in GAMES),
)  # fmt: skip


def make_table(page: Page, game: str, players: int | None = None, level: str = "novice", **terms: Any) -> str:
    """A table with bots at which whoever sits at this browser holds seat 1; its page is not opened."""
    count = players or FEWEST[game]
    table: str = post(page, "/api/tables", 201, game=game, players=count, seating="chosen", **terms)["table"]
    post(page, f"/api/tables/{table}/seats/1")
    for seat in range(2, count + 1):
        post(page, f"/api/tables/{table}/seats/{seat}", level=level)
    return table


def advance(page: Page, table: str, choices: int = 1000, seed: int = 1) -> bool:
    """Make so many choices at a table, past its page; gives whether it then waits for one more."""
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


def finish(page: Page, game: str) -> str:
    """A table whose game is over: played to its end where that is soon, else given up after a while."""
    table = make_table(page, game)
    if advance(page, table, LONG.get(game, 1000)):
        post(page, f"/api/tables/{table}/resign")
    return table


def furnish(page: Page) -> dict[str, str]:
    """Fill a house: the address of every kind of page, by a name for it."""
    come_in(page)
    places = {f"page {address}": address for address in PLAIN}
    for game, phases in PHASES.items():
        lesson = page.request.get(f"/learn/{game}").text().split(f'href="/learn/{game}/')[1].split('"')[0]
        places[f"lesson {game}"] = f"/learn/{game}/{lesson}"
        for phase in phases:
            table = make_table(page, game)
            if advance(page, table, phase):
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
    """Open a page and wait until it is whole."""
    if address.startswith("/table/") and not address.endswith("/fair"):
        open_table(page, address.removeprefix("/table/"))
    else:
        page.goto(address)
