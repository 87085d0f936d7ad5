"""Mabula's things: the wooden board with its dimples, and the glass marbles."""

from functools import cache
from math import sin

from ludotheque.drawing.mabula.layout import CELL, CENTRES, EDGE, RIM, SIDE
from ludotheque.drawing.svg import number, text, use
from ludotheque.games.mabula.board import COLUMNS
from ludotheque.games.mabula.fields import PLACES

CORNER = 100


# Inside a <use> style sheets do not reach everywhere, but paints do: each is a gradient of one colour.
PAINTS = ("shade", "shine", "plum", "lamp", "swirl-white", "swirl-black", "ribbon-white", "ribbon-black")


def paint(name: str) -> str:
    """A colour to paint with inside a <use>."""
    return f'<linearGradient id="paint-{name}"><stop class="paint-{name}"/></linearGradient>'


def marble(name: str, swirl: str, ribbon: str, bounce: str) -> str:
    """A glass marble; its light (first) and its dot (last) show only while it may be pushed."""
    line = 'fill="none" stroke-width="3" stroke-linecap="round"'
    return (
        f'<g id="{name}">{WHOLE}<circle r="38.5"/>'
        '<ellipse fill="url(#paint-shade)" fill-opacity=".28" stroke="none" cx="3" cy="7" rx="33" ry="31"/>'
        f'<circle fill="url(#glass-{name})" fill-opacity="1" stroke="url(#paint-shade)" stroke-opacity=".35" '
        'stroke-width="1" r="33"/>'
        f'<path fill="url(#paint-swirl-{name})" fill-opacity="{swirl}" stroke="none" '
        'd="M-19 9C-6 13 12 4 16-17C24 2 7 24-19 9Z"/>'
        f'<path {line} stroke="url(#paint-ribbon-{name})" stroke-opacity="{ribbon}" d="M-22 2C-10 8 6-2 9-20"/>'
        f'<path {line} stroke="url(#paint-shine)" stroke-opacity="{bounce}" d="M-16 25A30 30 0 0 0 27 12"/>'
        '<ellipse fill="url(#paint-shine)" fill-opacity=".88" stroke="none" cx="-11" cy="-16" rx="10" ry="6.5" '
        f'transform="rotate(-32 -11 -16)"/>{DOT}</g>'
    )


WHOLE = '<path fill-opacity="0" stroke="none" d="M-40-40h80v80h-80z"/>'  # the whole cell is a touch target
DOT = '<circle fill="url(#paint-plum)" stroke="url(#paint-lamp)" stroke-width="2.5" r="8"/>'


def glass(name: str) -> str:
    """The colour of a marble, light at the upper left."""
    middle = ".55" if name == "white" else ".45"
    stops = "".join(
        f'<stop class="{name}-{number}" offset="{at}"/>' for number, at in ((1, "0"), (2, middle), (3, "1"))
    )
    return f'<radialGradient id="glass-{name}" cx=".36" cy=".3" r=".78">{stops}</radialGradient>'


DEFS = (
    '<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop class="wood-1" offset="0"/>'
    '<stop class="wood-2" offset="1"/></linearGradient>'
    '<linearGradient id="field" x1="0" y1="1" x2="1" y2="0"><stop class="wood-1" offset="0"/>'
    '<stop class="wood-0" offset="1"/></linearGradient>'
    '<radialGradient id="hole" cy=".62"><stop class="hole-2" offset=".55"/><stop class="hole-1" offset="1"/>'
    "</radialGradient>"
    + "".join(map(paint, PAINTS))
    + glass("white")
    + glass("black")
    + marble("white", ".5", ".55", ".5")
    + marble("black", ".4", ".3", ".22")
    + f'<g id="place">{WHOLE}<circle r="36"/><g fill-opacity="1">{DOT}</g></g>'
    '<circle id="dimple" r="27" fill="url(#hole)"/>'
    f'<clipPath id="plank"><rect width="{SIDE}" height="{SIDE}" rx="{CORNER}"/></clipPath>'
)


def grain() -> str:
    """The lines of the wood."""
    lines = []
    for i in range(20):
        y = 18 + i * 37 + 9 * sin(i * 2.3)
        bends = (y + 16 * sin(i * 1.7), y - 18 * sin(i * 0.9), y + 12 * sin(i * 3.1))
        first, second, last = (number(round(bend)) for bend in bends)
        lines.append(f"M0 {round(y)}C{SIDE * 3 // 10} {first} {SIDE * 6 // 10} {second} {SIDE} {last}")
    return f'<path class="grain" clip-path="url(#plank)" d="{"".join(lines)}"/>'


@cache
def wooden_board() -> str:
    """The board without its marbles: the part's ground."""
    plank = (
        f'<rect class="plank-side" y="8" width="{SIDE}" height="{SIDE}" rx="{CORNER}"/>'
        f'<rect width="{SIDE}" height="{SIDE}" rx="{CORNER}" fill="url(#wood)"/>{grain()}'
        f'<rect class="plank-bevel" x="3" y="3" width="{SIDE - 6}" height="{SIDE - 6}" rx="{CORNER - 3}"/>'
        f'<rect class="field" x="{RIM + CELL}" y="{RIM + CELL}" width="{6 * CELL}" height="{6 * CELL}" rx="34" '
        'fill="url(#field)"/>'
    )
    dimples = "".join(use("dimple", *CENTRES[cell]) for cell in PLACES)
    return f'<g transform="translate({EDGE} {EDGE})">{plank}</g><g>{dimples}</g>{coordinates()}'


def coordinates() -> str:
    """Letters below, numbers on the left."""
    letters = "".join(text(column, CENTRES[f"{column}1"][0], EDGE + SIDE - 17, "coordinate") for column in COLUMNS)
    rows = "".join(text(row, EDGE + 17, CENTRES[f"a{row}"][1], "coordinate") for row in range(1, 9))
    return letters + rows
