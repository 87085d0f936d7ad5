"""Faces: the small picture beside a player's name, as SVG for pages that have the style sheet. As small as 24 px.

A bot's is the animal of its level with something of its own; a person's is made from their name, a letter on a tinted
ground. Neither uses a seat's colour or shape: those say where somebody sits, a face says who they are. A face says
nothing that the name beside it does not, so screen readers skip it.
"""

import unicodedata
from functools import lru_cache
from hashlib import sha256
from html import escape

from ludotheque.drawing.players.characters import Character

MOST_FACES = 4096  # cached
TINTS = 6  # .face-1 to .face-6
SOMEBODY = "?"  # on the face of a person without a name

FRAMES = (  # of people, 48 by 48; a bot's is round
    "M16 2h16a14 14 0 0 1 14 14v16a14 14 0 0 1-14 14H16A14 14 0 0 1 2 32V16A14 14 0 0 1 16 2z",
    "M24 1l20 11.5v23L24 47 4 35.5v-23z",
    "M15 2h18l13 13v18L33 46H15L2 33V15z",
    "M24 2c7 4 14 5 20 5v17c0 11-8 18-20 23C12 42 4 35 4 24V7c6 0 13-1 20-5z",
    "M4 46V23a20 20 0 0 1 40 0v23z",
    "M24 2a9 9 0 0 1 8.6 4.4 9 9 0 0 1 9 9 9 9 0 0 1 0 17.2 9 9 0 0 1-9 9 9 9 0 0 1-17.2 0 9 9 0 0 1-9-9"
    " 9 9 0 0 1 0-17.2 9 9 0 0 1 9-9A9 9 0 0 1 24 2z",
)

EYES = '<circle class="face-ink" cx="18.5" cy="26" r="2"/><circle class="face-ink" cx="29.5" cy="26" r="2"/>'
ANIMALS = {  # by level: head, eyes, beak or snout
    "novice": '<path class="face-line" d="M24 13c-2-3-1-6 1-8M25 13c0-3 2-5 4-5"/>'
    '<circle class="face-chick" cx="24" cy="27" r="15"/>' + EYES +
    '<path class="face-beak" d="M19.5 30.5h9L24 36.5z"/>',
    "casual": '<path class="face-cat" d="M10 8l9 6a17 17 0 0 1 10 0l9-6v18c0 9-6 15-14 15s-14-6-14-15z"/>' + EYES +
    '<path class="face-ink" d="M21.5 31h5L24 34z"/><path class="face-line" d="M24 34v3M4 29l9 2M4 36l9-2M44 29l-9 2'
    'M44 36l-9-2"/>',
    "club": '<path class="face-fox" d="M7 7l11 7h12l11-7-2 20-15 15L9 27z"/>'
    '<path class="face-white" d="M9.5 28c5-1 9 2 14.5 13.5C29.5 30 33.5 27 38.5 28L24 42z"/>' + EYES +
    '<circle class="face-ink" cx="24" cy="40" r="3"/>',
    "expert": '<path class="face-owl" d="M9 9c5 3 10 4 15 4s10-1 15-4v17c0 10-6 16-15 16S9 36 9 26z"/>'
    '<circle class="face-white" cx="17" cy="24" r="6.5"/><circle class="face-white" cx="31" cy="24" r="6.5"/>'
    '<circle class="face-ink" cx="17.5" cy="24" r="3"/><circle class="face-ink" cx="30.5" cy="24" r="3"/>'
    '<path class="face-beak" d="M21 29h6l-3 6z"/>',
    "master": '<path class="face-elephant" d="M15 12C5 9 1 16 2 24s7 12 13 8M33 12c10-3 14 4 13 12s-7 12-13 8"/>'
    '<path class="face-elephant" d="M24 9c8 0 13 6 12 13-.5 6-4 8-6 11-1 3 0 5-1 8-1 4-8 4-9 0s1-5 0-8c-2-3-6-5-7-11'
    '-1-7 3-13 11-13z"/>' + EYES + '<path class="face-line" d="M20.5 36h6M21 40h6"/>',
}  # fmt: skip
WORN = (  # by look: nothing, a bow, glasses, a hat, a flower, a scarf
    "",
    '<path class="face-worn" d="M24 42l-8-4v8zM24 42l8-4v8z"/>',
    '<g class="face-rims"><circle cx="17.5" cy="25.5" r="6"/><circle cx="30.5" cy="25.5" r="6"/>'
    '<path d="M23.5 25h1"/></g>',
    '<path class="face-worn" d="M11 14.5h26v-3h-6V3.5H17v8h-6z"/>',
    '<path class="face-worn" d="M36 6a4 4 0 0 1 6 3 4 4 0 0 1 0 6 4 4 0 0 1-6 3 4 4 0 0 1-6-3 4 4 0 0 1 0-6 4 4 0 0 1 6'
    '-3z"/><circle class="face-white" cx="36" cy="12" r="2.5"/>',
    '<path class="face-worn" d="M9 37c8 5 22 5 30 0l2 5c-3 2-6 3-9 3.5V48h-6v-2c-7 .5-13-1-19-4z"/>',
)


def bot_face(character: Character) -> str:
    """The picture of a bot: the animal of its level, wearing what is its own."""
    ground = '<circle class="face-ground" cx="24" cy="24" r="23"/>'
    return _face(character.look + 1, ground + ANIMALS[character.level] + WORN[character.look], "face-bot")


@lru_cache(MOST_FACES)
def person_face(name: str, *, is_guest: bool = False) -> str:
    """The picture of a person, made from their public name; a guest's has a dashed edge."""
    seed = sha256(unicodedata.normalize("NFKC", name).casefold().encode()).digest()
    ground = f'<path class="face-ground" d="{FRAMES[seed[0] % len(FRAMES)]}"/>'
    return _face(seed[1] % TINTS + 1, f'{ground}<text x="24" y="25">{escape(initial(name))}</text>',
                 "face-guest" if is_guest else "")  # fmt: skip


def initial(name: str) -> str:
    """The first letter or figure of a name, with its accents, as a capital."""
    composed = unicodedata.normalize("NFC", name)
    first = next((sign for sign in composed if unicodedata.category(sign)[0] in "LN"), SOMEBODY)
    capital = first.upper()
    return capital if len(capital) == 1 else first


def _face(tint: int, inner: str, worn: str) -> str:
    worn = f" {worn}" if worn else ""
    return f'<svg class="face face-{tint}{worn}" viewBox="0 0 48 48" aria-hidden="true">{inner}</svg>'
