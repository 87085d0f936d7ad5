"""Undo: what a seat may take back by itself, derived from information, the same for all games."""

from collections import Counter

from ludotheque.games.refusal import Refusal
from ludotheque.log.active_move import ActiveMove, play_entry
from ludotheque.log.entries import Play
from ludotheque.log.table_state import TableState
from ludotheque.play.knowledge import is_anything_hidden, shows_hidden
from ludotheque.play.position import Position


def may_take_back(state: TableState, seat: int) -> int | None:
    """The number of the seat's last move, if the seat may withdraw it without consent.

    It may as long as it has learned nothing since: no chance was drawn, nothing hidden was revealed, and no other seat
    made a step that it can see. A step reveals something hidden if the seat would see different things after it in
    different worlds that it thought possible.
    """
    last = last_of(state, seat)
    if last is None or state.is_over or last.has_chance:
        return None
    if not state.has_secrets:  # every later move is visible
        return last.number if last is state.active_moves[-1] else None
    without = position_without(state, last)
    if without is None or has_seen_more(state, last) or _has_shown_hidden(without, last.play):
        return None
    return last.number


def last_of(state: TableState, seat: int) -> ActiveMove | None:
    """A seat's last active move."""
    return next((move for move in reversed(state.active_moves) if move.play.seat == seat), None)


def position_without(state: TableState, last: ActiveMove) -> Position | None:
    """The position without a move, with the later moves replayed; None if they depend on it."""
    position = last.before
    for move in state.active_moves:
        if move.number > last.number:
            try:
                position = play_entry(position, move.play)
            except Refusal:
                return None
    return position


def has_seen_more(state: TableState, last: ActiveMove) -> bool:
    """Whether others have since chosen steps that the move's seat can see."""
    assert state.position is not None  # noqa: S101
    seat = last.play.seat
    seen = _others(state.position, seat) - _others(last.before, seat)
    return bool(seen - Counter((actor, text) for actor, text in last.play.then if actor != seat))


def _others(position: Position, seat: int) -> Counter[tuple[int, str]]:
    return Counter((step.seat, step.text) for step in position.seen_steps(seat) if step.seat != seat)


def _has_shown_hidden(before: Position, play: Play) -> bool:
    return is_anything_hidden(before, play.seat) and shows_hidden(before.view(play.seat), play.steps)
