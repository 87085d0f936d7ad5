"""Accessibility of every page: axe finds nothing, nothing scrolls sideways, touch targets are large enough."""

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.web.browser import PHONE, Browsing, come_in, post
from tests.web.places import GAMES, furnish, go
from tests.web.serving import House


@pytest.fixture(scope="module")
def furnished(chromium: Browser, house: House) -> Iterator[tuple[dict[str, str], Any]]:
    """Every page's address by its name, and the cookies of the player at its tables."""
    browsing = Browsing(chromium, house)
    page, other = browsing(), browsing()
    come_in(other, "Wilhelmina")
    made = post(other, "/api/tables", 201, game="makabana", players=6, private=False)  # one that can be joined
    post(other, f"/api/tables/{made['table']}/seats/1")
    yield furnish(page), page.context.storage_state()
    browsing.close()


LIGHTS: dict[str, tuple[Literal["light", "dark"], str]] = {
    "light en": ("light", "en"),
    "dark fr": ("dark", "fr"),
    "light it": ("light", "it"),
}


# Pages that are made like others: by the same template, of the same game or of another.
ALIKE = {
    "page /new/makabana", *(f"page /{room}/{game}" for room in ("rules", "learn") for game in GAMES[1:]),
    "table mabula 0", "over mabula", "table marabunta 0", "table marabunta 8", "lesson makabana", "table makabana 2",
    "over makabana", "table junglerumble 0", "table junglerumble 8",
}  # fmt: skip


@pytest.mark.parametrize("pages", ["some", pytest.param("all", marks=pytest.mark.slow)])
@pytest.mark.parametrize("light", LIGHTS)
def test_axe_finds_nothing_on_any_page(
    browse: Browsing, furnished: tuple[dict[str, str], Any], light: str, pages: str
) -> None:
    """`make test` looks at every kind of page, each in one light and language; `make slow` at all pages in each."""
    browse.expected.append("404")
    places, cookies = furnished
    theme, language = LIGHTS[light]
    page = browse(theme=theme, language=language, storage_state=cookies)
    names = [*places] if pages == "all" else [name for name in places if name not in ALIKE][[*LIGHTS].index(light) :: 3]
    found = {name: violations(page, places[name]) for name in names}
    assert {name: told for name, told in found.items() if told} == {}
    assert page.locator("html").get_attribute("lang") == language


def violations(page: Page, address: str) -> list[str]:
    """The violations that axe finds on a page: rule and element."""
    go(page, address)
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]


# Everything that can be tapped and is smaller than a fingertip. Links within a sentence may be as high as its line.
SMALL = """() => {
  const found = [];
  const all = 'a[href], button, input:not([type="hidden"]), select, summary, textarea, [tabindex="0"][role="button"]';
  for (const one of document.querySelectorAll(all)) {
    if (one.closest(".hidden, .skip, .bar, [aria-hidden='true']") || one.disabled || !one.checkVisibility()) continue;
    if (one.matches("a") && getComputedStyle(one).display === "inline") continue;
    const label = one.matches("[type='checkbox'], [type='radio']") ? one.closest("label") : null;
    const { width, height } = (label ?? one).getBoundingClientRect();
    const name = one.id || one.className || one.tagName;
    if (width && (width < 43.5 || height < 43.5)) found.push(`${name} ${Math.round(width)}x${Math.round(height)}`);
  }
  return found;
}"""


WIDE = """(letters) => {
  document.documentElement.style.fontSize = `${letters}%`;
  return Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth);
}"""


# Every lit element of a table: what it is, and how it is called.
NAMED = "[...document.querySelectorAll('#table .lit[tabindex]')].map((one) => [one.id, one.role, one.ariaLabel])"


@pytest.fixture(scope="module")
def on_a_phone(chromium: Browser, house: House, furnished: tuple[dict[str, str], Any]) -> dict[str, dict[str, Any]]:
    """Of every page on a small phone: what is too small, and how far it scrolls sideways, with larger letters too.

    Of a table, also what is lit and how it is named.
    """
    browsing = Browsing(chromium, house)
    browsing.expected.append("404")
    places, cookies = furnished
    page = browsing(**PHONE, language="fr", storage_state=cookies)
    found = {}
    for name, address in places.items():
        go(page, address)
        if name.startswith("table"):
            page.wait_for_function("() => Object.keys(ludotheque.state.labels).length > 0")
        named, small = page.evaluate(NAMED), page.evaluate(SMALL)
        found[name] = {
            "named": named, "small": small, "wide": page.evaluate(WIDE, 100), "larger": page.evaluate(WIDE, 200),
        }  # fmt: skip
    browsing.close()
    return found


@pytest.mark.parametrize("measure", ["wide", "larger", "small"])
def test_a_small_phone_shows_every_page_well(on_a_phone: dict[str, dict[str, Any]], measure: str) -> None:
    """Nothing scrolls sideways at 360 pixels, nor with text at 200 %, and every target is large enough for a finger."""
    assert {name: found[measure] for name, found in on_a_phone.items() if found[measure]} == {}


def test_every_interactive_element_has_an_accessible_name(on_a_phone: dict[str, dict[str, Any]]) -> None:
    """Each lit element is a button whose name is a sentence, or says how much can come of it."""
    tables = {name: found["named"] for name, found in on_a_phone.items() if name.startswith("table")}
    assert tables
    for name, named in tables.items():
        assert named, name
        assert all(role == "button" and label and label != one for one, role, label in named), (name, named)
