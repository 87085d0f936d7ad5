"""The shapes of Mabula's board: where a cell lies, and the soft outline of a group."""

from collections.abc import Iterable
from functools import lru_cache

from ludotheque.drawing.svg import number
from ludotheque.games.mabula.board import CELLS, COLUMNS

CELL = 80
RIM = 32
EDGE = 4  # room around the board for its side and shadow
SIDE = 8 * CELL + 2 * RIM

INSET = 4
ROUND = 30

Corner = tuple[int, int]


CENTRES = {
    cell: (
        EDGE + RIM + CELL * COLUMNS.index(cell[0]) + CELL // 2,
        EDGE + RIM + CELL * (8 - int(cell[1])) + CELL // 2,
    )
    for cell in CELLS
}


@lru_cache(maxsize=2048)
def outline(cells: tuple[str, ...]) -> str:
    """The border of a group as a path, drawn a little inwards, its corners rounded."""
    inside = {(COLUMNS.index(cell[0]), 8 - int(cell[1])) for cell in cells}
    return "".join(map(_rounded, _loops(inside)))


def _loops(inside: set[Corner]) -> Iterable[list[Corner]]:
    """The closed borders of a set of squares, walked with the inside on the right; where two touch it turns right."""
    following: dict[tuple[Corner, Corner], Corner] = {}  # where from and which way -> where to
    for x, y in inside:
        for dx, dy, start in ((1, 0, (x, y)), (0, 1, (x + 1, y)), (-1, 0, (x + 1, y + 1)), (0, -1, (x, y + 1))):
            if (x + dy, y - dx) not in inside:
                following[start, (dx, dy)] = (start[0] + dx, start[1] + dy)
    while following:
        (first, way), loop = next(iter(following)), []
        point = first
        while (point, way) in following:
            loop.append(point)
            point = following.pop((point, way))
            (dx, dy) = way
            way = next((turn for turn in ((-dy, dx), way, (dy, -dx)) if (point, turn) in following), way)
        yield loop


def _rounded(loop: list[Corner]) -> str:
    """A loop as a path with round corners."""
    around = list(zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True))
    turns = [(one, _way(before, one), _way(one, after)) for before, one, after in around]
    drawn: list[str] = []
    for (x, y), (ax, ay), (bx, by) in turns:
        if (ax, ay) == (bx, by):
            continue
        px = EDGE + RIM + x * CELL + INSET * (bx - ax) * _turn(ax, ay, bx, by)
        py = EDGE + RIM + y * CELL + INSET * (by - ay) * _turn(ax, ay, bx, by)
        start = f"{'L' if drawn else 'M'}{number(px - ax * ROUND)} {number(py - ay * ROUND)}"
        drawn.append(f"{start}q{ax * ROUND} {ay * ROUND} {(ax + bx) * ROUND} {(ay + by) * ROUND}")
    return "".join(drawn) + "z"


def _turn(ax: int, ay: int, bx: int, by: int) -> int:
    """1 at a convex corner, -1 at a concave one."""
    return ax * by - ay * bx


def _way(one: Corner, other: Corner) -> Corner:
    return other[0] - one[0], other[1] - one[1]
