"""The docs site: it builds, every link has a target, it fetches nothing, and its reference comes from the code."""

import re
import tomllib
from pathlib import Path

import pytest
from tools import doc_pictures, reference, site, site_notebooks
from tools.site_links import broken_links

from ludotheque.drawing import draw, marks_of

pytestmark = pytest.mark.uncounted

ROOT = Path(__file__).parent.parent
ROW = re.compile(r"(?m)^\| .+ \| (.+?) \| `.+` \| \[.+\]\((.+)\) \|$")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built afresh."""
    root = tmp_path_factory.mktemp("site")
    assert site.build(root) == []
    return root / "build" / "site"


def pages_of(nav: list[dict[str, object]]) -> list[str]:
    """The pages that a navigation names."""
    found = []
    for entry in nav:
        for target in entry.values():
            found += [target] if isinstance(target, str) else pages_of(target)  # type: ignore[arg-type]
    return found


def test_every_page_is_built_and_every_link_leads_somewhere(built: Path) -> None:
    pages = {str(page.relative_to(site.DOCS).with_suffix(".html")) for page in site.DOCS.rglob("*.md")}
    assert pages <= {str(page.relative_to(built)) for page in built.rglob("*.html")}
    assert (built / "search.json").stat().st_size > 100_000


def test_every_page_is_in_the_navigation_once(built: Path) -> None:
    named = pages_of(tomllib.loads(site.CONFIG.read_text("utf-8"))["project"]["nav"])
    there = {str(page.relative_to(site.DOCS)) for page in site.DOCS.rglob("*.md")}
    there |= {str(page.relative_to(site.DOCS).with_suffix(".md")) for page in site.DOCS.rglob("*.ipynb")}
    assert len(named) == len(set(named))
    assert set(named) == there | {place for place in site.PLACES.values() if place.endswith(".md")}


def test_a_notebook_is_a_page_that_shows_what_it_showed(built: Path) -> None:
    for notebook in site.DOCS.rglob("*.ipynb"):
        page = (built / notebook.relative_to(site.DOCS).with_suffix(".html")).read_text("utf-8")
        shown = site_notebooks.outputs(notebook)
        assert shown
        assert all(output in page for output in shown.values())
        assert "data-shown" not in page


def test_a_readers_browser_fetches_nothing_from_elsewhere(built: Path) -> None:
    """Style sheets and scripts load nothing by address; the links of pages are looked at when the site is built."""
    for file in [*built.rglob("style/*.css"), *built.rglob("assets/stylesheets/*/*.css")]:
        assert not re.findall(r"url\([\"']?(?:https?:)?//|@import", file.read_text("utf-8")), file.name
    for file in built.rglob("*.html"):
        assert "fonts.googleapis" not in file.read_text("utf-8")


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "one.html").write_text(
        '<h2 id="here">x</h2><a href="two.html">x</a><a href="#here">x</a><a href="#there">x</a>'
        '<a href="https://example.com">x</a><img src="https://example.com/x.png"><img src="no.png">'
    )
    assert list(broken_links(tmp_path)) == [
        "one.html: fetches https://example.com/x.png",
        "one.html: two.html leads nowhere",
        "one.html: #there leads nowhere",
        "one.html: no.png leads nowhere",
    ]


def test_the_reference_is_built_from_the_code(built: Path) -> None:
    page = (built / "reference.html").read_text("utf-8")
    assert all(f'id="{name.lower()}"' in page for name in ("game", "Position", "Batch", "LEVELS"))
    assert "make docs" in page


def test_the_reference_prints_the_entries_of_some_names(capsys: pytest.CaptureFixture[str]) -> None:
    reference.main(["open_link"])
    assert capsys.readouterr().out.startswith("### open_link\n\n```text\nopen_link(")
    with pytest.raises(SystemExit, match="no public name is called walk"):
        reference.main(["walk"])


def test_a_public_name_without_an_example_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(reference.problems()) == []
    monkeypatch.setattr("ludotheque.arena.__all__", ["run", "walk"])
    assert list(reference.problems()) == ["ludotheque.arena.walk: has no example in reference_examples.md"]


def test_the_pictures_of_the_docs_are_what_the_engine_draws() -> None:
    drawn = doc_pictures.pictures()
    files = {file.name: file.read_text("utf-8") for file in doc_pictures.FOLDER.glob("*.svg")}
    assert set(files) == {f"{name}-{theme}.svg" for name in drawn for theme in ("light", "dark")}
    for name, (position, seat) in drawn.items():
        drawing = draw(position.view(seat), marks_of(position, seat))
        assert files[f"{name}-light.svg"] == drawing.svg("light") + "\n", f"{name}: make pictures"


@pytest.mark.parametrize("name", doc_pictures.TERMINALS)
def test_the_terminal_in_the_docs_is_the_one_that_is_tested(name: str) -> None:
    kept = doc_pictures.SCREENS / doc_pictures.TERMINALS[name]
    assert (doc_pictures.FOLDER.parent / name).read_bytes() == kept.read_bytes(), "make pictures"


def test_every_figure_of_the_benchmarks_is_on_its_page() -> None:
    rows = ROW.findall((site.DOCS / "benchmarks.md").read_text("utf-8"))
    assert len(rows) > 20
    for measured, page in rows:
        assert measured in (site.DOCS / page).read_text("utf-8"), f"{measured}: {page}"
