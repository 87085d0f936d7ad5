"""Draws: the same number gives the same outcome, weights hold, and nobody is favoured."""

from collections import Counter

from ludotheque.table.dice import Dice

ONE = Dice(b"a secret of thirty-two bytes .....", "table1")


def test_the_same_number_gives_the_same_outcome_and_another_another() -> None:
    draws = [ONE.draw(number, [1] * 1000) for number in range(50)]
    assert draws == [ONE.draw(number, [1] * 1000) for number in range(50)]
    assert len(set(draws)) > 40
    assert draws != [Dice(ONE.secret, "table2").draw(number, [1] * 1000) for number in range(50)]
    assert draws != [Dice(b"another", "table1").draw(number, [1] * 1000) for number in range(50)]


def test_outcomes_come_by_their_weights() -> None:
    counts = Counter(ONE.draw(number, [1, 0, 3]) for number in range(4000))
    assert counts[1] == 0
    assert 880 < counts[0] < 1120


def test_a_secret_is_not_in_its_repr() -> None:
    assert "secret" not in repr(ONE)
