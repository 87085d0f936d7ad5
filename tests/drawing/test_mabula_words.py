"""Mabula in words: pushes, descriptions, and the rulebook's terms in three languages."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from ludotheque import Position, Record, game
from ludotheque.drawing import LANGUAGES, describe, in_words, language, rulebook, told
from ludotheque.games.mabula import refusals
from tests.conftest import GOLDEN, begin, random_line

MABULA = game("mabula")

# Column f is full, so White's last marble is stuck on f8; Black's on h7 could take one out of it.
STUCK = """
   a b c d e f g h
8    . . . . W .    8
7  . . B W . W . B  7
6  . W . B W W . .  6
5  . . . W W B . .  5
4  B B W B B B . .  4
3  . . . . W B W .  3
2  . . . B . W B .  2
1    . . . . . .    1
   a b c d e f g h
Black to move
"""


def stuck() -> Position:
    return MABULA.read(STUCK)


def tell(position: Position, move: str, code: str = "en") -> str:
    after = position.play(move)
    assert after.last
    return told(position, after.last, None, code, after)


def test_the_words_of_a_push_name_every_moved_marble_and_the_changed_groups() -> None:
    assert tell(stuck(), "a4-b4") == (
        "Black pushes the marble on a4 to b4. On its way it pushes Black's marble from b4 to c4, White's marble from "
        "c4 to d4, Black's marble from d4 to e4, Black's marble from e4 to f4 and Black's marble from f4 to g4. "
        "White's largest group grows from 6 to 7. White has no move and is passed over."
    )


def test_a_push_that_moves_one_marble_takes_one_sentence() -> None:
    position = MABULA.start(start="WWBWBBWBWWBWBBWBWBBWBWWB")
    assert tell(position, "e8-e5") == "White pushes the marble on e8 to e5."


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "Black's largest group shrinks from 5 to 2."),
        ("fr", "Le plus grand groupe de Noir rétrécit, de 5 à 2."),
        ("it", "Il gruppo più grande di Nero si riduce da 5 a 2."),
    ],
)
def test_the_words_of_a_push_name_a_group_that_it_cuts(code: str, sentence: str) -> None:
    """d1 goes to d5, in the middle of five black marbles in a row."""
    position = MABULA.read(
        """
   a b c d e f g h
8    . W . W . B    8
7  . B . . . B . B  7
6  W . . . . . . .  6
5  . B B B B B . W  5
4  . . . . . . . .  4
3  . B W . W B . B  3
2  W . . . . . W W  2
1    W . W . W .    1
   a b c d e f g h
White to move
"""
    )
    assert sentence in tell(position, "d1-d5", code)


@pytest.mark.parametrize(
    ("scoring", "sentences"),
    [
        ("largest", ("White wins, 10 to 3.",)),
        (
            "product",
            ("White's product falls from 24 to 10.", "Black's product rises from 4 to 6.", "White wins, 10 to 6."),
        ),
    ],
)
def test_the_words_of_the_last_push_give_the_outcome_and_the_scores(scoring: str, sentences: tuple[str, ...]) -> None:
    before = MABULA.read(
        f"""mabula scoring={scoring}
   a b c d e f g h
8    . . . B . .    8
7  . B . . W B . .  7
6  . W B W W W W .  6
5  . B . . W B B .  5
4  . . W W B B . .  4
3  . . B W . . B .  3
2  . B . W . W . .  2
1    . . . . . .    1
   a b c d e f g h
