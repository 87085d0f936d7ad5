"""Maka Bana: positions that no game can reach are refused; and the facts that players look at."""

import json
from typing import Any

import pytest

from ludotheque import Position, PositionError, game
from tests.games.makabana_tables import play, table

SITES = "Dst1 Dlf1 Drb2 Est3"
BUILD = "build:danae.sand.fish show:beach"
LAID = ("build:danae.sand.fish show:sector", "paint:danae.sand.tattoo show:type", "club:evao.sand.tattoo show:club")
NINE = "Dst1 Dpt1 Drt1 Drb1 Dsb1 Dpb1 Dpf1 Ert1 Erb1"
FULL = (
    "Dst1 Dpt1 Drt1 Drb1 Dsb1 Dpb1 Dpf1 Drf1 Dsf2 Dlt2 Dlb2 Dlf2 "
    "Ert2 Erb2 Ept2 Est2 Erf3 Epf3 Epb3 Esb3 Elt3 Elb3 Elf3 Esf3"
)


@pytest.mark.parametrize(
    ("sites", "projects", "given", "problem"),
    [
        (SITES, (), {"clubs": {"Danae": "club of seat 1"}, "round_number": 1}, "Red cannot have so many huts, clubs"),
        ("Dst1 Dsb1 Drt1 Drb1", (), {"round_number": 2}, "Red cannot have so many huts"),
        (SITES, (), {"paints": {2: 1}, "round_number": 1}, "Blue cannot have so many huts, clubs and spent cards"),
        (SITES, (), {"round_number": 0}, "round 0 is the putting of the first huts, and only that"),
        (SITES, (BUILD,) * 3, {}, "all projects are laid down: the Tikis follow"),
        (SITES, (BUILD, BUILD, "-"), {"moment": "1"}, "Tikis are put when all projects are laid down"),
        (SITES, (), {"moment": "over"}, "a game is over only after a final round"),
        (NINE, (BUILD, "-", "-"), {"moment": "over", "ending": "last-hut"}, "Red has a project after the end"),
        (SITES, ("build:danae.sand.tattoo", "-", "-"), {}, "Red's project has no legal target"),
        (SITES, ("paint:danae.sand.tattoo", "-", "-"), {}, "Red's project has no legal target"),
        (SITES, ("club:danae.rock.flower", "-", "-"), {}, "Red's project has no legal target"),
        (SITES, ("none", "-", "-"), {}, "Red's project has no legal target"),
        (NINE, ("-", "paint:danae.sand.tattoo", "-"), {"ending": "last-hut"}, "Blue's project has no legal target"),
        (SITES, ("build:danae.sand.fish show:paint", "-", "-"), {}, "Red shows one card of its own project"),
        (SITES + " Drt!1", (), {}, "Red has not put a Tiki yet"),
        (SITES, LAID, {"moment": "2"}, "Red's Tiki is missing"),
        (SITES.replace("Drb2", "Drb2!"), LAID, {"moment": "2"}, "Red's Tiki is missing; Blue has not put a Tiki yet"),
        (SITES, (), {"ending": "full-beach", "round_number": 1}, "the first round is never the final one"),
        (SITES, (), {"round_number": 31}, "after 30 rounds the final round comes, and no other"),
        (SITES, (), {"ending": "thirty-rounds"}, "after 30 rounds the final round comes, and no other"),
        (SITES, (), {"ending": "last-hut"}, "nobody is down to the last hut"),
        (NINE, (), {}, "somebody is down to the last hut"),
        (NINE + " Esf1", (), {"ending": "last-hut"}, "nobody puts a tenth hut before the final round"),
        (SITES, (), {"ending": "full-beach"}, "no beach can have been full"),
        (FULL, (), {}, "a beach is full"),
    ],
)
def test_a_drawing_that_no_game_can_reach_is_refused(
    sites: str, projects: tuple[str, ...], given: dict[str, Any], problem: str
) -> None:
    """Everything adds up in every position that is read."""
    with pytest.raises(PositionError) as refused:
        table(sites, *projects, **given)
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("seats.2.huts", ["danae.sand.tattoo"], "two huts stand on danae.sand.tattoo"),
        ("first_player", 2, "the first player of round 13 is seat 1"),
        ("turn", None, "a single seat is to play when huts and Tikis are put, and only then"),
        ("seats.1.tiki", "danae.rock.flower", "Red's Tiki stands where it may not"),
        ("seats.1.tiki", "club.danae", "Red's Tiki stands where it may not"),
        ("seats.2.club", "danae", "two clubs stand on danae"),
    ],
)
def test_fields_that_no_game_can_reach_are_refused(path: str, value: Any, problem: str) -> None:
    """Everything adds up in every position that is read."""
    position = table(SITES + " Drt!1", *LAID, moment="2", clubs={"Danae": "club of seat 1"})
    fields = json.loads(position.to_json())
    *parents, last = path.split(".")
    part = fields
    for key in parents:
        part = part[key]
    part[last] = value
    with pytest.raises(PositionError) as refused:
        game("makabana").from_json(fields)
    assert problem in str(refused.value)


