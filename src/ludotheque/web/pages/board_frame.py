"""A drawing on a page: each part a picture of its own, so that a phone can stack them, and where each part belongs."""

from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from ludotheque.drawing import Drawing, Part
from ludotheque.games import MANIFESTS
from ludotheque.games.game_manifest import SEATS, STRIP
from ludotheque.log.drawing_projection import project_elements, project_facts
from ludotheque.wire.entry_messages import Sent
from ludotheque.wire.table_messages import ElementView


class FirstDrawing(Sent):
    """A drawing whose pictures are in the page already."""

    sets: dict[str, str]
    attempt: str
    elements: dict[str, ElementView]
    facts: dict[str, object] | None


@dataclass(frozen=True, slots=True)
class Placed:
    """A part of a drawing, as it stands in a page."""

    name: str
    place: str
    svg: Markup
    is_own: bool


@dataclass(frozen=True, slots=True)
class BoardFrame:
    """A drawing in a page: what all its parts use, and the parts."""

    game: str
    title: str
    defs: Markup
    parts: tuple[Placed, ...]
    first: FirstDrawing  # what a script needs to know of it
    printed: dict[str, ElementView]  # what can be tried on its ground, by id, for a script

    def of(self, seat: int) -> list[Placed]:
        """The parts that stand with a seat's name."""
        return [part for part in self.parts if part.place == STRIP and part.name.endswith(f"-{seat}")]

    def at(self, place: str) -> list[Placed]:
        """The parts that lie in a place, in the order of the drawing; among the seats, one's own first."""
        return sorted(
            (part for part in self.parts if part.place == place), key=lambda part: place == SEATS and not part.is_own
        )


def board_of(drawing: Drawing, seat: int | None = None) -> BoardFrame:
    """A drawing as a page shows it; one's own parts, and those that spectators see, may lie elsewhere."""
    defs = Markup(f'<svg class="sprite" aria-hidden="true"><defs>{drawing.defs}</defs></svg>')  # noqa: S704
    parts = tuple(_placed(drawing, part, seat) for part in drawing.parts)
    return BoardFrame(drawing.game, drawing.title, defs, parts, first_of(drawing), project_elements(drawing.printed))


def first_of(drawing: Drawing) -> FirstDrawing:
    """What a script needs to know of a drawing that is in its page."""
    return FirstDrawing(
        sets=dict(drawing.sets), attempt=drawing.attempt, elements=project_elements(drawing.elements),
        facts=project_facts(drawing),
    )  # fmt: skip


def _placed(drawing: Drawing, part: Part, seat: int | None) -> Placed:
    is_own = seat is not None and part.name.endswith(f"-{seat}")
    kind = part.name.partition("-")[0]
    place = MANIFESTS[drawing.game].place_of(kind, is_own=is_own, is_spectator=seat is None)
    narrow = f'data-narrow="{part.narrow}" ' if part.narrow else ""
    svg = (
        f'<svg class="board {drawing.game}" data-part="{part.name}" viewBox="{part.page or part.view_box}" '
        f'{narrow}role="group" '
        f'aria-label="{escape(drawing.title)}">{part.ground}'
        f'<g id="live-{part.name}">{"".join(part.live.values())}</g></svg>'
    )
    return Placed(part.name, place, Markup(svg), is_own)  # noqa: S704  drawings escape what they are given
