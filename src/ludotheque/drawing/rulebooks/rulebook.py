"""The rulebooks: each game's rules in our own words, in numbered paragraphs with stable ids.

`drawing/<game>/rulebook/book.toml` lists the paragraphs, what each decides, which refusals cite it, its figure, and
examples that are executed; `en.md`, `fr.md` and `it.md` beside it hold the texts under the same ids. `table` is the
short book that all games share.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any

from ludotheque.drawing.language import LANGUAGES, LanguageError, language
from ludotheque.games import NAMES
from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.play.game import game as find_game

BOOKS = (*NAMES, "table")
Block = str | tuple[str, ...]  # of a paragraph: prose, or the items of a list
ONLY = "rules.1"  # the paragraph of a book that is not written yet


class RulebookError(GameError):
    """A rulebook, section or paragraph that does not exist; says which do."""


@dataclass(frozen=True)
class Paragraph:
    """One numbered paragraph in one language. `decides`: `may` (what is allowed), `effect` (what happens) or none."""

    book: str
    id: str  # `writing.2`; with the book's name before it, `marabunta/writing.2`
    text: str
    caption: str = ""
    decides: str = ""
    refusals: tuple[str, ...] = ()
    figure: str = ""

    @property
    def name(self) -> str:
        return f"{self.book}/{self.id}"

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Its prose and its lists, in order; whoever shows a paragraph shows these."""
        return tuple(_blocks(self.text))


@dataclass(frozen=True)
class Section:
    id: str
    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True)
class Rulebook:
    """A game's rules in one language."""

    game: str
    language: str
    title: str
    sections: tuple[Section, ...]
    figures: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    examples: tuple[Mapping[str, Any], ...] = ()

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        return tuple(paragraph for section in self.sections for paragraph in section.paragraphs)

    def find(self, name: str) -> tuple[Paragraph, ...]:
        """A paragraph by its id, or all of a section: `moves.2`, `mabula/moves.2`, `moves`."""
        wanted = name.removeprefix(f"{self.game}/")
        found = tuple(one for one in self.paragraphs if wanted in (one.id, one.id.partition(".")[0]))
        if not found:
            sections = ", ".join(section.id for section in self.sections)
            raise RulebookError(f"{self.game} has no paragraph {name!r}: its sections are {sections}")
        return found


@dataclass(frozen=True)
class Citation:
    """A refusal with the paragraph that settles it, in one language."""

    paragraph: str  # its id, `marabunta/writing.2`
    section: str  # the title of its section
    text: str  # the paragraph
    reason: str  # why this step is refused
    elements: tuple[str, ...]  # of the drawing
    alternatives: tuple[str, ...]  # the nearest legal steps

    def __str__(self) -> str:
        return f"{self.reason} [{self.paragraph}: {self.text}]"


@cache
def rulebook(game: str, code: str = "en") -> Rulebook:
    """A rulebook in a language."""
    if game not in BOOKS:
        raise RulebookError(f"there is no rulebook {game!r}: choose {', '.join(BOOKS)}")
    if code not in LANGUAGES:
        raise LanguageError(f"there is no language {code!r}: choose {', '.join(LANGUAGES)}")
    if not has_rulebook(game):
        return _unwritten(game, code)
    folder = files("ludotheque.drawing") / game / "rulebook"
    book = tomllib.loads((folder / "book.toml").read_text("utf-8"))
    title, sections = parse_texts((folder / f"{code}.md").read_text("utf-8"))
    facts = {one["id"]: one for one in book["paragraph"]}
    made = tuple(
        Section(name, heading, tuple(_paragraph(game, number, text, facts[number]) for number, text in texts.items()))
        for name, (heading, texts) in sections.items()
    )
    return Rulebook(game, code, title, made, book.get("figure", {}), tuple(book.get("example", ())))


@cache
def has_rulebook(game: str) -> bool:
    """Whether a game's rules are written down."""
    return (files("ludotheque.drawing") / game / "rulebook" / "book.toml").is_file()


def _unwritten(game: str, code: str) -> Rulebook:
    """Placeholder for a rulebook that is not written yet: one paragraph, which every refusal cites."""
    title, speaker = find_game(game).title, language(code)
    text = say(
        "The rules of {game} are not written down here yet. Every move that is offered is legal; others are refused, "
        "with the reason.", game=title,
    )  # fmt: skip
    only = Paragraph(game, ONLY, speaker.say(text))
    return Rulebook(game, code, title, (Section(ONLY.partition(".")[0], speaker.say(say("Rules")), (only,)),))


def _paragraph(game: str, number: str, text: str, facts: Mapping[str, Any]) -> Paragraph:
    lines = text.split("\n")
    caption = " ".join(line[2:] for line in lines if line.startswith("> "))
    words = "\n".join(line for line in lines if not line.startswith("> ")).strip()
    refusals = tuple(facts.get("refusals", ()))
    return Paragraph(game, number, words, caption, facts.get("decides", ""), refusals, facts.get("figure", ""))


def _blocks(text: str) -> Iterator[Block]:
    """An empty line ends a block of prose; lines that begin with `- ` are a list."""
    for part in text.split("\n\n"):
        for is_list, group in groupby(part.split("\n"), lambda line: line.startswith("- ")):
            lines = tuple(line.removeprefix("- ") for line in group)
            yield lines if is_list else " ".join(lines)


def parse_texts(text: str) -> tuple[str, dict[str, tuple[str, dict[str, str]]]]:
    """The title, and for each section its heading and texts by id.

    A line `# Title`, then sections `## moves: Moving a marble` with paragraphs `### moves.1`, their text below; a line
    that begins with `> ` is the caption of the paragraph's figure.
    """
    title, *parts = re.split(r"(?m)^## ", text)
    sections = {}
    for part in parts:
        head, *paragraphs = re.split(r"(?m)^### ", part)
        name, _, heading = head.strip().partition(": ")
        split = (paragraph.partition("\n") for paragraph in paragraphs)
        sections[name] = (heading, {number.strip(): words.strip() for number, _, words in split})
    return title.strip().removeprefix("# "), sections


@cache
def paragraph_of(rule: str) -> str:
    """The paragraph that a refusal's rule cites: `marabunta.too-far` -> `marabunta/writing.2`."""
    book = rule.partition(".")[0]
    if not has_rulebook(book):
        return f"{book}/{ONLY}"
    for paragraph in rulebook(book).paragraphs:
        if rule in paragraph.refusals:
            return paragraph.name
    raise RulebookError(f"no paragraph of the rulebook {book} settles {rule}")


def cite(refusal: Refusal, code: str = "en") -> Citation:
    """A refusal in a language, with the paragraph it rests on."""
    book, _, number = paragraph_of(refusal.rule).partition("/")
    rules = rulebook(book, code)
    paragraph = rules.find(number)[0]
    section = next(one.title for one in rules.sections if paragraph in one.paragraphs)
    reason = language(code, book).say(refusal.phrase)
    return Citation(paragraph.name, section, paragraph.text, reason, refusal.places, refusal.alternatives)
