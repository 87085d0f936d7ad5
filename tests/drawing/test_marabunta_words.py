"""Marabunta in words: what a step did and cost, what is where, what is possible, in the rulebooks' own terms."""

import tomllib
from importlib.resources import files
from itertools import islice, pairwise
from pathlib import Path

import pytest

from ludotheque import NAMES, Position, Record, game
from ludotheque.drawing import LANGUAGES, describe, in_words, language, rulebook, told
from ludotheque.drawing.marabunta import words
from ludotheque.games.marabunta.board_file import LETTERS
from tests.conftest import GOLDEN, random_line
from tests.games.marabunta_tables import change, play, small, turn

START = game("marabunta").start()
EXPERT = game("marabunta").start(powers="expert")
BESIDE = change(
    START,
    red={"numbers": {"k2": 0}, "anthills": 1, "cupcakes": 1},
    round=2,
    tiles=["nest", "crates", "one", "zeros", "circles", "double"],
)
ORANGE = play("use:O", turn("BO", "nest", "O=2", BESIDE))


def tell(position: Position, move: str, code: str = "en") -> str:
    after = position.play(move)
    assert after.last
    return told(position, after.last, None, code, after)


def record(name: str) -> list[Position]:
    return list(Record.load(GOLDEN / "marabunta" / f"{name}.record").replay())


def ticking(power: str, start: Position = START, tile: str = "nest", **blue: object) -> Position:
    """Blue has one crate left to tick of a power, and a crate to tick."""
    needed = {"one": 2, "nest": 2, "two": 3, "cakes": 3, "three-points": 3}
    own = dict.fromkeys(needed, 0) | {power: needed[power] - 1}
    return turn("PT", tile, "P=crate", change(start, blue={"crates": own} | blue))


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "Red writes a 2 in orange at k1, next to the 0 at k2. Red gets a crate to tick."),
        ("fr", "Rouge écrit un 2 dans la région orange, en k1, à côté du 0 en k2. Rouge gagne une caisse à cocher."),
        (
            "it",
            "Rosso scrive un 2 nella regione arancione, in k1, accanto allo 0 in k2. Rosso ottiene una cassa da",
        ),
    ],
)
def test_the_words_of_a_number_name_its_neighbour_and_its_crate(code: str, sentence: str) -> None:
    assert tell(ORANGE, "write:k1", code).startswith(sentence)


def test_the_words_of_a_number_away_from_the_own_ones_name_its_price() -> None:
    assert tell(ORANGE, "write:g3").startswith("Red spends an anthill (0 left) and writes a 2 in orange at g3.")


def test_the_words_name_a_new_leader() -> None:
    assert "Red leads in orange now, 2 to 0." in tell(ORANGE, "write:k1")
    led = change(ORANGE, blue={"numbers": {"l3": 2}, "anthills": 1})
    assert "In orange the sums are equal now, 2 each." in tell(led, "write:k1")


def test_the_words_of_a_cupcake_name_its_points() -> None:
    assert tell(play("use:O", turn("PO", "nest", "O=1")), "write:f1") == (
        "Blue spends an anthill (1 left) and writes a 1 in orange at f1. Blue ticks a cupcake worth 0 points. "
        "Blue leads in orange now, 1 to 0."
    )


def test_bonuses_are_named_when_the_whole_effect_is_done() -> None:
    """marabunta/bonus.4: cupcakes and crates come after the last number."""
    begun = play("use:T", turn("BT", "zeros"))
    assert "cupcake" not in tell(begun, "write:f1")
    assert "Blue ticks a cupcake worth 0 points." in tell(begun.play("write:f1"), "write:g1")


def test_the_words_of_a_flag_name_its_leaf() -> None:
    told_flag = "Blue uses the pink die: a flag. Blue fills a circle on the pink leaf: 2 red, 3 blue, 5 blank."
    assert tell(turn("BP", dice="P=flag"), "use:P") == told_flag


def test_the_words_of_a_split_and_a_choice_name_the_elements_faces() -> None:
    split = play("tile:crates die:B=2 die:P=flag die:O=0 die:G=1 die:S=crate die:Y=3")
    assert tell(split, "split:BPO/GSYT") == (
        "Red splits: on one side blue 2, pink flag and orange 0; "
        "on the other green 1, grey crate, yellow 3 and the tile (two crates)."
    )
    assert tell(split.play("split:BPO/GSYT"), "take:BPO") == (
        "Blue takes blue 2, pink flag and orange 0; Red keeps green 1, grey crate, yellow 3 and the tile (two crates)."
    )


