"""Saying phrases in English, French and Italian, from the catalogues in `locale`.

A catalogue is a gettext file per game and language; `table` holds what all games share. Values are joined as each
language joins its words: «de» and «Orchidée» make «d'Orchidée», «di» and «il formicaio» make «del formicaio».
"""

import gettext
import re
import warnings
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from ludotheque.games.phrase import Join, Listing, Parts, Phrase, cut
from ludotheque.games.refusal import GameError

LANGUAGES = ("en", "fr", "it")
SHARED = "table"
SEAT = "seat"  # the context of the seats' names
NOT_COMPILED = "The translations are not compiled, and all is said in English: run `sh tools/setup`."
MOST_CUT = 10_000  # texts with their numbers, of one game in one language
ENDS_SENTENCE = (".", "!", "?", ":", "…")

ELIDED = re.compile(r"(?:^|(?<=[\s(«’']))([Dd]e|[Ll]e|[Ll]a|[Qq]ue|[Nn]e|[Jj]usque|[Ll]orsque|[Pp]uisque) $")
STARTS_WITH_VOWEL = re.compile(r"[aeiouyâàéèêëîïôûùœh]", re.IGNORECASE)
CONTRACTED = {("de", "le"): "du", ("de", "les"): "des", ("à", "le"): "au", ("à", "les"): "aux"}
PREPOSITION = re.compile(r"(?:^|(?<=[\s(«’']))([Dd]i|[Aa]|[Dd]a|[Ii]n|[Ss]u|[Dd]e|[Àà]) $")
ARTICLES = {"il": "l", "lo": "llo", "la": "lla", "i": "i", "gli": "gli", "le": "lle", "l'": "ll'", "l’": "ll’"}
ALIKE = re.compile(r"(?:^|(?<=\s))([aeAE]) $")  # gets a d before the same vowel
STEMS = {"di": "de", "a": "a", "da": "da", "in": "ne", "su": "su"}


Cutter = Callable[[str, str, int, str], Parts]


class LanguageError(GameError):
    """A language without a catalogue."""


def join_french(before: str, value: str) -> str:
    """«de» + «le» is «du», «de» + a vowel is «d'»."""
    if before[-1:] != " ":
        return before + value
    if found := PREPOSITION.search(before, len(before) - 12):
        word, article = found[1], value.partition(" ")[0]
        if contracted := CONTRACTED.get((word.lower(), article)):
            contracted = contracted.capitalize() if word[0].isupper() else contracted
            return before[: found.start(1)] + contracted + value[len(article) :]
    if STARTS_WITH_VOWEL.match(value) and (found := ELIDED.search(before, len(before) - 12)):
        return before[: found.end(1) - 1] + "'" + value
    return before + value


def join_italian(before: str, value: str) -> str:
    """«di» + «il» is «del», «a» + «l'» is «all'», «e» + «e4» is «ed e4», «a» + «a4» is «ad a4»."""
    if before[-1:] != " ":
        return before + value
    if (alike := ALIKE.search(before, len(before) - 3)) and value[:1].lower() == alike[1].lower():
        return f"{before[:-1]}d {value}"
    found = PREPOSITION.search(before, len(before) - 12)
    stem = STEMS.get(found[1].lower()) if found else None
    if not found or stem is None:
        return before + value
    article = value[:2] if value[:2] in ("l'", "l’") else value.partition(" ")[0]
    if article not in ARTICLES or (value == article and not article.startswith("l")):
        return before + value
    joined = stem + ARTICLES[article]
    joined = joined.capitalize() if found[1][0].isupper() else joined
    return before[: found.start(1)] + joined + value[len(article) :]


JOINTS: dict[str, Join | None] = {"en": None, "fr": join_french, "it": join_italian}


class Language:
    """One of the languages, with the words of one game and those that all share."""

    is_at_table = False

    def __init__(self, code: str, game: str) -> None:
        self.code, self.game = code, game
        self.join = JOINTS[code]
        self._catalogues = [] if code == "en" else [_load(code, domain) for domain in dict.fromkeys((game, SHARED))]
        self.parts: Cutter = lru_cache(MOST_CUT)(self._cut)  # a phrase's text, cut at its placeholders

    def _cut(self, text: str, plural: str, number: int, context: str, /) -> Parts:
        return cut(self.find(text, plural, number, context))

    def find(self, text: str, plural: str, number: int, context: str) -> str:
        """The text of a phrase, in the plural form of its number; English where there is no translation."""
        if not plural:
            return self._look_up(text, context)
        for catalogue in self._catalogues:
            if found := catalogue.ngettext(text, plural, number):
                return found
        return text if number == 1 else plural

    def _look_up(self, text: str, context: str) -> str:
        for catalogue in self._catalogues:
            if found := catalogue.pgettext(context, text) if context else catalogue.gettext(text):
                return found
        return text

    def say(self, phrase: Any) -> str:
        """A phrase as text; a sentence begins with a capital."""
        said: str = phrase.said(self) if isinstance(phrase, Phrase | Listing) else str(phrase)
        if not said.endswith(ENDS_SENTENCE):
            return said
        first = phrase
        while isinstance(first, Phrase | Listing):  # a name that is the same in all languages stays as it is
            if isinstance(first, Listing):
                first = first.items[0] if first.items else None
                continue
            if self.names_player(first):
                return said
            parts = self.parts(first.text, first.plural, first.number, first.context)
            first = first.values[parts[1]] if len(parts) > 1 and not parts[0] else None
        return said if isinstance(first, str) else said[:1].upper() + said[1:]

    def names_player(self, _phrase: Phrase) -> bool:
        """Whether a phrase is said as a player's name."""
        return False


class TableLanguage(Language):
    """A language at one table: a seat is called as its player is, where `called` has a name for its colour."""

    is_at_table = True

    def __init__(self, plain: Language, called: Mapping[str, str]) -> None:
        self.code, self.game, self.join = plain.code, plain.game, plain.join
        self._plain, self._called = plain, called
        self.parts = self._parts

    def find(self, text: str, plural: str, number: int, context: str) -> str:
        return self._plain.find(text, plural, number, context)

    def names_player(self, phrase: Phrase) -> bool:
        return phrase.context == SEAT and phrase.text in self._called

    def _parts(self, text: str, plural: str, number: int, context: str, /) -> Parts:
        if context == SEAT and (name := self._called.get(text)):
            return (name,)
        return self._plain.parts(text, plural, number, context)


class Missing(gettext.NullTranslations):
    """A catalogue's fallback: '' for a missing text, so that the next catalogue is consulted."""

    def gettext(self, message: str) -> str:
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return ""

    def pgettext(self, context: str, message: str) -> str:
        return ""


def _load(code: str, domain: str) -> gettext.NullTranslations:
    folder = files("ludotheque.drawing") / "locale"
    catalogue = gettext.translation(domain, str(folder), [code], fallback=True)
    if type(catalogue) is gettext.NullTranslations:
        if (folder / code / "LC_MESSAGES" / f"{domain}.po").is_file():
            warnings.warn(NOT_COMPILED, stacklevel=2)
        return Missing()
    catalogue.add_fallback(Missing())
    return catalogue


@cache
def language(code: str, game: str = SHARED) -> Language:
    """A language by its code: en, fr or it."""
    if code not in LANGUAGES:
        raise LanguageError(f"there is no language {code!r}: choose {', '.join(LANGUAGES)}")
    return Language(code, game)
