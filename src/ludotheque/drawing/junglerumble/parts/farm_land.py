"""A farm: its land, the fields with a fruit for every watered side, the waterways, the legal places."""

from dataclasses import dataclass
from functools import cache, lru_cache

from ludotheque.drawing.drawing import Part
from ludotheque.drawing.element import NOTHING, Element, Elements
from ludotheque.drawing.junglerumble.art import SIDES, group_of
from ludotheque.drawing.junglerumble.layout import Box
from ludotheque.drawing.junglerumble.scene import Farm, JungleScene
from ludotheque.drawing.svg import number
from ludotheque.games.junglerumble.board import CELLS, COLUMNS, EAST_EDGES, NORTH_EDGES, cell_name
from ludotheque.games.junglerumble.state import SIZE

PITCH = 72
LEFT, RIGHT, TOP, BOTTOM = 30, 12, 12, 30  # room for the coordinates
COLUMNS_SHOWN, ROWS_SHOWN = (7, 10), (7, 9)  # g..j and 7..9, as long as the farm has room there
LARGEST = 86


@dataclass(frozen=True, slots=True)
class FarmFrame:
    """The visible section of the land, and its scale and offset in the part."""

    columns: tuple[int, int]
    rows: tuple[int, int]
    pitch: int  # from one cell to the next
    x: int  # where h8 lies
    y: int

    def at(self, row: float, column: float) -> tuple[int, int]:
        return round(self.x + (column - 8) * self.pitch), round(self.y + (8 - row) * self.pitch)

    def place(self, row: float, column: float) -> str:
        """The `transform` of a piece."""
        x, y = self.at(row, column)
        return f'transform="translate({x} {y}) {_scaled(self.pitch)}"'


@cache
def _scaled(pitch: int) -> str:
    return f"scale({pitch / PITCH:.2f})".replace("(0.", "(.")


@lru_cache(maxsize=256)
def frame_of(farm: Farm, box: Box) -> FarmFrame:
    """The fields and one cell around them; it moves and shrinks only as far as a growing farm needs."""
    cells = farm.cells()
    columns = _window(COLUMNS_SHOWN, [column for _, column in cells])
    rows = _window(ROWS_SHOWN, [row for row, _ in cells])
    return _frame(columns, rows, box)


def _window(shown: tuple[int, int], places: list[int]) -> tuple[int, int]:
    low, high = max(min(places) - 1, 1), min(max(places) + 1, SIZE)
    size = max(shown[1] - shown[0], high - low)
    start = min(max(shown[0], high - size), low)
    return start, start + size


@cache
def _frame(columns: tuple[int, int], rows: tuple[int, int], box: Box) -> FarmFrame:
    wide, high = box.width - LEFT - RIGHT, box.height - TOP - BOTTOM
    across, down = columns[1] - columns[0] + 1, rows[1] - rows[0] + 1
    pitch = int(min(wide / across, high / down, LARGEST))
    x = LEFT + wide / 2 - (sum(columns) / 2 - 8) * pitch
    y = TOP + high / 2 + (sum(rows) / 2 - 8) * pitch
    return FarmFrame(columns, rows, pitch, round(x), round(y))


@cache
def _ground(box: Box) -> str:
    """A clearing, with the jungle in its corner."""
    wide, high = box.width, box.height
    spots = ((wide - 26, 0, 108), (wide, 14, 142))
    fronds = "".join(
        f'<use href="#jr-frond" transform="translate({number(x)} {number(y)}) rotate({turn}) scale(.8)"/>'
        for x, y, turn in spots
    )
    return f'<rect class="jr-clearing" width="{number(wide)}" height="{number(high)}" rx="14"/>{fronds}'


@cache
def _land(frame: FarmFrame, box: Box) -> str:
    """The empty land up to its borders, and the names of its rows and columns."""
    columns = _shown(frame.columns, (box.width - LEFT - RIGHT) / frame.pitch)
    rows = _shown(frame.rows, (box.height - TOP - BOTTOM) / frame.pitch)
    wide, high = len(columns) * PITCH, len(rows) * PITCH
    corner = f'x="{(columns[0] - 8.5) * PITCH:g}" y="{(7.5 - rows[-1]) * PITCH:g}"'
    land = f'<rect fill="url(#jr-land)" {corner} width="{wide}" height="{high}" {frame.place(8, 8)}/>'
    places = " ".join(str(frame.at(8, column)[0]) for column in columns)
    letters = "".join(COLUMNS[column - 1] for column in columns)
    below = f'<text class="coordinate" x="{places}" y="{number(box.height - 14)}">{letters}</text>'
    return land + below + _row_names({row: frame.at(row, 8)[1] for row in rows})


def _row_names(places: dict[int, int]) -> str:
    """The numbers of the rows in one text element, each digit positioned."""
    across = " ".join("15" if row < 10 else "11 19" for row in places)
    down = " ".join(str(y) if row < 10 else f"{y} {y}" for row, y in places.items())
    return f'<text class="coordinate" x="{across}" y="{down}">{"".join(map(str, places))}</text>'


def _shown(window: tuple[int, int], room: float) -> list[int]:
    """The rows or columns of a window, and as many around it as there is room for."""
    more = max(int((room - (window[1] - window[0] + 1)) / 2), 0)
    return [place for place in range(window[0] - more, window[1] + more + 1) if 1 <= place <= SIZE]


