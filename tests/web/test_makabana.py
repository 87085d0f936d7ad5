"""Maka Bana's page: whole games, secret projects, the reveal, and one device for several seats."""

import json
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, Request, WebSocket, expect

from tests.conftest import some_of
from tests.web import places
from tests.web.browser import Browsing, By, come_in, open_table, post, press, sit_down
from tests.web.games import by_every_hand, play_part

HUTS = (
    (1, "danae.sand.tattoo"), (2, "danae.lagoon.flower"), (3, "evao.rock.tattoo"),
    (3, "danae.rock.fish"), (2, "evao.palm.flower"), (1, "evao.sand.fish"),
)  # fmt: skip
PAINTS = {1: "danae.lagoon.flower", 2: "evao.rock.tattoo", 3: "danae.sand.tattoo"}  # each the next one's hut
CARDS = {1: "sector", 2: "type", 3: "paint"}
# no secrets of others
LEGAL = ("legal", "parts", "told", "elements", "shown", "steps of the board", "paths", "labels")


class Traffic:
    """All that a browser receives: bodies and frames, in order."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        page.on("requestfinished", self._read)
        page.on("websocket", self._listen)

    def _read(self, request: Request) -> None:
        if "/static/" in request.url:
            return
        answer = request.response()
        if answer and answer.status < 300:
            self.heard.append(answer.text())

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def since(self, start: int) -> str:
        return "\n".join(self.heard[start:])

    def drawings(self, start: int = 0) -> list[dict[str, Any]]:
        """The pictures that came over the socket as news."""
        frames = [json.loads(one) for one in self.heard[start:] if one.startswith("{")]
        return [one["drawing"]["live"] for one in frames if one.get("kind") == "table" and "drawing" in one]


def without_legal(heard: str) -> str:
    """Traffic without what a seat may do itself: lists of legal steps, and elements that express them."""

    def cut(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: cut(inner) for key, inner in value.items() if key not in LEGAL}
        return [cut(one) for one in value] if isinstance(value, list) else value

    def cut_page(found: re.Match[str]) -> str:
        return json.dumps(cut(json.loads(found[1])), ensure_ascii=False)

    heard = re.sub(r'<script type="application/json" id="page">(.*?)</script>', cut_page, heard, flags=re.DOTALL)
    lines = [
        json.dumps(cut(json.loads(line)), ensure_ascii=False) if line.startswith("{") else line
        for line in heard.split("\n")
    ]
    bare = re.sub(r'data-steps=\\?"[^"]*"', "", "\n".join(lines))
    return re.sub(r"<select.*?</select>", "", bare, flags=re.DOTALL)


def make_table(page: Page, players: int = 3) -> tuple[str, str]:
    """A private table and its invitation."""
    come_in(page)
    made = post(page, "/api/tables", 201, game="makabana", players=players, seating="chosen")
    return made["table"], made["invitation"]


def put_huts(pages: dict[int, Page], table: str, most: int = len(HUTS)) -> None:
    """The first huts, over HTTP."""
    for k, (seat, site) in enumerate(HUTS[:most]):
        seen = pages[seat].request.get(f"/api/tables/{table}?seat={seat}").json()["number"]
        post(pages[seat], f"/api/tables/{table}/steps", seen=seen, steps=[f"hut:{site}"], id=f"hut-{k}", seat=seat)


def wait_for(page: Page, seat: int) -> None:
    """Wait until the page lets a seat choose."""
    page.wait_for_function(
        """(seat) => window.ludotheque?.table?.board && ludotheque.state.seat === seat && ludotheque.table.isMine
          && !ludotheque.state.inFlight""",
        arg=seat,
    )


def press_site(page: Page, site: str) -> None:
    """Click on a site as soon as it is lit."""
    element = "on-" + site.replace(".", "-")
    page.wait_for_selector(f"#{element}.lit")
    press(page, element)


def lay(page: Page, seat: int) -> None:
    """Lay a project by clicking: the hut, the card to show, the button."""
    wait_for(page, seat)
    press_site(page, PAINTS[seat])
    page.wait_for_selector("#card-paint.lit")
    press(page, f"card-{CARDS[seat]}")
    page.click("#confirm")


def put_tiki(page: Page, seat: int) -> None:
    """Put a Tiki where the page lights a place."""
    wait_for(page, seat)
    place = page.locator('#live-island .lit[tabindex="0"]').first.get_attribute("id")
    assert place
    press(page, place)
    page.click("#confirm")


@by_every_hand("keys", "touch")
def test_a_game_is_played(browse: Browsing, part: str, by: By) -> None:
    play_part(browse, "makabana-3", part, by)


@pytest.mark.parametrize("players", some_of([3, 5, 6], 6))
def test_on_the_smallest_phone_every_site_can_be_touched(phone: Page, players: int) -> None:
    sit_down(phone, "makabana", players)
    phone.wait_for_selector("#live-island .lit")
    scale = phone.evaluate("document.querySelector('[data-part=island]').getScreenCTM().a")
    assert scale * 96 >= 44
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("players", some_of([4, 6], 6))
def test_on_a_desktop_the_whole_island_is_in_sight(page: Page, players: int) -> None:
    sit_down(page, "makabana", players)
    box = page.locator("[data-part=island]").bounding_box()
    assert box and box["y"] + box["height"] <= 800


def test_a_project_is_composed_from_site_and_card_and_can_be_cleared_until_it_is_laid(page: Page) -> None:
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    come_in(page)
    table = places.make_table(page, "makabana")
    assert places.advance(page, table, 2)  # the first huts
    open_table(page, table)
    wait_for(page, 1)
    expect(page.locator("#round-name")).to_have_text("Round 1")
    page.wait_for_function("() => ludotheque.state.news.waited_for.join() === '1'")  # the others have laid theirs
    sent.clear()
    site = str(page.locator('use[href^="#mb-lit-"][tabindex="0"]').first.get_attribute("id"))
    press(page, site)
    page.wait_for_selector("#card-beach.lit")
    assert page.locator("#project-seen *").count() == 0
    press(page, "card-beach")
    page.wait_for_selector("#project-seen .mb-fan")
    assert page.locator("#project-seen [href^='#mb-card-']").count() == 1
    assert page.locator("#project-seen [href='#mb-back']").count() == 2
    page.click("#put-back")
    page.wait_for_selector("#confirm", state="detached")
    assert not any('"kind":"play"' in frame for frame in sent)
    press(page, site)
    page.wait_for_selector("#card-type.lit")
    press(page, "card-type")
    page.click("#confirm")
    page.wait_for_function("() => !ludotheque.state.inFlight && !ludotheque.state.pending")
    assert sum('"kind":"play"' in frame for frame in sent) == 1
    record = page.request.get(f"/api/tables/{table}/record").text()
    assert "build:" + site[3:].replace("-", ".") in record


def sit_apart(browse: Browsing) -> tuple[dict[int, Page], str]:
    """Three in a browser each, at a table with the first huts put."""
    pages = {seat: browse() for seat in (1, 2, 3)}
    table, invitation = make_table(pages[1])
    for seat, page in pages.items():
        if seat > 1:
            come_in(page, f"Guest {seat}")
        post(page, f"/api/tables/{table}/seats/{seat}", invitation=invitation)
    put_huts(pages, table)
    return pages, table


# Holds back the preview of a whole project, as a slow connection would.
SLOWLY = """() => {
  const { connection } = ludotheque.table, ask = connection.request.bind(connection);
  const gate = new Promise((done) => { window.letThrough = done; });
  connection.request = async (message) => {
    const answer = await ask(message);
    if (message.kind === "preview" && message.steps.length > 1) await gate;
    return answer;
  };
}"""


def test_a_card_stays_chosen_when_another_player_lays_a_project_before_its_preview_comes(browse: Browsing) -> None:
    pages, table = sit_apart(browse)
    page = pages[1]
    open_table(page, table)
    wait_for(page, 1)
    page.evaluate(SLOWLY)
    press_site(page, PAINTS[1])
    page.wait_for_selector("#card-paint.lit")
    press(page, f"card-{CARDS[1]}")
    before = page.evaluate("ludotheque.state.number")
    steps = [f"paint:{PAINTS[2]}", f"show:{CARDS[2]}"]
    post(pages[2], f"/api/tables/{table}/steps", seen=before, steps=steps, id="meanwhile", seat=2)
    page.wait_for_function("(before) => ludotheque.state.number > before", arg=before)
    page.evaluate("window.letThrough()")
    page.click("#confirm")
    page.wait_for_function("() => !ludotheque.state.news.waited_for.includes(1)")
    record = page.request.get(f"/api/tables/{table}/record?seat=1").text()
    assert f"1 paint:{PAINTS[1]}\n1 show:{CARDS[1]}" in record


# Delays a project until `sendIt` is called, and the news of it until `showIt` is.
HELD_BACK = """() => {
  const { table } = ludotheque, { connection } = table;
  const ask = connection.request.bind(connection), queue = table.queue.bind(table);
  const sending = new Promise((done) => { window.sendIt = done; });
  const showing = new Promise((done) => { window.showIt = done; });
  connection.request = async (message) => {
    if (message.kind !== "play") return ask(message);
    await sending;
    window.answer = await ask(message);
    return window.answer;
  };
  table.queue = async (news) => {
    if (!news.waited_for.includes(1)) await showing;
    queue(news);
  };
}"""


def test_no_second_project_is_offered_before_the_first_is_shown(browse: Browsing) -> None:
    """Another project was laid in between, and its news must not be taken for the own one's."""
    pages, table = sit_apart(browse)
    page = pages[1]
    open_table(page, table)
    wait_for(page, 1)
    page.evaluate(HELD_BACK)
    lay(page, 1)
    before = page.evaluate("ludotheque.state.number")
    steps = [f"paint:{PAINTS[2]}", f"show:{CARDS[2]}"]
    post(pages[2], f"/api/tables/{table}/steps", seen=before, steps=steps, id="between", seat=2)
    page.wait_for_function("(before) => ludotheque.state.number > before", arg=before)
    page.evaluate("window.sendIt()")
    page.wait_for_function("() => window.answer?.ok")
    assert page.evaluate("ludotheque.table.isMine && ludotheque.state.inFlight !== null")
    page.evaluate("window.showIt()")
    page.wait_for_function("() => !ludotheque.table.isMine && ludotheque.state.inFlight === null")


