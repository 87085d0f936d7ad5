"""Phrases are said as each language joins its words."""

import sys
from pathlib import Path

import pytest

from ludotheque.drawing.language import Language, LanguageError, join_french, join_italian, language
from ludotheque.games.phrase import count, either, listed, named, say


@pytest.mark.parametrize(
    ("before", "value", "joined"),
    [
        ("la paillote de ", "Orchidée", "la paillote d'Orchidée"),
        ("la paillote de ", "Rouge", "la paillote de Rouge"),
        ("De ", "Encre", "D'Encre"),
        ("le bord de ", "le plateau", "le bord du plateau"),
        ("le choix de ", "les dés", "le choix des dés"),
        ("À ", "le plateau", "Au plateau"),
        ("à ", "les dés", "aux dés"),
        ("le choix de ", "la tuile", "le choix de la tuile"),
        ("à ", "la tuile", "à la tuile"),
        ("il faut que ", "Orchidée", "il faut qu'Orchidée"),
        ("grande ", "île", "grande île"),
        ("", "Encre", "Encre"),
        ("l'", "île", "l'île"),
    ],
)
def test_french_elides_and_contracts(before: str, value: str, joined: str) -> None:
    assert join_french(before, value) == joined


@pytest.mark.parametrize(
    ("before", "value", "joined"),
    [
        ("l'ingresso di ", "il formicaio", "l'ingresso del formicaio"),
        ("sul bordo di ", "la spiaggia", "sul bordo della spiaggia"),
        ("Di ", "l'isola", "Dell'isola"),
        ("in ", "gli angoli", "negli angoli"),
        ("su ", "le caselle", "sulle caselle"),
        ("da ", "i gattini", "dai gattini"),
        ("a ", "lo scoiattolo", "allo scoiattolo"),
        ("di ", "Rosso", "di Rosso"),
        ("con ", "il dado", "con il dado"),
        ("", "il dado", "il dado"),
        ("d4 e ", "e4", "d4 ed e4"),
        ("d4 e ", "f4", "d4 e f4"),
        ("fino a ", "a5", "fino ad a5"),
        ("tocca a ", "Anna", "tocca ad Anna"),
        ("tocca a ", "Evelyn", "tocca a Evelyn"),
        ("A ", "a5", "Ad a5"),
        ("nell'", "angolo", "nell'angolo"),
    ],
)
def test_italian_joins_prepositions_to_articles(before: str, value: str, joined: str) -> None:
    assert join_italian(before, value) == joined


def test_a_phrase_says_its_values_and_their_number() -> None:
    phrase = say("From {cell} it goes at most {cells}.", cell="b1", cells=count("{n} cell", "{n} cells", 2))
    assert str(phrase) == "From b1 it goes at most 2 cells."
    assert str(count("{n} cell", "{n} cells", 1)) == "1 cell"
    assert str(listed(["a", "b", "c"])) == "a, b and c"
    assert str(either([named("seat", "Red"), "b"])) == "Red or b"
    assert str(either([])) == "" and str(listed(["a"])) == "a"


def test_a_sentence_begins_with_a_capital_and_a_name_does_not() -> None:
    speaker = language("en")
    assert speaker.say(say("{who} waits.", who=say("somebody"))) == "Somebody waits."
    assert speaker.say(say("{move} is legal.", move="b1-b4")) == "b1-b4 is legal."
    assert speaker.say(say("{moves} are legal.", moves=listed(["b1-b4", "c1-c2"]))) == "b1-b4 and c1-c2 are legal."
    assert speaker.say(say("{who}", who="somebody")) == "somebody"


@pytest.mark.parametrize(("code", "white"), [("en", "White"), ("fr", "Blanc"), ("it", "Bianco")])
def test_seats_have_their_names_in_every_language(code: str, white: str) -> None:
    assert language(code).say(named("seat", "White")) == white


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(LanguageError, match=r"there is no language 'de': choose en, fr, it"):
        language("de")


def test_a_catalogue_that_is_not_compiled_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "locale" / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "chess.po").touch()
    monkeypatch.setattr(sys.modules[Language.__module__], "files", lambda _: tmp_path)
    with pytest.warns(UserWarning, match="not compiled, and all is said in English: run `sh tools/setup`"):
        assert Language("fr", "chess").say(say("Check.")) == "Check."
