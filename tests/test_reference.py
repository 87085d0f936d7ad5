"""Traces of ours against independent implementations, written from the rules alone (tests/reference)."""

from collections.abc import Iterator

import pytest

from ludotheque.play.simulation import POLICIES, format_trace, trace
from tests.conftest import ALL_RULES, compiled
from tests.reference.compare import replay_trace

pytestmark = pytest.mark.uncounted

STEPS = 3_000
MILLION = 1_000_000

each_setup = pytest.mark.parametrize("setup", ALL_RULES)


def lines(setup: str, policy: str, games: int, seed: int) -> Iterator[str]:
    """The trace of some random games."""
    name, options = ALL_RULES[setup]
    one = compiled(name)
    chosen = one.setup(start=0, **options)
    for number in range(games):
        yield from format_trace(trace(one, chosen, number, seed, policy))


def compare(setup: str, policy: str, steps: int) -> int:
    """Play and compare whole games until there are enough steps."""
    agreed = seed = 0
    while agreed < steps:
        agreed += replay_trace(lines(setup, policy, 20, seed))
        seed += 1
    return agreed


@each_setup
@pytest.mark.parametrize("policy", POLICIES)
def test_an_independent_implementation_agrees_step_by_step(setup: str, policy: str) -> None:
    assert compare(setup, policy, STEPS) >= STEPS


@pytest.mark.slow
@each_setup
@pytest.mark.parametrize("policy", POLICIES)
def test_an_independent_implementation_agrees_for_a_million_steps(setup: str, policy: str) -> None:
    """Half a million by each policy."""
    assert compare(setup, policy, MILLION // 2) >= MILLION // 2
