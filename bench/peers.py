"""The peers of the speed benchmark: the same game in C and for OpenSpiel's Python API, and two of OpenSpiel's own.

OpenSpiel's games are driven from Python, one random step after another, in this process and on one core.
"""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
FLAGS = ("-O3", "-march=native")
MABULA_STARTS = 40_158


class MissingPeerError(RuntimeError):
    """A peer that cannot be run here; the message is one line and says what to install."""


@dataclass(frozen=True)
class Timing:
    """Whole random games played, the steps in them (moves and chance), and how long that took."""

    games: int
    steps: int
    seconds: float

    @property
    def per_second(self) -> float:
        """Steps per second."""
        return self.steps / self.seconds


@dataclass(frozen=True)
class Tally(Timing):
    """The sums of games 0, 1, ... of a seed; the same in every implementation, but for the seconds."""

    scores: tuple[int, int]
    wins: tuple[int, int]
    draws: int

    def checks(self) -> dict[str, Any]:
        """All that must be equal between two implementations."""
        return {name: value for name, value in asdict(self).items() if name != "seconds"}


def compile_c(folder: Path, name: str = "mabula") -> Path:
    """Build mabula.c, or mabula_tables.c, into a folder, with `cc` or what CC names."""
    compiler = os.environ.get("CC", "cc").split()
    if not compiler or shutil.which(compiler[0]) is None:
        raise MissingPeerError("there is no C compiler: install gcc or clang as cc, or name one in CC")
    program = folder / name
    built = subprocess.run(
        [*compiler, *FLAGS, "-o", program, HERE / f"{name}.c"], capture_output=True, text=True, check=False
    )
    if built.returncode != 0:
        first = next((line for line in built.stderr.splitlines() if "error" in line), "no message")
        raise MissingPeerError(f"bench/{name}.c does not compile with {' '.join(compiler)}: {first}")
    return program


def run_c(program: Path, games: int, seed: int, scoring: str = "largest") -> Tally:
    """Play the first games of a seed with the C program that `compile_c` made."""
    done = subprocess.run([program, str(games), str(seed), scoring], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    return Tally(**told | {"scores": tuple(told["scores"]), "wins": tuple(told["wins"])})


def load_game(name: str) -> Any:
    """A game of OpenSpiel by its name; `python_mabula` is ours."""
    try:
        import pyspiel
    except ImportError:
        raise MissingPeerError("OpenSpiel is missing: install the extra `bench` (uv sync --extra bench)") from None
    if name.startswith("python_mabula"):
        from bench import openspiel_mabula  # noqa: F401  (registers itself)
    return pyspiel.load_game(name)


def time_games(play: Callable[[], int], seconds: float) -> Timing:
    """Play whole games, `play` returning the steps of one, until the time is over; one game before it is not timed."""
    play()
    games = steps = 0
    begin = time.perf_counter()
    while (passed := time.perf_counter() - begin) < seconds or games == 0:
        steps += play()
        games += 1
    return Timing(games, steps, passed)


def play_moves(state: Any, pick: Callable[[int], int]) -> int:
    """Play a game without chance to its end; returns the steps. `pick` chooses a number 0..n-1."""
    steps = 0
    while actions := state.legal_actions():
        state.apply_action(actions[pick(len(actions))])
        steps += 1
    return steps


def play_moves_and_chance(state: Any, rng: Random) -> int:
    """Play a game with chance to its end; returns the steps, chance among them."""
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, chances)[0]
        else:
            actions = state.legal_actions()
            action = actions[int(rng.random() * len(actions))]
        state.apply_action(action)
        steps += 1
    return steps


def check_ended(state: Any) -> None:
    """The game is over, and what one player won the other lost."""
    if not state.is_terminal() or sum(state.returns()) != 0:
        raise AssertionError(f"not a finished game between two: {state.returns()}")


def start_mabula(game: Any, pick: Callable[[int], int]) -> Any:
    """A game of the OpenSpiel Mabula, its start drawn here: to list all 40,158 outcomes would cost more than a game."""
    state = game.new_initial_state()
    state.apply_action(pick(MABULA_STARTS))
    return state


def openspiel_mabula(seconds: float, seed: int, scoring: str = "largest") -> Timing:
    """The same game written for OpenSpiel's Python API."""
    game, rng = load_game(f"python_mabula(scoring={scoring})"), Random(seed)

    def pick(n: int) -> int:
        return int(rng.random() * n)

    def play() -> int:
        state = start_mabula(game, pick)
        steps = play_moves(state, pick)
        check_ended(state)
        return steps

    return time_games(play, seconds)


def openspiel_y(seconds: float, seed: int) -> Timing:
    """OpenSpiel's `y`, in C++: its fastest comparable game, moves and no chance."""
    game, rng = load_game("y"), Random(seed)

    def play() -> int:
        state = game.new_initial_state()
        steps = play_moves(state, lambda n: int(rng.random() * n))
        check_ended(state)
        return steps

    return time_games(play, seconds)


def openspiel_backgammon(seconds: float, seed: int) -> Timing:
    """OpenSpiel's `backgammon`, in C++: a game with dice."""
    game, rng = load_game("backgammon"), Random(seed)

    def play() -> int:
        state = game.new_initial_state()
        steps = play_moves_and_chance(state, rng)
        check_ended(state)
        return steps

    return time_games(play, seconds)


def tally_openspiel_mabula(games: int, seed: int, scoring: str = "largest") -> Tally:
    """The first games of a seed on the OpenSpiel Mabula, by the engine's random source: the very same games."""
    import numpy as np

    from ludotheque.games.random_source import RNG, below, seed_rng

    game, rng = load_game(f"python_mabula(scoring={scoring})"), np.zeros(1, RNG)[0]
    steps, scores, wins, draws = 0, [0, 0], [0, 0], 0
    begin = time.perf_counter()
    for number in range(games):
        seed_rng(rng, seed & 0xFFFFFFFF, seed >> 32, number & 0xFFFFFFFF, number >> 32)
        state = start_mabula(game, lambda n: int(below(rng, n)))
        steps += play_moves(state, lambda n: int(below(rng, n)))
        for seat, (score, value) in enumerate(zip(state.scores(), state.returns(), strict=True)):
            scores[seat] += score
            wins[seat] += value > 0
        draws += state.returns()[0] == 0
    passed = time.perf_counter() - begin
    return Tally(games, steps, passed, (scores[0], scores[1]), (wins[0], wins[1]), draws)
