"""The rulebooks are complete, say the same in three languages, and everything they decide is shown by examples."""

import re
import tomllib
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

import pytest

from ludotheque import NAMES, game
from ludotheque.drawing import LANGUAGES, RulebookError, rulebook
from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.rulebooks.rulebook import BOOKS, Paragraph, paragraph_of
from ludotheque.drawing.rulebooks.rulebook_examples import figure, problems

DOCS = Path(__file__).parent.parent.parent / "docs"
DRAWING = DOCS.parent / "src" / "ludotheque" / "drawing"
PLACE = re.compile(r"\{\w+\}")
CODE = re.compile(r"`[^`]+`")
EXAMPLES = [(book, table) for book in BOOKS for table in rulebook(book).examples]
DECIDING = [paragraph for book in BOOKS for paragraph in rulebook(book).paragraphs if paragraph.decides]


def examples_of(paragraph: Paragraph) -> list[Any]:
    return [table for book, table in EXAMPLES if (book, table["paragraph"]) == (paragraph.book, paragraph.id)]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_paragraph_has_its_text_in_every_language(book: str, language: str) -> None:
    english, other = rulebook(book), rulebook(book, language)
    assert [section.id for section in other.sections] == [section.id for section in english.sections]
    assert [one.id for one in other.paragraphs] == [one.id for one in english.paragraphs]
    for paragraph in other.paragraphs:
        assert len(paragraph.text) > 20, paragraph.name
        assert bool(paragraph.caption) == bool(paragraph.figure), paragraph.name
    assert all(section.title for section in other.sections) and other.title


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_translations_have_the_same_placeholders_and_the_same_notation(book: str, language: str) -> None:
    for english, other in zip(rulebook(book).paragraphs, rulebook(book, language).paragraphs, strict=True):
        for pattern in (PLACE, CODE):
            assert sorted(pattern.findall(other.text)) == sorted(pattern.findall(english.text)), other.name


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_text_was_left_in_english(language: str) -> None:
    for book in BOOKS:
        for english, other in zip(rulebook(book).paragraphs, rulebook(book, language).paragraphs, strict=True):
            assert other.text != english.text, other.name


@pytest.mark.parametrize("book", BOOKS)
def test_the_list_of_paragraphs_is_that_of_the_book(book: str) -> None:
    listed = tomllib.loads((resources("ludotheque.drawing") / book / "rulebook" / "book.toml").read_text("utf-8"))
    assert [one["id"] for one in listed["paragraph"]] == [one.id for one in rulebook(book).paragraphs]
    for paragraph in rulebook(book).paragraphs:
        section, _, number = paragraph.id.partition(".")
        assert section and number.isdigit()
    assert {table["paragraph"] for _, table in EXAMPLES if _ == book} <= {one.id for one in rulebook(book).paragraphs}


@pytest.mark.parametrize(("book", "table"), EXAMPLES, ids=[f"{book}-{table['name']}" for book, table in EXAMPLES])
def test_an_example_holds(book: str, table: dict[str, Any]) -> None:
    assert table.get("allows") or table.get("refuses") or table.get("expect"), "it shows nothing"
    assert list(problems(table.get("game", book), table)) == []


def test_examples_have_names_of_their_own() -> None:
    names = [(book, table["name"]) for book, table in EXAMPLES]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("paragraph", DECIDING, ids=[paragraph.name for paragraph in DECIDING])
def test_examples_show_each_decision_both_ways(paragraph: Paragraph) -> None:
    """An allowed and a refused step; or a case in which the effect happens, and one in which it does not."""
    shown = examples_of(paragraph)
    if paragraph.decides == "may":
        assert any(table.get("allows") for table in shown), "no example shows what it allows"
        assert any(table.get("refuses") for table in shown), "no example shows what it refuses"
    else:
        assert paragraph.decides == "effect"
        assert any(table.get("expect") and not table.get("contrast") for table in shown), "no example shows it happen"
        assert any(table.get("expect") and table.get("contrast") for table in shown), "no example shows it not happen"


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_that_refuses_is_settled_by_one_paragraph(name: str) -> None:
    cited = [rule for paragraph in rulebook(name).paragraphs for rule in paragraph.refusals]
    assert len(cited) == len(set(cited))
    assert all(rule.startswith(f"{name}.") for rule in cited)
    refused = {rule for book, table in EXAMPLES if book == name for rule in table.get("refuses", {}).values()}
    assert refused <= set(cited) | {one for one in refused if one.startswith("table.")}


