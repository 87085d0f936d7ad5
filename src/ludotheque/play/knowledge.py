"""A seat's knowledge: the worlds consistent with its view, and whether a step would reveal a secret to it."""

from collections.abc import Sequence
from dataclasses import replace

from ludotheque.play.chance import Chance
from ludotheque.play.position import Position
from ludotheque.play.view import View

WORLDS = 12  # guessed positions, in a game with secrets


def worlds_of(view: View) -> list[Position]:
    """Positions consistent with a view, the same for the same view; the one true position in a game without secrets."""
    if not view.game.has_secrets:
        return [Position(view.game, replace(view.setup, start=None), view.state)]
    guessed = [view.guess(Chance(world, 1)) for world in range(WORLDS)]
    return list({one.state.tobytes(): one for one in guessed}.values())  # while nothing is hidden yet, all are one


def is_anything_hidden(position: Position, seat: int) -> bool:
    """Whether a seat does not see the whole of a position."""
    return bool(position.view(seat).state.tobytes() != position.state.tobytes())


def shows_hidden(view: View, steps: Sequence[str]) -> bool:
    """Whether steps of the view's seat would reveal something hidden to it.

    The rules decide, not a list of exceptions: if its view after the steps is the same in every consistent world, the
    seat learns nothing.
    """
    seen = {_view_after(world, steps, view.seat) for world in worlds_of(view)}
    return len(seen) > 1


def _view_after(position: Position, steps: Sequence[str], seat: int | None) -> View:
    for text in steps:
        position = position.play(text, seat)
    return position.view(seat)
