"""The legend: how points are scored and how to read the map. It never changes."""

from functools import cache

from ludotheque.drawing.drawing import Part
from ludotheque.drawing.language import Language
from ludotheque.drawing.makabana import labels
from ludotheque.drawing.makabana.layout import POINTS, Layout
from ludotheque.drawing.svg import number, text
from ludotheque.games.makabana.points import group_points

LINE = 22


def points_part(layout: Layout, speaker: Language) -> Part:
    """The legend in a panel of its own."""
    panel = f'<rect class="panel" x=".5" y=".5" width="{number(layout.width - 1)}" height="{POINTS - 1}" rx="12"/>'
    return Part("points", layout.x, layout.points, layout.width, POINTS, panel + reference(speaker), {})


@cache
def reference(speaker: Language) -> str:
    """Three ways to points, two signs of the map."""
    groups = " ".join(str(group_points(size)) for size in range(1, 6))
    rows = (
        ("beach", "4", labels.BEACH_POINTS),
        ("huts", groups, labels.GROUP_POINTS),
        ("mask", "1", labels.CLUB_POINTS),
        ("wall", "", labels.WALL),
        ("planks", "", labels.PLANKS),
    )
    drawn = ""
    for k, (sign, figure, words) in enumerate(rows):
        y = 19 + LINE * k
        drawn += f'<use href="#mb-few-{sign}" x="34" y="{y}"/>' + text(speaker.say(words), 148, y + 1, "start mb-note")
        drawn += text(figure, 134, y + 1, "end mb-figure") if figure else ""
    return drawn
