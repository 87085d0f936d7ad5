"""Why an action, given as a number, is not legal."""

from ludotheque.games.refusal import Refusal
from ludotheque.play.position import Position


def refusal_of(position: Position, seat: int, action: int) -> Refusal:
    """The refusal of an action that is not legal for a seat; made from its view, so that it tells no more."""
    game, board, state = position.game, position.setup.board, position.view(seat).state
    if 0 <= action < game.actions:
        try:
            refusal = game.engine.refusals.explain(board, state, seat, action)
        except (IndexError, KeyError):  # a number that names no place of this board
            pass
        else:
            return refusal
    reason = f"There is no action {action} here: actions are 0..{game.actions - 1}, and the mask tells which are legal."
    return Refusal("unreadable", f"{game.name}.notation", reason)
