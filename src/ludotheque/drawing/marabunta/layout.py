"""The layout of Marabunta's sheet: the hexes of any territory, and the parts around them.

Middles and corners of hexes lie on a lattice of whole numbers: across in halves of a side, down in halves of a hex.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import hypot, sqrt

from ludotheque.drawing.marabunta.scene import Land, land_of
from ludotheque.games.board_record import Board
from ludotheque.games.marabunta.board_file import COLUMNS

HEX = 40  # the side of a hex, before the map is fitted in
ACROSS, DOWN = HEX / 2, HEX * sqrt(3) / 2
MARGIN, GAP = 16, 20
SIDE_WIDTH, MIDDLE_WIDTH = 264, 776
MIDDLE_X, RIGHT_X = MARGIN + SIDE_WIDTH + GAP, MARGIN + SIDE_WIDTH + 2 * GAP + MIDDLE_WIDTH
SHEET_WIDTH = RIGHT_X + SIDE_WIDTH + MARGIN
PROMPT_HEIGHT, TRAY_HEIGHT, BETWEEN = 52, 118, 12  # above and below the map, and the gaps there
COORDINATE, SHORE = 20, 8  # room for a coordinate, and for the shore
TALLEST = 640
SMALLEST, LARGEST = 0.46, 1.5
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
ACROSS_SIDES = ((3, 1), (0, 2), (-3, 1), (-3, -1), (0, -2), (3, -1))  # the middle of the hex beyond each side
Point = tuple[float, float]
Knot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """A territory fitted into the middle of the sheet."""

    scale: float
    corner: Point  # where the lattice begins
    knots: tuple[Knot, ...]  # the middle of each hex, on the lattice
    spots: tuple[Point, ...]  # and on the sheet
    places: tuple[str, ...]  # and as attributes
    lettered: frozenset[int]  # hexes that show their region's letter
    height: int  # of the map

    def spot(self, knot: tuple[float, float]) -> Point:
        """The place of a knot of the lattice."""
        x, y = self.corner
        return round(x + knot[0] * ACROSS * self.scale, 1), round(y + knot[1] * DOWN * self.scale, 1)


@cache
def layout_of(board: Board) -> SheetLayout:
    """Fit a territory in: as large as the sheet allows, its region letters where they are seen."""
    land = land_of(board)
    knots = tuple(_knot(name) for name in land.hexes)
    wide, left = _extent([x for x, _ in knots], 2, ACROSS)
    high, top = _extent([y for _, y in knots], 1, DOWN)
    room = MIDDLE_WIDTH - COORDINATE
    scale = round(min(LARGEST, room / wide, max(SMALLEST, (TALLEST - COORDINATE) / high)), 3)
    corner = COORDINATE + (room - scale * wide) / 2 - scale * left, COORDINATE - scale * top
    empty = SheetLayout(scale, corner, knots, (), (), frozenset(), round(COORDINATE + scale * high))
    spots = tuple(empty.spot(knot) for knot in knots)
    lettered = frozenset(_letter_spot(land, spots, piece) for piece in _pieces(land))
    return SheetLayout(
        scale, corner, knots, spots, tuple(f'x="{x:g}" y="{y:g}"' for x, y in spots), lettered, empty.height
    )


def middle_height(board: Board) -> int:
    """The height of prompt, map and tray together."""
    return PROMPT_HEIGHT + BETWEEN + layout_of(board).height + BETWEEN + TRAY_HEIGHT


def _knot(name: str) -> Knot:
    column, row = COLUMNS.index(name[0]), int(name[1:])
    return 3 * column, 2 * row + column % 2


def _extent(values: list[int], half: int, step: float) -> tuple[float, float]:
    """The size of the hexes with their shore, and where they begin."""
    low, high = min(values) - half, max(values) + half
    return (high - low) * step + 2 * SHORE, low * step - SHORE


def _pieces(land: Land) -> list[list[int]]:
    """The connected pieces of every region."""
    left, pieces = set(range(len(land.hexes))), []
    while left:
        piece, edge = [], [min(left)]
        left.discard(edge[0])
        while edge:
            one = edge.pop()
            piece.append(one)
            more = [other for other in land.near[one] if other in left and land.regions[other] == land.regions[one]]
            left.difference_update(more)
            edge += more
        pieces.append(piece)
    return pieces


def _letter_spot(land: Land, spots: tuple[Point, ...], piece: list[int]) -> int:
    """The hex of a piece that shows its letter: without a feature where there is one, near the middle."""
    x, y = (sum(spots[one][axis] for one in piece) / len(piece) for axis in (0, 1))
    return min(piece, key=lambda one: (land.features[one] != "", hypot(spots[one][0] - x, spots[one][1] - y), one))


def columns(land: Land, layout: SheetLayout) -> list[tuple[str, Point]]:
    """Each column's letter and its place, above the topmost hex of the map's edge."""
    top = min(y for _, y in layout.knots) - 1
    found = {name[0]: knot[0] for name, knot in zip(land.hexes, layout.knots, strict=True)}
    highest = {x: min(y for other, y in layout.knots if other == x) for x in found.values()}
    spots = {letter: layout.spot((x, min(highest[x] - 1, top + 1))) for letter, x in found.items()}
    return [(letter, (round(x), round(y - SHORE * layout.scale - 4))) for letter, (x, y) in sorted(spots.items())]


def rows(land: Land, layout: SheetLayout) -> list[tuple[str, Point]]:
    """Each row's number, left of the map, at the height of the columns a, c, e ..."""
    left = min(x for x, _ in layout.knots) - 2
    numbers = sorted({int(name[1:]) for name in land.hexes})
    spots = [layout.spot((left, 2 * row)) for row in numbers]
    return [(str(row), (round(x - 12), round(y))) for row, (x, y) in zip(numbers, spots, strict=True)]


