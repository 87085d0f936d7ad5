"""What one client has been sent of a table, so that it is sent the rest: new entries, and old ones that look different.

An entry that was secret is shown later; one that stood may go back. Entries are named by their number, so a client
that gets one again puts it in the place of the old one.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from ludotheque.table.course import Course
from ludotheque.table.entries import Play
from ludotheque.table.seen import JSON, Sight, Want, entry_seen, table_seen
from ludotheque.table.settings import Language

Shown = dict[int, tuple[bool, bool]]  # by number of an entry of steps: whether they are seen, whether they went back


def shown_in(course: Course, seat: int | None) -> Shown:
    """How the entries of steps look to a seat."""
    plays = {one.number: one.entry for one in course.kept if isinstance(one.entry, Play)}
    shown = {
        number: (plays[number].seat == seat or was_seen, True) for number, was_seen in course.withdrawn.items()
    }  # fmt: skip
    if course.position is not None:
        seen, steps = {id(step) for step in course.position.seen_steps(seat)}, course.position.steps
        shown |= {stood.number: (id(steps[stood.before.ply]) in seen, False) for stood in course.standing}
    return shown


@dataclass(slots=True)
class Follower:
    """One client's place in a table's log, and what it wants to be sent."""

    wants: Collection[Want] = JSON
    lang: Language = "en"
    seat: int | None = None  # None: the own one; 0: a spectator
    after: int = 0
    _known: Shown | None = field(default=None)

    def news(self, course: Course, table: str, own: Collection[int], seat: int | None, now: float) -> dict[str, Any]:
        """The table as it is now, with the entries that the client does not know or knows otherwise."""
        known, shown = self._remembered(course, seat), shown_in(course, seat)
        sent = table_seen(course, table, own, seat, now, wants=self.wants, lang=self.lang, after=self.after)
        other = sorted(number for number, how in shown.items() if number <= self.after and known.get(number) != how)
        sight = Sight.of(course, seat)
        again = [entry_seen(sight, course.kept[number - 1], self.lang) for number in other]
        sent["entries"] = again + sent["entries"]
        self.after, self._known = course.number, shown
        return sent

    def _remembered(self, course: Course, seat: int | None) -> Shown:
        """What a client that resumes has been shown: the entries as they looked when it was last here."""
        if self._known is not None:
            return self._known
        self.after = min(self.after, course.number)
        if self.after in (0, course.number):
            return shown_in(course, seat)
        return shown_in(Course(course.terms, course.pauses).follow(course.kept[: self.after]), seat)
