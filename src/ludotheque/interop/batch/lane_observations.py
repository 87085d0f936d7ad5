"""Observations of the acting seats in many games at once."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.games.kernel import CPU, int64, kernel
from ludotheque.interop.observation import encoder, layout_of
from ludotheque.interop.observation.encoder import observe_state
from ludotheque.play.game import Game, Setup


@kernel
def observe_lanes(
    board: Any, states: Any, seats: Any, room: Any, seen: Any, rows: Any, tables: Any, players: int, out: Any,
    first: int, last: int,
) -> None:  # fmt: skip
    """Write a seat's observation in each lane from `first` up to `last`."""
    for i in range(first, last):
        observe_state(board, states[i], int64(seats[i]), room, seen, rows, tables, players, out[i])


class LaneRules:
    """A game's rules together with the observation kernels: an edit of either makes the compiled code stale."""

    def __init__(self, game: Game) -> None:
        self.__dict__.update(vars(game.engine.rules))
        self.__name__ = f"ludotheque.interop.{game.name}-observed.rules"
        self.SOURCES = [Path(str(encoder.__file__))]
        self.INLINE = True  # half as fast otherwise


@cache
def rules_of(game: Game) -> Any:
    """Cached by game, so that nothing is compiled twice."""
    return LaneRules(game)


class Lookout:
    """Observes states of one setup, a share of the lanes in each thread."""

    def __init__(self, game: Game, setup: Setup, threads: int) -> None:
        self.layout = layout_of(game, setup)
        self.board = setup.board.record
        self.rooms = [np.zeros(1, game.engine.facts_of.STATE) for _ in range(threads)]
        self.kernel = CPU.bind(observe_lanes, rules_of(game))

    def look(self, thread: int, states: Any, seats: Any, out: Any, first: int, last: int) -> None:
        """Write the observations of `seats` into `out`, in the lanes from `first` up to `last`."""
        layout, room = self.layout, self.rooms[thread]
        self.kernel(
            self.board, states, seats, room, room.view(np.uint8), layout.rows, layout.tables, layout.players, out,
            first, last,
        )  # fmt: skip
