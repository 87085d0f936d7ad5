"""Jungle Rumble in words: a view, and what a step did."""

from ludotheque.drawing.description import Description
from ludotheque.drawing.junglerumble.scene import read_table
from ludotheque.drawing.junglerumble.words_after import aftermath
from ludotheque.drawing.junglerumble.words_possible import expected, possible
from ludotheque.drawing.junglerumble.words_tell import read_story, tell_step
from ludotheque.drawing.junglerumble.words_where import where
from ludotheque.games.phrase import Phrase
from ludotheque.play.position import Position, Step
from ludotheque.play.view import View


def describe(view: View) -> Description:
    """What is where, what is expected and what is possible."""
    table = read_table(view)
    return Description(where(table), expected(view, table), possible(view, table))


def tell(before: Position, step: Step, after: Position, seat: int | None) -> list[Phrase]:
    """What a step did and what followed from it; everything is open, so all seats read the same."""
    story = read_story(before, step, after)
    return [tell_step(story), *aftermath(story)]
