"""Phrases: sentences that can be said in any language."""

from ludotheque.games.phrase import English, Parts, cached, say


class Counting(English):
    """English that counts how often it looks a text up."""

    lookups = 0

    def parts(self, text: str, plural: str, number: int, context: str, /) -> Parts:
        self.lookups += 1
        return super().parts(text, plural, number, context)


def test_a_cached_phrase_is_looked_up_once_in_each_language() -> None:
    phrase, speaker, other = cached(say("a hut on {site}", site="rock")), Counting(), Counting()
    assert [phrase.said(speaker), phrase.said(speaker), phrase.said(other)] == ["a hut on rock"] * 3
    assert (speaker.lookups, other.lookups) == (1, 1)


def test_at_a_table_a_cached_phrase_is_said_anew_each_time() -> None:
    """Players change their names, and seats are called by them."""
    phrase, speaker = cached(say("a hut of {seat}", seat="Ada")), Counting()
    speaker.is_at_table = True
    assert [phrase.said(speaker), phrase.said(speaker)] == ["a hut of Ada"] * 2
    assert speaker.lookups == 2
