"""Presence: who of the people seated at a table has its page open now, in this process.

Whoever reloads a page is not gone: they count as here for some seconds more, so nothing flickers. Other processes'
sockets are not known here: where several may serve a house, nobody is said to be away.
"""

import time
from collections import Counter
from collections.abc import Callable

GRACE = 8.0  # seconds for which somebody counts as here after their last page has closed

Place = tuple[str, str]  # a table and a person


class Presence:
    """The open pages of seated people; `tell` notifies all who watch a table when somebody comes or goes."""

    def __init__(self, tell: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._tell, self._clock = tell, clock
        self._open: Counter[Place] = Counter()
        self._closed: dict[Place, float] = {}  # since when, for `GRACE` seconds

    def come(self, table: str, person: str) -> None:
        """A page is opened."""
        place = table, person
        was_here = self.is_here(table, person)
        self._open[place] += 1
        self._closed.pop(place, None)
        if not was_here:
            self._tell(table)

    def go(self, table: str, person: str) -> None:
        """A page is closed."""
        place = table, person
        self._open[place] -= 1
        if self._open[place] <= 0:
            del self._open[place]
            self._closed[place] = self._clock()

    def is_here(self, table: str, person: str) -> bool:
        """Whether a person has a table's page open, or had it a moment ago."""
        return (table, person) in self._open or (table, person) in self._closed

    def check(self, now: float) -> None:
        """Whoever closed their last page some seconds ago is gone."""
        for place in [place for place, since in self._closed.items() if now - since > GRACE]:
            del self._closed[place]
            self._tell(place[0])
