"""Mabula: every rule, on boards that can be seen."""

import json
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

import ludotheque
from ludotheque import Position, PositionError
from ludotheque.games.mabula import rules
from ludotheque.games.mabula.board import arrangements
from ludotheque.games.mabula.notation import format_start, parse_start
from tests.conftest import begin, random_line

MABULA = ludotheque.game("mabula")

# Marbles on b3 and b6 (the worked example), all others still on the edge.
EXAMPLE = """
   a b c d e f g h
8    W B W B W B    8
7  . . . . . . . B  7
6  B W . . . . . W  6
5  W . . . . . . B  5
4  B . . . . . . W  4
3  . B . . . . . B  3
2  W . . . . . . W  2
1    W B W B W B    1
   a b c d e f g h
White to move
"""


def example() -> Position:
    return MABULA.read(EXAMPLE)


def moves_from(position: Position, cell: str) -> list[str]:
    return sorted(str(move)[3:] for move in position.legal() if str(move).startswith(cell))


def rule(position: Position, move: str, seat: int | None = None) -> str:
    refusal = position.why_not(move, seat)
    assert refusal is not None
    assert refusal.kind == ("unreadable" if refusal.rule == "mabula.notation" else "illegal")
    return refusal.rule


def test_there_are_40158_starts_in_alphabetical_order() -> None:
    board = MABULA.setup(start=0).board
    texts = [format_start(board, number) for number in range(len(arrangements()))]
    assert len(set(texts)) == 40_158
    assert texts == sorted(texts)
    assert all(text.count("W") == 12 for text in texts)
    assert not any(three in text + text[:2] for text in texts for three in ("WWW", "BBB"))


def test_a_start_is_found_by_its_letters() -> None:
    board = MABULA.setup(start=0).board
    for number in (0, 1, 77, 20_000, 40_157):
        assert parse_start(board, format_start(board, number)) == number


def test_the_start_is_read_clockwise_from_b8() -> None:
    position = MABULA.start(start="WWBWBBWBWWBWBBWBWBBWBWWB")
    rows = str(position).splitlines()
    assert rows[2] == "8    W W B W B B    8"
    assert rows[9] == "1    B W B W B B    1"
    assert position.actors == (1,)


def test_on_an_empty_line_all_six_cells_are_in_reach() -> None:
    assert moves_from(MABULA.start(start="WWBWBBWBWWBWBBWBWBBWBWWB"), "b8") == ["b2", "b3", "b4", "b5", "b6", "b7"]


def test_the_reach_is_six_less_the_marbles_on_the_line() -> None:
    """Worked example: marbles on b3 and b6, so k = 1..4."""
    assert moves_from(example(), "b1") == ["b2", "b3", "b4", "b5"]


def test_a_marble_that_is_met_is_pushed_ahead() -> None:
    """Worked example: k = 2 moves the marble of b3 to b4."""
    after = json.loads(example().play("b1-b3").to_json())
    assert {"b3", "b6"} <= set(after["white"])
    assert "b4" in after["black"]


def test_marbles_that_are_met_stack_up_without_gaps() -> None:
    """Worked example: k = 4 puts the pusher on b5, b3's marble on b6 and b6's on b7."""
    after = json.loads(example().play("b1-b5").to_json())
    assert {"b5", "b7"} <= set(after["white"])
    assert "b6" in after["black"]


def test_no_marble_may_end_on_an_edge_cell() -> None:
    assert rule(example(), "b1-b6") == "mabula.too-far"
    assert "at most 4 cells" in str(example().why_not("b1-b6"))
    assert rule(example(), "b1-b8") == "mabula.no-edge-cell"
    assert rule(example(), "a2-h2") == "mabula.no-edge-cell"


def test_only_own_marbles_are_pushed() -> None:
    assert rule(example(), "c1-c2") == "mabula.own-marble"


def test_only_cells_with_a_marble_are_played_from() -> None:
    assert rule(example(), "a7-b7") == "mabula.empty-edge"
    assert rule(example(), "b3-b4") == "mabula.from-the-edge"
    assert rule(example(), "a1-a2") == "mabula.no-corner"


def test_a_marble_goes_straight_inwards() -> None:
    assert rule(example(), "b1-c2") == "mabula.straight-inwards"
    assert rule(example(), "b1-b1") == "mabula.straight-inwards"
    assert rule(example(), "b1-c1") == "mabula.straight-inwards"


@pytest.mark.parametrize("text", ["", "b1", "b1-b9", "B1-B4", "b1-b4 ", "b１-b4", "b1—b4", "i1-i2", "b1-b4\n"])
def test_a_text_that_is_no_move_is_unreadable(text: str) -> None:
    assert rule(example(), text) == "mabula.notation"


