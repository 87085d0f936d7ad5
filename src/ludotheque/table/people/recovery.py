"""Recovery words: six made-up words that open an account once when its password is lost.

They are made of syllables that English, French and Italian readers spell alike, so one list serves all languages.
Each word is one of 4,900, six of them are 73 bits: nobody guesses that, and no list has to be kept.
"""

import re
import secrets
import unicodedata
from itertools import product

WORDS = 6
LONGEST = 120  # of what somebody types
SYLLABLES = tuple(map("".join, product("bdfgklmnprstvz", "aeiou")))
RUDE = frozenset(  # in one of the languages
    "fuka fuki fuku kaka kaki kiki kula kuli kulo nazi nego niga pene pipi popo pupu puta puti rape sega tope".split()  # noqa: SIM905
)


def new_words() -> str:
    """Six words with spaces between them; shown once, kept only hashed."""
    return " ".join(new_word() for _ in range(WORDS))


def new_word() -> str:
    """Two syllables that can be said aloud in company."""
    while True:
        word = secrets.choice(SYLLABLES) + secrets.choice(SYLLABLES)
        if word not in RUDE:
            return word


def read_words(text: str) -> str:
    """What somebody typed, in the form that was hashed: capitals, accents and signs between the words don't matter."""
    plain = unicodedata.normalize("NFKD", text[:LONGEST].casefold())
    return " ".join(re.findall("[a-z]{4}", re.sub("[^a-z]", "", plain)))
