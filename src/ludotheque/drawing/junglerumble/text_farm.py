"""A farm in text, laid out as the text board lays it out: each field with its watered sides, open places with a plus.

    g   h   i   j
9   ·   +   +   ·
8   +  ▒1▒║▒1▒  +
"""

from dataclasses import dataclass, field

from ludotheque.drawing.ink import Ink
from ludotheque.drawing.junglerumble.scene import Farm, JungleScene
from ludotheque.games.junglerumble.board import CELLS, cell_name
from ludotheque.games.junglerumble.text_board import lay_out_farm

MARGIN = 3  # room for the numbers of the rows
WATER = {" ": "║", "   ": "═══"}  # by the blank of an edge: between two cells of a row, between two rows


@dataclass(frozen=True)
class Map:
    """A farm now (`farm`) and after the preview (`then`), with the names of its open places and of its last step."""

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
    before, after = drawn.farm.waterways(), drawn.then.waterways()

    def cell(name: str) -> str:
        return _spot(drawn, name, _cell(drawn, name, ink), ink)

    def edge(name: str, blank: str) -> str:
        if name in after:
            sign = _water(drawn, name, WATER[blank], name in before, ink)
        elif name in drawn.opened:
            around = " " * (len(blank) // 2)
            sign = f"{around}{ink.wear('lit', '+')}{around}"
        else:
            sign = blank
        return _spot(drawn, name, sign, ink)

    fields = [cell_name(*place) for place in drawn.then.cells()]
    letters, *lines = lay_out_farm(fields, after.keys() | drawn.opened, cell, edge, MARGIN)
    wide = len(letters) + 2
    return [(line, wide) for line in (ink.wear("soft", letters) + "  ", *lines)]


def _cell(drawn: Map, name: str, ink: Ink) -> str:
    """A field with the number of its watered sides; an open cell; bare soil."""
    row, column = CELLS[name]
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


def _spot(drawn: Map, name: str, text: str, ink: Ink) -> str:
    return ink.spot(name if drawn.is_own else "", text)


def _water(drawn: Map, name: str, sign: str, is_there: bool, ink: Ink) -> str:
    """A waterway; the last one has stars, a previewed one question marks."""
    if not is_there:
        return ink.wear("lit", "?" * len(sign))
    if name in drawn.last:
        return ink.wear("last", "*" * len(sign))
    return ink.code("36", sign)
