"""What can be done with one element of a drawing, as a value: the markup and what a page is sent are both made of it.

Each game's `elements.py` makes an `Element` for every id with which something can be done, before anything is drawn.
Whoever draws the element writes its `attributes` into the markup; whoever sends the drawing sends the values.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape


class Written:
    """An element's attributes, which are written only once: the same elements are drawn again and again."""

    __slots__ = ("attributes",)
    attributes: str  # in its markup, each after a space


@dataclass(frozen=True, slots=True)
class Element(Written):
    """What a page can do with an element, which it knows by its id. How steps come of it: see `drawing.drawing`."""

    name: str = ""  # what a try at it is called: goes into the drawing's `attempt`; of a set's member, into its step
    label: str = ""  # what it is, in words, for whoever listens to the page
    steps: tuple[str, ...] = ()  # the legal steps that it takes part in
    set: str = ""  # the set that it is a member of, which a step cuts in two
    half: int = 0  # 1 or 2: the half of a set into which members go that are dropped here
    after: tuple[str, ...] = ()  # the kinds of steps after which its own count
    drag: tuple[str, ...] = ()  # the steps, or kinds of steps, that it can be dragged for
    drop: tuple[str, ...] = ()  # the steps, or kinds of steps, that are dropped here, where a tap does nothing
    then: str = ""  # the kind of step that it expresses next, with the same place, after it was dropped

    def __post_init__(self) -> None:
        attributes = (
            ("set", self.set), ("name", self.name), ("steps", " ".join(self.steps)), ("after", " ".join(self.after)),
            ("from", " ".join(self.drag)), ("then", self.then), ("to", " ".join(self.drop)),
            ("half", str(self.half or "")), ("label", self.label),
        )  # fmt: skip
        written = "".join([f' data-{name}="{escape(value)}"' for name, value in attributes if value])
        object.__setattr__(self, "attributes", written)


Elements = Mapping[str, Element]  # by id, in the order of the drawing
NOTHING = Element()  # what can be done with everything else


@lru_cache(maxsize=4096)
def step_element(step: str) -> Element:
    """An element that is the whole of a step."""
    return Element(steps=(step,))


@lru_cache(maxsize=4096)
def try_element(name: str) -> Element:
    """An element that can only be tried."""
    return Element(name=name)


def without_attributes(markup: str, elements: Iterable[Element]) -> str:
    """Markup that only shows something: the attributes of these elements are taken out."""
    for written in sorted({element.attributes for element in elements}, key=len, reverse=True):
        markup = markup.replace(written, "") if written else markup
    return markup
