"""Marabunta: where numbers go, the bonuses of hexes, crates and powers."""

from pathlib import Path
from typing import Any

import pytest

from ludotheque import Position, game
from tests.games.marabunta_tables import SMALL, change, hexes, play, seat, small, texts, turn

START = game("marabunta").start()
EXPERT = game("marabunta").start(powers="expert")
STANDING: dict[str, Any] = {"numbers": {"c4": 1, "i4": 1}, "anthills": 0}
CUPCAKES = ["f1", "h1", "b2", "d2", "k2", "h3", "e5", "b6"]
NET = "a4 b4 c4 d4 e4 f4 g4 h4 i4 j4 k4 l4 g1 g2 g3 b3 d3 k3 b5"  # hexes that connect them
ALONE: dict[str, Any] = {"numbers": {"a1": 1, "l7": 1}, "anthills": 0}


def ticking(power: str, crates: int = 1, position: Position | None = None, **blue: Any) -> Position:
    """Blue is about to tick the last crate of a power, with `crates` of them due; use:O and use:Y are left."""
    position = position or (START if power in seat(START, 2)["crates"] else EXPERT)
    needed = position.facts()["seats"]["2"]["crates"][power]["needed"]
    ticked = seat(position, 2)["crates"] | {power: needed - 1}
    position = turn(
        "OYT" if crates == 2 else "POY", "crates", "P=crate", change(position, blue={"crates": ticked} | blue)
    )
    return position.play("use:T" if crates == 2 else "use:P")


def test_a_number_next_to_an_own_one_costs_no_anthill() -> None:
    """marabunta/writing: if the hex is adjacent to one of your numbers no anthill is spent; marabunta/rulings.4."""
    position = play("use:O write:g3 use:S write:g4", turn("OS"))
    assert seat(position, 2)["anthills"] == 1 and seat(position, 2)["numbers"] == {"g3": 1, "g4": 1}


def test_a_number_away_from_the_own_ones_costs_an_anthill() -> None:
    """marabunta/writing: if not, one is, automatically."""
    position = play("use:O write:g3 use:S write:k4", turn("OS"))
    assert seat(position, 2)["anthills"] == 0


def test_the_other_seats_numbers_do_not_help() -> None:
    """marabunta/writing: adjacent to a hex with one of your own numbers."""
    position = turn("S", position=change(START, red={"numbers": {"g3": 1}, "anthills": 1}))
    assert seat(play("use:S write:g4", position), 2)["anthills"] == 1


def test_with_an_anthill_any_free_hex_of_the_region_will_do() -> None:
    """marabunta/writing: or, by spending an anthill, into any free hex, of the colour required."""
    position = turn("Y", position=change(START, blue={"numbers": {"c4": 1}, "anthills": 1}))
    assert len(hexes(play("use:Y", position))) == 13


def test_without_an_anthill_a_number_goes_next_to_an_own_one() -> None:
    """marabunta/writing: a free hex adjacent to a hex with one of your own numbers, of the die's region."""
    position = turn("BY", dice="B=2 Y=2", position=change(START, blue=STANDING))
    assert hexes(play("use:Y", position)) == {"c5", "b4", "d3", "d4"}
    assert hexes(play("use:B", position)) == {"c3", "b3"}


def test_a_hex_that_is_written_in_or_struck_is_not_free() -> None:
    """marabunta/writing: a hex is free when nothing is written in it and it is not struck."""
    taken = change(
        START, tiles=["one"], round=7, struck=["b4"], red={"numbers": {"c5": 0}, "anthills": 1}, blue=STANDING
    )
    assert hexes(play("use:Y", turn("Y", "one", position=taken))) == {"d3", "d4"}


def test_struck_hexes_do_not_count_for_adjacency() -> None:
    """marabunta/writing: struck hexes give no bonus and never count for adjacency."""
    position = turn("ST", "strike", position=change(START, blue=STANDING))
    position = play("use:T strike:k4 strike:l4 use:S", position)
    assert hexes(position) == {"i3", "i5", "h3", "h4", "j3", "j4"}
    assert seat(position, 2)["crates"] == dict.fromkeys(seat(START, 2)["crates"], 0)


def test_a_first_zero_needs_a_free_hex_beside_it() -> None:
    """marabunta/writing: both or neither; a first hex is legal only if a second exists."""
    walled = change(START, red={"numbers": {"a2": 0, "b1": 0}, "anthills": 0})
    assert len(hexes(play("use:T", turn("T", "zeros", position=walled)))) == 84 - 2 - 1


def test_the_second_zero_may_only_touch_the_first() -> None:
    """marabunta/writing: the second in a free hex adjacent to the first."""
    position = play("use:T write:b3", turn("T", "zeros", position=change(START, blue=STANDING)))
    assert hexes(position) == {"b2", "b4", "a3", "a4", "c3"}


