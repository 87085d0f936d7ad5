"""The forecast of steps in words, as far as their seat can know."""

import pytest

from ludotheque import Position
from ludotheque.drawing.description import told
from ludotheque.drawing.forecast import steps_told, would_do
from ludotheque.play.choice import choices_of, parts_of
from tests.conftest import SETUPS, begin, random_line, spread
from tests.test_choice import projects


def moments(setup: str) -> list[tuple[Position, int]]:
    """A few moments of a game in which a seat has a choice."""
    line = [one for one in random_line(begin(setup, 5), 5) if one.actors and one.actors != (0,)]
    return [(one, one.actors[-1]) for one in spread(line, 6)]


@pytest.mark.parametrize("setup", SETUPS)
def test_the_forecast_of_a_choice_is_the_same_alone_and_in_the_list(setup: str) -> None:
    """The terminal's forecast of one choice agrees with the page's list of steps."""
    for position, seat in moments(setup):
        view = position.view(seat)
        listed = steps_told(view)
        for choice in choices_of(view)[::7]:
            if len(choice) == 1:
                assert would_do(view, choice) == listed[choice[0]]
            else:
                assert would_do(view, choice).startswith(listed[choice[0]])


@pytest.mark.parametrize("setup", ["mabula-largest", "marabunta-meadow-basic", "junglerumble-2"])
def test_the_forecast_of_a_step_without_secrets_is_the_logs_text(setup: str) -> None:
    for position, seat in moments(setup):
        step = position.legal(seat)[0]
        assert would_do(position.view(seat), [step.text]) == told(position, step, seat, "en", position.play(step))


def test_the_forecast_of_the_last_project_ends_before_hidden_cards() -> None:
    position = projects()
    for seat in (1, 2):
        for text in choices_of(position.view(seat))[0]:
            position = position.play(text, seat)
    view = position.view(3)
    choice = choices_of(view)[0]
    for text in choice:
        before, position = position, position.play(text, 3)
    assert position.last is not None
    whole = told(before, position.last, 3, "en", position)
    foretold = would_do(view, choice)
    assert foretold and not foretold.endswith(whole), "the others' cards are not known yet"


def test_a_seat_without_a_move_has_no_forecast() -> None:
    position = begin("mabula-largest", 1)
    assert steps_told(position.view(2)) == {} and parts_of(position.view(2)) == {}
