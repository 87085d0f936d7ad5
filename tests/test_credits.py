"""CREDITS.md names whose work is in a house: the games, the fonts, the libraries."""

import re
import tomllib

import pytest

from ludotheque import NAMES, game
from ludotheque.drawing import LANGUAGES, rulebook
from tests.test_docs import ROOT

pytestmark = pytest.mark.uncounted

CREDITS = (ROOT / "CREDITS.md").read_text("utf-8")


def test_every_library_that_is_installed_beside_us_is_credited() -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    names = {re.split(r"[\[><=]", one)[0].lower() for one in needed}
    credited = {name.lower() for name in re.findall(r"^\| \[([^\]]+)\]\(https://", CREDITS, re.MULTILINE)}
    assert credited == names


def test_every_font_is_credited_and_has_its_licence_beside_it() -> None:
    files = [file for file in (ROOT / "src").rglob("*") if file.suffix in (".ttf", ".woff2", ".otf", ".woff")]
    section = CREDITS.partition("## Fonts and other files")[2].partition("\n## ")[0]
    assert len(files) >= 3
    for file in files:
        family = file.stem.partition("-")[0].capitalize()
        assert re.search(rf"\[{family}\b", section), file.name
        assert list(file.parent.glob(f"OFL-{family}*.txt")), file.name


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rulebook_names_the_authors_and_illustrators_that_the_credits_name(name: str, language: str) -> None:
    row = re.search(rf"^\| {game(name).title} \| (.+?) \| (.+?) \|", CREDITS, re.MULTILINE)
    assert row
    about = " ".join(one.text for one in rulebook(name, language).find("about"))
    for maker in f"{row[1]}, {row[2]}".removesuffix(", not named").split(", "):
        assert maker.removeprefix("Dr. ") in about
