"""The prompt in a sentence, and the buttons for steps that have no place on the board."""

from functools import cache

from ludotheque.drawing.element import Elements
from ludotheque.drawing.language import language
from ludotheque.drawing.marabunta.labels import DECLINE, DONE, last_round_label, title_of
from ludotheque.drawing.marabunta.layout import MIDDLE_WIDTH, PROMPT_HEIGHT
from ludotheque.drawing.marabunta.scene import Scene
from ludotheque.drawing.svg import at, text

BUTTONS = {"done": DONE, "decline": DECLINE}
BUTTON_WIDTH = 124


@cache
def ground() -> str:
    """Paper to write upon."""
    return f'<rect class="panel" width="{MIDDLE_WIDTH}" height="{PROMPT_HEIGHT}" rx="12"/>'


def live(scene: Scene, code: str, elements: Elements) -> dict[str, str]:
    """The sentence, with an edge when it is the viewing seat's turn, and the buttons."""
    speaker = language(code, "marabunta")
    edge = f'<path class="edge" d="M3 12V{PROMPT_HEIGHT - 12}"/>' if scene.verb else ""
    words = text(speaker.say(title_of(scene)), 22, PROMPT_HEIGHT / 2, "start heading")
    if scene.trigger and not scene.winner:
        words = text(speaker.say(title_of(scene)), 22, 18, "start heading")
        words += text(speaker.say(last_round_label(scene)), 22, 39, "start soft small")
    drawn = {}
    for step, label in BUTTONS.items():
        if (key := f"button-{step}") in elements:
            drawn[key] = _button(key, elements[key].attributes, speaker.say(label))
    return drawn | {"prompt": f'<g id="prompt">{edge}{words}</g>'}


def pressed(key: str) -> str:
    """A ring around the button."""
    size = f'width="{BUTTON_WIDTH}" height="36" rx="10"'
    return f'<rect id="{key}" class="picked-ring" {size} {at(MIDDLE_WIDTH - BUTTON_WIDTH - 8, 8)}/>'


def _button(key: str, attributes: str, words: str) -> str:
    return (
        f'<g class="button" id="{key}" {at(MIDDLE_WIDTH - BUTTON_WIDTH - 8, 8)}{attributes}>'
        f'<rect width="{BUTTON_WIDTH}" height="36" rx="10"/>{text(words, BUTTON_WIDTH / 2, 18.5)}</g>'
    )
