"""Every view and every step in words, in three languages: complete, and without others' secrets."""

import pytest

from ludotheque import Position, game
from ludotheque.drawing import LANGUAGES, describe, in_words, tell, told, waiting_words
from tests.conftest import begin, random_line, sampled
from tests.drawing.moments import positions_of, steps_of
from tests.drawing.reading import sayable

EVERY = 5  # of a random game's positions, one in so many is described

each_share = sampled("most", 6, 100)  # and at most so many of these, but every kind of move


def positions(setup: str, most: int) -> list[Position]:
    return positions_of(setup, 0, 0, EVERY, most)


@pytest.mark.parametrize("language", LANGUAGES)
@each_share
def test_every_view_is_described_without_gaps(setup: str, most: int, language: str) -> None:
    for position in positions(setup, most):
        for seat in (None, *range(1, position.players + 1)):
            words = in_words(position.view(seat), language)
            assert "{" not in words and "None" not in words
            assert len(words) < 4000, "84 hexes are not 84 sentences"
            assert describe(position.view(seat)).expected


@pytest.mark.parametrize("language", LANGUAGES)
@each_share
def test_every_legal_move_can_be_read_from_the_description(setup: str, most: int, language: str) -> None:
    """Of Marabunta's 63 splits one is said as an example; all other moves are said, and nothing that is not legal."""
    for position in positions(setup, most):
        for seat in filter(None, position.actors):
            view = position.view(seat)
            legal = {step.text for step in view.legal()}
            said = sayable(in_words(view, language))
            assert len(said) == len(set(said)) and set(said) <= legal
            assert {text for text in legal if not text.startswith("split:")} <= set(said)
            assert said, "something is sayable"


@each_share
def test_nothing_is_possible_for_those_who_are_not_waited_for(setup: str, most: int) -> None:
    for position in positions(setup, most):
        for seat in (None, *range(1, position.players + 1)):
            if seat not in position.actors:
                assert not describe(position.view(seat)).possible


@pytest.mark.parametrize("language", LANGUAGES)
@each_share
def test_every_step_has_words(setup: str, most: int, language: str) -> None:
    for before, after in steps_of(setup, 3, 4 * most):
        assert after.last
        for seat in (None, 1, after.last.seat or 2):
            words = told(before, after.last, seat, language, after)
            assert "{" not in words and "None" not in words
            changed = before.view(seat) != after.view(seat)
            assert bool(words) >= changed, (after.last, seat)


@each_share
def test_words_reveal_no_secret_step(setup: str, most: int) -> None:
    """Secret steps that leave a seat with the same view have the same words for it."""
    for before in positions(setup, most):
        for actor in filter(None, before.actors):
            for seat in (None, *(one for one in range(1, before.players + 1) if one != actor)):
                heard: dict[object, set[str]] = {}
                for after in map(before.play, before.legal(actor)[:8]):
                    if after.last and after.last not in after.seen_steps(seat):
                        words = told(before, after.last, seat, "en", after)
                        heard.setdefault(after.view(seat), set()).add(words)
                assert all(len(words) == 1 for words in heard.values()), heard


def test_the_words_of_the_last_step_name_the_winners(setup: str) -> None:
    *_, before, after = random_line(begin(setup, 4), 4)
    assert after.last and after.outcome
    phrases = tell(before, after.last, None, after)
    words = " ".join(map(str, phrases))
    assert any(after.game.seat_name(winner) in words for winner in after.outcome.winners)
    assert all(str(score) in words for score in after.outcome.scores)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_played_from_descriptions(setup: str, language: str) -> None:
    """Each seat reads its own description and nothing else, and plays a move that it names."""
    position, turn = begin(setup, 6), 0
    while not position.is_over:
        if position.is_chance:
            position = position.roll(turn)
            continue
        seat = position.actors[turn % len(position.actors)]
        moves = sayable(in_words(position.view(seat), language))
        position = position.play(moves[turn * 7 % len(moves)], seat)
        turn += 1
    assert position.outcome


@pytest.mark.parametrize(
    ("language", "note"),
    [
        ("en", "This game is by rules 1; new games are by rules 2."),
        ("fr", "Cette partie suit les règles 1\u202f; les nouvelles suivent les règles 2."),
        ("it", "Questa partita segue le regole 1; le nuove seguono le regole 2."),
    ],
)
def test_the_words_of_a_game_by_older_rules_say_so(language: str, note: str) -> None:
    for rules in (1, 2):
        position = game("makabana").start(players=3, rules=rules)
        for seat in (1, None):
            assert (note in in_words(position.view(seat), language)) == (rules == 1)
        assert waiting_words(position, language).endswith(f" {note}") == (rules == 1)
