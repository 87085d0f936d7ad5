"""Observations: a view as a row of numbers, for learning programs; `layout_of(game, setup)` describes the row.

An observation is made from the bytes of a view, so it holds nothing that the view does not. Seats are counted from
the observer's: place 0 of an axis `seat` is the observer, place 1 who sits to the left, and so on round the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ludotheque.games.board_record import Board
from ludotheque.games.game_modules import find_module
from ludotheque.games.kernel import CPU, Target
from ludotheque.games.refusal import GameError
from ludotheque.interop.observation.default_plan import plain_plan
from ludotheque.interop.observation.encoder import ROW, observe, observe_state
from ludotheque.interop.observation.observation_plan import PlanModule, PlanPart
from ludotheque.play.game import Game, Setup
from ludotheque.play.view import View

Row = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Layout:
    """The layout of the observations of a game, for a number of players and a board."""

    game: str
    players: int
    parts: tuple[PlanPart, ...]
    left_out: Mapping[str, str]  # fields of the state that observations omit, and why
    size: int
    high: Row  # the highest number at each place; the lowest is 0
    rows: Any  # for the kernels
    tables: Any

    def of(self, view: View) -> Row:
        """The observation of a view."""
        return self.from_bytes(view.state.tobytes(), view.seat or 0, view.game.engine.target)

    def from_bytes(self, seen: bytes, seat: int, target: Target = CPU) -> Row:
        """The observation of a seat (0: a spectator) from the bytes of its view."""
        out = np.zeros(self.size, np.float32)
        target.bind(observe)(np.frombuffer(seen, np.uint8), self.rows, self.tables, seat, self.players, out)
        return out

    def named(self, row: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """The parts of an observation by name, each in its shape; of a whole batch if there are more axes."""
        return {
            part.name: row[..., part.place : part.place + part.size].reshape(*row.shape[:-1], *part.shape)
            for part in self.parts
        }

    @cached_property
    def grid(self) -> tuple[int, int] | None:
        """Rows and columns of the planes; None where the game has no board of squares."""
        return next(((part.shape[-2], part.shape[-1]) for part in self.parts if part.is_grid), None)

    def planes(self, row: npt.NDArray[Any], *, constant: bool = True) -> npt.NDArray[Any]:
        """An observation as rows x columns x planes, for convolutions; numbers without a cell fill whole planes.

        Without `constant`, only numbers of cells.
        """
        if self.grid is None:
            raise GameError(f"observations of {self.game} have no planes: its board has no rows and columns")
        height, width = self.grid
        made = []
        for part in self.parts:
            numbers = row[..., part.place : part.place + part.size]
            if part.is_grid:
                plane = numbers.reshape(*row.shape[:-1], -1, height, width)
                made.append(np.moveaxis(plane, -3, -1))
            elif constant:
                flat = numbers[..., None, None, :]
                made.append(np.broadcast_to(flat, (*row.shape[:-1], height, width, part.size)))
        return np.concatenate(made, axis=-1)

    def describe(self) -> str:
        """Each part in a line with offset, name, shape and meaning; then the omitted fields."""
        lines = [f"{self.game}, {self.players} players: {self.size} numbers"]
        for part in self.parts:
            shape = " x ".join(f"{size} {axis}" for axis, size in part.axes)
            lines.append(f"{part.place:>5}  {part.name:<14} {shape:<28} {part.meaning}")
        lines += [f"    -  {field:<14} {'left out':<28} {why}" for field, why in self.left_out.items()]
        return "\n".join(lines)


class Observer:
    """Observes states of one setup. It has its own buffers: use one for each thread."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.layout = layout_of(game, setup)
        self.board = setup.board.record
        self.room = np.zeros(1, game.engine.facts_of.STATE)
        self.seen = self.room.view(np.uint8).reshape(-1)
        self.kernel = game.engine.kernel(observe_state)

    def observe(self, state: Any, seat: int, out: Row | None = None) -> Row:
        """The observation of a seat, from a whole state; written into `out` if given."""
        layout = self.layout
        out = np.empty(layout.size, np.float32) if out is None else out
        self.kernel(
            self.board, state, seat, self.room, self.seen, layout.rows, layout.tables, layout.players, out
        )  # fmt: skip
        return out


def layout_of(game: Game, setup: Setup) -> Layout:
    """The layout of a game's observations; it depends on the number of players and the board alone."""
    return _layout(game.name, setup.board, setup.players)


@lru_cache(maxsize=256)
def _layout(name: str, board: Board, players: int) -> Layout:
    module = find_module(f"ludotheque.interop.observation.plans.{name}", PlanModule)
    plan = module.plan(board, players) if module else plain_plan(Game(name).engine.facts_of.STATE, players)
    high = np.ones(plan.size, np.float32)
    for place, most in plan.most.items():
        high[place] = max(most, 1.0)
    return Layout(
        game=name,
        players=players,
        parts=tuple(plan.parts),
        left_out=plan.left_out,
        size=plan.size,
        high=high,
        rows=np.array(plan.rows, ROW),
        tables=np.array(plan.tables, np.int32),
    )
