"""A rulebook on the site keeps the shape of its paragraphs."""

import pytest

from ludotheque.drawing import LANGUAGES
from ludotheque.web.pages.rulebook_page import book_for


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_points_is_a_list(language: str) -> None:
    end = next(chapter for chapter in book_for("junglerumble", language).chapters if chapter.id == "end")
    prose, points = next(one.blocks for one in end.paragraphs if one.id == "end.3")
    assert prose.startswith("<p>") and points.startswith("<ul><li>3 ")
    assert points.count("<li>") == 6
