"""Phrases that come again and again: each language says them once and remembers."""

from dataclasses import dataclass, field

from ludotheque.games.phrase import Phrase, Speaker


@dataclass(frozen=True, slots=True)
class Lasting(Phrase):
    """A phrase whose values never change."""

    heard: dict[Speaker, str] = field(default_factory=dict, compare=False)

    def said(self, speaker: Speaker) -> str:
        """The phrase in a language."""
        said = self.heard.get(speaker)
        if said is None:
            said = self.heard[speaker] = Phrase.said(self, speaker)
        return said


def lasting(phrase: Phrase) -> Phrase:
    """The same phrase, remembered by whoever says it; for those that a cache keeps."""
    return Lasting(phrase.text, phrase.values, phrase.plural, phrase.number, phrase.context)
