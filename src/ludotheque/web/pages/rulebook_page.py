"""A rulebook as a page shows it: paragraphs with figures, and examples that link to their board."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from ludotheque.drawing import Drawing, draw
from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.guide import GLANCE, glance
from ludotheque.drawing.rulebooks.book_pages import block_html, marked_up, seat_in, sentences_of
from ludotheque.drawing.rulebooks.rulebook import Paragraph, Rulebook, rulebook
from ludotheque.drawing.rulebooks.rulebook_examples import begin, figure
from ludotheque.drawing.svg import number
from ludotheque.drawing.theme import DEFINED, USED
from ludotheque.games import MANIFESTS
from ludotheque.play.position import Position

ID = re.compile(r' id="[^"]*"')  # removed: several pictures on one page would share ids


@dataclass(frozen=True, slots=True)
class Figure:
    """Some parts of a drawing, each an SVG of its own, without anything to click."""

    parts: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """An example in words, and its number, which is part of its board's address."""

    number: int
    sentences: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class BookParagraph:
    """A paragraph of a rulebook, with its figure and examples."""

    id: str
    blocks: tuple[Markup, ...]
    picture: Figure | None
    caption: Markup
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    id: str
    title: str
    paragraphs: tuple[BookParagraph, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook for a page; its pictures share `defs`."""

    game: str
    title: str
    defs: Markup
    chapters: tuple[Chapter, ...]


class Defs:
    """The definitions that the pictures of a page share; a name that two drawings define differently gets a prefix."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix  # of all names, on a page that has definitions of its own
        self._known: dict[str, str] = {}  # by definitions: the prefix of their names

    def take(self, drawing: Drawing, body: str) -> str:
        """The body of a picture, with this page's names."""
        fresh = f"{self._prefix}v{len(self._known)}-" if self._known else self._prefix
        prefix = self._known.setdefault(drawing.defs, fresh)
        return USED.sub(rf"\1#{prefix}\2", body) if prefix else body

    @property
    def markup(self) -> Markup:
        drawn = (
            USED.sub(rf"\1#{prefix}\2", DEFINED.sub(rf'\1id="{prefix}\2"', defs)) if prefix else defs
            for defs, prefix in self._known.items()
        )
        return Markup(f'<svg class="sprite" aria-hidden="true"><defs>{"".join(drawn)}</defs></svg>')  # noqa: S704


def picture_of(drawing: Drawing, defs: Defs, names: Sequence[str] = ()) -> Figure:
    """A drawing's parts of these names, or all of them."""
    parts = [part for part in drawing.bare().parts if not names or part.name in names]
    drawn = []
    for part in sorted(parts, key=lambda one: names.index(one.name) if names else 0):
        body = ID.sub("", part.ground + "".join(part.live.values()))
        drawn.append(
            Markup(  # noqa: S704  drawings escape what they are given
                f'<svg class="board {drawing.game}" viewBox="{part.view_box}" width="{number(part.width)}" '
                f'aria-hidden="true">{defs.take(drawing, body)}</svg>'
            )
        )
    return Figure(tuple(drawn))


@cache
def book_for(game: str, lang: str, prefix: str = "") -> Book:
    """A whole rulebook in a language; the names of what its pictures share begin with `prefix`."""
    book, defs = rulebook(game, lang), Defs(prefix)
    chapters = tuple(
        Chapter(section.id, section.title, tuple(_paragraph(book, one, defs) for one in section.paragraphs))
        for section in book.sections
    )
    return Book(game, book.title, defs.markup, chapters)


@dataclass(frozen=True, slots=True)
class Glance:
    """What a first game needs, in 20 seconds of reading: the goal, a turn, the end."""

    title: str
    words: tuple[Markup, ...]


@cache
def glance_for(game: str, lang: str) -> Glance | None:
    """The rulebook's first section, for a card at the table; None for a game without one."""
    paragraphs = glance(game, lang)
    if not paragraphs:
        return None
    title = next(section.title for section in rulebook(game, lang).sections if section.id == GLANCE)
    return Glance(title, tuple(_markup(one.text) for one in paragraphs))


def _paragraph(book: Rulebook, paragraph: Paragraph, defs: Defs) -> BookParagraph:
    blocks = tuple(Markup(block_html(block)) for block in paragraph.blocks)  # noqa: S704  it escapes all but its own marks
    picture = None
    if paragraph.figure:
        view, marks = figure(book.game, book.figures[paragraph.figure])
        focus = MANIFESTS[book.game].focus_of(paragraph.figure)
        picture = picture_of(draw(view, marks, book.language), defs, focus)
    return BookParagraph(paragraph.id, blocks, picture, _markup(paragraph.caption), tuple(_examples(book, paragraph)))


def _examples(book: Rulebook, paragraph: Paragraph) -> list[Example]:
    """The paragraph's examples that have sentences, with their numbers in the book."""
    found = []
    for place, table in enumerate(book.examples):
        if table["paragraph"] == paragraph.id and (sentences := _sentences(book, place)):
            found.append(Example(place, sentences))
    return found


def _sentences(book: Rulebook, place: int) -> tuple[Markup, ...]:
    sentences = sentences_of(_position_of(book.game, place), book.examples[place], book.language)
    return tuple(_markup(sentence) for sentence in sentences)


@cache
def _position_of(game: str, place: int) -> Position:
    """The position of an example, cached for all languages."""
    table = rulebook(game).examples[place]
    return begin(table.get("game", game), table)


@dataclass(frozen=True, slots=True)
class ExamplePage:
    """An example with its board."""

    game: str
    paragraph: BookParagraph
    sentences: tuple[Markup, ...]
    defs: Markup
    picture: Figure
    title: str


@cache
def example_for(game: str, lang: str, place: int) -> ExamplePage | None:
    """An example with its whole board; None if the book has no such example."""
    book, defs = rulebook(game, lang), Defs()
    if not 0 <= place < len(book.examples):
        return None
    table, position = book.examples[place], _position_of(game, place)
    seat = seat_in(position, table) or next(filter(None, position.actors), None)
    drawing = draw(position.view(seat), Marks(position.steps[-1:], played=position.steps), lang)
    paragraph = _paragraph(book, book.find(table["paragraph"])[0], Defs())
    picture = picture_of(drawing, defs)
    return ExamplePage(position.game.name, paragraph, _sentences(book, place), defs.markup, picture, drawing.title)


def _markup(text: str) -> Markup:
    return Markup(marked_up(text))  # noqa: S704  it escapes all but its own marks
