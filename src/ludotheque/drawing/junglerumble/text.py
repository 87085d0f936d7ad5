"""A view of Jungle Rumble as a text picture: the cards and the supply, every seat with its farm, the legal moves.

A word that ends with a colon begins a step; the words after it go on with it: `field: g8 h9` are field:g8 and field:h9.
"""

from itertools import zip_longest
from textwrap import wrap

from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.ink import Ink
from ludotheque.drawing.junglerumble import labels
from ludotheque.drawing.junglerumble.layout import CARDS
from ludotheque.drawing.junglerumble.names import NAMES, fields, waterways
from ludotheque.drawing.junglerumble.scene import JungleScene
from ludotheque.drawing.junglerumble.text_farm import draw_map, map_of
from ludotheque.drawing.junglerumble.text_tribe import MARKS, draw_tribe
from ludotheque.drawing.language import language as speaker_of
from ludotheque.play.view import View

WIDTH, GAP, NARROWEST = 80, 4, 24
Line = tuple[str, int]  # with its visible width
Block = tuple[list[Line], list[Line]]  # a seat: its belongings, its farm


def draw_text(view: View, marks: Marks, language: str, ink: Ink) -> str:
    """The whole table, at most 80 columns wide."""
    scene = JungleScene(view, marks, speaker_of(language, "junglerumble"))
    rule = ink.wear("soft", "─" * WIDTH)
    lines = [*_heading(scene, ink), rule, *_cards(scene, ink), _supply(scene, ink), rule]
    blocks = [(draw_tribe(scene, seat, ink), draw_map(map_of(scene, seat), ink)) for seat in scene.table.seats]
    lines += [*_side_by_side(blocks), rule, *_legend(scene, ink)]
    lines += _outcome(scene, ink) if not scene.table.turn else _moves(scene, ink)
    return "\n".join(line.rstrip() for line in lines)


def draw_parts(view: View, marks: Marks, language: str, ink: Ink) -> tuple[list[str], list[str]]:
    """The cards and every seat with its farm; the signs below."""
    scene = JungleScene(view, marks, speaker_of(language, "junglerumble"))
    blocks = [(draw_tribe(scene, seat, ink), draw_map(map_of(scene, seat), ink)) for seat in scene.table.seats]
    return [*_cards(scene, ink), _supply(scene, ink), "", *_side_by_side(blocks)], _legend(scene, ink)


def _heading(scene: JungleScene, ink: Ink) -> list[str]:
    """The round, the last steps, and the question to the seat to act."""
    say, table = scene.speaker.say, scene.table
    title = f"Jungle Rumble · {say(labels.round_label(table))}"
    lines = [title + _last(scene, WIDTH - len(title), ink)]
    if not table.turn:
        return [*lines, ink.wear("strong", say(labels.over_label(scene.view)))]
    seat = ink.seat(table.turn, f"{MARKS[table.turn]} {say(labels.headed(NAMES[table.turn]))}")
    asked = ink.wear("strong", say(labels.asked_label(table)))
    if (table.phase, table.card) == ("sending", "tiger"):
        asked += f" {say(labels.tiger_label(scene.view.setup.board.record.tiger_food.tolist()))}"
    return [*lines, f"► {seat} {asked}"]


def _last(scene: JungleScene, room: int, ink: Ink) -> str:
    """The last steps, as many as fit."""
    shown = ""
    for step in reversed(scene.marks.last):
        room -= len(step.text) + 7
        if room >= 0:
            shown = f" · {MARKS[step.seat]} {ink.wear('last', f'*{step.text}*')}{shown}"
    return shown


def _cards(scene: JungleScene, ink: Ink) -> list[str]:
    """The cards in a row: [those that may be chosen], those taken with their taker's mark, with the food on them."""
    table = scene.table
    shown = []
    for card in CARDS:
        food = f" +{table.food_on[card]}" if table.food_on[card] else ""
        taker = table.taker[card]
        if f"card:{card}" in scene.legal:
            shown.append(ink.spot(card, ink.wear("lit", f"[{card}{food}]")))
        elif card == table.card:
            shown.append(ink.seat(taker, f"►{card} {MARKS[taker]}"))
        else:
            shown.append(ink.wear("soft", f"{card} {MARKS[taker]}") if taker else f"{card}{food}")
    return [f"{scene.speaker.say(labels.headed(labels.CARDS_WORD))} " + "   ".join(shown)]


def _supply(scene: JungleScene, ink: Ink) -> str:
    say, table = scene.speaker.say, scene.table
    kittens = " ".join(ink.seat(seat, f"{MARKS[seat]}{left}") for seat, left in table.kittens_left.items())
    left = f"{say(fields(table.fields_left))}, {say(waterways(table.waterways_left))}"
    return f"{say(labels.headed(labels.SUPPLY))} {left}, {say(labels.KITTENS)} {kittens}"


def _side_by_side(blocks: list[Block]) -> list[str]:
    """Seats beside each other, as many as fit."""
    rows: list[list[Block]] = []
    room = 0
    for block in blocks:
        wide = _width(block)
        if not rows or wide > room:
            rows.append([])
            room = WIDTH
        rows[-1].append(block)
        room -= wide + GAP
    lines: list[str] = []
    for row in rows:
        widths = [_width(block) for block in row]
        lines += [""] * bool(lines)
        for part in (0, 1):  # the maps begin on one line
            lines += _joined([block[part] for block in row], widths)
    return lines


def _width(block: Block) -> int:
    return max(NARROWEST, *(width for part in block for _, width in part))


def _joined(parts: list[list[Line]], widths: list[int]) -> list[str]:
    lines = []
    for pieces in zip_longest(*parts, fillvalue=("", 0)):
        padded = (text + " " * (wide - width + GAP) for (text, width), wide in zip(pieces, widths, strict=True))
        lines.append("".join(padded))
    return lines


def _legend(scene: JungleScene, ink: Ink) -> list[str]:
    say = scene.speaker.say
    field, water, last = say(labels.A_FIELD), say(labels.A_WATERWAY), say(labels.LAST)
    signs = f"▒2▒ {field}   ║ ═══ {water}   + {say(labels.OPEN)}   * {last}"
    return [ink.wear("soft", line) for line in wrap(signs, WIDTH)]


def _outcome(scene: JungleScene, ink: Ink) -> list[str]:
    """Every seat's points, part by part."""
    say = scene.speaker.say
    lines = []
    for seat in scene.table.seats.values():
        parts = ", ".join(f"{say(label)} {points}" for label, points in zip(labels.PARTS, seat.points, strict=True))
        name = ink.seat(seat.number, f"{MARKS[seat.number]} {say(NAMES[seat.number])}")
        lines.append(f"{name} {ink.wear('strong', str(seat.total))}")
        lines += wrap(f"= {parts}", WIDTH, initial_indent="  ", subsequent_indent="    ")
    return lines


def _moves(scene: JungleScene, ink: Ink) -> list[str]:
    """The legal moves, by kind."""
    kinds: dict[str, list[str]] = {}
    for step in scene.legal:
        kind, colon, name = step.partition(":")
        kinds.setdefault(kind + colon, []).append(name)
    if not kinds:
        return []
    lines = [scene.speaker.say(labels.headed(labels.MOVES))]
    for kind, names in kinds.items():
        shown = wrap(" ".join(names), WIDTH - len(kind) - 3) or [""]
        lines.append(f"  {ink.wear('lit', kind)} {shown[0]}")
        lines += [" " * (len(kind) + 3) + more for more in shown[1:]]
    return lines
