"""The territory: its hexes, the numbers and crosses on them, and light where a move may go."""

from collections.abc import Iterable
from functools import cache

from ludotheque.drawing.element import Elements
from ludotheque.drawing.marabunta.art import ROOM_FOR_LETTERS
from ludotheque.drawing.marabunta.elements import printed_of
from ludotheque.drawing.marabunta.layout import Layout, Point, columns, layout_of, outline, rivers, rows
from ludotheque.drawing.marabunta.scene import Land, Scene, land_of
from ludotheque.games.board_record import Board

LEANS = "ab"
SMALL = 0.65  # a map of this scale has small letters
PENS = {1: "r", 2: "b"}


@cache
def ground(board: Board) -> str:
    """The printed ground: the shore, every hex with its feature, the borders, letters and coordinates."""
    land, layout, printed = land_of(board), layout_of(board), printed_of(board)
    hexes = "".join(
        f'<use id="hex-{name}" href="#g{land.regions[one]}{land.features[one]}"{printed[f"hex-{name}"].attributes} '
        f"{layout.places[one]}/>"
        for one, name in enumerate(land.hexes)
    )
    names = (*columns(land, layout), *rows(land, layout))
    return (
        f'<path class="ground-sheet" d="{outline(land, layout)}"/>{hexes}'
        f'<path class="river" d="{rivers(land, layout)}"/>{_letters(land, layout)}{_spread("coordinate", names)}'
    )


def _letters(land: Land, layout: Layout) -> str:
    """A small map has a region's letter once in each of its pieces."""
    if layout.scale >= ROOM_FOR_LETTERS:
        return ""
    worn = "letter" if layout.scale > SMALL else "letter small-letter"
    return _spread(worn, [(land.regions[one], layout.spots[one]) for one in sorted(layout.lettered)])


def _spread(worn: str, words: Iterable[tuple[str, Point]]) -> str:
    """Several words of one kind, each in its place."""
    spans = "".join(f'<tspan x="{x:g}" y="{y:g}">{word}</tspan>' for word, (x, y) in words)
    return f'<text class="{worn}">{spans}</text>'


def live(board: Board, scene: Scene, elements: Elements) -> dict[str, str]:
    """One element for every hex, always in the same order: a number, a cross, light, an attempt, or nothing."""
    land, layout, drawn = scene.land, layout_of(board), {}
    for one, name in enumerate(land.hexes):
        key, mark = f"at-{name}", scene.marks[one]
        element = elements.get(key)
        if mark:
            look = f'class="{land.regions[one]}" href="#{digit(layout, land, one, mark)}"'
        elif one in scene.struck:
            look = f'href="#k{land.features[one]}"'
        elif element:
            look = f'href="#{lit_kind(scene, one) if element.steps else "any"}"'
        else:
            drawn[key] = f'<g id="{key}"/>'
            continue
        drawn[key] = f'<use id="{key}" {look}{element.attributes if element else ""} {layout.places[one]}/>'
    return drawn


def lit_kind(scene: Scene, one: int) -> str:
    """The light in a hex: open, or dear."""
    return f"{'d' if one in scene.priced else 'o'}{scene.land.features[one]}"


def digit(layout: Layout, land: Land, one: int, mark: int) -> str:
    """The artwork of a handwritten number; its slant depends on the hex alone."""
    x, y = layout.knots[one]
    return f"{PENS[mark >> 2]}{mark & 3}{land.features[one] or LEANS[(x * 7 + y * 5) // 3 % 2]}"
