"""Maka Bana: what each seat may know, and what it may guess."""

import random
from itertools import islice

import numpy as np
import pytest

from ludotheque import Position, View, game
from ludotheque.games.makabana.secrets import secret_actions
from ludotheque.games.makabana.state import (
    NO_PROJECT,
    NONE,
    SHOW_BEACH,
    SHOW_CLUB,
    SHOW_PAINT,
    SHOW_SECTOR,
    SHOW_TYPE,
)
from ludotheque.games.random_source import RNG, seed_rng
from tests.conftest import begin, random_line, sampled
from tests.games.makabana_tables import owned, play, positions, table

SITES = "Dst1 Dlf1 Drb2 Est3"
PROJECTS = ("build:danae.sand.fish show:sector", "paint:danae.sand.tattoo show:type", "club:evao.sand.tattoo show:club")


def seats(position: Position) -> list[int | None]:
    """Every seat, and a spectator."""
    return [None, *range(1, position.players + 1)]


def known(view: View) -> tuple[object, ...]:
    """Everything that a seat gets to see, in every form."""
    refusals = tuple(
        view.why_not(text) for text in ("none", "show:paint", "build:danae.sand.fish", "tiki:club.evao", "?")
    )
    return (
        view.state.tobytes(),
        view.legal(),
        view.to_json(),
        str(view),
        view.facts(),
        refusals,
        view.actors,
        view.scores,
    )


def test_while_projects_are_made_others_see_only_who_has_finished() -> None:
    """rules/view: who has finished is public; how far a seat is that has not, is hidden."""
    start = table(SITES)
    begun, laid = start.play("build:danae.sand.fish", 2), play(start, "2 build:danae.sand.fish", "2 show:type")
    assert begun.view(1) == start.view(1) and begun.view(None) == start.view(None)
    hidden = {"ready": True, "kind": None, "site": None, "shown": None, "cards": None}
    assert laid.view(1).to_fields()["seats"]["2"]["project"] == hidden


def test_a_seat_sees_its_own_project() -> None:
    """rules/view: what *others* have not shown is hidden."""
    position = table(SITES).play("build:danae.sand.fish", 2)
    assert position.view(2).to_fields() == position.to_fields()


def test_once_all_are_laid_down_shown_cards_and_counts_are_public() -> None:
    """makabana/projects: then all shown cards and card counts become public at once."""
    fields = table(SITES, *PROJECTS, moment="1").view(None).to_fields()["seats"]
    assert [fields[seat]["project"]["shown"] for seat in "123"] == ["sand", "tattoo", "club"]
    assert [fields[seat]["project"]["cards"] for seat in "123"] == [3, 4, 4]
    assert [fields[seat]["project"]["site"] for seat in "123"] == [None, None, None]


def test_of_four_cards_others_see_not_which_kind_it_is() -> None:
    """makabana/projects: 4 for paint and club, not which of the two; unless the card itself is shown."""
    fields = table(SITES, *PROJECTS, moment="1").view(1).to_fields()["seats"]
    assert [fields[seat]["project"]["kind"] for seat in "123"] == ["build", None, "club"]


def test_the_same_shown_card_tells_nothing_more() -> None:
    """makabana/projects: two projects that show the same give the same view."""
    others = PROJECTS[0], PROJECTS[2]
    one = table(SITES, others[0], "paint:danae.sand.tattoo show:type", others[1], moment="1")
    two = table(SITES, others[0], "paint:evao.sand.tattoo show:type", others[1], moment="1")
    assert one != two and one.view(1) == two.view(1) and one.view(2) != two.view(2)


FULL = (
    "Dst1 Dpt1 Drt1 Drb1 Dsb1 Dpb1 Dpf1 Drf1 Dsf2 Dlt2 Dlb2 Dlf2 "
    "Ert2 Erb2 Ept2 Est2 Erf3 Epf3 Epb3 Esb3 Elt3 Elb3 Elf3 Esf3"
)


def test_a_seat_without_a_target_is_guessed_to_have_none() -> None:
    """makabana/projects: `none` for a seat that has no legal target, and only for such a seat."""
    position = table(FULL, ending="full-beach").play("none", 2)
    assert position.view(1).guess(1) == position


def test_none_is_seen_as_a_project_without_cards() -> None:
    """makabana/projects: the others then see a project of 0 cards."""
    position = table(FULL, "none", "none", "none", moment="1", ending="full-beach")
    assert game("makabana").read(str(position)) == position
    assert position.view(1).to_fields()["seats"]["2"]["project"]["cards"] == 0
    assert position.view(None).facts()["seats"]["2"]["possible_projects"] == ["none"]


