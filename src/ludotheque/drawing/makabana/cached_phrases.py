"""Phrases that never change are put together once, and said once in each language."""

from collections.abc import Iterable
from typing import Any

from ludotheque.games.phrase import Listing, Phrase, Speaker, named, spoken

SEMICOLON = named("list", "; ")


class Lasting(Phrase):
    """A phrase that a board has for good, such as the name of a site; a language that has said it remembers it."""

    __slots__ = ("_known",)

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase.text, phrase.values, phrase.plural, phrase.number, phrase.context)
        object.__setattr__(self, "_known", {})

    def said(self, speaker: Speaker) -> str:
        known: dict[Speaker, str] = self._known  # type: ignore[attr-defined]
        if speaker not in known:
            known[speaker] = Phrase.said(self, speaker)
        return known[speaker]


class Series(Listing):
    """Clauses in a row: «a; b; c»."""

    __slots__ = ()

    def said(self, speaker: Speaker) -> str:
        return SEMICOLON.said(speaker).join(spoken(item, speaker) for item in self.items)


class Commas(Listing):
    """Names in a row: «a, b, c»."""

    __slots__ = ()

    def said(self, speaker: Speaker) -> str:
        return ", ".join(spoken(item, speaker) for item in self.items)


class Sentences(Listing):
    """Sentences in a row, on one line."""

    __slots__ = ()

    def said(self, speaker: Speaker) -> str:
        said = (spoken(item, speaker) for item in self.items)
        return " ".join(one[:1].upper() + one[1:] for one in said)


def series(items: Iterable[Any]) -> Series:
    """«a; b; c»."""
    return Series(tuple(items))


def commas(items: Iterable[Any]) -> Commas:
    """«a, b, c»."""
    return Commas(tuple(items))


def line(said: Iterable[Any]) -> Phrase:
    """Sentences that belong together: «One. Another.»"""
    return Phrase("{sentences}", {"sentences": Sentences(tuple(said))})