def first_huts(*steps: str) -> Position:
    return play(game("makabana").start(players=3), *steps)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("seat 2 puts", "seat 3 puts", "first huts are put in order from seat 1, second ones in reverse order"),
        ("1 Red    huts  9", "1 Red    huts 10", "10 huts in all"),
        ("Drt     Drb", "Drt!2   Drb", "no Tiki, project or final round while the first huts are put"),
    ],
)
def test_first_huts_that_no_game_can_reach_are_refused(old: str, new: str, problem: str) -> None:
    """makabana/start: in order, and nothing else."""
    text = str(first_huts("1 hut:danae.rock.fish"))
    assert old in text
    with pytest.raises(PositionError) as refused:
        game("makabana").read(text.replace(old, new))
    assert problem in str(refused.value)


def two_huts_of_yellow(second: str) -> str:
    """Yellow's first hut on Danae lagoon fish, the second on the site with this code."""
    steps = ("1 hut:danae.sand.fish", "2 hut:danae.rock.tattoo", "3 hut:danae.rock.fish", "3 hut:evao.sand.fish")
    return str(first_huts(*steps)).replace("Esf3", "Esf").replace(f"{second}  ", f"{second}3 ")


@pytest.mark.parametrize("second", ["Dst", "Erf"])
def test_a_second_hut_too_near_to_the_first_is_refused(second: str) -> None:
    """makabana/start: on another beach, and beside it not even across a wall."""
    with pytest.raises(PositionError, match=r"Yellow's second hut .* than the first, and shares no side with it"):
        game("makabana").read(two_huts_of_yellow(second))


def test_a_drawing_that_names_no_rules_is_by_rules_1_as_it_was_when_it_was_drawn() -> None:
    """makabana/versions.1: Drf and Erf share a side across a wall."""
    drawn = two_huts_of_yellow("Erf")
    assert drawn.startswith("makabana  players=3  rules=2\n")
    old = game("makabana").read(drawn.replace("  rules=2", ""))
    assert old.setup.rules == old.state.rules == 1
    assert str(old) == drawn.replace("  rules=2", ""), "and is written as it was"
    assert game("makabana").from_json(old.to_json()) == old
    with pytest.raises(PositionError, match="no neighbour of it"):
        game("makabana").read(two_huts_of_yellow("Drb").replace("  rules=2", ""))


def test_a_target_without_a_project_does_not_add_up() -> None:
    """No leftovers; every byte is a function of the steps."""
    state = table(SITES).state
    state.site[1] = 3
    fields = game("makabana").engine.fields
    assert fields.check(game("makabana").setup(3).board, state) == ["Red has a target or a card without a project"]


LITTLE = """\
name = "little"
[[island]]
name = "Little"
players = [3]
beaches = { A = "Aa", B = "Bb" }
sites = "Ast Asb Asf Alt Alb Alf Apt Apb Apf Bst Bsb Bsf Blt Blb Blf Bpt Bpb Bpf"
complexes = "1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2"
"""
SKIPPED = """\
makabana players=3 rules=2
Round 14: seat 1 puts its Tiki
First player: seat 2
Final round: last-hut
Ast1 Asb1 Asf1 Alt1 Alb1 Alf1 Apt1 Apb1 Apf!2
Bst1 Bsb2 Bsf2 Blt2 Blb2 Blf2 Bpt2 Bpb2 Bpf2
A Aa club of seat 1
B Bb club of seat 2
1 Red huts 1, Paint 2, Club 0 build:aa.palm.fish show:beach
2 Blue huts 2, Paint 2, Club 0 build:aa.palm.fish show:beach
3 Yellow huts 10, Paint 0, Club 1 build:aa.palm.fish show:beach
"""


