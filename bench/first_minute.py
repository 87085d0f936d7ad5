"""The first minute of somebody new: `python -m bench.first_minute`, or `--write docs/kernels.md`.

With an empty home, so that nothing is compiled, `make play` opens the house. Timed are its first answer; in each game
the first own move and a novice's answer, over the protocol, one game after another in one house; and in a browser, in
a new house for each game, the way from the first visit to the first own move, with the longest moment in which the
page did nothing else.
"""

import argparse
import http.cookiejar
import json
import os
import random
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page
from tests.web.browser import FEWEST, act, open_chromium, wait_turn
from tools.marks import fill

from ludotheque.play.game import game

ROOT = Path(__file__).parents[1]
PATIENCE = 300.0
STARTS = 5
BLOCKED = """
window.blocked = 0;
let before = performance.now();
setInterval(() => {
  const now = performance.now();
  window.blocked = Math.max(window.blocked, now - before - 10);
  before = now;
}, 10);
"""

MOVED = "Boolean(document.querySelector(`#log .seat-mark.seat-${ludotheque.state.seat}`))"  # the log has an own move


@contextmanager
def new_house() -> Iterator[tuple[str, float]]:
    """The address of a house that nobody has opened before, and the seconds until it answered."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "LUDOTHEQUE_"))}
        began = time.monotonic()
        process = subprocess.Popen(
            ["make", "play", f"ARGS=--port {port}"], cwd=ROOT, env=kept | {"HOME": home, "BROWSER": "true"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            url = f"http://127.0.0.1:{port}"
            while not answers(url):
                assert process.poll() is None, "the house did not open"
                assert time.monotonic() - began < PATIENCE, "the house does not answer"
                time.sleep(0.02)
            yield url, time.monotonic() - began
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def time_start() -> float:
    """Seconds until a new house answers, with nothing else going on."""
    with new_house() as (_, seconds):
        return seconds


def answers(url: str) -> bool:
    try:
        urllib.request.urlopen(f"{url}/healthz", timeout=5)  # noqa: S310  our own
    except OSError:
        return False
    return True


class Guest:
    """A client of the protocol."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        kind = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, data, kind, method=method)  # noqa: S310
        return json.load(self._opener.open(request, timeout=PATIENCE))


def first_exchange(url: str, name: str) -> tuple[float, float]:
    """Seconds from asking for a table until the own first move is accepted, and until a novice has answered it."""
    guest, began, number = Guest(url), time.monotonic(), 0
    guest.call("POST", "/api/guests", {"name": "New"})
    table = guest.call("POST", "/api/tables", {"game": name, "players": FEWEST[name], "seating": "chosen"})["table"]
    guest.call("POST", f"/api/tables/{table}/seats/1", {})
    for seat in range(2, FEWEST[name] + 1):
        guest.call("POST", f"/api/tables/{table}/seats/{seat}", {"level": "novice"})
    moved = 0.0
    while True:
        now = guest.call("GET", f"/api/tables/{table}?seat=1")
        played = [one for one in now["entries"] if one["kind"] == "play"]
        if number and any(one["number"] > number and one["seat"] != 1 for one in played):
            return moved, time.monotonic() - began
        if 1 in now["waited_for"]:
            first = now["legal"][0]
            steps = [first, *list(now["parts"].get(first, []))[:1]]
            sent = {"seat": 1, "seen": now["number"], "steps": steps, "id": os.urandom(6).hex()}
            answer = guest.call("POST", f"/api/tables/{table}/steps", sent)
            if not number:
                number, moved = answer["number"], time.monotonic() - began
        else:
            time.sleep(0.02)


def first_visit(chromium: Browser, url: str, name: str) -> tuple[float, float]:
    """Seconds from the first visit to the first own move in a browser, and the page's longest silence until then."""
    page: Page = chromium.new_context(base_url=url, reduced_motion="reduce").new_page()
    page.add_init_script(BLOCKED)
    began, dice, silence, mark = time.monotonic(), random.Random(1), 0.0, ""
    page.goto("/")
    silence = page.evaluate("window.blocked")
    page.locator(f"#{name} .game-do > button.primary").click()
    page.wait_for_function("() => window.ludotheque?.state?.drawing")
    while not page.evaluate(MOVED):
        offers = wait_turn(page, mark)
        assert offers is not None
        mark = offers["mark"] if act(page, offers, "click", dice) else ""
        silence = max(silence, page.evaluate("window.blocked"))
    seconds = time.monotonic() - began
    page.context.close()
    return seconds, silence / 1000


def measure() -> tuple[float, dict[str, tuple[float, float, float, float]]]:
    """Until the house answers; and for each game: own move, a bot's answer, in the browser, the longest silence."""
    opened = max(time_start() for _ in range(STARTS))
    with new_house() as (url, _):
        spoken = {name: first_exchange(url, name) for name in FEWEST}
    seen = {}
    with open_chromium() as chromium:
        for name in FEWEST:
            with new_house() as (url, _):
                seen[name] = first_visit(chromium, url, name)
    return opened, {name: (*spoken[name], *seen[name]) for name in FEWEST}


def report(opened: float, found: dict[str, tuple[float, float, float, float]]) -> str:
    lines = [
        f"Run on {date.today().isoformat()}, {os.cpu_count()} cores. The slowest of {STARTS} starts took "
        f"**{opened:.1f} s** until the house answered (asked: 3).", "",
        "| game | own first move, s | a novice has answered, s | in the browser: first visit to first move, s | "
        "longest silence of the page, s |", "|---|---|---|---|---|", "| *asked* | *2* | *10* | *10* | |",
    ]  # fmt: skip
    for name, row in found.items():
        lines.append(f"| {game(name).title} | " + " | ".join(f"{one:.2f}" for one in row) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the figures into this page")
    arguments = parser.parse_args()
    text = report(*measure())
    print(text)
    if arguments.write:
        fill(arguments.write, "first minute", text)


if __name__ == "__main__":
    main()
