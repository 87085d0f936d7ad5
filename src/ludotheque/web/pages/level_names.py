"""Names and descriptions of the house's bot levels."""

from typing import Literal, get_args

from ludotheque.bots.levels import LEVELS
from ludotheque.drawing.shared_names import LEVEL_NAMES
from ludotheque.games.phrase import Phrase, say
from ludotheque.web.reader import Reader

Level = Literal["novice", "casual", "club", "expert", "master"]
FIRST: Level = "novice"

NAMES: dict[str, tuple[Phrase, Phrase]] = {  # by level: a bot's name, and what to expect of it
    "novice": (say("Novice bot"), say("Novice: still learning, like you")),
    "casual": (say("Casual bot"), say("Casual: plays for the fun of it")),
    "club": (say("Club bot"), say("Club: knows the game well")),
    "expert": (say("Expert bot"), say("Expert: overlooks little")),
    "master": (say("Master bot"), say("Master: as strong as we can make it")),
}

if set(get_args(Level)) != set(LEVELS) or set(NAMES) != set(LEVELS):
    raise RuntimeError("the levels of the pages are not those of the bots")


def level_name(reader: Reader, level: str | None) -> str:
    """A level's name; empty for an unknown level."""
    return reader.speak(LEVEL_NAMES[level].long) if level in NAMES else ""


def bot_name(reader: Reader, level: str | None) -> str:
    """The name of a bot of a level; empty for an unknown level."""
    return reader.speak(NAMES[level][0]) if level in NAMES else ""


def rated_name(reader: Reader, name: str, is_bot: bool) -> str:
    """A rated player's name; of a house bot, its level and version."""
    level, _, version = name.partition(" ")
    return f"{bot_name(reader, level)} {version}" if is_bot and level in NAMES and version.isdecimal() else name


def level_choices(reader: Reader) -> list[tuple[str, str]]:
    """All levels with their descriptions, for a select element."""
    return [(level, reader.speak(NAMES[level][1])) for level in LEVELS]
