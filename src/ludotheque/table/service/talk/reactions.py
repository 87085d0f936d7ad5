"""Quick reactions: a few fixed words that one click says, and that everybody reads in their own language.

A reaction is a chat message whose text is a mark and its name, so whatever holds for messages holds for it: who may
send and read it, in which order it comes, when it is deleted. No typed message can begin with the mark, which is
invisible.
"""

from typing import get_args

from ludotheque.games.phrase import Phrase, say
from ludotheque.wire.field_bounds import Reaction

MARK = "\x1f"
REACTIONS: dict[Reaction, Phrase] = {
    "well_played": say("Well played!"),
    "thanks": say("Thank you!"),
    "oops": say("Oops!"),
    "moment": say("One moment, please."),
    "luck": say("Good luck!"),
    "thumb": say("Thumbs up!"),
}

if set(get_args(Reaction)) != set(REACTIONS):
    raise RuntimeError("the reactions with words are not those of the messages")


def format_reaction(reaction: Reaction) -> str:
    """A reaction as it is stored among the messages."""
    return MARK + reaction


def parse_reaction(text: str) -> Reaction | None:
    """The reaction that a stored message is, if it is one."""
    name = text.removeprefix(MARK)
    return name if text.startswith(MARK) and name in REACTIONS else None
