"""Notebook output: self-contained pictures and replays, also without scripts and in print."""

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterator
from html import unescape
from io import BytesIO
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page

from ludotheque import NAMES, GameError, Record, RecordError, game, show
from ludotheque.drawing import LanguageError, Marks, draw
from ludotheque.drawing.theme import ThemeError
from ludotheque.interop.notebook import ShowError
from tests.conftest import GOLDEN
from tests.web.browser import open_chromium

FINISHED = GOLDEN / "mabula" / "2-largest-5.record"
LONGEST = {
    "mabula": "2-largest-5", "marabunta": "2-meadow-expert-1", "makabana": "6-2", "junglerumble": "4-3",
}  # fmt: skip
Open = Callable[..., Page]


def pictures(html: str) -> list[str]:
    """The drawings inside the images of an HTML fragment."""
    return [unquote(unescape(found)) for found in re.findall(r'<img src="data:image/svg\+xml,([^"]*)"', html)]


def unpacked(html: str) -> Any:
    """The data of a replay."""
    return json.loads(zlib.decompress(b64decode(html.partition('<script type="text/plain">')[2].partition("<")[0])))


def test_a_position_and_a_view_show_themselves_as_a_picture() -> None:
    position = game("mabula").start(seed=7)
    html = position._repr_html_()
    [svg] = pictures(html)
    assert ElementTree.fromstring(svg).get("aria-label")
    assert html == position.view(1)._repr_html_()
    assert "last" in pictures(position.play("b8-b4")._repr_html_())[0]


def test_without_scripts_a_record_is_its_last_picture_and_its_steps_in_words() -> None:
    record = Record.load(FINISHED)
    html = re.sub(r"<(script|style).*?</\1>", "", record._repr_html_(), flags=re.DOTALL)
    [svg] = pictures(html)
    assert "wins" in ElementTree.fromstring(svg).itertext()
    assert html.count("<li>") == len(record.steps) == 24
    assert "The game is over: White 4, Black 3. White wins." in html


@pytest.mark.parametrize("name", NAMES)
def test_the_changes_of_a_replay_lead_to_its_last_picture(name: str) -> None:
    html = Record.load(GOLDEN / name / f"{LONGEST[name]}.record")._repr_html_()
    live: dict[str, str] = {}
    for changes in unpacked(html)["frames"]:
        live |= changes
    [svg] = pictures(html)
    drawn = {one.get("id") for one in ElementTree.fromstring(svg).iter()}
    assert {key for key, markup in live.items() if markup} <= drawn
    assert all(markup.replace('"', "'") in svg for markup in live.values())


@pytest.mark.parametrize("name", NAMES)
def test_the_longest_game_stays_small_and_fetches_nothing(name: str) -> None:
    html = Record.load(GOLDEN / name / f"{LONGEST[name]}.record")._repr_html_()
    assert len(html.encode()) < 140_000
    assert not re.search(r'(?:src|href)="(?!data:|#)|@import|url\((?!#|%23)', html + json.dumps(unpacked(html)))


def test_a_record_shows_a_spectator_no_project_that_is_still_face_down() -> None:
    text = "game: makabana\nrules: 1\nplayers: 3\n\n" + "\n".join(
        ["1 hut:danae.sand.flower", "2 hut:danae.lagoon.tattoo", "3 hut:danae.lagoon.flower", "3 hut:evao.lagoon.fish",
         "2 hut:evao.sand.fish", "1 hut:evao.palm.tattoo", "2 build:{site}", "2 show:{card}", ""]
    )  # fmt: skip
    shown: dict[int | None, set[str]] = {None: set(), 1: set(), 2: set()}
    for site, card in (("danae.rock.fish", "beach"), ("evao.rock.tattoo", "sector")):
        record = Record.read(text.replace("{site}", site).replace("{card}", card))
        for seat, found in shown.items():
            found.add(show(record, seat=seat)._repr_html_())
    assert [len(found) for found in shown.values()] == [1, 1, 2]


