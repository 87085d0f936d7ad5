"""The scores over time as a graph: one line for each seat, told apart by dashes, marks and names as well as colour."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from ludotheque.drawing.svg import number
from ludotheque.games import MANIFESTS

WIDE, HIGH = 560.0, 240.0
LEFT, RIGHT, TOP, BOTTOM = 40.0, 140.0, 14.0, 34.0
NAME_APART = 19.0  # between two names at the right
LONGEST_NAME = 14
FEWEST = 2  # moments that make a line
ROUND = (1, 2, 5)
MOST_LINES = 5  # across the graph
DASHES = ("", "9 5", "2 4", "12 4 2 4", "5 3", "14 6")
MARKS = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z", "M0 -6L6 5L-6 5z", "M-5 -5h10v10h-10z", "M0 -6.5L6.5 0L0 6.5L-6.5 0z",
    "M-2 -6h4v4h4v4h-4v4h-4v-4h-4v-4h4z", "M0 -7L2 -2L7 -2L3 1L4.5 6L0 3L-4.5 6L-3 1L-7 -2L-2 -2z",
)  # fmt: skip
MARBLES = (MARKS[0], MARKS[0])


@dataclass(frozen=True, slots=True)
class Axes:
    """From moments and scores to places in the picture."""

    last: int
    low: int
    high: int

    def x(self, ply: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * ply / self.last

    def y(self, score: float) -> float:
        return TOP + (HIGH - TOP - BOTTOM) * (self.high - score) / (self.high - self.low)


def graph(
    game: str, plies: Sequence[int], scores: Sequence[Sequence[int]], names: Sequence[str], label: str
) -> Markup | None:
    """The graph; nothing before a game has two moments."""
    if len(plies) < FEWEST:
        return None
    every = [score for row in scores for score in row]
    step = _step(min(0, *every), max(every))
    low, high = min(0, *every) // step * step, -(-max(1, *every) // step) * step
    axes = Axes(plies[-1], low, high)
    lines = "".join(_across(axes, score) for score in range(low, high + 1, step))
    curves = [_curve(axes, plies, [row[seat] for row in scores], seat) for seat in range(len(names))]
    ends = _ends(axes, scores[-1], names, MARBLES if MANIFESTS[game].is_black_and_white else MARKS)
    feet = (
        f'<text class="foot" x="{number(LEFT)}" y="{number(HIGH - 8)}">0</text>'
        f'<text class="foot foot-end" x="{number(axes.x(axes.last))}" y="{number(HIGH - 8)}">{axes.last}</text>'
    )
    now = (
        f'<line id="graph-now" x1="0" x2="0" y1="{number(TOP)}" y2="{number(HIGH - BOTTOM)}" '
        f'transform="translate({number(axes.x(axes.last))} 0)"/>'
    )
    return Markup(  # noqa: S704  names are escaped
        f'<svg class="graph {game}-graph" id="graph" viewBox="0 0 {number(WIDE)} {number(HIGH)}" role="img" '
        f'aria-label="{escape(label)}" data-left="{number(LEFT)}" data-right="{number(WIDE - RIGHT)}" '
        f'data-last="{axes.last}">{lines}{feet}{now}{"".join(curves)}{ends}</svg>'
    )


def _step(low: int, high: int) -> int:
    """How far apart the lines across are: 1, 2, 5, 10, 20 ... so that there are few."""
    size = 1
    for size in (unit * ten for ten in (1, 10, 100, 1_000, 10_000) for unit in ROUND):
        if (high - low) / size <= MOST_LINES:
            break
    return size


def _across(axes: Axes, score: int) -> str:
    y = number(axes.y(score))
    worn = ' class="zero"' if score == 0 else ""
    return (
        f'<line{worn} x1="{number(LEFT)}" x2="{number(WIDE - RIGHT)}" y1="{y}" y2="{y}"/>'
        f'<text class="score" x="{number(LEFT - 8)}" y="{y}">{score}</text>'
    )


def _curve(axes: Axes, plies: Sequence[int], scores: Sequence[int], seat: int) -> str:
    """A line that goes up where points came: in steps, not slopes."""
    path = f"M{number(axes.x(plies[0]))} {number(axes.y(scores[0]))}"
    for ply, before, score in zip(plies[1:], scores, scores[1:], strict=False):
        if score != before:
            path += f"H{number(axes.x(ply))}V{number(axes.y(score))}"
    path += f"H{number(axes.x(plies[-1]))}"
    dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
    return f'<path class="curve seat-{seat + 1}" d="{path}"{dash}/>'


def _ends(axes: Axes, scores: Sequence[int], names: Sequence[str], marks: Sequence[str]) -> str:
    """The names at the right, the highest score first, moved apart where they would cover each other."""
    order = sorted(range(len(names)), key=lambda seat: (-scores[seat], seat))
    room = HIGH - BOTTOM + TOP - NAME_APART * len(order)
    drawn, above = [], 0.0
    for place, seat in enumerate(order):
        wanted = max(axes.y(scores[seat]), above + NAME_APART if place else 0)
        y = above = min(wanted, room + NAME_APART * (place + 1))
        x, name = axes.x(axes.last), names[seat]
        short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        drawn.append(
            f'<path class="end seat-{seat + 1}" d="{marks[seat]}" transform="translate({number(x + 12)} {number(y)})"/>'
            f'<text class="name" x="{number(x + 24)}" y="{number(y)}">{escape(short)}</text>'
        )
    return "".join(drawn)


def rows_of(plies: Sequence[int], scores: Sequence[Sequence[int]], most: int = 20) -> list[tuple[int, Sequence[int]]]:
    """The figures of a graph, for those who read them: evenly chosen, with the last."""
    apart = -(-len(plies) // most)
    return [*zip(plies, scores, strict=True)][::-1][::apart][::-1]
