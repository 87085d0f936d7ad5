"""A person's rating over time, as a small chart."""

from markupsafe import Markup

from ludotheque.drawing.chart import Scale, polyline
from ludotheque.drawing.svg import number

WIDE, HIGH, EDGE = 320.0, 80.0, 6.0
FEWEST = 2  # points that make a line


def curve(values: list[float]) -> Markup | None:
    """A line through `values` from left to right; None for fewer than two."""
    if len(values) < FEWEST:
        return None
    x = Scale(0, len(values) - 1, EDGE, WIDE - EDGE)
    y = Scale(min(values), max(values), HIGH - EDGE, EDGE)
    points = [(x(k), y(value)) for k, value in enumerate(values)]
    end_x, end_y = points[-1]
    return Markup(  # noqa: S704  figures alone
        f'<svg class="curve" viewBox="0 0 {number(WIDE)} {number(HIGH)}" preserveAspectRatio="none" aria-hidden="true">'
        f'{polyline(points)}<circle cx="{number(end_x)}" cy="{number(end_y)}" r="4"/></svg>'
    )