FULL_COLUMN = """
   a b c d e f g h
8    . W B W B W    8
7  . B . . . . . B  7
6  . W . . . . . B  6
5  . B . . . . . B  5
4  . W . . . . . B  4
3  . B . . . . . W  3
2  . W . . . . W W  2
1    W B W B W B    1
   a b c d e f g h
White to move
"""


def test_a_full_line_keeps_its_edge_marbles_out() -> None:
    position = MABULA.read(FULL_COLUMN)
    assert moves_from(position, "b1") == []
    assert rule(position, "b1-b2") == "mabula.full-line"
    assert position.facts(1)["seats"]["1"]["stuck"] == ["b1"]


def test_the_reach_of_one_cell_is_said_in_the_singular() -> None:
    position = MABULA.read(FULL_COLUMN.replace("7  . B .", "7  . . B"))
    assert "at most 1 cell:" in str(position.why_not("b1-b4"))


def test_a_seat_without_a_move_is_passed_over_and_the_game_ends_when_neither_has_one() -> None:
    """A random game in which the same seat moves twice, and one that ends with marbles on the edge."""
    passed = stuck = False
    for seed in range(60):
        line = list(random_line(begin("mabula-largest", seed), seed))
        movers = [position.actors for position in line[:-1]]
        passed |= any(one == other for one, other in pairwise(movers))
        stuck |= bool(line[-1].facts()["seats"]["1"]["on_edge"] or line[-1].facts()["seats"]["2"]["on_edge"])
        assert line[-1].outcome is not None
        assert line[-1].outcome.endings == ("no-moves",)
    assert passed
    assert stuck


# Black's last marble, on a7, finds row 7 full; White still has two to push.
PASSED_OVER = """
   a b c d e f g h
8    . . . . . .    8
7  B W B W B W B .  7
6  . . . . . . . W  6
5  . B B B B B B .  5
4  . . . . . . . .  4
3  . W W W W W W .  3
2  W . B . B . W .  2
1    . . . . . .    1
   a b c d e f g h
White to move
"""


def test_a_seat_that_has_no_move_is_passed_over() -> None:
    position = MABULA.read(PASSED_OVER).play("a2-b2")
    assert position.actors == (1,)
    assert position.play("h6-g6").is_over


def test_mabula_has_no_chance() -> None:
    position = MABULA.start(seed=1)
    assert MABULA.engine.weights(position.setup.board, position.state) == []
    assert position.roll(1) is position


# White has groups of 6, 3, 2 and 1, Black of 8, 2, 1 and 1: the worked example.
GROUPS = """
   a b c d e f g h
8    . . . . . .    8
7  . W W W . B B .  7
6  . W W W . B B .  6
5  . . . . . B B .  5
4  . W W W . B B .  4
3  . B . B . . . .  3
2  . W W . W B B .  2
1    . . . . . .    1
   a b c d e f g h
Game over
"""


@pytest.mark.parametrize(("scoring", "scores", "winner"), [("largest", (6, 8), 2), ("product", (36, 16), 1)])
def test_the_largest_group_counts_or_the_product_of_all(scoring: str, scores: tuple[int, ...], winner: int) -> None:
    position = MABULA.read(f"mabula scoring={scoring}{GROUPS}")
    assert position.outcome is not None
    assert position.outcome.scores == scores
    assert position.outcome.winners == (winner,)
    groups = {seat: [len(group) for group in facts["groups"]] for seat, facts in position.facts()["seats"].items()}
    assert groups == {"1": [6, 3, 2, 1], "2": [8, 2, 1, 1]}


def test_marbles_left_on_the_edge_count_in_groups_but_not_across_a_missing_corner() -> None:
    """b1 and a2 meet across the corner a1: no group. Edge cells side by side are one."""
    position = MABULA.start(start="WWBWBBWBWWBWBBWBWBBWBWWB")
    groups = position.facts()["seats"]["2"]["groups"]
    assert ["b1"] in groups
    assert ["g8", "f8"] in groups or ["f8", "g8"] in groups


# White has four groups of three.
BEST = """
   a b c d e f g h
8    . . . . . .    8
7  . W W W . B B .  7
6  . . . . . B B .  6
5  . W W W . B B .  5
4  . . . . . B B .  4
3  . W B . . B B .  3
2  . W W B W W W .  2
1    . . . . . .    1
   a b c d e f g h
Game over
"""


def test_four_groups_of_three_make_the_best_product() -> None:
    position = MABULA.read(f"mabula scoring=product{BEST}")
    white, black = position.scores
    assert white.total == 3 * 3 * 3 * 3
    assert black.total == 10


