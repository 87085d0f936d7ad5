"""The artwork of Jungle Rumble: one definition each, centred on its own middle, dressed by classes alone.

What belongs to a tribe leaves its fill and stroke open and takes them from the `seat-N` that the piece wears.
"""

from functools import cache

from ludotheque.drawing.svg import number

SEATS = (1, 2, 3, 4)
BOWL = 24  # the room of a bowl
KITTEN = 0.58  # the size of a kitten among its tribe
DROP = "jr-drop"  # the class of a drop target's light, shown while something that fits is dragged
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west: the bits of a field's watered sides


def _path(drawn: str, worn: str) -> str:
    return f'<path class="{worn}" d="{drawn}"/>'


def _circle(x: float, y: float, radius: float, worn: str) -> str:
    return f'<circle class="{worn}" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'


def _ellipse(x: float, y: float, wide: float, high: float, worn: str) -> str:
    return f'<ellipse class="{worn}" cx="{number(x)}" cy="{number(y)}" rx="{wide}" ry="{high}"/>'


def _rect(wide: float, high: float, worn: str, round_by: float = 0, y: float = 0) -> str:
    """A rectangle about the middle."""
    corner = f' rx="{number(round_by)}"' if round_by else ""
    left, top = number(-wide / 2), number(y - high / 2)
    return f'<rect class="{worn}" x="{left}" y="{top}" width="{number(wide)}" height="{number(high)}"{corner}/>'


def _use(name: str, x: float = 0, y: float = 0, scale: float = 1, worn: str = "", turn: float = 0) -> str:
    """Another definition inside this one."""
    moved = f"translate({number(x)} {number(y)})" if x or y else ""
    turned = f" rotate({number(turn)})" if turn else ""
    sized = f" scale({scale:g})" if scale != 1 else ""
    placed = f' transform="{(moved + turned + sized).strip()}"' if moved or turned or sized else ""
    dressed = f' class="{worn}"' if worn else ""
    return f'<use href="#jr-{name}"{dressed}{placed}/>'


def _ears(worn: str, inner: str, tip: int = 30) -> str:
    outside = f"M-31-6-29-{tip + 6}Q-20-{tip + 4}-9-{tip - 2}ZM31-6 29-{tip + 6}Q20-{tip + 4} 9-{tip - 2}Z"
    inside = f"M-26-15-25-{tip - 2}-15-{tip - 5}ZM26-15 25-{tip - 2} 15-{tip - 5}Z"
    return _path(outside, worn) + _path(inside, inner)


def _round_ears(worn: str, inner: str, x: float, y: float, radius: float) -> str:
    return "".join(_circle(side * x, y, radius, worn) + _circle(side * x, y, radius * 0.55, inner) for side in (-1, 1))


def _sprouts() -> str:
    leaf = "q-.7-6.5-5.7-6.5 0 5.7 5.7 6.5q.7-6.5 5.7-6.5 0 5.7-5.7 6.5Z"
    return _path("".join(f"M{x} {y}{leaf}" for y in (-4, 10) for x in (-12, 0, 12)), "jr-sprout")


HEAD = "M-32 2A32 28 0 1 1 32 2 32 28 0 1 1-32 2Z"
EARS = "M-31-6-29-36Q-20-34-9-28ZM31-6 29-36Q20-34 9-28Z"
NOSE, SMILE = "M-4 5H4Q4 8 0 10-4 8-4 5Z", "M0 9V12M-8 12Q-4 17 0 12 4 17 8 12"
EYES = (
    _circle(-11, -3, 4.2, "jr-pupil") + _circle(11, -3, 4.2, "jr-pupil")
    + _circle(-9.6, -4.6, 1.4, "jr-glint") + _circle(12.4, -4.6, 1.4, "jr-glint")
)  # fmt: skip
FACE = (
    _path(EARS, "jr-fur") + _path(EARS, "jr-tint") + _path("M-26-15-25-28-15-25ZM26-15 25-28 15-25Z", "jr-ear")
    + _path(HEAD, "jr-fur") + _path(HEAD, "jr-tint") + _path("M-10-24-8-16M10-24 8-16M0-26V-16", "jr-stripe")
    + _ellipse(0, 11, 14, 10, "jr-muzzle") + _path(NOSE, "jr-pupil") + _path(SMILE, "jr-line")
    + _path("M-18 8-33 5M-18 11-33 13M18 8 33 5M18 11 33 13", "jr-whisker")
    + _path("M-24 23Q0 36 24 23L21 31Q0 42-21 31Z", "jr-scarf")
)  # fmt: skip

