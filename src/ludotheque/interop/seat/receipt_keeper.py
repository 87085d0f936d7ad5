"""The keeper of a receipt: my client's bytes for the draws, and what a house tells of a table.

docs/fairness.md says what a receipt proves. The bytes are saved before I commit to them, and what all others promised
is saved before I open them: a client that is started anew goes on with its file.
"""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ludotheque.play.fairness.fair_dice import commitment
from ludotheque.play.fairness.receipt import OwnBytes, Receipt, ToldEntry, WithdrawnEntry, hash_steps
from ludotheque.play.record import RecordError, end_key, result_key
from ludotheque.wire.entry_messages import BeginEntry, EntryView, PlayEntry, SealedEntry
from ludotheque.wire.table_messages import TableView
from ludotheque.wire.table_requests import Opening
from ludotheque.wire.terms_messages import TermsView

Steps = Sequence[tuple[int, str]]


class ToldSteps(NamedTuple):
    """The steps of an entry: how many, and their hash; None while one of them is secret."""

    steps: int | None = None
    hash: str | None = None


def told_terms(terms: TermsView) -> dict[str, str]:
    """The setup as a record says it; what the terms name themselves goes before their `header`."""
    named = {"game": terms.game, "rules": str(terms.rules), "players": str(terms.players), **terms.options}
    return terms.header | named


def told_ending(news: TableView) -> dict[str, str] | None:
    """How the game ended, as a record says it; None while it goes on."""
    if news.stage != "over":
        return None
    if news.outcome is not None:
        return result_key(news.outcome.scores)
    return end_key(news.end.how, news.end.seat) if news.end else None


class ReceiptKeeper:
    """Keeps the receipt of a table: in memory, and in `file` if one is given."""

    def __init__(self, table: str, file: Path | None = None) -> None:
        self._table, self._file = table, file
        known = self._load()
        self._own = known.own if known else None
        self._promises = known.promises if known else None
        self._made = self._own  # the bytes that I committed to last: mine once the house lists them
        self._place = known.place if known else 0
        self._commitments = list(known.commitments if known else ())
        self._terms = known.terms if known else None
        self._ending = known.ending if known else None
        self.has_begun = False  # whether I was told so
        self._told = {one.number: ToldSteps(one.steps, one.hash) for one in (known.entries if known else ())}
        self._withdrawn = {one.number: one.draws for one in (known.withdrawn if known else ())}

    def _load(self) -> Receipt | None:
        """The receipt in the file; None if there is none of this table."""
        if self._file is None:
            return None
        try:
            known = Receipt.load(self._file)
        except RecordError:
            return None
        return known if known.table == self._table else None

    def _save(self) -> bool:
        """Save the receipt; if that fails, it lasts as long as this process."""
        if self._file is not None:
            with suppress(OSError):
                self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                self.receipt.save(self._file)
                return True
        return False

    def _forget_file(self) -> None:
        """Remove a file with my bytes, but not what others had promised: by it a new process could find no lie."""
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)

    def commit(self) -> str | None:
        """The commitment to my bytes, which are drawn and saved first; those in the file stay."""
        if self._own is None and not self._told:
            made = secrets.token_bytes(32)
            self._own = self._made = OwnBytes(commitment(made), made.hex())
            self._save()
        return self._own and self._own.commitment

    @property
    def has_opened(self) -> bool:
        """Whether my bytes were sent to the house, or are about to be."""
        return self._promises is not None

    @property
    def receipt(self) -> Receipt:
        entries: list[ToldEntry] = []
        ply: int | None = 0
        for number, (steps, told) in sorted(self._told.items()):
            entries.append(ToldEntry(number, ply, steps, told))
            ply = None if ply is None or steps is None else ply + steps
        withdrawn = tuple(WithdrawnEntry(*one) for one in sorted(self._withdrawn.items()))
        return Receipt(
            self._table, tuple(self._commitments), self._place, self._own, self._promises, tuple(entries), withdrawn,
            self._terms, self._ending,
        )  # fmt: skip

    # ---- what the house tells

    def hear(self, news: TableView) -> None:
        """Note what a table message tells. The first thing told stays, whatever is told later."""
        before = self.receipt
        self._commitments += [one for one in news.fair.commitments if one not in self._commitments]
        self._find_place(news)
        if self._terms is None and not self.has_opened:
            self._terms = told_terms(news.terms)
        if self._ending is None:
            self._ending = told_ending(news)
        for entry in news.entries:
            self._note(entry)
        if self.receipt != before:
            self._save()

    def _find_place(self, news: TableView) -> None:
        """My place. Where the house lists my bytes at none, I have left, or it has its own or those of another device.

        Bytes that I have opened stay mine, whatever it lists.
        """
        made = self._own or self._made
        mine = made and made.commitment
        places = [one.place for one in news.fair.places if one.by == "client" and one.commitment == mine]
        if places:
            self._own, self._place = made, places[0]
        elif not self.has_opened:
            self._own = None
            seat = news.seat or next(iter(news.own), 1)
            self._place = news.fair.seats.index(seat) + 1 if seat in news.fair.seats else seat

    def _note(self, entry: EntryView) -> None:
        match entry:
            case BeginEntry():
                self.has_begun = True
                if entry.then:
                    self._note_steps(entry.number, entry.then)
            case PlayEntry():
                own = [(entry.seat, text) for text in entry.steps or ()]
                steps = None if entry.secret or entry.steps is None else [*own, *(entry.then or ())]
                if entry.withdrawn:
                    self._withdraw(entry.number, steps)
                else:
                    self._note_steps(entry.number, steps)
            case SealedEntry():
                self._withdraw(entry.number, None)
            case _:
                pass

    def _note_steps(self, number: int, steps: Steps | None) -> None:
        known = self._told.get(number)
        if number not in self._withdrawn and (known is None or known.hash is None):
            self._told[number] = ToldSteps(len(steps), hash_steps(steps)) if steps is not None else ToldSteps()

    def _withdraw(self, number: int, steps: Steps | None) -> None:
        self._told.pop(number, None)
        drawn = sum(seat == 0 for seat, _ in steps or ())
        self._withdrawn[number] = max(self._withdrawn.get(number, 0), drawn)

    def openings(self, news: TableView) -> list[Opening]:
        """What opens my bytes, if it is time: all places are taken, and have promised theirs.

        What they promised is saved before. A person with several places has the same bytes at each.
        """
        own, places = self._own, news.fair.places
        has_all = len(places) == len(news.seats) and all(one.commitment for one in places if one.by != "bot")
        if own is None or news.stage != "open" or not has_all:
            return []
        mine = [one.place for one in places if one.commitment == own.commitment and one.opened is None]
        if mine and self._promises is None:
            self._promises = tuple(one.commitment or None for one in places)
            if not self._save():
                self._forget_file()
        return [Opening(opened=own.opened, seat=place) for place in mine]
