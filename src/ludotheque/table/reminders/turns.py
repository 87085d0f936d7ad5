"""Which turns people are reminded of, and when: the decisions, as pure functions over a table's state."""

from ludotheque.log.entries import Answer, Back, Open, PersonHolder, Play, Sit
from ludotheque.log.table_state import TableState

SLOW = ("none", "slow")  # clocks; with a live one everybody sits there
OWN_ACTS = (Play, Sit, Open, Back, Answer)


def turn_to_tell(state: TableState, seat: int) -> int | None:
    """The entry with which the turn began that a seat's person may be reminded of; None: nobody waits for them.

    Another person plays at the table; bots can wait. Whoever has just acted themselves, and goes on or waits for the
    game to begin, was there and knows.
    """
    holder = state.holders.get(seat)
    if not isinstance(holder, PersonHolder) or seat in state.away or state.terms.clock not in SLOW:
        return None
    if not any(isinstance(one, PersonHolder) and one.person != holder.person for one in state.holders.values()):
        return None
    number = _began(state, seat)
    if number is None or any(_began(state, one) is not None for one in state.seats_of(holder.person) if one < seat):
        return None  # of somebody's seats that wait, one is told
    entry = next(one.entry for one in reversed(state.log) if one.number == number)
    is_own_act = isinstance(entry, OWN_ACTS) and state.holders[entry.seat] == holder
    return None if is_own_act else number


def _began(state: TableState, seat: int) -> int | None:
    """The entry since which a seat is awaited: by the game, or by all others who have sat down."""
    if seat in state.waited_for:
        return state.waiting_since[seat]
    if seat in state.unopened and not state.is_over:
        return max(one.number for one in state.log if isinstance(one.entry, Sit))
    return None


def is_due(waited: float, looked: float | None, now: float, patience: float) -> bool:
    """Whether it is time for a reminder: the seat has waited, and its person has not looked, for long enough."""
    return now >= max(waited, looked or 0.0) + patience
