"""The five action cards with their food, their takers and their possible gains; and the supply."""

from functools import cache, lru_cache
from html import escape

from ludotheque.drawing.drawing import Part
from ludotheque.drawing.element import Elements
from ludotheque.drawing.junglerumble import labels
from ludotheque.drawing.junglerumble.art import DROP
from ludotheque.drawing.junglerumble.layout import CARDS, Box
from ludotheque.drawing.junglerumble.parts.buttons import GIVES
from ludotheque.drawing.junglerumble.scene import MOST_READ, JungleScene, JungleTable, most_workers
from ludotheque.drawing.language import Language
from ludotheque.drawing.svg import number, text, use

ACROSS, HIGH = (70, 210, 350, 490, 630), 76  # the middles of the cards


def draw_cards(scene: JungleScene, elements: Elements) -> Part:
    """The five cards in a row."""
    box = scene.layout.cards
    live = {f"card-{card}": _card(scene, card, x, elements) for card, x in zip(CARDS, ACROSS, strict=True)}
    return Part("cards", box.x, box.y, box.width, box.height, _names(scene.speaker), live)


@cache
def _names(speaker: Language) -> str:
    """The cards' names, below them; style sheets hide all but the first word where room is scarce."""
    drawn = ""
    for card, x in zip(CARDS, ACROSS, strict=True):
        first, apart, rest = speaker.say(labels.CARDS[card]).partition(" ")
        said = escape(first)
        if rest:
            said = f'<tspan>{said}</tspan><tspan class="jr-rest">{escape(apart + rest)}</tspan>'
        drawn += f'<text class="heading" x="{x}" y="{HIGH + 86}">{said}</text>'
    return drawn


def draw_supply(scene: JungleScene, elements: Elements) -> Part:
    """The supply: fields and waterways, and below them the kittens of each tribe."""
    table, box = scene.table, scene.layout.supply
    figures = [table.fields_left, table.waterways_left, *table.kittens_left.values()]
    keys = ["supply-fields", "supply-waterways", *(f"supply-kittens-{seat}" for seat in table.seats)]
    live = {}
    for number_, (key, figure) in enumerate(zip(keys, figures, strict=True)):
        x, y = _supply_place(number_)
        live[key] = f'<text id="{key}" class="jr-figure" x="{x + 18}" y="{y}">{figure}</text>'
    if place := elements.get("supply-place"):
        size = f'x="6" y="6" width="{number(box.width - 12)}" height="{number(box.height - 12)}"'
        live = {"supply-place": f'<rect id="supply-place" class="{DROP}" {size} rx="10"{place.attributes}/>'} | live
    return Part("supply", box.x, box.y, box.width, box.height, _shelf(box, len(table.seats), scene.speaker), live)


def _supply_place(place: int) -> tuple[int, int]:
    """Fields and waterways above, kittens below."""
    return (36 + 92 * place, 60) if place < 2 else (22 + 48 * (place - 2), 100)


@cache
def _shelf(box: Box, players: int, speaker: Language) -> str:
    """The supply's panel and signs."""
    size = f'x=".5" y=".5" width="{number(box.width - 1)}" height="{number(box.height - 1)}"'
    drawn = f'<rect class="panel" {size} rx="14"/>' + text(speaker.say(labels.SUPPLY), box.width / 2, 24, "heading")
    for place, sign in enumerate(("field-icon", "water-icon")):
        drawn += use(f"jr-{sign}", *_supply_place(place))
    for seat in range(1, players + 1):
        x, y = _supply_place(seat + 1)
        drawn += _small(f"jr-awake-{seat}", x, y - 1)
    return drawn


def _card(scene: JungleScene, card: str, x: float, elements: Elements) -> str:
    """A card: lit when it may be chosen, turned once its turn is over, with a plum border while it is in play."""
    table, key = scene.table, f"card-{card}"
    taker, element = table.taker[card], elements.get(key)
    is_turned, is_legal = taker and table.card != card, element and element.steps
    if is_turned:
        inner = f'<use href="#jr-turned-{card}"/>{use(f"jr-tag-{taker}", 0, 46)}'
    else:
        inner = _face(table, card, _sent(scene) if table.card == card else "")
    if is_legal:
        chosen = " selected" if key in scene.marks.chosen else ""
        inner = f'<use class="lit{chosen}" href="#jr-lamp"/>{inner}<circle class="lit-dot" cx="-48" cy="-52" r="5"/>'
        inner += _reach(scene, card)
    if element and element.drop:
        inner = f'<use class="{DROP}" href="#jr-lamp"/>{inner}'
    if key in scene.last_places:
        inner += '<use href="#jr-card-last"/>'
    if is_legal and scene.marks.preview == f"card:{card}":
        inner += '<use href="#jr-card-next"/>'
    place = f'transform="translate({number(x)} {number(HIGH)})"'
    return f'<g id="{key}" {place}{element.attributes if element else ""}>{inner}</g>'


@lru_cache(MOST_READ)
def _face(table: JungleTable, card: str, sent: str) -> str:
    """The animal, its gain in the corner, and below it the card's food or the workers being sent."""
    gives = f"jr-awake-{table.active or table.first}" if card == "monkey" else f"jr-{GIVES[card]}"
    drawn = f'<use href="#jr-face-{card}"/>{_small(gives, 44, -48)}'
    if table.card == card:
        drawn += '<use href="#jr-card-played"/>'
        if sent:
            return drawn + sent
        drawn += use(f"jr-tag-{table.active}", 42, 49)
    food = table.food_on[card]
    if food > 4:
        return drawn + use("jr-food", -14, 44) + text(f"×{food}", 0, 46, "jr-figure")
    return drawn + "".join(use("jr-food", 24 * (place - (food - 1) / 2), 44) for place in range(food))


def _reach(scene: JungleScene, card: str) -> str:
    """Below a card that may be chosen: the gain of one worker, and of as many as can be sent."""
    most = most_workers(scene.view, scene.legal[f"card:{card}"])
    tiger = scene.view.setup.board.record.tiger_food
    least, best = (int(tiger[1]), int(tiger[most])) if card == "tiger" else (1, most)
    said = "0" if not most else str(best) if most == 1 else f"{least}–{best}"
    sign = f"awake-{scene.table.turn}" if card == "monkey" else GIVES[card]
    across = 16 if card == "monkey" else 9
    return f'{text(said, -6, 114, "jr-reach")}<use href="#jr-small-{sign}" x="{across}" y="113"/>'


def _sent(scene: JungleScene) -> str:
    """The workers that a previewed step would send to the card in play."""
    kind, _, number_sent = scene.marks.preview.partition(":")
    if scene.after is None or kind not in ("send", "follow"):
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
