"""The elements of Maka Bana's picture that take part in steps: sites, club places, Tikis, the cards of a project."""

from functools import cache

from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.element import Element, Elements, step_element, try_element
from ludotheque.drawing.makabana.marks import KINDS, target_of
from ludotheque.drawing.makabana.parts.tray import PLACES, faces_of
from ludotheque.drawing.makabana.scene import Scene
from ludotheque.games.board_record import Board
from ludotheque.games.makabana.nouns import site_element

DRAGGED = {kind: Element(drag=(kind,)) for kind in ("hut", "build", "paint", "club", "tiki")}


@cache
def printed_of(board: Board) -> Elements:
    """Every site can be attempted."""
    return {site_element(board, site): try_element(name) for site, name in enumerate(board.names["sites"])}


def elements_of(scene: Scene, marks: Marks) -> dict[str, Element]:
    """All elements that take part in steps, in the order of the drawing."""
    elements = _sites(scene, marks) | _clubs(scene)
    if scene.seat is None or not scene.legal:
        return elements
    kinds = {step.text.partition(":")[0] for step in scene.legal}
    if "tiki" in kinds:
        elements[f"tiki-{scene.seat}"] = DRAGGED["tiki"]
    return elements | _project(scene, marks, kinds)


def _sites(scene: Scene, marks: Marks) -> dict[str, Element]:
    """Sites where a step may go; to the target of a project its card can be dragged."""
    steps = {step.text.partition(":")[2]: step.text for step in scene.legal}
    elements = {key: step_element(steps[name]) for key, name in _sites_on(scene.board) if name in steps}
    aim = target_of(scene, marks)[1] if scene.seat in scene.waiting and scene.phase == "projects" else 0
    if aim:
        key, name = _sites_on(scene.board)[aim - 1]
        elements[key] = Element(steps=(steps[name],) if name in steps else (), drop=("show",))
    return elements


def on_site(name: str) -> str:
    """The id of what is on a site, or on a club place."""
    return "on-" + name.replace(".", "-")


@cache
def _sites_on(board: Board) -> tuple[tuple[str, str], ...]:
    """By site: the id of what is on it, and its name."""
    return tuple((on_site(name), name) for name in board.names["sites"])


def _clubs(scene: Scene) -> dict[str, Element]:
    """Club places, while Tikis are put."""
    names = [f"club.{beach}" for beach in scene.board.names["beaches"]] if scene.phase == "tikis" else []
    legal = {step.text for step in scene.legal}
    return {
        on_site(name): step_element(f"tiki:{name}") if f"tiki:{name}" in legal else try_element(name) for name in names
    }


def _project(scene: Scene, marks: Marks, kinds: set[str]) -> dict[str, Element]:
    """One's hut, the cards of the project, the brush and the mask, and the step of a seat that has no target."""
    faces = faces_of(scene, marks)
    elements = {}
    for kind in kinds & {"hut", "build"} if not faces else ():
        elements["project-seat"] = DRAGGED[kind]
    elements |= _cards(scene, faces)
    for kind in ("paint", "club"):
        if kind in kinds and "paint" not in faces and "club" not in faces:
            elements[f"tool-{kind}"] = DRAGGED[kind]
    if "none" in kinds:
        elements["button-none"] = step_element("none")
    return elements


def _cards(scene: Scene, faces: dict[str, str]) -> dict[str, Element]:
    """Cards to show: now, or once the target is chosen; those that lie there can be dragged to it."""
    is_later = scene.legal[0].text.partition(":")[0] in KINDS
    legal = {step.text for step in scene.legal}
    return {
        f"card-{slot}": _card(slot, is_later=is_later, is_there=slot in faces)
        for slot in PLACES
        if is_later or f"show:{slot}" in legal
    }


@cache
def _card(slot: str, *, is_later: bool, is_there: bool) -> Element:
    step, kinds = f"show:{slot}", (slot,) if slot in KINDS else tuple(KINDS)
    return Element(steps=(step,), after=kinds if is_later else (), drag=(step,) if is_there else ())
