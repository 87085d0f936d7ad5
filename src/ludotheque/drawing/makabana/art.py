"""Maka Bana's own little drawings, each centred on 0, 0."""

from functools import cache
from math import cos, pi, sin

from ludotheque.drawing.svg import number
from ludotheque.games.makabana.state import PAINTS, SECTORS, TYPES


def _path(drawn: str, worn: str = "", turned: int = 0) -> str:
    dressed = f' class="{worn}"' if worn else ""
    turn = f' transform="rotate({turned})"' if turned else ""
    return f'<path{dressed}{turn} d="{drawn}"/>'


def _circle(x: float, y: float, radius: float, worn: str) -> str:
    return f'<circle class="{worn}" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'


def _ellipse(x: float, y: float, wide: float, high: float, worn: str) -> str:
    return f'<ellipse class="{worn}" cx="{number(x)}" cy="{number(y)}" rx="{number(wide)}" ry="{number(high)}"/>'


def _rect(x: float, y: float, wide: float, high: float, worn: str, bend: float = 0) -> str:
    bent = f' rx="{number(bend)}"' if bend else ""
    return (
        f'<rect class="{worn}" x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}"{bent}/>'
    )


def _use(name: str, x: float = 0, y: float = 0, scale: float = 1, worn: str = "") -> str:
    dressed = f' class="{worn}"' if worn else ""
    if scale != 1:
        moved = f"translate({number(x)} {number(y)})" if x or y else ""
        return f'<use href="#mb-{name}"{dressed} transform="{moved}scale({scale:g})"/>'
    across, down = (f' {axis}="{number(value)}"' if value else "" for axis, value in (("x", x), ("y", y)))
    return f'<use href="#mb-{name}"{dressed}{across}{down}/>'


def _star(points: int, outer: float, inner: float) -> str:
    corners = []
    for k in range(2 * points):
        angle, radius = pi * (k / points - 0.5), inner if k % 2 else outer
        corners.append(f"{number(radius * cos(angle))} {number(radius * sin(angle))}")
    return "M" + "L".join(corners) + "Z"


def _turned(x: float, y: float, degrees: int) -> str:
    angle = degrees * pi / 180
    return f"{number(x * cos(angle) - y * sin(angle))} {number(x * sin(angle) + y * cos(angle))}"


def _petal(degrees: int) -> str:
    """One of five around the middle."""
    points = ((0, -2.3), (-8, -6), (-8, -18), (0, -18.7), (8, -18), (8, -6), (0, -2.3))
    start, *curve = (_turned(x, y, degrees) for x, y in points)
    return f"M{start}C{' '.join(curve)}"


SIGNS = {
    # a spiral with teeth, a five-petal hibiscus, a striped fish: three silhouettes nobody confuses
    "tattoo": _path(
        "M1 2C-3 3-6-1-3-5 1-10 10-7 10 2 10 12-1 16-9 11-18 6-17-9-8-14 1-19 13-16 17-7", "mb-line mb-spiral"
    )
    + _path("M17-7l-8-1 5 6zM-14 9l-3 7 8-1zM-13-12l-6 1 4 6z", "mb-tattoo"),
    "flower": _path("".join(_petal(72 * k) for k in range(5)), "mb-petal") + _circle(0, 0, 4.6, "mb-pistil"),
    "fish": _path("M-19-8C-15-3-15 3-19 8-14 8-10 5-8 3-3 10 11 11 18 0 11-11-3-10-8-3-10-5-14-8-19-8Z", "mb-fish")
    + _circle(10, -2, 2.1, "mb-cut-dot")
    + _path("M4-7q-3 7 0 14M-2-6q-2 6 0 12", "mb-line mb-cut"),
    # shell, waves, palm tree, boulders
    "sand": _path("M0 10C-4 10-5 8-5 7-11 4-12-4-9-8-6-12 6-12 9-8 12-4 11 4 5 7 5 8 4 10 0 10Z", "mb-sand-icon")
    + _path("M0 6V-9M-3 5-7-7M3 5 7-7", "mb-line mb-sand-cut"),
    "lagoon": _path(
        "M-12-5q3-5 6 0t6 0 6 0 6 0M-12 2q3-5 6 0t6 0 6 0 6 0M-12 9q3-5 6 0t6 0 6 0 6 0", "mb-line mb-lagoon-icon"
    ),
    "palm": _path(
        "M-1 12C-1 5 0 1 2-3L5-2C3 2 3 6 4 12ZM3-4C-2-9-8-8-11-2-6-4-1-4 3-4ZM3-4C0-11-5-13-10-10-4-9 0-7 3-4Z"
        "M3-4C5-11 10-12 13-8 9-8 6-6 3-4ZM3-4C8-7 12-5 13 2 10-2 7-4 3-4Z",
        "mb-palm-icon",
    ),
    "rock": _path("M-13 10-10-1-4-6 2-2 3 10ZM4 10 4 3 8 0 12 3 13 10Z", "mb-rock-icon")
    + _path("M-4-6-5 2-9 5", "mb-line mb-rock-cut"),
    "mask": _path(
        "M-14-8Q0-13 14-8 16 2 12 7 7 10 3 5 0 2-3 5-7 10-12 7-16 2-14-8ZM14-4Q20-6 19-16", "mb-line mb-mask"
    ),
    "brush": _path("M14-17 18-13-1 7-6 2Z", "mb-handle")
    + _path("M-6 2-1 7Q-3 15-15 15-9 11-10 8-9 3-6 2Z", "mb-petal"),
    "eye": _path("M-9 0Q0-9 9 0 0 9-9 0Z", "mb-line mb-cut") + _circle(0, 0, 2.6, "mb-cut-dot"),
}

