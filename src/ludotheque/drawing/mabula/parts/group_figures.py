"""Each seat's points under both scorings, now and after a previewed move."""

from functools import cache
from math import prod
from typing import Any

from ludotheque.drawing.drawing import Part
from ludotheque.drawing.language import language
from ludotheque.drawing.mabula import labels
from ludotheque.drawing.mabula.parts.seat_panels import GLASS, LEFT, WIDTH
from ludotheque.drawing.mabula.scene import MabulaScene
from ludotheque.drawing.shared_names import SEAT_NAMES
from ludotheque.drawing.svg import number, text
from ludotheque.games.mabula.state import SEATS

HEIGHT = 130
ENDS = (218, 310)  # where the figures of each scoring end
HEAD, FIRST, STEP = 32, 72, 37
DIGIT = 11.5  # the width of a figure


@cache
def ground(scoring: str, code: str) -> str:
    """The table without its figures; the scoring that counts is bold."""
    speak = language(code, "mabula").say
    heads = "".join(
        text(speak(label), end, HEAD + 1, f"caption end {'counts' if way == scoring else 'soft'}")
        for (way, label), end in zip(labels.WAYS.items(), ENDS, strict=True)
    )
    rows = "".join(
        f'<use href="#{GLASS[seat]}" class="marble" transform="translate({LEFT + 11} {_row(seat)}) scale(.34)"/>'
        + text(speak(SEAT_NAMES[SEATS[seat]]), LEFT + 32, _row(seat), "figure start")
        for seat in SEATS
    )
    rules = "".join(f"M{LEFT} {number(_row(seat) - STEP / 2)}H{ENDS[-1]}" for seat in SEATS)
    return (
        f'<rect class="panel" x="1.5" y="1.5" width="{WIDTH - 3}" height="{HEIGHT - 3}" rx="14"/>'
        f"{text(speak(labels.GROUPS), LEFT, HEAD, 'heading groups-heading start')}{heads}"
        f'<path class="rule" d="{rules}"/>{rows}'
    )


def draw_figures(scene: MabulaScene, x: float, y: float, code: str) -> Part:
    """The figures of both seats: the largest group, and the product of all."""
    after = scene.ahead.seats if scene.ahead else scene.seats
    live = {}
    for seat in SEATS:
        now, then = _figures(scene.seats[str(seat)]), _figures(after[str(seat)])
        drawn = "".join(_figure(old, new, end, _row(seat)) for old, new, end in zip(now, then, ENDS, strict=True))
        live[f"figures-{seat}"] = f'<g id="figures-{seat}">{drawn}</g>'
    return Part("groups", x, y, WIDTH, HEIGHT, ground(scene.scoring, code), live)


def _row(seat: int) -> int:
    return FIRST + STEP * (seat - 1)


def _figures(facts: dict[str, Any]) -> tuple[int, int]:
    sizes = [len(group) for group in facts["groups"]]
    return max(sizes), prod(sizes)


def _figure(now: int, then: int, end: int, y: int) -> str:
    """A figure; with its new value if the previewed move changes it."""
    if now == then:
        return text(now, end, y, "numeral figure end")
    left = end - DIGIT * len(str(then))
    arrow = f'<path class="arrow" d="M{number(left - 23)} {y + 0.5}h16m-6 -5l6 5l-6 5"/>'
    coming = text(then, end, y, f"numeral figure end {'up' if then > now else 'down'}")
    return text(now, left - 29, y, "figure was-figure end") + arrow + coming
