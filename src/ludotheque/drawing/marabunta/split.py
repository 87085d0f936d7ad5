"""What is split in Marabunta, for a list of it: six dice and the tile."""

from ludotheque.drawing.marabunta.names import element_name
from ludotheque.drawing.marabunta.scene import ELEMENTS, read_scene
from ludotheque.drawing.marabunta.text_tables import element_text
from ludotheque.games.phrase import Phrase
from ludotheque.play.view import View


def element_names(view: View) -> dict[str, tuple[str, Phrase]]:
    """What the elements of a split show, by letter: in short, and in words."""
    scene = read_scene(view)
    return {letter: (element_text(scene, at), element_name(scene, at)) for at, letter in enumerate(ELEMENTS)}