def test_a_first_hex_to_strike_needs_a_free_one_beside_it() -> None:
    """marabunta/writing: strike - a first hex is legal only if a second exists."""
    walled = change(START, red={"numbers": {"l6": 0, "k7": 0}, "anthills": 0})
    assert "l7" not in hexes(play("use:T", turn("T", "strike", position=walled)))


def test_a_cupcake_hex_ticks_the_next_cupcake() -> None:
    """marabunta/bonuses: tick your next cupcake and score the points above it."""
    position = play("use:B write:b2 use:T write:d2", turn("BT", "one"))
    assert seat(position, 2)["cupcakes"] == 2 and position.scores[1].parts["cupcakes"] == 0


@pytest.mark.parametrize(("ticked", "points"), [(1, 0), (3, 0), (4, 1), (5, 2), (6, 4), (7, 6), (8, 9)])
def test_the_cupcake_row_is_worth_more_and_more(ticked: int, points: int) -> None:
    """marabunta/boards: cupcake row, left to right: +0 +0 +0 +1 +1 +2 +2 +3."""
    numbers = dict.fromkeys([*CUPCAKES[:ticked], *NET.split()], 0)
    blue = {"numbers": numbers, "cupcakes": ticked, "anthills": 0}
    assert change(START, blue=blue).scores[1].parts["cupcakes"] == points


def test_when_the_row_is_full_further_cupcakes_do_nothing() -> None:
    """marabunta/boards: when the row is full, further cupcakes do nothing."""
    blue = {"numbers": dict.fromkeys([*CUPCAKES, *NET.split()], 0), "cupcakes": 8, "anthills": 1}
    position = play("use:G write:i6", turn("G", position=change(START, blue=blue)))
    assert seat(position, 2)["cupcakes"] == 8 and position.scores[1].parts["cupcakes"] == 9


def test_a_crate_hex_brings_a_crate() -> None:
    """marabunta/bonuses: for every crate hex tick one crate."""
    position = play("use:B write:c1", turn("BP"))
    assert texts(position)[0] == "crate:one" and position.facts()["crates_due"] == 1
    assert texts(position.play("crate:one")) == ["use:P", "done"]


def test_the_bonuses_come_when_all_numbers_are_written() -> None:
    """marabunta/rulings.5: hex bonuses come after the whole effect."""
    position = play("use:T write:k2", turn("PT", "zeros"))
    assert seat(position, 2)["cupcakes"] == 0 and len(hexes(position)) == 6
    position = position.play("write:l2")
    assert seat(position, 2)["cupcakes"] == 1 and position.facts()["crates_due"] == 1


def test_two_crate_hexes_bring_two_crates(tmp_path: Path) -> None:
    """marabunta/bonuses: for every crate hex tick one crate, one after another."""
    board = small(tmp_path, SMALL.replace(". . . c . x", ". . . c x .").replace(". x . . . .", ". . . . x ."))
    position = play("use:T write:e1 write:e2", turn("T", "zeros", board=board))
    assert position.facts()["crates_due"] == 2 and texts(position) == ["crate:any-two", "crate:lines"]
    assert texts(play("crate:lines strike:a1 strike:b1", position)) == ["crate:any-two"]


def test_a_crate_goes_to_a_power_that_is_not_complete() -> None:
    """marabunta/crates: ticks one crate of a power that is not complete."""
    crates = seat(START, 2)["crates"] | {"three-points": 3}
    position = play("use:P", turn("P", dice="P=crate", position=change(START, blue={"crates": crates})))
    assert texts(position) == ["crate:one", "crate:nest", "crate:two", "crate:cakes"]


def test_crates_are_lost_when_all_powers_are_complete() -> None:
    """marabunta/crates: if all powers are complete, crates still to be ticked are lost."""
    crates = {"one": 2, "nest": 2, "two": 3, "cakes": 3, "three-points": 2}
    position = change(START, blue={"crates": crates, "cupcakes": 2})
    position = play("use:T crate:three-points", turn("PT", "crates", position=position))
    assert position.facts()["crates_due"] == 0 and texts(position) == ["use:P", "done"]


def test_a_crate_has_no_effect_when_all_powers_are_complete() -> None:
    """marabunta/crates: for crates, an incomplete power."""
    crates = {"one": 2, "nest": 2, "two": 3, "cakes": 3, "three-points": 3}
    position = change(START, blue={"crates": crates, "cupcakes": 2})
    assert texts(turn("PGT", "crates", "P=crate", position)) == ["use:G", "done"]


