"""The GPU's kernels in numba's CUDA simulator, on a few games; on a real GPU `make parity` plays millions of steps."""

import json
import os
import subprocess
import sys

import pytest
from bench import parity

from ludotheque.games import NAMES
from ludotheque.games.kernel import CPU, PYTHON
from ludotheque.gpu import GpuError
from ludotheque.gpu.gpu_batch import load_cuda
from ludotheque.play.simulation import simulate
from tests.conftest import ALL_RULES, compiled, interpreted, some_of

pytestmark = pytest.mark.uncounted

PARITY = """
from bench import parity
from tests.conftest import ALL_RULES, compiled
name, options = ALL_RULES[{setup!r}]
one = compiled(name)
print(parity.compare(one, one.setup(start=0, **options), 1, 2, "gpu"))
"""

STEPPING = """
import json
import numpy as np
from ludotheque import gpu
from tests.conftest import ALL_RULES, compiled
for name, options in map(ALL_RULES.get, {setups!r}):
    one = compiled(name)
    setup = one.setup(start=0, **options)
    batch = gpu.Batch(one, setup, 3, seed=5)
    positions = [type(one.begin(setup))(one, setup, state) for state in batch.states]
    for turn in range(25):
        seats, masks = batch.legal()
        actions = []
        for i, position in enumerate(positions):
            steps = position.legal(position.actors[0]) if position.actors else ()
            assert seats[i] == (position.actors[0] if position.actors else -1)
            assert [int(action) for action in np.flatnonzero(masks[i])] == [step.action for step in steps]
            step = steps[turn * 7 % len(steps)] if steps and (i, turn) != (2, 3) else None
            actions.append(step.action if step else -1)
            positions[i] = position.play(step) if step else position
        batch.play(seats, actions)
        assert batch.states.tobytes() == b"".join(position.state.tobytes() for position in positions)
    results, seconds = gpu.random_games(one, setup, 2, seed=5, policy="busy")
    print(json.dumps([results[key].tolist() for key in ("steps", "scores", "places")]))
"""


def simulated(code: str) -> str:
    """The output of a program that runs on numba's CUDA simulator."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


ONE_OF_EACH = ["mabula-largest", "marabunta-meadow-expert", "makabana-3", "makabana-3-rules-1", "junglerumble-2"]


@pytest.mark.parametrize("setup", some_of(ONE_OF_EACH, "mabula-largest", "makabana-3"))
def test_the_gpu_plays_the_games_of_the_cpu_byte_for_byte(setup: str) -> None:
    assert int(simulated(PARITY.format(setup=setup))) > 40


# In one process: to start it takes longer than to play.
@pytest.mark.parametrize(
    "setups",
    some_of(
        [("mabula-largest", "makabana-3"), ("marabunta-meadow-expert", "junglerumble-2")],
        ("marabunta-meadow-expert", "junglerumble-2"),
    ),
    ids="-".join,
)
def test_a_batch_is_stepped_by_the_actions_it_is_given(setups: tuple[str, ...]) -> None:
    for setup, told in zip(setups, simulated(STEPPING.format(setups=setups)).splitlines(), strict=True):
        steps, scores, places = json.loads(told)
        name, options = ALL_RULES[setup]
        one = compiled(name)
        figures = simulate(one, one.setup(start=0, **options), 2, 5, "busy")
        assert sum(steps) == figures["steps"]
        for seat, score in enumerate(figures["scores"], 1):
            assert sum(row[seat] for row in scores) / 2 == score["mean"]
        assert all(min(row[1 : len(figures["scores"]) + 1]) == 1 for row in places)


@pytest.mark.parametrize("name", NAMES)
def test_parity_finds_a_state_that_differs(name: str) -> None:
    one = compiled(name)
    setup = one.setup(start=0)
    herds = [parity.Herd(one, setup, 2, 1, 0, target) for target in (CPU, PYTHON)]
    parity.check(one, herds[0], herds[1], "the start")
    herds[1].states[1]["players"] += 1
    with pytest.raises(parity.ParityError, match="game 1 differs after the start"):
        parity.check(one, herds[0], herds[1], "the start")


def test_every_setup_is_compared() -> None:
    titles = [f"{name} {title}" for name in NAMES for title, _ in parity.setups(interpreted(name))]
    assert len(titles) == len(set(titles)) == len(ALL_RULES)


def test_a_machine_without_a_gpu_says_what_is_missing() -> None:
    from numba import cuda

    if cuda.is_available():
        assert load_cuda(interpreted("mabula"))
    else:
        with pytest.raises(GpuError, match="no NVIDIA GPU was found"):
            load_cuda(interpreted("mabula"))
