"""Maka Bana: the start, projects, Tikis, carrying out, the end of a round and of the game."""

import pytest

from ludotheque import Position, game
from tests.games.makabana_tables import owned, play, play_round, table, texts

LAID = ("build:danae.sand.fish show:beach",) * 3


def placed(players: int) -> Position:
    """All first huts and second huts put, each on the first legal site."""
    position = game("makabana").start(players=players)
    while position.to_fields()["phase"] == "placing":
        position = position.play(position.legal()[0])
    return position


def test_there_are_three_to_six_players() -> None:
    """makabana/title."""
    assert game("makabana").players == (3, 6)


@pytest.mark.parametrize(("players", "sites", "beaches"), [(3, 24, 2), (4, 30, 3), (5, 39, 4), (6, 54, 5)])
def test_the_number_of_players_fixes_the_map(players: int, sites: int, beaches: int) -> None:
    """makabana/options: 3 Nadaa, 4 Noka, 5 Maka Bana, 6 Noka and Nadaa together."""
    start = game("makabana").start(players=players)
    assert (len(start.legal()), len(start.facts()["beaches"])) == (sites, beaches)


def test_a_state_stays_under_a_kibibyte_without_gaps() -> None:
    """A few hundred bytes, no padding, every number where its width divides its place."""
    state = game("makabana").start().state.dtype
    assert state.itemsize < 1024
    assert sum(state[name].itemsize for name in state.names) == state.itemsize
    assert all(offset % kind.base.itemsize == 0 for kind, offset in state.fields.values())


def test_each_seat_has_ten_huts_two_paint_cards_and_a_club_card() -> None:
    """makabana/boards: each seat has 10 huts and a Tiki, 2 Paint, 1 Club."""
    start = game("makabana").start(players=3)
    assert owned(start, 3) == {"huts": [], "reserve": 10, "paints": 2, "club": None, "tiki": None, "project": None}


def test_first_huts_go_round_in_order_and_second_ones_in_reverse() -> None:
    """makabana/start: in order from seat 1, then in reverse order from the last seat to seat 1."""
    position = game("makabana").start(players=4)
    order: list[int] = []
    while position.to_fields()["phase"] == "placing":
        order += position.actors
        position = position.play(position.legal()[0])
    assert order == [1, 2, 3, 4, 4, 3, 2, 1]


def test_a_first_hut_takes_any_free_site() -> None:
    """makabana/start: on a free site."""
    position = play(game("makabana").start(players=3), "1 hut:danae.rock.fish")
    assert len(texts(position)) == 23 and "hut:danae.rock.fish" not in texts(position)


def test_a_second_hut_is_on_another_beach() -> None:
    """makabana/start: on another beach than its own first hut."""
    position = play(game("makabana").start(players=3), "1 hut:danae.rock.fish", "2 hut:danae.rock.tattoo")
    position = play(position, "3 hut:danae.sand.tattoo")
    assert texts(position) == [f"hut:{site}" for site in position.facts()["beaches"]["evao"]["free"]]


@pytest.mark.parametrize("rules", [1, 2])
def test_a_second_hut_is_no_neighbour_of_the_first(rules: int) -> None:
    """makabana/start: a side in the same complex, here across beaches (Dlf and Elt, complex 6)."""
    position = play(game("makabana").start(players=3, rules=rules), "1 hut:danae.rock.fish", "2 hut:danae.rock.tattoo")
    position = play(position, "3 hut:danae.lagoon.fish")
    assert "hut:evao.lagoon.tattoo" not in texts(position) and len(texts(position)) == 11


