"""The elements of Jungle Rumble's picture, with their taps and drags.

Kittens are dragged to a card, goods to a stall, fields and waterways to the farm.
"""

from collections.abc import Mapping
from functools import cache

from ludotheque.drawing.element import Element, step_element, try_element
from ludotheque.drawing.junglerumble.layout import CARDS
from ludotheque.drawing.junglerumble.parts.buttons import Button
from ludotheque.drawing.junglerumble.scene import Farm, JungleScene, Tribe
from ludotheque.games.junglerumble.board import cell_name
from ludotheque.games.junglerumble.state import SIZE

PLACED = {"bull": "field", "beaver": "water"}
CHOOSER = Element(drag=("card",), then="send")  # dropping a worker on a card chooses it and sends the worker
Made = dict[str, Element]


def elements_of(scene: JungleScene, buttons: Mapping[str, Button]) -> Made:
    """Every element that can be tapped, dragged, dropped on or tried, in the order of the drawing."""
    elements = _cards(scene)
    if not scene.is_waited_for:
        return elements
    own = scene.table.seats[scene.table.turn]
    if any(step.startswith("dismiss:") for step in scene.legal):
        elements["supply-place"] = place("dismiss")
    elements |= _to_place(scene) | {button.id: by_button(scene, step) for step, button in buttons.items()}
    elements |= _tribe(scene, own)
    return elements | _farm(scene, own) if scene.table.phase == "placing" else elements


@cache
def dragged(*named: str) -> Element:
    """A drag source for these steps or kinds of steps."""
    return Element(drag=named)


@cache
def place(*kinds: str) -> Element:
    """A drop target that cannot be tapped."""
    return Element(drop=kinds)


def _cards(scene: JungleScene) -> Made:
    """Cards to choose; afterwards the chosen card, as the drop target of workers."""
    table = scene.table
    if table.phase == "choosing":
        steps = {card: f"card:{card}" for card in CARDS}
        return {
            f"card-{card}": step_element(step) if step in scene.legal else try_element(card)
            for card, step in steps.items()
        }
    if scene.is_waited_for and table.card and {"follow", "send:1"} & scene.legal.keys():
        return {f"card-{table.card}": place("follow" if "follow" in scene.legal else "send")}
    return {}


def _to_place(scene: JungleScene) -> Made:
    """The fields or waterways still to be placed, as a drag source."""
    is_asked = scene.table.phase == "placing" and scene.table.card in PLACED and scene.table.to_place
    return {"to-place": dragged(PLACED[scene.table.card])} if is_asked else {}


def by_button(scene: JungleScene, step: str) -> Element:
    """A button; it is also a drag source if its step moves a piece to a place on the table."""
    kind, _, name = step.partition(":")
    if step not in scene.legal:
        return try_element(name or kind)
    is_thing = kind == "hire" or (kind == "wake" and name != "0") or (kind == "sell" and not name.endswith("=none"))
    return Element(steps=(step,), drag=(step,)) if is_thing else step_element(step)


def _tribe(scene: JungleScene, now: Tribe) -> Made:
    """One's tribe: the drop target for new kittens, and the workers and traders that a preview does not change."""
    then, elements = scene.then(now.number), Made()
    if kinds := [kind for kind in ("hire", "wake") if any(step.startswith(f"{kind}:") for step in scene.legal)]:
        elements[f"room-{now.number}"] = place(*kinds)
    by_kind = {"awake": _by_worker(scene, is_awake=True), "asleep": _by_worker(scene, is_awake=False)}
    for number in range(now.awake + now.asleep):
        element = by_kind[now.worker(number)]
        if element and now.worker(number) == then.worker(number):
            elements[f"worker-{now.number}-{number + 1}"] = element
    staying = {trader.name for trader in then.traders}
    for trader in now.traders:
        if trader.name in staying and (element := _by_trader(scene, trader.name)):
            elements[f"trader-{now.number}-{trader.name}"] = element
    return elements


def _by_worker(scene: JungleScene, *, is_awake: bool) -> Element | None:
    """A worker is dragged to a card, or to the supply when food is short."""
    phase = scene.table.phase
    if phase == "feeding":
        return dragged("dismiss:worker") if "dismiss:worker" in scene.legal else None
    if not is_awake:
        return None
    if phase == "choosing":
        return CHOOSER
    if phase == "following":
        return dragged("follow") if "follow" in scene.legal else None
    return _next_sent(scene) if phase == "sending" else None


def _next_sent(scene: JungleScene) -> Element | None:
    """The step that sends one worker more than the preview does."""
    kind, _, sent = scene.marks.preview.partition(":")
    step = f"send:{int(sent) + 1 if kind == 'send' else 1}"
    return dragged(step) if step in scene.legal else None


def _by_trader(scene: JungleScene, name: str) -> Element | None:
    """A trader is dragged to the supply when food is short; while selling, it is the drop target of goods."""
    if f"dismiss:{name}" in scene.legal:
        return dragged(f"dismiss:{name}")
    return place("sell") if any(step.startswith(f"sell:{name}=") for step in scene.legal) else None


def _farm(scene: JungleScene, own: Tribe) -> Made:
    """Legal places for the next field or waterway; occupied places and diagonal cells can be tried."""
    if scene.table.card == "bull":
        pieces = {f"field-{own.number}-{name}": name for name in (cell_name(*cell) for cell in own.farm.cells())}
        corners = {f"cell-{name}": name for name in corners_of(own.farm)}
    elif scene.table.card == "beaver":
        pieces, corners = {f"water-{own.number}-{name}": name for name in own.farm.waterways()}, {}
    else:
        return {}
    kind = "cell" if scene.table.card == "bull" else "edge"
    lit = {f"{kind}-{step.partition(':')[2]}": step_element(step) for step in scene.legal}
    tried = {key: try_element(name) for key, name in corners.items() if key not in lit}
    return {key: try_element(name) for key, name in pieces.items()} | lit | tried


def corners_of(farm: Farm) -> list[str]:
    """The empty cells at the corners of fields."""
    steps = ((1, 1), (1, -1), (-1, 1), (-1, -1))
    near = {(row + down, column + across): None for row, column in farm.cells() for down, across in steps}
    inside = [(row, column) for row, column in near if 1 <= row <= SIZE and 1 <= column <= SIZE]
    return [cell_name(row, column) for row, column in inside if not farm.has_field(row, column)]