def test_three_browsers_never_receive_another_seats_secret(browse: Browsing) -> None:
    pages, table = sit_apart(browse)
    traffic = {seat: Traffic(page) for seat, page in pages.items()}
    for page in pages.values():
        open_table(page, table)
    for seat, page in pages.items():
        lay(page, seat)
        page.wait_for_function("(seat) => !ludotheque.state.news.waited_for.includes(seat)", arg=seat)
    secrets = {seat: secret_of(pages[seat], table, seat) for seat in pages}
    for page in pages.values():
        page.wait_for_function("() => ludotheque.state.news.waited_for.join() === '1'")
    for seat in (1, 2):
        put_tiki(pages[seat], seat)
    wait_for(pages[3], 3)
    for seat, heard in traffic.items():
        everything = without_legal(heard.since(0))
        assert secrets[seat] in everything  # the own one is there: the search works
        for other in {1, 2, 3} - {seat}:
            assert secrets[other] not in everything
            assert f"paint:{PAINTS[other]}" not in everything
            if HUTS_OF[PAINTS[other]] == seat:
                assert f"paint:{PAINTS[other]}" not in heard.since(0)
        for live in heard.drawings():
            assert all(live[f"seat-{one}"][f"seat-{one}"].count("#mb-card-") <= 1 for one in (1, 2, 3))
    put_tiki(pages[3], 3)
    pages[1].wait_for_selector("#reveal .done, #reveal .failed")
    assert f"paint:{PAINTS[2]}" in without_legal(traffic[1].since(0))


