"""The refusal of an action given as a number."""

from ludotheque.games.refusal import Refusal
from ludotheque.play.position import Position


def refusal_of(position: Position, seat: int, action: int) -> Refusal:
    """The refusal of an illegal action; made from the seat's view, so that it reveals nothing hidden."""
    game, board, state = position.game, position.setup.board, position.view(seat).state
    if 0 <= action < game.actions:
        try:
            refusal = game.engine.refusals.explain(board, state, seat, action)
        except (IndexError, KeyError):  # no such cell on this board
            pass
        else:
            return refusal
    reason = f"There is no action {action} here: actions are 0..{game.actions - 1}, and the mask tells which are legal."
    return Refusal("unreadable", f"{game.name}.notation", reason)
