"""A seat's knowledge, and the secrets that its steps would reveal to it."""

from ludotheque.play.choice import choices_of
from ludotheque.play.knowledge import WORLDS, is_anything_hidden, shows_hidden, worlds_of
from tests.conftest import begin
from tests.test_choice import projects


def test_a_game_without_secrets_is_one_world() -> None:
    position = begin("mabula-largest", 1)
    assert [world.state.tobytes() for world in worlds_of(position.view(1))] == [position.state.tobytes()]
    assert not is_anything_hidden(position, 1)
    assert not shows_hidden(position.view(1), [position.legal()[0].text])


def test_worlds_that_are_the_same_are_one() -> None:
    position = projects()
    assert not is_anything_hidden(position, 2)
    assert [world.state.tobytes() for world in worlds_of(position.view(2))] == [position.state.tobytes()]


def test_every_world_looks_to_the_seat_like_its_view() -> None:
    position = projects()
    for text in choices_of(position.view(1))[0]:
        position = position.play(text, 1)
    worlds = worlds_of(position.view(2))
    assert 1 < len(worlds) == len({world.state.tobytes() for world in worlds}) <= WORLDS
    assert all(world.view(2) == position.view(2) for world in worlds)
    assert is_anything_hidden(position, 2) and not is_anything_hidden(position, 1)


def test_a_project_shows_nothing_until_it_is_the_last_one() -> None:
    """makabana/projects: all cards are turned over when everybody has chosen."""
    position = projects()
    for seat in (1, 2):
        chosen = choices_of(position.view(seat))[0]
        assert not shows_hidden(position.view(seat), chosen)
        for text in chosen:
            position = position.play(text, seat)
    assert shows_hidden(position.view(3), choices_of(position.view(3))[0])
