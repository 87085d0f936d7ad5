"""The ground of an island: coast, plots, roads between beaches, walls between complexes, planks over a road."""

from math import sin

from ludotheque.drawing.makabana.parts.island_layout import CELL, PITCH, PlacedIsland, Spot
from ludotheque.drawing.makabana.parts.shore import ABOVE, BELOW, LEFT, RIGHT, Cell, Shore
from ludotheque.drawing.svg import number
from ludotheque.games.board_record import Board
from ludotheque.games.makabana.state import FIRST_SECTOR_CARD, SECTORS

GROW = 22  # sand beyond the plots
HALF, GAP, ROUND = CELL // 2, PITCH - CELL, 6
CORNERS = {  # by side: the corners of a cell between which it runs, the sea on the left hand
    ABOVE: ((0, 0), (1, 0)),
    RIGHT: ((1, 0), (1, 1)),
    BELOW: ((1, 1), (0, 1)),
    LEFT: ((0, 1), (0, 0)),
}


def coast(land: PlacedIsland) -> str:
    """The outline of an island and of its lakes, a little irregular."""
    return "".join(_smooth(_washed(land, loop)) for loop in _loops(land.shore))


def _loops(shore: Shore) -> list[list[tuple[Cell, Cell]]]:
    """The sides that face the sea, chained: corners, and which side begins there."""
    edges: dict[Cell, list[tuple[Cell, Cell]]] = {}
    for cell in shore.sites:
        for side, (start, end) in CORNERS.items():
            if shore.near(cell, side) is None:
                first, last = ((cell[0] + c, cell[1] + r) for c, r in (start, end))
                edges.setdefault(first, []).append((last, side))
    loops = []
    while edges:
        loops.append(_loop(edges))
    return loops


def _loop(edges: dict[Cell, list[tuple[Cell, Cell]]]) -> list[tuple[Cell, Cell]]:
    """One loop, taken out of the edges; where two cells meet in a corner it stays with the same cell."""
    start = corner = min(edges)
    loop: list[tuple[Cell, Cell]] = []
    while not loop or corner != start:
        ways = edges[corner]
        way = min(ways, key=lambda way: _turn(loop[-1][1], way[1]) if loop else 0)
        ways.remove(way)
        if not ways:
            del edges[corner]
        loop.append((corner, way[1]))
        corner = way[0]
    return loop


def _turn(before: Cell, after: Cell) -> int:
    """-1 for a turn that stays with the same cell."""
    return before[1] * after[0] - before[0] * after[1]


def _washed(land: PlacedIsland, loop: list[tuple[Cell, Cell]]) -> list[Spot]:
    points = []
    for k, ((column, row), side) in enumerate(loop):
        along = (-side[1], side[0])
        is_straight = loop[k - 1][1] == side == loop[(k + 1) % len(loop)][1]
        for share in ((0.5,) if k % 2 else ()) if is_straight else (0.3, 0.7):
            x = land.x + PITCH * (column + share * along[0])
            y = land.y + PITCH * (row + share * along[1])
            push = GROW + 5 * sin(0.045 * x + 0.031 * y) + 3 * sin(0.09 * y - 0.06 * x)
            points.append((x + side[0] * push, y + side[1] * push))
    return points


def _smooth(points: list[Spot]) -> str:
    """A closed curve through points."""
    count = len(points)
    drawn = f"M{points[0][0]:.0f} {points[0][1]:.0f}"
    for k in range(count):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (points[(k + step) % count] for step in (-1, 0, 1, 2))
        first = f"C{bx + (cx - ax) / 6:.0f} {by + (cy - ay) / 6:.0f} " if k == 0 else "S"
        drawn += f"{first}{cx - (dx - bx) / 6:.0f} {cy - (dy - by) / 6:.0f} {cx:.0f} {cy:.0f}"
    return drawn + "Z"


def plots(board: Board, land: PlacedIsland) -> str:
    """The plots of each sector as one path, filled with its colour and texture."""
    cards, beaches, complexes = (board.record[name].tolist() for name in ("sector_card", "beach", "complex"))
    drawn = dict.fromkeys(SECTORS, "")
    for cell, site in land.shore.sites.items():
        alike = {
            side: other is not None and complexes[other] == complexes[site] and beaches[other] == beaches[site]
            for side in CORNERS
            for other in [land.shore.near(cell, side)]
        }
        drawn[SECTORS[cards[site] - FIRST_SECTOR_CARD]] += _plot(*land.middle(cell), alike)
    return "".join(
        f'<path class="mb-plots" fill="url(#mb-texture-{sector})" stroke="url(#mb-texture-{sector})" d="{path}"/>'
        for sector, path in drawn.items()
        if path
    )


