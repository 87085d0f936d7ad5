"""Faces of players for templates: `{{ face(name, is_guest) }}` of a person, `{{ bot_face(name) }}` of a bot."""

from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from ludotheque.bots.adviser import ADVISER
from ludotheque.drawing.players import faces
from ludotheque.drawing.players.characters import CASTS, known_characters
from ludotheque.wire.table_messages import PlayerView

ADVISER_NAME = CASTS[ADVISER][0].name  # who gives hints


@dataclass(frozen=True, slots=True)
class LevelCast:
    """The characters of a level, as a form that offers the level shows them: the first one's face, and all names."""

    level: str
    face: Markup
    names: str


@cache
def level_casts() -> tuple[LevelCast, ...]:
    """The casts of all levels, the weakest first."""
    return tuple(
        LevelCast(level, bot_face(cast[0].name), ", ".join(one.name for one in cast)) for level, cast in CASTS.items()
    )


def face(name: str, is_guest: bool = False) -> Markup:
    """A person's face, from their public name."""
    return Markup(faces.person_face(name, is_guest=is_guest))  # noqa: S704  the name's letter is escaped there


def bot_face(name: str) -> Markup:
    """The face of a bot's character; none for a bot that has no character."""
    character = known_characters().get(name)
    return Markup(faces.bot_face(character)) if character else Markup()  # noqa: S704  markup of ours alone


def face_of(player: PlayerView | None) -> Markup:
    """The face of a seat's player as a message has it; none of a free seat."""
    return Markup(player.face if player and player.face else "")  # noqa: S704  `drawing.players.faces` made it
