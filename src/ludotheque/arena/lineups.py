"""Lineups of bots around a table, and the seatings in which each is played.

A lineup is an order of bots around the table, the same whichever of them sits first. Its seatings are its rotations:
so every bot of a lineup sits once in every seat, and a lineup of two bots is a pair of games.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations, product

from ludotheque.play.chance import Source

Lineup = tuple[int, ...]  # numbers of bots, in seat order


@cache
def lineups(bots: int, seats: int, alone: bool = False) -> tuple[Lineup, ...]:
    """Every lineup, each as its smallest rotation.

    With fewer bots than seats, every way to fill the seats in which every bot plays; with more, every choice of as
    many as there are seats. With `alone`, only those in which the first bot has one seat.
    """
    found = _choices(bots, seats) if bots >= seats else _fillings(bots, seats)
    return tuple(one for one in found if not alone or one.count(0) == 1)


def _choices(bots: int, seats: int) -> Iterator[Lineup]:
    for first, *others in combinations(range(bots), seats):
        for order in permutations(others):
            yield first, *order


def _fillings(bots: int, seats: int) -> Iterator[Lineup]:
    for filled in product(range(bots), repeat=seats):
        if len(set(filled)) == bots and filled == min(seatings(filled)):
            yield filled


def seatings(lineup: Lineup) -> tuple[Lineup, ...]:
    """The rotations of a lineup, each once."""
    turned = (lineup[i:] + lineup[:i] for i in range(len(lineup)))
    return tuple(dict.fromkeys(turned))


def shuffled(lineups: tuple[Lineup, ...], chance: Source) -> list[Lineup]:
    """The lineups in random order, so that a run that stops early has played them evenly."""
    order = list(lineups)
    for i in range(len(order) - 1, 0, -1):
        j = chance.randrange(i + 1)
        order[i], order[j] = order[j], order[i]
    return order
