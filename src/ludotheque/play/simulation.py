"""Random games at full speed: how long they are, who wins, how they end; and their traces."""

import json
import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

import numpy as np

from ludotheque.games.perft import perft
from ludotheque.games.playout import DESK, RESULT, random_games, random_step, start_random
from ludotheque.games.random_source import RNG, below
from ludotheque.games.refusal import GameError
from ludotheque.play.engine import Say, new_rng
from ludotheque.play.game import Game, Setup
from ludotheque.play.position import Position

POLICIES = ("uniform", "busy")
LOW = 0xFFFFFFFF


class Spread(TypedDict):
    """A mean with its standard deviation; `interval` is half the width of the 95 % interval of the mean."""

    mean: float
    deviation: float
    interval: float


class Lengths(Spread):
    """How many steps games take."""

    min: int
    max: int


class Summary(TypedDict):
    """Statistics of many random games; `scores` and `wins` (shares of the wins) seat by seat."""

    games: int
    steps: int
    length: Lengths
    branching: float
    scores: list[Spread]
    wins: list[Spread]
    endings: dict[str, int]


class Simulated(Summary):
    """A summary with the request and the speed."""

    game: str
    players: int
    options: dict[str, str]
    board: str
    seed: int
    policy: str
    workers: int
    seconds: float
    games_per_s: float
    steps_per_s: float


class TraceHeader(TypedDict):
    """The first line of a trace: as the header of a record."""

    header: dict[str, str]


class TraceStep(TypedDict):
    """A step of a trace, with all that was legal; `actor` is a seat, or `*` for chance."""

    actor: int | Literal["*"]
    legal: list[str]
    move: str


class TraceEnd(TypedDict):
    """The last line of a trace."""

    scores: list[int]
    winners: list[int]


TraceLine = TraceHeader | TraceStep | TraceEnd


@dataclass
class SimulationTally:
    """Sums over many games. Whole numbers only, so that the order of games does not matter."""

    players: int
    endings: tuple[str, ...]
    games: int = 0
    steps: int = 0
    moves: int = 0
    options: int = 0
    shortest: int = 1 << 30
    longest: int = 0
    squares: int = 0
    ended: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    score_squares: list[int] = field(default_factory=list)
    wins: list[list[int]] = field(default_factory=list)  # by seat: alone, shared by two, by three, ...

    def __post_init__(self) -> None:
        self.ended = [0] * len(self.endings)
        self.scores = [0] * self.players
        self.score_squares = [0] * self.players
        self.wins = [[0] * self.players for _ in range(self.players)]

    def add(self, results: Any) -> None:
        """Count the games of one chunk."""
        steps = results["steps"].astype(np.int64)
        self.games += len(results)
        self.steps += int(steps.sum())
        self.squares += int((steps**2).sum())
        self.shortest = min(self.shortest, int(steps.min()))
        self.longest = max(self.longest, int(steps.max()))
        self.moves += int(results["moves"].sum())
        self.options += int(results["options"].astype(np.int64).sum())
        for i in range(len(self.endings)):
            self.ended[i] += int((results["endings"] >> i & 1).sum())
        won = results["places"][:, 1 : self.players + 1] == 1
        sharing = won.sum(axis=1)
        for seat in range(self.players):
            scores = results["scores"][:, seat + 1].astype(np.int64)
            self.scores[seat] += int(scores.sum())
            self.score_squares[seat] += int((scores**2).sum())
            for shared in range(self.players):
                self.wins[seat][shared] += int((won[:, seat] & (sharing == shared + 1)).sum())

    def summary(self) -> Summary:
        """Means and 95 % intervals, ready for JSON."""
        games = self.games
        return {
            "games": games,
            "steps": self.steps,
            "length": {**_spread(self.steps, self.squares, games), "min": self.shortest, "max": self.longest},
            "branching": self.options / max(self.moves, 1),
            "scores": [_spread(self.scores[i], self.score_squares[i], games) for i in range(self.players)],
            "wins": [self._win_share(seat) for seat in range(self.players)],
            "endings": dict(zip(self.endings, self.ended, strict=True)),
        }

    def _win_share(self, seat: int) -> Spread:
        """A seat's share of the wins; a win shared by k seats counts 1/k for each."""
        counts = self.wins[seat]
        total = sum(count / (i + 1) for i, count in enumerate(counts))
        squares = sum(count / (i + 1) ** 2 for i, count in enumerate(counts))
        return _spread(total, squares, self.games)


def _spread(total: float, squares: float, games: int) -> Spread:
    mean = total / games
    deviation = math.sqrt(max(squares / games - mean * mean, 0.0))
    return {"mean": mean, "deviation": deviation, "interval": 1.96 * deviation / math.sqrt(games)}


def kernel_setup(game: Game, setup: Setup) -> Any:
    """Players, options, number of starts and rules version, as the kernels of random play take them."""
    return game.engine.new_setup(setup.players, setup.options, setup.rules)