def outline(land: Land, layout: SheetLayout) -> str:
    """The shore around the territory, and around every hole in it."""
    sides = {}
    for knot in layout.knots:
        for side, (dx, dy) in enumerate(ACROSS_SIDES):
            if (knot[0] + dx, knot[1] + dy) not in layout.knots:
                sides[_corner(knot, side)] = _corner(knot, side + 1)
    loops = []
    while sides:
        start, corner = sides.popitem()
        loop = [start]
        while corner != start:
            loop.append(corner)
            corner = sides.pop(corner)
        loops.append("M" + "L".join(_pixel(layout, one) for one in loop) + "Z")
    return "".join(loops)


def rivers(land: Land, layout: SheetLayout) -> str:
    """The borders between regions, each drawn on as far as it goes."""
    numbers, sides = {knot: one for one, knot in enumerate(layout.knots)}, dict[Knot, set[Knot]]()
    for one, knot in enumerate(layout.knots):
        for side, (dx, dy) in enumerate(ACROSS_SIDES):
            other = numbers.get((knot[0] + dx, knot[1] + dy), one)
            if one < other and land.regions[one] != land.regions[other]:
                start, end = _corner(knot, side), _corner(knot, side + 1)
                sides.setdefault(start, set()).add(end)
                sides.setdefault(end, set()).add(start)
    return "".join(_trails(layout, sides))


def _trails(layout: SheetLayout, sides: dict[Knot, set[Knot]]) -> Iterator[str]:
    """Walk along sides until all are drawn."""
    for start in sorted(sides, key=lambda knot: (len(sides[knot]) % 2 == 0, knot)):
        while sides[start]:
            trail = [start]
            while sides[trail[-1]]:
                here, there = trail[-1], min(sides[trail[-1]])
                sides[here].discard(there)
                sides[there].discard(here)
                trail.append(there)
            yield "M" + "L".join(_pixel(layout, knot) for knot in trail)


def _pixel(layout: SheetLayout, knot: Knot) -> str:
    x, y = layout.spot(knot)
    return f"{round(x)} {round(y)}"


def _corner(knot: Knot, side: int) -> Knot:
    dx, dy = CORNERS[side % 6]
    return knot[0] + dx, knot[1] + dy
