"""The territory: its hexes, what is written and struck there, and where a move may go."""

from collections.abc import Iterable
from functools import cache

from ludotheque.drawing.marabunta.art import ROOM_FOR_LETTERS
from ludotheque.drawing.marabunta.layout import Layout, Point, columns, layout_of, outline, rivers, rows
from ludotheque.drawing.marabunta.scene import Land, Scene, land_of
from ludotheque.games.board import Board

LEANS = "ab"
MOST_NAMED = 100  # on a larger board written hexes say no name of their own, so that a step stays small to send
SMALL = 0.65  # a map of this scale has small letters
PENS = {1: "r", 2: "b"}


@cache
def ground(board: Board) -> str:
    """What is printed: the shore, every hex with its feature, the borders, letters and coordinates."""
    land, layout = land_of(board), layout_of(board)
    hexes = "".join(
        f'<use id="hex-{name}" href="#g{land.regions[one]}{land.features[one]}" data-name="write:{name}" '
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


def live(board: Board, scene: Scene) -> dict[str, str]:
    """One element for every hex, always in the same order: a number, a cross, light, a try, or nothing."""
    land, layout = scene.land, layout_of(board)
    steps = {step.text.partition(":")[2]: step.text for step in scene.steps if scene.verb in ("write", "strike")}
    drawn = {}
    for one, name in enumerate(land.hexes):
        inside = _filled(scene, layout, one) or _lit(scene, one, steps.get(name, "")) or _tried(scene, name)
        drawn[f"at-{name}"] = (
            f'<use id="at-{name}" {inside} {layout.places[one]}/>' if inside else f'<g id="at-{name}"/>'
        )
    return drawn


def _filled(scene: Scene, layout: Layout, one: int) -> str:
    """A hex with a number, or one that nobody can use any more."""
    land, mark = scene.land, scene.marks[one]
    if mark:
        return f'class="{land.regions[one]}" href="#{digit(layout, land, one, mark)}"{_name(scene, one)}'
    return f'href="#k{land.features[one]}"{_name(scene, one)}' if one in scene.struck else ""


def _name(scene: Scene, one: int) -> str:
    """The ground says `write`; when hexes are struck, the others say so too."""
    is_named = scene.verb == "strike" and len(scene.land.hexes) <= MOST_NAMED
    return f' data-name="strike:{scene.land.hexes[one]}"' if is_named else ""


def _lit(scene: Scene, one: int, step: str) -> str:
    """A hex where a move may go, with its price."""
    return f'href="#{lit_kind(scene, one)}" data-steps="{step}"' if step else ""


def lit_kind(scene: Scene, one: int) -> str:
    """The light in a hex: open, or dear."""
    return f"{'d' if one in scene.priced else 'o'}{scene.land.features[one]}"


def _tried(scene: Scene, name: str) -> str:
    return f'href="#any" data-name="strike:{name}"' if scene.verb == "strike" else ""


def digit(layout: Layout, land: Land, one: int, mark: int) -> str:
    """The artwork of a number by hand; how it leans depends on the hex alone."""
    x, y = layout.knots[one]
    return f"{PENS[mark >> 2]}{mark & 3}{land.features[one] or LEANS[(x * 7 + y * 5) // 3 % 2]}"
