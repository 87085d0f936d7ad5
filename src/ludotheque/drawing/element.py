"""The steps, names and drags of one element of a drawing, as a value; markup and messages are both made of it.

Before anything is drawn, each game's `elements.py` makes an `Element` for every id that takes part in steps. The
picture writes its `attributes` into the markup; messages carry the values.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape


class Written:
    """An element's attributes as text, cached: the same elements are drawn again and again."""

    __slots__ = ("attributes",)
    attributes: str  # in its markup, each after a space


@dataclass(frozen=True, slots=True)
class Element(Written):
    """What a page can do with one element. `drawing.drawing` explains how a page composes steps from these fields."""

    name: str = ""  # put into the drawing's `attempt`; of a set's member, into its step
    label: str = ""  # in words, for screen readers
    steps: tuple[str, ...] = ()  # the legal steps that it takes part in
    set: str = ""  # the set that it is a member of, which a step cuts in two
    half: int = 0  # 1 or 2: the half of a set that a member dropped here joins
    after: tuple[str, ...] = ()  # the kinds of steps after which its own count
    drag: tuple[str, ...] = ()  # the steps, or kinds of steps, that it can be dragged for
    drop: tuple[str, ...] = ()  # the steps, or kinds of steps, that can be dropped but not tapped here
    then: str = ""  # the kind of step to try next with the same drag

    def __post_init__(self) -> None:
        attributes = (
            ("set", self.set), ("name", self.name), ("steps", " ".join(self.steps)), ("after", " ".join(self.after)),
            ("from", " ".join(self.drag)), ("then", self.then), ("to", " ".join(self.drop)),
            ("half", str(self.half or "")), ("label", self.label),
        )  # fmt: skip
        written = "".join([f' data-{name}="{escape(value)}"' for name, value in attributes if value])
        object.__setattr__(self, "attributes", written)


Elements = Mapping[str, Element]  # by id, in the order of the drawing
NOTHING = Element()  # for elements that take part in no step


@lru_cache(maxsize=4096)
def step_element(step: str) -> Element:
    """An element that is the whole path of a step."""
    return Element(steps=(step,))


@lru_cache(maxsize=4096)
def try_element(name: str) -> Element:
    """An element that can only be attempted."""
    return Element(name=name)


def without_attributes(markup: str, elements: Iterable[Element]) -> str:
    """The markup without the attributes of these elements."""
    for written in sorted({element.attributes for element in elements}, key=len, reverse=True):
        markup = markup.replace(written, "") if written else markup
    return markup
