"""Maka Bana's pictures show what counts on the island, light the legal choices, and show no secrets."""

import re
from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path

import pytest

from ludotheque import Position
from ludotheque.drawing import Marks, draw, draw_text
from ludotheque.drawing.makabana.art import artwork
from ludotheque.drawing.makabana.layout import layout_of
from ludotheque.drawing.makabana.parts.island_layout import SIGN_HEIGHT, Sea, sign_width
from ludotheque.drawing.makabana.reveal import ends_round, reveal
from tests.conftest import compiled, random_line

COUNTS = (3, 4, 5, 6)
TALL = """name = "tall"
[[island]]
name = "Tower"
beaches = { N = "North", M = "Middle", S = "South" }
sites = \"\"\"
 .  Nst Nsb  .
Nsf Nlt Nlb Nlf
Npt  .  Npb Npf
Mst Msb Msf Mrt
 .  Mrb Mrf  .
Mlt Mlb Mlf Sst
Ssb Ssf Srt  .
 .   .  Srb Srf
Spt Spb  .   .
 .  Spf  .   .
\"\"\"
complexes = \"\"\"
 .   1   1   .
 1   1   1   2
 1   .   2   2
 3   3   3   2
 .   3   4   .
 5   4   4   4
 5   5   6   .
 .   .   6   6
 7   7   .   .
 .   7   .   .
\"\"\"
"""


def positions(players: int, seed: int = 1, every: int = 5) -> Iterator[Position]:
    return islice(random_line(compiled("makabana").start(players), seed), 0, None, every)


def five_huts() -> Position:
    """Five seats have put two huts each; Red's on Azzura stand alone."""
    position = compiled("makabana").start(5)
    for name in (
        "azzura.rock.tattoo",
        "bikini.sand.tattoo",
        "coquito.sand.tattoo",
        "diabolo.sand.fish",
        "azzura.lagoon.fish",
    ):
        position = position.play(f"hut:{name}")
    for name in (
        "bikini.rock.fish",
        "azzura.palm.flower",
        "azzura.palm.fish",
        "coquito.lagoon.fish",
        "diabolo.rock.fish",
    ):
        position = position.play(f"hut:{name}")
    return position


def laid_down(position: Position, projects: dict[int, tuple[str, str]]) -> Position:
    """The position after these projects, seat by seat."""
    for seat, (target, shown) in projects.items():
        position = position.play(target, seat).play(f"show:{shown}", seat)
    return position


PROJECTS = {
    1: ("build:azzura.rock.flower", "beach"),
    2: ("paint:azzura.rock.tattoo", "type"),
    3: ("build:azzura.rock.flower", "sector"),
    4: ("club:diabolo.sand.fish", "club"),
    5: ("build:bikini.palm.fish", "type"),
}


@pytest.mark.parametrize("players", COUNTS)
def test_planks_lie_where_neighbours_meet_over_a_road_and_nowhere_else(players: int) -> None:
    position = compiled("makabana").start(players)
    near, beach = position.setup.board.record.near.tolist(), position.setup.board.record.beach.tolist()
    sites = range(len(position.setup.board.names["sites"]))
    pairs = [(a, b) for a, b in combinations(sites, 2) if near[a] >> b & 1 and beach[a] != beach[b]]
    assert draw(position.view(1)).parts[0].ground.count('href="#mb-planks') == len(pairs)


def test_huts_that_score_together_are_roped() -> None:
    for position in positions(5):
        live = draw(position.view(None)).live
        for seat, facts in position.facts()["seats"].items():
            has_group = any(len(group["sites"]) > 1 for group in facts["groups"])
            assert ("<path" in live[f"ropes-{seat}"]) == has_group


def test_the_leaders_of_a_beach_wear_a_filled_tag() -> None:
    for position in positions(4):
        live = draw(position.view(None)).live
        for beach, facts in position.facts()["beaches"].items():
            assert sorted(map(int, re.findall(r"#mb-lead-(\d)", live[f"tally-{beach}"]))) == facts["leaders"]


def test_sites_that_cost_a_card_have_a_light_of_their_own() -> None:
    view = five_huts().view(1)
    live = draw(view).live
    for step in view.legal():
        word, _, site = step.text.partition(":")
        light = {"build": "#mb-lit-", "paint": "#mb-paint-", "club": "#mb-lit-club"}[word]
        assert f'data-steps="{step}"' in live["on-" + site.replace(".", "-")]
        assert light in live["on-" + site.replace(".", "-")]


def test_every_light_on_the_island_is_as_large_as_a_finger() -> None:
    """A site and a place of a club are hit in the same square, whichever shape is drawn inside."""
    lit = dict(re.findall('<g id="mb-(lit-[a-z]+)">(.*?)</g>', artwork(3)))
    assert {"lit-place", "lit-tiki", "lit-tattoo"} <= set(lit)
    assert [name for name, inside in lit.items() if not inside.startswith('<use href="#mb-touch"')] == []


