"""The charts of an arena's report, as inline SVG in the report's own colours."""

from collections.abc import Sequence
from html import escape

from ludotheque.arena.result import BotRating
from ludotheque.arena.shares import Share
from ludotheque.drawing.chart import Scale, line, round_step, shortened, ticks
from ludotheque.drawing.svg import number, text

WIDTH, NAMES, LINE, MARGIN = 720, 190, 34, 28  # in pixels: a plot, its column of names, a line, the space around
MOST_TICKS = 6
LONGEST_NAME = 24


def dots(rows: Sequence[tuple[str, float, float, float]], label: str, unit: str, marked: float) -> str:
    """A dot and its interval for each name; a dashed rule at `marked`."""
    low, high = _padded_range([value for row in rows for value in row[1:]] + [marked])
    height = LINE * len(rows) + 2 * MARGIN
    x = Scale(low, high, NAMES, WIDTH - MARGIN)
    parts = [_axis(x, height, unit), line(x(marked), x(marked), MARGIN / 2, height - MARGIN, "even")]
    for row, (name, value, least, most) in enumerate(rows):
        middle = MARGIN + LINE * (row + 0.5)
        title = f"{name}: {value:.1f}{unit}, {least:.1f} to {most:.1f}"
        parts.append(text(shortened(name, LONGEST_NAME), 0, middle + 5))
        parts.append(line(x(least), x(most), middle, middle, "bar"))
        parts.append(
            f'<circle class="dot" cx="{number(x(value))}" cy="{number(middle)}" r="6"><title>{escape(title)}</title>'
            "</circle>"
        )
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
    """How often each length occurs, in at most `most_bars` columns."""
    low, step = min(values), max(1, -(-(max(values) + 1 - min(values)) // most_bars))
    counts = [0] * ((max(values) - low) // step + 1)
    for value in values:
        counts[(value - low) // step] += 1
    height, wide = 220, (WIDTH - 2 * MARGIN) / len(counts)
    parts = []
    for bar, count in enumerate(counts):
        tall = count / max(counts) * (height - 2 * MARGIN)
        first, last = low + bar * step, low + (bar + 1) * step - 1
        title = f"{first}{'' if step == 1 else f' to {last}'} steps: {count} games"
        x, y, width = MARGIN + bar * wide, height - MARGIN - tall, max(1.0, wide - 2)
        parts.append(
            f'<rect class="column" x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(tall)}">'
            f"<title>{title}</title></rect>"
        )
    parts.append(_tick(MARGIN + wide / 2, height - 8, str(low)))
    parts.append(_tick(WIDTH - MARGIN - wide / 2, height - 8, str(low + (len(counts) - 1) * step)))
    return _svg("".join(parts), height, label)


def _padded_range(values: Sequence[float]) -> tuple[float, float]:
    """The least and the greatest value, with a margin of 8 %."""
    low, high = min(values), max(values)
    room = max(high - low, 1.0) * 0.08
    return low - room, high + room


def _axis(x: Scale, height: float, unit: str) -> str:
    """Round numbers below the chart."""
    marks = ticks(x.low, x.high, round_step(x.high - x.low, MOST_TICKS))
    return "".join(_tick(x(mark), height - 8, f"{mark:g}{unit}") for mark in marks)


def _tick(x: float, y: float, words: str) -> str:
    return f'<text class="tick" x="{number(x)}" y="{number(y)}" text-anchor="middle">{words}</text>'


def _svg(inside: str, height: float, label: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(label)}" '
        f'xmlns="http://www.w3.org/2000/svg">{inside}</svg>'
    )
