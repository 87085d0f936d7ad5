"""A rulebook to read: as text for a terminal, or as a page with its figures."""

import re
import textwrap
from collections.abc import Iterator
from html import escape

from ludotheque.drawing.description import told
from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.ink import Ink
from ludotheque.drawing.language import language
from ludotheque.drawing.rulebooks.rulebook import Block, Paragraph, Rulebook, cite
from ludotheque.drawing.rulebooks.rulebook_examples import Table, begin, figure, play_all
from ludotheque.drawing.theme import font_faces, page_style
from ludotheque.games import NAMES
from ludotheque.games.phrase import either, say
from ludotheque.play.position import Position
from ludotheque.play.view import View

WIDTH = 80


def book_text(book: Rulebook, ink: Ink) -> str:
    """The whole book, 80 columns wide."""
    lines = [ink.wear("strong", book.title), ""]
    for section in book.sections:
        lines += [ink.wear("strong", section.title), ""]
        for paragraph in section.paragraphs:
            lines += [_wrapped(paragraph, ink), ""]
    return "\n".join(lines)


def paragraphs_text(book: Rulebook, paragraphs: tuple[Paragraph, ...], ink: Ink) -> str:
    """Some paragraphs, with their figures as text pictures and their examples in words."""
    lines = []
    for paragraph in paragraphs:
        lines += [_wrapped(paragraph, ink), ""]
        if paragraph.figure:
            view, marks = figure(book.game, book.figures[paragraph.figure])
            drawn = modules_of(book.game).text.draw_text(view, marks, book.language, ink)
            lines += [drawn.rstrip(), "", *textwrap.wrap(paragraph.caption, WIDTH), ""]
        for position, sentences in examples_of(book, paragraph):
            lines += [position, ""]
            lines += [textwrap.fill(f"- {sentence}", WIDTH, subsequent_indent="  ") for sentence in sentences]
            lines.append("")
    return "\n".join(lines)


def _wrapped(paragraph: Paragraph, ink: Ink) -> str:
    return ink.wear("soft", paragraph.name) + "\n" + "\n\n".join(block_text(one, WIDTH) for one in paragraph.blocks)


def block_text(block: Block, width: int) -> str:
    """A block of a paragraph as lines of text; the items of a list begin with a dash."""
    wrap = textwrap.TextWrapper(width, break_long_words=False, break_on_hyphens=False)
    if isinstance(block, str):
        return wrap.fill(block)
    wrap.initial_indent, wrap.subsequent_indent = "- ", "  "
    return "\n".join(map(wrap.fill, block))


def examples_of(book: Rulebook, paragraph: Paragraph) -> Iterator[tuple[str, list[str]]]:
    """The paragraph's examples: the position as it is drawn in text, and what is shown there, as sentences."""
    for table in book.examples:
        if table["paragraph"] == paragraph.id:
            position = begin(table.get("game", book.game), table)
            seat, sentences = seat_in(position, table), list(sentences_of(position, table, book.language))
            if sentences:
                yield str(position.view(seat) if seat else position), sentences


def seat_in(position: Position, table: Table) -> int | None:
    """The seat that looks in an example; None where it names none, or one that the table does not have."""
    seat: int | None = table.get("seat")
    return seat if seat and seat <= position.players else None


def sentences_of(position: Position, table: Table, code: str) -> Iterator[str]:
    """An example in sentences: allowed moves, refused ones with their reasons, and what the played ones do."""
    speaker = language(code, position.game.name)
    if moves := table.get("allows"):
        yield speaker.say(say("Allowed here: {moves}.", moves=either(moves)))
    for move in table.get("refuses", {}):
        if refusal := position.why_not(move, table.get("seat")):
            yield speaker.say(say("Refused here: {move}. {reason}", move=move, reason=cite(refusal, code).reason))
    if plays := table.get("plays"):
        yield " ".join(_sentences_of_steps(position, plays, code))


def _sentences_of_steps(position: Position, plays: list[str], code: str) -> Iterator[str]:
    for line in plays:
        after = play_all(position, [line])
        if after.last and (words := told(position, after.last, None, code, after)):
            yield words
        position = after


def book_html(book: Rulebook) -> str:
    """The whole book as one self-contained page, with its figures and examples."""
    body = [f"<h1>{escape(book.title)}</h1>"]
    for section in book.sections:
        body.append(f'<h2 id="{section.id}">{escape(section.title)}</h2>')
        body += [_paragraph_html(book, paragraph) for paragraph in section.paragraphs]
    style = font_faces() + page_style(book.game if book.figures else NAMES[0])
    return (
        f'<!doctype html>\n<html lang="{book.language}">\n<head>\n<meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(book.title)}</title>\n'
        f"<style>{style}{PAGE}</style>\n</head>\n<body>\n<main>\n{''.join(body)}\n</main>\n</body>\n</html>\n"
    )


PAGE = """
body { margin: 0; background: var(--paper); color: var(--ink); font: 400 1rem/1.5 var(--font-text); }
main { max-width: 46rem; margin: 0 auto; padding: 1rem; }
h1, h2 { font-family: var(--font-display); line-height: 1.15; }
section { position: relative; margin: 1rem 0; }
section .id { color: var(--ink-soft); font-size: .8125rem; text-decoration: none; }
figure { margin: 1rem 0; }
pre { overflow-x: auto; font-size: .75rem; line-height: 1.25; }
figcaption, summary, li { color: var(--ink-soft); font-size: .875rem; }
code { font-family: ui-monospace, monospace; background: var(--sunken); padding: 0 .2em; border-radius: 4px; }
"""


def _paragraph_html(book: Rulebook, paragraph: Paragraph) -> str:
    blocks = "".join(map(block_html, paragraph.blocks))
    drawn = ""
    if paragraph.figure:
        view, marks = figure(book.game, book.figures[paragraph.figure])
        svg = _figure_svg(book, view, marks)
        drawn = f"<figure>{svg}<figcaption>{marked_up(paragraph.caption)}</figcaption></figure>"
    listed = "".join(map(_example_html, examples_of(book, paragraph)))
    link = f'<a class="id" href="#{paragraph.id}">{paragraph.name}</a>'
    return f'<section id="{paragraph.id}">{link}{blocks}{drawn}{listed}</section>\n'


def _example_html(example: tuple[str, list[str]]) -> str:
    position, sentences = example
    items = "".join(f"<li>{marked_up(sentence)}</li>" for sentence in sentences)
    return (
        f"<details><summary>{marked_up(sentences[0])}</summary><pre>{escape(position)}</pre><ul>{items}</ul></details>"
    )


def _figure_svg(book: Rulebook, view: View, marks: Marks) -> str:
    drawing = modules_of(book.game).picture.draw(view, marks, book.language)
    return str(drawing.svg())


def block_html(block: Block) -> str:
    """A block of a paragraph as HTML."""
    if isinstance(block, str):
        return f"<p>{marked_up(block)}</p>"
    return f"<ul>{''.join(f'<li>{marked_up(item)}</li>' for item in block)}</ul>"


def marked_up(text: str) -> str:
    """Markdown's `code`, **strong** and *emphasis* as HTML; everything else as it is."""
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))
    marked = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", marked)
    return re.sub(r"\*(\w[^*<]*)\*", r"<em>\1</em>", marked)
