"""How many steps a second interpreted rules make on packed records, beside numpy's own `np.record`.

python -m bench.packed
"""

from statistics import median
from time import process_time
from typing import Any

import numpy as np

from ludotheque import NAMES
from ludotheque.games.kernel import PYTHON
from ludotheque.games.playout import DESK, random_step, start_random
from ludotheque.play.engine import new_rng
from ludotheque.play.game import Game
from ludotheque.play.simulation import kernel_setup

GAMES, RUNS = 3, 3


def as_numpys(record: Any) -> Any:
    """The same bytes as numpy's own record."""
    kinds = {name: field[0] for name, field in record.dtype.fields.items()}
    fields = [(name, *(kind.subdtype or (kind,))) for name, kind in kinds.items()]
    return np.frombuffer(bytearray(record.tobytes()), np.dtype((np.record, fields)))[0]


def steps_per_second(name: str, *, is_numpys: bool) -> float:
    """Some random games, interpreted."""
    one = Game(name)
    engine, setup, made = one.engine, one.setup(start=0), 0
    start, step = engine.kernel(start_random, PYTHON), engine.kernel(random_step, PYTHON)
    began = process_time()
    for seed in range(GAMES):
        given = setup.board.record, engine.new_state(), new_rng(seed, 0), np.zeros(1, DESK)[0]
        board, state, rng, desk = map(as_numpys, given) if is_numpys else given
        start(board, state, rng, kernel_setup(one, setup))
        moves = engine.new_list()
        while step(board, state, rng, 0, moves, desk):
            made += 1
    return made / (process_time() - began)


def main() -> None:
    """Print a row for each game, each figure the median of some runs."""
    for name in NAMES:
        numpys, ours = (
            median(steps_per_second(name, is_numpys=is_numpys) for _ in range(RUNS)) for is_numpys in (True, False)
        )
        print(f"{name:<14} np.record {numpys:>8,.0f}   packed {ours:>8,.0f}   {ours / numpys:.2f}x")


if __name__ == "__main__":
    main()
