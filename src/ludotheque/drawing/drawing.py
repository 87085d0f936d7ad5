"""A drawing: what never changes, what can change, and what can be done with its elements.

`draw(view)` gives a `Drawing` of one or more parts (a map, a player's board, a tray), placed on one sheet. Each part
has a `ground` (a function of game, board and players alone) and `live` elements, by id, in a fixed order. After a step
only live elements change; `changes` says which.

How a page composes steps from a drawing's `elements` (`drawing.element`), knowing no rules; in the markup the same
stands in `data-` attributes of the names in brackets:
- an element's `steps` (`steps`) are the legal steps it takes part in. The path of a step is every element that has it;
  when all of a path is chosen, in any order, the step is composed;
- elements of the same `set` (`set`) stand for a step that cuts them in two: choose some. The drawing's `sets` gives its
  text, with {chosen} for the names of the half that has the first element, and {rest} for the others. A member that is
  dropped on an element with a `half` (`half`) goes there;
- the steps of an element with `after` (`after`), such as build and paint, count once a step of one of these kinds has
  been composed: both go together;
- an element with `drag` (`from`) can be dragged to a place: it names steps or kinds of steps, and the place names the
  same in its `steps`, or in `drop` (`to`) where it is none for a tap. One of the two names a whole step, which is
  composed; after it, `then` (`then`) is the kind of step that the same two express next;
- a click on anything else with a `name` (`name`) is a try: put the name into `attempt`, ask why not, show the refusal.
  What is printed on the ground can only be tried: it is in `printed`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html import escape

from ludotheque.drawing.element import Elements, without_attributes
from ludotheque.drawing.svg import number
from ludotheque.drawing.theme import dress
from ludotheque.play.position import Step


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked on a drawing: the last steps, the chosen elements (by id), a legal step that is previewed.

    `played` are all steps of the game so far, where they are known: pieces that look alike then keep their ids.
    """

    last: tuple[Step, ...] = ()
    chosen: tuple[str, ...] = ()
    preview: str = ""
    played: tuple[Step, ...] = ()


NO_MARKS = Marks()


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the sheet that a page may put elsewhere: its name, its place and size, what stays and what changes."""

    name: str
    x: float
    y: float
    width: float
    height: float
    ground: str
    live: Mapping[str, str]  # id -> the element with that id
    page: str = ""  # where a page shows less of it: as a viewBox
    narrow: str = ""  # and less still on a phone

    @property
    def view_box(self) -> str:
        return f"0 0 {number(self.width)} {number(self.height)}"


@dataclass(frozen=True, slots=True)
class Facts:
    """What a game's own script needs to know of a drawing; a game that has such a script adds its fields."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A view as a picture. `title` says in one sentence what it shows."""

    game: str
    title: str
    width: float
    height: float
    defs: str
    parts: tuple[Part, ...]
    sets: Mapping[str, str] = field(default_factory=dict)
    attempt: str = ""
    elements: Elements = field(default_factory=dict)  # what can be done with live elements, by id, in order
    printed: Elements = field(default_factory=dict)  # what can be tried on the ground
    facts: Facts | None = None

    @property
    def live(self) -> dict[str, str]:
        """All that can change, by id, in order."""
        return {key: markup for part in self.parts for key, markup in part.live.items()}

    def changes(self, before: "Drawing") -> dict[str, str]:
        """The live elements that are new or different since another drawing of the same table; '' for those gone."""
        return changed_elements(before.live, self.live)

    def bare(self) -> "Drawing":
        """The same picture, only to be looked at: nothing can be done with its elements."""
        own = self.live.keys() & self.elements.keys()
        inner = [element for key, element in self.elements.items() if key not in own]  # inside live elements
        parts = []
        for part in self.parts:
            owned = {key: [self.elements[key]] if key in own else inner for key in part.live}
            live = {key: without_attributes(markup, owned[key]) for key, markup in part.live.items()}
            parts.append(replace(part, ground=without_attributes(part.ground, self.printed.values()), live=live))
        return replace(self, parts=tuple(parts), elements={}, printed={})

    def svg(self, theme: str | None = None) -> str:
        """One SVG. Without a theme its classes wait for the page's style; with `light` or `dark` it stands alone."""
        parts = "".join(
            f'<g id="part-{part.name}" transform="translate({number(part.x)} {number(part.y)})">{part.ground}'
            f'<g id="live-{part.name}">{"".join(part.live.values())}</g></g>'
            for part in self.parts
        )
        bare = sheet(self, parts)
        return dress(bare, self.game, theme) if theme else bare


def changed_elements(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """The elements that are new or different, by id; '' for those gone."""
    gone = {key: "" for key in before if key not in after}
    return gone | {key: markup for key, markup in after.items() if before.get(key) != markup}


def sheet(drawing: Drawing, body: str, more: float = 0) -> str:
    """The bare <svg> around what is drawn; `more` adds height below."""
    box = f"0 0 {number(drawing.width)} {number(drawing.height + more)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board {drawing.game}" viewBox="{box}" role="img" '
        f'aria-label="{escape(drawing.title)}"><defs>{drawing.defs}</defs>{body}</svg>'
    )
