"""Pictures and words: a view as SVG, as a text picture, as sentences; the rulebooks; refusals that cite them."""

from typing import cast

from ludotheque.drawing.description import Description, describe, in_words, places_in_words, tell, told, waiting_words
from ludotheque.drawing.drawing import NO_MARKS, Drawing, Marks, Part
from ludotheque.drawing.drawing_modules import modules_of
from ludotheque.drawing.ink import Ink
from ludotheque.drawing.language import LANGUAGES, LanguageError, language
from ludotheque.drawing.rulebooks.rulebook import Citation, Rulebook, RulebookError, cite, rulebook
from ludotheque.games.refusal import Refusal
from ludotheque.play.position import Moment, Position
from ludotheque.play.view import View

__all__ = [
    "LANGUAGES", "NO_MARKS", "Citation", "Description", "Drawing", "Ink", "LanguageError", "Marks", "Part", "Rulebook",
    "RulebookError", "cite", "describe", "draw", "draw_text", "in_words", "language", "marks_of", "places_in_words",
    "rulebook", "tell", "told", "view_to_draw", "waiting_words",
]  # fmt: skip


def draw(view: View, marks: Marks = NO_MARKS, language: str = "en") -> Drawing:
    """A view as a picture. A preview must be a legal step of its seat; else the Refusal says why it is none."""
    if marks.preview and (refusal := view.why_not(marks.preview)):
        raise refusal
    return modules_of(view.game.name).picture.draw(view, marks, language)


def draw_text(view: View, marks: Marks = NO_MARKS, language: str = "en", *, colour: bool = False) -> str:
    """A view as a text picture, at most 80 columns wide."""
    drawn = modules_of(view.game.name).text.draw_text(view, marks, language, Ink(colour))
    return "\n".join(line.rstrip() for line in drawn.splitlines())


def view_to_draw(moment: Moment) -> View:
    """A view as it is; of a position what the seat waited for sees, or a spectator when nobody is."""
    if isinstance(moment, Position):
        return moment.view(moment.actors[0] or None if moment.actors else None)
    return cast("View", moment)


def marks_of(position: Position, seat: int | None) -> Marks:
    """The last step and all before it, as far as a seat (None: a spectator) may know them."""
    seen = position.seen_steps(seat)
    last = seen[-1:] if seen and seen[-1] is position.last else ()
    return Marks(last=last, played=seen)


Refusal.citer = cite
