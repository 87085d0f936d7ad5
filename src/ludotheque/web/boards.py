"""A drawing on a page: each part a picture of its own, so that a phone can stack them, and where each part belongs."""

from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from ludotheque.drawing import Drawing, Part

STAGE, STRIP, SEATS, HOLD, SIDE, BAR, ASIDE = "stage", "strip", "seats", "hold", "side", "bar", "aside"
# Where the parts of a drawing lie; a name is the beginning of a part's. In `bar` only the steps are shown, as buttons;
# what the page says elsewhere lies `aside`, and is not shown; in `strip` it stands with the seat's name.
PLACES = {
    "mabula": {"board": STAGE, "groups": SEATS, "white": ASIDE, "black": ASIDE},
    "marabunta": {
        "map": STAGE,
        "trays": HOLD,
        "seat": SEATS,
        "leaves": SIDE,
        "tiles": SIDE,
        "end": SIDE,
        "prompt": BAR,
    },
    "makabana": {"island": STAGE, "project": SIDE, "round": SEATS, "seat": STRIP, "points": ASIDE},
    "junglerumble": {"cards": STAGE, "supply": SIDE, "choices": HOLD, "farm": SEATS, "seat": SEATS},
}
OWN = {"farm": STAGE, "seat": SIDE}  # where one's own lie in Jungle Rumble


@dataclass(frozen=True, slots=True)
class Placed:
    """A part of a drawing, as it stands in a page."""

    name: str
    place: str
    svg: Markup
    is_own: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A drawing in a page: what all its parts use, and the parts."""

    game: str
    title: str
    defs: Markup
    parts: tuple[Placed, ...]

    def of(self, seat: int) -> list[Placed]:
        """The parts that stand with a seat's name."""
        return [part for part in self.parts if part.place == STRIP and part.name.endswith(f"-{seat}")]

    def at(self, place: str) -> list[Placed]:
        """The parts that lie in a place, in the order of the drawing; among the seats, one's own first."""
        return sorted(
            (part for part in self.parts if part.place == place), key=lambda part: place == SEATS and not part.is_own
        )


def board_of(drawing: Drawing, seat: int | None = None) -> Board:
    """A drawing as a page shows it; in Jungle Rumble a seat's own farm lies on the stage, for spectators every farm."""
    defs = Markup(f'<svg class="sprite" aria-hidden="true"><defs>{drawing.defs}</defs></svg>')  # noqa: S704
    return Board(drawing.game, drawing.title, defs, tuple(_placed(drawing, part, seat) for part in drawing.parts))


def _placed(drawing: Drawing, part: Part, seat: int | None) -> Placed:
    is_own = seat is not None and part.name.endswith(f"-{seat}")
    kind = part.name.partition("-")[0]
    place = PLACES[drawing.game][kind]
    if drawing.game == "junglerumble" and (is_own or (seat is None and kind == "farm")):
        place = OWN.get(kind, place)
    narrow = f'data-narrow="{part.narrow}" ' if part.narrow else ""
    svg = (
        f'<svg class="board {drawing.game}" data-part="{part.name}" viewBox="{part.page or part.view_box}" '
        f'{narrow}role="group" '
        f'aria-label="{escape(drawing.title)}">{part.ground}'
        f'<g id="live-{part.name}">{"".join(part.live.values())}</g></svg>'
    )
    return Placed(part.name, place, Markup(svg), is_own)  # noqa: S704  drawings escape what they are given