def test_a_record_that_does_not_replay_says_why() -> None:
    record = Record.read(str(Record.load(FINISHED)).replace("1 b8-b4", "1 b8-b1"))
    assert "line 8: 1 b8-b1: No marble may end on an edge cell" in record._repr_html_()
    with pytest.raises(RecordError, match="line 8"):
        show(record)


def test_a_refusal_shows_its_paragraph_and_the_nearest_steps() -> None:
    refusal = game("mabula").start(seed=7).why_not("b8-b1")
    html = refusal._repr_html_()  # type: ignore[union-attr]
    assert "No marble may end on an edge cell, and b1 is one." in html
    assert "mabula/push.2" in html and "<code>b8-b2</code>" in html


def test_things_are_shown_side_by_side_with_their_captions() -> None:
    position = game("mabula").start(seed=7)
    drawing = draw(position.view(1), Marks(preview="b8-b4"))
    shown = show(
        position, [position.view(2), drawing], Record.load(FINISHED), captions=["a", "b", "<c>", "d"], columns=2
    )
    html = shown._repr_html_()
    assert len(pictures(html)) == 4 and "repeat(2," in html
    assert "&lt;c&gt;" in html and "<c>" not in html


def test_every_text_of_a_replay_is_in_its_language() -> None:
    html = show(Record.load(FINISHED), language="fr")._repr_html_()
    assert unpacked(html)["beginning"] == "Le début." and "Un coup en arrière" in unpacked(html)["controls"]
    assert "<summary>24 coups</summary>" in html and "Blanc pousse la bille" in html


def test_in_a_terminal_text_pictures_are_side_by_side_if_they_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    position = game("mabula").start(seed=7).view(None)
    monkeypatch.setenv("COLUMNS", "200")
    wide = repr(show(position, position, captions=["one", "two"]))
    assert re.search(r"^one +two$", wide, re.MULTILINE) and max(map(len, wide.splitlines())) <= 200
    monkeypatch.setenv("COLUMNS", "80")
    narrow = repr(show(position, position, captions=["one", "two"]))
    assert max(map(len, narrow.splitlines())) <= 80 and len(narrow.splitlines()) > 2 * len(wide.splitlines()) - 2
    monkeypatch.setenv("COLUMNS", "200")
    assert repr(show(position, position, captions=["one", "two"], columns=1)) == narrow


def test_a_record_under_way_shows_no_secret_in_a_terminal() -> None:
    position = game("makabana").start(seed=3)
    while not any(step.text.startswith("build") for step in position.legal()):
        position = position.play(position.legal()[0])
    position = position.play(position.legal()[0], 1)
    shown, own = show(position.record()), show(position.record(), seat=1)
    assert "build:" not in str(shown) and "build:" in str(own)


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        ({"things": ()}, ShowError, "show: give positions, views or records"),
        ({"things": ("b8-b4",)}, ShowError, "show: give positions, views, records or drawings, not 'b8-b4'"),
        ({"captions": ["a", "b"]}, ShowError, "captions: give a text for each thing, 1 in all"),
        ({"captions": "a"}, ShowError, "captions: give a text for each thing, 1 in all"),
        ({"captions": [1]}, ShowError, "captions: give a text for each thing, 1 in all"),
        ({"language": [1]}, ShowError, "language: a code such as 'en', not [1]"),
        ({"columns": 0}, ShowError, "columns: a whole number from 1 on, not 0"),
        ({"size": "big"}, ShowError, "size: a whole number from 1 on, not 'big'"),
        ({"seat": 3}, ShowError, "seat: 0 for a spectator, or 1..2, not 3"),
        ({"theme": "blue"}, ThemeError, "there is no theme 'blue': choose light, dark, auto"),
        ({"language": "de"}, LanguageError, "there is no language 'de': choose en, fr, it"),
    ],
)
def test_an_object_that_cannot_be_shown_gets_one_line(
    wrong: dict[str, Any], kind: type[GameError], message: str
) -> None:
    things = wrong.pop("things", (game("mabula").start(seed=7),))
    with pytest.raises(kind) as refused:
        show(*things, **wrong)
    assert str(refused.value) == message


