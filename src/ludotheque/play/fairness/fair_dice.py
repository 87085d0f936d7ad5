"""Fair chance, method 1: draws that nobody can choose, and that everybody can compute afterwards.

The secret of the table and bytes of every person go into each draw; hashes of both are published before. The method is
written down in docs/fairness.md, exactly enough to check a record without this file.
"""

import hashlib
import hmac
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, permutations
from math import factorial
from typing import NamedTuple


class Secret(NamedTuple):
    """A secret of a table, which serves from the draw `first` on; `value` is None as long as it is not opened."""

    first: int
    commitment: str
    value: bytes | None = None
    is_lost: bool = False  # the house was restored without its key: nobody can open it any more

    def __repr__(self) -> str:
        return f"Secret({self.first}, {self.commitment!r})"


class DicePlace(NamedTuple):
    """A place at the table before the seating is drawn, and what it adds: `client`, `server`, or a `bot`, nothing."""

    by: str
    commitment: str = ""
    opened: bytes | None = None


def commitment(value: bytes) -> str:
    """What is published of bytes that stay secret for now."""
    return hashlib.sha256(value).hexdigest()


def message(table: str, opened: Sequence[bytes | None], number: int, attempt: int) -> bytes:
    """The text of one attempt at a draw; `opened` are the places' bytes in order, None for a bot."""
    lines = ["ludotheque fair 1", table, *("-" if one is None else one.hex() for one in opened)]
    return "\n".join([*lines, str(number), str(attempt)]).encode("ascii")


def draw(secret: bytes, table: str, opened: Sequence[bytes | None], number: int, total: int) -> int:
    """Draw `number`: one of 0..total-1, each equally likely. What does not fit is drawn again, nothing is folded."""
    if not 1 <= total < 1 << 32:
        raise ValueError(f"a draw is among 1 .. 2**32 - 1 outcomes, not {total!r}")
    if total == 1:
        return 0
    unused, attempt = 32 - (total - 1).bit_length(), 0
    while (index := _number(secret, message(table, opened, number, attempt)) >> unused) >= total:
        attempt += 1
    return index


def _number(secret: bytes, text: bytes) -> int:
    return int.from_bytes(hmac.digest(secret, text, hashlib.sha256)[:4], "big")


def seating(secret: bytes, table: str, opened: Sequence[bytes | None]) -> tuple[int, ...]:
    """Draw 0: the seat of each place, one of all orders of 1..n, which are numbered alphabetically."""
    index = draw(secret, table, opened, 0, factorial(len(opened)))
    return next(order for i, order in enumerate(permutations(range(1, len(opened) + 1))) if i == index)


@dataclass(frozen=True, slots=True, repr=False)
class Dice:
    """The draws of one table: the same number gives the same outcome, and nobody without the secret can foresee it."""

    table: str
    secrets: tuple[Secret, ...]
    opened: tuple[bytes | None, ...]

    def draw(self, number: int, weights: Sequence[int]) -> int:
        """The index of an outcome; each has a share of the numbers as large as its weight."""
        ends = list(accumulate(weights))
        return bisect_right(ends, draw(self.secret(number), self.table, self.opened, number, ends[-1]))

    def seating(self) -> tuple[int, ...]:
        """The seat of each place."""
        return seating(self.secret(0), self.table, self.opened)

    def has_secret(self, number: int) -> bool:
        """Whether the secret that a draw comes from is known here."""
        return self._serving(number).value is not None

    def secret(self, number: int) -> bytes:
        """The secret that a draw comes from."""
        value = self._serving(number).value
        if value is None:
            raise ValueError(f"the secret of draw {number} is not known here")
        return value

    def _serving(self, number: int) -> Secret:
        return [secret for secret in self.secrets if secret.first <= number][-1]
