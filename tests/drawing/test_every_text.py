"""Every view is a text picture that a person can play from: at most 80 columns, in colour and without."""

import re
from itertools import islice
from pathlib import Path

import pytest

from ludotheque import Position
from ludotheque.drawing import LANGUAGES, draw_text, marks_of
from tests.conftest import begin, compiled, random_line, sampled
from tests.drawing.moments import positions_of
from tests.drawing.reading import readable

COLOUR = re.compile(r"\x1b\[[\d;]*m")


EVERY = 6  # of a random game's positions, one in so many is drawn

each_share = sampled("most", 6, 100)  # and at most so many of these, but every kind of move


def positions(setup: str, most: int) -> list[Position]:
    return positions_of(setup, 2, 0, EVERY, most)


def draw(position: Position, seat: int | None, language: str = "en", *, colour: bool = False) -> str:
    return draw_text(position.view(seat), marks_of(position, seat), language, colour=colour)


@pytest.mark.parametrize("language", LANGUAGES)
@each_share
def test_a_text_picture_fits_a_terminal(setup: str, most: int, language: str) -> None:
    for position in positions(setup, most):
        for seat in (None, *range(1, position.players + 1)):
            picture = draw(position, seat, language)
            assert max(map(len, picture.splitlines())) <= 80
            assert "\t" not in picture and "None" not in picture


@each_share
def test_colour_adds_nothing_but_colour(setup: str, most: int) -> None:
    for position in positions(setup, most):
        seat = position.actors[0] or None if position.actors else None
        coloured = draw(position, seat, colour=True)
        bare = [line.rstrip() for line in COLOUR.sub("", coloured).splitlines()]
        assert bare == draw(position, seat).splitlines()
        assert COLOUR.search(coloured)


@pytest.mark.parametrize("language", LANGUAGES)
@each_share
def test_the_moves_at_its_foot_are_the_legal_ones(setup: str, most: int, language: str) -> None:
    for position in positions(setup, most):
        for seat in filter(None, position.actors):
            assert sorted(readable(draw(position, seat, language))) == sorted(map(str, position.legal(seat)))


def test_a_whole_game_is_played_from_text_pictures(setup: str) -> None:
    """Each seat reads its own picture and nothing else, and plays a move from it."""
    position, turn = begin(setup, 8), 0
    while not position.is_over:
        if position.is_chance:
            position = position.roll(turn)
            continue
        seat = position.actors[turn % len(position.actors)]
        moves = readable(draw(position, seat))
        position = position.play(moves[turn * 5 % len(moves)], seat)
        turn += 1
    assert position.outcome


@each_share
def test_every_seat_and_its_points_are_in_the_picture(setup: str, most: int) -> None:
    for position in positions(setup, most):
        picture = draw(position, None)
        for seat, score in enumerate(position.scores, 1):
            assert position.game.seat_name(seat) in picture
            assert re.search(rf"(?<!\d){score.total}(?!\d)", picture)


def test_a_users_own_board_fits_too(own_boards: list[tuple[str, Path, int]]) -> None:
    for name, board, players in own_boards:
        start = compiled(name).start(players, board=board)
        for position in islice(random_line(start, 3), 0, None, 15):
            seat = position.actors[0] or None if position.actors else None
            picture = draw(position, seat)
            assert max(map(len, picture.splitlines())) <= 80
            if seat:
                assert sorted(readable(picture)) == sorted(map(str, position.legal(seat)))
