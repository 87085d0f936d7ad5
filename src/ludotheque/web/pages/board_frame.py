"""A drawing on a page: each part is an SVG of its own, so that a phone can stack them, and has a place on the page."""

from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from ludotheque.drawing import Drawing, Part
from ludotheque.drawing.guide import part_label
from ludotheque.games import MANIFESTS
from ludotheque.games.game_manifest import SEATS, STRIP
from ludotheque.log.projection.drawing_projection import project_elements, project_facts
from ludotheque.wire.entry_messages import Sent
from ludotheque.wire.table_messages import ElementView


class FirstDrawing(Sent):
    """A drawing whose SVG is in the page already, for its script."""

    sets: dict[str, str]
    attempt: str
    elements: dict[str, ElementView]
    facts: dict[str, object] | None


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part of a drawing, with its place on the page."""

    name: str
    place: str
    svg: Markup
    is_own: bool


@dataclass(frozen=True, slots=True)
class BoardFrame:
    """A drawing on a page: its parts, and the definitions that they share."""

    game: str
    title: str
    defs: Markup
    parts: tuple[PlacedPart, ...]
    first: FirstDrawing  # for the script
    printed: dict[str, ElementView]  # by id: elements of the ground that can be tried, for the script

    def of(self, seat: int) -> list[PlacedPart]:
        """The parts that belong to a seat's strip."""
        return [part for part in self.parts if part.place == STRIP and part.name.endswith(f"-{seat}")]

    def at(self, place: str) -> list[PlacedPart]:
        """The parts in a place, in the drawing's order; among the seats, the reader's own first."""
        return sorted(
            (part for part in self.parts if part.place == place), key=lambda part: place == SEATS and not part.is_own
        )


def board_of(drawing: Drawing, lang: str, seat: int | None = None) -> BoardFrame:
    """A drawing as a page shows it. Own parts, and a spectator's, may have other places."""
    defs = Markup(f'<svg class="sprite" aria-hidden="true"><defs>{drawing.defs}</defs></svg>')  # noqa: S704
    parts = tuple(_placed(drawing, part, lang, seat) for part in drawing.parts)
    return BoardFrame(drawing.game, drawing.title, defs, parts, first_of(drawing), project_elements(drawing.printed))


def first_of(drawing: Drawing) -> FirstDrawing:
    """The data of a drawing that the page's script needs."""
    return FirstDrawing(
        sets=dict(drawing.sets), attempt=drawing.attempt, elements=project_elements(drawing.elements),
        facts=project_facts(drawing),
    )  # fmt: skip


def _placed(drawing: Drawing, part: Part, lang: str, seat: int | None) -> PlacedPart:
    is_own = seat is not None and part.name.endswith(f"-{seat}")
    kind = part.name.partition("-")[0]
    place = MANIFESTS[drawing.game].place_of(kind, is_own=is_own, is_spectator=seat is None)
    label = part_label(drawing.game, part.name, lang) or drawing.title
    narrow = f'data-narrow="{part.narrow}" ' if part.narrow else ""
    svg = (
        f'<svg class="board {drawing.game}" data-part="{part.name}" viewBox="{part.page or part.view_box}" '
        f'{narrow}role="group" '
        f'aria-label="{escape(label)}">{part.ground}'
        f'<g id="live-{part.name}">{"".join(part.live.values())}</g></svg>'
    )
    return PlacedPart(part.name, place, Markup(svg), is_own)  # noqa: S704  drawings escape what they are given
