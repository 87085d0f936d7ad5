"""The elements of Mabula's picture: marbles with the moves they begin, cells with the moves that end there."""

from functools import lru_cache

from ludotheque.drawing.element import Element
from ludotheque.drawing.language import language
from ludotheque.drawing.mabula.labels import marble_at
from ludotheque.drawing.mabula.scene import INSIDE, MabulaScene
from ludotheque.games.mabula.board import RING_CELLS

RING = {f"cell-{cell}": Element(name=cell) for cell in RING_CELLS}  # no move ends there


def elements_of(scene: MabulaScene, code: str = "en") -> dict[str, Element]:
    """Each marble and cell with its legal moves; all can also be tried by name."""
    leaving, coming = _by_cell(scene.steps, 0), _by_cell(scene.steps, 1)
    elements = dict(RING)
    for index, cell in enumerate(scene.marbles):
        moves = leaving.get(cell, ())
        elements[f"m{index}"] = _element(cell, moves, _label(scene.standing[cell], cell, code) if moves else "")
    for cell in INSIDE:
        elements[f"cell-{cell}"] = _element(cell, coming.get(cell, ()))
    return elements


def _by_cell(steps: tuple[str, ...], end: int) -> dict[str, tuple[str, ...]]:
    """The moves from each cell (0), or to it (1)."""
    found: dict[str, list[str]] = {}
    for step in steps:
        found.setdefault(step[3 * end : 3 * end + 2], []).append(step)
    return {cell: tuple(moves) for cell, moves in found.items()}


@lru_cache(maxsize=4096)
def _element(cell: str, steps: tuple[str, ...], label: str = "") -> Element:
    return Element(name=cell, steps=steps, label=label)


@lru_cache(maxsize=4096)
def _label(seat: int, cell: str, code: str) -> str:
    """A marble in words: with several moves, none of them can name it."""
    return language(code, "mabula").say(marble_at(seat, cell))
