"""The picture of each game: a corner of its table, drawn with the games' own pieces."""

from functools import cache
from math import cos, pi, sin

from markupsafe import Markup

from ludotheque.drawing.junglerumble.art import ANIMALS, EYES, FACE, GOODS, LAND
from ludotheque.drawing.junglerumble.art import MARKS as TRIBES
from ludotheque.drawing.makabana.art import MARKS, PIECES
from ludotheque.drawing.svg import number

MARBLES = ("..WBWB", "B.....", "W.WB..", "B.BW.W", "..BWBW")
MEADOW = ("BBBOOO", "BBYOOO", "BYYSSS", "PYYSGG")
WRITTEN = {(1, 1): 2, (2, 1): 3, (3, 1): 1, (1, 2): 0, (3, 2): 2}  # column and row of a hex, and its number
ANT = (
    '<path class="hm-leg" d="M-5 0l-8-15M-5 0l-8 15M0 0v-15M0 0v15M5 0l8-15M5 0l8 15M17-5q5-8 11-7M17 5q5 8 11 7"/>'
    '<ellipse class="hm-ant" cx="-15" rx="12" ry="8.5"/><circle class="hm-ant" r="6"/>'
    '<circle class="hm-ant" cx="13" r="7.5"/>'
)
LEAF, WAVE = "q8-2 12-10-9 1-12 10Z", "q5-5 10 0t10 0 10 0 10 0 10 0 10 0 10 0"
TEXTURES = {  # of the ground at the beach
    "palm": ("".join(f"M{x} {y}{LEAF}" for x, y in ((12, 24), (70, 30), (14, 94), (76, 88))), "mb-palm-leaf"),
    "sand": ("M10 12h0M40 8h0M84 16h0M14 40h0M90 60h0M12 84h0M50 100h0M88 96h0", "mb-line mb-sand-dot"),
    "lagoon": (f"M6 10{WAVE}M6 100{WAVE}", "mb-line mb-lagoon-line"),
}
FRUITS = ((36, ((0, -1), (1, 0))), (108, ((-1, 0), (1, 0))), (180, ((0, -1), (-1, 0))))  # across, the watered sides
FRONDS = ((-8, 10, 30), (10, -14, 65), (330, 8, 150), (296, -16, 110))


@cache
def vignette(game: str) -> Markup:
    """A game's picture; what it shows is said beside it."""
    drawn = {"mabula": _mabula, "marabunta": _marabunta, "makabana": _makabana, "junglerumble": _junglerumble}[game]()
    return Markup(  # noqa: S704  drawn here
        '<svg class="vignette" viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f"{drawn}</svg>"
    )


def _at(x: float, y: float, drawn: str, scale: float = 1, turn: float = 0, worn: str = "") -> str:
    turned = f" rotate({number(turn)})" if turn else ""
    sized = f" scale({scale:g})" if scale != 1 else ""
    dressed = f' class="{worn}"' if worn else ""
    return f'<g{dressed} transform="translate({number(x)} {number(y)}){turned}{sized}">{drawn}</g>'


def _box(x: float, y: float, wide: float, high: float, worn: str, bend: float = 0) -> str:
    bent = f' rx="{number(bend)}"' if bend else ""
    return (
        f'<rect class="{worn}" x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}"{bent}/>'
    )


def _path(drawn: str, worn: str) -> str:
    return f'<path class="{worn}" d="{drawn}"/>'


def _mabula() -> str:
    """Marbles on the rim of the wooden board, one about to be pushed."""
    board = _box(44, -34, 300, 268, "hm-board", 34) + _box(100, 18, 300, 164, "hm-inner", 16)
    cells = [
        (78 + 46 * column, 8 + 46 * row, sign) for row, line in enumerate(MARBLES) for column, sign in enumerate(line)
    ]
    there = [(x, y, sign) for x, y, sign in cells if y not in (8, 192) or x > 78]
    holes = "".join(f'<circle class="hm-hole" cx="{x}" cy="{y}" r="15"/>' for x, y, _ in there)
    marbles = "".join(_at(x, y, _marble("white" if sign == "W" else "black")) for x, y, sign in there if sign != ".")
    return _box(0, 0, 320, 200, "hm-cloth") + board + holes + marbles + _path("M98 100H108M100 92l10 8-10 8", "hm-push")


