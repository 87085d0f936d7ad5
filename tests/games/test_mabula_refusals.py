"""Mabula: every wrong move is answered by its reason, the cells it is about, and the moves that come near."""

import pytest

import ludotheque
from ludotheque import Refusal

MABULA = ludotheque.game("mabula")

# Row 4 has room for three more, column b for none.
POSITION = """
   a b c d e f g h
8    . . . . . .    8
7  . B . . W . . B  7
6  . W W . W . . .  6
5  . B . . W . . .  5
4  B W . . B . B W  4
3  . B . . W . . .  3
2  W W . B B B B .  2
1    W . B . W .    1
   a b c d e f g h
White to move
"""


def refusal(move: str, seat: int = 1) -> Refusal:
    found = MABULA.read(POSITION).view(seat).why_not(move)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("move", "rule", "places"),
    [
        ("a4-c4", "own-marble", ("cell-a4",)),
        ("a4-h4", "own-marble", ("cell-a4",)),
        ("a7-b7", "empty-edge", ("cell-a7",)),
        ("a7-a6", "empty-edge", ("cell-a7",)),
        ("b1-b2", "full-line", ("cell-b1",)),
        ("b1-c1", "full-line", ("cell-b1",)),
        ("h4-d4", "too-far", ("cell-h4", "cell-d4")),
        ("h4-a4", "no-edge-cell", ("cell-h4", "cell-a4")),
        ("h4-g5", "straight-inwards", ("cell-h4", "cell-g5")),
        ("h4-h4", "straight-inwards", ("cell-h4",)),
        ("h4-h1", "straight-inwards", ("cell-h4",)),
        ("e6-e5", "from-the-edge", ("cell-e6",)),
        ("a1-a2", "no-corner", ()),
    ],
)
def test_a_refusal_names_its_rule_and_the_cells_it_is_about(move: str, rule: str, places: tuple[str, ...]) -> None:
    assert (refusal(move).rule, refusal(move).places) == (f"mabula.{rule}", places)


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("a4", "The marble on a4 is Black's: push one of your own."),
        ("a7", "There is no marble on a7."),
        ("b1", "The line of b1 is full: no marble may end on an edge cell."),
        ("e6", "Only marbles on edge cells are pushed, and e6 is none."),
        ("h8", "The board has no cell h8: its four corners are missing."),
        ("h4", "A move is written as two cells, from and to: b1-b4."),
    ],
)
def test_a_cell_alone_is_answered_as_the_beginning_of_a_move(cell: str, reason: str) -> None:
    assert refusal(cell).reason == reason


def test_the_nearest_moves_are_of_the_same_marble_the_farthest_first() -> None:
    assert refusal("h4-d4").alternatives == ("h4-e4", "h4-f4", "h4-g4")


def test_where_the_marble_cannot_go_others_that_reach_the_cell_come_first() -> None:
    assert refusal("a4-f4").alternatives[:2] == ("f1-f4", "h4-f4")


def test_where_nothing_reaches_the_cell_the_neighbours_on_the_ring_come_first() -> None:
    assert refusal("b1-b3").alternatives[0] == "a2-b2"


def test_an_unreadable_move_is_answered_by_what_looks_like_it() -> None:
    assert "h4-e4" in refusal("h4:e4").alternatives
