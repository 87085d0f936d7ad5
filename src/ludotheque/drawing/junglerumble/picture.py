"""A view of Jungle Rumble as a picture: cards, supply, prompt, and each seat's tribe and farm."""

from ludotheque.drawing.drawing import Drawing, Marks
from ludotheque.drawing.junglerumble import labels
from ludotheque.drawing.junglerumble.art import defs
from ludotheque.drawing.junglerumble.elements import elements_of
from ludotheque.drawing.junglerumble.layout import WIDTH
from ludotheque.drawing.junglerumble.page_facts import facts_of
from ludotheque.drawing.junglerumble.parts.buttons import buttons_of
from ludotheque.drawing.junglerumble.parts.cards import draw_cards, draw_supply
from ludotheque.drawing.junglerumble.parts.farm_land import draw_farm
from ludotheque.drawing.junglerumble.parts.prompt import draw_choices
from ludotheque.drawing.junglerumble.parts.tribe import draw_tribe
from ludotheque.drawing.junglerumble.scene import JungleScene
from ludotheque.drawing.language import language as speaker_of
from ludotheque.play.view import View

WATCHERS_ALIKE = True  # a seat without a move sees the spectator's picture
TRIED = {"waking": "wake:{}", "selling": "sell:{}", "choosing": "card:{}", "sending": "send:{}", "following": "{}"}
PLACED = {"bull": "field:{}", "beaver": "water:{}"}


def draw(view: View, marks: Marks, language: str) -> Drawing:
    """The whole table on one sheet."""
    scene = JungleScene(view, marks, speaker_of(language, "junglerumble"))
    buttons = buttons_of(scene)
    elements, facts = elements_of(scene, buttons), facts_of(scene, buttons.values())
    parts = [draw_cards(scene, elements), draw_supply(scene, elements), draw_choices(scene, facts.buttons, elements)]
    for seat in facts.seats:
        parts += [draw_tribe(scene, seat, elements), draw_farm(scene, seat.seat, elements)]
    title = scene.speaker.say(labels.title(view, scene.table))
    return Drawing(
        "junglerumble", title, WIDTH, scene.layout.height, defs(), tuple(parts), attempt=_attempt(scene),
        elements=elements, facts=facts,
    )  # fmt: skip


def _attempt(scene: JungleScene) -> str:
    """The text of a try at an unlit element."""
    if not scene.is_waited_for:
        return ""
    table = scene.table
    return PLACED.get(table.card, "") if table.phase == "placing" else TRIED.get(table.phase, "")
