"""How many people of one address have bots that think, so that many names behind it are no more than some people.

What a choice of a bot costs is weighed by it. An address has as much of the bots as `SHARES` people elsewhere, its
wider network as much as `NETWORK` addresses: a class behind one address plays on, one guest in forty disguises gains
little.
Addresses live in the memory of one process, as for the limits, and are never stored.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ludotheque.table.service.limits import NETWORK, one_network, wider_network

SHARES = 5  # people; as many as one address may ask for hints
ACTIVE = 60.0  # seconds after a bot's choice in which its person counts
MOST_PLACES = 20_000  # then those without bots that think are dropped


@dataclass(slots=True)
class Households:
    """Who of an address had bots thinking in the last minute."""

    address_of: Callable[[str], str | None]  # a person's latest address
    clock: Callable[[], float] = time.monotonic
    _active: dict[str, dict[str, float]] = field(default_factory=dict)

    def weight(self, person: str) -> float:
        """How many times a choice of a person's bots counts, which is about to be made."""
        address = self.address_of(person)
        if address is None:
            return 1.0
        alone = self._count(person, one_network(address)) / SHARES
        return max(1.0, alone, self._count(person, wider_network(address)) / (SHARES * NETWORK))

    def _count(self, person: str, place: str | None) -> int:
        """The people of an address or a network whose bots have thought lately, this person included."""
        if place is None:
            return 0
        now = self.clock()
        if len(self._active) > MOST_PLACES:
            self._active = {one: people for one, people in self._active.items() if now - max(people.values()) < ACTIVE}
        recent = {one: at for one, at in self._active.get(place, {}).items() if now - at < ACTIVE} | {person: now}
        self._active[place] = recent
        return len(recent)
