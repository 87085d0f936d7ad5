"""Maka Bana in words: `describe` a view, `tell` a step."""

from ludotheque.drawing.description import Description
from ludotheque.drawing.makabana.scene import read_state
from ludotheque.drawing.makabana.words_possible import expected, possible
from ludotheque.drawing.makabana.words_tell import tell
from ludotheque.drawing.makabana.words_where import where
from ludotheque.play.view import View

__all__ = ["describe", "tell"]


def describe(view: View) -> Description:
    """A view in words; nothing in it is more than its seat may know."""
    state = read_state(view.state)
    return Description(where(view, state), expected(view, state), possible(view, state))
