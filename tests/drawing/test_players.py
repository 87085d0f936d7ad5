"""Characters of the bots, and the faces of all players."""

import re

import pytest
from tools.colours import contrast

from ludotheque.bots.levels import LEVELS
from ludotheque.drawing.language import LANGUAGES, language
from ludotheque.drawing.players.characters import CASTS, every_character, seat_characters
from ludotheque.drawing.players.faces import bot_face, person_face
from ludotheque.drawing.theme import THEMES, tokens

PEOPLE = ("Anna", "Bruno", "Émile", "Wim", "Zoé", "あき", "42", "Marco", "Mara")


def test_every_level_has_as_many_characters_as_the_largest_table_has_seats() -> None:
    assert set(CASTS) == set(LEVELS)
    assert all(len(cast) == 6 for cast in CASTS.values())


def test_no_two_characters_share_a_name() -> None:
    names = [one.name for one in every_character()]
    assert len(names) == len(set(names)) == 30


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_character_says_who_they_are_in_every_language(lang: str) -> None:
    lines = [language(lang).say(one.line) for one in every_character()]
    assert all(line.endswith(".") for line in lines)
    assert len(set(lines)) == len(lines)
    assert lang == "en" or not set(lines) & {str(one.line) for one in every_character()}


@pytest.mark.parametrize("table", ["a", "b", "zv7k2m", "k3x9"])
def test_five_bots_of_one_level_have_five_names(table: str) -> None:
    bots = seat_characters(table, dict.fromkeys((1, 2, 4, 5, 6), "club"))
    assert len({one.name for one in bots.values()}) == 5
    assert {one.level for one in bots.values()} == {"club"}


def test_drawing_the_seats_by_lot_changes_none_of_the_characters() -> None:
    before = seat_characters("zv7k2m", {2: "novice", 3: "novice", 4: "master"})
    after = seat_characters("zv7k2m", {1: "novice", 4: "novice", 2: "master"})
    assert {one.name for one in before.values()} == {one.name for one in after.values()}


def test_other_tables_have_other_characters() -> None:
    assert len({seat_characters(f"table{n}", {1: "club"})[1].name for n in range(60)}) == 6


def test_a_bot_without_a_level_has_no_character() -> None:
    assert seat_characters("zv7k2m", {1: "random", 2: "club"}).keys() == {2}


def test_the_same_name_has_the_same_face_however_it_is_typed() -> None:
    assert person_face("Émile") == person_face("E\u0301mile")
    assert person_face("Anna") != person_face("Anna", is_guest=True)


def test_faces_can_be_told_apart() -> None:
    faces = [*map(person_face, PEOPLE), *map(bot_face, every_character())]
    assert len(set(faces)) == len(faces)


def test_a_name_cannot_write_markup_into_its_face() -> None:
    assert ">&lt;<" not in person_face("<b>") and "<b>" not in person_face("<b>")
    assert ">?</text>" in person_face("<>&")


@pytest.mark.parametrize("theme", THEMES)
def test_letters_on_faces_can_be_read(theme: str) -> None:
    known = tokens("mabula", theme)
    for n in range(1, 7):
        assert contrast(known["face-text"], known[f"face-{n}"]) >= 4.5


def test_faces_wear_no_colour_of_their_own() -> None:
    """Colours stand in the style sheets, so a face is as good in the dark."""
    for markup in (person_face("Anna"), *map(bot_face, every_character())):
        assert not re.search(r"#[0-9a-f]{3}|style=|fill=", markup)
        assert 'aria-hidden="true"' in markup
