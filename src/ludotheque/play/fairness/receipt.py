"""A receipt: what one seat's client was told of a game, by which it checks that the record is of that game.

docs/fairness.md lists the keys. A record whose commitments are all new is fair in itself; only a receipt shows the lie.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from ludotheque.play.fairness.fair_keys import DIGITS, FairKeys
from ludotheque.play.record import Record, RecordError
from ludotheque.play.whole_files import read_text_file, whole_file

FORMATS = (1, 2)  # a receipt of format 1 has neither terms nor ending
MOST = 8_000_000  # bytes of a file
ENDINGS = ("result", "end", "x-end")
TABLE = re.compile("[!-~]{1,99}", re.ASCII)
NO_RECEIPT = "receipt: this is no receipt of a table"


class OwnBytes(NamedTuple):
    """The bytes that a client added to the draws, and their hash, in hexadecimal digits."""

    commitment: str
    opened: str


class ToldEntry(NamedTuple):
    """An entry with steps that a client was told: None for what it can't know yet, since a step is secret."""

    number: int
    ply: int | None
    steps: int | None
    hash: str | None

    @property
    def is_known(self) -> bool:
        return self.ply is not None and self.hash is not None


class WithdrawnEntry(NamedTuple):
    """An entry that a take-back withdrew, and how many draws it had."""

    number: int
    draws: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """What one seat's client was told of a game."""

    table: str
    commitments: tuple[str, ...]  # the house's, in the order first seen: the first one before `own` was opened
    place: int
    own: OwnBytes | None = None  # None: the place has no bytes of this client
    promises: tuple[str | None, ...] | None = None  # all places' commitments before `own` was opened; None for a bot
    entries: tuple[ToldEntry, ...] = ()
    withdrawn: tuple[WithdrawnEntry, ...] = ()
    terms: Mapping[str, str] | None = None  # the setup's keys in a record, before `own` was opened; None: not noted
    ending: Mapping[str, str] | None = None  # the key in a record that says how the game ended; None: not told

    @classmethod
    def read(cls, text: str | bytes) -> "Receipt":
        """Parse a receipt's JSON; raises a RecordError for anything else."""
        try:
            return _read(json.loads(text))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise RecordError(NO_RECEIPT) from None

    @classmethod
    def load(cls, file: str | Path) -> "Receipt":
        """Read a receipt's file. Complaints begin with its name."""
        try:
            return cls.read(read_text_file(file, MOST))
        except OSError as error:
            raise RecordError(f"{file}: cannot be read: {error.strerror}") from None
        except UnicodeError:
            raise RecordError(f"{file}: {NO_RECEIPT}") from None
        except RecordError as error:
            raise RecordError(f"{file}: {error}") from None

    def save(self, file: Path) -> None:
        """Write the receipt's file atomically, for its owner alone: the bytes are secret until they are opened."""
        with whole_file(file) as partial:
            partial.touch(mode=0o600)
            partial.write_text(str(self), "utf-8")

    def __str__(self) -> str:
        own = self.own and self.own._asdict()
        entries, withdrawn = ([one._asdict() for one in some] for some in (self.entries, self.withdrawn))
        more = {"own": own, "entries": entries, "withdrawn": withdrawn}
        return json.dumps({"receipt": FORMATS[-1], **asdict(self), **more}) + "\n"


def _read(given: dict[str, object]) -> Receipt:
    own, promises = given.get("own"), given.get("promises")
    if (number := _count(given["receipt"])) not in FORMATS:
        raise ValueError
    if not isinstance(table := given["table"], str) or not TABLE.fullmatch(table):
        raise ValueError
    terms, ending = (given["terms"], given["ending"]) if number > 1 else (None, None)
    return Receipt(
        table=table,
        commitments=tuple(_digits(one) for one in _listed(given["commitments"])),
        place=_count(given["place"]),
        own=None if own is None else OwnBytes(_digits(_get(own, "commitment")), _digits(_get(own, "opened"))),
        promises=None if promises is None else tuple(one if one is None else _digits(one) for one in _listed(promises)),
        entries=tuple(map(_entry, _listed(given["entries"]))),
        withdrawn=tuple(WithdrawnEntry(*(_count(_get(one, key)) for key in ("number", "draws")))
                        for one in _listed(given["withdrawn"])),
        terms=None if terms is None else _keys(terms),
        ending=None if ending is None else _keys(ending),
    )  # fmt: skip


def _entry(given: object) -> ToldEntry:
    ply, steps, told = (_get(given, key) for key in ("ply", "steps", "hash"))
    return ToldEntry(
        _count(_get(given, "number")),
        None if ply is None else _count(ply),
        None if steps is None and told is None else _count(steps),
        None if told is None else _digits(told),
    )


