"""Sentences and names that can be said in any language; written here in English, which is their key.

`say("There is no marble on {cell}.", cell="b1")`, `count("{n} cell", "{n} cells", 3)`, `named("seat", "Red")`. Values
are texts, numbers or phrases. `str` says a phrase in English; the room `drawing` says it in the others.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

PLACE = re.compile(r"\{(\w+)\}")


Parts = tuple[str, ...]  # a text cut at its placeholders: text, name, text, name, ..., text
Join = Callable[[str, str], str]  # joins a value to the text before it


class Speaker(Protocol):
    """A language: cuts the text of a phrase at its placeholders; joins words as it does (None: side by side).

    `is_at_table`: seats are called as the players of one table are, so no text is cached.
    """

    @property
    def join(self) -> Join | None: ...
    @property
    def is_at_table(self) -> bool: ...

    def parts(self, text: str, plural: str, number: int, context: str, /) -> Parts: ...


class English:
    """The language that phrases are written in."""

    join: Join | None = None
    is_at_table = False

    def parts(self, text: str, plural: str, number: int, _context: str, /) -> Parts:
        return cut(plural if plural and number != 1 else text)


ENGLISH = English()


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence or a name with its values; `plural` when its form depends on `number`."""

    text: str
    values: Mapping[str, Any]
    plural: str = ""
    number: int = 1
    context: str = ""

    def said(self, speaker: Speaker) -> str:
        """The phrase in a language."""
        parts, join = speaker.parts(self.text, self.plural, self.number, self.context), speaker.join
        said = parts[0]
        for at in range(1, len(parts), 2):
            value = self.values[parts[at]]
            if type(value) is not str:
                value = value.said(speaker) if isinstance(value, Phrase | Listing) else str(value)
            said = (said + value if join is None else join(said, value)) + parts[at + 1]
        return said

    def __str__(self) -> str:
        return self.said(ENGLISH)


@dataclass(frozen=True, slots=True)
class CachedPhrase(Phrase):
    """A phrase that is said again and again: it caches its text in each language."""

    texts: dict[Speaker, str] = field(default_factory=dict, compare=False)

    def said(self, speaker: Speaker) -> str:
        if speaker.is_at_table:
            return Phrase.said(self, speaker)
        text = self.texts.get(speaker)
        if text is None:
            text = self.texts[speaker] = Phrase.said(self, speaker)
        return text


@dataclass(frozen=True, slots=True)
class Listing:
    """Several things in a row: «a, b and c», or the same with another last word."""

    items: tuple[Any, ...]
    word: str = "{first} and {last}"

    def said(self, speaker: Speaker) -> str:
        items = [spoken(item, speaker) for item in self.items]
        if len(items) < 2:
            return "".join(items)
        return Phrase(self.word, {"first": ", ".join(items[:-1]), "last": items[-1]}, context="list").said(speaker)

    def __str__(self) -> str:
        return self.said(ENGLISH)


def spoken(value: Any, speaker: Speaker) -> str:
    """A value inside a phrase: another phrase, a listing, a number, or a text that is the same in all languages."""
    return str(value.said(speaker)) if isinstance(value, Phrase | Listing) else str(value)


def say(text: str, **values: Any) -> Phrase:
    """A sentence."""
    return Phrase(text, values)


def count(one: str, many: str, n: int, **values: Any) -> Phrase:
    """A sentence or a name that depends on a number, which is its value `n`."""
    return Phrase(one, {"n": n, **values}, many, n)


def count_alike(text: str, n: int, **values: Any) -> Phrase:
    """A `count` whose singular and plural are alike in English, though not in every language."""
    return count(text, text, n, **values)


def named(context: str, text: str, **values: Any) -> Phrase:
    """A name; the context separates meanings that share a word in English, but not in other languages."""
    return Phrase(text, values, context=context)


def cached(phrase: Phrase) -> CachedPhrase:
    """The same phrase, which caches its texts; its values must never change."""
    return CachedPhrase(phrase.text, phrase.values, phrase.plural, phrase.number, phrase.context)


def listed(items: Iterable[Any]) -> Listing:
    """«a, b and c»."""
    return Listing(tuple(items))


def either(items: Iterable[Any]) -> Listing:
    """«a, b or c»."""
    return Listing(tuple(items), "{first} or {last}")


@cache
def cut(text: str) -> Parts:
    """A text, cut at its placeholders."""
    return tuple(PLACE.split(text))
