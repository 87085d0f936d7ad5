"""Mabula's pictures: ids of marbles, lights, previews, and the text picture."""

import re
from itertools import pairwise

import pytest

from ludotheque import Position, View, game
from ludotheque.drawing import LANGUAGES, Drawing, Marks, draw, draw_text
from ludotheque.drawing.mabula.layout import CENTRES, outline
from tests.conftest import begin, random_line

MABULA = game("mabula")

# From b1 a marble goes at most two cells, from a4 one; h2 is stuck.
POSITION = """
   a b c d e f g h
8    . . . . . .    8
7  . . W . . W B .  7
6  . W . . . . . .  6
5  . . . . . . . .  5
4  W B B W . B B .  4
3  . B . . . . . .  3
2  . W B W B W B W  2
1    W B W B W B    1
   a b c d e f g h
White to move
"""
ANSI = re.compile(r"\x1b\[[\d;]*m")


def position() -> Position:
    return MABULA.read(POSITION)


def view(seat: int | None = 1) -> View:
    return position().view(seat)


def cell_at(markup: str) -> str:
    """The cell of an element."""
    found = re.search(r'data-name="(\w\d)"', markup)
    assert found
    return found[1]


def lit(drawing: Drawing) -> set[str]:
    return {cell_at(markup) for markup in drawing.live.values() if re.search(r'class="[^"]*\blit\b', markup)}


def marbles(drawing: Drawing) -> dict[str, str]:
    return {name: cell_at(markup) for name, markup in drawing.live.items() if re.fullmatch(r"m\d+", name)}


def test_marbles_keep_their_ids_through_a_whole_game() -> None:
    """The pusher goes from the edge to its target; nobody else leaves that line, and nobody passes another."""
    for before, after in pairwise(random_line(begin("mabula-largest", 2), 2)):
        was, now = (marbles(draw(one.view(None), Marks(played=one.steps))) for one in (before, after))
        assert after.last
        pusher = next(name for name, cell in was.items() if cell == after.last.text[:2])
        assert now[pusher] == after.last.text[3:]
        along = next(sign for sign in now[pusher] if sign in was[pusher])
        assert all(along in was[name] and along in now[name] for name in was if was[name] != now[name])
        assert [cell in before.to_fields()["white"] for cell in was.values()] == [
            cell in after.to_fields()["white"] for cell in now.values()
        ]


def test_at_the_start_marbles_are_numbered_around_the_edge() -> None:
    found = marbles(draw(MABULA.start(seed=1).view(None)))
    assert (found["m0"], found["m5"], found["m6"], found["m23"]) == ("b8", "g8", "h7", "a7")


def test_without_the_steps_so_far_marbles_are_numbered_by_their_cells() -> None:
    found = marbles(draw(view()))
    assert (found["m0"], found["m23"]) == ("b1", "g7")
    start = MABULA.start(seed=1)
    after = start.play(start.legal()[0])
    assert marbles(draw(after.view(None)))["m0"] == "b1", "its steps were not given"


def test_own_marbles_that_can_be_pushed_are_lit_and_no_others() -> None:
    assert lit(draw(view())) == {"b1", "d1", "f1", "a4"}, "h2 is stuck"
    assert lit(draw(view(2))) == lit(draw(view(None))) == set()


def test_a_chosen_marble_is_lifted_and_its_targets_are_lit() -> None:
    drawing = draw(view(), Marks(chosen=("m0",)))
    assert lit(drawing) == {"b2", "b3"}
    assert "lifted" in drawing.live["m0"]
    assert 'class="leaves"' in drawing.live["origin"]


def test_a_chosen_cell_lights_the_marbles_that_reach_it() -> None:
    assert lit(draw(view(), Marks(chosen=("cell-b4",)))) == {"a4", "b4"}


def test_a_preview_shows_every_moved_marble_on_its_target_cell() -> None:
    """b1 to b3: b2 goes to b4, b3 to b5, b4 to b6 and b6 to b7."""
    drawing = draw(view(), Marks(preview="b1-b3"))
    places = re.findall(r'class="ghost" transform="translate\((\d+) (\d+)\)"', drawing.live["preview"])
    assert {(int(x), int(y)) for x, y in places} == {CENTRES[f"b{row}"] for row in (3, 4, 5, 6, 7)}
    assert drawing.live["preview"].count("chevron") == 4
    leaving = {cell_at(markup) for markup in drawing.live.values() if "leaving" in markup}
    assert leaving == {"b1", "b2", "b3", "b4", "b6"}


def test_a_preview_shows_the_new_score() -> None:
    """d1 to d3 makes a group of three, d3 to d5."""
    plain, ahead = draw(view()), draw(view(), Marks(preview="d1-d3"))
    assert ">2<" in plain.live["score-1"] and "arrow" not in plain.live["score-1"]
    assert "arrow" in ahead.live["score-1"] and ">3<" in ahead.live["score-1"]
    assert "coming" in ahead.live["groups"] and "coming" in ahead.live["tags"]


def figures(drawing: Drawing) -> list[list[int]]:
    """Each seat's largest group and product; each figure that a preview changes is followed by its new value."""
    return [[int(one) for one in re.findall(r">(\d+)<", drawing.live[f"figures-{seat}"])] for seat in (1, 2)]


