"""What a seat knows: the worlds that agree with its view, and whether a step would show it something hidden."""

from collections.abc import Sequence
from dataclasses import replace

from ludotheque.play.chance import Chance
from ludotheque.play.position import Position
from ludotheque.play.view import View

WORLDS = 12  # that are guessed where something may be hidden


def worlds_of(view: View) -> list[Position]:
    """Positions that agree with a view, always the same ones; where all can see the whole table, none is guessed."""
    if not view.game.has_secrets:
        return [Position(view.game, replace(view.setup, start=None), view.state)]
    guessed = [view.guess(Chance(world, 1)) for world in range(WORLDS)]
    return list({one.state.tobytes(): one for one in guessed}.values())  # while nothing is hidden yet, all are one


def is_anything_hidden(position: Position, seat: int) -> bool:
    """Whether a seat does not see the whole of a position."""
    return bool(position.view(seat).state.tobytes() != position.state.tobytes())


def shows_hidden(view: View, steps: Sequence[str]) -> bool:
    """Whether steps of the view's seat would show it something that it does not know.

    The rules are asked, not a list of exceptions: if the seat would see the same after its steps in every world that it
    thinks possible, it learns nothing.
    """
    seen = {_view_after(world, steps, view.seat) for world in worlds_of(view)}
    return len(seen) > 1


def _view_after(position: Position, steps: Sequence[str], seat: int | None) -> View:
    for text in steps:
        position = position.play(text, seat)
    return position.view(seat)
