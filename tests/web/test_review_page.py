"""A finished game's page: result, score sheet, chart, replay, and downloads."""

import gzip
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from ludotheque import Record
from ludotheque.drawing.formats.replay import frames_of, replay_data
from ludotheque.play.fairness.proof import verify
from ludotheque.web.pages.after_game.score_graph import graph, rows_of
from tests.web.browser import PATIENCE, Browsing, come_in, post
from tests.web.serving import House

GOLDEN = Path(__file__).parents[1] / "golden"
MOST_SENT = 300_000  # bytes of a packed replay


class Guest:
    """A guest without a browser."""

    def __init__(self, house: House, name: str = "Ada") -> None:
        self.http = httpx.Client(base_url=house.address, timeout=60, trust_env=False, headers={"accept-language": "en"})
        self.post("/api/guests", 201, name=name)

    def post(self, address: str, status: int = 200, **body: Any) -> Any:
        answer = self.http.post(address, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, address: str, status: int = 200) -> httpx.Response:
        answer = self.http.get(address)
        assert answer.status_code == status, answer.text
        return answer

    def sit_alone(self, game: str, players: int = 2, **terms: Any) -> tuple[str, str]:
        """A private table with this guest in all seats: its id and invitation."""
        made = self.post("/api/tables", 201, game=game, players=players, seating="chosen", **terms)
        for seat in range(1, players + 1):
            self.post(f"/api/tables/{made['table']}/seats/{seat}")
        return made["table"], made["invitation"]

    def play(self, table: str, most: int = 1000) -> int:
        """Play a legal step for the seat to move until the game is over; returns the number of choices."""
        for count in range(most):
            seen = self.get(f"/api/tables/{table}?after=100000").json()
            if seen["stage"] == "over":
                return count
            seat = seen["waited_for"][0]
            if seat != seen["seat"]:
                seen = self.get(f"/api/tables/{table}?after=100000&seat={seat}").json()
            step = seen["legal"][count % len(seen["legal"])]
            rest = [*seen["parts"].get(step, ())][:1]
            self.post(
                f"/api/tables/{table}/steps", seen=seen["number"], steps=[step, *rest], id=f"{table}-{count}", seat=seat
            )
        return most

    def page(self, table: str, more: str = "") -> str:
        return self.get(f"/table/{table}{more}").text


@pytest.fixture(scope="module")
def ada(house: House) -> Iterator[Guest]:
    guest = Guest(house)
    yield guest
    guest.http.close()


@pytest.fixture
def stranger(house: House) -> Iterator[Guest]:
    guest = Guest(house, "Bo")
    yield guest
    guest.http.close()


@pytest.fixture(scope="module")
def finished(ada: Guest) -> tuple[str, str]:
    """A game of Mabula that is over, and its invitation."""
    table, invitation = ada.sit_alone("mabula")
    ada.play(table)
    return table, invitation