def test_the_words_of_a_completed_power_name_its_effect() -> None:
    ready = {power: play("use:P", ticking(power)) for power in ("one", "cakes", "three-points")}
    assert tell(ready["one"], "crate:one") == "Blue ticks the last crate of the power to write a 1."
    assert tell(ready["cakes"], "crate:cakes") == (
        "Blue ticks the last crate of the power to tick 2 cupcakes. Blue ticks 2 cupcakes worth 0 points."
    )
    assert tell(ready["three-points"], "crate:three-points").endswith("to score 3 points. Blue scores 3 points.")
    assert tell(ready["one"], "crate:two") == "Blue ticks a crate of the power to write a 2, 1 of 3."


def test_the_words_name_a_lost_power_and_a_lost_crate() -> None:
    """marabunta/powers.3: what cannot be carried out is lost."""
    all_told = " ".join(
        told(before, after.last, None, "en", after)
        for name in ("rare-a-power-lost", "rare-crates-lost")
        for before, after in pairwise(record(name))
        if after.last
    )
    assert "It cannot be carried out now, and is lost." in all_told
    assert "lost: all powers of" in all_told


def test_the_words_name_a_declined_power() -> None:
    assert tell(play("use:P crate:one", ticking("one")), "decline").startswith("Blue gives up the power to write a 1.")


def test_the_words_of_a_turn_that_ends_by_itself_name_the_elements_left() -> None:
    far = change(START, blue={"numbers": {"a1": 1, "l7": 1}, "anthills": 0})
    assert tell(turn("BP", dice="B=flag P=2", position=far), "use:B").endswith(
        "Nothing that Blue has left can have an effect: pink 2. "
        "Now Red uses orange 1, green 1, grey 1, yellow 1 and the tile (a 0 in any free hex)."
    )
    split = play("tile:nest die:B=1 die:P=2 die:O=1 die:G=1 die:S=1 die:Y=1 split:BOGSYT/P", far)
    assert "Nothing that Blue has left can have an effect: pink 2." in tell(split, "take:P")


def test_the_words_name_the_elements_that_the_splitter_cannot_use() -> None:
    """marabunta/using.4: one step may end two turns and the round."""
    lost = {"numbers": {"a1": 1, "l7": 1}, "anthills": 0}
    position = turn("BOGSYT", dice="P=2", position=change(START, red=lost))
    assert tell(position, "done").endswith("Nothing that Red has left can have an effect: pink 2. The round is over.")


def test_the_words_name_the_trigger_of_the_end_and_the_end() -> None:
    seven = change(START, red={"circles": dict.fromkeys("BOGSY", 2) | {"P": 7}})
    position = turn("PO", dice="P=flag", position=seven)
    assert tell(position, "use:P").endswith(
        "The pink leaf has no blank circle left. Blue triggers the end: the game is over when this round is."
    )
    last = play("use:P done", position)
    assert describe(last.view(None)).where[3].values["ways"].said(language("en", "marabunta")) == "a leaf is full"
    assert tell(last, "done").endswith(
        "The game is over. Red has 0 points. Blue has 0 points. "
        "Points and cupcakes are equal; Blue wins, having triggered the end."
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rare-ends-by-a-region-full", "The last free hex of the yellow region is taken."),
        ("rare-ends-by-c-cupcakes-gone", "No cupcake hex is free any more."),
        ("rare-won-by-cupcakes", "wins with more cupcakes"),
        ("rare-won-by-the-trigger", "Points and cupcakes are equal"),
        ("2-meadow-basic-1", "Red has 13 points: 3 for powers, 3 for the blue region, 3 for the orange region"),
    ],
)
def test_every_way_to_end_has_words(name: str, words: str) -> None:
    steps = [(before, after) for before, after in pairwise(record(name)) if after.last]
    assert any(words in told(before, after.last, None, "en", after) for before, after in steps if after.last)


def test_the_prices_of_hexes_are_said() -> None:
    view = ORANGE.view(1)
    possible = [str(phrase) for phrase in describe(view).possible]
    assert possible[0] == "Without an anthill: «write:» j1, k1, l1 or l2."
    assert possible[1].startswith("For your last anthill: «write:» f1, g1,")
    assert possible[2:] == ["Among them with a cupcake: f1 and h1.", "Among them with a crate: k1 and l2."]
    assert "l2" not in possible[1]


