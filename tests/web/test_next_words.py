"""What a finished game's page offers next, without scripts: bots of another level, and a series of games."""

import re
from html import unescape
from typing import Any

import pytest

from ludotheque.web.pages.after_game.series_line import points_text


def resign(client: Any, table: str) -> None:
    assert client.post(f"/table/{table}/do", data={"what": "resign"}).status_code == 303


def next_of(client: Any, table: str) -> str:
    """The part of a finished game's page that says what may come next."""
    found = re.search('<div class="next" id="next">(.*?)</div>', client.get(f"/table/{table}").text, re.DOTALL)
    return unescape(found[1]) if found else ""


def lead_to(answer: Any) -> str:
    """The table to which a form leads."""
    found = re.search("/table/([a-z0-9]+)", answer.headers["location"])
    assert answer.status_code == 303 and found
    return found[1]


def test_whoever_loses_against_bots_is_offered_a_lesson_and_may_choose_another_level(visit: Any) -> None:
    ada = visit()
    table = lead_to(ada.post("/play/mabula", data={"level": "casual"}))
    resign(ada, table)
    assert "Not this time" in next_of(ada, table) and 'href="/learn/mabula"' in next_of(ada, table)
    assert next_of(visit(), table) == ""
    again = lead_to(ada.post(f"/table/{table}/rematch", data={"level": "club"}))
    holders = [one["holder"] for one in ada.get(f"/api/tables/{again}").json()["seats"]]
    assert sorted(one["name"] for one in holders if one["holds"] == "bot") == ["club"]


def test_two_people_play_best_of_three_and_its_pages_say_how_it_stands(visit: Any) -> None:
    ada, bo = visit(), visit("fr")
    invited = ada.post("/invite/mabula", data={}).headers["location"]
    table, invitation = re.findall(r"/table/([a-z0-9]+)\?invitation=(.+)", invited)[0]
    bo.post(f"/join/{table}", data={"invitation": invitation})
    resign(ada, table)
    assert 'name="best_of" value="3"' in next_of(ada, table)
    second = lead_to(bo.post(f"/table/{table}/rematch", data={"best_of": "3"}))
    assert "To game 2 of the series" in next_of(ada, table) and "best_of" not in next_of(ada, table)
    assert lead_to(ada.post(f"/table/{table}/rematch", data={})) == second
    page = ada.get(f"/table/{second}").text
    assert "Best of 3, game 2" in page and "2/3 · 0 – 1" in page
    resign(bo, second)
    assert re.search("Best of 3: .* 1, .* 1", next_of(ada, second))
    third = lead_to(ada.post(f"/table/{second}/rematch", data={}))
    lead_to(bo.post(f"/table/{second}/rematch", data={}))
    resign(bo, third)
    assert "You win the series" in next_of(ada, third) and 'name="best_of"' in next_of(ada, third)
    assert "série" in next_of(bo, third)


@pytest.mark.parametrize(("points", "text"), [(0, "0"), (0.5, "½"), (1.0, "1"), (1.5, "1½"), (1 / 3, "0.3")])
def test_points_are_written_short(points: float, text: str) -> None:
    assert points_text(points) == text
