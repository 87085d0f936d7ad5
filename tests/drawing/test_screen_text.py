"""A text board to point at: it shows what the text picture shows, and every place that a move names is found."""

import re
from itertools import islice

from ludotheque.drawing import draw_text, marks_of
from ludotheque.drawing.screen_text import draw_text_board
from tests.conftest import begin, random_line

ON_THE_BOARD = ("", "write", "strike", "hut", "build", "paint", "club", "tiki", "card", "field", "water", "use", "leaf")


def names_of(step: str) -> list[str]:
    word, colon, rest = step.partition(":")
    if colon:
        return [rest] if word in ON_THE_BOARD else []
    return step.split("-") if "-" in step else []


def test_every_place_that_a_move_names_can_be_pointed_at(setup: str) -> None:
    for position in islice(random_line(begin(setup, 2), 2), 0, None, 6):
        for seat in filter(None, position.actors):
            drawn = draw_text_board(position.view(seat), marks_of(position, seat))
            spots = {spot.name for part in (drawn.board, drawn.tables) for spot in part.spots}
            named = {name for step in position.legal(seat) for name in names_of(step.text)}
            assert named <= spots


def test_a_spot_is_where_its_name_is_found(setup: str) -> None:
    position = next(islice(random_line(begin(setup, 2), 2), 12, None))
    drawn = draw_text_board(position.view(1))
    assert drawn.board.name_at(0, 0) == ""
    for part in (drawn.board, drawn.tables):
        for spot in part.spots:
            assert part.name_at(spot.first, spot.line) == part.name_at(spot.last - 1, spot.line) == spot.name
            assert spot.line < part.height


def test_the_screen_shows_the_same_as_the_text_picture(setup: str) -> None:
    """Line by line, in colour and without; only moves and heading are left out."""
    for position in islice(random_line(begin(setup, 2), 2), 0, None, 9):
        seat = position.actors[0] or None if position.actors else None
        view, marks = position.view(seat), marks_of(position, seat)
        for colour in (False, True):
            drawn = draw_text_board(view, marks, colour=colour)
            whole = draw_text(view, marks, colour=colour)
            assert all(line.rstrip() in whole for part in (drawn.board, drawn.tables) for line in part.lines)
            assert "\x1b]" not in "".join(drawn.board.lines + drawn.tables.lines)
            assert bool(re.search("\x1b", "".join(drawn.board.lines))) == colour
            assert max(drawn.board.width, drawn.tables.width) <= 80
