"""Names and faces on the pages, as a browser without scripts gets them."""

import re
from typing import Any

import httpx
import pytest

from ludotheque.drawing.players.characters import CASTS, seat_characters
from tests.web.test_pages import in_words, post


def table_with_bots(client: httpx.Client, level: str = "club", **terms: Any) -> str:
    """A table of Maka Bana at which Ada sits in seat 1, and bots of one level in seats 2 and 3."""
    client.post("/api/guests", json={"name": "Ada"}).raise_for_status()
    made = client.post("/api/tables", json={"game": "makabana", "players": 4, "seating": "chosen", **terms})
    table = str(made.json()["table"])
    for seat, body in ((1, {}), (2, {"level": level}), (3, {"level": level})):
        client.post(f"/api/tables/{table}/seats/{seat}", json=body).raise_for_status()
    return table


@pytest.mark.parametrize(("language", "level"), [("en", "Club"), ("fr", "Club"), ("it", "Circolo")])
def test_bots_have_a_name_a_face_and_a_line_before_the_game(visit: Any, language: str, level: str) -> None:
    client = visit(language)
    table = table_with_bots(client)
    answer = client.get(f"/table/{table}")
    seated = [one.name for one in seat_characters(table, {2: "club", 3: "club"}).values()]
    assert len(set(seated)) == 2
    for name in seated:
        assert f"{name} · {level}" in in_words(answer)
    assert len(re.findall(r'<svg class="face face-[1-6] face-bot"', answer.text)) == 2
    assert not re.search(r"\bBot\b", in_words(answer).split("Maka Bana", 2)[1][:200])


def test_a_game_is_told_by_names(visit: Any) -> None:
    client = visit()
    table = table_with_bots(client)
    client.post(f"/api/tables/{table}/seats/4", json={"level": "club"}).raise_for_status()
    words = in_words(client.get(f"/table/{table}"))
    names = [one.name for one in seat_characters(table, dict.fromkeys((2, 3, 4), "club")).values()]
    assert f"At the table: Ada (Red), {names[0]} (Blue), {names[1]} (Yellow) and {names[2]} (Teal)." in words


def test_whoever_chooses_a_level_sees_who_plays_at_it(visit: Any) -> None:
    client = visit()
    for address in ("/", "/new/mabula"):
        text = client.get(address).text
        for level, cast in CASTS.items():
            assert f'class="of-level of-{level}"' in text
            assert ", ".join(one.name for one in cast) in text


def test_a_reaction_is_sent_by_a_plain_form_too(visit: Any) -> None:
    ada, bob = visit(), visit("fr")
    ada.post("/api/guests", json={"name": "Ada"}).raise_for_status()
    made = ada.post("/api/tables", json={"game": "mabula", "players": 2, "seating": "chosen"}).json()
    ada.post(f"/api/tables/{made['table']}/seats/1", json={}).raise_for_status()
    bob.post("/api/guests", json={"name": "Bob"}).raise_for_status()
    bob.post(f"/api/tables/{made['table']}/join", json={"invitation": made["invitation"]}).raise_for_status()
    post(ada, f"/table/{made['table']}/react", reaction="thanks")
    assert "Ada (de passage) Merci" in in_words(bob.get(f"/table/{made['table']}"))