HUTS_OF = {site: seat for seat, site in HUTS}


def secret_of(page: Page, table: str, seat: int) -> str:
    """The own project, as the player's log shows it."""
    entries = page.request.get(f"/api/tables/{table}?seat={seat}&wants=words").json()["entries"]
    words: list[str] = [word for entry in entries if entry.get("seat") == seat for word in entry.get("words") or ()]
    return next(word for word in words if "secret project" in word)


# All that a page has in memory: its document, and every object reachable from its table.
MEMORY = """() => {
  const seen = new WeakSet();
  const plain = (key, value) => {
    if (key === "state" && value) value = { ...value, steps: undefined, "steps of the board": value.steps };
    if (value instanceof Node || typeof value === "function") return undefined;
    if (value instanceof Map) value = [...value.entries()];
    if (value instanceof Set) value = [...value];
    if (value && typeof value === "object") { if (seen.has(value)) return undefined; seen.add(value); }
    return value;
  };
  return document.documentElement.outerHTML + "\\n" + JSON.stringify(window.ludotheque ?? {}, plain);
}"""


def share(page: Page) -> str:
    """A table whose three seats are all at this device, with the first huts put."""
    table, _ = make_table(page)
    for seat in (1, 2, 3):
        post(page, f"/api/tables/{table}/seats/{seat}")
    put_huts(dict.fromkeys((1, 2, 3), page), table)
    return table


def uncover(page: Page, seat: int) -> None:
    """A player takes the device and requests their own view."""
    page.click(f".cover-seat[href$='seat={seat}']")
    wait_for(page, seat)


