"""Colours have enough contrast, and no two things differ by colour alone."""

import re

import pytest
from tools.colours import FAMILIES, SIGHTS, contrast, distance, nearest, too_faint

from ludotheque.drawing import draw
from ludotheque.drawing.theme import THEMES
from tests.conftest import compiled


def test_contrast_is_that_of_wcag() -> None:
    """The two ends of the scale, and the known ratio of #777 on white."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


def test_a_red_and_a_green_look_alike_to_some_eyes() -> None:
    assert distance("#b3261e", "#5f7a00", "normal") > 2 * distance("#b3261e", "#5f7a00", "deutan")


def test_every_text_and_sign_has_enough_contrast() -> None:
    assert too_faint() == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(("family", "least"), zip(FAMILIES, (19, 10, 9), strict=True))
def test_colours_of_a_family_are_as_far_apart_as_the_docs_say(
    family: str, least: float, sight: str, theme: str
) -> None:
    assert nearest(family, theme, sight)[0] >= least - 0.5


def test_every_seat_has_a_shape_of_its_own() -> None:
    """Maka Bana seats six: their marks are six different drawings, and each panel wears its own."""
    drawing = draw(compiled("makabana").start(6).view(None))
    marks = [re.search(rf'id="mb-mark-{seat}"[^>]*>(.*?)</', drawing.defs) for seat in range(1, 7)]
    assert len({mark[1] for mark in marks if mark}) == 6
    assert all(drawing.svg().count(f"#mb-mark-{seat}") for seat in range(1, 7))


def test_every_region_has_a_pattern_and_a_letter_of_its_own() -> None:
    drawing = draw(compiled("marabunta").start().view(None))
    patterns = dict(re.findall(r'<pattern id="p-(\w)"[^>]*>(.*?)</pattern>', drawing.defs))
    assert set(patterns) == set("BPOGSY") and len(set(patterns.values())) == 6
    for letter in "BPOGSY":
        assert f">{letter}<" in drawing.svg() and f"url(#p-{letter})" in drawing.svg()


def test_every_sector_has_a_texture_and_an_icon_of_its_own() -> None:
    drawing = draw(compiled("makabana").start(3).view(None))
    for what in ("mb-texture-", "mb-"):
        ids = [f'id="{what}{sector}"' for sector in ("sand", "lagoon", "palm", "rock")]
        drawn = [drawing.defs.partition(one)[2].partition(' id="')[0] for one in ids]
        assert all(drawn) and len(set(drawn)) == 4