Black to move
"""
    )
    words = tell(before, "e8-e7")
    assert all(sentence in words for sentence in ("Neither seat has a move: the game is over.", *sentences))


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "It is a draw, {} all: both win."),
        ("fr", "La partie est nulle, {} partout\u202f: les deux gagnent."),
        ("it", "È patta, {} pari: vincono entrambi."),
    ],
)
def test_a_draw_is_won_by_both(code: str, sentence: str) -> None:
    *_, before, after = Record.load(GOLDEN / "mabula" / "rare-several-winners.record").replay()
    assert after.last and after.outcome
    assert sentence.format(after.outcome.scores[0]) in told(before, after.last, None, code, after)


def test_a_description_names_every_marble_in_its_group_or_alone() -> None:
    for position in random_line(begin("mabula-largest", 8), 8):
        where = [str(phrase) for phrase in describe(position.view(None)).where]
        for seat, name in ((1, "White"), (2, "Black")):
            said = [line for line in where if line.startswith(name) and ("group" in line or "alone" in line)]
            cells = re.findall(r"\b[a-h][1-8]\b", " ".join(said))
            assert sorted(cells) == sorted(position.to_fields()["white" if seat == 1 else "black"])


def test_a_description_names_the_marbles_on_the_edge_and_those_that_are_stuck() -> None:
    where = " ".join(map(str, describe(stuck().view(None)).where))
    assert "White has 1 marble on the edge: f8. 1 marble is stuck, its line being full: f8." in where
    assert "Black has 2 marbles on the edge: h7 and a4." in where
    *_, over = random_line(begin("mabula-largest", 5), 5)
    assert "has no marble left on the edge" in in_words(over.view(None))


def test_the_seat_to_move_is_addressed_and_others_read_whom_they_wait_for() -> None:
    position = stuck()
    heard = {seat: " ".join(map(str, describe(position.view(seat)).expected)) for seat in (None, 1, 2)}
    assert heard[2].startswith("Your move:") and heard[2].endswith("White has no move now.")
    assert heard[1] == "You have no move now: Black plays on."
    assert heard[None] == "We wait for Black to push a marble. White has no move now."
    start = MABULA.start(seed=1)
    assert str(describe(start.view(2)).expected[0]) == "We wait for White to push a marble."


def test_a_description_begins_with_the_scoring() -> None:
    for scoring, words in (("largest", "largest group counts"), ("product", "multiplied")):
        assert words in str(describe(MABULA.start(seed=1, scoring=scoring).view(1)).where[1])


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_refusal_is_said_in_the_language_and_cites_the_same_paragraph(code: str) -> None:
    refusal = MABULA.start(start="WWBWBBWBWWBWBBWBWBBWBWWB").why_not("d8-d5")
    assert refusal
    citation = refusal.cite(code)
    assert citation.paragraph == "mabula/turn.1"
    assert (
        citation.reason
        == {
            "en": "The marble on d8 is Black's: push one of your own.",
            "fr": "La bille en d8 est à Noir\u202f: poussez une des vôtres.",
            "it": "La biglia in d8 è di Nero: spingi una delle tue.",
        }[code]
    )


def test_every_rule_that_the_engine_names_is_settled_by_a_paragraph() -> None:
    named = {f"mabula.{slug}" for slug in re.findall(r'_illegal\("([a-z-]+)"', Path(refusals.__file__).read_text())}
    named.add("mabula.notation")
    settled = {rule for paragraph in rulebook("mabula").paragraphs for rule in paragraph.refusals}
    assert named == settled
    shown = {rule for table in rulebook("mabula").examples for rule in table.get("refuses", {}).values()}
    assert shown == settled, "every refusal is shown by an example"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_glossary_s_terms_are_the_rulebook_s(code: str) -> None:
    glossary = tomllib.loads((files("ludotheque.drawing") / "mabula" / "glossary.toml").read_text("utf-8"))
    book = " ".join(paragraph.text for paragraph in rulebook("mabula", code).paragraphs).lower()
    for term in glossary["term"]:
        stem = term[code].lower()
        stem = stem[:-2] if code != "en" and len(stem) > 4 else stem
        assert stem in book, term[code]


def test_no_sentence_of_the_game_is_left_in_english() -> None:
    for code in LANGUAGES[1:]:
        for position in random_line(begin("mabula-product", 9), 9):
            english = set(map(str, describe(position.view(1)).where))
            assert not english & set(map(language(code, "mabula").say, describe(position.view(1)).where))
