"""The preview of a step: its changes, translucent."""

from ludotheque.drawing.marabunta.layout import SheetLayout, layout_of
from ludotheque.drawing.marabunta.marks import Added
from ludotheque.drawing.marabunta.parts import leaves, prompt, trays
from ludotheque.drawing.marabunta.parts.panel import RIGHT, Panel, panel_of
from ludotheque.drawing.marabunta.parts.territory import digit, lit_kind
from ludotheque.drawing.marabunta.scene import ELEMENTS, Scene, read_scene
from ludotheque.drawing.svg import at, number, text
from ludotheque.games.marabunta.board_file import LETTERS
from ludotheque.games.marabunta.notation import parse_group
from ludotheque.games.marabunta.state import SEATS
from ludotheque.play.view import View


def preview(view: View, scene: Scene, wanted: str) -> Added:
    """The changes of a legal step, by part; nothing for a step that is not legal."""
    step = next((step for step in scene.steps if step.text == wanted), None)
    if step is None:
        return {}
    state, board = view.state, view.setup.board
    view.game.engine.play(board, state, step.seat, step.action)
    after = read_scene(View(view.game, view.setup, state, view.seat))
    seats = {f"seat-{seat}": _on_seat(panel_of(board), scene, after, seat) for seat in SEATS}
    seats |= {f"goods-{seat}": _on_goods(scene, after, seat) for seat in SEATS}
    return {"map": _on_map(scene, after, layout_of(board)), "leaves": _on_leaves(scene, after), **seats}


def split_of(wanted: str) -> int:
    """The group on the left that a split would make; 0 for other steps."""
    verb, _, groups = wanted.partition(":")
    return parse_group(groups.partition("/")[0]) if verb == "split" else 0


def _ghost(key: str, place: str, inside: str) -> str:
    return f'<g id="ghost-{key}" class="ghost" {place}>{inside}</g>'


def _on_map(scene: Scene, after: Scene, layout: SheetLayout) -> dict[str, str]:
    """The numbers and crosses of a step; or the hexes where an element could go once it is used."""
    land, drawn = scene.land, {}
    for one, mark in enumerate(after.marks):
        name = land.hexes[one]
        if mark != scene.marks[one]:
            drawn[f"ghost-{name}"] = _ghost(
                name, at(*layout.spots[one]), f'<use href="#{digit(layout, land, one, mark)}" class="light"/>'
            )
        elif one in after.struck and one not in scene.struck:
            drawn[f"ghost-{name}"] = _ghost(name, at(*layout.spots[one]), f'<use href="#k{land.features[one]}"/>')
    if scene.verb in ("use", "again", "done") and after.verb in ("write", "strike"):
        for step in after.steps:
            if name := step.text.partition(":")[2]:
                one = land.number[name]
                drawn[f"ghost-{name}"] = (
                    f'<use id="ghost-{name}" class="ghost" href="#{lit_kind(after, one)}" {layout.places[one]}/>'
                )
    return drawn


def _on_leaves(scene: Scene, after: Scene) -> dict[str, str]:
    """Circles that would be filled, and sums that would grow."""
    drawn = {}
    for one, letter in enumerate(LETTERS):
        for seat in SEATS:
            if after.circles[seat][one] > scene.circles[seat][one]:
                x, y = leaves.filled_spot(after, seat, one)
                drawn[f"ghost-leaf-{letter}"] = _ghost(
                    f"leaf-{letter}", at(x, y), f'<circle class="lead-{seat}" r="6"/>'
                )
            if after.sums[seat][one] != scene.sums[seat][one]:
                x, y = leaves.sum_spot(seat, one)
                drawn[f"ghost-sum-{letter}"] = _tag(f"ghost-sum-{letter}", x, y + 20, after.sums[seat][one])
    return drawn


def _tag(key: str, x: float, y: float, figure: int, size: float = 1) -> str:
    """A figure after the step, on plum, behind an arrow."""
    place = f'transform="translate({number(x)} {number(y)}){f" scale({size})" if size != 1 else ""}"'
    return (
        f'<g id="{key}" class="coming-figure" {place}><rect x="-24" y="-10" width="48" height="20" rx="10"/>'
        f'<path d="M-17 0H-7M-11-4L-7 0L-11 4"/>{text(figure, 8, 0.5, "numeral")}</g>'
    )


def _on_seat(panel: Panel, scene: Scene, after: Scene, seat: int) -> dict[str, str]:
    """Crates and cupcakes that would be ticked, the anthill that would be spent, the score."""
    land, drawn = scene.land, {}
    for row, (name, *_rest) in enumerate(land.powers):
        if after.ticked[seat][row] > scene.ticked[seat][row]:
            spot = panel.crate(row, scene.ticked[seat][row])
            drawn[f"ghost-{seat}-{name}"] = _ghost(
                f"{seat}-{name}", at(*spot), '<use href="#crate" transform="scale(.86)"/>'
            )
    for box in range(scene.cupcakes[seat], after.cupcakes[seat]):
        spot = panel.cake(box)
        drawn[f"ghost-{seat}-cake-{box}"] = _ghost(
            f"{seat}-cake-{box}", at(*spot), '<use href="#cupcake" transform="scale(.8)"/>'
        )
    if after.anthills[seat] < scene.anthills[seat]:
        spot = panel.anthill(after.anthills[seat])
        drawn[f"ghost-{seat}-anthill"] = _ghost(f"{seat}-anthill", at(*spot), '<use href="#cross" class="plum"/>')
    if sum(after.scores[seat]) != sum(scene.scores[seat]):
        key = f"ghost-{seat}-score"
        drawn[key] = _tag(key, RIGHT - 56, 35, sum(after.scores[seat]))
    return drawn


def _on_goods(scene: Scene, after: Scene, seat: int) -> dict[str, str]:
    """In the figures: the anthill that would be spent, and other points of the leaves."""
    drawn = {}
    if after.anthills[seat] < scene.anthills[seat]:
        small = '<use href="#cross" class="plum" transform="scale(.6)"/>'
        drawn[f"ghost-{seat}-hill"] = _ghost(f"{seat}-hill", at(14, 16), small)
    if after.scores[seat][2:] != scene.scores[seat][2:]:
        key = f"ghost-{seat}-leaves"
        drawn[key] = _tag(key, RIGHT - 24, 17, sum(after.scores[seat][2:]), 1.45)
    return drawn


def wished(scene: Scene, wanted: str) -> Added:
    """A ring around the group that would be taken, or the button that would be pressed."""
    verb, _, name = wanted.partition(":")
    if verb == scene.verb == "take":
        side = 0 if parse_group(name) == trays.groups_of(scene)[0] else 1
        ring = f'<use id="ghost-group" href="#picked-half" {at(side * trays.MIDDLE, 0)}/>'
        return {"trays": {"ghost-group": ring}}
    if wanted in prompt.BUTTONS:
        return {"prompt": {"ghost-button": prompt.pressed("ghost-button")}}
    return {}


def used_in(wanted: str) -> str:
    """The id of the die or tile that a step uses."""
    verb, _, letter = wanted.partition(":")
    return trays.name_of(ELEMENTS.index(letter)) if verb in ("use", "again") else ""
