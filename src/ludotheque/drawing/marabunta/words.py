"""Marabunta in words: what is where, what is expected, what is possible, and what a step did."""

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
    """What is where, what is expected and what is possible."""
    scene, spectator = read_scene(view), View(view.game, view.setup, view.state, None)
    return Description(_where(spectator), expected(scene), possible(scene))


@lru_cache(MOST_CACHED)
def _where(spectator: View) -> tuple[Phrase, ...]:
    """What is where, which all seats see alike, and so hear alike."""
    return tuple(map(cached, where(read_scene(spectator))))
