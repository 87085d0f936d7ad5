"""The characters of the house's bots: who sits there. A name is the same in every language; the line is translated.

Each level has a cast of six, as many as sit at the largest table, and an animal of its own (`faces`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from zlib import crc32

from ludotheque.games.phrase import Phrase, say


@dataclass(frozen=True, slots=True)
class Character:
    """A bot as people meet it: its name, who it is in a line without a subject, its animal and its look."""

    name: str
    level: str
    line: Phrase
    look: int  # its place in the cast: what it wears, and the ground of its picture


def _cast(level: str, lines: Mapping[str, Phrase]) -> tuple[Character, ...]:
    return tuple(Character(name, level, line, look) for look, (name, line) in enumerate(lines.items()))


CASTS = {
    level: _cast(level, lines)
    for level, lines in {
        "novice": {
            "Pip": say("Learned the rules this morning, and can't wait to try them."),
            "Lulu": say("Plays whatever looks prettiest."),
            "Momo": say("Forgets to count, and laughs about it."),
            "Kiki": say("Copies a good move and hopes for the best."),
            "Nino": say("Asks what that piece does. Again."),
            "Tita": say("Loses with a smile, and learns a little each time."),
        },
        "casual": {
            "Felix": say("Comes for the company; the game is a bonus."),
            "Mimi": say("Plays by feel, and feels good about it."),
            "Gus": say("Looks one move ahead, then pours the tea."),
            "Nora": say("Takes chances: it is always Sunday somewhere."),
            "Toto": say("Remembers last week's mistake, and makes another one."),
            "Bella": say("Wins now and then, and is as surprised as you are."),
        },
        "club": {
            "Hugo": say("At the club every Thursday for ten years."),
            "Vera": say("Counts twice, then plays."),
            "Leon": say("Sees your plan, and says nothing."),
            "Ines": say("Knows the usual traps, and sets one."),
            "Oscar": say("Never hurries, seldom errs."),
            "Alma": say("Likes a close game, and makes it one."),
        },
        "expert": {
            "Otto": say("Has read the rules backwards."),
            "Ada": say("Calculates in the dark, to save candles."),
            "Iris": say("Finds the move that you hoped to keep to yourself."),
            "Boris": say("Gives nothing away, least of all in the last round."),
            "Edda": say("Waits for one mistake, and does not make it."),
            "Silas": say("Blinks once, and has seen it all."),
        },
        "master": {
            "Magnus": say("An elephant forgets nothing, and this one counts as well."),
            "Olga": say("Thinks so far ahead that the tea gets cold."),
            "Viktor": say("Plays the last move first, in thought."),
            "Selma": say("Kind in words, merciless on the board."),
            "Ravi": say("Has lost before. It was long ago."),
            "Aurora": say("Makes hard things look easy."),
        },
    }.items()
}


def seat_characters(table: str, levels: Mapping[int, str]) -> dict[int, Character]:
    """The characters of a table's bots, by seat; `levels` are their levels by seat.

    Nothing is stored: the table's id says which character of a level comes first, and the others follow in seat order.
    So no two bots of a table have one name, and those who were there before seats were drawn are there afterwards.
    """
    met: dict[str, int] = {}
    found: dict[int, Character] = {}
    for seat, level in sorted(levels.items()):
        if cast := CASTS.get(level):
            found[seat] = cast[(first_look(table) + met.get(level, 0)) % len(cast)]
            met[level] = met.get(level, 0) + 1
    return found


def first_look(table: str) -> int:
    """The place in each cast of the first bot that sits at a table."""
    return crc32(table.encode()) % 6


@cache
def known_characters() -> Mapping[str, Character]:
    """All characters by name."""
    return {one.name: one for one in every_character()}


def every_character() -> Iterator[Character]:
    """All characters, the weakest level first."""
    for cast in CASTS.values():
        yield from cast
