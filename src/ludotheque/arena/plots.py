"""The plots of an arena's page, as inline SVG in the page's colours."""

import math
from collections.abc import Callable, Sequence
from html import escape

from ludotheque.arena.result import BotRating
from ludotheque.arena.shares import Share

WIDTH, NAMES, LINE, MARGIN = 720, 190, 34, 28  # pixels: plot, column of names, row, margin
MARKS = 6  # labels on an axis, at most


def dots(rows: Sequence[tuple[str, float, float, float]], label: str, unit: str, marked: float) -> str:
    """A row for each name with a dot and its interval; a dashed line at the neutral value."""
    low, high = _round_range([value for row in rows for value in row[1:]] + [marked])
    height = LINE * len(rows) + 2 * MARGIN

    def place(value: float) -> float:
        return NAMES + (value - low) / (high - low) * (WIDTH - NAMES - MARGIN)

    parts = [_axis(place, low, high, height, unit), _rule(place(marked), height)]
    for number, (name, value, least, most) in enumerate(rows):
        middle = MARGIN + LINE * (number + 0.5)
        parts.append(_name(name, middle))
        parts.append(f'<line class="bar" x1="{place(least):.1f}" x2="{place(most):.1f}" y1="{middle}" y2="{middle}"/>')
        told = f"{name}: {value:.1f}{unit}, {least:.1f} to {most:.1f}"
        parts.append(f'<circle class="dot" cx="{place(value):.1f}" cy="{middle}" r="6"><title>{escape(told)}</title>')
        parts.append("</circle>")
    return _svg("".join(parts), height, label)


def rating_plot(ratings: Sequence[BotRating]) -> str:
    """Ratings with their intervals."""
    rows = [(rating.bot, rating.elo, rating.low, rating.high) for rating in ratings]
    return dots(rows, "Ratings with 95 % intervals", "", 0.0)


def share_plot(shares: Sequence[tuple[str, Share]], label: str, even: float) -> str:
    """Shares with their intervals, in percent."""
    rows = [(name, 100 * share.value, 100 * share.low, 100 * share.high) for name, share in shares]
    return dots(rows, label, " %", 100 * even)


def histogram(values: Sequence[int], label: str, most_bars: int = 24) -> str:
    """A histogram of lengths."""
    low, step = min(values), max(1, -(-(max(values) + 1 - min(values)) // most_bars))
    counts = [0] * ((max(values) - low) // step + 1)
    for value in values:
        counts[(value - low) // step] += 1
    height, wide = 220, (WIDTH - 2 * MARGIN) / len(counts)
    parts = []
    for number, count in enumerate(counts):
        tall = count / max(counts) * (height - 2 * MARGIN)
        first, last = low + number * step, low + (number + 1) * step - 1
        told = f"{first}{'' if step == 1 else f' to {last}'} steps: {count} games"
        x, y = MARGIN + number * wide, height - MARGIN - tall
        parts.append(
            f'<rect class="column" x="{x:.1f}" y="{y:.1f}" width="{max(1.0, wide - 2):.1f}" height="{tall:.1f}">'
            f"<title>{told}</title></rect>"
        )
    parts.append(_tick(MARGIN + wide / 2, height - 8, str(low)))
    parts.append(_tick(WIDTH - MARGIN - wide / 2, height - 8, str(low + (len(counts) - 1) * step)))
    return _svg("".join(parts), height, label)


def _round_range(values: Sequence[float]) -> tuple[float, float]:
    """Axis limits around all values, with a margin."""
    low, high = min(values), max(values)
    room = max(high - low, 1.0) * 0.08
    return low - room, high + room


def _axis(place: Callable[[float], float], low: float, high: float, height: float, unit: str) -> str:
    """Round axis labels."""
    step = _step(high - low)
    first = -(-low // step)
    marks = [step * (first + i) for i in range(int(high // step - first) + 1)]
    return "".join(_tick(place(mark), height - 8, f"{mark:g}{unit}") for mark in marks)


def _step(width: float) -> float:
    """A round step that fits into a width `MARKS` times at most."""
    power = 10.0 ** math.floor(math.log10(width / MARKS))
    return next(size * power for size in (1, 2, 5, 10, 20) if width / (size * power) <= MARKS)


def _rule(x: float, height: float) -> str:
    return f'<line class="even" x1="{x:.1f}" x2="{x:.1f}" y1="{MARGIN / 2}" y2="{height - MARGIN}"/>'


def _name(name: str, middle: float) -> str:
    short = name if len(name) <= 24 else name[:23] + "…"
    return f'<text x="0" y="{middle + 5}">{escape(short)}</text>'


def _tick(x: float, y: float, words: str) -> str:
    return f'<text class="tick" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{words}</text>'


def _svg(inside: str, height: float, label: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(label)}" '
        f'xmlns="http://www.w3.org/2000/svg">{inside}</svg>'
    )
