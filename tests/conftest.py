"""Fixtures of all tests: every setup of every game, interpreted and compiled."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

from ludotheque import NAMES, Chance, Position, game
from ludotheque.games.kernel import PYTHON
from ludotheque.play.game import Game

T = TypeVar("T")

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"


def _setups(name: str) -> dict[str, tuple[str, dict[str, Any]]]:
    """One setup for each number of players and each choice of options."""
    one = game(name)
    low, high = one.players
    counts: list[dict[str, Any]] = [{"players": players} for players in range(low, high + 1)] if low < high else [{}]
    choices = [dict(zip(one.options, values, strict=True)) for values in product(*one.options.values())]
    asked = [count | choice for count in counts for choice in choices]
    return {"-".join([name, *map(str, options.values())]): (name, options) for options in asked}


SETUPS = {setup: asked for name in NAMES for setup, asked in _setups(name).items()}
# The same by every version of the rules: `makabana-3` by the newest, `makabana-3-rules-1` by an older one.
ALL_RULES = SETUPS | {
    f"{setup}-rules-{rules}": (name, asked | {"rules": rules})
    for setup, (name, asked) in SETUPS.items()
    for rules in range(1, game(name).rules_version)
}


# No deadline: the time of an example depends on the machine, not on the code under test. `make test` tries the same
# examples in each run, so that it fails for a change alone; `make slow` tries new ones.
settings.register_profile(
    "house", max_examples=40, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("new", settings.get_profile("house"), max_examples=200, derandomize=False)
settings.load_profile("house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Coverage is measured for `tests/games` and top-level tests only, without those marked `uncounted`.

    `make test` runs the two kinds one after the other, so that a cache filled by an uncounted test hides no line.
    """
    for item in items:
        room = item.path.relative_to(HERE).parts[0]
        if room != "games" and not room.endswith(".py"):
            item.add_marker("uncounted")
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(1800))


def some_of(values: Iterable[T], *some: T) -> list[Any]:
    """Parameters of which `make test` tries some, and `make slow` the others."""
    return [value if value in some else pytest.param(value, marks=pytest.mark.slow) for value in values]


def sampled(name: str, some: Any, whole: Any) -> pytest.MarkDecorator:
    """A parameter: how much `make test` tries, which is a sample, and how much `make slow` tries."""
    return pytest.mark.parametrize(name, [some, pytest.param(whole, marks=pytest.mark.slow)])


@cache
def interpreted(name: str) -> Game:
    """A game that stays plain Python, also when other tests prepare theirs."""
    return Game(name)


@cache
def compiled(name: str) -> Game:
    """A game of its own with compiled rules."""
    return Game(name).prepare(say=None)


@pytest.fixture(autouse=True)
def _games_begin_interpreted() -> None:
    """A test that compiles the games which everybody shares does not change how the next one runs them."""
    for name in NAMES:
        game(name).engine.target = PYTHON


@pytest.fixture(params=SETUPS)
def setup(request: pytest.FixtureRequest) -> str:
    """The name of each setup in turn."""
    return str(request.param)


def begin(setup: str, seed: int, find: Callable[[str], Game] = compiled) -> Position:
    """The first position of a setup."""
    name, options = ALL_RULES[setup]
    return find(name).start(seed=Chance(seed, 7), **options)


def random_line(position: Position, seed: int) -> Iterator[Position]:
    """A position and all that follow it in one random game; any waiting seat may act."""
    source = Chance(seed, 8)
    yield position
    while not position.is_over:
        actors = position.actors
        steps = position.legal(actors[source.randrange(len(actors))])
        position = position.play(steps[source.randrange(len(steps))])
        yield position


def spread(line: Iterable[T], most: int) -> list[T]:
    """So many moments of a game at most, evenly spread up to its last one."""
    moments = list(line)
    step = max(1, -(-len(moments) // most))
    return moments[(len(moments) - 1) % step :: step]
