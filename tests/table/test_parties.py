"""Who plays with whom: pure functions, with everybody's rating and waiting time in sight."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ludotheque.games import NAMES
from ludotheque.table.registry.seats import can_be_rated
from ludotheque.table.service.seeks.offers import find_offer, offers_of, seats_of, terms_for
from ludotheque.table.service.seeks.parties import (
    ANYBODY,
    BOTS_FILL,
    COMING,
    COMING_FROM_BOTS,
    GONE,
    NEAR,
    TOO_LONG,
    SeekPlan,
    agree_on_rated,
    complete_parties,
    form_parties,
    make_plan,
    width,
)
from ludotheque.table.service.seeks.seek import Seek

NOW = 1_000.0


def seek(person: str, mean: float = 1500, waited: float = 0.0, **more: Any) -> Seek:
    """Somebody who has looked for so many seconds, and is there."""
    usual: dict[str, Any] = {"game": "mabula", "offer": "usual", "rated": "either", "is_program": False}
    since = NOW - waited
    return Seek(person=person, mean=mean, since=since, **{"seen": NOW, "changed": since} | usual | more)


def names(parties: list[tuple[Seek, ...]]) -> list[str]:
    return ["".join(one.person for one in party) for party in parties]


def formed(*seeks: Seek, seats: int = 2) -> list[str]:
    return names(form_parties(seeks, seats, NOW))


def plan(*seeks: Seek) -> SeekPlan:
    return make_plan(seeks, NOW, seats_of)


def test_two_who_ask_for_the_same_are_put_together_at_once() -> None:
    assert formed(seek("a"), seek("b")) == ["ab"]


def test_the_nearest_in_rating_is_found_first() -> None:
    assert formed(seek("a", 1500, 3), seek("b", 1640), seek("c", 1450), seek("d", 1390)) == ["ac"]


def test_the_longest_waiting_is_served_first() -> None:
    """b and c are nearer to each other, but a has waited longer than both."""
    assert formed(seek("c", 1505, 1), seek("b", 1500, 2), seek("a", 1450, 3)) == ["ab"]


def test_the_window_widens_with_the_waiting_time_of_the_longer_waiting_one() -> None:
    far = seek("b", 1500 + NEAR + 200)
    assert formed(seek("a", 1500, 0), far) == []
    assert formed(seek("a", 1500, 3), far) == ["ab"]


def test_after_a_few_seconds_anybody_is_near_enough() -> None:
    assert width(0) == NEAR < width(1) < width(ANYBODY - 1) < width(ANYBODY) == float("inf")
    assert formed(seek("a", 900, ANYBODY), seek("b", 2400)) == ["ab"]


def test_nobody_is_put_together_with_who_wants_it_otherwise_rated() -> None:
    assert formed(seek("a", waited=60, rated="no"), seek("b", waited=60, rated="yes")) == []
    assert formed(seek("a", rated="no"), seek("b", rated="either")) == ["ab"]
    three = [seek("a", waited=2, rated="either"), seek("b", waited=1, rated="no"), seek("c", rated="yes")]
    assert formed(*three, seats=3) == []


def test_a_table_is_rated_when_nobody_minds() -> None:
    offer = find_offer("mabula", None)
    both = [seek("a"), seek("b", rated="yes")]
    assert terms_for("mabula", offer, both).rated
    assert not terms_for("mabula", offer, [seek("a"), seek("b", rated="no")]).rated


def test_people_meet_people_before_programs() -> None:
    program = seek("p", 1500, 9, is_program=True)
    assert formed(program, seek("a", 1500, 5), seek("b", 1600)) == ["ab"]
    assert formed(seek("a", 1500, 5), seek("p", 1500, is_program=True)) == []
    assert formed(seek("a", 1500, ANYBODY), seek("p", 1500, is_program=True)) == ["ap"]


def test_three_are_put_together_for_a_table_of_three() -> None:
    assert formed(seek("a", waited=3), seek("b", 1520), seek("c", 1480), seek("d", 1900), seats=3) == ["abc"]


def test_two_of_three_wait_a_moment_and_then_a_bot_takes_the_free_seat() -> None:
    assert formed(seek("a", waited=BOTS_FILL - 1), seek("b"), seats=3) == []
    assert formed(seek("a", waited=BOTS_FILL), seek("b"), seats=3) == ["ab"]
    assert formed(seek("a", waited=BOTS_FILL), seats=3) == [], "nobody is left alone with bots"


def test_only_those_who_look_for_the_same_game_and_offer_meet() -> None:
    found = plan(seek("a"), seek("b", offer="product"), seek("c", game="marabunta", offer="usual"), seek("d"))
    assert found.parties == (("a", "d"),)


def test_an_offer_that_is_no_more_ends_the_search() -> None:
    assert plan(seek("a", offer="blitz"), seek("b", game="chess")).ended == {"a", "b"}


def test_who_goes_away_or_looks_for_too_long_looks_no_more() -> None:
    found = plan(seek("a", seen=NOW - GONE), seek("b", waited=TOO_LONG), seek("c"))
    assert found.ended == {"a", "b"} and not found.parties


def test_who_does_not_come_in_time_ends_and_the_other_looks_on_with_the_time_waited_so_far() -> None:
    late = NOW - COMING
    mine: dict[str, Any] = {"party": "x", "size": 2, "changed": late}
    here, gone = seek("a", waited=100, has_come=True, **mine), seek("b", waited=20, **mine)
    assert plan(here, gone) == SeekPlan(frozenset("b"), frozenset("a"), ())
    third = seek("c", 1900)
    assert plan(here, gone, third).parties == (("a", "c"),), "a has waited so long that anybody is near enough"


def test_who_plays_against_bots_has_longer_to_come() -> None:
    mine: dict[str, Any] = {"party": "x", "size": 2, "is_meanwhile": True}
    assert not plan(seek("a", changed=NOW - COMING_FROM_BOTS + 1, **mine), seek("b", has_come=True, **mine))
    assert plan(seek("a", changed=NOW - COMING_FROM_BOTS, **mine), seek("b", has_come=True, **mine)).ended == {"a"}


def test_when_somebody_of_a_party_is_gone_the_others_look_on() -> None:
    found = plan(seek("a", party="x", size=3), seek("b", party="x", size=3))
    assert found.freed == {"a", "b"} and found.parties == (("a", "b"),)


def test_nobody_at_a_table_is_put_together_again_or_ended() -> None:
    sits: dict[str, Any] = {"party": "x", "size": 2, "has_come": True, "table": "t", "seen": NOW - 10 * GONE}
    assert not plan(seek("a", **sits), seek("b", **sits), seek("c"))


def test_a_party_is_complete_when_all_have_come() -> None:
    one, other = seek("a", waited=1, party="x", size=2, has_come=True), seek("b", party="x", size=2)
    assert complete_parties([one, other]) == []
    assert names(complete_parties([replace(other, has_come=True), one])) == ["ab"]


@given(
    some.lists(
        some.tuples(some.integers(600, 2600), some.integers(0, 40), some.sampled_from(["no", "either", "yes"])),
        max_size=12,
    ),
    some.integers(2, 4),
)
def test_nobody_is_in_two_parties_and_two_who_could_play_never_both_wait_for_ever(
    people: list[tuple[int, int, Any]], seats: int
) -> None:
    seeks = [seek(chr(97 + n), mean, waited, rated=rated) for n, (mean, waited, rated) in enumerate(people)]
    parties = form_parties(seeks, seats, NOW)
    met = [one.person for party in parties for one in party]
    assert len(met) == len(set(met)) and all(1 < len(party) <= seats for party in parties)
    left = [one for one in seeks if one.person not in met and one.since <= NOW - max(ANYBODY, BOTS_FILL)]
    assert not any(agree_on_rated(two) for two in combinations(left, 2))


@pytest.mark.parametrize("game", NAMES)
def test_every_offer_of_a_game_can_be_played_rated(game: str) -> None:
    for offer in offers_of(game):
        terms = terms_for(game, offer, [seek("a")])
        assert terms.setup(0) and can_be_rated(terms) and terms.rated and not terms.private
    assert len({one.name for one in offers_of(game)}) == len(offers_of(game))
