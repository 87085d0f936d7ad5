"""A rulebook to read, in a terminal and as a page, keeps the shape of its paragraphs."""

import pytest

from ludotheque.drawing import LANGUAGES, rulebook
from ludotheque.drawing.ink import Ink
from ludotheque.drawing.rulebooks.book_pages import book_html, book_text
from ludotheque.drawing.rulebooks.rulebook import Paragraph

SCORE_LIST = "end.3"  # of Jungle Rumble: where points come from, item by item


def items(language: str) -> list[str]:
    text = rulebook("junglerumble", language).find(SCORE_LIST)[0].text
    return [line.removeprefix("- ") for line in text.splitlines() if line.startswith("- ")]


def test_a_paragraph_is_cut_into_prose_and_lists() -> None:
    text = "Count your points,\nall of them:\n- 3 for each kitten;\n- 1 for each gold.\nThat is all.\n\nOr not."
    blocks = Paragraph("mabula", "end.1", text).blocks
    assert blocks[:2] == ("Count your points, all of them:", ("3 for each kitten;", "1 for each gold."))
    assert blocks[2:] == ("That is all.", "Or not.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_terminal_every_item_of_a_list_begins_a_line(language: str) -> None:
    lines = book_text(rulebook("junglerumble", language), Ink()).splitlines()
    assert len(items(language)) == 6
    assert [line for line in lines if line.startswith("- ")] == [f"- {item}" for item in items(language)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_page_every_list_is_a_list(language: str) -> None:
    page = book_html(rulebook("junglerumble", language))
    assert "<ul>" + "".join(f"<li>{item}</li>" for item in items(language)) + "</ul>" in page
