"""The `fair-` keys of a record, read and written: docs/fairness.md lists them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ludotheque.play.fairness.fair_dice import Dice, DicePlace, Secret
from ludotheque.play.record import RecordError

METHOD = "1"
LOST = "lost"
DIGITS = re.compile(r"[0-9a-f]{64}", re.ASCII)
NUMBER = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
SPAN = re.compile(rf"({NUMBER.pattern})(?:-({NUMBER.pattern}))?", re.ASCII)
KNOWN = re.compile(r"fair-(method|table|commitment|secret|again-[1-9][0-9]?|place-[1-6]|seating|given|draws|back)")
Span = tuple[int, int]  # the first and the last of numbers that follow each other


@dataclass(frozen=True, slots=True)
class FairKeys:
    """What the `fair-` keys of a record say."""

    table: str
    secrets: tuple[Secret, ...]
    places: tuple[DicePlace, ...]
    seats: tuple[int, ...]
    is_drawn: bool  # the seating; otherwise the people chose their seats
    draws: tuple[Span, ...]
    back: tuple[Span, ...]
    given: int | None = None  # steps that come from another game, with its start: none of it was drawn

    @property
    def is_open(self) -> bool:
        """Whether the secrets are opened, as they are when a table is over."""
        return any(secret.value or secret.is_lost for secret in self.secrets)

    @property
    def dice(self) -> Dice:
        return Dice(self.table, self.secrets, tuple(place.opened for place in self.places))


def fair_keys(
    *,
    table: str,
    secrets: Sequence[Secret],
    places: Sequence[DicePlace],
    seats: Sequence[int],
    is_drawn: bool,
    draws: Iterable[int],
    back: Iterable[int] = (),
    given: int | None = None,
) -> dict[str, str]:
    """The keys that prove a table's chance, in the order in which a record has them.

    `secrets` without their values (of a table that goes on) are not opened. `seats` are those of the places 1, 2, ...;
    `draws` the numbers whose outcomes stand in the record, `back` those that were taken back; `given` says how many of
    the record's steps come from another game, with its start.
    """
    keys = {"fair-method": METHOD, "fair-table": table, "fair-commitment": secrets[0].commitment}
    if opened := _format_secret(secrets[0]):
        keys["fair-secret"] = opened
    for i, secret in enumerate(secrets[1:], 1):
        keys[f"fair-again-{i}"] = f"{secret.first} {secret.commitment} {_format_secret(secret)}".rstrip()
    for i, place in enumerate(places, 1):
        added = f" {place.commitment} {place.opened.hex()}" if place.opened is not None else ""
        keys[f"fair-place-{i}"] = place.by + added
    keys["fair-seating"] = ("" if is_drawn else "chosen ") + " ".join(map(str, seats))
    if given is not None:
        keys["fair-given"] = str(given)
    keys["fair-draws"] = format_numbers(draws) or "none"
    if taken_back := format_numbers(back):
        keys["fair-back"] = taken_back
    return keys


def _format_secret(secret: Secret) -> str:
    return LOST if secret.is_lost else secret.value.hex() if secret.value else ""


def format_numbers(numbers: Iterable[int]) -> str:
    """Numbers in short: `1-8 16`."""
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and spans[-1][1] + 1 == number:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return format_spans(spans)


def format_spans(spans: Iterable[Sequence[int]]) -> str:
    """Spans in short: `1-8 16`."""
    return " ".join(str(low) if low == high else f"{low}-{high}" for low, high in spans)


def parse_keys(header: Mapping[str, str]) -> FairKeys:
    """The `fair-` keys of a record's header; raises a RecordError that names the key which is not as it should be."""
    fair = {key: value for key, value in header.items() if key.startswith("fair-")}
    if fair.get("fair-method") != METHOD:
        raise RecordError(f"fair-method: only method {METHOD} is known here")
    for key in fair:
        if not KNOWN.fullmatch(key):
            raise RecordError(f"{key}: method {METHOD} has no such key")
    for key in ("fair-table", "fair-commitment", "fair-place-1", "fair-seating", "fair-draws"):
        if key not in fair:
            raise RecordError(f"{key}: missing")
    if not re.fullmatch(r"[!-~]{1,99}", fair["fair-table"], re.ASCII):
        raise RecordError("fair-table: the table's id, without spaces")
    stated = [fair[key] for key in ("fair-commitment", "fair-secret") if key in fair]
    first = _parse_secret("fair-commitment", ["0", *stated])
    again = [_parse_secret(key, fair[key].split(" ")) for key in _numbered(fair, "fair-again-")]
    places = tuple(_parse_place(key, fair[key].split(" ")) for key in _numbered(fair, "fair-place-"))
    is_drawn, seats = _parse_seating(fair["fair-seating"], len(places))
    draws = () if fair["fair-draws"] == "none" else _parse_spans("fair-draws", fair["fair-draws"])
    back = _parse_spans("fair-back", fair["fair-back"]) if "fair-back" in fair else ()
    return FairKeys(fair["fair-table"], (first, *again), places, seats, is_drawn, draws, back, _parse_given(fair))