def simulate(
    game: Game,
    setup: Setup,
    games: int,
    seed: int,
    policy: str = "uniform",
    workers: int = 1,
    say: Say | None = None,
    progress: Callable[[int], object] = lambda games: None,
) -> Simulated:
    """Play random games; the same seed gives the same games whatever the number of workers."""
    if games < 1 or workers < 1 or policy not in POLICIES:
        raise GameError(f"simulate at least 1 game by 1 worker, with one of these policies: {', '.join(POLICIES)}")
    game.engine.prepare(setup.board, say)
    tally = SimulationTally(setup.players, game.endings)
    play_chunk(game, setup, 0, 0, seed, policy)  # loads the compiled rules, so that the clock shows play alone
    begun = time.perf_counter()
    for results in random_results(game, setup, games, seed, policy, workers):
        tally.add(results)
        progress(len(results))
    seconds = time.perf_counter() - begun
    return {
        "game": game.name, "players": setup.players, "options": dict(setup.options), "board": setup.board.label,
        "seed": seed, "policy": policy, "workers": workers, **tally.summary(),
        "seconds": seconds, "games_per_s": games / seconds, "steps_per_s": tally.steps / seconds,
    }  # fmt: skip


def play_chunk(game: Game, setup: Setup, first: int, count: int, seed: int, policy: str) -> Any:
    """The results (see `playout.RESULT`) of some games of a seed, played one after another."""
    results = np.zeros(count, RESULT)
    states, rng, desk = np.zeros(2, game.engine.facts_of.STATE), np.zeros(1, RNG)[0], np.zeros(1, DESK)[0]
    seeds = np.array([seed & LOW, seed >> 32 & LOW])
    game.engine.kernel(random_games)(
        setup.board.record, states, rng, kernel_setup(game, setup), POLICIES.index(policy), seeds, first,
        game.engine.new_list(), desk, results,
    )  # fmt: skip
    return results


def random_results(
    game: Game, setup: Setup, games: int, seed: int, policy: str = "uniform", workers: int = 1
) -> Iterator[Any]:
    """The results of games 0, 1, ... of a seed, in order, a chunk at a time.

    Only a few chunks are submitted ahead, enough to keep the workers busy.
    """
    chunk = min(max(games // (8 * workers), 64), 8192)
    waiting: deque[Future[Any]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for first in range(0, games, chunk):
                count = min(chunk, games - first)
                waiting.append(pool.submit(play_chunk, game, setup, first, count, seed, policy))
                if len(waiting) > 2 * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def trace(game: Game, setup: Setup, number: int, seed: int, policy: str = "uniform") -> Iterator[TraceLine]:
    """Game number `number` of a seed, step by step, with every legal notation: the lines of a trace."""
    engine, board = game.engine, setup.board
    rng, moves, desk = new_rng(seed, number), engine.new_list(), np.zeros(1, DESK)[0]
    state = engine.new_state()
    step = engine.kernel(random_step)
    start_rng = rng.copy()
    engine.kernel(start_random)(board.record, state, rng, kernel_setup(game, setup))
    yield {"header": _trace_header(game, setup, start_rng)}
    while True:
        before = state.copy()
        if not step(board.record, state, rng, POLICIES.index(policy), moves, desk):
            break
        seat, count = int(desk.seat), int(desk.count)
        legal = {
            int(action): engine.notation.format_action(board, before, seat, int(action)) for action in moves[:count]
        }
        yield {"actor": seat or "*", "legal": sorted(legal.values()), "move": legal[int(desk.action)]}
    outcome = Position(game, setup, state).outcome
    assert outcome is not None
    yield {"scores": list(outcome.scores), "winners": list(outcome.winners)}


def _trace_header(game: Game, setup: Setup, rng: Any) -> dict[str, str]:
    header = {"game": game.name, "rules": str(setup.rules), "players": str(setup.players), **setup.options}
    if setup.board.label:
        header["board"] = setup.board.label
    if game.starts > 1:
        header["start"] = game.engine.format_start(setup.board, int(below(rng, game.starts)))
    return header


def format_trace(lines: Iterator[TraceLine]) -> Iterator[str]:
    """Trace lines as compact JSON."""
    for line in lines:
        yield json.dumps(line, separators=(",", ":")) + "\n"


def count_sequences(position: Position, depth: int, say: Say | None = None) -> list[int]:
    """How many sequences of 1, 2, ... moves exist from a position (a chance or the end counts nothing beyond it)."""
    engine, board = position.game.engine, position.setup.board
    engine.prepare(board, say)
    states = np.zeros(depth, engine.facts_of.STATE)
    states[0] = position.state
    moves, totals = np.zeros((depth, engine.facts_of.MAX_LEGAL), np.int16), np.zeros(depth, np.int64)
    engine.kernel(perft)(board.record, states, moves, np.zeros(depth, np.int64), np.zeros(depth, np.int64), totals)
    return [int(total) for total in totals]
