"""The history of a table: who held each seat from which ply to which, take-backs, time-outs, and the end."""

from collections.abc import Iterable
from dataclasses import dataclass

from ludotheque.log.entries import Holder, Logged
from ludotheque.log.entry_replay import replay
from ludotheque.log.past_events import LateSeat, SeatStint, Withdrawn
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import Terms


@dataclass(frozen=True, slots=True)
class TableHistory:
    """A table state with the events that led to it. Reading it replays nothing."""

    state: TableState

    @property
    def begun(self) -> float | None:
        """When the game began."""
        return self.state.past.begun

    @property
    def stints(self) -> tuple[SeatStint, ...]:
        """Who held each seat, in the order in which they sat down."""
        return self.state.past.stints

    @property
    def withdrawn(self) -> tuple[Withdrawn, ...]:
        """The take-backs."""
        return self.state.past.withdrawn

    @property
    def late(self) -> tuple[LateSeat, ...]:
        """The time-outs."""
        return self.state.past.late

    @property
    def how(self) -> str | None:
        """How the game ended: `rules`, or the End entry's `how`; None while it goes on."""
        if self.state.position is not None and self.state.position.is_over:
            return "rules"
        return self.state.end.how if self.state.end else None

    def stints_of(self, seat: int) -> list[SeatStint]:
        """The stints in a seat, in order: the last one, and those that lasted a step or more."""
        every = [one for one in self.stints if one.seat == seat]
        return [one for one in every if one.last != one.first or one is every[-1]]

    def first_holder(self, seat: int) -> Holder | None:
        """Who held a seat when the game began."""
        return next((one.holder for one in self.stints if one.seat == seat), None)


def tell(terms: Terms, log: Iterable[Logged], commitment: str = "") -> TableHistory:
    """The history of a log, replayed; `commitment` is the published hash of the table's secret."""
    return TableHistory(replay(TableState(terms, commitment=commitment), log))
