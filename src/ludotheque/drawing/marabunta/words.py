"""Marabunta in words: `describe` a view, `tell` a step."""

from functools import lru_cache

from ludotheque.drawing.description import Description
from ludotheque.drawing.marabunta.scene import read_scene
from ludotheque.drawing.marabunta.words_possible import expected, possible
from ludotheque.drawing.marabunta.words_tell import tell
from ludotheque.drawing.marabunta.words_where import where
from ludotheque.games.phrase import Phrase, cached
from ludotheque.play.view import View

__all__ = ["describe", "tell"]

MOST_CACHED = 8  # tables, each looked at by both seats


def describe(view: View) -> Description:
    """A view in words."""
    scene, spectator = read_scene(view), View(view.game, view.setup, view.state, None)
    return Description(_where(spectator), expected(scene), possible(scene))


@lru_cache(MOST_CACHED)
def _where(spectator: View) -> tuple[Phrase, ...]:
    """The table in words: nothing is hidden, so all seats share it."""
    return tuple(map(cached, where(read_scene(spectator))))
