"""The proof of a record's chance: whatever was drawn is computed again from its `fair-` keys, and compared."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.games.verbs import CHANCE
from ludotheque.play.fairness.fair_dice import commitment
from ludotheque.play.fairness.fair_keys import FairKeys, Span, parse_keys
from ludotheque.play.fairness.receipt import Receipt, differences
from ludotheque.play.fairness.verdict import Grade, Reason, grade_of, reasons_of
from ludotheque.play.position import Outcome
from ludotheque.play.record import Record, RecordError

COUNT = re.compile("[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class Proof:
    """What was checked of a record's chance, what is wrong with it, and what one has to trust the house for."""

    problems: tuple[str, ...]  # one line each, which names the line or the key
    is_open: bool = False  # whether the secrets are opened; before, only what the places opened can be checked
    draws: int = 0  # outcomes that were computed again: the start, and each chance
    back: int = 0  # draws whose outcomes were taken back
    places: tuple[str, ...] = ()  # who opened the bytes of each: client, server, or bot for none
    seating: str = ""  # drawn or chosen
    given: int | None = None  # steps that come from another game, with its start: nothing is proven of them
    reasons: tuple[Reason, ...] = ()  # for which one has to trust the house
    outcome: Outcome | None = None  # of the replayed game; None if it is not over by its rules

    @property
    def grade(self) -> Grade:
        return grade_of(self.problems, self.reasons, is_open=self.is_open)

    def __str__(self) -> str:
        """The verdict and what was checked, on one line; `reasons` and `problems` have theirs."""
        grade = self.grade
        if grade is Grade.UNFAIR:
            return f"{grade.phrase}: {_counted(len(self.problems), 'problem')}"
        places = ", ".join(self._place_words())
        if grade is Grade.OPEN:
            return f"{grade.phrase}: commitments right, {places}; what was drawn can be checked when the game is over"
        return f"{grade.phrase}: {_counted(self.draws, 'draw')}, {places}, seating {self.seating}"

    def _place_words(self) -> Iterator[str]:
        number = Counter(self.places)
        if clients := number["client"]:
            yield f"{_counted(clients, 'place')} opened by {'its client' if clients == 1 else 'their clients'}"
        if servers := number["server"]:
            yield f"{_counted(servers, 'place')} opened by the server"
        if bots := number["bot"]:
            yield _counted(bots, "bot")


class ProvenDraws(NamedTuple):
    """Something that was drawn: where it stands in the record, as what, and what its draw gives."""

    where: str
    stated: str
    number: int
    given: str


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def has_proof(record: Record) -> bool:
    """Whether there is something to check: a game of a house has it, one played elsewhere has not."""
    return any(key.startswith("fair-") for key in record.header)


def verify(record: Record, receipt: Receipt | None = None) -> Proof:
    """Compute again all that was drawn, replay the moves, and compare both with the record, and it with the receipt.

    What is wrong stands in the proof. Raises a RecordError for what has nothing to prove, or is no record of a game.
    """
    if not has_proof(record):
        raise RecordError("nothing to prove: it has no fair- keys")
    try:
        keys = parse_keys(record.header)
    except RecordError as error:
        return Proof((str(error),))
    problems = [*_check_commitments(keys), *_check_numbers(keys, record), *_check_counts(keys, record)]
    compared: list[ProvenDraws] = []
    if not problems:
        problems += _check_drawn(keys, record, compared) if keys.is_open else _check_closed(record)
    outcome = None if problems else _replay(record, problems)
    if receipt is not None and not problems:
        problems += differences(receipt, keys, record)
    return Proof(
        problems=tuple(problems),
        is_open=keys.is_open,
        draws=sum(drawn.where != "fair-seating" for drawn in compared),
        back=_total(keys.back),
        places=tuple(place.by for place in keys.places),
        seating="drawn" if keys.is_drawn else "chosen",
        given=keys.given,
        reasons=() if problems or not keys.is_open else tuple(reasons_of(record, keys, receipt)),
        outcome=outcome,
    )


def _replay(record: Record, problems: list[str]) -> Outcome | None:
    """Replay the moves and compare the stated result; the outcome, None if the game is not over."""
    try:
        return record.verify()
    except RecordError as error:
        problems.append(str(error))
        return None


def _check_commitments(keys: FairKeys) -> Iterator[str]:
    """What was opened must be what was committed to."""
    for i, place in enumerate(keys.places, 1):
        if place.opened is not None and commitment(place.opened) != place.commitment:
            yield f"fair-place-{i}: what was opened is not what was committed to"
    before = 0
    for i, secret in enumerate(keys.secrets):
        key = f"fair-again-{i}" if i else "fair-secret"
        if secret.first < before:
            yield f"{key}: serves from draw {secret.first} on, but the one before it from draw {before} on"
        if secret.value is not None and commitment(secret.value) != secret.commitment:
            yield f"{key}: not the secret that was committed to"
        if keys.is_open and secret.value is None and not secret.is_lost:
            yield f"{key}: not opened"
        before = secret.first