def light_of(element: Locator) -> int:
    """How light an element's lower left corner is, from 0 to 255: the paper of a drawing."""
    picture = Image.open(BytesIO(element.screenshot())).convert("L")
    return int(picture.getpixel((24, picture.height - 8)))  # type: ignore[arg-type]


def is_light_soon(page: Page, image: Locator, screen: Locator, is_light: bool) -> bool:
    """Whether both are light, or dark, as soon as they are painted."""
    for _ in range(100):
        if all((light_of(one) > 120) == is_light for one in (image, screen)):
            return True
        page.wait_for_timeout(100)
    return False


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with open_chromium() as browser:
        yield browser


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Open]:
    """Opens a page with fragments, and asserts at the end that it had no errors and sent no requests."""
    pages, wrong = [], []

    def open_page(*pieces: str, background: str = "white", **settings: Any) -> Page:
        page = chromium.new_context(**settings).new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: wrong.append(asked.url) if not asked.url.startswith("data:") else None)
        page.set_content(f'<body style="background:{background}">{"".join(pieces)}</body>')
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.context.close()
    assert not wrong


def test_two_records_on_one_page_are_played_without_minding_each_other(opened: Open) -> None:
    html = Record.load(FINISHED)._repr_html_()
    page = opened(html, html)
    first, second = page.locator(".ludotheque-record").all()
    first.locator(".back").click()
    assert [one.locator(".number").inner_text() for one in (first, second)] == ["23 / 24", "24 / 24"]
    second.locator(".ply").focus()
    page.keyboard.press("Home")
    assert second.locator(".words").inner_text() == "The beginning."
    page.keyboard.press("ArrowRight")
    assert second.locator(".words").inner_text().startswith("White pushes the marble on b8 to b4.")
    assert first.locator(".number").inner_text() == "23 / 24"


def test_a_record_plays_by_itself_and_pauses(opened: Open) -> None:
    page = opened(Record.load(FINISHED)._repr_html_())
    record = page.locator(".ludotheque-record")
    record.get_by_role("button", name="Play the game step by step").click()
    page.wait_for_function(
        "(ply => ply >= 2 && ply < 24)"  # it begins anew, and a busy machine may look a little late
        "(+document.querySelector('.ludotheque-record').shadowRoot.querySelector('.ply').value)"
    )
    record.get_by_role("button", name="Pause").click()
    assert record.get_by_role("button", name="Play the game step by step").is_visible()


def test_without_scripts_the_last_picture_and_the_steps_are_there(opened: Open) -> None:
    page = opened(Record.load(FINISHED)._repr_html_(), java_script_enabled=False)
    box = page.locator(".ludotheque-record img").bounding_box()
    assert box is not None and box["width"] > 300
    page.locator("summary").click()
    assert page.get_by_text("White pushes the marble on b8 to b4.").is_visible()


def test_on_paper_a_record_is_a_sheet_of_moments_and_all_its_steps(opened: Open) -> None:
    page = opened(Record.load(FINISHED)._repr_html_())
    page.locator(".ludotheque-record .ply").wait_for()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    paper = page.locator(".ludotheque-record .paper")
    assert paper.locator("svg").count() == 6 and paper.locator("li").count() == 24
    assert paper.locator("li").last.is_visible() and not page.locator("summary").is_visible()


@pytest.mark.parametrize(("background", "system", "expected"), [("#111", "light", "dark"), ("white", "dark", "light")])
def test_pictures_and_records_are_dark_where_the_page_is(
    opened: Open, background: str, system: str, expected: str
) -> None:
    """The page's theme counts, not the system's preference; a change of it changes them."""
    record = Record.load(FINISHED)
    page = opened(show(record[3], record)._repr_html_(), background=background, color_scheme=system)
    page.locator(".ludotheque-record .ply").wait_for()
    screen = page.locator(".ludotheque-record .screen")
    image = page.locator(".ludotheque > div > img")
    assert is_light_soon(page, image, screen, expected == "light")
    page.evaluate("scheme => { document.body.style.colorScheme = scheme; }", system)
    page.wait_for_function(
        "one => getComputedStyle(document.querySelector('.ludotheque')).colorScheme === one", arg=system
    )
    assert is_light_soon(page, image, screen, system == "light")