@pytest.mark.parametrize(("rules", "is_allowed"), [(1, True), (2, False)])
def test_only_rules_1_allow_a_second_hut_beside_the_first_across_a_wall(rules: int, is_allowed: bool) -> None:
    """makabana/rulings.7: whatever the dashes (Drf and Erf share a side, complexes 2 and 6)."""
    position = play(game("makabana").start(players=3, rules=rules), "1 hut:danae.sand.fish", "2 hut:danae.rock.tattoo")
    position = play(position, "3 hut:danae.rock.fish")
    assert ("hut:evao.rock.fish" in texts(position)) == is_allowed
    assert len(texts(position)) == 11 + is_allowed


def test_new_games_are_by_rules_2_and_nothing_but_the_version_differs_at_their_start() -> None:
    """The bytes of a state by rules 1 are what they were: the version is its last one."""
    new, old = (game("makabana").start(players=4, **by).state.tobytes() for by in ({}, {"rules": 1}))
    assert (new[-1], old[-1]) == (2, 1) and new[:-1] == old[:-1]


def test_all_seats_make_their_projects_at_once() -> None:
    """makabana/projects: all seats at once, secretly."""
    assert placed(5).actors == (1, 2, 3, 4, 5)


def test_seat_one_is_first_player_of_the_first_round() -> None:
    """makabana/options."""
    assert placed(4).to_fields()["first_player"] == 1


def test_a_site_without_a_hut_can_be_built_on() -> None:
    """makabana/projects: build, a site without a hut."""
    builds = [text for text in texts(placed(3), 1) if text.startswith("build:")]
    assert len(builds) == 18


def test_only_others_huts_can_be_painted() -> None:
    """makabana/projects: paint, a site with another seat's hut."""
    position = table("Dst1 Drb2 Est3 Esb1")
    paints = [text for text in texts(position, 1) if text.startswith("paint:")]
    assert paints == ["paint:danae.rock.flower", "paint:evao.sand.tattoo"]


def test_without_a_paint_card_nothing_can_be_painted() -> None:
    """makabana/projects: paint needs a Paint card left."""
    position = table("Dst1 Drb2 Est3 Esb1", paints={1: 0, 2: 1})
    assert not [text for text in texts(position, 1) if text.startswith("paint:")]
    assert [text for text in texts(position, 2) if text.startswith("paint:")]


def test_a_club_project_names_an_own_hut_on_a_beach_without_a_club() -> None:
    """makabana/projects: club, a site with an own hut, on a beach without a club."""
    position = table("Dst1 Drb1 Est1 Esb2", clubs={"Evao": "club of seat 2"})
    clubs = [text for text in texts(position, 1) if text.startswith("club:")]
    assert clubs == ["club:danae.sand.tattoo", "club:danae.rock.flower"]


def test_a_seat_opens_one_club() -> None:
    """makabana/projects: club needs the Club card."""
    position = table("Dst1 Drb1 Est1 Esb2", clubs={"Evao": "club of seat 1"})
    assert not [text for text in texts(position, 1) if text.startswith("club:")]


@pytest.mark.parametrize(
    ("project", "cards"),
    [
        ("build:danae.sand.fish", ["show:beach", "show:sector", "show:type"]),
        ("paint:danae.rock.flower", ["show:beach", "show:sector", "show:type", "show:paint"]),
        ("club:danae.sand.tattoo", ["show:beach", "show:sector", "show:type", "show:club"]),
    ],
)
def test_one_card_of_the_project_is_shown(project: str, cards: list[str]) -> None:
    """makabana/projects: target then shown card; for paint also the Paint card, for club the Club card."""
    position = table("Dst1 Drb2 Est3").play(project, 1)
    assert texts(position, 1) == cards


def test_the_tikis_follow_when_every_project_is_laid_down() -> None:
    """makabana/a round: one seat after another from the first player, clockwise."""
    position = table("Dst1 Drb2 Est3", round_number=14)
    for seat in (1, 2, 3):
        position = position.play("build:danae.sand.fish", seat).play("show:type", seat)
    turns: list[int] = []
    for _ in range(3):
        turns += position.actors
        position = position.play(position.legal()[0])
    assert turns == [2, 3, 1]