MARKS = {
    "mark-1": '<circle r="7"/>',
    "mark-2": '<path d="M0-8 8 6-8 6Z"/>',
    "mark-3": '<path d="M-6.4-6.4H6.4V6.4H-6.4Z"/>',
    "mark-4": '<path d="M0-9 9 0 0 9-9 0Z"/>',
}

KITTENS = {
    "face": FACE,
    "kitten": _use("face") + EYES,
    "sleeper": _use("face") + _path("M-16-2q5 5 10 0M6-2q5 5 10 0", "jr-shut"),
    "zzz": _path("M0 0H10L0 11H10M14-14H21L14-6H21", "jr-zzz"),
    "stall": _path("M-36-4V40M36-4V40", "jr-post"),
    "awning": _path("M-38-46H38L46-24H-46Z", "jr-awning")
    + _path("M-23-46-28-24H-9L-8-46ZM8-46 9-24H28L23-46Z", "jr-cloth")
    + _path("M46-24 38-46H-38L-46-24q9 12 18.4 0 9.2 12 18.4 0 9.2 12 18.4 0 9.2 12 18.4 0 9.2 12 18.4 0", "jr-hem"),
}  # fmt: skip

MONKEY_FACE = "M0-14C-6-24-24-20-23-5-22 2-18 4-19 11-20 24-8 30 0 30S20 24 19 11C18 4 22 2 23-5 24-20 6-24 0-14Z"
ANIMALS = {
    "tiger": _round_ears("jr-tiger", "jr-pale", 26, -22, 11) + _ellipse(0, 2, 34, 30, "jr-tiger")
    + _path("M0-28V-15M-9-27-6-17M9-27 6-17M-34 0-22 2M-33 9-23 9M34 0 22 2M33 9 23 9", "jr-bars")
    + _ellipse(-8, 12, 10, 9, "jr-pale") + _ellipse(8, 12, 10, 9, "jr-pale") + EYES
    + _path(NOSE, "jr-pupil") + _path(SMILE, "jr-line"),
    "bull": _path("M-24-12Q-44-14-42-34-34-22-20-24ZM24-12Q44-14 42-34 34-22 20-24Z", "jr-horn")
    + _path("M-27-8-42-2-30 5ZM27-8 42-2 30 5ZM-28-14Q0-34 28-14L22 16Q0 36-22 16Z", "jr-bull")
    + _path("M-8-25Q0-12 8-25 4-30 0-30-4-30-8-25Z", "jr-pupil") + _ellipse(0, 19, 20, 13, "jr-snout")
    + _circle(-7, 17, 2.6, "jr-pupil") + _circle(7, 17, 2.6, "jr-pupil") + EYES
    + _path("M-5 25Q0 37 5 25", "jr-nose-ring"),
    "beaver": _round_ears("jr-beaver", "jr-ear-dark", 23, -22, 9) + _ellipse(0, 2, 33, 30, "jr-beaver")
    + _ellipse(0, 13, 19, 13, "jr-pale") + _path("M-7 15H7V29Q0 31-7 29ZM0 16V29", "jr-tooth") + EYES
    + _ellipse(0, 6, 7, 5, "jr-pupil"),
    "raccoon": _ears("jr-raccoon", "jr-pale", 27) + _path("M-36 6Q-30-28 0-28T36 6Q22 32 0 32T-36 6Z", "jr-raccoon")
    + _path("M-36 6Q-31-12-14-13 0-10 14-13 31-12 36 6 26 12 14 8 4 4 0 4-4 4-14 8-26 12-36 6Z", "jr-mask")
    + _path("M-4-28 0-6 4-28Z", "jr-mask")
    + _path("M-13 12Q0 2 13 12 10 26 0 28-10 26-13 12Z", "jr-pale") + _circle(-12, -2, 5.4, "jr-pale")
    + _circle(12, -2, 5.4, "jr-pale") + _circle(-12, -2, 3.4, "jr-pupil") + _circle(12, -2, 3.4, "jr-pupil")
    + _ellipse(0, 13, 4.6, 3.6, "jr-pupil") + _path("M-5 20Q0 24 5 20", "jr-line"),
    "monkey": _round_ears("jr-monkey", "jr-face", 32, 0, 11) + _ellipse(0, 0, 30, 31, "jr-monkey")
    + _path(MONKEY_FACE, "jr-face")
    + EYES + _path("M-3 8q1 2 2 0M1 8q1 2 2 0M-10 16Q0 26 10 16", "jr-line")
    + _path("M-6-30Q0-40 7-33-1-34-1-29Z", "jr-monkey"),
}  # fmt: skip