def _get(given: object, key: str) -> object:
    if not isinstance(given, dict):
        raise TypeError
    return given.get(key)


def _listed(given: object) -> list[object]:
    if not isinstance(given, list):
        raise TypeError
    return given


def _keys(given: object) -> dict[str, str]:
    """Keys of a record with their values, at least one."""
    if not isinstance(given, dict) or not given or not all(isinstance(value, str) for value in given.values()):
        raise TypeError
    return given


def _digits(given: object) -> str:
    if not isinstance(given, str) or not DIGITS.fullmatch(given):
        raise ValueError
    return given


def _count(given: object) -> int:
    """A count; JSON has one kind of numbers, so that `7.0` is 7."""
    if isinstance(given, float) and given.is_integer():
        return _count(int(given))
    if type(given) is not int or given < 0:
        raise ValueError
    return given


def hash_steps(steps: Sequence[tuple[int, str]]) -> str:
    """The hash of steps as a record writes them, one a line; the seat of chance is 0."""
    return sha256("\n".join(f"{seat or '*'} {text}" for seat, text in steps).encode("utf-8", "replace")).hexdigest()


def differences(receipt: Receipt, keys: FairKeys, record: Record) -> Iterator[str]:
    """What a client was told otherwise than a record says, one line each.

    The entries are compared once the game is over: until then a record leaves out what is secret.
    """
    if first := next(_beginning_differences(receipt, keys, record), None):
        yield first
    elif not keys.is_open and receipt.ending is not None:
        yield f"receipt: told {_line(receipt.ending, min(receipt.ending))}, but the record keeps the secret"
    elif keys.is_open:
        yield from _entry_differences(receipt, record)
        yield from _key_differences(
            receipt.ending, {key: record.header[key] for key in ENDINGS if key in record.header}
        )
        drawn = sum(one.draws for one in receipt.withdrawn)
        back = sum(high - low + 1 for low, high in keys.back)
        if drawn > back:
            yield f"receipt: {drawn} draw{'' if drawn == 1 else 's'} taken back, but fair-back has {back}"


def _key_differences(told: Mapping[str, str] | None, stated: Mapping[str, str]) -> Iterator[str]:
    """The first key, by the alphabet, of which a client was told something else than a record says."""
    if told is not None and told != stated:
        key = next(key for key in sorted({*told, *stated}) if told.get(key) != stated.get(key))
        yield f"receipt: told {_line(told, key)}, but the record has {_line(stated, key)}"


def _line(keys: Mapping[str, str], key: str) -> str:
    return f"{key}: {keys[key]}" if key in keys else f"no {key}"


def _setup_lines(record: Record) -> dict[str, str]:
    """The keys that say with what a game was set up."""
    others = ("start", *ENDINGS)
    return {
        key: value for key, value in record.header.items() if key not in others and not key.startswith(("x-", "fair-"))
    }


def _beginning_differences(receipt: Receipt, keys: FairKeys, record: Record) -> Iterator[str]:
    """What the client saw before it opened its bytes must be in the record, unchanged."""
    if receipt.table != keys.table:
        yield f"receipt: of table {receipt.table}, but the record is of {keys.table}"
    yield from _key_differences(receipt.terms, _setup_lines(record))
    if receipt.commitments != tuple(secret.commitment for secret in keys.secrets):
        yield "receipt: the house had promised another secret"
    if not 1 <= receipt.place <= len(keys.places):
        yield f"receipt: of place {receipt.place}, but the record has {len(keys.places)}"
    elif own := receipt.own:
        place = keys.places[receipt.place - 1]
        opened = place.opened and place.opened.hex()
        if (place.by, place.commitment, opened) != ("client", own.commitment, own.opened):
            yield f"receipt: place {receipt.place} has not the bytes that this client opened"
        for number in changed_promises(receipt.promises or (), keys):
            if number > len(keys.places) or keys.places[number - 1].by != "server":
                yield f"receipt: place {number} had promised something else"


def changed_promises(promises: Sequence[str | None], keys: FairKeys) -> list[int]:
    """The places whose commitments are not those that a client saw before it opened its bytes.

    Only a person who had lost their bytes may do that: then the house promises for them, and the place says `server`.
    """
    stated = [place.commitment or None for place in keys.places]
    pairs = zip_longest(stated, promises, fillvalue="") if promises else ()
    return [number for number, (one, promised) in enumerate(pairs, 1) if one != promised]


def _entry_differences(receipt: Receipt, record: Record) -> Iterator[str]:
    for number, ply, steps, told in receipt.entries:
        if ply is None or steps is None or told is None:
            continue
        if ply + steps > len(record.steps):
            yield f"receipt: entry {number} lies beyond the end of the record"
        elif hash_steps(record.steps[ply : ply + steps]) != told:
            yield f"receipt: entry {number} was told with other steps"
