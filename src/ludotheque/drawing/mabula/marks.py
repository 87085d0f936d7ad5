"""The marks on Mabula's board: the last move, the groups and their sizes, the chosen marble, a preview."""

from typing import Any

from ludotheque.drawing.mabula.layout import CELL, CENTRES, outline
from ludotheque.drawing.mabula.parts.seat_panels import GLASS
from ludotheque.drawing.mabula.scene import MabulaScene
from ludotheque.drawing.svg import at
from ludotheque.games.mabula.state import SEATS

Groups = list[tuple[int, tuple[str, ...]]]  # seat and cells


def draw_last(scene: MabulaScene) -> str:
    """The last move's origin and target, amber on a dark edge."""
    drawn = "".join(_trail(step.text[:2], step.text[3:]) for step in scene.last)
    return f'<g id="last">{drawn}</g>'


def _trail(origin: str, target: str) -> str:
    (ax, ay), (bx, by) = CENTRES[origin], CENTRES[target]
    return f'<path class="last trail" d="M{ax} {ay}L{bx} {by}"/>{_ring(origin, 29)}{_ring(target, 36)}'


def _ring(cell: str, radius: int) -> str:
    return "".join(f'<circle class="{worn}" {at(*CENTRES[cell])} r="{radius}"/>' for worn in ("last-case", "last"))


def draw_groups(scene: MabulaScene) -> str:
    """An outline around each group of two and more; dotted where a previewed move would make it."""
    now = _groups(scene.seats)
    if scene.ahead is None:
        drawn = [_outline(seat, cells, "") for seat, cells in now]
    else:
        drawn = [_outline(seat, cells, "" if (seat, cells) in now else " coming") for seat, cells in _next(scene)]
    return f'<g id="groups">{"".join(drawn)}</g>'


def _groups(seats: dict[str, Any]) -> Groups:
    return [(seat, tuple(cells)) for seat in SEATS for cells in seats[str(seat)]["groups"] if len(cells) > 1]


def _next(scene: MabulaScene) -> Groups:
    return _groups(scene.ahead.seats) if scene.ahead else []


def _outline(seat: int, cells: tuple[str, ...], worn: str) -> str:
    return f'<path class="group {GLASS[seat]}{worn}" d="{outline(cells)}"/>'


def draw_tags(scene: MabulaScene) -> str:
    """The sizes of the groups that count: each seat's largest, or all that multiply."""
    now = _groups(scene.seats)
    shown = _next(scene) if scene.ahead else now
    drawn = []
    for seat, cells in shown:
        size = len(cells)
        largest = max(len(other) for owner, other in shown if owner == seat)
        if scene.scoring == "product" or size == largest > 2:
            drawn.append(_tag(seat, cells, "" if (seat, cells) in now else " coming"))
    return f'<g id="tags">{"".join(drawn)}</g>'


def _tag(seat: int, cells: tuple[str, ...], worn: str) -> str:
    """A group's size, at the upper left of its uppermost cell."""
    x, y = CENTRES[max(cells, key=lambda cell: (cell[1], -ord(cell[0])))]
    tag = f'<circle r="16"/><text class="numeral">{len(cells)}</text>'
    return f'<g class="tag {GLASS[seat]}{worn}" {at(x - 31, y - 31)}>{tag}</g>'


def draw_origin(scene: MabulaScene) -> str:
    """A dotted circle on the cell that a chosen or previewed marble leaves."""
    cells = {cell for cell in scene.chosen if cell in scene.standing}
    if scene.ahead:
        cells.add(scene.ahead.moved[0][1])
    drawn = "".join(f'<circle class="leaves" {at(*CENTRES[cell])} r="33"/>' for cell in sorted(cells))
    return f'<g id="origin">{drawn}</g>'


def draw_preview(scene: MabulaScene) -> str:
    """Translucent marbles where the previewed move puts them, and an arrow at each that is pushed along."""
    drawn = []
    for place, (seat, old, new) in enumerate(scene.ahead.moved if scene.ahead else ()):
        x, y = CENTRES[new]
        ring = '<circle class="ghost-ring" r="35"/>'
        drawn.append(
            f'<g class="ghost" transform="translate({x} {y})"><use href="#{GLASS[seat]}" class="marble"/>{ring}</g>'
        )
        drawn.append(_arrow(old, new) if place else "")
    return f'<g id="preview" class="preview">{"".join(drawn)}</g>'


def _arrow(old: str, new: str) -> str:
    """A small arrow on the near border of the cell that a pushed marble would take."""
    (ax, ay), (bx, by) = CENTRES[old], CENTRES[new]
    dx, dy = (bx > ax) - (bx < ax), (by > ay) - (by < ay)
    x, y = bx - dx * CELL // 2, by - dy * CELL // 2
    ends = (
        (x - 5 * dx + 8 * dy, y - 5 * dy + 8 * dx),
        (x + 7 * dx, y + 7 * dy),
        (x - 5 * dx - 8 * dy, y - 5 * dy - 8 * dx),
    )
    return '<path class="chevron" d="M' + "L".join(f"{px} {py}" for px, py in ends) + 'Z"/>'
