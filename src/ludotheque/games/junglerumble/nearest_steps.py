"""The legal steps nearest to a refused one."""

from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.junglerumble.kinds import CARD_OF, STARTS, kind_of
from ludotheque.games.junglerumble.state import CARD, EAST, FIELD, FOLLOW, NORTH, PASS, PENALTY, SELL, SEND, SIZE


def nearest(board: Board, state: Any, seat: int, action: int, legal: list[int]) -> list[int]:
    """Legal steps, nearest first: of the refused step's kind, or else those that lead to it."""
    tried = kind_of(action)
    if tried == kind_of(legal[0]):
        return sorted(legal, key=lambda one: _distance(tried, action, one))
    wanted, is_here = CARD_OF.get(tried, 0), CARD_OF.get(tried) == int(state.card)
    return sorted(legal, key=lambda one: _detour(action, one, wanted, is_here))


def _distance(kind: str, tried: int, one: int) -> int:
    """How far a step is from another of its kind: in workers, on the farm, in goods."""
    if kind in ("wake", "send"):
        return abs(tried - one)
    if kind == "sell":
        good = (one - SELL) % 3
        return 0 if good == (tried - SELL) % 3 else 2 if good == 0 else 1
    if kind in ("field", "water"):
        (x, y), (other_x, other_y) = _middle(tried), _middle(one)
        return (x - other_x) ** 2 + (y - other_y) ** 2
    return int(one == PENALTY)


def _middle(action: int) -> tuple[int, int]:
    """The middle of a cell or an edge, in half cells."""
    if action < EAST:
        row, column = divmod(action - FIELD, SIZE)
        return 2 * column + 2, 2 * row + 2
    if action < NORTH:
        row, column = divmod(action - EAST, SIZE + 1)
        return 2 * column + 1, 2 * row + 2
    row, column = divmod(action - NORTH, SIZE)
    return 2 * column + 2, 2 * row + 1


def _detour(tried: int, one: int, wanted: int, is_here: bool) -> int:
    """0 if a step of another kind leads to the refused one, 1 if not."""
    kind = kind_of(one)
    if kind == "card":
        return int(one != CARD + wanted - 1)
    if kind == "send":
        return int(is_here and one == SEND)
    if kind in ("follow", "pass"):
        is_sent = STARTS["send"] < tried < FIELD
        return int(one != (FOLLOW if is_here or is_sent else PASS))
    return 0