def test_a_tiki_goes_on_a_free_site_against_an_own_hut_or_on_a_free_club_place() -> None:
    """makabana/tikis: a site with no hut and no Tiki, own huts, club places with neither club nor Tiki."""
    position = table("Dst1 Dpt!2 Drb2 Est3", *LAID, moment="3", round_number=14, clubs={"Evao": "club of seat 1"})
    free = [f"tiki:{site}" for beach in position.facts()["beaches"].values() for site in beach["open"]]
    assert sorted(texts(position)) == sorted([*free, "tiki:evao.sand.tattoo", "tiki:club.danae"])


def test_a_club_place_takes_one_tiki() -> None:
    """makabana/tikis: a club place with neither club nor Tiki."""
    position = table("Dst1 Drb2 Est3", *LAID, moment="2", clubs={"Danae": "Tiki of seat 1"})
    assert "tiki:club.danae" not in texts(position) and "tiki:club.evao" in texts(position)


def test_a_seat_without_a_place_for_its_tiki_is_skipped() -> None:
    """makabana/tikis: a seat with no such place is skipped automatically (never seen in real play)."""
    position = table(
        "Ast!1 Asb!2 Asf Apt1 Apb1 Apf1 Art1 Arb1 Arf1 Alt1 Alb1 Alf1 Brt2 Bpt2 Bpb2 Brb2 Brf2 Bpf2 Bst2 Bsb2 Bsf2 "
        "Cst3 Cpb3 Cpt3 Csb3 Csf3 Cpf3 Clt3 Clb3 Clf3",
        *("build:aloa.sand.tattoo show:beach",) * 4,
        players=4,
        moment="3",
        clubs={"Aloa": "club of seat 1", "Borea": "club of seat 2", "Coconut": "club of seat 3"},
        ending="full-beach, last-hut",
    )
    assert position.play("tiki:aloa.sand.fish").is_over


def test_a_hut_is_built_where_neither_hut_nor_tiki_stands() -> None:
    """makabana/carrying out: a hut from the reserve goes there."""
    position = table("Dst1 Drb2 Est3", "build:danae.sand.fish show:beach", *LAID[1:], moment="3", round_number=15)
    position = play(position, "3 tiki:club.danae", "1 tiki:club.evao", "2 tiki:evao.rock.fish")
    assert owned(position, 3)["huts"] == ["danae.sand.fish", "evao.sand.tattoo"]
    assert owned(position, 3)["reserve"] == 8


def test_the_first_player_builds_first() -> None:
    """makabana/carrying out: seat by seat from the first player; the others find the hut there."""
    position = table("Dst1 Drb2 Est3", *LAID, moment="1")
    position = play(position, "1 tiki:club.danae", "2 tiki:club.evao", "3 tiki:evao.rock.fish")
    assert [len(owned(position, seat)["huts"]) for seat in (1, 2, 3)] == [2, 1, 1]


@pytest.mark.parametrize("blocker", [1, 2])
def test_a_tiki_of_any_seat_blocks_a_building(blocker: int) -> None:
    """makabana/rulings.2: own Tiki blocks one's own project too."""
    projects = ["build:danae.sand.fish", "build:evao.rock.fish", "build:evao.palm.fish"]
    tikis = {1: "club.danae", 2: "club.evao", 3: "evao.lagoon.fish"} | {blocker: "danae.sand.fish"}
    position = play_round(table("Dst1 Drb2 Est3"), projects, list(tikis.values()))
    assert [len(owned(position, seat)["huts"]) for seat in (1, 2, 3)] == [1, 2, 2]


