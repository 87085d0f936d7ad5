"""A panel for each seat: its points and their parts, what it has left, and its project as the others see it."""

from functools import cache

from ludotheque.drawing.drawing import Part
from ludotheque.drawing.language import Language
from ludotheque.drawing.makabana.cards import HIGH, pile
from ludotheque.drawing.makabana.plan import Plan
from ludotheque.drawing.makabana.reading import Table
from ludotheque.drawing.names import SEAT_NAMES
from ludotheque.drawing.svg import at, number, text
from ludotheque.games.makabana.state import SEATS

LEFT = 66  # what stands right of the seat's hut


def seat_part(table: Table, seat: int, plan: Plan, speaker: Language) -> Part:
    """One seat's panel."""
    width, height = plan.seat_width, plan.seat_height
    score = table.scores[seat - 1]
    inside = '<use href="#mb-frame" class="panel to-move mb-frame"/>' if seat in table.waiting else ""
    inside += text(score.total, width - 16, 28, "end mb-score")
    inside += text(" + ".join(map(str, score.parts.values())), width - 16, height - 34, "end mb-small")
    inside += _left(table, seat) + pile(table, seat, 16, height - HIGH - 12) + _honour(table, seat, width)
    live = {f"seat-{seat}": f'<g id="seat-{seat}">{inside}</g>'}
    return Part(f"seat-{seat}", *plan.seats[seat - 1], width, height, ground(seat, width, height, speaker), live)


def frame(plan: Plan) -> str:
    """The panel of a seat, and the border of one that is waited for."""
    size = f'width="{number(plan.seat_width - 3)}" height="{number(plan.seat_height - 3)}"'
    larger = f'width="{number(plan.seat_width - 1)}" height="{number(plan.seat_height - 1)}"'
    return f'<rect id="mb-frame" x="1.5" y="1.5" {size} rx="11"/><rect id="mb-panel" x=".5" y=".5" {larger} rx="12"/>'


@cache
def ground(seat: int, width: float, height: float, speaker: Language) -> str:
    """The seat's hut and name, the sign of its reserve, and the place for its project."""
    panel = '<use href="#mb-panel" class="panel"/>'
    hut = f'<use href="#mb-hut-{seat}" transform="translate(34 34)scale(.8)"/>'
    name = text(speaker.say(SEAT_NAMES[SEATS[seat]]), LEFT, 26, "start mb-seat-name")
    few = f'<use href="#mb-few-huts" x="{LEFT + 8}" y="52"/>'
    return f'{panel}{hut}{name}{few}<use href="#mb-no-card-yet" x="16" y="{number(height - HIGH - 12)}"/>'


def _left(table: Table, seat: int) -> str:
    """Huts in reserve, Paint cards, the Club card."""
    drawn = text(table.reserve(seat), LEFT + 22, 53, "start mb-small")
    cards = f"{table.paints[seat]}{int(not table.clubs[seat])}"
    return drawn + (f'<use href="#mb-left-{cards}" x="{LEFT + 62}" y="52"/>' if cards != "00" else "")


def _honour(table: Table, seat: int, width: float) -> str:
    """The first player's sign; in the end each seat's place."""
    if place := _places(table)[seat - 1]:
        worn = "won" if place == 1 else "first"
        inside = f'<use href="#mb-{worn}"/><text class="mb-{worn}-count">{place}</text>'
        return f"<g {at(width - 74, 27)}>{inside}</g>"
    if seat == table.first and table.phase != "placing":
        return '<use href="#mb-first" x="18" y="16"/><text class="mb-first-count" x="18" y="16">1</text>'
    return ""


def _places(table: Table) -> list[int]:
    """By seat, its place in a finished game; 0 before."""
    outcome = table.view.outcome if table.phase == "over" else None
    return list(outcome.places) if outcome else [0] * table.players
