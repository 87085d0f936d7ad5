"""A seat's panel: its score, its powers with their crates, the cupcake row and the anthills."""

from functools import cache

from ludotheque.drawing.element import Element, Elements
from ludotheque.drawing.language import language
from ludotheque.drawing.marabunta.labels import ANTHILLS, role_label, seat_word
from ludotheque.drawing.marabunta.layout import SIDE_WIDTH
from ludotheque.drawing.marabunta.parts.panel import BOX_RISE, BOXES, EDGE, MOST_ANTHILLS, RIGHT, STEP, Panel, panel_of
from ludotheque.drawing.marabunta.scene import Scene
from ludotheque.drawing.svg import at, number, text, use
from ludotheque.games.board_record import Board
from ludotheque.games.marabunta.nouns import power_name

CAKE_SIZE = 0.8
LABEL = 35  # where the name of a power begins
NAMED = 98  # height of the name with the score, and of the holdings in figures
GOODS_HEIGHT, GOODS_Y = 34, 62  # the holdings in figures: on a page beside the name
FIGURES = (29, 81, 154, 220)
HAVE = ("anthills-left", "cupcakes-ticked", "crates-ticked", "leaves-now")  # what these figures count


@cache
def ground(board: Board, seat: int, code: str) -> str:
    """The panel with all boxes empty."""
    return (
        f'<rect class="panel" width="{SIDE_WIDTH}" height="{panel_of(board).height}" rx="16"/>'
        f'<g class="seat-{seat}"><use href="#ant" transform="translate(38 36) scale(1.25)"/></g>'
        f'{text(language(code, "marabunta").say(seat_word(seat)), 76, 28, "start heading")}<use href="#holdings"/>'
        f"{_explained(panel_of(board), seat)}"
    )