def test_one_device_shows_one_hand_at_a_time_and_keeps_nothing_of_the_others(page: Page) -> None:
    table = share(page)
    traffic, secrets = Traffic(page), dict[int, str]()

    def check(start: int, seat: int | None) -> None:
        """The page neither received nor stored another seat's secrets."""
        heard = without_legal(traffic.since(start))
        kept = without_legal(page.evaluate(MEMORY))
        for other, secret in secrets.items():
            if other != seat:
                for text in (heard, kept):
                    assert secret not in text
                    assert f"paint:{PAINTS[other]}" not in text

    page.goto(f"/table/{table}")
    for seat in (2, 1, 3):  # in whichever order they like
        page.wait_for_selector("#cover")
        start = len(traffic.heard)
        uncover(page, seat)
        check(start, seat)
        lay(page, seat)
        page.wait_for_selector("#cover")
        secrets[seat] = secret_of(page, table, seat)
        check(len(traffic.heard), None)
    for seat in (1, 2, 3):
        page.wait_for_selector(f"#cover.seat-{seat}")
        start = len(traffic.heard)
        uncover(page, seat)
        assert secrets[seat] in page.evaluate(MEMORY)  # the search works
        check(start, seat)
        put_tiki(page, seat)
        page.wait_for_selector("#cover, #ask-1")
    page.wait_for_selector("#reveal li.done, #reveal li.failed")
    assert (
        page.locator("#ask-1, #ask-2, #ask-3").count() == 3 and page.locator("#live-island .lit[tabindex]").count() == 0
    )


def test_a_hand_is_covered_again_when_it_is_loaded_anew_hidden_or_left(page: Page) -> None:
    table = share(page)
    page.goto(f"/table/{table}")
    uncover(page, 1)
    page.reload()
    page.wait_for_selector("#cover")
    uncover(page, 1)
    page.click("#hide")
    page.wait_for_selector("#cover")
    uncover(page, 2)
    page.goto("/rules")
    page.go_back()
    page.wait_for_selector("#cover")


def test_on_a_shared_device_a_player_may_take_a_project_back_and_only_they_see_it(page: Page) -> None:
    table = share(page)
    page.goto(f"/table/{table}")
    uncover(page, 1)
    lay(page, 1)
    page.click(".cover-seat.ready")
    page.wait_for_selector("#take-back:enabled")
    page.click("#take-back")
    wait_for(page, 1)
    page.click("#hide")
    page.wait_for_selector("#cover")
    assert page.locator(".cover-seat.ready").count() == 0


def test_before_anything_is_secret_a_shared_device_follows_the_seat_to_move(page: Page) -> None:
    table, _ = make_table(page)
    for seat in (1, 2, 3):
        post(page, f"/api/tables/{table}/seats/{seat}")
    put_huts(dict.fromkeys((1, 2, 3), page), table, most=1)
    page.goto(f"/table/{table}")
    for k, (seat, site) in [*enumerate(HUTS)][1:]:
        wait_for(page, seat)
        press_site(page, site)
        if k not in (2, 5):  # who goes on choosing need not confirm
            page.click("#confirm")
        elif k == 2:
            page.wait_for_selector("#on-evao-rock-tattoo[href='#mb-hut-3']")
    page.wait_for_selector("#cover.seat-1")


def test_projects_are_revealed_one_by_one_each_with_its_words(browse: Browsing) -> None:
    page = browse(still=False)
    table = share(page)
    for seat, kind in PAINTS.items():
        steps = [f"paint:{kind}", f"show:{CARDS[seat]}"]
        post(page, f"/api/tables/{table}/steps", seen=number_of(page, table), steps=steps, id=f"lay-{seat}", seat=seat)
    for seat in (1, 2):
        tiki = page.request.get(f"/api/tables/{table}?seat={seat}").json()["legal"][0]
        post(
            page, f"/api/tables/{table}/steps", seen=number_of(page, table), steps=[tiki], id=f"tiki-{seat}", seat=seat
        )
    page.clock.install()
    page.goto(f"/table/{table}?seat=0")
    page.wait_for_function("() => window.ludotheque?.state?.drawing")
    page.clock.pause_at(datetime.now() + timedelta(hours=1))  # from here on nothing is turned up by itself
    tiki = page.request.get(f"/api/tables/{table}?seat=3").json()["legal"][0]
    post(page, f"/api/tables/{table}/steps", seen=number_of(page, table), steps=[tiki], id="tiki-3", seat=3)
    page.wait_for_selector("#reveal-next")
    expect(page.locator("#reveal li.later")).to_have_count(2)
    expect(page.locator("#reveal li.later [href='#mb-back']")).to_have_count(2 * 3)
    page.click("#reveal-next")
    expect(page.locator("#reveal li.later")).to_have_count(1)
    expect(page.locator("#prompt-text small")).to_contain_text("2")
    page.clock.run_for(2000)
    expect(page.locator("#reveal li.later")).to_have_count(0)
    expect(page.locator("#prompt-text small")).to_contain_text("3")
    page.click("#reveal-skip")
    page.wait_for_selector("#ask-2")
    assert page.locator("#reveal-next").count() == 0


def number_of(page: Page, table: str) -> int:
    """The table's last entry."""
    number: int = page.request.get(f"/api/tables/{table}?seat=0").json()["number"]
    return number
