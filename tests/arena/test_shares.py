"""Shares of wins and their intervals."""

import numpy as np
import pytest

from ludotheque.arena.match import PlayedGame
from ludotheque.arena.shares import against, alone_of, points_of, seat_of, share_of, win_shares


def played(pairing: int, bots: tuple[int, ...], places: tuple[int, ...]) -> PlayedGame:
    seats = len(bots)
    return PlayedGame(pairing, 0, bots, places, (0,) * seats, 10, (1,) * seats, (0.0,) * seats, "", "")


def test_a_win_shared_by_two_is_half_a_win_for_each() -> None:
    assert win_shares(played(0, (0, 1, 1), (1, 1, 3))) == [0.5, 0.5, 0.0]


def test_points_are_counted_per_seat() -> None:
    games = [played(0, (0, 1, 1), (2, 1, 3)), played(0, (1, 0, 1), (2, 1, 3))]
    assert (points_of(games, 0).value, points_of(games, 1).value) == (1 / 2, 1 / 4)


def test_alone_counts_only_a_bot_in_one_seat_among_equals() -> None:
    games = [played(0, (0, 1, 1), (1, 2, 3)), played(1, (0, 0, 1), (1, 2, 3)), played(2, (0, 1, 2), (3, 1, 2))]
    assert alone_of(games, 0).games == 1 and alone_of(games, 0).value == 1.0


def test_the_cross_table_counts_every_pair_of_seats_and_ties_half() -> None:
    assert against([played(0, (0, 1, 1), (2, 1, 2))], 0, 1).value == 0.25


def test_a_seats_share_counts_all_bots() -> None:
    games = [played(0, (0, 1), (1, 2)), played(0, (1, 0), (1, 2)), played(1, (0, 1), (1, 1))]
    assert seat_of(games, 1).value == pytest.approx(2.5 / 3)


def test_twenty_wins_of_twenty_are_no_certainty() -> None:
    share = share_of([[1.0]] * 20)
    assert share.value == share.high == 1.0 and 0.75 < share.low < 0.9


def test_games_of_one_pairing_are_not_counted_as_independent() -> None:
    """Where both games of a pairing always go alike, the interval is as wide as with half as many games."""
    alike, apart = [[1.0, 1.0], [0.0, 0.0]] * 50, [[1.0, 0.0]] * 100
    wide, narrow = share_of(alike), share_of(apart)
    assert wide.high - wide.low == pytest.approx(0.19, abs=0.01)
    assert narrow.high - narrow.low < 0.05


@pytest.mark.parametrize(("pairings", "mean"), [(10, 0.7), (50, 0.7), (50, 0.95), (200, 0.25)])
def test_ninety_five_of_a_hundred_shares_lie_in_their_interval(pairings: int, mean: float) -> None:
    rng, held = np.random.default_rng(pairings), 0
    for _ in range(1000):
        luck = np.clip(mean + rng.choice([-0.05, 0.05], size=pairings), 0, 1)
        share = share_of((rng.random((pairings, 2)) < luck[:, None]).astype(float).tolist())
        held += share.low <= mean <= share.high
    assert 0.93 <= held / 1000 <= 0.995
