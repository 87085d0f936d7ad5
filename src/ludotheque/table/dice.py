"""Where chance comes from at a table: a secret of the house, the table, and the number of the draw."""

import hashlib
import hmac
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate


@dataclass(frozen=True, slots=True, repr=False)
class Dice:
    """The draws of one table: the same number gives the same outcome, and nobody without the secret can foresee it."""

    secret: bytes
    table: str

    def draw(self, number: int, weights: list[int]) -> int:
        """The index of an outcome, by weights; drawn by rejection, so that none is favoured."""
        ends = list(accumulate(weights))
        total = ends[-1]
        limit = (1 << 64) - (1 << 64) % total
        attempt = 0
        while (value := self._number(number, attempt)) >= limit:
            attempt += 1
        return bisect_right(ends, value % total)

    def _number(self, number: int, attempt: int) -> int:
        message = f"{self.table}:{number}:{attempt}".encode()
        return int.from_bytes(hmac.digest(self.secret, message, hashlib.sha256)[:8], "big")