def test_the_seat_to_move_is_addressed_and_others_read_whom_they_wait_for() -> None:
    mine, theirs = describe(ORANGE.view(1)).expected, describe(ORANGE.view(2)).expected
    assert str(mine[0]) == "Your move: write a 2 in the orange region."
    assert str(theirs[0]) == "Waiting for Red to write a 2 in the orange region."
    assert not describe(ORANGE.view(2)).possible


def test_a_power_says_its_name_and_the_crates_that_wait() -> None:
    both = play("use:T crate:one", ticking("one", tile="crates"))
    words = in_words(both.view(2))
    assert "Your move: write a 1 in any region, the power just unlocked. After that a crate is to be ticked." in words
    assert "Give the power up with «decline»." in words


def test_crumbs_are_said_to_be_a_duty() -> None:
    """marabunta/elements.8: the seat with the crumbs has to use them."""
    words = in_words(turn("BT", "crumbs", position=change(START, round=8, tiles=[])).view(1))
    assert "the crumbs among them" in words and "«done»" not in words


def test_a_region_has_one_line_with_everything_in_it() -> None:
    lines = [str(phrase) for phrase in describe(ORANGE.view(1)).where]
    regions = [line for line in lines if " region, marked " in line]
    assert [line.partition("marked ")[2][0] for line in regions] == list(LETTERS)
    grey = regions[4]
    assert "Red 0, Blue 0, nobody leads. Leaf: 2 red, 2 blue, 6 blank. Red: 0 at k2. Free: j2, h3 (cupcake)" in grey


def test_a_seat_has_one_line_with_all_it_has() -> None:
    line = str(describe(ORANGE.view(1)).where[-2])
    assert line.startswith("Red: 0 points so far, 0 with the regions as they stand. 1 anthill left. Cupcakes: 1 of 8,")
    assert "0 of 3 to write a 2" in line


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_board_of_the_user_s_own_is_described(code: str, tmp_path: Path) -> None:
    position = turn("BP", board=small(tmp_path))
    assert "any-two" not in in_words(position.view(2), code)


def test_italian_numbers_have_their_articles() -> None:
    zero = play("use:B", turn("BP", dice="B=0"))
    assert "scrivere uno 0 in una regione" in in_words(zero.view(2), "it")
    beside = play("use:B", turn("BP", dice="B=2", position=change(START, blue={"numbers": {"c3": 1}, "anthills": 1})))
    assert "accanto all'1 in c3" in tell(beside, "write:c2", "it")


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_every_step_and_refusal_of_a_game_is_said_in_the_language(code: str) -> None:
    """No sentence falls back to English."""
    speaker = language(code, "marabunta")
    english = (" the ", " is ", " and ", " writes ", " your ", " a crate")
    for before, after in islice(pairwise(random_line(START, 5)), 0, None, 3):
        assert after.last
        words = told(before, after.last, None, code, after) + in_words(before.view(None), code)
        assert not any(word in words for word in english), words
        refusal = before.why_not("take:B") or before.why_not("leaf:B")
        assert refusal and not any(word in f" {speaker.say(refusal.phrase)}" for word in english)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_glossary_s_terms_are_used(code: str) -> None:
    """Every term of the glossary is in the rulebook or the catalogue of its language."""
    terms = tomllib.loads((files("ludotheque.drawing") / "marabunta" / "glossary.toml").read_text("utf-8"))["term"]
    book = rulebook("marabunta", code)
    text = " ".join(paragraph.text for paragraph in book.paragraphs).lower()
    assert all(set(term) == set(LANGUAGES) for term in terms)
    assert [term[code] for term in terms if term[code].split()[-1].lower()[:5] not in text] == []


def test_every_refusal_cites_a_paragraph() -> None:
    assert "marabunta" in NAMES
    refusal = ORANGE.why_not("write:a1")
    assert refusal is not None
    citation = refusal.cite("fr")
    assert citation.paragraph == "marabunta/writing.4" and citation.elements == ("hex-a1",)
    assert citation.reason == "L'hexagone a1 est dans la région bleue, mais ce chiffre va dans la région orange."
    assert all(ORANGE.why_not(move) is None for move in citation.alternatives)


def test_both_seats_read_the_same_description_of_the_table_built_once() -> None:
    """Nothing is hidden; only the expected and possible steps are each seat's own."""
    position = game("marabunta").start().roll(1)
    first, second = (words.describe(position.view(seat)) for seat in (1, 2))
    assert all(one is other for one, other in zip(first.where, second.where, strict=True))
    assert first.expected != second.expected
    after = position.play(position.legal()[0])
    assert words.describe(after.view(1)).where != first.where