def test_painting_swaps_the_hut_and_spends_the_card() -> None:
    """makabana/carrying out: the old hut returns to its owner's reserve, one of the painter's replaces it."""
    projects = ["paint:danae.rock.flower", "build:evao.rock.fish", "build:evao.palm.fish"]
    position = play_round(table("Dst1 Drb2 Est3"), projects, ["club.danae", "club.evao", "evao.lagoon.fish"])
    assert owned(position, 1)["huts"] == ["danae.sand.tattoo", "danae.rock.flower"]
    assert (owned(position, 1)["paints"], owned(position, 1)["reserve"]) == (1, 8)
    assert (owned(position, 2)["huts"], owned(position, 2)["reserve"]) == (["evao.rock.fish"], 9)


def test_a_tiki_against_the_hut_stops_the_painter_who_keeps_the_card() -> None:
    """makabana/rulings.3: the Tiki against it protects a hut; the card returns to the hand."""
    projects = ["paint:danae.rock.flower", "build:evao.rock.fish", "build:evao.palm.fish"]
    position = play_round(table("Dst1 Drb2 Est3"), projects, ["club.danae", "danae.rock.flower", "evao.lagoon.fish"])
    assert owned(position, 1)["huts"] == ["danae.sand.tattoo"] and owned(position, 1)["paints"] == 2
    assert "danae.rock.flower" in owned(position, 2)["huts"]


def test_a_hut_recoloured_this_round_can_be_painted_again() -> None:
    """makabana/rulings.4: another seat's hut of whatever colour will do."""
    projects = ["paint:danae.rock.flower", "build:evao.rock.fish", "paint:danae.rock.flower"]
    position = play_round(table("Dst1 Drb2 Est3"), projects, ["club.danae", "club.evao", "evao.lagoon.fish"])
    assert "danae.rock.flower" in owned(position, 3)["huts"]
    assert [owned(position, seat)["paints"] for seat in (1, 2, 3)] == [1, 2, 1]


def test_painters_follow_one_another_from_the_first_player() -> None:
    """makabana/carrying out: seat by seat; each finds what the one before has left."""
    before = table("Dst1 Drb2 Est3", round_number=15)
    projects = ["paint:evao.sand.tattoo", "paint:danae.sand.tattoo", "paint:danae.sand.tattoo"]
    position = play_round(before, projects, ["club.danae", "club.evao", "evao.lagoon.fish"])
    assert owned(position, 3)["paints"] == 1 and owned(position, 3)["huts"] == []
    assert owned(position, 2)["huts"] == ["danae.sand.tattoo", "danae.rock.flower"]
    assert owned(position, 1)["huts"] == ["evao.sand.tattoo"]


def test_a_club_opens_on_a_free_club_place() -> None:
    """makabana/carrying out: the Club card becomes the club."""
    projects = ["club:danae.sand.tattoo", "build:evao.rock.fish", "build:evao.palm.fish"]
    position = play_round(table("Dst1 Drb2 Est3"), projects, ["evao.sand.fish", "club.evao", "evao.lagoon.fish"])
    assert owned(position, 1)["club"] == "danae"


def test_a_tiki_on_the_club_place_stops_the_club_and_the_card_returns() -> None:
    """makabana/carrying out: the club place has neither club nor Tiki."""
    projects = ["club:danae.sand.tattoo", "build:evao.rock.fish", "build:evao.palm.fish"]
    position = play_round(table("Dst1 Drb2 Est3"), projects, ["evao.sand.fish", "club.danae", "evao.lagoon.fish"])
    assert owned(position, 1)["club"] is None and "club:danae.sand.tattoo" in texts(position, 1)


def test_the_second_club_of_a_round_finds_the_place_taken() -> None:
    """makabana/carrying out: one diving-club place per beach."""
    projects = ["club:danae.sand.tattoo", "club:danae.rock.flower", "build:evao.palm.fish"]
    position = play_round(table("Dst1 Drb2 Est3"), projects, ["evao.sand.fish", "club.evao", "evao.lagoon.fish"])
    assert (owned(position, 1)["club"], owned(position, 2)["club"]) == ("danae", None)


