"""The question to the seat to act, and the buttons; at the end, the winners and the scores."""

from collections.abc import Collection
from functools import cache
from html import escape

from ludotheque.drawing.drawing import Marks, Part
from ludotheque.drawing.element import NOTHING, Element, Elements
from ludotheque.drawing.junglerumble import labels
from ludotheque.drawing.junglerumble.art import group_of
from ludotheque.drawing.junglerumble.layout import Box
from ludotheque.drawing.junglerumble.names import NAMES
from ludotheque.drawing.junglerumble.parts.buttons import GIVES, Button
from ludotheque.drawing.junglerumble.scene import JungleScene, Tribe
from ludotheque.drawing.svg import number, text, use

ROOM, SPACE, WIDEST = 416, 6, 132
SCORED = ("awake-1", "trader-1", "water-icon", "gold", "food", "penalty")  # the signs of the parts of a score


def draw_choices(scene: JungleScene, buttons: Collection[Button], elements: Elements) -> Part:
    """The prompt, or the outcome, and the buttons."""
    box = scene.layout.choices
    live = _prompt(scene, box, elements) if scene.table.turn else _outcome(scene, box)
    live["buttons"] = group_of("buttons", _buttons(scene, buttons, elements))
    return Part("choices", box.x, box.y, box.width, box.height, _ground(box), live)


@cache
def _ground(box: Box) -> str:
    return (
        f'<rect class="panel" x=".5" y=".5" width="{number(box.width - 1)}" height="{number(box.height - 1)}" rx="14"/>'
    )


def _prompt(scene: JungleScene, box: Box, elements: Elements) -> dict[str, str]:
    """The seat to act and the question to it; with a plum edge if it is the view's own seat."""
    table, say = scene.table, scene.speaker.say
    low, bottom = number(box.height - 14), number(box.height - 0.5)
    outline = f"M14.5.5H8Q.5.5.5 14V{low}Q.5 {bottom} 8 {bottom}H14.5Q6.5 {bottom} 6.5 {low}V14Q6.5.5 14.5.5Z"
    edge = f'<path class="jr-edge" d="{outline}"/>'
    worn = "heading start" if scene.is_waited_for else "heading start soft"
    drawn = (
        (edge if scene.is_waited_for else "") + use(f"jr-sign-{table.turn}", 30, 27)
        + text(say(NAMES[table.turn]), 50, 27, "jr-name start")
        + text(say(labels.round_label(table)), 432, 27, "jr-small soft end")
        + text(say(labels.asked_label(table)), 20, 62, worn)
    )  # fmt: skip
    return {
        "prompt": f'<g id="prompt">{drawn}</g>',
        "to-place": _to_place(scene, elements.get("to-place", NOTHING)),
    }


def _to_place(scene: JungleScene, element: Element) -> str:
    """One sign for each field or waterway still to be placed."""
    if scene.table.phase != "placing" or scene.table.card == "monkey":
        return group_of("to-place", "")
    sign = GIVES[scene.table.card]
    drawn = "".join(use(f"jr-{sign}", 38 + 44 * place, 104) for place in range(scene.table.to_place))
    return group_of("to-place", drawn, element.attributes)


def _outcome(scene: JungleScene, box: Box) -> dict[str, str]:
    """The winners, and each seat's points by their parts."""
    drawn = text(scene.speaker.say(labels.over_label(scene.view)), 20, 27, "heading start")
    columns = [86 + 52 * place for place in range(len(SCORED))]
    for x, sign in zip(columns, SCORED, strict=True):
        size = ".6" if sign.endswith("-1") else ".9"
        drawn += f'<use href="#jr-{sign}" transform="translate({x} 64) scale({size})"/>'
    row = min(30, (box.height - 92) / len(scene.table.seats))
    winners = scene.view.outcome.winners if scene.view.outcome else ()
    for place, seat in enumerate(scene.table.seats.values()):
        y = 94 + row * place
        if seat.number in winners:
            drawn += f'<rect class="jr-winner" x="12" y="{y - row / 2 + 1:g}" width="424" height="{row - 2:g}" rx="8"/>'
        drawn += f'<use href="#jr-sign-{seat.number}" transform="translate(34 {y:g}) scale(.6)"/>' + _points(
            seat, columns, y
        )
    return {"prompt": f'<g id="prompt">{drawn}</g>'}


