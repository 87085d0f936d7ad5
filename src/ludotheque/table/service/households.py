"""How many people of one address have bots that think, so that many names behind it are no more than some people.

What a choice of a bot costs is weighed by it. An address has as much of the bots as `SHARES` people elsewhere, its
wider network as much as `NETWORK` addresses: a class behind one address plays on, one guest in forty disguises gains
little.
Addresses live in the memory of one process, as for the limits, and are never stored.
"""

import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from ludotheque.table.service.limits import NETWORK, one_network, wider_network

SHARES = 5  # people; as many as one address may ask for hints
ACTIVE = 60.0  # seconds after a bot's choice in which its person counts
MOST_PEOPLE = 20_000


@dataclass(slots=True)
class Households:
    """The latest address of each person, and who of an address had bots thinking in the last minute."""

    clock: Callable[[], float] = time.monotonic
    _homes: OrderedDict[str, tuple[str, str | None]] = field(default_factory=OrderedDict)
    _active: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))

    def note(self, person: str, address: str) -> None:
        """A person acts from an address."""
        self._homes[person] = one_network(address), wider_network(address)
        self._homes.move_to_end(person)
        if len(self._homes) > MOST_PEOPLE:
            self._forget(self._homes.popitem(last=False)[0])

    def weight(self, person: str) -> float:
        """How many times a choice of a person's bots counts, which is about to be made."""
        home, network = self._homes.get(person, (None, None))
        alone = self._count(person, home) / SHARES
        return max(1.0, alone, self._count(person, network) / (SHARES * NETWORK))

    def _count(self, person: str, place: str | None) -> int:
        """The people of an address or a network whose bots have thought lately, this person included."""
        if place is None:
            return 0
        now = self.clock()
        recent = {one: at for one, at in self._active[place].items() if now - at < ACTIVE} | {person: now}
        self._active[place] = recent
        return len(recent)

    def _forget(self, person: str) -> None:
        for place in [place for place, people in self._active.items() if people.pop(person, None) is not None]:
            if not self._active[place]:
                del self._active[place]