def test_a_tiki_glides_from_the_raft_to_a_hut_it_guards_and_home_again() -> None:
    before = laid_down(five_huts(), PROJECTS)
    after = before.play("tiki:azzura.rock.tattoo")
    end = after
    while end.facts()["round"] == 1:
        end = end.play(end.legal()[-1])
    home, away, back = (draw(position.view(None)).live["tiki-1"] for position in (before, after, end))
    assert re.sub(r'transform="[^"]*"', "", home) == re.sub(r'transform="[^"]*"', "", away)
    assert home == back != away


def test_the_others_see_one_card_and_how_many_backs() -> None:
    live = draw(laid_down(five_huts(), PROJECTS).view(None)).live
    assert 'href="#mb-card-azzura"' in live["seat-1"] and "+2" in live["seat-1"]
    assert 'href="#mb-card-tattoo"' in live["seat-2"] and "+3" in live["seat-2"]
    assert live["seat-2"].count('href="#mb-back"') == 3


@pytest.mark.parametrize("seat", [None, 2, 5])
def test_a_face_down_project_is_drawn_for_nobody_else(seat: int | None) -> None:
    """Even if the caller passes the secret step as the last one."""
    begun = five_huts().play("build:azzura.rock.flower", 1)
    laid = begun.play("show:sector", 1)
    for position in (begun, laid):
        assert position.last
        view, marks = position.view(seat), Marks(last=(position.last,), played=position.steps)
        assert draw(view, marks).live == draw(view).live
        assert draw_text(view, marks) == draw_text(view)
    assert "azzura.rock.flower" in draw_text(laid.view(1))


def test_how_each_project_ended_is_stamped_until_the_next_ones_are_laid() -> None:
    position = laid_down(five_huts(), PROJECTS)
    for tiki in ("club.azzura", "bikini.sand.tattoo", "diabolo.lagoon.tattoo", "bikini.palm.fish", "bikini.rock.fish"):
        position = position.play(f"tiki:{tiki}")
    assert position.last
    marks = Marks(last=(position.last,), played=position.steps)
    last = draw(position.view(None), marks).live["last"]
    assert re.findall(r"#mb-(good|bad).*?#mb-mark-(\d)", last) == [
        ("good", "1"), ("good", "2"), ("bad", "3"), ("good", "4"), ("bad", "5"),
    ]  # fmt: skip
    text = draw_text(position.view(None), marks)
    assert "●1 build:azzura.rock.flower ✓" in text and "■3 build:azzura.rock.flower ✗" in text


def test_a_preview_says_how_many_points_it_would_bring() -> None:
    position = compiled("makabana").start(3)
    for step in position.legal()[:6]:
        gain = position.play(step).scores[0].total - position.scores[0].total
        preview = draw(position.view(1), Marks(preview=step.text)).live["preview"]
        assert f">+{gain}<" in preview and 'class="ghost"' in preview


def test_a_preview_of_a_target_lays_out_its_cards() -> None:
    view = five_huts().view(1)
    live = draw(view, Marks(preview="paint:bikini.sand.tattoo")).live
    faces = {
        slot: re.findall(r"#mb-card-(\w+)", live[f"card-{slot}"])
        for slot in ("beach", "sector", "type", "paint", "club")
    }
    assert faces == {"beach": ["bikini"], "sector": ["sand"], "type": ["tattoo"], "paint": ["paint"], "club": []}


def test_the_preview_of_a_shown_card_is_the_fan_that_the_others_get() -> None:
    begun = five_huts().play("paint:bikini.sand.tattoo", 1)
    assert "#mb-card" not in draw(begun.view(1)).live["project-seen"]
    seen = draw(begun.view(1), Marks(preview="show:sector")).live["project-seen"]
    assert re.findall(r"#mb-card-(\w+)", seen) == ["sand"] and seen.count('href="#mb-back"') == 3 and "+3" in seen


def test_the_reveal_lists_the_round_project_by_project() -> None:
    before = laid_down(five_huts(), PROJECTS)
    for tiki in ("club.azzura", "bikini.sand.tattoo", "diabolo.lagoon.tattoo", "bikini.palm.fish"):
        before = before.play(f"tiki:{tiki}")
    after = before.play("tiki:bikini.rock.fish")
    assert ends_round(before, after) and not ends_round(next(iter(before.history)), before)
    told = reveal(before, after, "en")
    assert [(one.seat, one.is_done) for one in told.turned] == [(1, True), (2, True), (3, False), (4, True), (5, False)]
    assert told.turned[1].cards == ("tattoo", "azzura", "rock", "paint")
    assert "#mb-hut-1" in told.turned[0].live["on-azzura-rock-flower"]
    assert told.turned[2].words.endswith("Red's hut stands there by now.")
    shown = dict(told.live)
    for one in told.turned:
        shown = {key: markup for key, markup in (shown | dict(one.live)).items() if markup}
    end = draw(after.view(None)).live
    assert all(shown[key] == end[key] for key in shown if key.startswith(("ropes-", "tally-")))


