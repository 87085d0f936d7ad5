"""Jungle Rumble in words: a view, and what a step did."""

from ludotheque.drawing.description import Description
from ludotheque.drawing.junglerumble.names import read_table
from ludotheque.drawing.junglerumble.words_expected import expected
from ludotheque.drawing.junglerumble.words_possible import possible
from ludotheque.drawing.junglerumble.words_tell import tell as tell
from ludotheque.drawing.junglerumble.words_where import where
from ludotheque.play.view import View


def describe(view: View) -> Description:
    """What is where, what is expected and what is possible."""
    table, scores = read_table(view), view.scores
    return Description(where(table, scores), expected(view, table, scores), possible(view, table))