def _points(seat: Tribe, columns: list[int], y: float) -> str:
    parts = zip((*columns, 414), (*seat.points, seat.total), strict=True)
    spans = "".join(f'<tspan x="{x}">{points}</tspan>' for x, points in parts)
    return f'<text class="numeral" y="{y:g}">{spans.replace("-", "−")}</text>'


def _buttons(scene: JungleScene, buttons: Collection[Button], elements: Elements) -> str:
    """One row, or two lower ones when they are many."""
    most = 4 if any(len(button.gives) > 1 for button in buttons) else 7
    rows = 1 if len(buttons) <= most else 2
    each_row = -(-len(buttons) // rows)
    wide = min(WIDEST, (ROOM - SPACE * (each_row - 1)) // each_row // 2 * 2) if buttons else 0
    high, top = (68, 126) if rows == 1 else (50, 101)
    drawn = ""
    for number_, button in enumerate(buttons):
        row, column = divmod(number_, each_row)
        x, y = 16 + wide // 2 + (wide + SPACE) * column, top + (high + SPACE) * row
        size = f'x="{-wide // 2}" y="{-high // 2}" width="{wide}" height="{high}" rx="10"'
        place = f'transform="translate({x} {y})"'
        drawn += _button(scene.marks, button, elements[button.id], place, size, rows > 1)
    return drawn


def _button(marks: Marks, button: Button, element: Element, place: str, size: str, is_low: bool) -> str:
    """A lit button with its step; an unlit one with the name of a try."""
    inner = _inside(button, is_low)
    if not element.steps:
        return f'<g id="{button.id}" class="jr-off"{element.attributes} {place}><rect {size}/>{inner}</g>'
    worn = " ".join(("costs",) * button.costs + ("selected",) * (button.id in marks.chosen))
    dressed = f' class="{worn}"' if worn else ""
    seen = f'<rect class="preview-line" {size}/>' if marks.preview in element.steps else ""
    named = f'id="{button.id}" class="button"{element.attributes}'
    return f"<g {named} {place}><rect{dressed} {size}/>{seen}{inner}</g>"


def _inside(button: Button, is_low: bool) -> str:
    """A word above, or a sign; gains and prices below."""
    word = button.word
    top, bottom = (-8, 15) if is_low else (-10, 17)
    if not button.sign:
        drawn = f'<text y="{top if button.gives else 0}">{escape(word)}</text>'
    elif button.gives:
        drawn = _sign(button.sign, -22 if word else 0, top, is_low) + (text(word, 14, top) if word else "")
    else:
        drawn = _sign(button.sign, 0, top, is_low) + text(word, 0, bottom + 4, "jr-label")
    for place, (figure, sign) in enumerate(button.gives):
        drawn += _gift(figure, sign, 48 * (place - (len(button.gives) - 1) / 2), bottom)
    return drawn


def _sign(sign: str, x: float, y: float, is_low: bool) -> str:
    """A kitten, or a good."""
    size = (".52" if is_low else ".7") if sign[-1].isdigit() else "1.1"
    return f'<use href="#jr-{sign}" transform="translate({x} {y}) scale({size})"/>'


def _gift(figure: str, sign: str, x: float, y: float) -> str:
    """«+2» and the sign of the good or kitten."""
    if not sign:
        return text(figure, x, y, "jr-label")
    said = text(figure, x - 10, y, "jr-label") if figure else ""
    return f'{said}<use href="#jr-small-{sign}" x="{x + 13 if figure else x:g}" y="{y - 1:g}"/>'