MARKS = {  # a shape for each seat: colour is never the only sign
    "mark-1": '<circle r="7"/>',
    "mark-2": _path("M0-8 8 6H-8Z"),
    "mark-3": _path("M-6.4-6.4H6.4V6.4H-6.4Z"),
    "mark-4": _path("M0-9 9 0 0 9-9 0Z"),
    "mark-5": _path("M-2.7-8H2.7V-2.7H8V2.7H2.7V8H-2.7V2.7H-8V-2.7H-2.7Z"),
    "mark-6": _path(_star(5, 9.5, 4.2)),
}


def _left(paints: int, clubs: int) -> str:
    """The Paint cards and the Club card that a seat still has."""
    signs = ["few-brush"] * paints + ["few-mask"] * clubs
    return "".join(_use(sign, 26 * k) for k, sign in enumerate(signs))


DECK = _rect(-30, 16, 60, 14, "mb-deck", 3) + _path("M-18 16V30M-6 16V30M6 16V30M18 16V30", "mb-line mb-plank")

PIECES = {
    "hut": _ellipse(0, 27, 27, 6, "mb-shadow")
    + _path("M-20 3V24Q0 30 20 24V3Z", "mb-side")
    + _path("M-13 6V26M13 6V26", "mb-line mb-plank")
    + _path("M-7 27V15Q-7 9 0 9T7 15V27Z", "mb-door")
    + _path("M-31 5Q-30 8-26 8L-20 5-14 9-7 6 0 10 7 6 14 9 20 5 26 8Q30 8 31 5L8-27Q0-34-8-27Z", "mb-roof")
    + _path("M-20 1-6-23M20 1 6-23", "mb-line mb-thatch"),
    "tiki": _ellipse(0, 27, 17, 5, "mb-shadow")
    + _path("M-12-14-15-27-7-22-5-33 0-24 5-33 7-22 15-27 12-14Z", "mb-roof")
    + _path("M-13-15H13Q16-4 12 8L13 20H-13L-12 8Q-16-4-13-15Z", "mb-wood")
    + _path("M-12-9Q-6-13-1-9L0-2 1-9Q6-13 12-9", "mb-line mb-carve")
    + _circle(-6, -5, 2.6, "mb-white")
    + _circle(6, -5, 2.6, "mb-white")
    + _path("M-8 4H8V11H-8Z", "mb-white")
    + _path("M-4 4V11M0 4V11M4 4V11", "mb-line mb-carve")
    + _path("M-16 17H16V29Q0 33-16 29Z", "mb-roof"),
    "pontoon": DECK + _path("M-24 30V37M24 30V37", "mb-line mb-post"),
    "club": DECK
    + _path("M-24 30V37M24 30V37M-19 18V-30", "mb-line mb-post")
    + _path("M-19-30H25Q21-15 25 0H-19Z", "mb-roof")
    + _path("M-2 16Q-2 5 10 5T22 16Z", "mb-roof"),
    "planks": _rect(-24, -13, 48, 26, "mb-deck", 4) + _path("M-24-4.5H24M-24 4.5H24", "mb-line mb-plank"),
    "planks-across": _rect(-13, -24, 26, 48, "mb-deck", 4) + _path("M-4.5-24V24M4.5-24V24", "mb-line mb-plank"),
    "pill": '<rect x="-22" y="-15" width="44" height="30" rx="15"/>',
    "back": _rect(0, 0, 40, 44, "mb-back", 6) + _rect(4, 4, 32, 36, "mb-line mb-back-line", 3),
    "first": _circle(0, 0, 12, "mb-first"),
    "won": _path(_star(8, 17, 13), "mb-won"),
    "no-card-yet": _rect(0, 0, 40, 44, "mb-line mb-empty", 6),
    "no-card": _use("no-card-yet") + _path("M8 9 32 35", "mb-line mb-crossed"),
    # small, before a figure
    **{
        f"left-{paints}{clubs}": _left(paints, clubs)
        for paints in range(PAINTS + 1)
        for clubs in (0, 1)
        if paints + clubs
    },
    "few-huts": '<g class="mb-plain">' + _use("hut", 0, 0, 0.42) + "</g>",
    "few-brush": _use("brush", 0, 0, 0.72),
    "few-mask": _use("mask", 0, 2, 0.66, "mb-on-paper"),
    "few-beach": _path("M-11 5Q-8-7 0-8T11 5Q0 9-11 5Z", "mb-few-beach") + _use("palm", -1, -5, 0.6),
    "few-wall": _path("M-15 0H15", "mb-line mb-wall-halo") + _path("M-15 0H15", "mb-line mb-wall"),
    "few-planks": _use("planks", 0, 0, 0.6),
}

