"""The sequential test: the published ratios of fishtest, and its error rates by simulation."""

import math
from collections import Counter

import numpy as np
import pytest
from bench import errors

from ludotheque.arena.sequential_test import LOWER, UPPER, SequentialTest, expected_share, likelihood_ratio

# From pull requests of official-stockfish/Stockfish, 2020: the ratio that fishtest reported, the hypotheses in
# logistic Elo, and the pairs with 0, 1/2, 1, 3/2 and 2 points.
FISHTEST = [
    (2.95, (-0.25, 1.25), (292, 5905, 28939, 6129, 299)),  # 3273
    (2.92, (0.25, 1.25), (5, 418, 6043, 506, 12)),  # 3273
    (2.96, (-0.25, 1.25), (491, 7345, 29693, 7670, 465)),  # 3098
    (2.97, (0.25, 1.25), (53, 2220, 21459, 2445, 47)),  # 3098
    (2.94, (-0.25, 1.25), (253, 4282, 17604, 4431, 286)),  # 3209
    (2.95, (-0.50, 1.50), (665, 4806, 9333, 4893, 747)),  # 2920
    (2.98, (0.25, 1.75), (328, 4564, 15580, 4789, 371)),  # 2920
    (2.94, (-0.50, 1.50), (133, 1751, 5094, 1849, 165)),  # 2950
    (2.95, (0.25, 1.75), (33, 1185, 8378, 1302, 50)),  # 2951
]


@pytest.mark.parametrize(("reported", "elo", "pairs"), FISHTEST)
def test_the_ratio_is_the_one_that_fishtest_reports(
    reported: float, elo: tuple[float, float], pairs: tuple[int, ...]
) -> None:
    seen = Counter({points / 4: count for points, count in enumerate(pairs)})
    low, high = (expected_share(one, 2) for one in elo)
    assert round(likelihood_ratio(seen, low, high), 2) == reported


def test_the_limits_are_those_of_wald() -> None:
    assert pytest.approx(math.log(19)) == UPPER
    assert pytest.approx(-math.log(19)) == LOWER


def test_an_even_bot_is_expected_to_win_its_share() -> None:
    assert [expected_share(0, seats) for seats in (2, 4, 6)] == [1 / 2, 1 / 4, 1 / 6]
    assert expected_share(400, 2) == pytest.approx(10 / 11)
    assert expected_share(400, 4) == pytest.approx(10 / 13)


def test_nothing_is_decided_before_the_variance_is_known() -> None:
    test = SequentialTest(0, 800, 2)
    assert [test.add(0.0).accepted for _ in range(8)] == [""] * 7 + ["H0"]


def test_a_decision_is_final() -> None:
    test = SequentialTest(0, 200, 2)
    while test.verdict.is_open:
        test.add(1.0)
    decided = test.verdict
    assert test.add(0.0) == decided and decided.accepted == "H1"


@pytest.mark.parametrize(("seats", "elo1"), [(2, 120.0), (4, 200.0)])
def test_both_errors_are_as_rare_as_stated(seats: int, elo1: float) -> None:
    """200 tests with H0 true and 200 with H1 true; 5 % errors are stated, 9 % would be seen once in a hundred times."""
    rng = np.random.default_rng(seats)
    wrong = [0, 0]
    for truth, elo in enumerate((0.0, elo1)):
        for _ in range(200):
            test = SequentialTest(0.0, elo1, seats)
            while test.verdict.is_open:
                test.add(float(rng.binomial(seats, expected_share(elo, seats))) / seats)
            wrong[truth] += test.verdict.accepted != f"H{truth}"
    assert max(wrong) <= 18


@pytest.mark.parametrize(
    "case", [one for one in errors.cases() if one.elo0 == 0], ids=lambda one: f"{one.seats}: {one.elo1:g}, {one.label}"
)
def test_the_simulation_behind_the_docs_agrees_with_the_arenas_test(case: errors.Case) -> None:
    """`bench.errors` runs thousands of tests at once; each has the arena's ratio at every step."""
    low, high = expected_share(case.elo0, case.seats), expected_share(case.elo1, case.seats)
    spread = case.spread(high)
    assert sum(spread.values()) == pytest.approx(1)
    assert sum(share * chance for share, chance in spread.items()) == pytest.approx(high)
    rng, ratios = np.random.default_rng(1), errors.Ratios(np.array(list(spread)), low, high, 1)
    shares, seen = ratios.shares.tolist(), Counter[float]()
    chances = [spread.get(share, 0.0) for share in shares]
    for share in rng.choice(shares, 20, p=np.array(chances) / sum(chances)).tolist():
        seen[share] += 1
        counts = np.array([[float(seen[one]) for one in shares]])
        assert ratios.of(counts)[0] == pytest.approx(likelihood_ratio(seen, low, high), abs=1e-9)
