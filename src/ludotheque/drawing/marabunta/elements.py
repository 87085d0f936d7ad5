"""What can be done with each element of Marabunta's picture, and what its page tells of the dice and the tile."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ludotheque.drawing.drawing import Facts
from ludotheque.drawing.element import Element, Elements, step_element, try_element
from ludotheque.drawing.marabunta import leaves
from ludotheque.drawing.marabunta.prompt import BUTTONS
from ludotheque.drawing.marabunta.scene import ELEMENTS, Scene, land_of
from ludotheque.drawing.marabunta.trays import groups_of, halves_of, name_of, useful, user_of
from ludotheque.drawing.marabunta.uses import use_of
from ludotheque.games.board import Board
from ludotheque.games.marabunta.boardcheck import LETTERS
from ludotheque.games.marabunta.notation import format_group
from ludotheque.games.marabunta.state import ALL_ELEMENTS
from ludotheque.games.phrase import Phrase

MOST_NAMED = 100  # on a larger board written hexes say no name of their own, so that a step stays small to send
NAMES = tuple(map(name_of, range(len(ELEMENTS))))
NOTHING = Element()
TRAYS = {f"tray-{half}": Element(half=half) for half in (1, 2)}
Speak = Callable[[Phrase], str]


@dataclass(frozen=True, slots=True)
class MarabuntaFacts(Facts):
    """What a page writes below the trays."""

    uses: tuple[tuple[str, ...], ...]  # what the dice and the tile could do: of each half; of all before they are cut


@cache
def printed_of(board: Board) -> Elements:
    """Every hex and every leaf can be tried."""
    hexes = {f"hex-{name}": Element(name=f"write:{name}") for name in land_of(board).hexes}
    return hexes | leaves.PRINTED


def elements_of(scene: Scene, speak: Speak) -> dict[str, Element]:
    """All with which something can be done, in the order of the drawing."""
    elements = {f"button-{step.text}": step_element(step.text) for step in scene.steps if step.text in BUTTONS}
    elements |= _hexes(scene)
    elements |= _groups(scene)
    elements |= _dice(scene, speak)
    if scene.verb and scene.seat:
        elements |= _powers(scene, scene.seat)
    for letter in LETTERS if scene.verb == "leaf" else ():
        if (step := f"leaf:{letter}") in {step.text for step in scene.steps}:
            elements[f"lit-leaf-{letter}"] = step_element(step)
    return elements


def facts_of(scene: Scene, elements: Elements, split: int) -> MarabuntaFacts:
    """What the dice and the tile could do, as they lie; `split` is a group that is only previewed."""
    labels = {1 << one: elements[key].label for one, key in enumerate(NAMES) if key in elements and elements[key].label}
    left, right = halves_of(scene, split)
    halves = (left, right) if left else (ALL_ELEMENTS,)
    return MarabuntaFacts(tuple(tuple([label for bit, label in labels.items() if half & bit]) for half in halves))


def _hexes(scene: Scene) -> dict[str, Element]:
    """Where a move may go. The ground can be tried for writing; while hexes are struck, they are tried for that."""
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
    """The halves into which somebody cuts; or those of which one is taken."""
    if scene.verb == "split":
        return TRAYS
    if scene.verb != "take":
        return {}
    steps = [f"take:{format_group(group)}" for group in groups_of(scene)]
    return {f"group-{side}": step_element(step) for side, step in enumerate(steps, 1)}


def _dice(scene: Scene, speak: Speak) -> dict[str, Element]:
    """What a click on a die or the tile does, and what it could do."""
    user, told, elements = user_of(scene), useful(scene), {}
    steps = {step.text for step in scene.steps}
    for one, key in enumerate(NAMES):
        label = speak(use_of(scene, user, one)) if told >> one & 1 else ""
        if (element := _die(scene.verb, ELEMENTS[one], steps, label)) != NOTHING:
            elements[key] = element
    return elements


def _die(verb: str, letter: str, steps: set[str], label: str) -> Element:
    if verb == "split":
        return Element(set="split", name=letter, label=label)
    step = f"{'again' if verb == 'again' else 'use'}:{letter}"
    if step in steps:
        return Element(steps=(step,), label=label)
    return Element(name=step if verb not in ("", "take") else "", label=label)


def _powers(scene: Scene, seat: int) -> dict[str, Element]:
    """The powers of who looks: those whose crates may be ticked now, and tries for the others."""
    legal = {step.text for step in scene.steps}
    steps = {f"power-{seat}-{name}": f"crate:{name}" for name, *_rest in scene.land.powers}
    return {key: step_element(step) if step in legal else try_element(step) for key, step in steps.items()}
