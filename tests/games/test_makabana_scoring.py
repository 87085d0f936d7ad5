"""Maka Bana: what beaches, huts and clubs are worth, and who wins."""

import itertools

import pytest

from ludotheque import Position, game
from tests.games.makabana_tables import parts, table


def beaches(position: Position) -> list[int]:
    """Each seat's points for beaches."""
    return [score.parts["beaches"] for score in position.scores]


def test_the_most_huts_on_a_beach_bring_four_points() -> None:
    """makabana/outcome: 4 points to the seat with the most huts on it."""
    assert beaches(table("Dst1 Drb1 Dlf2 Drt3")) == [4, 0, 0]


def test_two_tied_seats_get_two_points_each() -> None:
    """makabana/outcome: tied without a club, 2 points each if exactly two are tied."""
    assert beaches(table("Dst1 Drb1 Dlf2 Drt2 Dlb3")) == [2, 2, 0]


def test_three_tied_seats_get_nothing() -> None:
    """makabana/outcome: nothing if more are tied."""
    assert beaches(table("Dst1 Dlf2 Dlb3")) == [0, 0, 0]


def test_a_beach_without_huts_gives_nothing() -> None:
    """makabana/outcome; even to the seat whose club is there."""
    assert beaches(table("", clubs={"Danae": "club of seat 1"})) == [0, 0, 0]


@pytest.mark.parametrize(("club", "expected"), [(1, [4, 0, 0]), (2, [0, 4, 0])])
def test_the_club_of_a_tied_seat_takes_all_four_points(club: int, expected: list[int]) -> None:
    """makabana/outcome: tied, to the tied seat that has the club there."""
    assert beaches(table("Dst1 Drb1 Dlf2 Drt2 Dlb3", clubs={"Danae": f"club of seat {club}"})) == expected


def test_the_club_also_decides_among_three() -> None:
    """makabana/outcome: however many are tied."""
    assert beaches(table("Dst1 Dlf2 Dlb3", clubs={"Danae": "club of seat 3"})) == [0, 0, 4]


def test_the_club_of_a_seat_that_is_not_tied_helps_nobody() -> None:
    """makabana/rulings.5: helps only a seat that is among the tied."""
    assert beaches(table("Dst1 Drb1 Dlf2 Drt2 Dlb3", clubs={"Danae": "club of seat 3"})) == [2, 2, 0]


def test_a_club_does_not_count_as_a_hut() -> None:
    """makabana/outcome: the most huts win the beach, club or not."""
    assert beaches(table("Dst1 Drb1 Dlf2", clubs={"Danae": "club of seat 2"})) == [4, 0, 0]


def test_a_club_on_another_beach_breaks_no_tie() -> None:
    """makabana/outcome: the club there."""
    assert beaches(table("Dst1 Dlf2", clubs={"Evao": "club of seat 2"})) == [2, 2, 0]


@pytest.mark.parametrize(
    ("sites", "points"),
    [
        ("Dst1", 1),
        ("Dst1 Dsb1", 3),
        ("Dst1 Dsb1 Dpt1", 6),
        ("Ept1 Est1 Esb1 Esf1", 9),
        ("Ept1 Est1 Esb1 Esf1 Dst1 Dsb1", 12),
        ("Dst1 Drb1 Ert1", 3),
    ],
)
def test_groups_score_one_two_and_three_for_each_further_hut(sites: str, points: int) -> None:
    """makabana/outcome: 1, 3, 6, 9, 12, ..."""
    assert parts(table(sites), 1)[1] == points


def test_five_in_a_group_are_worth_twelve() -> None:
    """makabana/outcome: 1, 3, 6, 9, 12; complex 7 of Noka has five sites."""
    assert parts(table("Cpb1 Cpt1 Csf1 Cpf1 Clf1", players=4), 1)[1] == 12


def test_sites_side_by_side_in_two_complexes_form_no_group() -> None:
    """makabana/boards: neighbours share a side and lie in the same complex (Dpt 1, Drt 2)."""
    assert parts(table("Dpt1 Drt1"), 1)[1] == 2


def test_sites_of_one_complex_that_touch_at_a_corner_form_no_group() -> None:
    """makabana/boards: neighbours share a side (Dpt and Dsb, both of complex 1)."""
    assert parts(table("Dpt1 Dsb1"), 1)[1] == 2


def test_a_group_may_run_across_beaches() -> None:
    """makabana/boards: complexes that may run across beaches (Dlf and Elt, complex 6)."""
    assert parts(table("Dlf1 Elt1"), 1)[1] == 3


def test_huts_of_two_seats_form_no_group() -> None:
    """makabana/outcome: neighbouring huts of one seat."""
    position = table("Dst1 Dsb2 Dpt1")
    assert parts(position, 1)[1] == 3 and parts(table("Dsb1 Dst2 Dpt1"), 1)[1] == 2