def _plot(x: float, y: float, alike: dict[Cell, bool]) -> str:
    """A site's ground: reaches out to neighbours on its beach; its line is as broad as its corners are round."""
    reach = {side: HALF - ROUND + (GAP // 2 if alike[side] else 0) for side in alike}
    wide, high = reach[LEFT] + reach[RIGHT], reach[ABOVE] + reach[BELOW]
    return f"M{number(x - reach[LEFT])} {number(y - reach[ABOVE])}h{wide}v{high}h-{wide}z"


def lines_of(board: Board, land: PlacedIsland) -> dict[str, str]:
    """Hairlines between neighbours of a beach, roads between beaches, walls between complexes."""
    beaches, complexes = (board.record[name].tolist() for name in ("beach", "complex"))
    kinds: dict[str, list[tuple[Cell, bool]]] = {"hair": [], "road": [], "wall": []}
    for one, other, corner, upright in land.shore.sides():
        is_road, is_wall = beaches[one] != beaches[other], complexes[one] != complexes[other]
        for kind, holds in (("hair", not is_road and not is_wall), ("road", is_road), ("wall", is_wall)):
            if holds:
                kinds[kind].append((corner, upright))
    return {kind: _lines(land, sides) for kind, sides in kinds.items() if sides}


def _lines(land: PlacedIsland, sides: list[tuple[Cell, bool]]) -> str:
    """Sides that go on straight are one line."""
    drawn = ""
    for (column, row), upright in sides:
        before = (column, row - 1) if upright else (column - 1, row)
        if (before, upright) not in sides:
            length = 1
            while ((column, row + length) if upright else (column + length, row), upright) in sides:
                length += 1
            start = f"M{number(land.x + PITCH * column)} {number(land.y + PITCH * row)}"
            drawn += f"{start}{'v' if upright else 'h'}{PITCH * length}"
    return drawn


def outlines(board: Board, land: PlacedIsland, number_: int) -> str:
    """The coast, the roads and the walls of an island, to be drawn more than once."""
    drawn = {"coast": coast(land), **lines_of(board, land)}
    return "".join(f'<path id="mb-{kind}-{number_}" d="{lines}"/>' for kind, lines in drawn.items())


def borders(board: Board, land: PlacedIsland, number_: int) -> str:
    """The lines, each broad and then narrow upon it, and planks where a complex crosses a road."""
    layers = {"hair": ("mb-hairline",), "road": ("mb-kerb", "mb-road"), "wall": ("mb-wall-halo", "mb-wall")}
    drawn = {
        kind: "".join(f'<use href="#mb-{kind}-{number_}" class="mb-line {worn}"/>' for worn in layers[kind])
        for kind in lines_of(board, land)
    }
    return drawn.get("hair", "") + drawn.get("road", "") + _all_planks(board, land) + drawn.get("wall", "")


def _all_planks(board: Board, land: PlacedIsland) -> str:
    beaches, near = (board.record[name].tolist() for name in ("beach", "near"))
    return "".join(
        _planks(land, corner, upright)
        for one, other, corner, upright in land.shore.sides()
        if beaches[one] != beaches[other] and near[one] >> other & 1
    )


def _planks(land: PlacedIsland, corner: Cell, upright: bool) -> str:
    x, y = land.x + PITCH * corner[0], land.y + PITCH * corner[1]
    if upright:
        return f'<use href="#mb-planks-across" x="{number(x)}" y="{number(y + PITCH / 2)}"/>'
    return f'<use href="#mb-planks" x="{number(x + PITCH / 2)}" y="{number(y)}"/>'


def coast_marks(number_: int) -> str:
    """Shallow water, foam and beach around one outline."""
    layers = ("mb-line mb-shallow", "mb-line mb-foam", "mb-beach")
    return "".join(f'<use href="#mb-coast-{number_}" class="{worn}"/>' for worn in layers)


def waves(width: float, height: float) -> str:
    """A few quiet strokes on the sea, in the margins."""
    spots = [
        (0.02, 30),
        (0.47, 16),
        (0.94, 60),
        (0.03, height - 40),
        (0.2, height - 22),
        (0.8, height - 30),
        (0.95, height * 0.6),
    ]
    strokes = "".join(f"M{width * x:.0f} {y:.0f}q6-6 12 0t12 0 12 0" for x, y in spots)
    return f'<path class="mb-line mb-wave" d="{strokes}"/>'
