"""The artwork of Marabunta: everything that a drawing uses more than once, defined once.

`things.svg` holds what is the same on every board; here is what depends on regions and on the size of the map. Every
hex keeps its region's letter in a tab at its left corner, whatever lies on it. gB is free ground of a region; with a
feature (c cupcake, x crate) or without one: o open to a move, d dear (it costs an anthill), k struck; r2a and b2a are
Red's and Blue's 2, leaning one of two ways. `upright` is what a page that turns the map turns back.
"""

from functools import cache
from importlib.resources import files
from math import sqrt

from ludotheque.drawing.marabunta.layout import layout_of
from ludotheque.drawing.marabunta.scene import Land, land_of
from ludotheque.drawing.svg import number
from ludotheque.games.board_record import Board
from ludotheque.games.marabunta.board_file import LETTERS

FEATURES = {"": "", "c": "cupcake", "x": "crate"}
PENS = {"r": "pen-1", "b": "pen-2"}
LEANS = {"r": {"a": -1, "b": 6}, "b": {"a": -6, "b": 2}}
CROSS = '<use href="#cross" class="pencil"/>'
WHOLE = '<use href="#hex" class="unseen"/>'  # a finger may touch the whole hex, not only the light in it
PATTERNS = {
    "B": (16, "M0 5q4-4 8 0t8 0M-8 13q4-4 8 0t8 0t8 0"),
    "P": (14, "M3.5 3.5h.1M10.5 10.5h.1"),
    "O": (10, "M-2 12L12-2M-2 2L2-2M8 12L12 8"),
    "G": (16, "M3 7l2-5l2 5M11 15l2-5l2 5"),
    "S": (16, "M0 4h7v6h-7M9 0v5h7M9 16v-6h7"),
    "Y": (12, "M3 1v4M1 3h4M9 7v4M7 9h4"),
}
SHAPES = {"token": (17, 0), "hex": (38.4, 0), "inner": (34.8, 22), "pool": (30.5, 20), "rim": (36.6, 19.5)}
# radius, and where a tab cuts
ROOM_FOR_LETTERS = 0.9  # a map of this scale or more has a letter in every hex
CRATE_STEP, CAKE_STEP, CAKES_ACROSS, CAKE_RISE = 29, 37, 8, 56  # in a row, at full size


@cache
def defs_of(board: Board) -> str:
    """All definitions of a board's map and of the things on it."""
    shapes = "".join(f'<path id="{name}" d="{corners(*shape)}"/>' for name, shape in SHAPES.items())
    patterns, cubes = "".join(map(_pattern, LETTERS)), "".join(map(_cube, LETTERS))
    rows, on_map = "".join(_rows(land_of(board))), "".join(_on_map(layout_of(board).scale))
    return shapes + patterns + _things() + cubes + rows + on_map


@cache
def _things() -> str:
    """The definitions of `things.svg`, on one line."""
    text = (files("ludotheque.drawing.marabunta") / "things.svg").read_text("utf-8")
    return text.partition("<defs>")[2].partition("</defs>")[0].replace("\n", "")


def corners(radius: float, tab: float) -> str:
    """A flat-topped hexagon around the middle; with a tab, its left corner is cut off there."""
    tall, cut = radius * sqrt(3) / 2, (radius - tab) * sqrt(3)
    left = [(-tab, cut), (-tab, -cut)] if tab else [(-radius, 0.0)]
    points = [(radius, 0.0), (radius / 2, tall), (-radius / 2, tall), *left, (-radius / 2, -tall), (radius / 2, -tall)]
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def _pattern(letter: str) -> str:
    size, path = PATTERNS[letter]
    named = f'id="p-{letter}" class="pattern {letter}"'
    return f'<pattern {named} width="{size}" height="{size}" patternUnits="userSpaceOnUse"><path d="{path}"/></pattern>'


def _cube(letter: str) -> str:
    """A die without its face."""
    return (
        f'<g id="cube-{letter}" class="{letter}"><use href="#cube" class="cube-side" y="6"/>'
        f'<use href="#cube" class="region"/><use href="#cube" class="texture" fill="url(#p-{letter})"/>'
        '<circle class="pale" r="18.5" cy="-1"/><circle class="region" r="9.5" cx="-17" cy="-18"/>'
        f'<text class="die-letter" x="-17" y="-17.5">{letter}</text></g>'
    )


def _rows(land: Land) -> list[str]:
    """Crates and cupcakes in rows, ticked (t, y) and empty (e, n)."""
    crates, boxes = max(needed for _, needed, _, _ in land.powers), len(land.row)
    return [
        *_chain("t", "crate", [(CRATE_STEP * box, 0) for box in range(crates)]),
        *_chain("e", "no-crate", [(CRATE_STEP * box, 0) for box in range(crates)]),
        *_chain("y", "cupcake", [_cake_spot(box) for box in range(boxes)]),
        *_chain("n", "no-cupcake", [_cake_spot(box) for box in range(boxes)]),
    ]


