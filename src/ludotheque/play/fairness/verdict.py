"""The verdict on a record's chance, in grades, with the reasons why one has to trust the house.

docs/fairness.md says why each reason lowers the grade; `fair.mjs` and the lines on that page give the same ones.
"""

from collections.abc import Iterator, Sequence
from enum import Enum, StrEnum
from typing import NamedTuple

from ludotheque.games.phrase import Phrase, say
from ludotheque.play.fairness.fair_keys import FairKeys, format_spans
from ludotheque.play.fairness.receipt import Receipt, changed_promises
from ludotheque.play.record import Record


class Grade(StrEnum):
    """How far a record proves its chance."""

    ANYONE = "anyone"
    HOUSE = "house"
    UNFAIR = "unfair"
    OPEN = "open"

    @property
    def phrase(self) -> Phrase:
        """The grade in words."""
        return PHRASES[self]


PHRASES = {
    Grade.ANYONE: say("fair, whoever you trust"),
    Grade.HOUSE: say("fair if you trust the house"),
    Grade.UNFAIR: say("not fair"),
    Grade.OPEN: say("not yet decided"),
}


class Trust(Enum):
    """Something for which one has to trust the house; `{}` are the reason's values."""

    NO_RECEIPT = say("no receipt: that this is the game which was played, and all of it, is the house's word")
    NO_BYTES = say("this client added no bytes of its own")
    NO_PROMISES = say("this client did not keep what the other places had promised")
    NO_TERMS = say("this client did not keep what the game was set up with")
    NO_ENDING = say("this client was not told how the game ended")
    UNTOLD_ENTRIES = say("this client was told only {a} of {b} entries", a="{}", b="{}")
    UNTOLD_STEPS = say("this client was told only {a} of {b} steps", a="{}", b="{}")
    ANEW = say("place {a} promised anew after this client had opened its bytes", a="{}")
    HOUSE_BYTES = say("place {a}'s bytes were the house's", a="{}")
    NOBODY = say("no place is a person's: nobody's client added bytes")
    CHOSEN = say("seating chosen")
    GIVEN = say("given, not drawn: everything up to step {a}", a="{}")
    BACK = say("taken back: draws {a}", a="{}")
    AGAIN = say("a new secret from draw {a} on", a="{}")
    SHORT = say("the record ends before the game does")


class Reason(NamedTuple):
    """Something for which one has to trust the house, with its numbers."""

    trust: Trust
    values: tuple[int | str, ...] = ()

    @property
    def phrase(self) -> Phrase:
        return Phrase(self.trust.value.text, dict(zip("ab", self.values, strict=False)))

    def __str__(self) -> str:
        return str(self.phrase)


def grade_of(problems: Sequence[str], reasons: Sequence[Reason], *, is_open: bool) -> Grade:
    """The grade of a record; `is_open` says whether its secret is opened."""
    if problems:
        return Grade.UNFAIR
    if not is_open:
        return Grade.OPEN
    return Grade.HOUSE if reasons else Grade.ANYONE


def reasons_of(record: Record, keys: FairKeys, receipt: Receipt | None) -> Iterator[Reason]:
    """Why one has to trust the house, of a record without problems that is opened and agrees with the receipt."""
    yield from [Reason(Trust.NO_RECEIPT)] if receipt is None else _receipt_reasons(receipt, keys, len(record.steps))
    for number, place in enumerate(keys.places, 1):
        if place.by == "server":
            yield Reason(Trust.HOUSE_BYTES, (number,))
    if all(place.by == "bot" for place in keys.places):
        yield Reason(Trust.NOBODY)
    if not keys.is_drawn:
        yield Reason(Trust.CHOSEN)
    if keys.given is not None:
        yield Reason(Trust.GIVEN, (keys.given,))
    if keys.back:
        yield Reason(Trust.BACK, (format_spans(keys.back),))
    for secret in keys.secrets[1:]:
        yield Reason(Trust.AGAIN, (secret.first,))
    if "result" not in record.header and "end" not in record.header:
        yield Reason(Trust.SHORT)


def _receipt_reasons(receipt: Receipt, keys: FairKeys, steps: int) -> Iterator[Reason]:
    """What a receipt can't confirm."""
    if receipt.own is None:
        yield Reason(Trust.NO_BYTES)
    elif not receipt.promises:
        yield Reason(Trust.NO_PROMISES)
    else:
        for number in changed_promises(receipt.promises, keys):
            yield Reason(Trust.ANEW, (number,))
    if receipt.terms is None:
        yield Reason(Trust.NO_TERMS)
    known = [one for one in receipt.entries if one.is_known]
    if len(known) < len(receipt.entries):
        yield Reason(Trust.UNTOLD_ENTRIES, (len(known), len(receipt.entries)))
    if (told := sum(one.steps or 0 for one in known)) < steps:
        yield Reason(Trust.UNTOLD_STEPS, (told, steps))
    if receipt.ending is None:
        yield Reason(Trust.NO_ENDING)