def _numbered(fair: Mapping[str, str], stem: str) -> list[str]:
    """The keys that end in 1, 2, ... without a gap."""
    keys = [f"{stem}{i}" for i in range(1, 1 + sum(key.startswith(stem) for key in fair))]
    for key in keys:
        if key not in fair:
            raise RecordError(f"{key}: missing")
    return keys


def _parse_secret(key: str, words: list[str]) -> Secret:
    match words:
        case [first, digest, *rest] if NUMBER.fullmatch(first) and DIGITS.fullmatch(digest):
            if not rest:
                return Secret(int(first), digest)
            if rest == [LOST]:
                return Secret(int(first), digest, is_lost=True)
            if len(rest) == 1 and DIGITS.fullmatch(rest[0]):
                return Secret(int(first), digest, bytes.fromhex(rest[0]))
    if key == "fair-commitment":
        raise RecordError("fair-commitment, fair-secret: each 64 digits 0-9 a-f")
    raise RecordError(f"{key}: write «DRAW COMMITMENT SECRET»")


def _parse_place(key: str, words: list[str]) -> DicePlace:
    match words:
        case ["bot"]:
            return DicePlace("bot")
        case ["client" | "server" as by, digest, opened] if DIGITS.fullmatch(digest) and DIGITS.fullmatch(opened):
            return DicePlace(by, digest, bytes.fromhex(opened))
    raise RecordError(f"{key}: write «client COMMITMENT OPENED», «server COMMITMENT OPENED» or «bot»")


def _parse_seating(text: str, places: int) -> tuple[bool, tuple[int, ...]]:
    words = text.split(" ")
    seats = words[1:] if words[0] == "chosen" else words
    if sorted(seats) != [str(seat) for seat in range(1, places + 1)]:
        raise RecordError(f"fair-seating: the seats of {places} places, each seat once, not {text[:40]!r}")
    return seats is words, tuple(map(int, seats))


def _parse_given(fair: Mapping[str, str]) -> int | None:
    text = fair.get("fair-given")
    if text is not None and not NUMBER.fullmatch(text):
        raise RecordError(f"fair-given: how many steps, not {text[:40]!r}")
    return None if text is None else int(text)


def _parse_spans(key: str, text: str) -> tuple[Span, ...]:
    """`1-8 16` as ((1, 8), (16, 16)); not spelled out, since the text may say anything."""
    spans = []
    for word in text.split(" "):
        form = SPAN.fullmatch(word)
        low, high = (int(form[1]), int(form[2] or form[1])) if form else (1, 0)
        if low > high:
            raise RecordError(f"{key}: write numbers as «1-8 16», not {word[:40]!r}")
        spans.append((low, high))
    return tuple(spans)
