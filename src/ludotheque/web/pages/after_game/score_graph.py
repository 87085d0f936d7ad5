"""A game's scores over time, as a chart: a line for each seat, with its own dashes, mark and name as well as colour."""

from collections.abc import Sequence
from html import escape

from markupsafe import Markup

from ludotheque.drawing.chart import Scale, line, round_step, shortened
from ludotheque.drawing.svg import at, number, text
from ludotheque.games import MANIFESTS

WIDE, HIGH = 560.0, 240.0
LEFT, RIGHT, TOP, BOTTOM = 40.0, 140.0, 14.0, 34.0
NAME_APART = 19.0  # between two names at the right
LONGEST_NAME = 14
FEWEST = 2  # moments that make a line
MOST_LINES = 5  # across the graph
DASHES = ("", "9 5", "2 4", "12 4 2 4", "5 3", "14 6")
MARKS = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z", "M0 -6L6 5L-6 5z", "M-5 -5h10v10h-10z", "M0 -6.5L6.5 0L0 6.5L-6.5 0z",
    "M-2 -6h4v4h4v4h-4v4h-4v-4h-4v-4h4z", "M0 -7L2 -2L7 -2L3 1L4.5 6L0 3L-4.5 6L-3 1L-7 -2L-2 -2z",
)  # fmt: skip
MARBLES = (MARKS[0], MARKS[0])


def graph(
    game: str, plies: Sequence[int], scores: Sequence[Sequence[int]], names: Sequence[str], label: str
) -> Markup | None:
    """The chart of a game; None for fewer than two moments."""
    if len(plies) < FEWEST:
        return None
    every = [score for row in scores for score in row]
    lowest, highest, last = min(0, *every), max(every), plies[-1]
    step = int(max(1, round_step(highest - lowest or 1, MOST_LINES)))
    low, high = lowest // step * step, -(-max(1, highest) // step) * step
    x, y = Scale(0, last, LEFT, WIDE - RIGHT), Scale(high, low, TOP, HIGH - BOTTOM)
    lines = "".join(_grid_line(y(score), score) for score in range(low, high + 1, step))
    curves = [_curve(x, y, plies, [row[seat] for row in scores], seat) for seat in range(len(names))]
    marks = MARBLES if MANIFESTS[game].is_black_and_white else MARKS
    ends = _ends(x(last), y, scores[-1], names, marks)
    feet = text(0, LEFT, HIGH - 8, "foot") + text(last, x(last), HIGH - 8, "foot foot-end")
    now = f'<line id="graph-now" x1="0" x2="0" y1="{number(TOP)}" y2="{number(HIGH - BOTTOM)}" {at(x(last), 0)}/>'
    return Markup(  # noqa: S704  names are escaped
        f'<svg class="graph {game}-graph" id="graph" viewBox="0 0 {number(WIDE)} {number(HIGH)}" role="img" '
        f'aria-label="{escape(label)}" data-left="{number(LEFT)}" data-right="{number(WIDE - RIGHT)}" '
        f'data-last="{last}">{lines}{feet}{now}{"".join(curves)}{ends}</svg>'
    )


def _grid_line(y: float, score: int) -> str:
    return line(LEFT, WIDE - RIGHT, y, y, "zero" if score == 0 else "") + text(score, LEFT - 8, y, "score")


def _curve(x: Scale, y: Scale, plies: Sequence[int], scores: Sequence[int], seat: int) -> str:
    """A seat's scores, in steps instead of slopes."""
    path = f"M{number(x(plies[0]))} {number(y(scores[0]))}"
    for ply, before, score in zip(plies[1:], scores, scores[1:], strict=False):
        if score != before:
            path += f"H{number(x(ply))}V{number(y(score))}"
    path += f"H{number(x(plies[-1]))}"
    dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
    return f'<path class="curve seat-{seat + 1}" d="{path}"{dash}/>'


def _ends(x: float, y: Scale, scores: Sequence[int], names: Sequence[str], marks: Sequence[str]) -> str:
    """The names at the right, the highest score first, moved apart where they would cover each other."""
    order = sorted(range(len(names)), key=lambda seat: (-scores[seat], seat))
    room = HIGH - BOTTOM + TOP - NAME_APART * len(order)
    drawn, above = [], 0.0
    for place, seat in enumerate(order):
        wanted = max(y(scores[seat]), above + NAME_APART if place else 0)
        above = min(wanted, room + NAME_APART * (place + 1))
        drawn.append(f'<path class="end seat-{seat + 1}" d="{marks[seat]}" {at(x + 12, above)}/>')
        drawn.append(text(shortened(names[seat], LONGEST_NAME), x + 24, above, "name"))
    return "".join(drawn)


def rows_of(plies: Sequence[int], scores: Sequence[Sequence[int]], most: int = 20) -> list[tuple[int, Sequence[int]]]:
    """The chart's figures as at most `most` table rows, evenly chosen, always with the last."""
    apart = -(-len(plies) // most)
    return [*zip(plies, scores, strict=True)][::-1][::apart][::-1]
