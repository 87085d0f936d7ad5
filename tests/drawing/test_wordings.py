"""Wordings that a native reader found wrong stay gone, and one idea has one word."""

import re

import pytest

from ludotheque import NAMES
from ludotheque.drawing import LANGUAGES, rulebook
from ludotheque.drawing.rulebooks.book_pages import book_html
from ludotheque.drawing.rulebooks.rulebook import BOOKS
from tests.drawing.test_departures import TOPICS
from tests.drawing.test_translations import book_texts, catalogue_texts

DOMAINS = (*NAMES, "study", "table", "web")
# What was wrong, by language, and why: other words, or a figure that no such word can have.
WRONG = {
    "en": (
        "stay the same when they are turned by half",  # their colours change
        "figures that are know",  # of Marabunta's boards no booklet gives them
    ),
    "fr": (
        "vous gagneraient",  # «would win you», word for word
        "Cela ne gagne pas",
        "placez en {one}",  # without an object
        "de `expert`",  # no elision, and no name for it
        r"(?:\d|\}) ors?\b",  # gold is counted in coins
        "le hasard était-il honnête",  # fair is équitable
        "à qui que vous fassiez confiance",
        "pour un invité",  # who has no account is de passage; who is invited is somebody else
        "annuler votre coup",  # a step is taken back, a game is called off
        "partie est terminée",  # it is finie everywhere
    ),
    "it": (
        "capanna del tuo colore, con quattro carte",  # a hut that is yours already
        "di vicina in vicina",
        "piazza in {one}",
        r"(?:\d|\}) cibi\b",  # food is counted in rations
        "Sveglia dei lavoratori",  # reads as «the workers' alarm clock»
        "(?:è|caso è stato) onesto",
        "di chiunque (?:tu )?ti fidi",
        "per un ospite",  # who is a host, too
        "annulla la mossa",
        "risedere",
        r"barrare \{n\} cupcake",  # in Italian a tile is called so; what is ticked is a box of the row
    ),
}
MEANT = {
    ("makabana", "it", "projects.3"): ("con il tuo colore",),
    ("makabana", "it", "scoring.3"): ("ognuna vicina ad almeno un'altra",),
    ("marabunta", "fr", "powers.6"): ("Les pouvoirs experts (`expert`)",),
    ("junglerumble", "fr", "setup.2"): ("1 pièce d'or",),
    ("junglerumble", "it", "setup.2"): ("4 razioni", "1 moneta d'oro"),
    ("junglerumble", "it", "round.2"): ("sveglia alcuni dei suoi lavoratori",),
    ("mabula", "en", "about.2"): ("Steffen-Spiele",),
    ("mabula", "fr", "about.2"): ("Steffen-Spiele",),
    ("mabula", "it", "about.2"): ("Steffen-Spiele",),
}
every_language = pytest.mark.parametrize("language", LANGUAGES)


def all_texts(language: str) -> list[str]:
    """All that people read in a language: rulebooks, and the catalogues with the lessons."""
    books = [text for book in BOOKS for text in book_texts(language, book)]
    return books + [text for domain in DOMAINS if language != "en" for text in catalogue_texts(language, domain)]


@every_language
def test_no_wrong_wording_has_come_back(language: str) -> None:
    texts = all_texts(language)
    for wrong in WRONG[language]:
        pattern = wrong.replace("{one}", r"\{one\}")
        assert [text for text in texts if re.search(pattern, text, re.IGNORECASE)] == [], wrong


@pytest.mark.parametrize(("name", "language", "paragraph"), MEANT)
def test_a_paragraph_says_what_is_meant(name: str, language: str, paragraph: str) -> None:
    text = rulebook(name, language).find(paragraph)[0].text
    assert [words for words in MEANT[name, language, paragraph] if words not in text] == []


@pytest.mark.parametrize(("language", "object_"), [("fr", "les nouveaux champs"), ("it", "i nuovi campi")])
def test_a_lesson_says_what_to_place(language: str, object_: str) -> None:
    (hint,) = [text for text in catalogue_texts(language, "study") if "{one}" in text and "Bull Brother" in text]
    assert f"{object_} en {{one}}" in hint or f"{object_} in {{one}}" in hint


@every_language
@pytest.mark.parametrize("name", NAMES)
def test_every_departure_is_on_the_page_of_the_rulebook(name: str, language: str) -> None:
    book = rulebook(name, language)
    page = book_html(book)
    named = {topic.partition("/")[2] for topic in TOPICS if topic.startswith(f"{name}/")}
    shown = {paragraph.id for paragraph in book.find("departures") if f'id="{paragraph.id}"' in page}
    assert named <= shown == {paragraph.id for paragraph in book.find("departures")}


@pytest.mark.parametrize(("language", "words"), [("fr", "sans devoir croire personne"), ("it", "fidare di nessuno")])
def test_a_grade_has_the_same_words_on_a_page_and_in_a_terminal(language: str, words: str) -> None:
    """`fair, whoever you trust` had two translations in each language."""
    grades = [text for domain in ("table", "web") for text in catalogue_texts(language, domain) if words in text]
    assert len(grades) == 2
    assert grades[0].lower() == grades[1].lower()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_three_dots_follow_their_word(language: str) -> None:
    assert [text for text in all_texts(language) if re.search(r"\s(?:…|\.\.\.)", text)] == []