def _marble(colour: str) -> str:
    return (
        f'<ellipse class="hm-shadow" cx="2" cy="7" rx="17" ry="14"/><circle class="hm-{colour}" r="17"/>'
        f'<circle class="hm-{colour}-glint" cx="-6" cy="-7" r="4"/>'
    )


def _marabunta() -> str:
    """Ants on a meadow of coloured hexes, with the first numbers and a die."""
    drawn = _box(0, 0, 320, 200, "hm-cloth")
    for row, line in enumerate(MEADOW):
        for column, region in enumerate(line):
            x, y = 26 + 53 * column, 60 * row - 2 + (30 if column % 2 else 0)
            written = WRITTEN.get((column, row))
            drawn += _path(_hex(x, y), f"hm-hex hm-{region}" + (" pale" if written is not None else ""))
            if written is not None:
                drawn += f'<text class="hm-number hm-pen-{2 - (column + row) % 2}" x="{x}" y="{y + 9}">{written}</text>'
    die = _box(-24, -24, 48, 48, "hm-die", 11) + '<text class="hm-number big" y="11">3</text>'
    return drawn + _at(120, 158, ANT, 1.25, -24) + _at(254, 96, die, turn=12) + _at(206, 60, ANT, 0.9, 28)


def _hex(x: float, y: float) -> str:
    corners = ((x + 34 * cos(k * pi / 3), y + 34 * sin(k * pi / 3)) for k in range(6))
    return "M" + "L".join(f"{number(across)} {number(down)}" for across, down in corners) + "Z"


def _makabana() -> str:
    """Two huts and a Tiki on the beach."""
    sea = _box(0, 0, 320, 200, "mb-sea") + _path("M-10 70Q60 30 150 42T330 26V210H-10Z", "hm-foam")
    sea += _path("M40 24q6-6 12 0t12 0 12 0M210 16q6-6 12 0t12 0 12 0", "mb-line mb-wave")
    beach = _path("M-10 82Q60 42 150 54T330 38V210H-10Z", "mb-beach")
    ground = _ground(8, "palm") + _ground(106, "sand") + _ground(230, "lagoon")
    road = _path("M217 84V210", "mb-line mb-kerb") + _path("M217 84V210", "mb-line mb-road")
    walls = _path("M0 84H330M217 84V210", "mb-line mb-wall-halo") + _path("M0 84H330M217 84V210", "mb-line mb-wall")
    hut = PIECES["hut"] + _at(0, -10, MARKS["mark-3"], worn="on-seat")
    tiki = PIECES["tiki"] + _at(0, 23, MARKS["mark-1"], 0.62, worn="on-seat")
    huts = "".join(_at(x, 146, hut, 1.25, worn="seat-3") for x in (57, 155))
    return sea + beach + ground + road + walls + huts + _at(279, 146, tiki, 1.3, worn="seat-1")


def _ground(x: int, sector: str) -> str:
    pad = '<circle class="mb-pad" cx="49" cy="54" r="38"/>'
    texture, worn = TEXTURES[sector]
    return _at(x, 94, _box(0, 0, 98, 110, f"mb-{sector}") + _path(texture, worn) + pad)


def _junglerumble() -> str:
    """A kitten and a beaver above their watered fields."""
    drawn = _box(0, 0, 320, 200, "jr-clearing") + "".join(_at(x, y, LAND["frond"], turn=turn) for x, y, turn in FRONDS)
    fields = "".join(_at(x, 42, _field(sides), 1.12) for x, sides in FRUITS)
    water = _at(72, 42, LAND["we"]) + _at(144, 42, LAND["we"]) + _at(30, 2, LAND["wn"]) + _at(186, 2, LAND["wn"])
    kitten = FACE + EYES + _at(0, 30.5, TRIBES["mark-1"], 0.62, worn="on-seat")
    faces = _at(94, 62, kitten, 1.18, worn="seat-1") + _at(226, 62, ANIMALS["beaver"], 1.2)
    return drawn + _at(8, 98, fields + water, 1.41) + faces + _at(160, 54, GOODS["food"], 1.8)


def _field(sides: tuple[tuple[int, int], ...]) -> str:
    return LAND["soil"] + "".join(_at(20 * x, 20 * y, GOODS["food"], 0.8) for x, y in sides)
