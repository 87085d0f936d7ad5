"""Marabunta in small: ants on a meadow."""

from math import cos, pi, sin

from ludotheque.drawing.svg import number
from ludotheque.drawing.vignettes import box, path, placed

MEADOW = ("BBBOOO", "BBYOOO", "BYYSSS", "PYYSGG")
WRITTEN = {(1, 1): 2, (2, 1): 3, (3, 1): 1, (1, 2): 0, (3, 2): 2}  # column and row of a hex, and its number
ANT = (
    '<path class="hm-leg" d="M-5 0l-8-15M-5 0l-8 15M0 0v-15M0 0v15M5 0l8-15M5 0l8 15M17-5q5-8 11-7M17 5q5 8 11 7"/>'
    '<ellipse class="hm-ant" cx="-15" rx="12" ry="8.5"/><circle class="hm-ant" r="6"/>'
    '<circle class="hm-ant" cx="13" r="7.5"/>'
)


def draw() -> str:
    """Ants on a meadow of coloured hexes, with the first numbers and a die."""
    drawn = box(0, 0, 320, 200, "hm-cloth")
    for row, line in enumerate(MEADOW):
        for column, region in enumerate(line):
            x, y = 26 + 53 * column, 60 * row - 2 + (30 if column % 2 else 0)
            written = WRITTEN.get((column, row))
            drawn += path(_hex(x, y), f"hm-hex hm-{region}" + (" pale" if written is not None else ""))
            if written is not None:
                drawn += f'<text class="hm-number hm-pen-{2 - (column + row) % 2}" x="{x}" y="{y + 9}">{written}</text>'
    die = box(-24, -24, 48, 48, "hm-die", 11) + '<text class="hm-number big" y="11">3</text>'
    return drawn + placed(120, 158, ANT, 1.25, -24) + placed(254, 96, die, turn=12) + placed(206, 60, ANT, 0.9, 28)


def _hex(x: float, y: float) -> str:
    corners = ((x + 34 * cos(k * pi / 3), y + 34 * sin(k * pi / 3)) for k in range(6))
    return "M" + "L".join(f"{number(across)} {number(down)}" for across, down in corners) + "Z"
