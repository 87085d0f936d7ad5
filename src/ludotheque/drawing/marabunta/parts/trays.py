"""The dice and the tile: in the middle until they are split, then in two groups, then with who holds them.

Below each that goes to the territory stands how many hexes are open to it, and how many more for an anthill. What lies
in the second half is marked `half-2`: a page may put it below the first.
"""

from functools import cache

from ludotheque.drawing.element import NOTHING, Elements
from ludotheque.drawing.marabunta.layout import MIDDLE_WIDTH, TRAY_HEIGHT
from ludotheque.drawing.marabunta.parts.uses import reach_of
from ludotheque.drawing.marabunta.scene import ELEMENTS, Scene
from ludotheque.drawing.svg import at, number, text
from ludotheque.games.marabunta.state import ALL_ELEMENTS, TILE

MIDDLE, HALF = MIDDLE_WIDTH / 2, MIDDLE_WIDTH / 4
DICE_Y, LIFT = 44, 6
APART, TOGETHER = 84, 72  # from one die to the next, before and after the split
FIRST, COLUMN, SMALLER = 32, 54, 0.814  # during a split each element has its own column in both trays
HELD_FIRST, HELD_LAST = 80, 350  # of a group that is held, beside its ant
ROOM = 66  # that a die of full size takes, with its ring


@cache
def ground() -> str:
    """The tray."""
    return f'<rect class="sunken" width="{MIDDLE_WIDTH}" height="{TRAY_HEIGHT}" rx="16"/>'


def live(scene: Scene, chosen: tuple[str, ...], split: int, elements: Elements) -> dict[str, str]:
    """The seven elements and the line between the groups; `split` is a group that is only previewed."""
    groups = halves_of(scene, split)
    user, told = user_of(scene), useful(scene)
    drawn = _groups(scene, elements) if any(groups) else {}
    for element in range(len(ELEMENTS)):
        key, bit = name_of(element), 1 << element
        below = _reach(scene, user, element) if told & bit else ""
        drawn[key] = _element(scene, element, split, key in chosen, elements, below)
    return drawn


def halves_of(scene: Scene, split: int) -> tuple[int, int]:
    """The elements in the first and the second tray, as bits; both 0 before the split."""
    if split or scene.verb == "split":
        left = split or ALL_ELEMENTS
        return left, ALL_ELEMENTS - left
    return groups_of(scene) if scene.is_split else (0, 0)


def user_of(scene: Scene) -> int:
    """The seat whose uses are shown: the viewing seat until a group is taken, then the seat whose turn it is."""
    return scene.turn if scene.held[1] or not scene.seat else scene.seat


def useful(scene: Scene) -> int:
    """The elements whose uses are shown: all seven until a group is taken, then those not used yet."""
    if scene.turn < 1 or not scene.tile or not all(scene.dice):
        return 0
    return scene.unused[scene.turn] if scene.held[1] else ALL_ELEMENTS


def _reach(scene: Scene, seat: int, element: int) -> str:
    """Below an element: how many hexes are open to it, and how many more for an anthill."""
    reach = reach_of(scene, seat, element)
    if reach is None:
        return ""
    near = f'<use href="#near"/>{text(reach.near, 1, 47.5, "reach")}'
    if not reach.far:
        return near
    far = f'<use href="#far"/>{text(reach.far, 1, 64, "reach")}'
    return near + far if reach.near else f"<g {at(0, -16.5)}>{far}</g>"


def name_of(element: int) -> str:
    """The id of an element."""
    return "tile" if element == TILE else f"die-{ELEMENTS[element]}"


def groups_of(scene: Scene) -> tuple[int, int]:
    """The group on the left and the one on the right: first as they were split, then Red's and Blue's."""
    return (scene.split, ALL_ELEMENTS - scene.split) if scene.split else (scene.held[1], scene.held[2])


def place(scene: Scene, element: int, split: int = 0) -> tuple[float, float]:
    """The place of an element."""
    left, right = halves_of(scene, split)
    if not left:
        return MIDDLE + APART * (element - 3), DICE_Y
    if scene.verb == "split":
        return FIRST + COLUMN * element + MIDDLE * (right >> element & 1), DICE_Y
    group, half = (left, 0) if left >> element & 1 else (right, 1)
    before, others = (group & (1 << element) - 1).bit_count(), group.bit_count() - 1
    middle = MIDDLE * half + (HELD_FIRST + HELD_LAST if scene.held[1] else 2 * HALF) / 2
    return middle + _step(scene, group) * (before - others / 2), DICE_Y


def _step(scene: Scene, group: int) -> float:
    """From one element of a group to the next."""
    width = HELD_LAST - HELD_FIRST if scene.held[1] else 2 * HALF - 76
    return min(TOGETHER, width / max(1, group.bit_count() - 1))


def placed(scene: Scene, element: int, split: int = 0, lift: float = 0) -> str:
    """The attribute that places and scales an element."""
    (x, y), size = place(scene, element, split), _size(scene, element, split)
    return f'transform="translate({number(x)} {number(y - lift)}){f" scale({size:.3g})" if size < 1 else ""}"'


def side_of(scene: Scene, element: int, split: int = 0) -> str:
    """The class of an element's half, or of its slot before there are halves."""
    left, right = halves_of(scene, split)
    return "half-2" if right >> element & 1 else "half-1" if left >> element & 1 else f"slot-{element}"


def _size(scene: Scene, element: int, split: int) -> float:
    """The scale of an element: smaller where many lie side by side."""
    left, right = halves_of(scene, split)
    if scene.verb == "split":
        return SMALLER
    return min(1, _step(scene, left if left >> element & 1 else right) / ROOM) if left else 1


def _groups(scene: Scene, elements: Elements) -> dict[str, str]:
    """The line between the groups, and for each group its holder or the light that it may be taken."""
    drawn = {"divide": f'<path id="divide" class="rule" d="M{MIDDLE:g} 14V{TRAY_HEIGHT - 14}"/>'}
    if scene.verb == "split":
        return drawn | {f"tray-{side}": _tray(side, elements[f"tray-{side}"].attributes) for side in (1, 2)}
    for side in (1, 2):
        key = f"group-{side}"
        ant = f'<g class="seat-{side}"><use href="#ant" transform="translate(29 46) scale(.9)"/></g>'
        inside = '<use href="#group"/>' if key in elements else ant if scene.held[1] else ""
        if inside:
            place = at((side - 1) * MIDDLE, 0)
            drawn[key] = (
                f'<g id="{key}" class="half-{side}" {place}{elements.get(key, NOTHING).attributes}>{inside}</g>'
            )
    return drawn


def _tray(side: int, attributes: str) -> str:
    """The drop target that puts an element into a group."""
    return f'<use id="tray-{side}" href="#half" class="tray half-{side}" {at((side - 1) * MIDDLE, 0)}{attributes}/>'


def _element(scene: Scene, element: int, split: int, is_chosen: bool, elements: Elements, below: str) -> str:
    """A die or the tile, lit when it may be chosen, grey when it has been used; its reach below it."""
    key = name_of(element)
    is_lit = key in elements and (elements[key].steps or elements[key].set)
    around = '<use href="#picked-die"/>' if is_chosen else '<use href="#halo"/>' if is_lit else ""
    worn = f'class="piece {side_of(scene, element, split)}{_state(scene, element)}"'
    where, attributes = placed(scene, element, split, LIFT * is_chosen), elements.get(key, NOTHING).attributes
    return f'<g id="{key}" {worn} {where}{attributes}>{around}{_shown(scene, element)}{below}</g>'


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
