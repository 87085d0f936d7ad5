"""Ratings: the Plackett-Luce model against published examples, against cases by hand, and by simulation."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from ludotheque.arena.plackett_luce import ELO, NORMAL, Ranking, fit, stages

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)


def test_the_baseball_league_of_agresti_has_its_published_abilities() -> None:
    """Agresti, Categorical Data Analysis (2nd edition), table 10.11: abilities over Baltimore, errors of about 0.3."""
    pairs = [(one, other) for one in range(7) for other in range(7) if one != other]
    games = [((one, other), (1, 2)) for one, other in pairs for _ in range(WINS[one][other])]
    found = fit(games, 7)
    above = [found.difference(team, 6) for team in range(6)]
    assert [round(value / ELO, 2) for value, _ in above] == [1.58, 1.44, 1.29, 1.25, 1.11, 0.68]
    assert {round(half / ELO / NORMAL, 1) for _, half in above} == {0.3}
    assert found.is_pure and not found.ties


def test_two_bots_with_draws_are_rated_by_their_wins_alone() -> None:
    """Davidson (1970) by hand: with 30 wins, 10 losses, 20 draws worth is 30 : 10, the tie 20 / sqrt(30 * 10)."""
    games = [((0, 1), (1, 2))] * 30 + [((1, 0), (1, 2))] * 10 + [((0, 1), (1, 1))] * 20
    found = fit(games, 2)
    value, half = found.difference(0, 1)
    assert value == pytest.approx(400 * math.log10(3))
    assert found.ties == {2: pytest.approx(20 / math.sqrt(300))}
    assert half == pytest.approx(NORMAL * ELO * math.sqrt(1 / 30 + 1 / 10))
    assert found.elo(0)[0] == pytest.approx(value / 2) and found.elo(0)[1] == pytest.approx(half / 2)


def test_a_bot_among_copies_of_another_is_rated_as_by_hand() -> None:
    """Three seats: it wins 3 times, and is second once and last once behind a copy.

    With worth a against 1 and 1 the likelihood is a^3 / (a+2)^5 * a / (a+1)^2, at its top where 3 a^2 - 3 a - 8 = 0.
    """
    games = [((0, 1, 1), (1, 2, 3))] * 3 + [((1, 0, 1), (1, 2, 3)), ((1, 1, 0), (1, 2, 3))]
    assert stages(*games[3]) == [((0, 1, 1), (1,)), ((0, 1), (0,))]
    worth = (3 + math.sqrt(105)) / 6
    assert fit(games, 2).difference(0, 1)[0] == pytest.approx(400 * math.log10(worth))


def test_newtons_method_agrees_with_hunters_slow_algorithm() -> None:
    """Hunter (2004), MM algorithms for generalized Bradley-Terry models, section 5, written down plainly."""
    games = [(0, 1, 2, 3), (1, 0, 3, 2), (3, 0, 1, 2), (0, 2, 1, 3), (2, 3, 0, 1), (0, 1, 3, 2), (1, 2, 0, 3)]
    slow = hunter(games, 4)
    found = fit([(order, (1, 2, 3, 4)) for order in games], 4)
    assert found.worths == pytest.approx(np.log(slow) - np.log(slow).mean(), abs=1e-7)


def hunter(games: Sequence[tuple[int, ...]], items: int) -> np.ndarray:
    """The worths of complete rankings, by a thousand small steps."""
    worth = np.ones(items) / items
    wins = [sum(order.index(item) < len(order) - 1 for order in games) for item in range(items)]
    for _ in range(1_000):
        below = np.zeros(items)
        for order in games:
            for place in range(len(order) - 1):
                below[list(order[place:])] += 1 / worth[list(order[place:])].sum()
        worth = wins / below
        worth /= worth.sum()
    return worth


def test_shared_places_pull_together_and_do_not_depend_on_the_order_of_seats() -> None:
    one = fit([((0, 1, 2), (1, 1, 3)), ((0, 1, 2), (2, 1, 3)), ((2, 0, 1), (1, 2, 3))], 3)
    other = fit([((2, 1, 0), (3, 1, 1)), ((1, 2, 0), (1, 3, 2)), ((0, 1, 2), (2, 3, 1))], 3)
    assert one.worths == pytest.approx(other.worths)
    assert set(one.ties) == {2}


def test_a_bot_that_never_lost_has_a_finite_rating_that_says_so() -> None:
    found = fit([((0, 1), (1, 2))] * 20, 2)
    assert not found.is_pure
    assert 200 < found.difference(0, 1)[0] < 2000 and found.elo(0)[1] > 50


@pytest.mark.parametrize(("wins", "draws"), [(10, 2), (90, 1), (1, 90), (90_000, 1_000)])
def test_a_bot_that_never_lost_but_drew_has_no_maximum_either(wins: int, draws: int) -> None:
    """The tie grows with the worth: the more one-sided both are, the likelier the games."""
    found = fit([((0, 1), (1, 2))] * wins + [((0, 1), (1, 1))] * draws, 2)
    value, half = found.elo(0)
    assert not found.is_pure
    assert 0 < value < 1200 and 100 < half < 500


def test_one_shared_win_of_three_seats_is_a_finite_rating() -> None:
    """The two others always have different places, so ties are rare, and a shared win carries information.

    By hand with worth a**2 against 1, and a tie of t: 9 wins a**2 and a shared one t * a, of a**2 + 2 + 2 * t * a + t,
    and 10 times one of two others that do not share a place, 1 / (2 + t).
    """
    found = fit([((0, 1, 1), (1, 2, 3))] * 9 + [((0, 1, 1), (1, 1, 3))], 2)

    def likelihood(a: float, t: float) -> float:
        total = a**2 + 2 + 2 * t * a + t
        return 9 * math.log(a**2 / total) + math.log(t * a / total) - 9 * math.log(2 + t)

    a, t = math.exp(found.difference(0, 1)[0] / ELO / 2), found.ties[2]
    around = [likelihood(a * x, t * y) for x in (0.99, 1, 1.01) for y in (0.99, 1, 1.01)]
    assert found.is_pure and max(around) == around[4]
    assert found.elo(0)[1] < 400


def test_a_bot_that_always_won_or_shared_where_all_share_is_rated_with_half_a_win() -> None:
    found = fit([((0, 1, 1), (1, 2, 2))] * 9 + [((0, 1, 1), (1, 1, 3))], 2)
    assert not found.is_pure and found.elo(0)[1] < 500


def test_a_few_losses_in_many_games_are_enough_for_a_maximum() -> None:
    found = fit([((0, 1), (1, 2))] * 99_999 + [((0, 1), (1, 1))] * 3 + [((0, 1), (2, 1))], 2)
    assert found.is_pure and found.difference(0, 1)[0] == pytest.approx(400 * math.log10(99_999))


def test_bots_that_never_met_are_not_compared_as_if_they_had() -> None:
    pair = [((0, 1), (1, 2)), ((1, 0), (1, 2))] * 20
    found = fit(pair + [((one + 2, other + 2), places) for (one, other), places in pair], 4)
    assert not found.is_pure and found.difference(0, 2)[1] > 300 > found.difference(0, 1)[1]


def test_bots_that_always_draw_are_equal_and_nothing_is_known_for_sure() -> None:
    found = fit([((0, 1), (1, 1))] * 20, 2)
    assert found.difference(0, 1)[0] == pytest.approx(0, abs=1e-6)
    assert found.elo(0)[1] > 100


def test_ninety_five_of_a_hundred_intervals_hold_the_truth() -> None:
    """Simulated games of four seats among three bots, drawn by the model itself."""
    truth, rng, held = np.array([0.7, 0.0, -0.7]), np.random.default_rng(5), 0
    for _ in range(200):
        games = [simulated((0, 1, 2, 2), truth, rng) for _ in range(40)]
        value, half = fit(games, 3).difference(0, 2)
        held += abs(value - ELO * 1.4) <= half
    assert 0.90 <= held / 200 <= 0.99


def simulated(seated: tuple[int, ...], truth: np.ndarray, rng: np.random.Generator) -> Ranking:
    """Places by the race of exponential clocks, which is the Plackett-Luce model."""
    times = rng.exponential(1 / np.exp(truth[list(seated)]))
    return seated, tuple(int(place) + 1 for place in times.argsort().argsort())
