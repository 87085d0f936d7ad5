"""Mabula as a picture: the board with its marbles, a panel for each seat, and the figures of the groups."""

from collections.abc import Iterable

from ludotheque.drawing.drawing import Drawing, Marks, Part
from ludotheque.drawing.language import language
from ludotheque.drawing.mabula import figures, labels, panels
from ludotheque.drawing.mabula.art import DEFS, wooden_board
from ludotheque.drawing.mabula.looking import Look, look
from ludotheque.drawing.mabula.marbles import INSIDE
from ludotheque.drawing.mabula.overlays import draw_groups, draw_last, draw_origin, draw_preview, draw_tags
from ludotheque.drawing.mabula.panels import GLASS
from ludotheque.drawing.mabula.shapes import CENTRES, EDGE, SIDE
from ludotheque.drawing.names import seat_name
from ludotheque.drawing.svg import steps_attribute
from ludotheque.games.mabula.board import RING_CELLS
from ludotheque.play.view import View

MARGIN = 24
BOARD = SIDE + 2 * EDGE
HEIGHT = BOARD + 10
LIFT = (6, -9)  # a chosen marble is lifted a little


def draw(view: View, marks: Marks, code: str) -> Drawing:
    """A view of Mabula."""
    seen = look(view, marks)
    left, down = MARGIN + BOARD + MARGIN, panels.HEIGHT + MARGIN
    parts = (
        Part("board", MARGIN, MARGIN, BOARD, HEIGHT, wooden_board(), draw_board(seen)),
        panels.draw_panel(seen, 1, left, MARGIN + EDGE, code),
        panels.draw_panel(seen, 2, left, MARGIN + EDGE + down, code),
        figures.draw_figures(seen, left, MARGIN + EDGE + 2 * down, code),
    )
    mover = seat_name(view, seen.turn) if seen.turn else None
    title = language(code, "mabula").say(labels.title_of(mover, *seen.scores))
    width = left + panels.WIDTH + MARGIN
    return Drawing("mabula", title, width, HEIGHT + 2 * MARGIN, DEFS, parts, attempt=_attempt(seen))


def _attempt(seen: Look) -> str:
    """How a click on a cell is written: after a chosen marble as its target, else alone."""
    if not seen.steps:
        return ""
    origin = next((cell for cell in seen.chosen if cell in RING_CELLS), "")
    return f"{origin}-{{}}" if origin else "{}"


def draw_board(seen: Look) -> dict[str, str]:
    """All that can change on the board, from the wood upwards."""
    leaving, coming = _by_cell(seen.steps, 0), _by_cell(seen.steps, 1)
    starts = set() if seen.ahead else {step[:2] for step in seen.open}
    ends = {step[3:] for step in seen.open} if seen.chosen else set()
    live = {"last": draw_last(seen), "groups": draw_groups(seen)}
    live |= {f"cell-{cell}": _place(cell, "place", ()) for cell in RING_CELLS}
    live["origin"] = draw_origin(seen)
    for index, cell in enumerate(seen.marbles):
        worn = _worn(seen, cell, starts)
        live[f"m{index}"] = _marble(index, cell, seen.standing[cell], worn, leaving.get(cell, ()))
    live["tags"] = draw_tags(seen)
    for cell in INSIDE:
        worn = "place" + (" held" if cell in seen.standing else "") + (" lit" if cell in ends else "")
        live[f"cell-{cell}"] = _place(cell, worn, coming.get(cell, ()))
    live["preview"] = draw_preview(seen)
    return live


def _by_cell(steps: tuple[str, ...], end: int) -> dict[str, list[str]]:
    """The moves from each cell (0), or to it (1)."""
    found: dict[str, list[str]] = {}
    for step in steps:
        found.setdefault(step[3 * end : 3 * end + 2], []).append(step)
    return found


def _place(cell: str, worn: str, steps: Iterable[str]) -> str:
    x, y = CENTRES[cell]
    named = f'id="cell-{cell}" class="{worn}" x="{x}" y="{y}" data-name="{cell}"'
    return f'<use href="#place" {named}{steps_attribute(steps)}/>'


def _worn(seen: Look, cell: str, starts: set[str]) -> str:
    """What a marble looks like now: lit, lifted, about to leave."""
    if seen.ahead and any(cell == old for _, old, _ in seen.ahead.moved):
        return "piece marble leaving"
    if cell in seen.chosen:
        return "piece marble lifted"
    return "piece marble lit" if cell in starts else "piece marble"


def _marble(index: int, cell: str, seat: int, worn: str, steps: Iterable[str]) -> str:
    x, y = CENTRES[cell]
    if worn.endswith("lifted"):
        x, y = x + LIFT[0], y + LIFT[1]
    named = f'id="m{index}" class="{worn}" transform="translate({x} {y})" data-name="{cell}"'
    return f'<use href="#{GLASS[seat]}" {named}{steps_attribute(steps)}/>'