# All of a site can be touched, not only what is drawn on it.
TOUCHED = _use("touch")


def _sites() -> dict[str, str]:
    """A site as it lies there, its sector and type in the corners too, where a hut leaves them in sight; and lit."""
    drawn = {f"corner-{sector}": _use(sector, -29, -28, 0.84) for sector in SECTORS}
    for kind in TYPES:
        pad = TOUCHED + _circle(0, 0, 25, "mb-pad") + _use(kind)
        drawn[f"pad-{kind}"] = pad + _circle(28, -28, 11.5, "mb-pad mb-edge") + _use(kind, 28, -28, 0.5)
        drawn[f"lit-{kind}"] = TOUCHED + _circle(0, 0, 28, "lit") + _use(kind) + _circle(0, 28, 4.5, "lit-dot")
        for sector in SECTORS:
            drawn[site_art(sector, kind)] = _use(f"pad-{kind}") + _use(f"corner-{sector}")
    return drawn


def site_art(sector: str, kind: str) -> str:
    """The name of a site's drawing."""
    return sector[0] + kind[0] + kind[1]


def _lights() -> dict[str, str]:
    """Lamplight under a hut and on a club place; with a price it is dashed, and the price is drawn."""
    return {
        "touch": _path("M-48-48H48V48H-48Z", "mb-target"),
        "room": '<path d="M-44-44H44V44H-44Z"/>',
        "brushed": _circle(28, 30, 12.5, "mb-price") + _use("brush", 28, 30, 0.54),
        "lit-paint": TOUCHED + _ellipse(0, 14, 40, 24, "lit costs") + _use("brushed"),
        "lit-club": TOUCHED
        + _ellipse(0, 14, 40, 24, "lit costs")
        + _circle(28, 30, 12.5, "mb-price")
        + _use("mask", 27, 31, 0.5, "mb-on-light"),
        "lit-tiki": TOUCHED + _ellipse(0, 14, 40, 24, "lit") + _circle(0, 38, 4.5, "lit-dot"),
        "lit-place": TOUCHED
        + _circle(0, 2, 38, "lit")
        + _circle(0, 40, 4.5, "lit-dot")
        + _use("pontoon")
        + _use("mask", 0, -4),
        "place": _circle(0, 0, 38, "mb-target"),
        "free-place": _use("mask", 0, -4, worn="mb-on-sea"),
        "ring": _circle(0, 0, 41, "last-case") + _circle(0, 0, 41, "last"),
        "aim": _circle(0, 0, 41, "mb-line mb-aim"),
        "choice": _circle(0, 0, 41, "mb-line mb-choice"),
        "good": _use("ring") + _circle(-27, 27, 14, "mb-good") + _path("M-34 27-29 32-20 22", "mb-line mb-stamp"),
        "bad": _use("ring") + _circle(-27, 27, 14, "mb-bad") + _path("M-32 22-22 32M-22 22-32 32", "mb-line mb-stamp"),
    }


