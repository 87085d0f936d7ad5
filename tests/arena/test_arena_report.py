"""The reports of an arena: text, JSON, and a self-contained page."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from ludotheque.arena import ArenaResult, Plan, PlayedGame
from ludotheque.arena.html_report import page
from ludotheque.arena.plots import dots
from ludotheque.arena.text_report import text_report
from tests.arena.players import FINDER

PLAN = Plan("mabula", 2, {"scoring": "largest"}, None, "", 1, ("ada", "bob"), (1, 2), 200, None, 3, False, FINDER)


def results(wins: str, plan: Plan = PLAN) -> ArenaResult:
    """Pairs of games: `1` is won by the first bot, `0` by the second, `=` shared."""
    games = []
    for number, sign in enumerate(wins):
        bots = ((0, 1), (1, 0))[number % 2]
        places = tuple(1 if sign == "=" or (bot == 0) == (sign == "1") else 2 for bot in bots)
        games.append(PlayedGame(number // 2, number % 2, bots, places, (5, 4), 24, (12, 12), (0.12, 0.24), "", ""))
    return ArenaResult(plan, games)


def test_the_table_says_who_is_stronger_and_how_sure_that_is() -> None:
    """8 wins, 3 losses, a draw: by hand 400 log10(8/3) = 170 apart, 1.96 * 174 * sqrt(1/8 + 1/3) = 230 either way."""
    assert text_report(results("11011011=110")).splitlines() == [
        "Mabula, 2 players, scoring=largest, 200 simulations a choice, seed 3",
        "12 games in 6 pairings, 0 forfeited",
        "24.0 steps a game, 24 to 24",
        "",
        "bot  rating         95 %  points          95 %  choices  s a choice",
        "ada     +85  -30 to +200  70.8 %  46.9 to 84.6      144       0.015",
        "bob     -85  -200 to +30  29.2 %  15.4 to 53.1      144       0.015",
        "",
        "seat     wins          95 %",
        "White  54.2 %  27.9 to 78.4",
        "Black  45.8 %  21.6 to 72.1",
    ]


def test_the_report_has_a_line_for_a_forfeit() -> None:
    result = results("1100")
    lost = replace(result.games[2], forfeit="seat 1, ply 3: ada fails: it broke")
    report = text_report(replace(result, games=[*result.games[:2], lost, result.games[3]]))
    assert "4 games in 2 pairings, 1 forfeited" in report
    assert report.endswith("\ngame 1.0, seat 1, ply 3: ada fails: it broke")


def test_json_has_the_same_figures() -> None:
    result = results("11011011=110")
    fields = json.loads(json.dumps(result.to_fields()))
    best = fields["bots"][0]
    assert (best["name"], best["version"], fields["games"], fields["pairings"]) == ("ada", 1, 12, 6)
    assert best["points"]["value"] == pytest.approx(8.5 / 12)
    assert best["rating"]["low"] < best["rating"]["elo"] < best["rating"]["high"]
    assert fields["cross_table"]["ada"]["bob"]["value"] == pytest.approx(8.5 / 12)


def test_the_report_of_a_sequential_test_has_its_error_rates() -> None:
    report = text_report(replace(results("11" * 20), hypotheses=(0.0, 100.0)))
    assert "H1: the difference of ada to bob is nearer 100 Elo than 0 (12 pairings" in report
    assert "alpha = beta = 0.05" in report
    even = text_report(replace(results("10" * 200), hypotheses=(0.0, 100.0)))
    assert "H0: the difference of ada to bob is nearer 0 Elo than 100 (" in even
    assert "open: not decided yet" in text_report(replace(results("1001"), hypotheses=(0.0, 100.0)))


class Tags(HTMLParser):
    """Counts the tags of a page, and checks that each is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_self_contained_and_has_its_plots() -> None:
    text = page(results("11011011=110"))
    tags = Tags(text)
    assert tags.open == [] and tags.seen.count("svg") == 4 and tags.seen.count("table") == 3
    assert not re.findall(r"(?:src|href)=|url\(|@import|<script", text)
    for heading in ("Ratings", "Points", "Cross table", "Seats", "Length"):
        assert f"<h2>{heading}</h2>" in text


def test_a_name_cannot_break_the_page() -> None:
    text = page(results("1100", replace(PLAN, bots=("<b>ada</b>", "external:x 'y' \"z\" & more"))))
    assert "<b>" not in text and Tags(text).open == []


@pytest.mark.parametrize("wins", ["1" * 10 + "==", "1" * 90 + "=", "=" * 12])
def test_a_bot_that_never_lost_has_a_page_and_a_line_that_says_how_it_is_rated(wins: str) -> None:
    result = results(wins)
    line = "these games alone give no finite ratings: half a win and half a loss of each bot are added"
    assert line in text_report(result) and line in page(result)
    assert all(rating.high - rating.low < 1200 for rating in result.ratings)


@pytest.mark.parametrize("width", [1e-9, 0.4, 6.0, 6e5, 60_000_000.0, 1e300])
def test_every_axis_has_some_numbers(width: float) -> None:
    drawn = dots([("ada", 0.0, -width, width)], "Ratings", "", 0.0)
    assert 1 <= drawn.count('class="tick"') <= 7


def test_one_game_is_enough_for_a_report() -> None:
    assert "100.0 %" in text_report(results("1")) and "<svg" in page(results("1"))