@pytest.mark.parametrize("players", COUNTS)
def test_a_phone_sees_all_sites_and_signs_and_no_more_water_than_it_must(players: int) -> None:
    position = compiled("makabana").start(players)
    sea = layout_of(position.setup.board, players).sea
    left, _, width, _ = map(float, draw(position.view(None)).parts[0].narrow.split())
    assert width <= 784
    assert all(left <= x - 48 and x + 48 <= left + width for x, _ in sea.spots)
    for start, _, end, _ in boxes(sea, players, position.setup.board.names["beaches"]):
        assert left <= start and end <= left + width


def test_a_chosen_site_and_a_chosen_card_are_ringed() -> None:
    view = five_huts().play("build:azzura.rock.flower", 1).view(1)
    assert "#mb-choice" in draw(view, Marks(chosen=("on-azzura-rock-flower",))).live["chosen"]
    assert "mb-chosen-card" in draw(view, Marks(chosen=("card-type",))).live["card-type"]


@pytest.mark.parametrize("players", COUNTS)
def test_a_click_on_a_site_that_is_not_lit_gets_a_reason(players: int) -> None:
    for position in positions(players, every=9):
        for seat in position.actors:
            view = position.view(seat)
            drawing = draw(view)
            lit = {step.text.partition(":")[2] for step in view.legal()}
            for name in set(re.findall(r'data-name="([^"]+)"', drawing.svg())) - lit:
                refusal = view.why_not(drawing.attempt.format(name))
                assert refusal and refusal.kind != "unreadable"


def boxes(sea: Sea, players: int, names: tuple[str, ...]) -> Iterator[tuple[float, float, float, float]]:
    """The box of every sign: left, top, right, bottom."""
    for sign, name in zip(sea.signs, names, strict=True):
        yield sign.x, sign.y, sign.x + sign_width(name, players), sign.y + SIGN_HEIGHT


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("own", [False, True])
def test_signs_cover_neither_each_other_nor_a_site_nor_the_shore(players: int, own: bool, tmp_path: Path) -> None:
    file = tmp_path / "tall.toml"
    file.write_text(TALL)
    position = compiled("makabana").start(players, board=file if own else None)
    sea = layout_of(position.setup.board, players).sea
    found = list(boxes(sea, players, position.setup.board.names["beaches"]))
    for left, top, right, bottom in found:
        assert left >= 0 and top >= 0 and right <= sea.width and bottom <= sea.height
        assert not any(left < x + 40 and x - 40 < right and top < y + 40 and y - 40 < bottom for x, y in sea.spots)
    for one, other in combinations(found, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("players", COUNTS)
def test_the_text_map_brackets_every_site_that_may_be_chosen(players: int) -> None:
    for position in positions(players, every=7):
        for seat in position.actors:
            steps = [step.text for step in position.legal(seat) if step.text.count(".") == 2]
            map_ = draw_text(position.view(seat)).partition("\n\n")[2].partition("\n\n")[0]
            free = [step for step in steps if not step.startswith(("paint:", "club:"))]
            assert len(re.findall(r"\[[A-Z][slpr][tbf]\]", map_)) == len(free)
            assert len(re.findall(r"\([A-Z][slpr][tbf]\)", map_)) == len(steps) - len(free)


def test_the_text_map_draws_every_wall(tmp_path: Path) -> None:
    file = tmp_path / "tall.toml"
    file.write_text(TALL)
    lines = draw_text(compiled("makabana").start(3, board=file).view(None)).splitlines()
    assert any(line.split() == ["Nsf", "Nlt", "Nlb", "┃", "Nlf"] for line in lines)
    assert any("┏━━━━━━━" in line for line in lines) and any("┗━━━━━━━" in line for line in lines)


def test_the_winner_is_named_and_every_place_shown() -> None:
    *_, over = random_line(compiled("makabana").start(4), 3)
    assert over.outcome
    drawing = draw(over.view(None))
    for seat, place in enumerate(over.outcome.places, 1):
        assert f'class="mb-{"won" if place == 1 else "first"}-count">{place}<' in drawing.live[f"seat-{seat}"]
    assert all(over.game.seat_name(seat) in drawing.live["project-prompt"] for seat in over.outcome.winners)