def _check_counts(keys: FairKeys, record: Record) -> Iterator[str]:
    """A house writes how many players there are, and by which rules they play, as plain numbers."""
    if record.header.get("players") != str(len(keys.places)):
        yield f"players: the keys have {_counted(len(keys.places), 'place')}"
    if not COUNT.fullmatch(record.header.get("rules", "")):
        yield "rules: a house writes them as a plain number"


def _draws_start(keys: FairKeys, record: Record) -> bool:
    """Whether the start was drawn: where there is a choice, and it was not given."""
    return record.game.starts > 1 and keys.given is None


def _check_numbers(keys: FairKeys, record: Record) -> Iterator[str]:
    """Every number from 1 on is used once, and one for each thing drawn."""
    starts, given = _draws_start(keys, record), keys.given or 0
    if given > len(record.steps):
        yield f"fair-given: {_counted(given, 'step')}, but the record has {len(record.steps)}"
    needed = starts + sum(actor == CHANCE for actor, _ in record.steps[given:])
    if _total(keys.draws) != needed:
        yield f"fair-draws: {_counted(_total(keys.draws), 'number')}, but {needed} in the record were drawn"
    if sorted(keys.draws) != list(keys.draws):
        yield "fair-draws: numbers grow from draw to draw"
    if starts and keys.draws[:1] and keys.draws[0][0] != 1:
        yield "fair-draws: the start is draw 1"
    expected = 1
    for low, high in sorted(keys.draws + keys.back):
        if low < expected:
            yield f"fair-draws, fair-back: draw {low} is used twice"
        elif low > expected:
            yield f"fair-draws, fair-back: draw {expected} is neither used nor taken back"
        expected = high + 1


def _total(spans: tuple[Span, ...]) -> int:
    return sum(high - low + 1 for low, high in spans)


def _check_closed(record: Record) -> Iterator[str]:
    """The secret of a table that is over, however it ended, must be open."""
    last = record.at(-1)
    if last.is_over or "end" in record.header or "result" in record.header:
        yield "fair-secret: missing, though the game is over"


def _check_drawn(keys: FairKeys, record: Record, compared: list[ProvenDraws]) -> Iterator[str]:
    """Compare everything that was drawn; what could be compared is noted in `compared`."""
    for i, secret in enumerate(keys.secrets):
        if secret.is_lost:
            key = f"fair-again-{i}" if i else "fair-secret"
            yield f"{key}: lost, so that nobody can check what was drawn from it"
    for drawn in (*_drawn_seating(keys), *_drawn_start(keys, record)):
        compared.append(drawn)
        yield from _difference(drawn)
    if any(drawn.where == "start" and drawn.stated != drawn.given for drawn in compared):
        return
    record.game.begin(record.setup)  # a RecordError: the game can't be replayed at all
    try:
        for drawn in _drawn_chances(keys, record):
            compared.append(drawn)
            yield from _difference(drawn)
    except RecordError as error:
        yield str(error)


def _difference(drawn: ProvenDraws) -> Iterator[str]:
    if drawn.stated != drawn.given:
        yield f"{drawn.where}: {drawn.stated}, but draw {drawn.number} gives {drawn.given}"


def _drawn_seating(keys: FairKeys) -> Iterator[ProvenDraws]:
    if keys.is_drawn and keys.dice.has_secret(0):
        stated, given = (" ".join(map(str, seats)) for seats in (keys.seats, keys.dice.seating()))
        yield ProvenDraws("fair-seating", stated, 0, given)


def _drawn_start(keys: FairKeys, record: Record) -> Iterator[ProvenDraws]:
    one = record.game
    if _draws_start(keys, record) and keys.dice.has_secret(1):
        index = keys.dice.draw(1, [1] * one.starts)  # they are numbered alphabetically
        given = one.engine.format_start(one.setup(start=index).board, index)
        yield ProvenDraws("start", record.header.get("start", "missing"), 1, given)


def _drawn_chances(keys: FairKeys, record: Record) -> Iterator[ProvenDraws]:
    """Each chance of the record that was not given, with what its draw gives, by the engine's list of outcomes."""
    one, dice, first = record.game, keys.dice, keys.given or 0
    numbers = (number for low, high in keys.draws for number in range(low, high + 1))
    if _draws_start(keys, record):
        next(numbers)
    for ply, (position, (actor, text)) in enumerate(zip(record.replay(), record.steps, strict=False)):
        if ply >= first and actor == CHANCE and position.is_chance and dice.has_secret(number := next(numbers)):
            weights = one.engine.weights(position.setup.board, position.state)
            given = position.legal()[dice.draw(number, weights)].text
            where = f"line {record.lines[ply]}" if record.lines else f"step {ply + 1}"
            yield ProvenDraws(where, text, number, given)
