"""Whole choices: single steps, and secrets that are made of parts."""

import pytest

from ludotheque import Position
from ludotheque.play import choice
from ludotheque.play.choice import choices_of, has_say, is_half_made, is_secret, parts_of, play_part
from tests.conftest import begin, random_line


def projects() -> Position:
    """Maka Bana with three, when all choose their projects."""
    position = begin("makabana-3", 1)
    while len(position.actors) == 1:
        position = position.play(position.legal()[0])
    return position


def test_a_step_of_a_game_without_secrets_is_a_whole_choice() -> None:
    position = begin("mabula-largest", 1)
    view = position.view(1)
    assert parts_of(view) == {}
    assert choices_of(view) == [(step.text,) for step in view.legal()]
    after = position.play(position.legal()[0])
    assert not is_secret(after) and not is_half_made(after, 1)


def test_a_project_is_a_site_and_a_card() -> None:
    view = projects().view(1)
    parts = parts_of(view)
    assert list(parts) == [step.text for step in view.legal()]
    assert choices_of(view) == [(site, card) for site in parts for card in parts[site]]


def test_half_a_project_is_secret_and_the_seat_chooses_on() -> None:
    view = projects().view(2)
    half = play_part(view, view.legal()[0].text)
    assert is_secret(half) and is_half_made(half, 2) and not is_half_made(half, 1)
    whole = half.play(half.legal(2)[0], 2)
    assert is_secret(whole) and not is_half_made(whole, 2)


def test_a_seat_that_is_not_waited_for_has_no_choices() -> None:
    waiting = begin("makabana-3", 1)
    other = next(seat for seat in (1, 2, 3) if seat not in waiting.actors)
    assert parts_of(waiting.view(other)) == {} and choices_of(waiting.view(other)) == []


def test_choices_are_cut_where_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "MOST_CHOICES", 3)
    assert len(choices_of(projects().view(1))) == 3


def test_a_part_of_a_part_is_found_as_deep_as_choices_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game has choices of three parts yet: the steps of a turn of Jungle Rumble are taken for parts here."""
    monkeypatch.setattr(choice, "MOST_PARTS", 3)
    monkeypatch.setattr(choice, "is_half_made", lambda position, seat: seat in position.actors)
    view = begin("junglerumble-2", 1).view(1)
    parts = choice._parts_of(view)
    choice._parts_of.cache_clear()
    first = next(iter(parts.values()))
    assert isinstance(first, dict)
    assert all(isinstance(rest, list) for rest in first.values()), "three parts are the most"
    deepest = choice._choices("first", first)
    assert {len(steps) for steps in deepest} == {3}


def test_a_seat_has_a_say_until_others_or_chance_act() -> None:
    mabula = begin("mabula-largest", 1)
    assert has_say(mabula, 1) and not has_say(mabula, 2)
    assert not has_say(mabula.play(mabula.legal()[0]), 1)


def test_a_single_legal_step_is_no_say() -> None:
    line = random_line(begin("junglerumble-2", 3), 3)
    single = [one for one in line if one.actors and one.count(one.actors[0]) == 1]
    assert any(not has_say(one, one.actors[0]) for one in single)