def test_a_power_comes_before_the_crates_still_due() -> None:
    """marabunta/rulings.6: the power first, the remaining crates after it."""
    position = play("crate:one", ticking("one", crates=2))
    assert len(hexes(position)) == 84
    assert texts(position.play("write:a1")) == ["crate:nest", "crate:two", "crate:cakes", "crate:three-points"]


def test_crates_of_a_powers_hexes_are_added_to_those_due() -> None:
    """marabunta/rulings.5: crates due from dice, tiles, hexes and powers are alike: one count."""
    assert play("crate:one write:c1", ticking("one", crates=2)).facts()["crates_due"] == 2


def test_the_power_one_writes_a_one_in_any_region() -> None:
    """marabunta/powers: one: write a 1."""
    position = play("crate:one write:l7", ticking("one"))
    assert seat(position, 2)["numbers"] == {"l7": 1} and seat(position, 2)["anthills"] == 1


def test_the_power_two_writes_a_two_in_any_region() -> None:
    """marabunta/powers: two: write a 2."""
    assert seat(play("crate:two write:l7", ticking("two")), 2)["numbers"] == {"l7": 2}


def test_the_power_nest_writes_a_zero_anywhere_without_an_anthill() -> None:
    """marabunta/powers: nest: write a nest-0."""
    position = play("crate:nest", ticking("nest", **ALONE))
    assert len(hexes(position)) == 82 and "decline" not in texts(position)
    assert seat(position.play("write:f5"), 2)["numbers"] == {"a1": 1, "l7": 1, "f5": 0}


def test_the_power_cakes_ticks_the_next_two_cupcakes() -> None:
    """marabunta/powers: cakes: tick your next two cupcakes."""
    blue: dict[str, Any] = {"numbers": {"f1": 0, "g1": 0, "h1": 0}, "anthills": 1, "cupcakes": 2}
    position = play("crate:cakes", ticking("cakes", **blue))
    assert seat(position, 2)["cupcakes"] == 4 and position.scores[1].parts["cupcakes"] == 1


def test_the_power_three_points_scores_three() -> None:
    """marabunta/powers: three-points: 3 points."""
    assert play("crate:three-points", ticking("three-points")).scores[1].parts["powers"] == 3


def test_the_power_two_points_scores_two() -> None:
    """marabunta/powers: two-points: 2 points."""
    assert play("crate:two-points", ticking("two-points")).scores[1].parts["powers"] == 2


def test_the_power_strike_strikes_two_adjacent_hexes() -> None:
    """marabunta/powers: strike: strike two adjacent hexes."""
    position = play("crate:strike strike:a1", ticking("strike"))
    assert hexes(position) == {"a2", "b1"}
    assert position.play("strike:b1").to_fields()["struck"] == ["a1", "b1"]


def test_the_power_leaves_fills_a_circle_on_two_leaves() -> None:
    """marabunta/powers: leaves: fill a circle on two leaves."""
    position = play("crate:leaves leaf:Y leaf:B", ticking("leaves"))
    assert seat(position, 2)["circles"] == {"B": 3, "P": 2, "O": 2, "G": 2, "S": 2, "Y": 3}


def test_the_power_nest_three_writes_a_three_anywhere_without_an_anthill() -> None:
    """marabunta/powers: nest-three: write a nest-3."""
    position = play("crate:nest-three write:f5", ticking("nest-three", **ALONE))
    assert seat(position, 2)["numbers"] == {"a1": 1, "l7": 1, "f5": 3}


def test_the_power_trio_writes_three_ones_in_a_triangle() -> None:
    """marabunta/writing: trio: the second adjacent to the first, the third adjacent to both; one anthill at most."""
    position = play("crate:trio write:c4", ticking("trio"))
    assert hexes(position) == {"c3", "c5", "b3", "b4", "d3", "d4"}
    position = position.play("write:d4")
    assert hexes(position) == {"c5", "d3"}
    position = position.play("write:c5")
    assert seat(position, 2)["numbers"] == {"c4": 1, "d4": 1, "c5": 1} and seat(position, 2)["anthills"] == 1


def test_the_bonuses_of_a_trio_come_at_its_end() -> None:
    """marabunta/rulings.5: all-or-nothing effects are never interrupted."""
    position = play("crate:trio write:d3 write:e3", ticking("trio"))
    assert position.facts()["crates_due"] == 0
    assert play("write:d2", position).facts()["crates_due"] == 1 and seat(position.play("write:d2"), 2)["cupcakes"] == 1


