"""The small pictures of the games."""

from xml.etree import ElementTree

import pytest

from ludotheque.drawing.vignettes import vignette, vignette_sheets
from ludotheque.games import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_small_picture(name: str) -> None:
    drawn = ElementTree.fromstring(vignette(name))
    assert drawn.get("viewBox") == "0 0 320 200"
    assert len(drawn) > 1


def test_pages_link_the_sheets_of_games_whose_own_pieces_are_shown() -> None:
    assert vignette_sheets() == ("makabana", "junglerumble")
    for name in NAMES:
        worn = vignette(name).replace('class="vignette"', "")
        assert ('class="mb-' in worn or 'class="jr-' in worn) == (name in vignette_sheets())
