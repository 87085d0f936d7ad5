"""Valid names of people, and when two names look alike.

A name is shown to others, so it must be visible, stay on its line and not pretend to be somebody else: a bot of the
house, or an account whose name reads alike.
"""

import re
import unicodedata
from functools import cache

from ludotheque.bots.levels import LEVELS
from ludotheque.games.phrase import Phrase, named, say
from ludotheque.log.entries import SOMEBODY as SOMEBODY
from ludotheque.log.table_errors import TableError
from ludotheque.table.people.confusables import skeleton

SHORTEST, LONGEST = 1, 24
LONGEST_KEY = 40  # as in the schema
LONGEST_LABEL = 60
MOST_MARKS = 2  # accents on one letter
NAME, LABEL, MESSAGE = named("line", "A name"), named("line", "A label"), named("line", "A message")

# Printable characters that show nothing, as ranges of code points.
INVISIBLE = (
    (0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2800, 0x2800), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xE0100, 0xE01EF),
)  # fmt: skip

# Lookalikes of Latin letters, after case folding: Cyrillic, Greek and others, small capitals, figures.
ALIKE = str.maketrans(
    "авгеіјкмнопрсѕтухьѵԁԛԝһӏ" + "αβγεηικνορτυχωϲϳ" + "օıɑɡȷ" + "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ" + "01|i",
    "abreljkmhonpcstyxbvdqwhl" + "abyenlkvoptuxwcj" + "olagj" + "abcdefghljklmnoprstuvwyz" + "olll",
)
SLASHED = str.maketrans({"ø": "o", "đ": "d", "ħ": "h", "ł": "l", "ŧ": "t", "ƀ": "b", "æ": "ae", "œ": "oe", "þ": "th"})
FIGURES = str.maketrans("34578$@!", "eastbsal")
PAIRS = (("rn", "m"), ("vv", "w"))  # letters that look like one; Unicode writes m as rn
# Our own, of small letters only: capitals are told apart (Clara, Dara). Where two honest names would be one, they are
# two: nn is m at the beginning of a word (nnary), not within (Anny, Amy); v is no y; a letter more or less is seen.
SEQUENCES = ((re.compile(r"cl"), "d"), (re.compile(r"uu"), "w"), (re.compile(r"\bnn"), "m"))
AROUND = ("bot", "level", "the")  # words ignored around a level's name
HOUSE = (SOMEBODY, "random", "bot", "ludotheque", "admin", "moderator", "spectator", "chance", "nobody")


def clean(text: str) -> str:
    """Normalise a name: composed, trimmed, single spaces. Raises a TableError if it is invalid."""
    name = tidy(text, LONGEST, NAME)
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise TableError("wrong", say("A name needs at least one letter or figure."))
    if is_reserved(name):
        raise TableError("wrong", say("That name reads like one of the house: choose another."))
    if len(key(name)) > LONGEST_KEY:
        raise TableError("wrong", say("That name is too long when it is written out: choose a shorter one."))
    return name


def tidy(text: str, longest: int, what: Phrase) -> str:
    """Normalise one visible line of 1 to `longest` characters; raises a TableError about `what`."""
    wrong_length = say("{what} has {low} to {high} letters.", what=what, low=SHORTEST, high=longest)
    if len(text) > 4 * longest:
        raise TableError("wrong", wrong_length)
    line = unicodedata.normalize("NFC", text.strip())
    if not line.isprintable() or any(is_invisible(sign) for sign in line):
        raise TableError("wrong", say(
            "{what} has only visible signs: no line breaks, no signs that steer the text.", what=what
        ))  # fmt: skip
    line = " ".join(line.split())
    if not SHORTEST <= len(line) <= longest:
        raise TableError("wrong", wrong_length)
    if has_pile(line):
        raise TableError("wrong", say(
            "{what} has at most {n} accents on a letter, and begins with none.", what=what, n=MOST_MARKS
        ))  # fmt: skip
    return line


def clean_label(text: str) -> str:
    """Normalise the label of a device or token; may be empty."""
    return tidy(text, LONGEST_LABEL, LABEL) if text.strip() else ""


def is_invisible(sign: str) -> bool:
    """Whether a printable character shows nothing."""
    return any(first <= ord(sign) <= last for first, last in INVISIBLE)


def has_pile(name: str) -> bool:
    """Whether a name begins with an accent, or piles more than `MOST_MARKS` on a letter."""
    marks = MOST_MARKS
    for sign in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks > MOST_MARKS:
            return True
    return False


def key(name: str) -> str:
    """A key that is equal for names that read alike; never shown. Logins are stored by it: it must not change."""
    small = unicodedata.normalize("NFKC", name).casefold()
    latin = unicodedata.normalize("NFKD", small).translate(ALIKE)
    return " ".join(unicodedata.normalize("NFC", latin).split())


def look(name: str) -> str:
    """A coarser key, equal for names alike by Unicode's table or by `SEQUENCES`; never shown, and no login."""
    spread = skeleton(name)
    for letters, letter in SEQUENCES:
        spread = letters.sub(letter, spread)
    seen = skeleton(key(spread))
    plain = " ".join(unicodedata.normalize("NFC", seen).split())
    for pair, letter in PAIRS:
        plain = plain.replace(pair, letter)
    return plain[:LONGEST_KEY]


def find_key(text: str) -> str | None:
    """The key of a typed name, or None if it is invalid."""
    try:
        return key(tidy(text, LONGEST, NAME))[:LONGEST_KEY]
    except TableError:
        return None


def is_reserved(name: str) -> bool:
    """Whether a name looks like a bot's level or another reserved word."""
    return any(bare(look(form)) in house_words() for form in (name, key(name).translate(FIGURES)))


def bare(text: str) -> str:
    """The plain letters of a name, without accents, signs, figures and the words `AROUND`."""
    plain = "".join(sign for sign in unicodedata.normalize("NFD", text) if unicodedata.category(sign)[0] != "M")
    words = [re.sub(r"[^a-z]", "", word) for word in re.split(r"[\s_.:,/+-]+", plain.translate(SLASHED))]
    named = [word for word in words if word not in ("", *map(look, AROUND))]
    return "".join(named or words[-1:])


@cache
def house_words() -> frozenset[str]:
    """The looks of reserved names, also spelled letter by letter."""
    words = (*LEVELS, *HOUSE, *(f"{level}bot" for level in LEVELS))
    return frozenset(form for word in words for form in (look(word), "".join(map(look, word))))
