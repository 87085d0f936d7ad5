"""A batch of games for training: numpy arrays in and out, stepped by the compiled rules.

    batch = Batch("mabula", games=4096, seed=1)
    rewards, done = batch.step(actions)

Each game has a lane. Who acts in lane i is `seats[i]`, what it sees `observations[i]`, what it may do `masks[i]`.
Chance is drawn inside. When a game ends, `done[i]` is true, `rewards[i]` has its result, and the next game of the
lane has already begun. All arrays are reused: copy what you need beyond the next step.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.games.field_reader import short
from ludotheque.games.kernel import CPU
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.interop.batch.lane_kernels import LaneArrays, abandon_lanes, begin_lanes, find_illegal, step_lanes
from ludotheque.interop.batch.lane_observations import Lookout
from ludotheque.interop.batch.lanes import Threads, check_number, new_lanes, new_plan, read_array
from ludotheque.interop.episode.episode import prepared
from ludotheque.interop.episode.refused_actions import refusal_of
from ludotheque.interop.observation import Layout, layout_of
from ludotheque.play.game import SetupError, game
from ludotheque.play.position import Position

HALF = 0xFFFFFFFF
ILLEGAL = ("raise", "lose")


class Batch:
    """Many games of one setup; a step plays one move in each.

    `players`, `start`, `board`, `rules` and options are those of `Game.setup`; without `start`, every game of Mabula
    begins from an arrangement of its own. With `first=4096` the lanes are those that follow the first 4096 of the same
    seed. With `illegal="lose"` an illegal action loses the game; otherwise it refuses the whole step.

    | array | dtype, shape | holds |
    |---|---|---|
    | `observations` | float32 (games, layout.size) | what the seat that acts sees |
    | `seats` | int8 (games,) | which seat that is, from 1 |
    | `masks` | bool (games, actions) | its legal actions |
    | `moves`, `counts` | int16 (games, room), int16 (games,) | the same as lists, and how long they are |
    | `rewards` | float32 (games, players) | what the latest step brought each seat; 0 unless `done` |
    | `done` | bool (games,) | whether it has ended a game |
    | `scores`, `places` | int32, int8 (games, players) | how the latest game to end did; place 1 has won |
    | `numbers` | int64 (games,) | which game of the lane this is, from 0 |
    """

    def __init__(
        self,
        name: str,
        games: int,
        seed: int,
        *,
        players: int | None = None,
        start: str | int | None = None,
        board: str | Path | None = None,
        rules: int | None = None,
        observe: bool = True,
        illegal: str = "raise",
        threads: int = 1,
        first: int = 0,
        **options: Any,
    ) -> None:
        self.game = prepared(game(name).name)
        self.setup = self.game.setup(players, start=0 if start is None else start, board=board, rules=rules, **options)
        games = check_number("games", games, 1, HALF)
        threads = check_number("threads", threads, 1, 1024)
        first = check_number("first", first, 0, HALF - games)
        if illegal not in ILLEGAL:
            raise SetupError(f"illegal: one of {', '.join(ILLEGAL)}, not {short(illegal)}")
        self.games, self.players, self.actions, self.illegal = games, self.setup.players, self.game.actions, illegal
        self._plan = new_plan(self.game, self.setup, is_drawn=start is None, first=first)
        self._zero = np.zeros(1, self.game.engine.facts_of.STATE)
        self._threads = Threads(games, threads)
        self._lookout = Lookout(self.game, self.setup, threads) if observe else None
        try:
            self._hold(new_lanes(self.game, games, self.players))
            self.observations = np.zeros((games, self.layout.size if observe else 0), np.float32)
        except MemoryError:
            raise SetupError(f"games: there is no room for {games} at once: take fewer") from None
        self.reset(seed)

    def _hold(self, lanes: LaneArrays) -> None:
        """Expose the arrays of the lanes, read-only: the kernels rely on them."""
        self._lanes = lanes
        shown = LaneArrays(*(array.view() for array in lanes))
        for array in shown:
            array.flags.writeable = False
        self.seats, self.masks, self.moves, self.counts = shown.seats, shown.masks, shown.moves, shown.counts
        self.rewards, self.done, self.scores, self.places = shown.rewards, shown.done, shown.scores, shown.places
        self.numbers = shown.numbers

    def reset(self, seed: int) -> None:
        """Begin the first game of every lane anew."""
        seed = check_number("seed", seed, 0, (1 << 64) - 1)
        lanes = self._lanes
        self._plan.seed[:] = seed & HALF, seed >> 32
        lanes.finals[:] = self._zero
        for array in (lanes.rewards, lanes.done, lanes.scores, lanes.places):
            array[...] = 0
        self._run(begin_lanes)

    def step(self, actions: Any) -> tuple[Any, Any]:
        """Play an action in each lane; returns `rewards` and `done`. After a game ends, the lane's next one begins."""
        chosen = self._read(actions)
        if self.illegal == "raise":
            lane = self._bind(find_illegal)(self._lanes.masks, chosen)
            if lane >= 0:
                self._refuse(lane, int(chosen[lane]))
        self._run(step_lanes, chosen)
        return self.rewards, self.done

    def random_actions(self, random: np.random.Generator) -> Any:
        """A legal action in each lane, all equally likely: int64 (games,), a new array."""
        if not isinstance(random, np.random.Generator):
            raise GameError(f"random: numpy.random.default_rng(7), say, not {short(random)}")
        ticket = (random.random(self.games) * self.counts).astype(np.int64)
        return self.moves[np.arange(self.games), ticket].astype(np.int64)

    def abandon(self, where: Any) -> None:
        """Discard the games of the lanes where a mask is true, and begin their next ones."""
        mask = read_array("where", where)
        if mask.shape != (self.games,) or mask.dtype != np.bool_:
            raise GameError(f"where: true or false for each of {self.games} lanes, not {mask.dtype} of {mask.shape}")
        self._run(abandon_lanes, mask)

    def observe(self, seats: Any, *, final: bool = False) -> Any:
        """The observations of `seats`, one seat for all lanes or one for each: a new array like `observations`.

        With `final`, in the final states of the lanes' latest games.
        """
        if self._lookout is None:
            raise GameError("this batch was made with observe=False: leave that out")
        lookout = self._lookout
        asked = np.ascontiguousarray(np.broadcast_to(self._read_seats(seats), (self.games,)), np.int8)
        states, out = self.states(final), np.zeros_like(self.observations)
        self._threads.run(lambda thread, first, last: lookout.look(thread, states, asked, out, first, last))
        return out

    def _run(self, function: Callable[..., None], *given: Any) -> None:
        """Run a kernel on all lanes, then observe them."""
        work, lookout, lanes = self._bind(function), self._lookout, self._lanes

        def run(thread: int, first: int, last: int) -> None:
            bench = self._threads.benches[thread]
            work(self.setup.board.record, self._zero, lanes, *given, self._plan, bench, first, last)
            if lookout:
                lookout.look(thread, lanes.states, lanes.seats, self.observations, first, last)

        self._threads.run(run)

    def _bind(self, function: Callable[..., Any]) -> Any:
        return CPU.bind(function, self.game.engine.rules)

    def _read(self, actions: Any) -> Any:
        """Check actions and convert them for the kernels."""
        given = read_array("actions", actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise GameError(
                f"actions: whole numbers of shape ({self.games},), not {given.dtype} of shape {given.shape}"
            )
        return np.ascontiguousarray(given, np.int64)

    def _read_seats(self, seats: Any) -> Any:
        """Check seats to observe."""
        given = read_array("seats", seats)
        if given.shape not in ((), (self.games,)) or given.dtype.kind not in "iu":
            raise GameError(f"seats: one whole number or {self.games}, not {given.dtype} of shape {given.shape}")
        if given.min() < 1 or given.max() > self.players:
            raise GameError(f"seats: from 1 to {self.players}, not {given.min()} to {given.max()}")
        return given

    def _refuse(self, lane: int, action: int) -> None:
        refusal = refusal_of(self.position(lane), int(self.seats[lane]), action)
        reason = f"lane {lane}, action {action}: {refusal.reason}"
        raise Refusal(refusal.kind, refusal.rule, reason, refusal.places)

    def states(self, final: bool = False) -> Any:
        """The states of all lanes, or the final states of their latest games: (games,)."""
        return self._lanes.finals if final else self._lanes.states

    def copy(self) -> "Batch":
        """An independent copy with the same chance ahead."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._hold(LaneArrays(*(array.copy() for array in self._lanes)))
        other._plan, other.observations = self._plan.copy(), self.observations.copy()
        other._threads = Threads(self.games, len(self._threads.shares))
        if self._lookout:
            other._lookout = Lookout(self.game, self.setup, len(self._threads.shares))
        return other

    def __copy__(self) -> "Batch":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "Batch":
        return self.copy()

    def __reduce__(self) -> Any:
        raise GameError(
            "a batch does not travel: make another there, with the same seed, and with first= for its lanes"
        )

    def position(self, lane: int) -> Position:
        """The complete position of a lane, without history."""
        return self._position(self._lanes.states, lane)

    def final_position(self, lane: int) -> Position:
        """The final position of the lane's latest finished game."""
        position = self._position(self._lanes.finals, lane)
        if not position.state.players:
            raise GameError(f"lane {lane}: no game has ended there yet")
        return position

    def _position(self, states: Any, lane: int) -> Position:
        lane = check_number("lane", lane, 0, self.games - 1)
        return Position(self.game, replace(self.setup, start=None), states[lane].copy())

    @property
    def layout(self) -> Layout:
        """The layout of an observation."""
        return layout_of(self.game, self.setup)
