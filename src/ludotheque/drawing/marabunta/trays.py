"""The dice and the tile: in the middle until they are split, then in two groups, then with who holds them."""

from functools import cache

from ludotheque.drawing.marabunta.layout import MIDDLE_WIDTH, TRAY_HEIGHT
from ludotheque.drawing.marabunta.scene import ELEMENTS, Scene
from ludotheque.drawing.svg import at
from ludotheque.games.marabunta.notation import format_group
from ludotheque.games.marabunta.state import ALL_ELEMENTS, TILE

MIDDLE, HALF = MIDDLE_WIDTH / 2, MIDDLE_WIDTH / 4
DICE_Y, LIFT = 62, 9
APART, TOGETHER = 84, 72  # from one die to the next, before and after the split


@cache
def ground() -> str:
    """The tray."""
    return f'<rect class="sunken" width="{MIDDLE_WIDTH}" height="{TRAY_HEIGHT}" rx="16"/>'


def live(scene: Scene, chosen: tuple[str, ...], split: int = 0) -> dict[str, str]:
    """The seven elements, and what divides them; `split` is a group that is only previewed."""
    drawn = _groups(scene) if scene.is_split or split else {}
    for element in range(len(ELEMENTS)):
        key = name_of(element)
        drawn[key] = _element(scene, element, place(scene, element, split), key in chosen)
    return drawn


def name_of(element: int) -> str:
    """The id of an element."""
    return "tile" if element == TILE else f"die-{ELEMENTS[element]}"


def groups_of(scene: Scene) -> tuple[int, int]:
    """The group on the left and the one on the right: first as they were split, then Red's and Blue's."""
    return (scene.split, ALL_ELEMENTS - scene.split) if scene.split else (scene.held[1], scene.held[2])


def place(scene: Scene, element: int, split: int = 0) -> tuple[float, float]:
    """Where an element lies."""
    if not scene.is_split and not split:
        return MIDDLE + APART * (element - 3), DICE_Y
    left, right = (split, ALL_ELEMENTS - split) if split else groups_of(scene)
    group, middle = (left, HALF) if left >> element & 1 else (right, MIDDLE + HALF)
    before = (group & (1 << element) - 1).bit_count()
    step = min(TOGETHER, (2 * HALF - 76) / max(1, group.bit_count() - 1))
    return middle + step * (before - (group.bit_count() - 1) / 2), DICE_Y


def _groups(scene: Scene) -> dict[str, str]:
    """The line between the groups; who holds them, or that they may be taken."""
    drawn = {"divide": f'<path id="divide" class="rule" d="M{MIDDLE:g} 14V{TRAY_HEIGHT - 14}"/>'}
    takes = [step.text for step in scene.steps] if scene.verb == "take" else []
    for side, group in enumerate(groups_of(scene)):
        step = f"take:{format_group(group)}"
        if step in takes:
            drawn[f"group-{side + 1}"] = (
                f'<g id="group-{side + 1}" {at(side * MIDDLE, 0)} data-steps="{step}"><use href="#group"/></g>'
            )
        elif scene.held[1]:
            ant = f'<g class="seat-{side + 1}"><use href="#ant" transform="translate(26 19) scale(.8)"/></g>'
            drawn[f"group-{side + 1}"] = f'<g id="group-{side + 1}" {at(side * MIDDLE, 0)}>{ant}</g>'
    return drawn


def _element(scene: Scene, element: int, spot: tuple[float, float], is_chosen: bool) -> str:
    """A die or the tile, lit when it may be chosen, faint when it has been used."""
    x, y = spot
    steps = _steps(scene, element)
    is_lit = steps.startswith((" data-steps", " data-set"))
    around = '<use href="#picked-die"/>' if is_chosen else '<use href="#halo"/>' if is_lit else ""
    place = f'class="piece{_state(scene, element)}" {at(x, y - LIFT * is_chosen)}'
    return f'<g id="{name_of(element)}" {place}{steps}>{around}{_shown(scene, element)}</g>'


def _shown(scene: Scene, element: int) -> str:
    if element == TILE:
        return f'<use href="#tile-{scene.tile or "back"}"/>'
    face = f'<use href="#face-{scene.dice[element] - 1}"/>' if scene.dice[element] else ""
    return f'<use href="#cube-{ELEMENTS[element]}"/>{face}'


def _state(scene: Scene, element: int) -> str:
    """Whether an element is still to come, has been used, or takes no clicks of its own."""
    bit = 1 << element
    if not (scene.tile if element == TILE else scene.dice[element]):
        return " coming"
    if scene.held[1] and not (scene.unused[1] | scene.unused[2]) & bit:
        return " used"
    return " still" if scene.verb == "take" else ""


def _steps(scene: Scene, element: int) -> str:
    """What a click on an element does."""
    letter = ELEMENTS[element]
    if scene.verb == "split":
        return f' data-set="split" data-name="{letter}"'
    for step in scene.steps if scene.verb in ("use", "again", "done") else ():
        if step.text in (f"use:{letter}", f"again:{letter}"):
            return f' data-steps="{step.text}"'
    if scene.verb and scene.verb not in ("take", "split"):
        return f' data-name="{"again" if scene.verb == "again" else "use"}:{letter}"'
    return ""