def text_of(html: str) -> str:
    """The text of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_result_says_who_won_and_by_how_much(ada: Guest, finished: tuple[str, str]) -> None:
    outcome = ada.get(f"/api/tables/{finished[0]}").json()["outcome"]
    html = ada.page(finished[0])
    [headline] = re.findall(r"<h1[^>]*>(.*?)</h1>", html)
    ahead = max(outcome["scores"]) - min(outcome["scores"])
    if len(outcome["winners"]) == 1:
        assert ("White", "Black")[outcome["winners"][0] - 1] in headline
        assert ("a point" if ahead == 1 else f"{ahead} points" if ahead else "tie-break") in headline
    else:
        assert "share the win" in headline
    assert "Neither seat has a move: the game is over." in text_of(html)


def test_the_sheet_has_every_line_of_the_scores(ada: Guest, finished: tuple[str, str]) -> None:
    html = text_of(ada.page(finished[0]))
    for seat in ada.get(f"/api/tables/{finished[0]}/scores").json()["sheet"]:
        for line in seat["lines"]:
            assert f"{line['label']} {line['points']}" in html


@pytest.mark.parametrize(
    ("act", "body", "told"),
    [
        ("resign", {"seat": 1}, "has resigned."),
        ("ask", {"what": "end", "seat": 1}, "All agreed to end the game here."),
        ("cancel", {}, "The game was called off."),
    ],
)
def test_a_game_that_was_stopped_says_how(ada: Guest, act: str, body: dict[str, Any], told: str) -> None:
    table, _ = ada.sit_alone("mabula")
    if act != "cancel":
        ada.play(table, 4)
    ada.post(f"/api/tables/{table}/{act}", **body)
    if act == "ask":
        ask = ada.get(f"/api/tables/{table}").json()["ask"]
        ada.post(f"/api/tables/{table}/answer", ask=ask["number"], agrees=True, seat=2)
    assert told in text_of(ada.page(table))


def test_a_rated_game_says_how_far_it_moved_both_ratings(house: House) -> None:
    ada, bo = Guest(house), Guest(house, "Bo")
    for guest, name in ((ada, "Ada Moves"), (bo, "Bo Moves")):
        guest.post("/api/accounts", 201, name=name, password="a quiet blue teapot")  # noqa: S106
    terms = {"game": "mabula", "players": 2, "seating": "chosen", "rated": True, "clock": "slow", "absence": "end"}
    made = ada.post("/api/tables", 201, **terms)
    table = made["table"]
    ada.post(f"/api/tables/{table}/seats/1")
    bo.post(f"/api/tables/{table}/seats/2", invitation=made["invitation"])
    for seat, guest in ((1, ada), (2, bo)):
        seen = guest.get(f"/api/tables/{table}").json()
        guest.post(f"/api/tables/{table}/steps", seen=seen["number"], steps=seen["legal"][:1], id=f"first-{seat}")
    bo.post(f"/api/tables/{table}/resign")
    end = time.monotonic() + PATIENCE / 1000
    while "data-pending" in (page := ada.page(table)) and time.monotonic() < end:
        assert "come in a moment" in page
        time.sleep(0.05)
    written = ada.get("/api/people/Ada Moves").json()["results"][0]
    assert written["change"] > 0
    found = re.findall(r'rating (\d+) <b class="(up|down)">(.\d+)</b>', page)
    assert found[0] == (str(written["shown"]), "up", f"+{written['change']}") and found[1][1] == "down"
    assert f"({found[1][2]})" in bo.get("/people/Bo Moves").text
    for guest in (ada, bo):
        guest.http.close()


def test_a_table_that_was_called_off_before_its_game_has_a_page_without_a_board(ada: Guest) -> None:
    made = ada.post("/api/tables", 201, game="mabula", players=2)
    ada.post(f"/api/tables/{made['table']}/seats/1")
    ada.post(f"/api/tables/{made['table']}/cancel")
    html = ada.page(made["table"])
    assert "The game was called off." in html
    assert 'id="replay"' not in html


def test_the_replay_has_a_moment_for_each_step(ada: Guest, finished: tuple[str, str]) -> None:
    replay = ada.get(f"/table/{finished[0]}/replay.json").json()
    ply = ada.get(f"/api/tables/{finished[0]}").json()["ply"]
    assert len(replay["frames"]) == len(replay["words"]) == ply + 1
    moments = [*replay["moments"].values()]  # a step without a choice lies in the entry before it
    assert moments == sorted(set(moments))
    assert (moments[0], moments[-1]) == (1, ply)
    assert replay["words"][1].startswith("White pushes the marble")
    french = ada.get(f"/table/{finished[0]}/replay.json?lang=fr").json()
    assert french["words"][1].startswith("Blanc pousse la bille")


def test_the_moments_of_a_replay_are_the_pictures_of_the_game() -> None:
    frames = frames_of(Record.load(GOLDEN / "mabula" / "2-product-1.record").replay(), None, "en")
    data = replay_data(frames)
    live: dict[str, str] = {}
    for frame, changes in zip(frames, data["frames"], strict=True):
        live = {name: markup for name, markup in (live | changes).items() if markup}
        assert live == frame.drawing.live
        for part in frame.drawing.parts:
            assert [name for name in data["orders"][part.name] if name in live] == [*part.live]


def test_a_replay_has_the_facts_of_each_moment_and_nothing_to_do(ada: Guest, finished: tuple[str, str]) -> None:
    assert ada.get(f"/table/{finished[0]}/replay.json").json()["facts"] == []  # Mabula has no script of its own
    table, _ = ada.sit_alone("makabana", 3)
    ada.play(table, 12)
    replay = ada.get(f"/table/{table}/replay.json?seat=1").json()
    assert len(replay["facts"]) == len(replay["frames"])
    assert {one["round"] for one in replay["facts"]} == {0, 1, 2}
    assert not any(re.search("data-(steps|from|name)=", markup) for one in replay["frames"] for markup in one.values())


def test_the_replay_of_a_long_game_is_small(ada: Guest) -> None:
    record = (GOLDEN / "junglerumble" / "4-3.record").read_text("utf-8")
    steps = len(Record.read(record).steps)
    table, _ = ada.sit_alone("junglerumble", 4, opening={"record": record, "ply": steps - 20})
    ada.post(f"/api/tables/{table}/cancel")
    with ada.http.stream("GET", f"/table/{table}/replay.json", headers={"accept-encoding": "gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert len(packed) < MOST_SENT
    assert len(json.loads(gzip.decompress(packed))["frames"]) > steps - 20


def test_while_a_game_goes_on_a_replay_shows_what_the_seat_has_seen(house: House) -> None:
    guests = [Guest(house, name) for name in ("Ada", "Bo", "Cy")]
    made = guests[0].post("/api/tables", 201, game="makabana", players=3, seating="chosen")
    for seat, guest in enumerate(guests, 1):
        guest.post(f"/api/tables/{made['table']}/seats/{seat}", invitation=made["invitation"])
    seen = guests[0].get(f"/api/tables/{made['table']}").json()
    while not seen["parts"]:  # the first huts, which all see
        seat = seen["waited_for"][0]
        own = guests[seat - 1].get(f"/api/tables/{made['table']}").json()
        body = {"seen": own["number"], "steps": own["legal"][:1], "id": f"first-{own['number']}"}
        guests[seat - 1].post(f"/api/tables/{made['table']}/steps", **body)
        seen = guests[0].get(f"/api/tables/{made['table']}").json()
    before = [guest.get(f"/table/{made['table']}/replay.json").json() for guest in guests]
    step = next(step for step in seen["legal"] if step.startswith("build:"))
    steps = [step, seen["parts"][step][0]]
    guests[0].post(f"/api/tables/{made['table']}/steps", seen=seen["number"], steps=steps, id="secret")
    after = [guest.get(f"/table/{made['table']}/replay.json").json() for guest in guests]
    assert len(after[0]["frames"]) == len(before[0]["frames"]) + 2
    assert after[1]["frames"] == before[1]["frames"]
    assert after[2]["words"] == before[2]["words"]
    guests[1].get(f"/table/{made['table']}/replay.json?seat=1", 403)
    for guest in guests:
        guest.http.close()


def test_the_board_is_a_picture_at_any_moment(ada: Guest, finished: tuple[str, str]) -> None:
    png = ada.get(f"/table/{finished[0]}/board.png")
    assert png.headers["content-type"] == "image/png"
    assert png.content.startswith(b"\x89PNG")
    last, first, dark = (
        ada.get(f"/table/{finished[0]}/board.svg{more}").text for more in ("", "?ply=0", "?theme=dark")
    )
    assert last.startswith("<svg ")
    assert len({last, first, dark}) == 3
    assert ada.http.get(f"/table/{finished[0]}/board.svg?theme=pink").is_client_error


def test_the_downloaded_record_proves_its_chance(ada: Guest, finished: tuple[str, str]) -> None:
    answer = ada.get(f"/table/{finished[0]}/record")
    assert f'filename="mabula-{finished[0]}.record"' in answer.headers["content-disposition"]
    assert verify(Record.read(answer.text)).grade == "house"


def test_the_dice_are_verified_without_scripts(ada: Guest, finished: tuple[str, str]) -> None:
    told = text_of(ada.page(finished[0], "/fair"))
    assert "Fair if you trust the house" in told
    assert "place 1&#39;s bytes were the house&#39;s" in told
    assert "One outcome was computed again, and is as it came in the game." in told


def test_a_moment_has_a_page_without_scripts(ada: Guest, finished: tuple[str, str]) -> None:
    words = ada.get(f"/table/{finished[0]}/replay.json").json()["words"]
    html = ada.page(finished[0], "?ply=3")
    assert f">{words[3]}</p>" in html.replace("&#39;", "'")
    assert 'name="ply" value="3"' in html
    assert all(f'href="/table/{finished[0]}?ply={ply}"' in html for ply in (2, 4))


def test_playing_from_a_moment_begins_there(ada: Guest, stranger: Guest, finished: tuple[str, str]) -> None:
    table, invitation = finished
    form = {"ply": "6", "level": "novice", "seat": "2", "invitation": invitation}
    answer = stranger.http.post(f"/table/{table}/from", data=form)
    assert answer.status_code == 303
    made = stranger.get("/api" + answer.headers["location"].replace("table", "tables")).json()
    assert made["terms"]["opening"] == {"ply": 6}
    assert made["own"] == [2]
    at_the_end = ada.http.post(f"/table/{table}/from", data={"ply": "100", "level": "novice"})
    assert at_the_end.status_code == 422
    assert "Nothing is left to choose there" in at_the_end.text


def test_a_private_game_is_shown_to_strangers_with_the_link_alone(stranger: Guest, finished: tuple[str, str]) -> None:
    table, invitation = finished
    for what in ("", "/replay.json", "/board.svg", "/board.png", "/record", "/fair"):
        stranger.get(f"/table/{table}{what}", 404)
        stranger.get(f"/table/{table}{what}?invitation={invitation}")
    html = stranger.page(table, f"?invitation={invitation}")
    assert "Whoever has this link can look at the game." in html
    assert "/rematch" not in html
    for address in re.findall(rf'href="(/table/{table}/[^"]*)"', html):
        assert f"invitation={invitation}" in address


def test_the_page_speaks_french_and_italian(ada: Guest, finished: tuple[str, str]) -> None:
    for lang, told in (("fr", ("Revanche", "D'où viennent les points")), ("it", ("Rivincita", "Da dove vengono"))):
        html = ada.http.get(f"/table/{finished[0]}", headers={"accept-language": lang}).text
        assert all(words in html.replace("&#39;", "'") for words in told)


def test_a_graph_has_a_line_and_a_name_for_each_seat() -> None:
    drawn = graph("makabana", [0, 1, 2], [[0, 0, 0], [2, 0, -3], [2, 5, 5]], ["Ada", "<b>", "Cy"], "Scores")
    assert drawn is not None
    curves = re.findall(r'<path class="curve seat-(\d)"[^>]*?(stroke-dasharray="[^"]*")?/>', drawn)
    assert [seat for seat, _ in curves] == ["1", "2", "3"]
    assert len({dash for _, dash in curves}) == 3
    heights = {name: float(y) for y, name in re.findall(r'<text class="name" x="[^"]*" y="([^"]*)">([^<]*)<', drawn)}
    assert set(heights) == {"Ada", "&lt;b&gt;", "Cy"}
    assert heights["Cy"] - heights["&lt;b&gt;"] >= 15
    assert graph("makabana", [0], [[0, 0, 0]], ["Ada", "Bo", "Cy"], "Scores") is None


def test_the_figures_of_a_long_game_are_few_and_have_the_last() -> None:
    rows = rows_of(range(301), [[ply] for ply in range(301)])
    assert len(rows) <= 20
    assert rows[-1] == (300, [300])


# What lies on the board, and where.
PLACES = "[...document.querySelectorAll('#live-board > *')].map((one) => [one.id, one.getAttribute('transform')])"


def seat_two(page: Page) -> str:
    """A game of Mabula between two seats of this browser, played to its end."""
    come_in(page)
    table: str = post(page, "/api/tables", 201, game="mabula", players=2, seating="chosen")["table"]
    for seat in (1, 2):
        post(page, f"/api/tables/{table}/seats/{seat}")
    return table


def play_on(page: Page, table: str, most: int = 100) -> None:
    for count in range(most):
        seen = page.request.get(f"/api/tables/{table}?after=100000").json()
        if seen["stage"] == "over":
            return
        post(
            page, f"/api/tables/{table}/steps", seen=seen["number"], steps=seen["legal"][-1:], id=f"s{count}",
            seat=seen["waited_for"][0],
        )  # fmt: skip


def test_keys_step_through_a_finished_game_and_play_on_from_it(page: Page) -> None:
    table = seat_two(page)
    play_on(page, table)
    page.goto(f"/table/{table}")
    page.wait_for_function("() => window.ludotheque?.review")
    last = page.evaluate("ludotheque.review.replay.last")
    marbles = page.evaluate(PLACES)
    for key, moment in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
        page.keyboard.press(key)
        expect(page.locator("#where")).to_have_text(f"{moment} of {last}")
    assert page.evaluate(PLACES) == marbles
    expect(page.locator("#play-from")).to_be_disabled()
    page.goto(f"/table/{table}#ply=4")
    expect(page.locator("#where")).to_have_text(f"4 of {last}")
    expect(page.locator("#moments .now")).to_have_text(page.evaluate("ludotheque.review.replay.words[4]"))
    page.keyboard.press(" ")
    page.wait_for_function("() => ludotheque.review.shown > 4")
    page.keyboard.press(" ")
    rest = page.evaluate("ludotheque.review.shown")
    page.wait_for_url(re.compile(f"#ply={rest}$" if rest < last else f"{table}$"))
    page.goto(f"/table/{table}#ply=4")
    expect(page.locator("#where")).to_have_text(f"4 of {last}")
    page.locator("#play-from").click()
    page.wait_for_url(re.compile(f"/table/(?!{table})"))
    assert page.request.get(page.url.replace("/table/", "/api/tables/")).json()["terms"]["opening"] == {"ply": 4}


def test_the_browser_verifies_the_dice_itself(page: Page) -> None:
    table = seat_two(page)
    play_on(page, table, 2)
    post(page, f"/api/tables/{table}/resign", seat=1)
    page.goto(f"/table/{table}/fair")
    expect(page.locator("#own")).to_have_class("agrees")
    expect(page.locator("#checked .twice").first).to_be_visible()


def test_a_player_can_look_back_during_a_game(browse: Browsing) -> None:
    page = browse()
    table = seat_two(page)
    play_on(page, table, 3)
    page.goto(f"/table/{table}")
    # all that is lit has its name
    page.wait_for_function("() => window.ludotheque?.state && ludotheque.state.labelledAt === ludotheque.state.number")
    now = page.locator("#live-board").inner_html()
    page.locator("#look-back").click()
    expect(page.locator("#back-where")).to_have_text("Step 2 of 3:")
    page.keyboard.press("Home")
    expect(page.locator("#back-where")).to_have_text("Step 0 of 3:")
    expect(page.locator("#live-board .lit")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#looking-back")).to_be_hidden()
    assert page.locator("#live-board").inner_html() == now


def sit_with(page: Page, other: Guest, **terms: Any) -> str:
    """A game of Mabula between this browser and another guest."""
    come_in(page)
    made = post(page, "/api/tables", 201, game="mabula", players=2, seating="chosen", **terms)
    table: str = made["table"]
    post(page, f"/api/tables/{table}/seats/1")
    other.post(f"/api/tables/{table}/seats/2", invitation=made["invitation"])
    return table


def test_a_rematch_is_announced_on_the_result_page(page: Page, stranger: Guest) -> None:
    table = sit_with(page, stranger)
    post(page, f"/api/tables/{table}/resign")
    page.goto(f"/table/{table}")
    expect(page.locator("#headline")).to_have_text("Bo wins.")
    expect(page.locator("#rematch")).to_have_text("Rematch")
    again = stranger.post(f"/api/tables/{table}/rematch", 201)["table"]
    expect(page.locator("#rematch")).to_have_text("To the rematch")
    page.locator("#rematch").click()
    page.wait_for_url(f"**/table/{again}*")
    page.wait_for_function("() => window.ludotheque?.state?.drawing")
    assert page.request.get(f"/api/tables/{again}").json()["stage"] == "playing"


def test_players_go_on_chatting_after_the_game(page: Page, stranger: Guest) -> None:
    table = sit_with(page, stranger)
    post(page, f"/api/tables/{table}/resign")
    page.goto(f"/table/{table}")
    page.wait_for_function("() => window.ludotheque?.review")
    stranger.post(f"/api/tables/{table}/messages", 201, text="Well played")
    expect(page.locator("#messages")).to_contain_text("Well played")
    page.locator("#text").fill("Once more?")
    page.locator("#text").press("Enter")
    expect(page.locator("#messages")).to_contain_text("Once more?")


def test_a_player_who_left_is_named(page: Page, stranger: Guest) -> None:
    table = sit_with(page, stranger, absence="end")
    answer = stranger.http.delete(f"/api/tables/{table}/seats/2")
    assert answer.status_code == 200
    page.goto(f"/table/{table}")
    expect(page.locator(".result")).to_contain_text("Bo has left the table.")
    expect(page.locator("#headline")).to_have_text("You win!")