def _explained(panel: Panel, seat: int) -> str:
    """Where powers, cupcakes and anthills explain themselves: what is drawn in one piece has no ids of its own."""
    boxes = -(-len(panel.land.row) // BOXES)
    places: dict[str, tuple[float, float]] = {
        f"about-power-{seat}-{name}": (y - STEP / 2, STEP)
        for (name, *_), y in zip(panel.land.powers, panel.powers, strict=True)
    }
    places[f"about-cakes-{seat}"] = (panel.cakes - 16, BOX_RISE * boxes)
    if panel.land.anthills:
        places[f"about-anthills-{seat}"] = (panel.anthills - 16, 32)
    return "".join(
        f'<rect id="{key}" class="about" x="{EDGE}" y="{number(y)}" width="{RIGHT - EDGE}" height="{number(high)}"/>'
        for key, (y, high) in places.items()
    )


def on_page(board: Board) -> str:
    """The panel for a page, which shows name, score and figures elsewhere."""
    return f"0 {NAMED} {SIDE_WIDTH} {panel_of(board).anthills - 22 - NAMED}"


@cache
def defs_of(board: Board, code: str) -> str:
    """The ground that both panels share."""
    panel = panel_of(board)
    land = panel.land
    shown = range(land.anthills if land.anthills <= MOST_ANTHILLS else 1)
    return "".join(
        (
            '<g id="holdings">',
            f'<path class="rule" d="M{EDGE} 97H{RIGHT}"/>',
            *(_power_ground(panel, row, code) for row in range(len(land.powers))),
            _cakes(panel, "n", len(land.row), ' class="slot"'),
            *(_box(panel, box, points) for box, points in enumerate(land.row)),
            text(language(code, "marabunta").say(ANTHILLS), EDGE, panel.anthills, "power") if land.anthills else "",
            *(use("anthill", *panel.anthill(one), "spent") for one in shown),
            "</g>",
        )
    )


@cache
def goods_ground(seat: int) -> str:
    """The signs of a seat's holdings in figures: anthills, cupcakes and crates ticked, points of the leaves."""
    explained = "".join(
        f'<rect id="about-{name}-{seat}" class="about" x="{x - 29}" y="1" width="{wide}" height="32"/>'
        for name, x, wide in zip(HAVE, FIGURES, (47, 70, 60, 70), strict=True)
    )
    return (
        '<use href="#anthill" transform="translate(14 16) scale(.74)"/>'
        '<use href="#cupcake" transform="translate(67 17) scale(.7)"/>'
        '<use href="#crate" transform="translate(140 16) scale(.74)"/>'
        f'<use href="#sprig" transform="translate(206 16) scale(.85)"/>{explained}'
    )


def goods(scene: Scene, seat: int) -> dict[str, str]:
    """A seat's holdings in figures."""
    figures = (
        scene.anthills[seat], f"{scene.cupcakes[seat]}/{len(scene.land.row)}",
        sum(scene.ticked[seat][: len(scene.land.powers)]), f"+{sum(scene.scores[seat][2:])}",
    )  # fmt: skip
    drawn = "".join(text(figure, x, 17, "have") for x, figure in zip(FIGURES, figures, strict=True))
    return {f"goods-{seat}": f'<g id="goods-{seat}">{drawn}</g>'}


def _power_ground(panel: Panel, row: int, code: str) -> str:
    _name, needed, effect, figure = panel.land.powers[row]
    words = language(code, "marabunta").say(power_name(effect, figure))
    return text(words, LABEL, panel.powers[row], "power") + _crates(panel, row, f'href="#e{needed}" class="slot"')


def _crates(panel: Panel, row: int, what: str) -> str:
    """A row of crates, ticked or empty."""
    x, y = panel.crate(row, 0)
    return f'<use {what} transform="translate({number(x)} {number(y)}) scale({panel.crate_size(row):.3g})"/>'


def _box(panel: Panel, box: int, points: int) -> str:
    x, y = panel.cake(box)
    return text(f"+{points}", x, y + 23, "worth")


def _cakes(panel: Panel, kind: str, boxes: int, worn: str = "") -> str:
    """Boxes of the cupcake row, empty or ticked."""
    x, y = panel.cake(0)
    return f'<use href="#{kind}{boxes}"{worn} transform="translate({x} {y:g}) scale({CAKE_SIZE})"/>' if boxes else ""


def live(board: Board, scene: Scene, seat: int, code: str, elements: Elements) -> dict[str, str]:
    """The live elements of a seat's panel."""
    panel, rows = panel_of(board), range(len(scene.land.powers))
    drawn = _frame(panel, scene, seat) | _head(scene, seat, code)
    for row in rows:
        if element := elements.get(key := f"power-{seat}-{scene.land.powers[row][0]}"):
            drawn[key] = _power(panel, row, scene.ticked[seat][row], key, element)
    for row in rows:
        key = f"crates-{seat}-{scene.land.powers[row][0]}"
        drawn[key] = f'<g id="{key}">{_ticked(panel, row, scene.ticked[seat][row])}</g>'
    drawn[f"cupcakes-{seat}"] = f'<g id="cupcakes-{seat}">{_cakes(panel, "y", scene.cupcakes[seat])}</g>'
    drawn[f"anthills-{seat}"] = f'<g id="anthills-{seat}">{_anthills(panel, scene.anthills[seat])}</g>'
    return drawn


def _frame(panel: Panel, scene: Scene, seat: int) -> dict[str, str]:
    """A border around the seat to move, a laurel for the winner."""
    drawn = {}
    if scene.turn == seat:
        size = f'width="{SIDE_WIDTH}" height="{panel.height}" rx="16"'
        drawn[f"frame-{seat}"] = f'<rect id="frame-{seat}" class="frame panel to-move" {size}/>'
    if scene.winner == seat:
        drawn[f"laurel-{seat}"] = f'<use id="laurel-{seat}" href="#laurel" transform="translate(178 34) scale(1.2)"/>'
    return drawn


def _head(scene: Scene, seat: int, code: str) -> dict[str, str]:
    """The score, and the seat's role in this round."""
    total = text(sum(scene.scores[seat]), RIGHT, 34, "end numeral score")
    role = language(code, "marabunta").say(role_label(seat == scene.splitter)) if scene.turn >= 0 else ""
    return {f"score-{seat}": f'<g id="score-{seat}">{text(role, 76, 49, "start role")}{total}</g>'}


def _ticked(panel: Panel, row: int, ticked: int) -> str:
    """The ticked crates, and a tick when the power is complete."""
    crates = _crates(panel, row, f'href="#t{ticked}"') if ticked else ""
    is_complete = ticked == panel.land.powers[row][1]
    return crates + (f'<use href="#complete" y="{panel.powers[row]}"/>' if is_complete else "")


def _anthills(panel: Panel, left: int) -> str:
    if panel.land.anthills <= MOST_ANTHILLS:
        return "".join(use("anthill", *panel.anthill(one)) for one in range(left))
    x, y = panel.anthill(0)
    return (use("anthill", x, y) if left else "") + text(f"{left} ×", x - 24, y, "end numeral")


def _power(panel: Panel, row: int, ticked: int, key: str, element: Element) -> str:
    """A power of the viewing seat: lit when a crate of it may be ticked now."""
    y = panel.powers[row]
    if not element.steps:
        return f'<use id="{key}" href="#no-row" y="{y}"{element.attributes}/>'
    slot = f'<use href="#row"/><use href="#slot" x="{number(panel.crate(row, ticked)[0])}"/>'
    return f'<g id="{key}" {at(0, y)}{element.attributes}>{slot}</g>'
