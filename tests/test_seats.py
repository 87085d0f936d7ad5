"""The seat that a player with several seats acts for."""

import pytest

from ludotheque.play.own_seats import pick_seat


@pytest.mark.parametrize(
    ("own", "waited_for", "named", "picked"),
    [
        ((1, 3), (3,), 1, 1),  # the one named
        ((1, 3), (2, 3), None, 3),  # the one that is waited for
        ((1, 3), (1, 3), None, 1),  # the first of them
        ((1, 3), (2,), None, 1),  # nobody here is waited for
        ((), (1,), None, None),  # a spectator
    ],
)
def test_a_seat_is_the_one_named_else_the_one_waited_for_else_the_first(
    own: tuple[int, ...], waited_for: tuple[int, ...], named: int | None, picked: int | None
) -> None:
    assert pick_seat(own, waited_for, named) == picked
