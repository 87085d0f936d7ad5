"""The score leaves: on each, Red's circles from the left, Blue's from the right, and the sums of both."""

from functools import cache, lru_cache

from ludotheque.drawing.element import Elements, try_element
from ludotheque.drawing.language import language
from ludotheque.drawing.marabunta.labels import LEAVES
from ludotheque.drawing.marabunta.layout import SIDE_WIDTH
from ludotheque.drawing.marabunta.scene import Land, Scene, land_of
from ludotheque.drawing.svg import at, number, text
from ludotheque.games.board_record import Board
from ludotheque.games.marabunta.board_file import LETTERS

TOP, STEP = 46, 43
SIZE = 0.88  # of a leaf, with room beside it for the free hexes of its region
HEIGHT = TOP + STEP * len(LETTERS) + 6
LEFT, RIB = 36, 18  # where a blade begins; the height of its middle
FIRST, WIDE = 45, 124  # the circles
MOST_CIRCLES = 14  # drawn one by one; more are written as figures
WIDEST = 13.8
MANY_AT = {1: 66, 0: 107, 2: 148}  # figures for many circles: of red, blank, of blue
SUM_AT = {1: 24, 2: 190}
PRINTED = {f"leaf-{letter}": try_element(f"leaf:{letter}") for letter in LETTERS}


@cache
def ground(code: str) -> str:
    """The leaves with all circles blank."""
    rows = "".join(_leaf(one, letter) for one, letter in enumerate(LETTERS))
    heading = text(language(code, "marabunta").say(LEAVES), 16, 26, "start heading")
    return f'<rect class="panel" width="{SIDE_WIDTH}" height="{HEIGHT}" rx="16"/>{heading}{rows}'


def spot(one: int) -> tuple[float, float]:
    """The corner of a leaf."""
    return LEFT, TOP + STEP * one


def _placed(one: int) -> str:
    x, y = spot(one)
    return f'transform="translate({x:g} {y:g}) scale({SIZE})"'


def sum_spot(seat: int, one: int) -> tuple[float, float]:
    """The place of a seat's sum on the sheet of leaves."""
    x, y = spot(one)
    return x + SIZE * SUM_AT[seat], y + SIZE * RIB


def _leaf(one: int, letter: str) -> str:
    key, name = f"leaf-{letter}", f'<text class="tag-letter" x="-11" y="18.5">{letter}</text>'
    return f'<g id="{key}" class="{letter}" {_placed(one)}{PRINTED[key].attributes}><use href="#leaf"/>{name}</g>'


@cache
def defs_of(board: Board) -> str:
    """A leaf with all its circles blank."""
    land = land_of(board)
    blank = _line(land, 0, sum(land.circles))
    circles = (
        f'<g {_dashes(land, 1.2)}><path d="{blank}"/></g><g {_dashes(land, -1.2)}><path class="blank" d="{blank}"/></g>'
    )
    return f'<g id="leaf"><use href="#bare-leaf"/>{circles if _is_drawn(land) else ""}</g>'


def _is_drawn(land: Land) -> bool:
    return sum(land.circles) <= MOST_CIRCLES


