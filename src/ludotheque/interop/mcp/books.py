"""The rulebooks for a model: whole, or some paragraphs with figures and examples."""

from ludotheque.drawing import Ink, rulebook
from ludotheque.drawing.rulebooks.book_pages import paragraphs_text
from ludotheque.drawing.rulebooks.rulebook import BOOKS, Rulebook
from ludotheque.interop.mcp.tool_results import RuleParagraph, RulesText

__all__ = ["BOOKS", "book_as_markdown", "find_rules"]


def book_as_markdown(book: Rulebook) -> str:
    """A whole book; each paragraph after its id."""
    lines = [f"# {book.title}"]
    for section in book.sections:
        lines += [f"## {section.title}", *(f"[{one.name}] {one.text}" for one in section.paragraphs)]
    return "\n\n".join(lines)


def find_rules(game: str, paragraph: str, lang: str) -> tuple[RulesText, str]:
    """A book, a section or a paragraph, typed and as text."""
    book = rulebook(game, lang)
    found = book.find(paragraph) if paragraph else book.paragraphs
    titles = {one.id: section.title for section in book.sections for one in section.paragraphs}
    paragraphs = [RuleParagraph(paragraph=one.name, section=titles[one.id], text=one.text) for one in found]
    text = paragraphs_text(book, found, Ink(False)) if paragraph else book_as_markdown(book)
    return RulesText(game=game, language=lang, title=book.title, paragraphs=paragraphs), text