@pytest.mark.parametrize("page", [*(f"games/{name}" for name in NAMES), "python"])
def test_every_refusal_that_the_docs_list_cites_a_paragraph(page: str) -> None:
    """The pages list every rule id there is in the code (test_docs sees to that)."""
    listed = re.findall(r"^\| `(\w+\.[a-z-]+)` \|", (DOCS / f"{page}.md").read_text("utf-8"), re.MULTILINE)
    assert listed
    for rule in listed:
        assert paragraph_of(rule).startswith(rule.partition(".")[0] + "/")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_call_things_as_the_glossary_does(name: str, language: str) -> None:
    """Every term is in the rulebook or in the catalogue, in its singular or as the beginning of a longer form."""
    terms = tomllib.loads((DRAWING / name / "glossary.toml").read_text("utf-8"))["term"]
    files = [
        *(DRAWING / name / "rulebook").glob(f"{language}.md"),
        *(DRAWING / "locale").glob(f"{language}/*/{name}.po"),
    ]
    files += (DRAWING / name).glob("*.py") if language == "en" else []
    text = " ".join(file.read_text("utf-8").lower() for file in files)
    assert len(terms) >= 10
    for term in terms:
        word = term[language].lower().split(" ")[0].split("/")[0]
        assert word[: max(3, len(word) - 2)] in text, term


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_are_drawn_from_real_positions(name: str, language: str) -> None:
    book = rulebook(name, language)
    used = {paragraph.figure for paragraph in book.paragraphs if paragraph.figure}
    assert used == set(book.figures) and len(used) >= 4
    for table in book.figures.values():
        view, marks = figure(name, table)
        assert modules_of(name).picture.draw(view, marks, language).svg("light")


@pytest.mark.parametrize("name", NAMES)
def test_a_book_credits_its_makers_and_says_where_it_leaves_the_printed_rules(name: str) -> None:
    assert {"about", "departures"} <= {section.id for section in rulebook(name).sections}


@pytest.mark.parametrize("name", NAMES)
def test_every_older_version_of_the_rules_has_a_paragraph_that_says_what_was_different(name: str) -> None:
    """The note at a table leads to it: `versions.1` for rules 1."""
    older = [f"versions.{rules}" for rules in range(1, game(name).rules_version)]
    assert [one.id for one in rulebook(name).paragraphs if one.id.startswith("versions.")] == older


def test_a_section_or_a_paragraph_is_found_by_its_name() -> None:
    book = rulebook("mabula")
    first = book.paragraphs[0]
    assert book.find(first.id) == book.find(first.name) == (first,)
    assert len(book.find("about")) >= 1
    with pytest.raises(RulebookError, match=r"mabula has no paragraph 'moves.99': its sections are glance, about"):
        book.find("moves.99")
    with pytest.raises(RulebookError, match="there is no rulebook 'chess'"):
        rulebook("chess")
    with pytest.raises(RulebookError, match=r"settles mabula.nothing"):
        paragraph_of("mabula.nothing")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_cites_its_paragraph_in_every_language(language: str) -> None:
    position = game("mabula").start(start="WWBWBBWBWWBWBBWBWBBWBWWB")
    refusal = position.why_not("d8-d5")
    assert refusal is not None
    citation = refusal.cite(language)
    assert citation.paragraph == refusal.paragraph
    assert citation.text == rulebook("mabula", language).find(citation.paragraph)[0].text
    assert citation.reason and citation.elements and citation.alternatives
    assert position.why_not(citation.alternatives[0]) is None
