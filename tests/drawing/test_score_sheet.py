"""The score sheet: every point is accounted for, in words, and the same for everybody at the table."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from ludotheque import Position, game
from ludotheque.drawing import LANGUAGES
from ludotheque.drawing.score_sheet import score_sheet
from tests.conftest import begin, random_line

EVERY = 7
MARBLES = """
   a b c d e f g h
8    W B W . B .    8
7  . . W W B . . B  7
6  B . . W B W . .  6
5  W . . . B . . B  5
4  . . . . . . W .  4
3  W . . . . . W .  3
2  . . B B . . . B  2
1    W . W . . B    1
   a b c d e f g h
White to move
"""


def positions(setup: str) -> Iterator[Position]:
    for seed in range(3):
        line = [*random_line(begin(setup, seed), seed)]
        yield from islice(line, seed, None, EVERY)
        yield line[-1]


def test_the_rows_of_each_part_add_up_to_its_score(setup: str) -> None:
    for position in positions(setup):
        view = position.view(None)
        for score, lines in zip(view.scores, score_sheet(view), strict=True):
            added = Counter[str]()
            for line in lines:
                added[line.part] += line.points
            assert {part: added[part] for part in score.parts} == dict(score.parts)
            assert set(added) <= set(score.parts)


def test_the_sheet_is_the_same_for_everybody_at_the_table(setup: str) -> None:
    """Scores are open in all four games, so every seat reads the same."""
    for position in islice(positions(setup), 0, None, 5):
        sheet = score_sheet(position.view(None))
        assert all(score_sheet(position.view(seat)) == sheet for seat in range(1, position.players + 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_is_said_without_gaps(setup: str, language: str) -> None:
    for position in islice(positions(setup), 0, None, 3):
        view = position.view(None)
        labels = [line.label for lines in score_sheet(view, language) for line in lines]
        english = [line.label for lines in score_sheet(view) for line in lines]
        assert labels or not any(score.total for score in view.scores)
        assert all(label and "{" not in label and "None" not in label for label in labels)
        assert language == "en" or not set(labels) & set(english), "all of it is translated"


def mabula(scoring: str) -> list[list[tuple[str, int]]]:
    position = game("mabula").read(f"mabula  players=2  scoring={scoring}{MARBLES}")
    return [[(line.label, line.points) for line in lines] for lines in score_sheet(position.view(None))]


def test_the_largest_group_counts_and_the_others_bring_nothing() -> None:
    white, black = mabula("largest")
    assert white[0] == ("The largest group, 4 marbles: d6, c7, d7 and d8", 4)
    assert ("A group of 2: g3 and g4", 0) in white
    assert white[-1] == ("6 marbles standing alone", 0)
    assert [points for _, points in black] == [3, 0, 0]


def test_a_product_grows_group_by_group() -> None:
    white, black = mabula("product")
    assert white[:2] == [
        ("A group of 4: d6, c7, d7 and d8", 4),
        ("Times a group of 2, which makes 8: g3 and g4", 4),
    ]
    assert sum(points for _, points in black) == 6