def test_possible_projects_agree_with_the_shown_card_and_the_count() -> None:
    """makabana/projects: what the others can conclude from one card and the number of cards."""
    seats = table(SITES, *PROJECTS, moment="1", paints={3: 0}).view(1).facts()["seats"]
    assert seats["1"]["possible_projects"] == ["build:danae.sand.fish"]
    assert seats["2"]["possible_projects"] == ["paint:danae.sand.tattoo", "paint:evao.sand.tattoo"]
    assert seats["3"]["possible_projects"] == ["club:evao.sand.tattoo"]


def test_a_guess_of_one_possibility_is_the_truth() -> None:
    """rules/view: a guess agrees with everything the seat has seen."""
    projects = (PROJECTS[0], "club:danae.rock.flower show:beach", PROJECTS[2])
    position = table(SITES, *projects, moment="1", paints={2: 0})
    guessed = position.view(1).guess(3)
    assert owned(guessed, 2) == owned(position, 2) and owned(guessed, 3) == owned(position, 3)


def test_guesses_reach_every_possibility() -> None:
    """rules/view: a guess is any possibility, at random."""
    view = table(SITES, *PROJECTS, moment="1").view(1)
    guessed = {owned(view.guess(seed), 2)["project"]["site"] for seed in range(40)}
    assert guessed == {"danae.sand.tattoo", "evao.sand.tattoo"}


def test_guesses_of_hidden_projects_are_of_every_kind_and_show_every_card() -> None:
    """rules/view: a project that is laid down while others are made may be any."""
    view = play(table(SITES), "2 build:danae.sand.fish", "2 show:type").view(1)
    guessed = [owned(view.guess(seed), 2)["project"] for seed in range(700)]
    assert {project["kind"] for project in guessed} == {"build", "paint", "club"}
    assert {"danae", "evao", "sand", "fish", "paint", "club"} <= {project["shown"] for project in guessed}


def test_a_seat_that_has_not_finished_is_guessed_to_have_chosen_nothing() -> None:
    """rules/view: how far a seat is that has not finished, is hidden."""
    position = table(SITES).play("build:danae.sand.fish", 2)
    assert owned(position.view(1).guess(1), 2)["project"] is None


def audit(position: Position, seat: int | None, seed: int) -> None:
    """A guess differs from the truth only in what the seat may not know: nothing that the seat gets may differ."""
    view = position.view(seat)
    guessed = view.guess(seed)
    assert game("makabana").engine.fields.check(guessed.setup.board, guessed.state) == []
    assert guessed.actors == position.actors
    assert known(guessed.view(seat)) == known(view)
    for other in (position, guessed):
        assert other.facts(seat) == view.facts()
        if seat in position.actors:
            assert other.legal(seat) == view.legal()


def test_nothing_that_a_seat_gets_depends_on_what_it_may_not_know() -> None:
    """rules/view: the information audit."""
    dice = random.Random(8)
    for number, position in enumerate(islice(positions(4, seed=1), 0, None, 6)):
        audit(position, dice.choice(seats(position)), number)


@pytest.mark.slow
def test_nothing_leaks_in_many_more_positions() -> None:
    """rules/view: the information audit, for every seat."""
    for number, position in enumerate(positions(12, seed=2)):
        for seat in seats(position):
            audit(position, seat, number)


def test_steps_of_seats_that_wait_together_may_come_in_any_order() -> None:
    """The state has the same bytes in any order of these steps."""
    dice = random.Random(3)
    steps = [(seat, [f"{seat} build:danae.lagoon.tattoo", f"{seat} show:type"]) for seat in (1, 2, 3)]
    ends = set()
    for _ in range(10):
        queues = {seat: list(queue) for seat, queue in steps}
        position = table(SITES)
        while queues:
            seat = dice.choice(list(queues))
            position = play(position, queues[seat].pop(0))
            queues = {one: queue for one, queue in queues.items() if queue}
        ends.add(position.state.tobytes())
    assert len(ends) == 1


def test_hiding_twice_hides_no_more() -> None:
    """A view of a view is that view."""
    rules, board = game("makabana").engine.rules, game("makabana").setup(3).board
    state = table(SITES, *PROJECTS, moment="1").view(1).state
    again = state.copy()
    rules.hide(board.record, again, 1)
    assert again.tobytes() == state.tobytes()


