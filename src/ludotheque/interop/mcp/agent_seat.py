"""A seat at one table, for a player who asks now and then: what was told already, and others who go on meanwhile."""

import threading
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ludotheque.games.phrase import say
from ludotheque.games.refusal import Refusal
from ludotheque.interop.mcp.background import BackgroundTask
from ludotheque.interop.seat.seat import Hint, Seat, SeatError, TableSnapshot
from ludotheque.play.record import Record

AT_A_STRETCH = 1.0  # seconds of waiting for people before it is asked whether to go on
BRIEFLY = 5.0  # seconds that a bot is waited for which thinks already
PATIENCE = 30.0  # seconds that a hint may take

HALF = say("This choice has several parts: send them together.")


class AgentSeat:
    """A place, and what its player has been told. While others are at work, the place is left to them."""

    def __init__(self, name: str, own_seat: Seat) -> None:
        self.name, self.own_seat = name, own_seat
        self.lock = threading.Lock()
        self._told: tuple[str, ...] = ()
        self._seen = own_seat.look()
        self._task: BackgroundTask[Any] | None = None
        self._may_go_on = threading.Event()

    @property
    def lang(self) -> str:
        return self.own_seat.language

    def look(self) -> TableSnapshot:
        """The table now; while a bot thinks, as it was when it began to."""
        if self._task is None or self._task.is_done():
            self._seen = self.own_seat.look()
        return self._seen

    def news(self, snapshot: TableSnapshot) -> list[str]:
        """What has happened since the player was last told; a secret that is shown stands where it was made."""
        known, news = Counter(self._told), list[str]()
        for line in snapshot.told:
            if known[line]:
                known[line] -= 1
            else:
                news.append(line)
        self._told = snapshot.told
        return news

    def go_on(self, seconds: float) -> None:
        """Let the others play until this seat has a choice, for so many seconds at most."""
        self._may_go_on.set()
        if self._task is None or self._task.is_done():
            self._task = BackgroundTask(self._advance)
        self._task.is_done(seconds)
        self._may_go_on.clear()

    def _advance(self) -> None:
        while self._may_go_on.is_set() and self._waits():
            self.own_seat.wait(AT_A_STRETCH)

    def _waits(self) -> bool:
        """Whether others have to go on before this seat has a choice."""
        snapshot = self._seen = self.own_seat.look()
        return snapshot.stage != "over" and not snapshot.is_mine

    def play(self, steps: Sequence[str]) -> None:
        """Play one choice. A Refusal says why it can't be."""
        snapshot = self._looked()
        if snapshot.is_mine:
            _check_whole(snapshot, steps)
        self.own_seat.play(steps)
        self._seen = self.own_seat.look()

    def take_back(self) -> str:
        """Take the last choice back, or ask the others to; says what has come of it."""
        self._looked()
        return self.own_seat.take_back()

    def hint(self) -> Hint:
        """What a strong bot would do."""
        self._looked()
        task = BackgroundTask(self.own_seat.hint)
        self._task = task
        if not task.is_done(PATIENCE):
            raise SeatError("the bots are still getting ready: ask again in a minute", "busy")
        return task.found

    def record(self) -> Record:
        """The game as far as the seat may know it."""
        self._looked()
        return self.own_seat.record()

    def resign(self) -> None:
        self._looked()
        self.own_seat.resign()

    def close(self) -> None:
        self._may_go_on.clear()
        self.own_seat.close()

    def _looked(self) -> TableSnapshot:
        """The table now, once nobody is at work on it."""
        if self._task is not None and not self._task.is_done(BRIEFLY):
            raise SeatError("the others are still thinking: call wait", "busy")
        return self.look()


def _check_whole(snapshot: TableSnapshot, steps: Sequence[str]) -> None:
    """Refuse a choice of which a part is missing: how far somebody is in a secret would show."""
    known: list[str] = []
    for step in steps:
        if step not in snapshot.may_follow(known):
            return  # whoever judges the steps says why
        known.append(step)
    if steps and (missing := snapshot.may_follow(known)):
        refusal = Refusal("half", "table.half", HALF)
        refusal.alternatives = missing
        raise refusal
