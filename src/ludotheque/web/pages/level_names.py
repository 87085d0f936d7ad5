"""The levels of the house's bots, named and described for people."""

from typing import Literal, get_args

from ludotheque.bots.levels import LEVELS
from ludotheque.drawing.shared_names import LEVEL_NAMES
from ludotheque.games.phrase import Phrase, say
from ludotheque.web.reader import Reader

Level = Literal["novice", "casual", "club", "expert", "master"]
FIRST: Level = "novice"

NAMES: dict[str, tuple[Phrase, Phrase]] = {  # what a bot is called, and what can be expected of it
    "novice": (say("Novice bot"), say("Novice: still learning, like you")),
    "casual": (say("Casual bot"), say("Casual: plays for the fun of it")),
    "club": (say("Club bot"), say("Club: knows the game well")),
    "expert": (say("Expert bot"), say("Expert: overlooks little")),
    "master": (say("Master bot"), say("Master: as strong as we can make it")),
}

if set(get_args(Level)) != set(LEVELS) or set(NAMES) != set(LEVELS):
    raise RuntimeError("the levels of the pages are not those of the bots")


def level_name(reader: Reader, level: str | None) -> str:
    """What a level is called; nothing if there is no such level."""
    return reader.speak(LEVEL_NAMES[level].long) if level in NAMES else ""


def bot_name(reader: Reader, level: str | None) -> str:
    """What a bot of a level is called; nothing if there is no such level."""
    return reader.speak(NAMES[level][0]) if level in NAMES else ""


def rated_name(reader: Reader, name: str, is_bot: bool) -> str:
    """A player in a list of ratings: a bot of the house by its level and version, everybody else by his name."""
    level, _, version = name.partition(" ")
    return f"{bot_name(reader, level)} {version}" if is_bot and level in NAMES and version.isdecimal() else name


def level_choices(reader: Reader) -> list[tuple[str, str]]:
    """All levels with what can be expected of them, for a list to choose from."""
    return [(level, reader.speak(NAMES[level][1])) for level in LEVELS]
