"""What a picture of Mabula is made from: a view, read once."""

from dataclasses import dataclass
from typing import Any

from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.mabula.parts.marbles import Moved, Standing, moved, numbered, played_on, standing
from ludotheque.play.position import Step
from ludotheque.play.view import View


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a previewed move would make of it: who stands where, which marbles move, the groups and the scores."""

    standing: Standing
    moved: list[Moved]
    seats: dict[str, Any]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MabulaScene:
    """A view of Mabula as plain values."""

    scoring: str
    standing: Standing
    marbles: tuple[str, ...]  # the cell of each marble, by its number
    seats: dict[str, Any]  # the facts of each seat
    scores: tuple[int, ...]
    turn: int  # the seat to move; 0 when the game is over
    winners: tuple[int, ...]
    steps: tuple[str, ...]  # the legal moves
    open: tuple[str, ...]  # those of them that go with what is chosen
    chosen: tuple[str, ...]  # the cells that are chosen
    last: tuple[Step, ...]
    ahead: Ahead | None


def read_scene(view: View, marks: Marks) -> MabulaScene:
    """Read a view and its marks."""
    stand = standing(view.state)
    marbles = numbered(view, stand, marks.played)
    steps = tuple(step.text for step in view.legal())
    chosen = tuple(_cell_of(name, marbles) for name in marks.chosen)
    outcome = view.outcome
    return MabulaScene(
        scoring=view.setup.options["scoring"], standing=stand, marbles=marbles, seats=view.facts()["seats"],
        scores=tuple(score.total for score in view.scores), turn=0 if outcome else view.actors[0],
        winners=outcome.winners if outcome else (), steps=steps,
        open=tuple(step for step in steps if all(cell in step for cell in chosen)) if chosen else steps,
        chosen=chosen, last=marks.last, ahead=_ahead(view, marks.preview) if marks.preview in steps else None,
    )  # fmt: skip


def _cell_of(name: str, marbles: tuple[str, ...]) -> str:
    """The cell that a chosen element stands for: `cell-b4`, or a marble's number."""
    if name[:1] == "m" and name[1:].isdigit() and int(name[1:]) < len(marbles):
        return marbles[int(name[1:])]
    return name.removeprefix("cell-")


def _ahead(view: View, move: str) -> Ahead:
    state = played_on(view, move)
    board, engine = view.setup.board, view.game.engine
    scores = tuple(sum(row) for row in engine.scores(board, state))
    seats = engine.facts.facts(board, state, view.seat)["seats"]
    return Ahead(standing(state), moved(view.state, state, move), seats, scores)