GOODS = {
    "food": _circle(0, 1.5, 8.5, "jr-fruit") + _path("M0-6Q1-12 8-12 7-6 0-6Z", "jr-leaf")
    + _path("M-4-1Q-3-4 0-4", "jr-shine"),
    "gold": _circle(0, 0, 9.5, "jr-gold") + _circle(0, 0, 6.6, "jr-gold-line")
    + _path("M-3 3.5Q0-1 3 3.5 0 5-3 3.5ZM-4-.5h.1M-1.4-3h.1M1.4-3h.1M4-.5h.1", "jr-gold-paw"),
    "token": _rect(34, 22, "jr-token", 11),
    "penalty": _path("M0-11 3-4 10-6 6 0 11 6 4 5 1 11-3 5-10 6-6 0-10-6-3-4Z", "jr-thorn"),
    "field-icon": _rect(22, 22, "jr-field", 4) + _path("M-6-6V6M0-6V6M6-6V6", "jr-furrow"),
    "water-icon": _rect(30, 11, "jr-bank", 5.5) + _path("M-9 0q3-3 6 0t6 0 6 0", "jr-flow"),
    "bowl": '<path d="M-11-1H11Q10 9 4 9H-4Q-10 9-11-1Z"/>',
    "farm-1": _use("bowl", 0, 6, worn="jr-bowl jr-farm-bowl") + _use("food", 0, -4, 0.92),
    "stock-1": _use("bowl", 0, 6, worn="jr-bowl jr-stock-bowl") + _use("food", 0, -4, 0.92),
    "short-1": _use("bowl", 0, 6, worn="jr-bowl jr-short-bowl") + _path("M0-13V-7M0-2.6V-2.5", "jr-bang"),
}  # fmt: skip

LAND = {
    "soil": _rect(62, 62, "jr-field", 10) + _path("M-19-4H19M-19 10H19", "jr-furrow") + _sprouts(),
    "f0": _rect(62, 62, "jr-dry", 10) + _path("M-19-4H19M-19 10H19", "jr-dry-furrow"),
    "we": _rect(14, 68, "jr-bank", 7) + _path("M0-27q-4 4.5 0 9t0 9 0 9 0 9 0 9 0 9", "jr-flow"),
    "wn": _rect(68, 14, "jr-bank", 7) + _path("M-27 0q4.5-4 9 0t9 0 9 0 9 0 9 0 9 0", "jr-flow"),
    "frond": _path("M0 0Q34-26 84 0 34 26 0 0Z", "jr-frond")
    + _path("M6 0H74M24 0l10-9M24 0l10 9M42 0l9-7M42 0l9 7", "jr-vein"),
}  # fmt: skip


def _places(name: str, wide: float, high: float, corner: float) -> dict[str, str]:
    """A place in the farm: the finger's room, the ring of the last step, the ring of a preview."""
    return {
        f"touch-{name}": _rect(wide - 4, high - 4, "jr-touch"),
        f"last-{name}": _rect(wide, high, "last-case", corner) + _rect(wide, high, "last", corner),
        f"next-{name}": _rect(wide, high, "preview-line", corner),
    }


def _open_places() -> dict[str, str]:
    """Places that are lit; an edge has a dot for each field it would water."""
    reach = _path("M0-36 36 0 0 36-36 0Z", "jr-touch")  # all that is nearer to this edge than to any other
    east, north = reach + _rect(13, 52, "jr-open", 6.5), reach + _rect(52, 13, "jr-open", 6.5)
    one = _circle(0, 0, 3.4, "lit-dot")
    return {
        "cell": _rect(70, 70, "jr-touch") + _rect(58, 58, "jr-open", 10) + _circle(0, 0, 5, "lit-dot"),
        "edge-e": east + one,
        "edge-n": north + one,
        "edge-e2": east + _circle(0, -8, 3.4, "lit-dot") + _circle(0, 8, 3.4, "lit-dot"),
        "edge-n2": north + _circle(-8, 0, 3.4, "lit-dot") + _circle(8, 0, 3.4, "lit-dot"),
    }


