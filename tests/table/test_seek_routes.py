"""Finding opponents over HTTP and the socket, at a real server, and at two that share a database."""

import hashlib
import json
import time
from contextlib import ExitStack
from typing import Any

from ludotheque.table.service.limits import RULES, Limits
from tests.table.serving import PATIENCE, Player, Running, Talker, serving

SECONDS = 5.0  # in which two who look for each other sit, on a machine that is not too busy
OPENED = "0a" * 32


def seek_of(player: Player, stage: str) -> dict[str, Any]:
    """A player's search, as soon as it is at a stage."""
    end = time.monotonic() + PATIENCE
    while (found := player.get("/api/me/seek"))["stage"] != stage:
        assert time.monotonic() < end, found
        time.sleep(0.05)
    seen: dict[str, Any] = found
    return seen


def hear_stage(talker: Talker, stage: str) -> dict[str, Any]:
    """The next news of a search at a stage."""
    while (told := talker.hear("seek"))["stage"] != stage:
        pass
    return told


def play_together(ada: Player, bob: Player) -> str:
    """Two people look for Mabula and come; gives the table at which both sit."""
    for player in (ada, bob):
        player.post("/api/me/seek", 201, game="mabula")
    for player in (ada, bob):
        seek_of(player, "found")
        player.post("/api/me/seek/come")
    tables = {seek_of(player, "seated")["table"] for player in (ada, bob)}
    assert len(tables) == 1
    return str(tables.pop())


def test_two_programs_find_each_other_by_requests_alone(running: Running) -> None:
    ada, bob = Player(running, "Ada"), Player(running, "Bob")
    table = play_together(ada, bob)
    seen = ada.get(f"/api/tables/{table}")
    assert seen["stage"] == "playing" and seen["terms"]["clock"] == "live"
    assert {one["holder"]["name"] for one in seen["seats"]} == {"Ada", "Bob"}


def test_a_socket_is_told_at_once_and_both_are_seated_within_seconds(running: Running) -> None:
    players = Player(running, "Ada"), Player(running, "Bob")
    with ExitStack() as stack:
        talkers = [stack.enter_context(player.socket()) for player in players]
        for talker in talkers:
            assert talker.ask("follow_seek")["stage"] == "none"
        began = time.monotonic()
        for player in players:
            player.post("/api/me/seek", 201, game="marabunta", offer="expert")
        for talker in talkers:
            hear_stage(talker, "found")
            talker.say("come")
        tables = {hear_stage(talker, "seated")["table"] for talker in talkers}
        assert len(tables) == 1 and time.monotonic() - began < SECONDS
    seen = players[0].get(f"/api/tables/{tables.pop()}")
    assert seen["terms"]["options"] == {"powers": "expert"}


def test_nobody_is_told_who_looks_but_only_how_many(running: Running) -> None:
    players = [Player(running, name) for name in ("Ada", "Bob", "Cleopatra")]
    for player in players:
        player.post("/api/me/seek", 201, game="makabana", offer="players4")
    told = json.dumps([seek_of(players[0], "waiting"), players[0].get("/api/offers")])
    assert '"others": 2' in told and '"looking": 3' in told
    assert not any(name in told for player in players for name in (player.me["id"], player.me["name"]))
    for player in players:
        assert player.http.delete("/api/me/seek").json() == {"ok": True}


def test_nobody_looks_without_coming_in_and_a_guest_for_nothing_rated(running: Running) -> None:
    stranger, ada = running.client(), Player(running, "Ada")
    assert stranger.post("/api/me/seek", json={"game": "mabula"}).status_code == 401
    assert stranger.get("/api/offers").status_code == 200
    assert ada.post("/api/me/seek", 403, game="mabula", rated="yes")["error"] == "forbidden"
    assert "offer" in ada.post("/api/me/seek", 422, game="mabula", offer="blitz")["text"]
    with Talker(running, {}) as talker:
        assert talker.ask("follow_seek")["kind"] == "error"


def test_a_person_begins_to_look_only_so_often(sqlite_url: str) -> None:
    with serving(sqlite_url, Limits()) as running:
        ada, rate = Player(running, "Ada"), RULES["seek"].account
        assert rate is not None
        for _ in range(rate.burst):
            ada.post("/api/me/seek", 201, game="mabula")
        assert ada.post("/api/me/seek", 429, game="mabula")["error"] == "busy"


def test_bytes_promised_when_one_begins_to_look_are_opened_at_the_table(running: Running) -> None:
    ada, bob = Player(running, "Ada"), Player(running, "Bob")
    commitment = hashlib.sha256(bytes.fromhex(OPENED)).hexdigest()
    ada.post("/api/me/seek", 201, game="mabula", offer="product", commitment=commitment)
    bob.post("/api/me/seek", 201, game="mabula", offer="product")
    for player in (ada, bob):
        seek_of(player, "found")
        player.post("/api/me/seek/come")
    table = seek_of(ada, "seated")["table"]
    places = ada.get(f"/api/tables/{table}")["fair"]["places"]
    assert [(one["by"], one["opened"]) for one in places if one["by"] == "client"] == [("client", None)]
    ada.post(f"/api/tables/{table}/open", opened=OPENED)
    assert ada.get(f"/api/tables/{table}")["stage"] == "playing"


def test_people_at_two_servers_of_one_house_find_each_other(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as other:
        ada, bob = Player(one, "Ada"), Player(other, "Bob")
        table = play_together(ada, bob)
        assert bob.get(f"/api/tables/{table}")["own"]