def test_a_guess_made_from_the_truth_does_not_copy_it() -> None:
    """`guess` forgets first what the seat may not know: here, whether four cards are paint or club."""
    rules, board = game("makabana").engine.rules, game("makabana").setup(3).board
    position = table(SITES, PROJECTS[0], "paint:danae.sand.tattoo show:beach", PROJECTS[2], moment="1")
    rng, kinds = game_rng(), set()
    for _ in range(30):
        state = position.state
        rules.guess(board.record, state, 1, rng)
        kinds.add(int(state.kind[2]))
    assert len(kinds) == 2


def game_rng() -> object:
    """A random source of the kernels."""
    rng = np.zeros(1, RNG)[0]
    seed_rng(rng, 1, 0, 0, 0)
    return rng


def left_out(position: Position, seat: int | None) -> dict[int, int]:
    """How many of each seat's latest steps a record for `seat` leaves out."""
    latest = position.game.engine.secret_steps(position.setup.board, position.state, seat)
    return {other: sum(counts) for other, counts in latest.items()}


def test_steps_of_projects_that_are_being_made_are_secret_for_others() -> None:
    """rules/actors: the record leaves out steps that are still secret, except for the seat that made them."""
    position = play(table(SITES), "1 build:danae.sand.fish", "2 build:danae.sand.fish", "2 show:type")
    assert left_out(position, None) == {1: 1, 2: 2, 3: 0}
    assert left_out(position, 1) == {1: 0, 2: 2, 3: 0}


def test_while_tikis_are_put_a_record_ends_with_the_seats_own_project() -> None:
    """rules/actors: what follows secret steps cannot be replayed without them."""
    position = play(table(SITES, *PROJECTS, moment="1"), "1 tiki:club.danae")
    assert left_out(position, None) == {1: 3, 2: 2, 3: 2}
    assert left_out(position, 1) == {1: 1, 2: 2, 3: 2}


def test_a_tiki_is_seen_by_all_though_the_projects_below_it_are_not() -> None:
    """rules/view: what others have not shown of their projects is hidden; Tikis are not."""
    steps = [f"{seat} {text}" for seat, project in enumerate(PROJECTS, 1) for text in project.split(" ")]
    position = play(table(SITES), *steps, "1 tiki:club.danae")
    own = ["paint:danae.sand.tattoo", "show:type"]
    assert [str(step) for step in position.seen_steps(2)] == [*own, "tiki:club.danae"]
    assert [str(step) for step in position.seen_steps(None)] == ["tiki:club.danae"]


@pytest.mark.uncounted
@sampled("step", 51, 17)
def test_a_record_without_secret_steps_replays_to_what_the_seat_knows(step: int) -> None:
    """rules/actors: at any moment, for every seat; nothing in it is secret, and no hut is missing."""
    for position in islice(positions(4, seed=6), 0, None, step):
        for seat in seats(position):
            again = position.record(seat or 0).at(-1)
            assert set(left_out(again, seat).values()) == {0}
            for one in range(1, position.players + 1):
                assert owned(again, one)["huts"] == owned(position, one)["huts"]


def test_all_is_public_once_the_projects_are_carried_out() -> None:
    """makabana/carrying out: each project revealed as it is carried out."""
    position = table(SITES, *PROJECTS, moment="1")
    position = play(position, "1 tiki:club.danae", "2 tiki:club.evao", "3 tiki:danae.rock.fish")
    assert left_out(position, None) == {1: 0, 2: 0, 3: 0}
    assert position.view(None).to_fields() == position.to_fields()


@pytest.mark.parametrize("players", [3, 6])
def test_a_state_tells_the_secret_steps_that_led_to_it(players: int) -> None:
    """A seat's project and shown card, read from the state, are those it played; every card has its action."""
    told = set[int]()
    for seed in range(4):
        for position in random_line(begin(f"makabana-{players}", seed), seed):
            engine, board = position.game.engine, position.setup.board
            for seat, (public, secret) in engine.secret_steps(board, position.state, None).items():
                played = [step.action for step in position.steps if step.seat == seat]
                last = played[len(played) - public - secret : len(played) - public]
                if secret:
                    assert secret_actions(position.state, seat)[:secret] == last
                    told.update(last)
    assert {SHOW_BEACH, SHOW_SECTOR, SHOW_TYPE, SHOW_PAINT, SHOW_CLUB} <= told


def test_a_state_tells_whether_no_project_was_made_yet_or_none_at_all() -> None:
    state = begin("makabana-3", 1).state.copy()
    assert secret_actions(state, 1) == []
    state.kind[1] = NONE
    assert secret_actions(state, 1) == [NO_PROJECT]