def test_each_choice_of_a_trio_can_be_completed() -> None:
    """marabunta/writing: all three or nothing: each choice is legal only if it can be completed."""
    corner = change(EXPERT, red={"numbers": {"b1": 0, "a3": 0}, "anthills": 0})
    position = play("crate:trio", ticking("trio", position=corner))
    assert "a1" not in hexes(position) and "a2" not in hexes(position)
    corner = change(EXPERT, red={"numbers": {"c1": 0, "b2": 0}, "cupcakes": 1, "anthills": 0})
    position = play("crate:trio write:b1", ticking("trio", position=corner))
    assert hexes(position) == {"a1", "a2"}


def test_a_trio_fits_into_a_corner() -> None:
    """marabunta/writing: trio, at the first and the last hex of the map."""
    position = play("crate:trio write:b1 write:a1", ticking("trio"))
    assert hexes(position) == {"a2"}
    position = play("crate:trio write:a1", ticking("trio"))
    assert hexes(position) == {"a2", "b1"}
    corner = change(EXPERT, red={"numbers": {"k7": 0}, "anthills": 1})
    position = play("crate:trio", ticking("trio", position=corner))
    assert "l7" not in hexes(position) and hexes(position.play("write:l6")) == {"l5", "k6"}


def test_a_trio_without_an_anthill_begins_next_to_an_own_number() -> None:
    """marabunta/writing: trio: the first as above."""
    assert hexes(play("crate:trio", ticking("trio", **ALONE))) == {"a2", "b1", "l6", "k7"}


def test_a_writing_power_out_of_reach_is_lost() -> None:
    """marabunta/crates: if it can be carried out; otherwise it is lost: no free hex in reach, and no anthill left."""
    enclosed = {"numbers": {"b1": 0, "a2": 0}, "anthills": 0}
    enclosing = change(START, red=enclosed, struck=["l6", "k7"], round=7, tiles=["one"])
    blue = ALONE | {"crates": seat(START, 2)["crates"] | {"one": 1}}
    position = play("use:B crate:one", turn("BO", "one", "B=crate O=flag", change(enclosing, blue=blue)))
    assert seat(position, 2)["crates"]["one"] == 2 and texts(position) == ["use:O", "done"]


def test_a_strike_without_two_adjacent_free_hexes_is_lost(tmp_path: Path) -> None:
    """marabunta/crates: otherwise it is lost."""
    board = small(tmp_path)
    numbers = dict.fromkeys(["b1", "c1", "e1", "f1", "a2", "b2", "c2", "d2", "e2"], 0)
    position = turn("POT", "crates", "P=crate", board=board)
    position = change(
        position, red={"numbers": numbers, "anthills": 0}, trigger=1, endings=["region-full"], board=board
    )
    lost = play("use:P crate:lines", position)
    assert seat(lost, 2)["crates"]["lines"] == 1 and texts(lost) == ["use:T", "done"]


def test_a_power_that_would_cost_an_anthill_may_be_declined() -> None:
    """marabunta/crates: an anthill is never an obligation: decline is legal, and gives the power up."""
    position = play("crate:one", ticking("one", crates=2))
    assert texts(position)[-1] == "decline" and position.facts()["effect"]["may_decline"]
    declined = position.play("decline")
    assert texts(declined) == ["crate:nest", "crate:two", "crate:cakes", "crate:three-points"]
    assert seat(declined, 2)["anthills"] == 2 and seat(declined, 2)["crates"]["one"] == 2


@pytest.mark.parametrize("power", ["one", "two", "trio"])
@pytest.mark.parametrize("own", ["c4", "l7"])
def test_a_power_that_costs_no_anthill_cannot_be_declined(power: str, own: str) -> None:
    """marabunta/crates: when a writing power could only begin by spending an anthill."""
    assert "decline" not in texts(play(f"crate:{power}", ticking(power, numbers={own: 1}, anthills=1)))
    assert "decline" in texts(play(f"crate:{power}", ticking(power)))


def test_only_powers_can_be_declined() -> None:
    """marabunta/crates: the further step decline gives a power up; elements are simply not used."""
    assert "decline" not in texts(play("use:T", turn("BT", "one")))


def test_a_trio_that_is_begun_cannot_be_declined() -> None:
    """marabunta/rulings.8: once begun it is completed."""
    assert "decline" not in texts(play("crate:trio write:c4", ticking("trio")))


@pytest.mark.parametrize("power", ["nest", "nest-three", "strike", "leaves"])
def test_powers_that_need_no_anthill_cannot_be_declined(power: str) -> None:
    """marabunta/crates: decline is for the writing powers one, two and trio."""
    assert "decline" not in texts(play(f"crate:{power}", ticking(power)))


def test_a_power_used_with_a_crate_die_is_no_element() -> None:
    """marabunta/crates: after the power the turn goes on with the elements left."""
    assert texts(play("crate:one write:l7", ticking("one"))) == ["use:O", "use:Y", "done"]
