"""The five action cards with the food on them and who took which, and the supply."""

from functools import cache

from ludotheque.drawing.drawing import Part
from ludotheque.drawing.junglerumble import labels
from ludotheque.drawing.junglerumble.layout import CARDS, Layout
from ludotheque.drawing.junglerumble.scene import Scene
from ludotheque.drawing.language import Language
from ludotheque.drawing.svg import number, text, use

GIVES = {"tiger": "food", "bull": "field-icon", "beaver": "water-icon", "raccoon": "gold", "monkey": "kitten"}


def draw_cards(scene: Scene) -> Part:
    """The part in the middle of the table."""
    layout, table = scene.layout, scene.table
    live = {f"card-{card}": _card(scene, card, *place) for card, place in zip(CARDS, layout.slots, strict=False)}
    x, y = layout.slots[5]
    figures = [table.fields_left, table.waterways_left, *table.kittens_left]
    keys = ["supply-fields", "supply-waterways", *(f"supply-kittens-{seat}" for seat in table.seats)]
    for place, (key, figure) in enumerate(zip(keys, figures, strict=True)):
        across, down = _supply_place(place, len(table.seats))
        live[key] = f'<text id="{key}" class="jr-figure" x="{x + across + 18:g}" y="{y + down:g}">{figure}</text>'
    box = layout.cards
    ground = _ground(layout, len(table.seats), scene.speaker)
    return Part("cards", box.x, box.y, box.width, box.height, ground, live)


def _supply_place(place: int, players: int) -> tuple[float, float]:
    """Two signs in a row, below the heading."""
    return (-46 if place % 2 == 0 else 20), (-8 if players == 2 else -28) + 40 * (place // 2)


@cache
def _ground(layout: Layout, players: int, speaker: Language) -> str:
    """The cards' places and names; the supply's panel and signs."""
    drawn = ""
    for card, (x, y) in zip(CARDS, layout.slots, strict=False):
        drawn += text(speaker.say(labels.CARDS[card]), x, y + 88, "heading")
    x, y = layout.slots[5]
    high = 132 if players == 2 else 172
    drawn += f'<rect class="panel" x="{x - 72:g}" y="{y - high / 2:g}" width="144" height="{high}" rx="14"/>'
    drawn += text(speaker.say(labels.SUPPLY), x, y - high / 2 + 24, "heading")
    signs = ["jr-field-icon", "jr-water-icon", *(f"jr-awake-{seat}" for seat in range(1, players + 1))]
    for place, sign in enumerate(signs):
        across, down = _supply_place(place, players)
        if place < 2:
            drawn += use(sign, x + across, y + down)
        else:
            drawn += _small(sign, x + across, y + down - 1)
    return drawn


def _card(scene: Scene, card: str, x: float, y: float) -> str:
    """A card: lit when it may be chosen, turned when it has been, with a plum border while it is carried out."""
    table, key, step = scene.table, f"card-{card}", f"card:{card}"
    is_legal, taker = step in scene.legal, table.taker[card]
    is_turned = taker and table.card != card
    inner = f'<use href="#jr-turned-{card}"/>{use(f"jr-tag-{taker}", 0, 46)}' if is_turned else _face(scene, card)
    more = f' data-name="{card}"' if table.phase == "choosing" else ""
    if is_legal:
        chosen = " selected" if key in scene.marks.chosen else ""
        inner = f'<use class="lit{chosen}" href="#jr-lamp"/>{inner}<circle class="lit-dot" cx="-48" cy="-52" r="5"/>'
        more = f' data-steps="{step}"'
    if key in scene.last_places:
        inner += '<use href="#jr-card-last"/>'
    if scene.marks.preview == step and is_legal:
        inner += '<use href="#jr-card-next"/>'
    return f'<g id="{key}" transform="translate({number(x)} {number(y)})"{more}>{inner}</g>'


def _face(scene: Scene, card: str) -> str:
    """The animal, in its corner what it gives, and below it the food that lies there or who is sent."""
    gives = f"jr-awake-{scene.table.active or scene.table.first}" if card == "monkey" else f"jr-{GIVES[card]}"
    drawn = f'<use href="#jr-face-{card}"/>{_small(gives, 44, -48)}'
    if scene.table.card == card:
        drawn += '<use href="#jr-card-played"/>'
        if sent := _sent(scene, card):
            return drawn + sent
        drawn += use(f"jr-tag-{scene.table.active}", 42, 49)
    food = scene.table.food_on[card]
    if food > 4:
        return drawn + use("jr-food", -14, 44) + text(f"×{food}", 0, 46, "jr-figure")
    return drawn + "".join(use("jr-food", 24 * (place - (food - 1) / 2), 44) for place in range(food))


def _sent(scene: Scene, card: str) -> str:
    """The workers that a previewed step would send to the card."""
    kind, _, number_sent = scene.marks.preview.partition(":")
    if scene.after is None or scene.table.card != card or kind not in ("send", "follow"):
        return ""
    seat, workers = scene.table.turn, int(number_sent or 1)
    gap = min(30.0, 96 / max(workers, 1))
    return "".join(
        _small(f"jr-awake-{seat}", gap * (place - (workers - 1) / 2), 44, "ghost") for place in range(workers)
    )


def _small(sign: str, x: float, y: float, worn: str = "") -> str:
    """A kitten, smaller than among its tribe."""
    dressed = f' class="{worn}"' if worn else ""
    return f'<use{dressed} href="#{sign}" transform="translate({number(x)} {number(y)}) scale(.7)"/>'
