"""Who plays with whom: pure functions over those who look for opponents.

The one who has waited longest is served first, with the nearest in rating. How far apart two may be widens with the
time that the longer-waiting one has waited, until after a few seconds anybody is near enough. A party may wait a moment
for somebody who does not come: then it parts, and the others look on as if nothing had happened, with the time that
they have waited already.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ludotheque.table.service.seeks.seek import Seek

NEAR, WIDER = 150.0, 75.0  # points of rating at first, and more for each second
ANYBODY = 10.0  # seconds, then ratings no longer count, and people are put together with programs
BOTS_FILL = 20.0  # seconds, then bots take the seats that are free at a table of several
GONE = 15.0  # seconds without a sign of the client
TOO_LONG = 1800.0  # seconds of looking
COMING, COMING_FROM_BOTS = 12.0, 30.0  # seconds in which one has to come: at once, or from a game against bots
SEATED = 60.0  # seconds in which a client learns where it sits
BEGINNING = 30.0  # seconds in which all clients of a table have to open their bytes


@dataclass(frozen=True, slots=True)
class SeekPlan:
    """What is to change: who looks no more, who is free again, and who is put together."""

    ended: frozenset[str]
    freed: frozenset[str]
    parties: tuple[tuple[str, ...], ...]

    def __bool__(self) -> bool:
        return bool(self.ended or self.freed or self.parties)


def make_plan(seeks: Sequence[Seek], now: float, seats_of: Callable[[str, str], int]) -> SeekPlan:
    """The changes that are due; `seats_of` says how many play an offer of a game."""
    ended = {one.person for one in seeks if is_ended(one, now) or not seats_of(*one.kind)}
    stay = [one for one in seeks if one.person not in ended]
    met = Counter(one.party for one in stay if one.party)
    freed = {one.person for one in stay if one.party and not one.table and met[one.party] < one.size}
    free = [replace(one, party=None) if one.person in freed else one for one in stay]
    parties: list[tuple[str, ...]] = []
    for kind in dict.fromkeys(one.kind for one in free):
        some = [one for one in free if one.kind == kind and one.is_free]
        parties += [tuple(one.person for one in party) for party in form_parties(some, seats_of(*kind), now)]
    return SeekPlan(frozenset(ended), frozenset(freed), tuple(parties))


def is_ended(seek: Seek, now: float) -> bool:
    """Whether somebody looks no more: they went away, did not come, or have looked for too long."""
    if seek.table is not None:
        return False
    is_late = seek.party is not None and not seek.has_come and now >= seek.changed + time_to_come(seek)
    return is_late or now >= seek.seen + GONE or now >= seek.since + TOO_LONG


def time_to_come(seek: Seek) -> float:
    """How many seconds somebody has to come to the table."""
    return COMING_FROM_BOTS if seek.is_meanwhile else COMING


def form_parties(seeks: Iterable[Seek], seats: int, now: float) -> list[tuple[Seek, ...]]:
    """The parties of those who look for the same, the longest waiting first."""
    left = sorted(seeks, key=lambda one: (one.since, one.person))
    parties = []
    while left:
        first = left.pop(0)
        party = [first, *company_of(first, left, seats - 1, now)]
        if len(party) == seats or (len(party) > 1 and now >= first.since + BOTS_FILL):
            parties.append(tuple(party))
            left = [one for one in left if one not in party]
    return parties


def company_of(first: Seek, others: Iterable[Seek], most: int, now: float) -> list[Seek]:
    """The best company for somebody among others: people before programs, then the nearest in rating."""
    company: list[Seek] = []

    def distance(one: Seek) -> tuple[bool, float, float]:
        return one.is_program != first.is_program, abs(one.mean - first.mean), one.since

    for one in sorted((one for one in others if is_near(first, one, now)), key=distance):
        if len(company) < most and agree_on_rated([first, *company, one]):
            company.append(one)
    return company


def is_near(first: Seek, other: Seek, now: float) -> bool:
    """Whether two are near enough in rating for how long the longer-waiting one has waited."""
    waited = now - min(first.since, other.since)
    if first.is_program != other.is_program and waited < ANYBODY:
        return False
    return abs(first.mean - other.mean) <= width(waited)


def width(waited: float) -> float:
    """How many points of rating two may be apart after so many seconds."""
    return math.inf if waited >= ANYBODY else NEAR + WIDER * max(0.0, waited)


def agree_on_rated(party: Iterable[Seek]) -> bool:
    """Whether nobody wants a rated game with somebody who wants none."""
    return not {"no", "yes"} <= {one.rated for one in party}


def complete_parties(seeks: Iterable[Seek]) -> list[tuple[Seek, ...]]:
    """The parties whose people have all come, and that have no table yet."""
    come = parties_of(one for one in seeks if one.has_come and not one.table)
    return [one for one in come if len(one) == one[0].size]


def seated_parties(seeks: Iterable[Seek]) -> list[tuple[Seek, ...]]:
    """The parties that have a table."""
    return parties_of(one for one in seeks if one.table)


def parties_of(seeks: Iterable[Seek]) -> list[tuple[Seek, ...]]:
    """The parties of these people, the longest waiting first."""
    parties: dict[str, list[Seek]] = {}
    for one in sorted(seeks, key=lambda one: (one.since, one.person)):
        if one.party:
            parties.setdefault(one.party, []).append(one)
    return [tuple(one) for one in parties.values()]
