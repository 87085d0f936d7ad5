"""French and Italian say what English says, in one word per idea, and explain the English codes that players type."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from tools.french_signs import typeset

from ludotheque import NAMES, game
from ludotheque.drawing import LANGUAGES, rulebook
from ludotheque.drawing.language import language as speaker
from ludotheque.drawing.rulebooks.rulebook import BOOKS
from ludotheque.games import MANIFESTS
from ludotheque.games.marabunta.notation import TILE_NAMES

DRAWING = Path(__file__).parent.parent.parent / "src" / "ludotheque" / "drawing"
TRANSLATIONS = LANGUAGES[1:]
CODE = re.compile(r"`[^`]+`")
ASIDE = re.compile(r"\([^)]*\)")
NARROW = "\u202f"  # the space that French puts before a colon, a semicolon, and marks of exclamation and question
each_translation = pytest.mark.parametrize("language", TRANSLATIONS)


def catalogue_texts(language: str, domain: str) -> Iterator[str]:
    """The translations of a catalogue, singular and plural."""
    with (DRAWING / "locale" / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        messages = [message for message in read_po(file, locale=language) if message.id]
    for message in messages:
        yield from map(str, message.string if isinstance(message.string, list | tuple) else (message.string,))


def book_texts(language: str, book: str) -> Iterator[str]:
    """The paragraphs and captions of a rulebook."""
    for paragraph in rulebook(book, language).paragraphs:
        yield from (paragraph.text, paragraph.caption)


def game_texts(language: str, name: str) -> Iterator[str]:
    """All that is said of a game: its rulebook, its catalogue, its lessons."""
    yield from book_texts(language, name)
    yield from catalogue_texts(language, name)
    yield from catalogue_texts(language, "study")


def glossary(name: str) -> list[dict[str, Any]]:
    terms: list[dict[str, Any]] = tomllib.loads((DRAWING / name / "glossary.toml").read_text("utf-8"))["term"]
    return terms


@each_translation
@pytest.mark.parametrize("book", BOOKS)
def test_captions_have_the_codes_of_the_english_ones(book: str, language: str) -> None:
    for english, other in zip(rulebook(book).paragraphs, rulebook(book, language).paragraphs, strict=True):
        assert sorted(CODE.findall(other.caption)) == sorted(CODE.findall(english.caption)), other.name


@each_translation
@pytest.mark.parametrize("name", ["marabunta", "junglerumble"])
def test_every_written_step_is_explained(name: str, language: str) -> None:
    """`done` (terminer): a player who reads no English knows what to type."""
    text = rulebook(name, language).find("notation.1")[0].text
    codes = CODE.findall(ASIDE.sub("", rulebook(name).find("notation.1")[0].text))
    assert len(codes) >= 10
    assert [code for code in codes if f"{code} (" not in text] == []


@each_translation
@pytest.mark.parametrize("name", ["marabunta", "junglerumble"])
def test_a_step_that_cannot_be_read_is_answered_with_explained_examples(name: str, language: str) -> None:
    refusal = game(name).start(start=0).roll(7).why_not("nonsense:x", 1)
    assert refusal
    codes = re.findall(r"[a-z]+:[\w/=]+|done|decline|follow|pass|penalty", str(refusal.phrase))
    said = speaker(language, name).say(refusal.phrase)
    assert len(codes) >= 10
    assert [code for code in codes if f"{code} (" not in said] == []


@each_translation
def test_every_option_of_marabunta_is_explained_by_the_name_that_pages_give_it(language: str) -> None:
    """marabunta/about.2: `meadow` (la prairie)."""
    text, say = rulebook("marabunta", language).find("about.2")[0].text, speaker(language, "marabunta").say
    for option in MANIFESTS["marabunta"].options.values():
        for value, name in option.values.items():
            explained = re.search(rf"`{value}` \(([^)]+)\)", text)
            assert explained and say(name.short) in explained[1], value


@each_translation
def test_every_tile_and_power_of_marabunta_is_explained(language: str) -> None:
    """marabunta/round.1, powers.5 and powers.6."""
    book = rulebook("marabunta", language)
    tiles = book.find("round.1")[0].text
    assert [tile for tile in TILE_NAMES if f"`{tile}` (" not in tiles] == []
    for number, powers in ((5, "basic"), (6, "expert")):
        text = book.find(f"powers.{number}")[0].text
        for power in game("marabunta").start(powers=powers).facts()["seats"]["1"]["crates"]:
            assert re.search(rf"`{power}` \(\d\){NARROW if language == 'fr' else ''}: \w", text), power


@each_translation
def test_the_last_tile_of_marabunta_is_called_by_its_name_and_nothing_else_is(language: str) -> None:
    """In Italian a ticked cupcake was called as the tile is."""
    name = next(term[language] for term in glossary("marabunta") if term["en"] == "crumbs")
    tile = next(term[language] for term in glossary("marabunta") if term["en"] == "tile")
    found = 0
    for text in game_texts(language, "marabunta"):
        for place in re.finditer(re.escape(name), text, re.IGNORECASE):
            found += 1
            assert place[0] == name and text[: place.start()].endswith((f"{tile} ", "`crumbs` (")), text
    assert found >= 5


@each_translation
@pytest.mark.parametrize("name", NAMES)
def test_what_is_counted_has_a_word_that_can_be_counted(name: str, language: str) -> None:
    """No number stands before a word for which the glossary has one that is counted: not «2 ors», not «4 cibi»."""
    texts = list(game_texts(language, name))
    for term in glossary(name):
        if language in term.get("counted", ()):
            word = term[language]
            forms = f"{word}s?" if language == "fr" else f"{word[:-1]}[aeio]"
            assert [text for text in texts if re.search(rf"(?:\d|}}) {forms}\b", text)] == []
            assert any(re.search(rf"(?:\d|}}) {term['counted'][language][:-1]}", text) for text in texts)


def test_french_has_its_spaces_and_one_kind_of_apostrophe() -> None:
    texts = [text for book in BOOKS for text in book_texts("fr", book)]
    texts += [text for domain in (*NAMES, "study", "table", "web") for text in catalogue_texts("fr", domain)]
    for text in map(plain, texts):
        assert "’" not in text, text
        assert not re.search(rf"[^{NARROW}:;!?\s(][;!?]|[^{NARROW}\s][:](?=\s)| [;:!?](?=\s|$)", text), text


def plain(text: str) -> str:
    """A text without codes, and nothing of tables of keys, which have signs of their own."""
    return "" if "\n  " in text else re.sub(r"`[^`]*`|«[^»]*»|\b(?:build|paint|club|tiki):", "x", text)


def test_french_typed_on_a_keyboard_is_set_with_narrow_spaces() -> None:
    """`make words` writes the spaces that no keyboard has; times and tables of keys stay."""
    assert typeset("Quoi ? « C’est oui » : 3") == f"Quoi{NARROW}? «{NARROW}C'est oui{NARROW}»{NARROW}: 3"
    assert typeset("À 12:30 (ou :x) ?!") == f"À 12:30 (ou :x){NARROW}?!"
    assert typeset("keys\n  F9 : day") == "keys\n  F9 : day"