def test_a_club_fails_when_its_hut_has_been_painted() -> None:
    """makabana/carrying out: the hut named is still the seat's own."""
    projects = ["paint:danae.rock.flower", "club:danae.rock.flower", "build:evao.palm.fish"]
    position = play_round(table("Dst1 Drb2 Dlt2 Est3"), projects, ["evao.sand.fish", "club.evao", "evao.lagoon.fish"])
    assert owned(position, 2)["club"] is None


def test_a_club_stays_when_the_last_hut_of_its_beach_is_painted() -> None:
    """makabana/carrying out: a club is never painted or lost."""
    before = table("Dst1 Drb2 Est3", clubs={"Danae": "club of seat 1"})
    projects = ["build:evao.rock.fish", "paint:danae.sand.tattoo", "build:evao.palm.fish"]
    position = play_round(before, projects, ["evao.sand.fish", "club.evao", "evao.lagoon.fish"])
    assert owned(position, 1)["club"] == "danae"


def test_tikis_and_cards_return_and_the_first_players_card_passes_to_the_left() -> None:
    """makabana/end of the round."""
    projects = ["build:evao.rock.fish", "build:danae.sand.fish", "build:evao.palm.fish"]
    position = play_round(table("Dst1 Drb2 Est3"), projects, ["evao.sand.fish", "club.evao", "evao.lagoon.fish"])
    fields = position.to_fields()
    assert (fields["round"], fields["first_player"], fields["phase"]) == (14, 2, "projects")
    assert all(seat["tiki"] is None and seat["project"] is None for seat in fields["seats"].values())


ALMOST = "Dst1 Dpt1 Drt1 Drb2 Dsb2 Dpb2 Dpf3 Drf3 Dsf3"


def test_a_beach_full_of_huts_and_tikis_brings_the_final_round() -> None:
    """makabana/end of the round (a): the check comes with the Tikis still standing."""
    projects = ["build:evao.rock.fish", "build:danae.lagoon.tattoo", "build:evao.palm.fish"]
    position = play_round(table(ALMOST), projects, ["danae.lagoon.flower", "danae.lagoon.fish", "club.evao"])
    assert position.facts()["end"]["because"] == ["full-beach"]


def test_tikis_against_huts_and_on_club_places_fill_no_beach() -> None:
    """makabana/rulings.8: a hut's site is occupied anyway."""
    projects = ["build:evao.rock.fish", "build:danae.lagoon.tattoo", "build:evao.palm.fish"]
    position = play_round(table(ALMOST), projects, ["danae.sand.tattoo", "danae.lagoon.fish", "club.danae"])
    assert not position.facts()["end"]["is_final_round"]


EIGHT = "Dst1 Dpt1 Drt1 Drb1 Dsb1 Dpb1 Dpf1 Ert1 Esf2 Est3"


def test_a_seat_with_one_hut_in_reserve_brings_the_final_round() -> None:
    """makabana/end of the round (b): some seat has at most one hut in reserve."""
    projects = ["build:evao.rock.fish", "build:danae.lagoon.tattoo", "build:evao.palm.fish"]
    position = play_round(table(EIGHT), projects, ["club.danae", "club.evao", "evao.lagoon.fish"])
    assert position.facts()["end"]["because"] == ["last-hut"]


def test_two_conditions_may_bring_the_final_round_together() -> None:
    """makabana/end of the round: if any holds."""
    before = table(EIGHT + " Drf3 Dsf3 Dlt2 Dlb2")
    projects = ["build:danae.lagoon.fish", "build:evao.rock.flower", "build:evao.palm.fish"]
    position = play_round(before, projects, ["club.danae", "club.evao", "evao.lagoon.fish"])
    assert position.facts()["end"]["because"] == ["full-beach", "last-hut"]


def test_in_the_final_round_only_builds_are_made() -> None:
    """makabana/final round: only `build` projects."""
    position = table("Dst1 Dpt1 Drt1 Drb1 Dsb1 Dpb1 Dpf1 Ert1 Erb1 Esf2 Est3", ending="last-hut")
    assert {text.partition(":")[0] for text in texts(position)} == {"build"}