def _pieces(seat: int) -> dict[str, str]:
    """A seat's huts, Tiki, club, tags and card back, with its mark."""
    mark, small = f"mark-{seat}", f"small-{seat}"
    drawn = {
        "hut": _use("hut", 0, 1) + _use(mark, 0, -8, worn="on-seat"),
        "tiki": _use("tiki") + _use(small, 0, 20, worn="on-seat"),
        "flag": _use("place") + _use("club") + _use(mark, 2, -14, worn="on-seat"),
        "tag": _use("pill", worn="mb-tag") + _use(mark, -9, 0, 0.8, "mb-tag-mark"),
        "lead": _use("pill", worn="mb-lead") + _use(mark, -9, 0, 0.8, "on-seat"),
    }
    return {f"{name}-{seat}": inside for name, inside in drawn.items()}


def _texture(sector: str, size: tuple[int, int], marks: str) -> str:
    wide, high = size
    ground = f'<rect class="mb-{sector}" width="{wide}" height="{high}"/>'
    return (
        f'<pattern id="mb-texture-{sector}" width="{wide}" height="{high}" patternUnits="userSpaceOnUse">'
        f"{ground}{marks}</pattern>"
    )


def _textures() -> str:
    """Each sector's ground: its colour, and a pattern for those who don't see colours."""
    grains = _path("M5 6h0M16 14h0M24 4h0M9 21h0M23 24h0", "mb-line mb-sand-dot")
    ripples = _path("M0 7q5-5 10 0t10 0 10 0 10 0M-10 21q5-5 10 0t10 0 10 0 10 0 10 0", "mb-line mb-lagoon-line")
    leaves = _path("M4 14Q12 12 16 4 7 5 4 14ZM20 30Q28 28 32 20 23 21 20 30Z", "mb-palm-leaf")
    cracks = "M0 10 12 4 22 12 36 6M12 4 9 22 0 30M22 12 26 26 9 22M26 26 36 30M26 26 22 36M9 22 12 36"
    return (
        _texture("sand", (28, 28), grains)
        + _texture("lagoon", (40, 28), ripples)
        + _texture("palm", (36, 34), leaves + _path("M20 6q5 0 9 5M3 24q5 0 9 5", "mb-line mb-palm-line"))
        + _texture("rock", (36, 36), _path(cracks, "mb-line mb-rock-line"))
    )


@cache
def artwork(players: int) -> str:
    """All drawings that do not depend on the board."""
    drawn = SIGNS | MARKS | PIECES | _sites() | _lights()
    drawn |= {f"small-{seat}": _use(f"mark-{seat}", scale=0.66) for seat in range(1, players + 1)}
    defs = _textures() + "".join(f'<g id="mb-{name}"{_worn(name)}>{inside}</g>' for name, inside in drawn.items())
    for seat in range(1, players + 1):
        defs += "".join(f'<g id="mb-{name}" class="seat-{seat}">{inside}</g>' for name, inside in _pieces(seat).items())
        defs += f'<g id="mb-paint-{seat}"><use href="#mb-lit-paint"/><use href="#mb-hut-{seat}"/></g>'
    return defs


def _worn(name: str) -> str:
    """Pieces are drawn a little smaller than they were designed, and let clicks through."""
    scaled = ' transform="scale(.9)"' if name in ("hut", "tiki", "pontoon", "club") else ""
    return f' class="mb-still"{scaled}' if scaled or name in ("ring", "aim", "choice", "good", "bad") else ""
