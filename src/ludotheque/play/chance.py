"""Chance as an argument: nothing here or elsewhere touches a global random generator."""

from typing import Protocol

from ludotheque.games.random_source import below
from ludotheque.games.refusal import GameError
from ludotheque.play.engine import new_rng


class Source(Protocol):
    """Anything that draws numbers: `Chance(7)`, or a `random.Random` of your own."""

    def randrange(self, stop: int, /) -> int: ...


class Chance:
    """A random source: the numbers depend on seed and stream alone, the same on every machine.

    >>> chance = Chance(7)
    >>> [chance.randrange(6) for _ in range(8)]
    [5, 4, 0, 0, 2, 4, 1, 5]
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        for number in (seed, stream):
            if type(number) is not int or not 0 <= number < 1 << 64:
                raise GameError(f"a seed is a whole number from 0 to 2**64 - 1, not {number!r}")
        self.seed, self.stream = seed, stream
        self._rng = new_rng(seed, stream)

    def randrange(self, stop: int, /) -> int:
        """A number 0..stop-1, each equally likely."""
        if not 0 < stop < 1 << 31:
            raise GameError(f"randrange draws below 1 .. 2**31 - 1, not {stop!r}")
        return int(below(self._rng, stop))

    def __repr__(self) -> str:
        return f"Chance({self.seed}, {self.stream})"


def as_source(chance: "Source | int") -> Source:
    """A whole number is a seed; anything else must draw numbers itself."""
    return chance if hasattr(chance, "randrange") else Chance(chance)