def test_a_seat_that_was_skipped_has_no_tiki(tmp_path: Any) -> None:
    """makabana/tikis: a seat without a place is skipped; a position may say so, and must not ask it."""
    file = tmp_path / "little.toml"
    file.write_text(LITTLE, "utf-8")
    text = SKIPPED.replace("last-hut", "full-beach, last-hut")
    assert game("makabana").read(text, board=file).actors == (1,)
    with pytest.raises(PositionError, match="Yellow has no place for a Tiki and is skipped"):
        game("makabana").read(text.replace("14: seat 1", "14: seat 3"), board=file)


def test_facts_tell_the_majority_and_what_it_brings_now() -> None:
    """Position.facts: majority per beach."""
    danae = table("Dst1 Dlf1 Drb2 Drt2 Est3 Dpb!1", *LAID[:1], *LAID[:1], LAID[2], moment="2").facts()["beaches"][
        "danae"
    ]
    assert (danae["huts"], danae["leaders"], danae["points"]) == ({"1": 2, "2": 2}, [1, 2], {"1": 2, "2": 2})
    assert (danae["sites"], len(danae["free"]), len(danae["open"])) == (12, 8, 7)


def test_facts_tell_who_has_the_club_and_whether_its_place_is_free() -> None:
    """Position.facts: club places."""
    beaches = table(SITES, clubs={"Danae": "club of seat 2"}).facts()["beaches"]
    assert (beaches["danae"]["club"], beaches["danae"]["is_club_place_free"]) == (2, False)
    assert (beaches["evao"]["club"], beaches["evao"]["is_club_place_free"]) == (None, True)


def test_facts_tell_groups_with_their_points_largest_first() -> None:
    """Position.facts: sizes of groups."""
    groups = table("Dst1 Esb1 Esf1 Est1 Drt1 Drb1").facts()["seats"]["1"]["groups"]
    assert [(len(group["sites"]), group["points"]) for group in groups] == [(3, 6), (2, 3), (1, 1)]


def test_facts_tell_what_a_seat_has_left() -> None:
    """Position.facts: huts, cards, and how far the end is."""
    seat = table(SITES, *LAID, moment="1", paints={2: 1}).facts()["seats"]["2"]
    assert (seat["reserve"], seat["huts_to_the_end"], seat["paints"], seat["has_club_card"]) == (9, 8, 1, True)
    assert seat["hand"] == 2 + 4 + 3 + 1 + 1 - 4 and seat["club_points"] == 0


def test_facts_tell_what_would_bring_the_final_round() -> None:
    """Position.facts: which condition would trigger the final round if this one ended now."""
    sites = "Dst1 Dpt1 Drt1 Drb2 Dsb2 Dpb2 Dpf3 Drf3 Dsf3 Dlt3 Dlb!1 Dlf!2"
    position = table(sites, *(BUILD.replace("danae.sand.fish", "evao.sand.fish"),) * 3, moment="3")
    assert position.facts()["end"] == {
        "is_final_round": False, "because": [], "if_the_round_ended_now": ["full-beach"], "rounds_left": 18,
    }  # fmt: skip


def test_facts_of_the_first_huts_tell_no_end() -> None:
    """Position.facts works at every moment."""
    end = game("makabana").start(players=3).facts()["end"]
    assert (end["is_final_round"], end["if_the_round_ended_now"], end["rounds_left"]) == (False, [], 31)


def test_facts_tell_the_order_and_who_is_waited_for() -> None:
    """Position.facts: first player, round."""
    facts = play(table(SITES, round_number=14), "1 build:danae.sand.fish", "1 show:beach").facts()
    assert (facts["round"], facts["order"], facts["waiting"]) == (14, [2, 3, 1], [2, 3])
