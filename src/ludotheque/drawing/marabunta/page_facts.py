"""Values for Marabunta's own script on the page."""

from dataclasses import dataclass

from ludotheque.drawing.drawing import Facts
from ludotheque.drawing.element import Elements
from ludotheque.drawing.marabunta.elements import NAMES
from ludotheque.drawing.marabunta.parts.trays import halves_of
from ludotheque.drawing.marabunta.scene import Scene
from ludotheque.games.marabunta.state import ALL_ELEMENTS


@dataclass(frozen=True, slots=True)
class MarabuntaFacts(Facts):
    """The texts below the trays."""

    uses: tuple[tuple[str, ...], ...]  # of the dice and the tile: for each half; for all before they are split


def facts_of(scene: Scene, elements: Elements, split: int) -> MarabuntaFacts:
    """The uses of the dice and the tile, by tray; `split` is a group that is only previewed."""
    labels = {1 << one: elements[key].label for one, key in enumerate(NAMES) if key in elements and elements[key].label}
    left, right = halves_of(scene, split)
    halves = (left, right) if left else (ALL_ELEMENTS,)
    return MarabuntaFacts(tuple([tuple([label for bit, label in labels.items() if half & bit]) for half in halves]))
