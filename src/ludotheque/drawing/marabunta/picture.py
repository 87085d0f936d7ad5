"""Marabunta as a picture: the territory in the middle, seats on the left, leaves and tiles on the right."""

from dataclasses import replace

from ludotheque.drawing.drawing import NO_MARKS, Drawing, Marks, Part
from ludotheque.drawing.element import Elements
from ludotheque.drawing.language import language
from ludotheque.drawing.marabunta import art
from ludotheque.drawing.marabunta.elements import elements_of, printed_of
from ludotheque.drawing.marabunta.labels import title_of
from ludotheque.drawing.marabunta.layout import (
    BETWEEN,
    GAP,
    MARGIN,
    MIDDLE_WIDTH,
    MIDDLE_X,
    PROMPT_HEIGHT,
    RIGHT_X,
    SHEET_WIDTH,
    SIDE_WIDTH,
    TRAY_HEIGHT,
    layout_of,
)
from ludotheque.drawing.marabunta.marks import Added, mark
from ludotheque.drawing.marabunta.page_facts import facts_of
from ludotheque.drawing.marabunta.parts import end_watch, holdings, leaves, pile, prompt, territory, trays
from ludotheque.drawing.marabunta.parts.panel import panel_of
from ludotheque.drawing.marabunta.parts.preview import preview, split_of, used_in, wished
from ludotheque.drawing.marabunta.scene import Scene, read_scene
from ludotheque.games.board_record import Board
from ludotheque.games.marabunta.state import SEATS
from ludotheque.play.view import View

SETS = {"split": "split:{chosen}/{rest}"}


def draw(view: View, marks: Marks = NO_MARKS, code: str = "en") -> Drawing:
    """A view as a picture."""
    scene, board, speak = read_scene(view), view.setup.board, language(code, "marabunta").say
    elements = elements_of(scene, speak)
    parts = _parts(board, scene, marks, code, elements)
    for added in _added(view, scene, marks):
        parts = tuple(replace(part, live={**part.live, **added.get(part.name, {})}) for part in parts)
    height = max(part.y + part.height for part in parts) + MARGIN
    return Drawing(
        game="marabunta", title=speak(title_of(scene)), width=SHEET_WIDTH, height=height,
        defs=art.defs_of(board) + leaves.defs_of(board) + holdings.defs_of(board, code), parts=parts,
        sets=SETS if scene.verb == "split" else {},
        attempt="{}" if scene.verb else "", elements=elements, printed=printed_of(board),
        facts=facts_of(scene, elements, split_of(marks.preview)),
    )  # fmt: skip


def _added(view: View, scene: Scene, marks: Marks) -> list[Added]:
    """Marks that lie above everything else."""
    board, added = view.setup.board, []
    if marks.preview.startswith("split:"):  # the preview moves the dice away from their rings
        marks = replace(marks, last=())
    if marks.last or marks.chosen:
        added.append(mark(board, scene, marks))
    if marks.preview:
        added += [preview(view, scene, marks.preview), wished(scene, marks.preview)]
    return added


def _parts(board: Board, scene: Scene, marks: Marks, code: str, elements: Elements) -> tuple[Part, ...]:
    """The parts in the order in which a page stacks them."""
    top, map_top, map_height = MARGIN, MARGIN + PROMPT_HEIGHT + BETWEEN, layout_of(board).height
    tall, tiles_top = panel_of(board).height, MARGIN + leaves.HEIGHT + GAP
    chosen = (*marks.chosen, used_in(marks.preview))
    seats = [
        Part(
            f"seat-{seat}", MARGIN, top + (tall + GAP) * (seat - 1), SIDE_WIDTH, tall,
            holdings.ground(board, seat, code), holdings.live(board, scene, seat, code, elements),
            page=holdings.on_page(board),
        )
        for seat in SEATS
    ]  # fmt: skip
    goods = [
        Part(
            f"goods-{seat}", MARGIN, top + (tall + GAP) * (seat - 1) + holdings.GOODS_Y, SIDE_WIDTH,
            holdings.GOODS_HEIGHT, holdings.goods_ground(seat), holdings.goods(scene, seat),
        )
        for seat in SEATS
    ]  # fmt: skip
    middle = [
        ("prompt", top, PROMPT_HEIGHT, prompt.ground(), prompt.live(scene, code, elements)),
        ("map", map_top, map_height, territory.ground(board), territory.live(board, scene, elements)),
        (
            "trays",
            map_top + map_height + BETWEEN,
            TRAY_HEIGHT,
            trays.ground(),
            trays.live(scene, chosen, split_of(marks.preview), elements),
        ),
    ]
    right = [
        ("leaves", top, leaves.HEIGHT, leaves.ground(code), leaves.live(board, scene, elements)),
        ("tiles", tiles_top, pile.HEIGHT, pile.ground(code), pile.live(scene, code)),
        ("end", tiles_top + pile.HEIGHT + GAP, end_watch.HEIGHT, end_watch.ground(code), end_watch.live(scene)),
    ]
    return (
        *(Part(name, MIDDLE_X, y, MIDDLE_WIDTH, height, ground, live) for name, y, height, ground, live in middle),
        *seats,
        *goods,
        *(Part(name, RIGHT_X, y, SIDE_WIDTH, height, ground, live) for name, y, height, ground, live in right),
    )