def test_none_is_for_a_seat_without_any_target() -> None:
    """makabana/projects: a seat that has no legal target (and only such a seat) makes the single step `none`."""
    sites = "Dst1 Dpt1 Drt1 Drb1 Dsb1 Dpb1 Dpf1 Drf1 Dsf2 Dlt2 Dlb2 Dlf2 Ert2 Erb2 Ept2 Est2 Erf3 Epf3 Epb3 Esb3 Elt3"
    position = table(f"{sites} Elb3 Elf3 Esf3", ending="full-beach")
    assert texts(position) == ["none"] * 3
    after = play_round(position, ["none"] * 3, ["danae.sand.tattoo", "club.danae", "club.evao"])
    assert after.is_over


def test_the_game_is_over_after_the_final_round() -> None:
    """makabana/final round: after it the game is over; everything is back with its owner."""
    position = table("Dst1 Dpt1 Drt1 Drb1 Dsb1 Dpb1 Dpf1 Ert1 Erb1 Esf2 Est3", ending="last-hut")
    projects = ["build:evao.rock.fish", "build:danae.lagoon.tattoo", "build:evao.palm.fish"]
    position = play_round(position, projects, ["club.danae", "club.evao", "evao.lagoon.fish"])
    assert position.outcome is not None and position.outcome.endings == ("last-hut",)
    assert owned(position, 1)["reserve"] == 0 and owned(position, 1)["tiki"] is None


def play_to_the_end(sites: str, build: str, tikis: list[str]) -> Position:
    """A round that brings the final one, then the final round."""
    position = play_round(table(sites), [build, "build:evao.lagoon.flower", "build:evao.lagoon.flower"], tikis)
    return play_round(position, ["build:evao.lagoon.fish"] * 3, ["club.danae", "club.evao", "evao.lagoon.fish"])


def test_a_game_ends_by_a_full_beach() -> None:
    """makabana/end of the round (a)."""
    tikis = ["danae.lagoon.flower", "danae.lagoon.fish", "club.evao"]
    outcome = play_to_the_end(ALMOST, "build:danae.lagoon.tattoo", tikis).outcome
    assert outcome is not None and outcome.endings == ("full-beach",)


def test_a_game_ends_by_the_last_hut() -> None:
    """makabana/end of the round (b)."""
    outcome = play_to_the_end(EIGHT, "build:evao.rock.fish", ["club.danae", "club.evao", "evao.palm.fish"]).outcome
    assert outcome is not None and outcome.endings == ("last-hut",)


def test_a_game_ends_after_thirty_rounds() -> None:
    """makabana/rulings.9: 30 rounds of failed projects, then the final round."""
    position = placed(3)
    for number in range(1, 31):
        assert position.facts()["end"]["rounds_left"] == 31 - number
        position = play_round(position, ["build:evao.palm.fish"] * 3, ["club.danae", "club.evao", "evao.palm.fish"])
    assert position.facts()["end"]["because"] == ["thirty-rounds"]
    position = play_round(position, ["build:evao.palm.fish"] * 3, ["club.danae", "club.evao", "evao.palm.fish"])
    assert position.outcome is not None and position.outcome.endings == ("thirty-rounds",)
    assert [len(owned(position, seat)["huts"]) for seat in (1, 2, 3)] == [2, 2, 2]


def test_nothing_is_left_to_chance_and_nobody_gives_anything_up() -> None:
    """makabana/a round: no dice, no passing; the busy policy plays like the uniform one."""
    rules, board = game("makabana").engine.rules, game("makabana").setup(3).board
    state = placed(3).state
    assert rules.weights(board.record, state, None) == 0
    assert not any(rules.is_quiet(board.record, state, action) for action in range(game("makabana").actions))
