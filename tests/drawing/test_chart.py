"""The parts that all charts share."""

import pytest

from ludotheque.drawing.chart import Scale, line, polyline, round_step, shortened, ticks


def test_a_scale_maps_its_range_to_its_coordinates() -> None:
    up = Scale(0, 10, 100, 0)
    assert [up(0), up(5), up(10)] == [100, 50, 0]


def test_a_scale_without_width_puts_every_value_at_its_start() -> None:
    assert Scale(3, 3, 7, 90)(3) == 7


@pytest.mark.parametrize(("width", "step"), [(0.7, 0.2), (5, 1), (6, 2), (11, 5), (49, 10), (51, 20), (5000, 1000)])
def test_a_step_is_round_and_goes_into_the_width_at_most_five_times(width: float, step: float) -> None:
    assert round_step(width, 5) == pytest.approx(step)


def test_ticks_are_the_multiples_within_the_range() -> None:
    assert ticks(-3, 9, 5) == [0, 5]
    assert ticks(-5, 10, 5) == [-5, 0, 5, 10]


def test_a_line_has_a_class_only_if_it_wears_one() -> None:
    assert line(0, 1.25, 2, 3) == '<line x1="0" x2="1.2" y1="2" y2="3"/>'
    assert line(0, 1, 2, 3, "zero").startswith('<line class="zero" ')


def test_a_polyline_lists_its_points() -> None:
    assert polyline([(0, 1), (2.5, 3)]) == '<polyline points="0,1 2.5,3"/>'


def test_only_a_long_name_is_shortened() -> None:
    assert [shortened("Otter", 5), shortened("Otters", 5)] == ["Otter", "Otte…"]