def _apart(land: Land) -> float:
    return min(WIDEST, WIDE * 10 // max(1, sum(land.circles) - 1) / 10)


def _radius(land: Land) -> float:
    return min(6.0, 0.44 * _apart(land))


def circle_spot(land: Land, circle: int) -> float:
    """The distance of a circle along its leaf; the row is centred."""
    return FIRST + (WIDE - _apart(land) * (sum(land.circles) - 1)) / 2 + _apart(land) * circle


def _line(land: Land, first: int, last: int, width: float = 0.1) -> str:
    """A line through circles: dashed, so that each dash, or its round ends alone, is one of them."""
    start = circle_spot(land, first) - width / 2
    return f"M{number(start)} {RIB}h{number(_apart(land) * (last - first - 1) + width + 0.2)}"


def _dashes(land: Land, wider: float = 0) -> str:
    """The dashes of a line of circles."""
    width, gap = 2 * _radius(land) + wider, _apart(land) - 0.1
    return f'class="dots" stroke-dasharray=".1 {number(gap)}" stroke-width="{number(width)}"'


def live(board: Board, scene: Scene, elements: Elements) -> dict[str, str]:
    """On each leaf the filled circles and the sums, lit where it may be chosen."""
    drawn, (_, reds, blues), (_, first, second) = {}, scene.circles, scene.sums
    for one, letter in enumerate(LETTERS):
        if (key := f"lit-leaf-{letter}") in elements:  # below the sums, so that its ring hides none
            drawn[key] = _lit(scene, one, f'id="{key}" {_placed(one)}{elements[key].attributes}')
        drawn[f"circles-{letter}"] = _filled(
            board, one, (reds[one], scene.blank[one], blues[one]), (first[one], second[one]), scene.free[one]
        )
    return drawn


@lru_cache(maxsize=4096)
def _filled(board: Board, one: int, circles: tuple[int, int, int], sums: tuple[int, int], left: int) -> str:
    """A leaf with its circles (of Red, blank, of Blue), both sums, and the number of free hexes of its region."""
    land, (red, _, blue) = land_of(board), circles
    free = text(left, 233, RIB + 0.5, "start soft small")
    filled = _circles(land, red, blue) if _is_drawn(land) else _figures(circles)
    dashes = f" {_dashes(land)}" if _is_drawn(land) else ""
    ends = _sum(1, sums[0], sums[0] > sums[1]) + _sum(2, sums[1], sums[1] > sums[0])
    name = f'id="circles-{LETTERS[one]}" class="{LETTERS[one]}" {_placed(one)}'
    return f"<g {name}><g{dashes}>{filled}</g>{ends}{free}</g>"


def _circles(land: Land, red: int, blue: int) -> str:
    """Red's from the left, Blue's from the right, these with a bar."""
    total = sum(land.circles)
    reds = f'<path class="red" d="{_line(land, 0, red)}"/>' if red else ""
    if not blue:
        return reds
    line, bar = _line(land, total - blue, total), _radius(land)
    bars = f'stroke-dasharray="{number(bar)} {number(_apart(land) - bar)}" d="{_line(land, total - blue, total, bar)}"'
    return f'{reds}<path class="blue" d="{line}"/><path class="bars" {bars}/>'


def _figures(circles: tuple[int, int, int]) -> str:
    """Many circles as figures: red, blank, blue."""
    return "".join(
        f'<circle class="many {worn}" cx="{MANY_AT[seat]}" cy="{RIB}" r="12"/>'
        + text(value, MANY_AT[seat], RIB + 0.5, f"numeral many-{worn}")
        for seat, worn, value in zip((1, 0, 2), ("red", "blank", "blue"), circles, strict=True)
    )


def _sum(seat: int, value: int, leads: bool) -> str:
    """The sum of a seat's numbers in the region, on a disc: in the seat's colour when it is the higher one."""
    x = SUM_AT[seat]
    disc = f'<circle class="{f"lead-{seat}" if leads else "sum-plate"}" cx="{x}" cy="{RIB}" r="12"/>'
    worn = "leads" if leads else f"sum-{seat}"
    return f'{disc}<text class="numeral {worn}" x="{x}" y="{RIB + 0.5}">{value}</text>'


def filled_spot(scene: Scene, seat: int, leaf: int) -> tuple[float, float]:
    """The circle that a seat filled last, on the sheet of leaves."""
    x, y = spot(leaf)
    total, filled = sum(scene.land.circles), scene.circles[seat][leaf]
    circle = filled - 1 if seat == 1 else total - filled
    along = circle_spot(scene.land, circle) if _is_drawn(scene.land) else MANY_AT[seat]
    return x + SIZE * along, y + SIZE * RIB


def _lit(scene: Scene, one: int, named: str) -> str:
    """A leaf that may be chosen: a ring around it, and light in the circle that would be filled."""
    red, blue = scene.circles[1][one], scene.circles[2][one]
    circle = red if scene.turn == 1 else sum(scene.land.circles) - blue - 1
    x = circle_spot(scene.land, circle) if _is_drawn(scene.land) else MANY_AT[0]
    return (
        f'<g {named}><use href="#whole-leaf"/>'
        f'<g {at(x, RIB)}><circle class="lit" r="8"/><circle class="lit-dot" r="3"/></g></g>'
    )
