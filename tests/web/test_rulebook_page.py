"""A rulebook on the site keeps the shape of its paragraphs."""

import re

import pytest

from ludotheque import NAMES
from ludotheque.drawing import LANGUAGES
from ludotheque.web.pages.rulebook_page import book_for


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_points_is_a_list(language: str) -> None:
    end = next(chapter for chapter in book_for("junglerumble", language).chapters if chapter.id == "end")
    prose, points = next(one.blocks for one in end.paragraphs if one.id == "end.3")
    assert prose.startswith("<p>") and points.startswith("<ul><li>3 ")
    assert points.count("<li>") == 6


@pytest.mark.parametrize("game", NAMES)
def test_the_drawer_shows_the_same_book_with_ids_that_no_table_has(game: str) -> None:
    """A chapter of Marabunta is called `table`, as is the table itself; figures share definitions with the board."""
    page, drawer = book_for(game, "en"), book_for(game, "en", "rule-")
    assert [[one.blocks for one in chapter.paragraphs] for chapter in drawer.chapters] == [
        [one.blocks for one in chapter.paragraphs] for chapter in page.chapters
    ]
    defined = re.findall(r'\bid="([^"]*)"', drawer.defs)
    drawn = "".join(
        part for chapter in drawer.chapters for one in chapter.paragraphs if one.picture for part in one.picture.parts
    )
    used = re.findall(r'(?:href="|url\()#([\w.-]+)', drawn + drawer.defs)
    assert defined and all(name.startswith("rule-") for name in (*defined, *used))
    assert set(used) <= set(defined)
