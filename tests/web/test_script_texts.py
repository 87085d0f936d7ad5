"""The texts of the pages' scripts."""

import pytest

from ludotheque import NAMES
from ludotheque.games import MANIFESTS
from ludotheque.web.reader import Reader
from ludotheque.web.script_texts import TEXTS, client_texts


@pytest.mark.parametrize("name", NAMES)
def test_a_page_gets_the_common_texts_and_its_games_own(name: str) -> None:
    assert client_texts(Reader(None, "en", ""), name).keys() == TEXTS.keys() | MANIFESTS[name].texts.keys()


def test_a_game_s_own_texts_are_in_its_own_catalogue() -> None:
    said = client_texts(Reader(None, "fr", ""), "mabula")
    assert said["confirm_mabula"] == "Jouer {name}"
    assert "confirm_tiki" not in said


@pytest.mark.parametrize("name", NAMES)
def test_no_game_overrides_a_common_text(name: str) -> None:
    assert not TEXTS.keys() & MANIFESTS[name].texts.keys()