def _fields() -> dict[str, str]:
    """A field by its watered sides, f1 to f15: one fruit each, beside its water. (Short names: there are many.)"""
    fruit = {mask: [SIDES[bit] for bit in range(4) if mask >> bit & 1] for mask in range(1, 16)}
    return {
        f"f{mask}": _use("soil") + "".join(_use("food", 20 * x, 20 * y, 0.8) for x, y in sides)
        for mask, sides in fruit.items()
    }


def _cards() -> dict[str, str]:
    """The cards' faces, the same turned over, and what may lie around one."""
    drawn = {
        "lamp": _rect(136, 144, "jr-open", 18),
        "card-last": _rect(124, 132, "last-case", 14) + _rect(124, 132, "last", 14),
        "card-played": _rect(124, 132, "jr-played", 14),
        "card-next": _rect(136, 144, "preview-line", 18),
    }
    for animal in ANIMALS:
        drawn[f"face-{animal}"] = _rect(124, 132, f"jr-card jr-for-{animal}", 14) + _use(animal, 0, -16)
        drawn[f"turned-{animal}"] = _rect(124, 132, "jr-turned", 14) + _use(animal, 0, -12, 0.9, "jr-faded")
    return drawn


def _small_signs() -> dict[str, str]:
    """The signs of gains and costs on buttons."""
    sizes = {"food": 0.8, "gold": 0.8, "penalty": 0.8, "field-icon": 0.62, "water-icon": 0.62}
    sizes |= {f"awake-{seat}": 0.62 for seat in SEATS}
    return {f"small-{sign}": _use(sign, scale=size) for sign, size in sizes.items()}


def _stalls(seat: int) -> dict[str, str]:
    """A seat's trader with one to three goods on the counter."""
    return {
        f"{good}-{many}-{seat}": _use(f"trader-{seat}")
        + "".join(_use(good, 14 * (place - (many - 1) / 2), 17, 0.7) for place in range(many))
        for good in ("food", "gold")
        for many in (1, 2, 3)
    }


def _rows_of_bowls() -> dict[str, str]:
    """Two, four, eight bowls in a row, so that a supper is drawn with few words."""
    return {
        f"{kind}-{many}": _use(f"{kind}-{many // 2}") + _use(f"{kind}-{many // 2}", BOWL * many // 2)
        for kind in ("farm", "stock", "short")
        for many in (2, 4, 8)
    }


def _tribe(seat: int) -> dict[str, str]:
    """A seat's kittens, with its mark on the scarf or the counter."""
    mark = _use(f"mark-{seat}", 0, 30.5, 0.62, worn="on-seat")
    drawn = {
        "awake": _use("kitten") + mark,
        "asleep": f'<g transform="rotate(-14)">{_use("sleeper")}{mark}</g>' + _use("zzz", 25, -22, 0.9),
        "trader": _use("stall") + _use("kitten", 0, -2, 0.66) + _rect(84, 26, "jr-counter", 4, 30)
        + _use("awning", 0, -4) + _use(f"mark-{seat}", 0, -40, 0.7, worn="on-seat"),
        "tag": '<rect class="jr-tag" x="-27" y="-22" width="54" height="44" rx="15"/>'
        + _use(f"mark-{seat}", 0, 0, 1.5, "on-seat"),
        "sign": f'<g class="seat-shape" transform="scale(2.4)">{_use(f"mark-{seat}")}</g>',
    }  # fmt: skip
    size = f'class="seat-{seat}" transform="scale({KITTEN})"'
    return {f"{kind}-{seat}": f"<g {size}>{inner}</g>" for kind, inner in drawn.items()}


@cache
def defs() -> str:
    """All definitions."""
    drawn = MARKS | KITTENS | ANIMALS | GOODS | LAND | _fields() | _open_places() | _cards() | _small_signs()
    drawn |= _rows_of_bowls()
    drawn |= _places("cell", 66, 66, 12) | _places("e", 16, 70, 8) | _places("n", 70, 16, 8)
    for seat in SEATS:
        drawn |= _tribe(seat) | _stalls(seat)
    pattern = (
        '<pattern id="jr-land" width="72" height="72" x="-36" y="-36" patternUnits="userSpaceOnUse">'
        + _path("M29 36h14M36 29v14", "jr-cross")
        + "</pattern>"
    )
    return "".join(f'<g id="jr-{name}">{inner}</g>' for name, inner in drawn.items()) + pattern


def group_of(key: str, inner: str, more: str = "") -> str:
    """A live group, which stays in its place while it is empty."""
    return f'<g id="{key}"{more}>{inner}</g>' if inner else f'<g id="{key}"/>'