def test_the_same_complex_number_on_two_islands_is_not_the_same_complex() -> None:
    """makabana/boards: with six players the islands have separate complexes and do not touch."""
    position = table("Cst1 Dst1 Clf1 Esf1", players=6)
    assert parts(position, 1)[1] == 4


def test_a_club_brings_a_point_for_each_own_hut_on_its_beach() -> None:
    """makabana/outcome: 1 point per own hut on the club's beach."""
    position = table("Dst1 Drb1 Ert1 Dlf2", clubs={"Danae": "club of seat 1"})
    assert [parts(position, seat)[2] for seat in (1, 2, 3)] == [2, 0, 0]


def test_the_worked_example_adds_up_to_nineteen() -> None:
    """makabana/worked example: groups of 3, 2 and 1; one majority with its club and 3 huts there; one tie of two."""
    position = table("Dst1 Dsb1 Dpt1 Ert1 Erb1 Epb1 Esf2 Esb2 Elt2", clubs={"Danae": "club of seat 1"})
    assert parts(position, 1) == (6, 10, 3) and position.scores[0].total == 19


# The printed rulebook counts a game of five, but shows no map that can be read. These huts on ours give every part.
PRINTED = """
    Art4 Arb4 Apt2 Bst2 Bpt4 Brt3 Brb5
         Apb4      Bsb2 Bpb2 Bpf1 Brf5
    Alt5 Alb2 Alf3 Bsf5      Blb3 Blf3
    Cst4 Cpb2 Cpt2 Drt1 Drb5 Dsb1
    Csb4 Csf3 Cpf5 Dlt2 Drf3 Dst2
    Clt5 Clb1 Clf3 Dlb3 Dlf1 Dsf2
"""


def test_the_final_count_that_the_printed_rulebook_shows_comes_out_part_by_part() -> None:
    """The printed «Exemple de décompte»: 8, 12, 14, 14 and 17 points. Its pink is our Red, green Teal, violet Orchid.

    Diabolo goes to Red and Coquito to Yellow by their clubs, among equals; Azzura to Teal, with three huts against
    two. On Bikini three seats are equal, and nobody scores. Blue has put all ten huts, and does not win.
    """
    clubs = {"Diabolo": "club of seat 1", "Coquito": "club of seat 3", "Azzura": "club of seat 4"}
    position = table(PRINTED, players=5, clubs=clubs, moment="over", ending="last-hut", round_number=13)
    counted = {"Red": (4, 5, 3), "Blue": (0, 14, 0), "Yellow": (4, 8, 2), "Teal": (4, 10, 3), "Orchid": (0, 8, 0)}
    assert {position.game.seat_name(seat): parts(position, seat) for seat in range(1, 6)} == counted
    assert position.outcome is not None
    assert (position.outcome.scores, position.outcome.winners) == ((12, 14, 14, 17, 8), (4,))
    assert position.facts()["seats"]["2"]["reserve"] == 0
    assert [position.facts()["beaches"][beach]["leaders"] for beach in ("diabolo", "coquito", "azzura", "bikini")] == [
        [1, 2], [2, 3, 4, 5], [4], [2, 3, 5],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sites", "scores", "places", "winners"),
    [
        ("Dst1 Dsb1 Dpt1 Est2 Esb2 Drt3", (10, 7, 1), (1, 2, 3), (1,)),
        ("Dst1 Dsb1 Est2 Esb2 Drt3", (7, 7, 1), (1, 1, 3), (1, 2)),
        ("Dst1 Dlf1 Dsb2 Drb2 Dpb3 Drt3", (2, 2, 2), (1, 1, 1), (1, 2, 3)),
    ],
)
def test_the_highest_total_wins_and_tied_seats_win_together(
    sites: str, scores: tuple[int, ...], places: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """makabana/outcome: several seats may tie and all win."""
    outcome = table(sites, moment="over", ending="thirty-rounds", round_number=31).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.places, outcome.winners) == (scores, places, winners)


def test_scores_follow_the_seats_when_colours_are_exchanged() -> None:
    """makabana/outcome names no seat: huts and clubs exchanged, points exchanged."""
    sites = "Dst{0} Dsb{0} Drt{1} Drb{1} Ert{2} Elf{2} Dlf{1} Elt{1} Esf{0}"
    before = table(sites.format(1, 2, 3), clubs={"Danae": "club of seat 1", "Evao": "club of seat 2"})
    for seats in itertools.permutations((1, 2, 3)):
        clubs = {"Danae": f"club of seat {seats[0]}", "Evao": f"club of seat {seats[1]}"}
        after = table(sites.format(*seats), clubs=clubs)
        assert [after.scores[seat - 1] for seat in seats] == list(before.scores)


def test_the_parts_have_names() -> None:
    """makabana/outcome: beach, huts, club."""
    assert game("makabana").parts == ("beaches", "huts", "clubs")
