"""Small graphs: a line over time."""

from markupsafe import Markup

from ludotheque.drawing.svg import number

WIDE, HIGH, EDGE = 320.0, 80.0, 6.0
FEWEST = 2  # points that make a line


def curve(values: list[float]) -> Markup | None:
    """A line through values from left to right; nothing for a single one."""
    if len(values) < FEWEST:
        return None
    low, high = min(values), max(values)
    across, up = (WIDE - 2 * EDGE) / (len(values) - 1), (HIGH - 2 * EDGE) / (high - low or 1)
    points = [(EDGE + across * k, HIGH - EDGE - up * (value - low)) for k, value in enumerate(values)]
    line = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    x, y = points[-1]
    return Markup(  # noqa: S704  figures alone
        f'<svg class="curve" viewBox="0 0 {number(WIDE)} {number(HIGH)}" preserveAspectRatio="none" aria-hidden="true">'
        f'<polyline points="{line}"/><circle cx="{number(x)}" cy="{number(y)}" r="4"/></svg>'
    )
