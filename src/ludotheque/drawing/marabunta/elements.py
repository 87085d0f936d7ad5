"""The elements of Marabunta's picture that take part in steps: hexes, groups, dice and the tile, powers, leaves."""

from collections.abc import Callable
from functools import cache, lru_cache

from ludotheque.drawing.element import Element, Elements, step_element, try_element
from ludotheque.drawing.marabunta.parts import leaves
from ludotheque.drawing.marabunta.parts.prompt import BUTTONS
from ludotheque.drawing.marabunta.parts.trays import groups_of, name_of, useful, user_of
from ludotheque.drawing.marabunta.parts.uses import use_of
from ludotheque.drawing.marabunta.scene import ELEMENTS, Scene, land_of
from ludotheque.games.board_record import Board
from ludotheque.games.marabunta.board_file import LETTERS
from ludotheque.games.marabunta.notation import format_group
from ludotheque.games.phrase import Phrase

MOST_NAMED = 100  # on a larger board written hexes have no element, so that messages stay small
NAMES = tuple(map(name_of, range(len(ELEMENTS))))
TRAYS = {f"tray-{half}": Element(half=half) for half in (1, 2)}
Speak = Callable[[Phrase], str]


@cache
def printed_of(board: Board) -> Elements:
    """Every hex and every leaf can be attempted."""
    hexes = {f"hex-{name}": Element(name=f"write:{name}") for name in land_of(board).hexes}
    return hexes | leaves.PRINTED


def elements_of(scene: Scene, speak: Speak) -> dict[str, Element]:
    """All elements that take part in steps, in the order of the drawing."""
    elements = {f"button-{step.text}": step_element(step.text) for step in scene.steps if step.text in BUTTONS}
    elements |= _hexes(scene)
    elements |= _groups(scene)
    elements |= _dice(scene, speak)
    if scene.verb and scene.seat:
        elements |= _powers(scene, scene.seat)
    return elements | _leaves(scene)


def _hexes(scene: Scene) -> dict[str, Element]:
    """The hexes where a move may go; while hexes are struck, also attempts at the others."""
    if scene.verb not in ("write", "strike"):
        return {}
    steps = {step.text.partition(":")[2]: step.text for step in scene.steps}
    elements, is_small = {}, len(scene.land.hexes) <= MOST_NAMED
    for one, name in enumerate(scene.land.hexes):
        if name in steps:
            elements[f"at-{name}"] = step_element(steps[name])
        elif scene.verb == "strike" and (is_small or scene.open >> one & 1):
            elements[f"at-{name}"] = try_element(f"strike:{name}")
    return elements


def _groups(scene: Scene) -> dict[str, Element]:
    """The two trays of a split, or the two groups of which one is taken."""
    if scene.verb == "split":
        return TRAYS
    if scene.verb != "take":
        return {}
    steps = [f"take:{format_group(group)}" for group in groups_of(scene)]
    return {f"group-{side}": step_element(step) for side, step in enumerate(steps, 1)}


def _dice(scene: Scene, speak: Speak) -> dict[str, Element]:
    """The dice and the tile: members of a split, steps or attempts, with their uses as labels."""
    user, told, elements = user_of(scene), useful(scene), {}
    word = "" if scene.verb in ("", "take") else "again" if scene.verb == "again" else "use"
    steps = {step.text for step in scene.steps}
    for one, key in enumerate(NAMES):
        label = speak(use_of(scene, user, one)) if told >> one & 1 else ""
        if scene.verb == "split":
            elements[key] = Element(set="split", name=ELEMENTS[one], label=label)
        elif word:
            step = f"{word}:{ELEMENTS[one]}"
            elements[key] = _die("" if step in steps else step, (step,) if step in steps else (), label)
        elif label:
            elements[key] = _die("", (), label)
    return elements


@lru_cache(maxsize=4096)
def _die(name: str, steps: tuple[str, ...], label: str) -> Element:
    return Element(name=name, steps=steps, label=label)


def _powers(scene: Scene, seat: int) -> dict[str, Element]:
    """The powers of the viewing seat: steps where a crate may be ticked now, attempts elsewhere."""
    legal = {step.text for step in scene.steps}
    steps = {f"power-{seat}-{name}": f"crate:{name}" for name, *_rest in scene.land.powers}
    return {key: step_element(step) if step in legal else try_element(step) for key, step in steps.items()}


def _leaves(scene: Scene) -> dict[str, Element]:
    """The leaves whose circle may be filled now."""
    legal = {step.text for step in scene.steps} if scene.verb == "leaf" else set()
    steps = {f"lit-leaf-{letter}": f"leaf:{letter}" for letter in LETTERS}
    return {key: step_element(step) for key, step in steps.items() if step in legal}
