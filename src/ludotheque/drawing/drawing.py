"""A drawing: its unchanging ground, its live elements, and the steps that each element takes part in.

`draw(view)` gives a `Drawing` of one or more parts (a map, a player's board, a tray), placed on one sheet. Each part
has a `ground` (a function of game, board and players alone) and `live` elements, by id, in a fixed order. After a step
only live elements change; `changes` says which.

A page composes steps from a drawing's `elements` (`drawing.element`) and knows no rules. In the markup these fields are
`data-` attributes, of the same name unless another is given in brackets:
- `steps` are the legal steps that an element takes part in. The path of a step is every element that lists it; when
  all of a path is chosen, in any order, the step is composed.
- Elements of the same `set` stand for a step that cuts them in two: choose some. The drawing's `sets` gives its text,
  with {chosen} for the names of the half that has the first element, and {rest} for the others. A member that is
  dropped on an element with a `half` joins that half.
- The steps of an element with `after`, such as build and paint, count once a step of one of these kinds has been
  composed; the page sends both together.
- Drag source: `drag` (`from`) lists steps or kinds of steps. A drop target lists them in `steps` (also tappable) or in
  `drop` (`to`; drop only). Dropping composes the full step that either side names. If the source has `then`, the same
  drag is tried with that kind of step next.
- A click on anything else with a `name` is an attempt: put the name into `attempt`, request the reason, show the
  refusal. Elements printed on the ground can only be attempted; they are in `printed`.
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
    """Marks on a drawing: the last steps, the chosen elements (by id), a legal step to preview.

    `played` are all steps of the game so far, if known: pieces that look alike then keep their ids.
    """

    last: tuple[Step, ...] = ()
    chosen: tuple[str, ...] = ()
    preview: str = ""
    played: tuple[Step, ...] = ()


NO_MARKS = Marks()


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the sheet that a page may put elsewhere: its name, place and size, its ground and live elements."""

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
    """Values for a game's own script on the page; a game that has such a script adds its fields."""


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
    elements: Elements = field(default_factory=dict)  # live elements that take part in steps, by id, in order
    printed: Elements = field(default_factory=dict)  # elements of the ground, which can only be attempted
    facts: Facts | None = None

    @property
    def live(self) -> dict[str, str]:
        """All live elements, by id, in order."""
        return {key: markup for part in self.parts for key, markup in part.live.items()}

    def changes(self, before: "Drawing") -> dict[str, str]:
        """The live elements that are new or different since another drawing of the same table; '' for those gone."""
        return changed_elements(before.live, self.live)

    def bare(self) -> "Drawing":
        """The same picture without anything to click or drag."""
        own = self.live.keys() & self.elements.keys()
        inner = [element for key, element in self.elements.items() if key not in own]  # inside live elements
        parts = []
        for part in self.parts:
            owned = {key: [self.elements[key]] if key in own else inner for key in part.live}
            live = {key: without_attributes(markup, owned[key]) for key, markup in part.live.items()}
            parts.append(replace(part, ground=without_attributes(part.ground, self.printed.values()), live=live))
        return replace(self, parts=tuple(parts), elements={}, printed={})

    def svg(self, theme: str | None = None) -> str:
        """One SVG: without a theme for a page that has the style sheets, with `light` or `dark` self-contained."""
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
    """The <svg> element around `body`; `more` adds height below."""
    box = f"0 0 {number(drawing.width)} {number(drawing.height + more)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board {drawing.game}" viewBox="{box}" role="img" '
        f'aria-label="{escape(drawing.title)}"><defs>{drawing.defs}</defs>{body}</svg>'
    )
