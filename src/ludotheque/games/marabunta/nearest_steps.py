"""The legal steps of Marabunta nearest to a refused one."""

from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.marabunta import effects, rules
from ludotheque.games.marabunta.board_file import COLUMNS
from ludotheque.games.marabunta.state import (
    DO_AGAIN,
    DO_CRATE,
    DO_DECLINE,
    DO_DIE,
    DO_DONE,
    DO_LEAF,
    DO_SPLIT,
    DO_STRIKE,
    DO_TAKE,
    DO_TILE,
    DO_USE,
    DO_WRITE,
    MAX_LEGAL,
    TILE,
    TO_SPLIT,
    TO_TAKE,
    TO_USE,
)

# Where the numbers of each kind of action begin.
KINDS = (
    *(DO_WRITE, DO_STRIKE, DO_SPLIT, DO_TAKE, DO_USE, DO_AGAIN, DO_LEAF, DO_CRATE),
    *(DO_DONE, DO_DECLINE, DO_TILE, DO_DIE),
)
LEADING = (TO_SPLIT, TO_TAKE, TO_USE)  # phases in which a step opens the way to one of another kind
QUIET = (DO_DONE, DO_DECLINE)


def nearest(board: Board, state: Any, seat: int, action: int, legal: list[int]) -> list[int]:
    """The legal steps that come nearest to one that is refused, the best first."""
    if action < DO_SPLIT and legal[0] < DO_SPLIT:
        return _nearest_hexes(board, state, seat, action, legal)
    if action in QUIET:
        return sorted(legal, key=lambda one: (one not in QUIET, one != DO_USE + TILE, _is_priced(state, seat, one)))
    if _kind(action) not in map(_kind, legal):
        return _nearest_before(board, state, seat, action, legal)
    if _kind(action) == DO_TAKE:
        return sorted(legal, key=lambda one: ((one - DO_TAKE) ^ (action - DO_TAKE)).bit_count())
    if _kind(action) == DO_USE:
        return sorted(legal, key=lambda one: _has_other_effect(state, one, action))
    return legal


def _kind(action: int) -> int:
    """The first action of this kind."""
    return max(kind for kind in KINDS if kind <= action)


def _nearest_before(board: Board, state: Any, seat: int, action: int, legal: list[int]) -> list[int]:
    """For a step of another moment: those that lead to it; hexes that cost nothing before others."""
    if state.phase in LEADING:
        return sorted(legal, key=lambda one: not _leads_to(board, state, seat, one, action))
    return sorted(legal, key=lambda one: _is_priced(state, seat, one))


def _has_other_effect(state: Any, one: int, action: int) -> tuple[bool, bool]:
    """Elements that do the same as the one refused go first, `done` goes last."""
    if one == DO_DONE:
        return True, True
    return False, effects.effect_of(state, one - DO_USE) != effects.effect_of(state, action - DO_USE)


def _hex_of(action: int) -> int:
    return action - (DO_STRIKE if action >= DO_STRIKE else DO_WRITE)


def _nearest_hexes(board: Board, state: Any, seat: int, action: int, legal: list[int]) -> list[int]:
    """Hexes by their distance on the map; of two as near, the one that costs no anthill."""
    names, wanted = board.names["hexes"], board.names["hexes"][_hex_of(action)]

    def far(one: int) -> tuple[int, bool]:
        return distance(names[_hex_of(one)], wanted), _is_priced(state, seat, one)

    hexes = [one for one in legal if one < DO_SPLIT]
    return sorted(hexes, key=far) + legal[len(hexes) :]


def _is_priced(state: Any, seat: int, action: int) -> bool:
    """Whether a hex is away from the seat's numbers."""
    hexagon = _hex_of(action)
    return action < DO_STRIKE and not int(state.beside[seat, hexagon >> 6]) >> (hexagon & 63) & 1


def distance(one: str, other: str) -> int:
    """The distance of two hexes, by their names."""
    (column, height), (aside, level) = _place(one), _place(other)
    across = abs(column - aside)
    return across + max(0, (abs(height - level) - across) // 2)


def _place(name: str) -> tuple[int, int]:
    """A hex's column, and its height in half hexes: the columns b, d, f ... sit half a hex lower."""
    column = COLUMNS.index(name[0])
    return column, 2 * int(name[1:]) + column % 2


def _leads_to(board: Board, state: Any, seat: int, step: int, action: int) -> bool:
    """Whether an action is legal once a step has been played."""
    after, legal = state.copy(), [-1] * MAX_LEGAL
    rules.play(board.record, after, seat, step)
    return after.turn > 0 and action in legal[: rules.legal(board.record, after, int(after.turn), legal)]
