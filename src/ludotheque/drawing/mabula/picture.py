"""Mabula as a picture: the board with its marbles, a panel for each seat, and the figures of the groups."""

from functools import cache, lru_cache

from ludotheque.drawing.drawing import Drawing, Marks, Part
from ludotheque.drawing.element import Elements
from ludotheque.drawing.language import language
from ludotheque.drawing.mabula import labels
from ludotheque.drawing.mabula.art import DEFS, wooden_board
from ludotheque.drawing.mabula.elements import RING, elements_of
from ludotheque.drawing.mabula.layout import CENTRES, EDGE, SIDE
from ludotheque.drawing.mabula.marks import draw_groups, draw_last, draw_origin, draw_preview, draw_tags
from ludotheque.drawing.mabula.parts import group_figures, seat_panels
from ludotheque.drawing.mabula.parts.seat_panels import GLASS
from ludotheque.drawing.mabula.scene import INSIDE, MabulaScene, read_scene
from ludotheque.drawing.shared_names import seat_name
from ludotheque.games.mabula.board import RING_CELLS
from ludotheque.play.view import View

WATCHERS_ALIKE = True  # a seat without a move sees the spectator's picture
MARGIN = 24
BOARD = SIDE + 2 * EDGE
HEIGHT = BOARD + 10
LIFT = (6, -9)  # a chosen marble is lifted a little


def draw(view: View, marks: Marks, code: str) -> Drawing:
    """A view of Mabula."""
    scene = read_scene(view, marks)
    elements = elements_of(scene, code)
    left, down = MARGIN + BOARD + MARGIN, seat_panels.HEIGHT + MARGIN
    parts = (
        Part("board", MARGIN, MARGIN, BOARD, HEIGHT, wooden_board(), draw_board(scene, elements)),
        seat_panels.draw_panel(scene, 1, left, MARGIN + EDGE, code),
        seat_panels.draw_panel(scene, 2, left, MARGIN + EDGE + down, code),
        group_figures.draw_figures(scene, left, MARGIN + EDGE + 2 * down, code),
    )
    mover = seat_name(view, scene.turn) if scene.turn else None
    title = language(code, "mabula").say(labels.title_of(mover, *scene.scores))
    width = left + seat_panels.WIDTH + MARGIN
    height = HEIGHT + 2 * MARGIN
    return Drawing("mabula", title, width, height, DEFS, parts, attempt=_attempt(scene), elements=elements)


def _attempt(scene: MabulaScene) -> str:
    """The text of a try at a cell: as the target of a chosen marble, else as an origin."""
    if not scene.steps:
        return ""
    origin = next((cell for cell in scene.chosen if cell in RING_CELLS), "")
    return f"{origin}-{{}}" if origin else "{}"


def draw_board(scene: MabulaScene, elements: Elements) -> dict[str, str]:
    """The live elements of the board, bottom layer first."""
    starts = set() if scene.ahead else {step[:2] for step in scene.open}
    ends = {step[3:] for step in scene.open} if scene.chosen else set()
    leaving = {old for _, old, _ in scene.ahead.moved} if scene.ahead else set()
    live = {"last": draw_last(scene), "groups": draw_groups(scene)}
    live |= _ring_places()
    live["origin"] = draw_origin(scene)
    for index, cell in enumerate(scene.marbles):
        key = f"m{index}"
        lit = "leaving" if cell in leaving else "lifted" if cell in scene.chosen else "lit" if cell in starts else ""
        live[key] = _marble(key, cell, scene.standing[cell], lit, elements[key].attributes)
    live["tags"] = draw_tags(scene)
    for cell in INSIDE:
        key, worn = f"cell-{cell}", "place held" if cell in scene.standing else "place"
        live[key] = _place(key, f"{worn} lit" if cell in ends else worn, elements[key].attributes)
    live["preview"] = draw_preview(scene)
    return live


@cache
def _ring_places() -> dict[str, str]:
    """The edge cells, where no move ends."""
    return {key: _place(key, "place", element.attributes) for key, element in RING.items()}


@lru_cache(maxsize=4096)
def _place(key: str, worn: str, attributes: str) -> str:
    x, y = CENTRES[key.removeprefix("cell-")]
    return f'<use href="#place" id="{key}" class="{worn}" x="{x}" y="{y}"{attributes}/>'


@lru_cache(maxsize=4096)
def _marble(key: str, cell: str, seat: int, lit: str, attributes: str) -> str:
    """A marble, `lit` being its state: lit, lifted, leaving or ""."""
    x, y = CENTRES[cell]
    if lit == "lifted":
        x, y = x + LIFT[0], y + LIFT[1]
    worn = f"piece marble {lit}" if lit else "piece marble"
    named = f'id="{key}" class="{worn}" transform="translate({x} {y})"'
    return f'<use href="#{GLASS[seat]}" {named}{attributes}/>'
