"""The last steps, amber on a dark edge, and the elements that are chosen."""

from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.marabunta.layout import layout_of
from ludotheque.drawing.marabunta.parts import leaves, trays
from ludotheque.drawing.marabunta.parts.panel import Panel, panel_of
from ludotheque.drawing.marabunta.scene import ELEMENTS, Scene
from ludotheque.drawing.svg import at
from ludotheque.games.board_record import Board
from ludotheque.games.marabunta.board_file import LETTERS
from ludotheque.games.marabunta.notation import FACE_NAMES
from ludotheque.play.position import Step

FLAG_FACE = FACE_NAMES.index("flag") + 1
Ring = tuple[str, str, str, str]  # its part, its artwork, its place, its half of the trays
Added = dict[str, dict[str, str]]  # by part: more live elements


def mark(board: Board, scene: Scene, marks: Marks) -> Added:
    """All rings, by part; those of last steps are numbered, so that they glide on to the next."""
    added = dict[str, dict[str, str]]()
    for part, kind, place, half in (ring for step in marks.last for ring in _last(board, scene, step)):
        rings = added.setdefault(part, {})
        key = f"last-{part}-{len(rings) + 1}"
        rings[key] = f'<use id="{key}" class="last{half}" href="#{kind}" {place}/>'
    for name in (key.removeprefix("at-") for key in marks.chosen):
        if name in scene.land.number:
            spot = layout_of(board).spots[scene.land.number[name]]
            added.setdefault("map", {})[f"chosen-{name}"] = f'<use id="chosen-{name}" href="#chosen" {at(*spot)}/>'
    return added


def _last(board: Board, scene: Scene, step: Step) -> list[Ring]:
    """The ring of a step, on the piece that it changed."""
    verb, _, name = step.text.partition(":")
    if verb in ("write", "strike"):
        return [("map", "last", at(*layout_of(board).spots[scene.land.number[name]]), "")]
    if verb == "leaf":
        return [_last_circle(scene, step.seat, LETTERS.index(name))]
    if verb == "crate":
        return [_last_crate(panel_of(board), scene, step.seat, name)]
    if verb in ("use", "again", "tile", "die") and scene.tile:
        return _last_element(scene, step, ELEMENTS.index("T" if verb == "tile" else name[0]))
    if verb == "take" and scene.held[1]:
        return [("trays", "last-half", at((step.seat - 1) * trays.MIDDLE, 0), f" half-{step.seat}")]
    return [("trays", "last-line", at(trays.MIDDLE, 0), " between")] if verb == "split" and scene.split else []


def _last_element(scene: Scene, step: Step, element: int) -> list[Ring]:
    """The die or the tile; a flag has left a circle too."""
    half = f" {trays.side_of(scene, element)}"
    found: list[Ring] = [("trays", "last-plate", trays.placed(scene, element), half)]
    if step.seat and element < len(LETTERS) and scene.dice[element] == FLAG_FACE:
        found.append(_last_circle(scene, step.seat, element))
    return found


def _last_circle(scene: Scene, seat: int, leaf: int) -> Ring:
    return "leaves", "last-circle", at(*leaves.filled_spot(scene, seat, leaf)), ""


def _last_crate(panel: Panel, scene: Scene, seat: int, name: str) -> Ring:
    row = next(row for row, power in enumerate(scene.land.powers) if power[0] == name)
    return f"seat-{seat}", "last-crate", at(*panel.crate(row, max(0, scene.ticked[seat][row] - 1))), ""