MIRRORS = {
    "a half turn": lambda cell: "hgfedcba"["abcdefgh".index(cell[0])] + str(9 - int(cell[1])),
    "left and right": lambda cell: "hgfedcba"["abcdefgh".index(cell[0])] + cell[1],
    "the diagonal": lambda cell: "abcdefgh"[int(cell[1]) - 1] + str("abcdefgh".index(cell[0]) + 1),
}


@pytest.mark.parametrize("mirror", MIRRORS.values(), ids=MIRRORS)
@pytest.mark.parametrize("setup", ["mabula-largest", "mabula-product"])
def test_a_mirrored_game_has_mirrored_moves_and_the_same_outcome(mirror: Callable[[str], str], setup: str) -> None:
    start = begin(setup, 5)
    fields = json.loads(start.to_json())
    for colour in ("white", "black"):
        fields[colour] = [mirror(cell) for cell in fields[colour]]
    twin = start.game.from_json(fields)
    for position in random_line(start, 5):
        if position.last:
            twin = twin.play(mirrored(str(position.last), mirror))
        assert sorted(mirrored(str(move), mirror) for move in position.legal()) == sorted(map(str, twin.legal()))
        assert position.scores == twin.scores
    assert position.outcome == twin.outcome


def mirrored(move: str, mirror: Callable[[str], str]) -> str:
    return "-".join(mirror(cell) for cell in move.split("-"))


def test_with_the_colours_exchanged_the_scores_are_exchanged() -> None:
    other = GROUPS.translate(str.maketrans("WB", "BW"))
    for scoring in ("largest", "product"):
        one, two = (MABULA.read(f"mabula scoring={scoring}{text}").scores for text in (GROUPS, other))
        assert one == two[::-1]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("White to move", "Red to move", "draw eight rows, 8 on top, then one of: White to move"),
        ("White to move", "Game over", "the game is not over while White has a move"),
        ("6  B W .", "6  B W", "row 6: write 8 cells as W, B or ."),
        ("8    W B", "8    X B", "row 8: write 6 cells"),
        ("8    W B", "8    B B", "White has 12 marbles, not 11"),
    ],
)
def test_a_drawing_that_is_no_position_is_refused(old: str, new: str, complaint: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(PositionError, match=complaint):
        MABULA.read(EXAMPLE.replace(old, new))


def test_it_cannot_be_the_turn_of_a_seat_without_a_move() -> None:
    with pytest.raises(PositionError, match="it cannot be White's turn, who has no move"):
        MABULA.read(GROUPS.replace("Game over", "White to move"))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"turn": 3}, "turn: one of 1, 2, null, not 3"),
        ({"turn": True}, "turn: one of 1, 2, null, not True"),
        ({"white": None}, "white: expected a list"),
        ({"white": ["a1"]}, "white: 'a1' is not one of"),
        ({"white": ["b1", "b1"]}, "white: 'b1' stands there twice"),
        ({"white": [[]]}, "white: .* is not one of"),
        ({"red": []}, "red: no such field; there are turn, white, black"),
    ],
)
def test_json_that_is_no_position_is_refused(change: dict[str, object], complaint: str) -> None:
    fields = json.loads(example().to_json())
    with pytest.raises(PositionError, match=complaint):
        MABULA.from_json(fields | change)


def test_two_marbles_cannot_stand_on_one_cell() -> None:
    fields = json.loads(example().to_json())
    fields["black"][0] = fields["white"][0]
    with pytest.raises(PositionError, match="two marbles stand on one cell"):
        MABULA.from_json(fields)


def test_a_field_that_is_missing_is_named() -> None:
    fields = json.loads(example().to_json())
    del fields["black"]
    with pytest.raises(PositionError, match="black: missing"):
        MABULA.from_json(fields)


def test_a_draw_is_won_by_both() -> None:
    record = ludotheque.Record.load("tests/golden/mabula/rare-several-winners.record")
    outcome = record.verify()
    assert outcome is not None
    assert outcome.winners == (1, 2)
    assert outcome.places == (1, 1)


def test_the_facts_count_as_the_rules_do() -> None:
    """Moves and group sizes as `rules` has them; all twelve marbles of a seat are in one group each."""
    for position in random_line(MABULA.start(seed=5), 5):
        for seat, facts in position.facts()["seats"].items():
            moves = rules.legal(position.setup.board.record, position.state, int(seat), np.zeros(78, np.int16))
            sizes = [len(group) for group in facts["groups"]]
            assert (facts["moves"], sizes[0]) == (moves, position.scores[int(seat) - 1].total)
            assert sizes == sorted(sizes, reverse=True)
            assert len({cell for group in facts["groups"] for cell in group}) == sum(sizes) == 12


def test_facts_can_be_changed_without_changing_those_of_others() -> None:
    example().facts()["seats"]["1"]["groups"][0].clear()
    assert example().facts()["seats"]["1"]["groups"][0]
