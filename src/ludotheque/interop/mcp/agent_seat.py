"""A seat for a player who calls now and then: which news it was sent, and a background task that lets others play."""

import threading
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ludotheque.games.phrase import say
from ludotheque.games.refusal import Refusal
from ludotheque.interop.mcp.background import BackgroundTask
from ludotheque.interop.seat.seat import Hint, Seat, SeatError, TableSnapshot
from ludotheque.play.record import Record

AT_A_STRETCH = 1.0  # seconds of one wait, after which the task checks whether to continue
BRIEFLY = 5.0  # seconds to wait for a bot that is thinking already
PATIENCE = 30.0  # seconds that a hint may take

HALF = say("This choice has several parts: send them together.")


class AgentSeat:
    """A seat and the news that its player was sent. While a task is running, it alone uses the seat."""

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
        """The table now; while a task is running, as it was before."""
        if self._task is None or self._task.is_done():
            self._seen = self.own_seat.look()
        return self._seen

    def news(self, snapshot: TableSnapshot) -> list[str]:
        """The lines of the story that the player was not sent yet; a revealed secret appears where it was chosen."""
        known, news = Counter(self._told), list[str]()
        for line in snapshot.told:
            if known[line]:
                known[line] -= 1
            else:
                news.append(line)
        self._told = snapshot.told
        return news

    def go_on(self, seconds: float) -> None:
        """Let the others play until this seat has a choice, for `seconds` at most."""
        self._may_go_on.set()
        if self._task is None or self._task.is_done():
            self._task = BackgroundTask(self._advance)
        self._task.is_done(seconds)
        self._may_go_on.clear()

    def _advance(self) -> None:
        while self._may_go_on.is_set() and self._waits():
            self.own_seat.wait(AT_A_STRETCH)

    def _waits(self) -> bool:
        """Whether others have to play before this seat has a choice."""
        snapshot = self._seen = self.own_seat.look()
        return snapshot.stage != "over" and not snapshot.is_mine

    def play(self, steps: Sequence[str]) -> None:
        """Play one choice; raises a Refusal if it is illegal."""
        snapshot = self._looked()
        if snapshot.is_mine:
            _check_whole(snapshot, steps)
        self.own_seat.play(steps)
        self._seen = self.own_seat.look()

    def take_back(self) -> str:
        """Withdraw the last choice, or ask the others to agree; returns the result in words."""
        self._looked()
        return self.own_seat.take_back()

    def hint(self) -> Hint:
        """A strong bot's advice."""
        self._looked()
        task = BackgroundTask(self.own_seat.hint)
        self._task = task
        if not task.is_done(PATIENCE):
            raise SeatError("the bots are still getting ready: ask again in a minute", "busy")
        return task.found

    def record(self) -> Record:
        """The game without what is hidden from the seat."""
        self._looked()
        return self.own_seat.record()

    def resign(self) -> None:
        self._looked()
        self.own_seat.resign()

    def close(self) -> None:
        self._may_go_on.clear()
        self.own_seat.close()

    def _looked(self) -> TableSnapshot:
        """The table now, once no task is running; raises a SeatError if one takes too long."""
        if self._task is not None and not self._task.is_done(BRIEFLY):
            raise SeatError("the others are still thinking: call wait", "busy")
        return self.look()


def _check_whole(snapshot: TableSnapshot, steps: Sequence[str]) -> None:
    """Refuse an incomplete choice: others could see how far the seat has got in a secret one."""
    known: list[str] = []
    for step in steps:
        if step not in snapshot.may_follow(known):
            return  # illegal: `Seat.play` refuses it with its rule
        known.append(step)
    if steps and (missing := snapshot.may_follow(known)):
        refusal = Refusal("half", "table.half", HALF)
        refusal.alternatives = missing
        raise refusal