def test_the_groups_are_worth_the_same_whichever_scoring_counts() -> None:
    """Both scorings are shown, now and after a previewed move."""
    largest, product = (
        MABULA.read(f"mabula scoring={scoring}{POSITION}").view(1) for scoring in ("largest", "product")
    )
    assert figures(draw(largest)) == figures(draw(product))
    assert [row[0] for row in figures(draw(largest))] == [score.total for score in largest.scores]
    assert [row[1] for row in figures(draw(largest))] == [score.total for score in product.scores]
    ahead = draw(largest, Marks(preview="d1-d3")).live["figures-1"]
    assert "arrow" in ahead and ">3<" in ahead and "up" in ahead


def test_the_last_move_s_origin_and_target_are_marked() -> None:
    after = position().play("b1-b3")
    last = draw(after.view(None), Marks(last=after.steps[-1:])).live["last"]
    for cell in ("b1", "b3"):
        x, y = CENTRES[cell]
        assert f"translate({x} {y})" in last


def test_the_panels_of_the_seat_to_move_and_of_the_winners_differ_from_the_others() -> None:
    drawing = draw(view())
    assert "to-move" in drawing.live["panel-1"] and "to move" in drawing.live["status-1"]
    assert "to-move" not in drawing.live["panel-2"]
    *_, over = random_line(begin("mabula-largest", 5), 5)
    ended = draw(over.view(None))
    assert over.outcome
    for seat in (1, 2):
        assert ("won" in ended.live[f"panel-{seat}"]) == (seat in over.outcome.winners)


def test_a_stuck_marble_is_barred_in_its_seat_s_panel() -> None:
    assert "bar" in draw(view()).live["edge-1"] and "1 stuck" in draw(view()).live["edge-1"]
    assert "bar" not in draw(MABULA.start(seed=1).view(1)).live["edge-1"]


def test_with_products_every_group_has_its_tag_else_only_the_largest() -> None:
    largest, product = (
        draw(MABULA.read(f"mabula scoring={scoring}{POSITION}").play("d1-d3").view(None)).live["tags"]
        for scoring in ("largest", "product")
    )
    assert 0 < largest.count("<text") < product.count("<text")


def test_a_click_that_is_no_move_gets_its_refusal() -> None:
    seen = view()
    drawing = draw(seen)
    assert drawing.attempt == "{}"
    for markup in drawing.live.values():
        if "data-name" in markup and "data-steps" not in markup:
            assert seen.why_not(drawing.attempt.format(cell_at(markup))) is not None
    assert draw(seen, Marks(chosen=("m0",))).attempt == "b1-{}"
    assert draw(view(None)).attempt == draw(view(2)).attempt == ""


@pytest.mark.parametrize("move", ["a4-d4", "c1-c2", "b1-c1", "b1-b8", "b5-b6", "a7", "h2-g2"])
def test_a_refusal_s_places_are_elements_of_the_drawing(move: str) -> None:
    refusal = view().why_not(move)
    assert refusal and refusal.places
    assert set(refusal.places) <= draw(view()).live.keys()


def test_a_group_around_a_gap_has_two_borders() -> None:
    ring = ("b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4")
    assert outline(ring).count("M") == 2
    assert outline(ring[:3]).count("M") == 1


def test_cells_of_a_group_that_touch_by_a_corner_stay_apart_there() -> None:
    """b3 and c2 touch by a corner only; the group goes around by d3."""
    assert outline(("b3", "b4", "c4", "d4", "d3", "d2", "c2")).count("M") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_picture_fits_80_columns_and_lists_every_move(language: str) -> None:
    for one in random_line(begin("mabula-product", 3), 3):
        seen = one.view(one.actors[0] if one.actors else None)
        text = draw_text(seen, Marks(last=one.steps[-1:]), language)
        assert max(map(len, text.splitlines())) <= 80
        below = text.splitlines()[20:]
        assert set(re.findall(r"\b\w\d-\w\d\b", "\n".join(below))) == {step.text for step in seen.legal()}


def test_the_text_picture_says_the_same_with_and_without_colour() -> None:
    plain, coloured = (draw_text(view(), colour=colour) for colour in (False, True))
    assert ANSI.sub("", coloured) == plain != coloured


def rows(text: str) -> dict[str, str]:
    return {line[1]: line[:40] for line in text.splitlines() if line[1:2].isdigit()}


def test_the_text_picture_shows_how_far_each_marble_may_go() -> None:
    found = rows(draw_text(view()))
    assert "│ ○1┃ ● │ ● │ ○ │ · │ ● │ ● ┃ · │" in found["4"]
    assert "│ ○2│ ● │ ○4│ ● │ ○3│ ● │" in found["1"]
    assert found["2"].endswith("┃ ○ │ 2"), "h2 is stuck"


def test_the_text_picture_brackets_the_chosen_marble_the_preview_and_the_last_move() -> None:
    assert "┃(○)│" in rows(draw_text(view(), Marks(chosen=("cell-b1",))))["2"]
    assert "[○]" in rows(draw_text(view(), Marks(chosen=("cell-b1",))))["1"]
    assert "┃{○}│" in rows(draw_text(view(), Marks(preview="b1-b3")))["4"]
    after = position().play("b1-b3")
    text = draw_text(after.view(2), Marks(last=after.steps[-1:]))
    assert "┃‹○›│" in rows(text)["3"] and "last move: White b1-b3" in text
