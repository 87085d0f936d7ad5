"""Recovery words: six made-up words that open an account once, if its password is lost.

Their syllables are spelt alike in English, French and Italian, so one list serves all languages. Each word is one of
4,900; six of them are 73 bits.
"""

import re
import secrets
import unicodedata
from itertools import product

WORDS = 6
LONGEST = 120  # of typed words
SYLLABLES = tuple(map("".join, product("bdfgklmnprstvz", "aeiou")))
RUDE = frozenset(  # in any of the languages
    "fuka fuki fuku kaka kaki kiki kula kuli kulo nazi nego niga pene pipi popo pupu puta puti rape sega tope".split()  # noqa: SIM905
)


def new_words() -> str:
    """Six words with spaces between them; shown once, stored hashed."""
    return " ".join(new_word() for _ in range(WORDS))


def new_word() -> str:
    """Two syllables that are no rude word."""
    while True:
        word = secrets.choice(SYLLABLES) + secrets.choice(SYLLABLES)
        if word not in RUDE:
            return word


def read_words(text: str) -> str:
    """Normalise typed words to the hashed form: case, accents and punctuation don't matter."""
    plain = unicodedata.normalize("NFKD", text[:LONGEST].casefold())
    return " ".join(re.findall("[a-z]{4}", re.sub("[^a-z]", "", plain)))
