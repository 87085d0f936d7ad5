"""A panel for each seat: its points and their parts, what it has left, and its project as the others see it."""

from functools import cache

from ludotheque.drawing.drawing import Part
from ludotheque.drawing.language import Language
from ludotheque.drawing.makabana import labels
from ludotheque.drawing.makabana.layout import Layout
from ludotheque.drawing.makabana.parts.cards import HIGH, pile
from ludotheque.drawing.makabana.scene import Scene
from ludotheque.drawing.shared_names import SEAT_NAMES
from ludotheque.drawing.svg import at, number, text
from ludotheque.games.makabana.state import SEATS

LEFT = 66  # right of the seat's hut
PAGE_WIDE = 256  # a page shows only what a seat has left and its project, in one row


def seat_part(scene: Scene, seat: int, layout: Layout, speaker: Language) -> Part:
    """One seat's panel."""
    width, height = layout.seat_width, layout.seat_height
    score = scene.scores[seat - 1]
    inside = '<use href="#mb-frame" class="panel to-move mb-frame"/>' if seat in scene.waiting else ""
    inside += text(score.total, width - 16, 28, "end mb-score")
    inside += text(" + ".join(map(str, score.parts.values())), width - 16, height - 34, "end mb-small mb-sum")
    top = height - HIGH - 12
    row = pile(scene, seat, 16, 0) + _word(scene, seat, speaker) + _left(scene, seat, top)
    row += _honour(scene, seat, width, top)
    live = {f"seat-{seat}": f'<g id="seat-{seat}">{inside}<g {at(0, top)}>{row}</g></g>'}
    drawn, page = ground(seat, width, height, speaker), f"6 {number(top - 6)} {PAGE_WIDE} {HIGH + 12}"
    return Part(f"seat-{seat}", *layout.seats[seat - 1], width, height, drawn, live, page, page)


def _word(scene: Scene, seat: int, speaker: Language) -> str:
    """Whether a seat has laid its project, while they are made."""
    if scene.phase != "projects":
        return ""
    words, worn = (labels.LAID, "laid") if scene.is_ready(seat) else (labels.CHOOSING, "choosing")
    return text(speaker.say(words), 64, HIGH / 2 + 1, f"start mb-small mb-{worn}")


def frame(layout: Layout) -> str:
    """The panel of a seat, and the border of one that is waited for."""
    size = f'width="{number(layout.seat_width - 3)}" height="{number(layout.seat_height - 3)}"'
    larger = f'width="{number(layout.seat_width - 1)}" height="{number(layout.seat_height - 1)}"'
    return f'<rect id="mb-frame" x="1.5" y="1.5" {size} rx="11"/><rect id="mb-panel" x=".5" y=".5" {larger} rx="12"/>'


@cache
def ground(seat: int, width: float, height: float, speaker: Language) -> str:
    """The seat's hut and name, the sign of its reserve, and the place for its project."""
    panel = '<use href="#mb-panel" class="panel"/>'
    hut = f'<use href="#mb-hut-{seat}" transform="translate(34 34)scale(.8)"/>'
    name = text(speaker.say(SEAT_NAMES[SEATS[seat]]), LEFT, 26, "start mb-seat-name")
    place = f'<use href="#mb-no-card-yet" x="16" y="{number(height - HIGH - 12)}"/>'
    return f'<g class="mb-head">{panel}{hut}{name}</g>{place}'


def _left(scene: Scene, seat: int, top: float) -> str:
    """Huts in reserve, Paint cards, the Club card."""
    drawn = '<use href="#mb-few-huts" x="8"/>' + text(scene.reserve(seat), 22, 1, "start mb-small")
    cards = f"{scene.paints[seat]}{int(not scene.clubs[seat])}"
    drawn += f'<use href="#mb-left-{cards}" x="56"/>' if cards != "00" else ""
    return f'<g class="mb-left" {at(LEFT, 52 - top)}>{drawn}</g>'


def _honour(scene: Scene, seat: int, width: float, top: float) -> str:
    """The first player's sign; in the end each seat's place."""
    if place := _places(scene)[seat - 1]:
        worn = "won" if place == 1 else "first"
        inside = f'<use href="#mb-{worn}"/><text class="mb-{worn}-count">{place}</text>'
        return f'<g class="mb-honour" {at(width - 74, 27 - top)}>{inside}</g>'
    if seat == scene.first and scene.phase != "placing":
        return (
            f'<g class="mb-honour" {at(18, 16 - top)}><use href="#mb-first"/><text class="mb-first-count">1</text></g>'
        )
    return ""


def _places(scene: Scene) -> list[int]:
    """By seat, its place in a finished game; 0 before."""
    outcome = scene.view.outcome if scene.phase == "over" else None
    return list(outcome.places) if outcome else [0] * scene.players
