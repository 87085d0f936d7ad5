"""Each rulebook tells players, in every language, what is a reading of ours and what we made ourselves."""

import tomllib
from pathlib import Path

import pytest

from ludotheque import NAMES, game
from ludotheque.drawing import LANGUAGES, rulebook
from ludotheque.drawing.language import language as speaker
from ludotheque.games.marabunta.nouns import REGIONS

DRAWING = Path(__file__).parent.parent.parent / "src" / "ludotheque" / "drawing"
# By paragraph, what it has to name: terms of the game's glossary, and figures that no language translates.
TOPICS = {
    "mabula/departures.5": ("board", "24", "edge cell", "corner"),
    "makabana/departures.1": ("project", "target"),
    "makabana/departures.11": ("beach", "sector", "site", "wall", "39", "Bikini", "Azzura"),
    "makabana/departures.12": ("first player", "1"),
    "marabunta/departures.10": ("territory", "region", "hex", "cupcake", "crate", "14"),
    "marabunta/departures.11": ("region", "cupcake", "crate", "`meadow`", "`islets`"),
    "marabunta/departures.12": ("cupcake row", "+0 +0 +0 +1 +1 +2 +2 +3"),
    "marabunta/departures.13": ("power", "crate", "`basic`", "`expert`"),
    "marabunta/departures.14": ("red", "split", "1"),
    "junglerumble/departures.12": ("food", "waking", "6"),
    "junglerumble/departures.13": ("kitten", "food", "penalty"),
    "junglerumble/departures.14": ("field", "waterway", "kitten", "tribe"),
    "junglerumble/departures.15": ("penalty", "24", "20", "9"),
    "junglerumble/departures.16": ("stall", "trader", "10"),
    "junglerumble/departures.17": ("food", "worker", "awake", "point"),
}
every_language = pytest.mark.parametrize("language", LANGUAGES)


def terms(name: str, language: str) -> dict[str, str]:
    """The first word of each term in a language, without its ending, by the term in English."""
    listed = tomllib.loads((DRAWING / name / "glossary.toml").read_text("utf-8"))["term"]
    words = {term["en"]: term[language].lower().removeprefix("to ").split(" ")[0] for term in listed}
    return {term: word[: max(3, len(word) - 2)] for term, word in words.items()} | {"penalty": "p"}


@every_language
@pytest.mark.parametrize("paragraph", TOPICS)
def test_a_departure_names_what_it_is_about(paragraph: str, language: str) -> None:
    name, _, number = paragraph.partition("/")
    text = rulebook(name, language).find(number)[0].text.lower()
    known = terms(name, language)
    for topic in TOPICS[paragraph]:
        assert known.get(topic, topic.lower()) in text, topic


@every_language
@pytest.mark.parametrize("paragraph", ["table.4", "departures.12"])
def test_the_cupcake_row_of_the_rulebook_is_that_of_the_board(paragraph: str, language: str) -> None:
    board = tomllib.loads((DRAWING.parent / "games" / "marabunta" / "boards" / "basic.toml").read_text("utf-8"))
    row = " ".join(f"+{points}" for points in board["start"]["cupcakes"])
    assert row in rulebook("marabunta", language).find(paragraph)[0].text


@pytest.mark.parametrize(("territory", "staying"), [("meadow", ""), ("islets", "BO")])
def test_half_a_turn_keeps_the_shape_of_a_map_and_the_colour_of_few_regions(territory: str, staying: str) -> None:
    """marabunta/departures.11."""
    facts = game("marabunta").start(territory=territory).facts()
    columns = "abcdefghijkl"

    def turned(hexes: list[str]) -> set[str]:
        return {columns[-1 - columns.index(one[0])] + str(8 - int(one[1:])) for one in hexes}

    assert turned(facts["cupcakes_left"]) == set(facts["cupcakes_left"])
    assert turned(facts["crates_left"]) == set(facts["crates_left"])
    regions = {letter: region["free"] for letter, region in facts["regions"].items()}
    assert all(turned(region) in map(set, regions.values()) for region in regions.values())
    assert "".join(letter for letter, region in regions.items() if turned(region) == set(region)) == staying


@every_language
def test_the_regions_that_stay_are_named(language: str) -> None:
    """marabunta/departures.11: blue and orange of the islets."""
    text = rulebook("marabunta", language).find("departures.11")[0].text.partition("`islets`")[2]
    names = [speaker(language, "marabunta").say(REGIONS[place]) for place in range(6)]
    assert [name for name in names if name in text] == [names[0], names[2]]


def test_departures_are_numbered_without_gaps() -> None:
    for name in NAMES:
        ids = [one.id for one in rulebook(name).find("departures")]
        assert ids == [f"departures.{number}" for number in range(1, len(ids) + 1)]
