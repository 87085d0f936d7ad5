"""A view of Mabula, read once: the marbles, the legal moves, the marks, and a previewed move.

Marbles look alike, but each keeps the number that it had on the ring, m0 on b8 to m23 on a7, so that the page can
animate it.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ludotheque.drawing.drawing import Marks
from ludotheque.games.board_record import Board
from ludotheque.games.mabula.board import CELLS, RING_CELLS
from ludotheque.games.mabula.notation import MOVES
from ludotheque.games.mabula.state import BLACK, LINE, SEATS, WHITE
from ludotheque.play.game import Game
from ludotheque.play.position import Step
from ludotheque.play.view import View

LINES = {  # by edge cell: the six cells of its line, inwards, each with its bit
    cell: tuple((move[3:], 1 << CELLS.index(move[3:])) for move in MOVES[ring * LINE : ring * LINE + LINE])
    for ring, cell in enumerate(RING_CELLS)
}
INSIDE = tuple(cell for cell in CELLS if cell[0] in "bcdefg" and cell[1] in "234567")

Standing = dict[str, int]  # cell -> seat
Moved = tuple[int, str, str]  # a marble's seat, where from and where to


@dataclass(frozen=True, slots=True)
class Ahead:
    """The board after a previewed move, and the marbles that it moves."""

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
    open: tuple[str, ...]  # those of them that contain every chosen cell
    chosen: tuple[str, ...]  # cells
    last: tuple[Step, ...]
    ahead: Ahead | None


def read_scene(view: View, marks: Marks) -> MabulaScene:
    """Read a view and its marks."""
    stand = read_marbles(view.state)
    marbles = number_marbles(view, stand, marks.played)
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
    state = play_ahead(view, move)
    board, engine = view.setup.board, view.game.engine
    scores = tuple(sum(row) for row in engine.scores(board, state))
    seats = engine.facts.facts(board, state, view.seat)["seats"]
    return Ahead(read_marbles(state), find_moved(view.state, state, move), seats, scores)


def read_marbles(state: Any) -> Standing:
    """The cells with a marble, and whose it is."""
    fields, found = state.tolist(), Standing()
    inner, edge = fields[0].tolist(), fields[1].tolist()
    for seat in SEATS:
        for names, bits in ((CELLS, inner[seat]), (RING_CELLS, edge[seat])):
            left = bits
            while left:
                found[names[(left & -left).bit_length() - 1]] = seat
                left &= left - 1
    return found


def find_moved(before: Any, after: Any, move: str) -> list[Moved]:
    """The marbles that a push has moved from one state to another, the pusher first: they never pass each other."""
    white, black = before["inner"].tolist()[1:]
    filled = int(after["inner"][WHITE] | after["inner"][BLACK])
    found, on_the_way = [], [(int(before["turn"]), move[:2])]
    for cell, bit in LINES[move[:2]]:
        if (white | black) & bit:
            on_the_way.append((WHITE if white & bit else BLACK, cell))
        if filled & bit:
            seat, origin = on_the_way.pop(0)
            if origin != cell:
                found.append((seat, origin, cell))
    return found


def play_ahead(view: View, move: str) -> Any:
    """The state after a legal move."""
    state = view.state
    view.game.engine.play(view.setup.board, state, int(state.turn), MOVES.index(move))
    return state


def number_marbles(view: View, stand: Standing, played: tuple[Step, ...]) -> tuple[str, ...]:
    """The cell of each marble by its number; without the steps played so far, marbles are numbered by their cells."""
    if view.setup.start is not None:
        places, _ = _follow(view.game, view.setup.board, view.setup.start, played)
        if stand.keys() == set(places):
            return places
    return tuple(cell for cell in CELLS if cell in stand)


@lru_cache(maxsize=1024)
def _follow(game: Game, board: Board, start: int, played: tuple[Step, ...]) -> tuple[tuple[str, ...], Any]:
    """Every marble's cell after the steps of a game, and the state."""
    state = game.engine.new_state()
    if not played:
        game.engine.start(board, state, 2, game.engine.choose({}), start, game.rules_version)
        return RING_CELLS, state
    places, before = _follow(game, board, start, played[:-1])
    step = played[-1]
    state = before.copy()
    game.engine.play(board, state, step.seat, step.action)
    went = {old: new for _, old, new in find_moved(before, state, step.text)}
    return tuple(went.get(cell, cell) for cell in places), state
