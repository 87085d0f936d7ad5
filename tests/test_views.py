"""The information audit: hidden information changes nothing that a seat gets."""

from itertools import islice, product

import pytest

from ludotheque import Chance, Position, PositionError, View, game
from tests.conftest import SETUPS, begin, compiled, random_line

AUDIT = 1_000
GREAT_AUDIT = 100_000


def all_that_is_sent(view: View, texts: list[str], fully: bool) -> tuple[object, ...]:
    """Everything that a seat or a spectator can get from a view; the drawing and the facts only with `fully`."""
    refusals = tuple(repr(view.why_not(text)) for text in texts)
    legal = tuple(map(str, view.legal()))
    more = (str(view), view.facts()) if fully else ()
    return view.state.tobytes(), legal, view.to_json(), view.actors, refusals, *more


def audit(setup: str, positions: int) -> None:
    """Views of the truth and of a state that differs only in what the viewer may not know are the same."""
    seed = seen = 0
    while seen < positions:
        seed += 1
        texts: list[str] = []
        source = Chance(seed, 9)
        for position in random_line(begin(setup, seed), seed):
            seats = [None, *range(1, position.players + 1)]
            seat = seats[source.randrange(len(seats))]
            audit_one(position, seat, texts[-3:], source, fully=seen % 8 == 0)
            seen += 1
            texts += [str(step) for step in position.legal()[:2]]
            if seen == positions:
                return


def audit_one(position: Position, seat: int | None, texts: list[str], source: Chance, fully: bool) -> None:
    view = position.view(seat)
    guessed = view.guess(source)
    assert position.game.engine.fields.check(position.setup.board, guessed.state) == []
    assert guessed.actors == position.actors
    assert all_that_is_sent(guessed.view(seat), texts, fully) == all_that_is_sent(view, texts, fully)
    if seat in position.actors and seat is not None:
        assert tuple(map(str, view.legal())) == tuple(map(str, position.legal(seat)))
        for text in texts:
            assert repr(guessed.why_not(text, seat)) == repr(position.why_not(text, seat)) == repr(view.why_not(text))


PER_SETUP = {setup: sum(SETUPS[other][0] == SETUPS[setup][0] for other in SETUPS) for setup in SETUPS}


@pytest.mark.uncounted
def test_no_view_depends_on_what_its_seat_may_not_know(setup: str) -> None:
    audit(setup, AUDIT // PER_SETUP[setup] + 1)


@pytest.mark.slow
def test_no_view_depends_on_what_its_seat_may_not_know_in_a_hundred_thousand_positions(setup: str) -> None:
    audit(setup, GREAT_AUDIT // PER_SETUP[setup] + 1)


def test_hiding_twice_hides_nothing_more(setup: str) -> None:
    for position in random_line(begin(setup, 2), 2):
        view = position.view(1)
        again = view.state
        position.game.engine.hide(position.setup.board, again, 1)
        assert again.tobytes() == view.state.tobytes()


def test_where_nothing_is_ever_hidden_hiding_changes_nothing(setup: str) -> None:
    """Views of such games share the position's state; so the rules must have nothing to hide in it."""
    for position in random_line(begin(setup, 5), 5):
        hidden = [position.state for _ in range(position.players + 1)]
        for seat, state in enumerate(hidden):
            position.game.engine.hide(position.setup.board, state, seat)
        if not position.game.has_secrets:
            assert {state.tobytes() for state in hidden} == {position.state.tobytes()}
        for seat, state in enumerate(hidden):
            assert position.view(seat or None).state.tobytes() == state.tobytes()


def test_a_view_is_not_a_position_and_says_whose_it_is() -> None:
    position = begin("makabana-3", 1)
    assert position.view(1) != position
    assert position.view(1) != position.view(2)
    assert position.view(None) == position.view(None)
    assert repr(position.view(1)) == "<Maka Bana view of Red>"
    assert repr(position.view(None)) == "<Maka Bana view of a spectator>"
    assert position.view(2).legal() == ()
    assert position.view(None).why_not("hut:evao.sand.fish") is not None


def test_there_is_no_view_for_a_seat_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match=r"seats are 1\.\.3, not 4"):
        begin("makabana-3", 1).view(4)


def test_a_guess_is_the_same_for_the_same_seed() -> None:
    *_, position = list(random_line(begin("makabana-5", 3), 3))[:40]
    guesses = {position.view(2).guess(seed) for seed in (7, 7, 7)}
    assert len(guesses) == 1


def test_the_record_of_an_unfinished_game_leaves_out_what_is_secret() -> None:
    """rules/README: the record of an unfinished table leaves out steps that are still secret."""
    one = compiled("makabana")
    line = random_line(one.start(players=3), 1)
    position = next(p for p in line if p.ply == 6)
    position = position.play(position.legal(2)[0])
    whole = position.record().steps
    assert position.record(seat=2).steps == whole
    assert position.record(seat=1).steps == whole[:-1]
    assert position.record(seat=0).steps == whole[:-1]


@pytest.mark.parametrize("setup", SETUPS)
def test_a_view_that_was_written_as_json_is_read_back(setup: str) -> None:
    for position in list(random_line(begin(setup, 3), 3))[::7]:
        for seat in (None, 1, 2):
            view = position.view(seat)
            assert position.game.view_from_json(view.to_json(), seat) == view


def test_a_view_that_does_not_add_up_is_refused() -> None:
    fields = begin(next(iter(SETUPS)), 1).view(1).to_fields()
    with pytest.raises(PositionError):
        game("mabula").view_from_json(fields | {"white": []}, 1)


def test_a_view_that_its_seat_would_not_see_is_refused() -> None:
    """A project that all may know is known: without its cards it is nobody's view."""
    said = set()
    for position in islice(random_line(begin("makabana-3", 3), 3), 40):
        for seat, owner in product((None, 1), "123"):
            fields = position.view(seat).to_fields()
            project = fields["seats"][owner]["project"]
            if project and project["cards"]:
                project["cards"] = None
                with pytest.raises(PositionError) as raised:
                    position.game.view_from_json(fields, seat)
                said.add(str(raised.value))
    assert {"this is not what a spectator sees", "this is not what seat 1 sees"} < said


def test_a_view_is_of_a_seat_at_the_table() -> None:
    position = begin(next(iter(SETUPS)), 1)
    with pytest.raises(PositionError, match=r"seat: 1\.\.2"):
        position.game.view_from_json(position.view(1).to_json(), 3)
