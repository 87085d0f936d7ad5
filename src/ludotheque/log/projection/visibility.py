"""Visibility: which steps of a table's log a seat has seen."""

from dataclasses import dataclass

from ludotheque.log.active_move import ActiveMove
from ludotheque.log.table_state import TableState
from ludotheque.play.position import Position

Shows = tuple[bool, ...]  # by step of an entry: whether the seat sees it


@dataclass(frozen=True, slots=True)
class Visibility:
    """What a seat sees of a table state, computed once for all entries."""

    state: TableState
    seat: int | None
    seen: frozenset[int] | None  # ids of the steps that the seat has seen; None: all
    moves: dict[int, ActiveMove]

    @classmethod
    def of(cls, state: TableState, seat: int | None) -> "Visibility":
        if (known := state.memo.get(("sight", seat))) is None:
            moves = {one.number: one for one in state.active_moves}
            known = cls(state, seat, visible_steps(state.position, seat), moves)
            state.memo["sight", seat] = known
        visibility: Visibility = known
        return visibility

    @property
    def line(self) -> list[Position]:
        """The position after each step in effect."""
        if (known := self.state.memo.get("line")) is None:
            position = self.state.position
            known = [] if position is None else [*reversed([position, *position.history])][1:]
            self.state.memo["line"] = known
        line: list[Position] = known
        return line

    def shows(self, move: ActiveMove, seen: frozenset[int] | None = None) -> Shows:
        """Which steps of an active move the seat sees now, or saw when it had seen only the steps `seen`."""
        seen = self.seen if seen is None else seen
        if seen is None:
            return (True,) * (len(move.play.steps) + len(move.play.then))
        return tuple(id(after.last) in seen for after in self.after(move))

    def sees(self, after: Position) -> bool:
        """Whether the seat sees the step that led to a position."""
        return self.seen is None or id(after.last) in self.seen

    def after(self, move: ActiveMove) -> list[Position]:
        """The position after each step of an active move."""
        first = move.before.ply
        return self.line[first : first + len(move.play.steps) + len(move.play.then)]


def visible_steps(position: Position | None, seat: int | None) -> frozenset[int] | None:
    """Ids of the steps that a seat has seen in a position; None where nothing is ever hidden."""
    if position is not None and not position.game.has_secrets:
        return None
    return frozenset(map(id, position.seen_steps(seat) if position is not None else ()))


def count_seen_steps(state: TableState, seat: int | None) -> int:
    """How many steps a seat has seen."""
    if state.position is None or not state.has_secrets:
        return state.ply
    return len(state.position.seen_steps(seat))
