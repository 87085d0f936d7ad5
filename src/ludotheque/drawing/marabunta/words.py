"""Marabunta in words: what is where, what is expected, what is possible, and what a step did."""

from ludotheque.drawing.marabunta.possible import expected, possible
from ludotheque.drawing.marabunta.scene import read_scene
from ludotheque.drawing.marabunta.tell import tell
from ludotheque.drawing.marabunta.where import where
from ludotheque.drawing.words import Description
from ludotheque.play.view import View

__all__ = ["describe", "tell"]


def describe(view: View) -> Description:
    """What is where, what is expected and what is possible."""
    scene = read_scene(view)
    return Description(where(scene), expected(scene), possible(scene))
