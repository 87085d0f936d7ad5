"""A farm in text: three characters a cell, waterways between the cells, open places marked with a plus.

   g   h   i   j
9  ·   +   +   ·
8  + ▒1▒║▒1▒ +
"""

from dataclasses import dataclass, field

from ludotheque.drawing.ink import Ink
from ludotheque.drawing.junglerumble.scene import Farm, JungleScene
from ludotheque.games.junglerumble.board import COLUMNS, cell_name, east_name, north_name
from ludotheque.games.junglerumble.state import SIZE

LETTER = 5  # where the first column begins


@dataclass(frozen=True)
class Map:
    """What is drawn on a farm: how it is and would be, what is open, what came last."""

    farm: Farm
    then: Farm
    opened: frozenset[str] = field(default_factory=frozenset)
    last: frozenset[str] = field(default_factory=frozenset)
    is_own: bool = False  # its places can be pointed at


def map_of(scene: JungleScene, seat: int) -> Map:
    """The map of a seat's farm."""
    farm = scene.table.seats[seat].farm
    then = scene.after.seats[seat].farm if scene.after and seat == scene.table.turn else farm
    is_own = scene.is_waited_for and scene.table.turn == seat and scene.table.phase == "placing"
    opened = frozenset(step.partition(":")[2] for step in scene.legal) if is_own else frozenset()
    places = [place.split("-") for place in scene.last_places if place.startswith(("field", "water"))]
    last = frozenset(name for _, owner, name in places if int(owner) == seat)
    return Map(farm, then, opened, last, scene.view.seat == seat)


def draw_map(drawn: Map, ink: Ink) -> list[tuple[str, int]]:
    """Lines, each with its visible width."""
    cells = drawn.then.cells()
    rows = _cropped([row for row, _ in cells])
    columns = _cropped([column for _, column in cells])
    letters = " " * LETTER + "   ".join(COLUMNS[column - 1] for column in columns)
    wide = 4 * len(columns) + 4
    lines = [ink.wear("soft", letters) + " " * (wide - len(letters)), *_between(drawn, rows[-1], columns, ink)]
    for row in reversed(rows):
        line = f"{row:2} " + _east(drawn, row, columns[0] - 1, ink)
        for column in columns:
            cell = _cell(drawn, row, column, ink)
            line += _spot(drawn, cell_name(row, column), cell, ink) + _east(drawn, row, column, ink)
        lines += [line, *_between(drawn, row - 1, columns, ink)]
    return [(line, wide) for line in lines]


def _cropped(places: list[int]) -> range:
    return range(max(1, min(places) - 1), min(SIZE, max(places) + 1) + 1)


def _cell(drawn: Map, row: int, column: int, ink: Ink) -> str:
    """A field with the number of its watered sides; an open cell; bare soil."""
    name = cell_name(row, column)
    if drawn.then.has_field(row, column):
        sides = drawn.then.watered_sides(row, column).bit_count()
        if not drawn.farm.has_field(row, column):
            return ink.wear("lit", f"?{sides}?")
        if name in drawn.last:
            return ink.wear("last", f"*{sides}*")
        return ink.code("33" if sides else "2;33", f"▒{sides}▒")
    if name in drawn.opened:
        return " " + ink.wear("lit", "+") + " "
    return ink.wear("soft", " · ")


def _east(drawn: Map, row: int, column: int, ink: Ink) -> str:
    """The edge east of a cell."""
    name = east_name(row, column)
    if drawn.then.east[row] >> column & 1:
        return _spot(drawn, name, _water(drawn, name, "║", bool(drawn.farm.east[row] >> column & 1), ink), ink)
    return _spot(drawn, name, ink.wear("lit", "+") if name in drawn.opened else " ", ink)


def _between(drawn: Map, row: int, columns: range, ink: Ink) -> list[str]:
    """The edges north of a row; no line where there is nothing to see."""
    line, is_empty = "    ", True
    for column in columns:
        name = north_name(row, column)
        if drawn.then.north[row] >> column & 1:
            piece = _water(drawn, name, "═══", bool(drawn.farm.north[row] >> column & 1), ink)
        else:
            piece = f" {ink.wear('lit', '+')} " if name in drawn.opened else ""
        is_empty = is_empty and not piece
        line += _spot(drawn, name, piece or "   ", ink) + " "
    return [] if is_empty else [line]


def _spot(drawn: Map, name: str, text: str, ink: Ink) -> str:
    return ink.spot(name if drawn.is_own else "", text)


def _water(drawn: Map, name: str, sign: str, is_there: bool, ink: Ink) -> str:
    """A waterway; the last one has stars, a previewed one question marks."""
    if not is_there:
        return ink.wear("lit", "?" * len(sign))
    if name in drawn.last:
        return ink.wear("last", "*" * len(sign))
    return ink.code("36", sign)