def _cake_spot(box: int) -> tuple[int, int]:
    down, along = divmod(box, CAKES_ACROSS)
    return CAKE_STEP * along, CAKE_RISE * down


def _chain(name: str, thing: str, spots: list[tuple[int, int]]) -> list[str]:
    """A row of things: each link is the one before it and one more."""
    links = []
    for link, (x, y) in enumerate(spots, 1):
        before = f'<use href="#{name}{link - 1}"/>' if link > 1 else ""
        links.append(f'<g id="{name}{link}">{before}<use href="#{thing}" x="{x}" y="{y}"/></g>')
    return links


def _on_map(scale: float) -> list[str]:
    """The artwork on hexes, at the scale of the map."""
    sized = "" if scale == 1 else f' transform="scale({scale:g})"'
    found = [part for letter in LETTERS for part in _region(letter, sized, scale >= ROOM_FOR_LETTERS)]
    for sign, feature in FEATURES.items():
        found += _feature(sign, feature, sized) if feature else []
        found += [_crossed(sign, feature, sized), _open(sign, feature, sized), _dear(sign, feature, sized)]
    found += [part for pen in LEANS for digit in range(4) for part in _digits(pen, digit, sized)]
    return [
        *found,
        f'<g id="last" class="firm"{sized}><use href="#rim" class="last-case"/><use href="#rim" class="last"/></g>',
        f'<use id="chosen" href="#pool" class="picked"{sized}/><use id="any" href="#hex" class="unseen"{sized}/>',
    ]


def _region(letter: str, sized: str, is_lettered: bool) -> list[str]:
    """A region's free hex, with a feature and without, and its letter where there is room."""
    tab = f'<text class="corner upright" x="-29" y="1">{letter}</text>' if is_lettered else ""
    plain = (
        f'<g id="g{letter}" class="{letter}"{sized}><use href="#hex" class="region"/>'
        f'<use href="#inner" class="texture" fill="url(#p-{letter})"/>{tab}</g>'
    )
    return [plain, *(f'<g id="g{letter}{sign}"><use href="#g{letter}"/><use href="#{sign}0"/></g>' for sign in "cx")]


def _feature(sign: str, feature: str, sized: str) -> list[str]:
    """A feature on a free hex, and the same small, above a number."""
    return [
        f'<g id="{sign}0"{sized}><use href="#{feature}" class="upright"/></g>',
        f'<g id="{sign}1" class="upright"><use href="#{feature}" transform="translate(0 -21) scale(.5)"/></g>',
    ]


def _crossed(sign: str, feature: str, sized: str) -> str:
    """A struck hex: grey, under the pencil's cross."""
    below = f'<use href="#{feature}" class="spent"/>' if feature else ""
    return f'<g id="k{sign}"{sized}><use href="#inner" class="struck"/><g class="upright">{below}{CROSS}</g></g>'


def _digits(pen: str, digit: int, sized: str) -> list[str]:
    """A written hex, pale so that the pen reads; Blue's numbers are underlined, those below a feature do not lean."""
    name = f"pen-{digit}" if pen == "r" else f"barred-{digit}"
    plain = [
        f'<g id="{pen}{digit}{lean}"{sized}><use href="#inner" class="pale"/>'
        f'<use href="#{name}" class="upright {PENS[pen]}" transform="rotate({by})"/></g>'
        for lean, by in LEANS[pen].items()
    ]
    below = [
        f'<g id="{pen}{digit}{sign}"{sized}><use href="#inner" class="pale"/><use href="#{sign}1"/>'
        f'<g class="upright"><use href="#{name}" class="{PENS[pen]}" y="4"/></g></g>'
        for sign in "cx"
    ]
    return plain + below


def _open(sign: str, feature: str, sized: str) -> str:
    """A pool of lamplight with a dot, beside the feature where there is one."""
    inside = f'<use href="#{feature}" transform="translate(0 -6) scale(.85)"/>' if feature else ""
    dot = '<circle class="lit-dot" cy="17" r="4.5"/>' if feature else '<circle class="lit-dot" r="6"/>'
    return f'<g id="o{sign}"{sized}>{WHOLE}<use href="#pool" class="lit pool"/><g class="upright">{inside}{dot}</g></g>'


def _dear(sign: str, feature: str, sized: str) -> str:
    """The same with its price, an anthill."""
    inside = f'<use href="#{feature}" transform="translate(2 -10) scale(.72)"/>' if feature else ""
    price = f'<use href="#anthill" transform="translate(2 {"13) scale(.72" if feature else "1) scale(.82"})"/>'
    return (
        f'<g id="d{sign}"{sized}>{WHOLE}<use href="#pool" class="lit dear"/><g class="upright">{inside}{price}</g></g>'
    )