def draw_farm(scene: JungleScene, seat: int, elements: Elements) -> Part:
    """A seat's farm, with the legal places lit while its owner is to place something."""
    box = scene.layout.farms[seat]
    farm = scene.table.seats[seat].farm
    frame = frame_of(farm, box)
    live = {f"land-{seat}": f'<g id="land-{seat}">{_land(frame, box)}</g>'}
    live |= _pieces(seat, farm, frame, elements)
    live[f"last-farm-{seat}"] = group_of(f"last-farm-{seat}", _last(scene, seat, frame))
    places = _places(scene, farm, elements) if scene.table.turn == seat else ""
    live[f"places-{seat}"] = group_of(f"places-{seat}", places, f' class="lit" {frame.place(8, 8)}')
    live |= _preview(scene, seat, frame)
    return Part(f"farm-{seat}", box.x, box.y, box.width, box.height, _ground(box), live)


def _pieces(seat: int, farm: Farm, frame: FarmFrame, elements: Elements) -> dict[str, str]:
    """Fields, and the waterways above them."""
    begun = _begun_pieces(seat, farm, frame)
    return {key: f"{markup}{elements.get(key, NOTHING).attributes}/>" for key, markup in begun.items()}


@lru_cache(maxsize=256)
def _begun_pieces(seat: int, farm: Farm, frame: FarmFrame) -> dict[str, str]:
    """The markup of each piece up to its element's attributes; cached, for most farms do not change in a step."""
    begun = {}
    for row, column in farm.cells():
        key, art = f"field-{seat}-{cell_name(row, column)}", f"f{farm.watered_sides(row, column)}"
        begun[key] = f'<use id="{key}" href="#jr-{art}" {frame.place(row, column)}'
    for name, (side, y, x) in farm.waterways().items():
        key = f"water-{seat}-{name}"
        begun[key] = f'<use id="{key}" href="#jr-w{side}" {frame.place(y, x)}'
    return begun


def _places(scene: JungleScene, farm: Farm, elements: Elements) -> str:
    """Cells for the next field, or edges for the next waterway."""
    drawn = ""
    for key, element in elements.items():
        kind, _, name = key.partition("-")
        if kind == "cell":
            drawn += _place(scene, key, "cell" if element.steps else "touch-cell", CELLS[name], element)
        elif kind == "edge":
            (side, row, column), both = _edge(farm, name)
            drawn += _place(scene, key, f"edge-{side}{both}", (row, column), element)
    return drawn


def _place(scene: JungleScene, key: str, sign: str, middle: tuple[float, float], element: Element) -> str:
    """A place, measured from h8."""
    worn = ' class="lit selected"' if key in scene.marks.chosen else ""
    x, y = f"{(middle[1] - 8) * PITCH:g}", f"{(8 - middle[0]) * PITCH:g}"
    return f'<use id="{key}"{worn} href="#jr-{sign}" x="{x}" y="{y}"{element.attributes}/>'


def _edge(farm: Farm, name: str) -> tuple[tuple[str, float, float], str]:
    """An edge's side and middle, and whether fields lie on both its sides."""
    if name in EAST_EDGES:
        row, column = EAST_EDGES[name]
        both = farm.has_field(row, column) and farm.has_field(row, column + 1)
        return ("e", row, column + 0.5), "2" if both else ""
    row, column = NORTH_EDGES[name]
    both = farm.has_field(row, column) and farm.has_field(row + 1, column)
    return ("n", row + 0.5, column), "2" if both else ""


def _last(scene: JungleScene, seat: int, frame: FarmFrame) -> str:
    """An amber ring on a dark edge about what was placed last."""
    drawn = ""
    for place in scene.last_places:
        kind, _, name = place.partition(f"-{seat}-")
        if name and kind in ("field", "water"):
            shape, where = _shape(name)
            drawn += f'<use href="#jr-last-{shape}" {frame.place(*where)}/>'
    return drawn


def _shape(name: str) -> tuple[str, tuple[float, float]]:
    """The shape of a place in the farm, and its middle."""
    if name in EAST_EDGES:
        row, column = EAST_EDGES[name]
        return "e", (row, column + 0.5)
    if name in NORTH_EDGES:
        row, column = NORTH_EDGES[name]
        return "n", (row + 0.5, column)
    return "cell", CELLS[name]


def _preview(scene: JungleScene, seat: int, frame: FarmFrame) -> dict[str, str]:
    """The field or waterway of the previewed step, translucent, with the fruits it would bring."""
    kind, _, name = scene.marks.preview.partition(":")
    if scene.after is None or seat != scene.table.turn or kind not in ("field", "water"):
        return {}
    before, after = scene.table.seats[seat].farm, scene.after.seats[seat].farm
    drawn = ""
    for row, column in after.cells():
        sides = after.watered_sides(row, column)
        if not before.has_field(row, column):
            drawn += f'<use class="ghost" href="#jr-f{sides}" {frame.place(row, column)}/>'
        elif fresh := sides & ~before.watered_sides(row, column):
            drawn += _fruits(fresh, frame, row, column)
    shape, where = _shape(name)
    if shape != "cell":
        drawn = f'<use class="ghost" href="#jr-w{shape}" {frame.place(*where)}/>{drawn}'
    drawn += f'<use href="#jr-next-{shape}" {frame.place(*where)}/>'
    return {f"preview-{seat}": f'<g id="preview-{seat}">{drawn}</g>'}


def _fruits(sides: int, frame: FarmFrame, row: int, column: int) -> str:
    inner = "".join(
        f'<use href="#jr-food" transform="translate({20 * x} {20 * y}) scale(.8)"/>'
        for bit, (x, y) in enumerate(SIDES)
        if sides >> bit & 1
    )
    return f'<g class="jr-fresh" {frame.place(row, column)}>{inner}</g>'
