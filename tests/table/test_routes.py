"""The server over HTTP: log-in, tables, playing, and refusals with their texts."""

import ast
import hashlib
import json
import re
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from structlog.testing import capture_logs

import ludotheque
from ludotheque import Record
from ludotheque.log.entries import Begin, PersonHolder, Sit
from ludotheque.log.terms import Terms
from ludotheque.play.fairness.proof import verify
from ludotheque.table.api import guard
from ludotheque.table.api import uvicorn_protocols as lines
from ludotheque.table.bots.bot_jobs import version_of
from ludotheque.table.service import acts, hub
from ludotheque.table.service.limits import Limits
from ludotheque.table.storage import schema
from ludotheque.table.storage.row_values import SeatRow, TableRow
from ludotheque.table.storage.store import Store
from ludotheque.wire.field_bounds import LONGEST_MESSAGE
from ludotheque.wire.requests import ResignAct
from tests.table.conftest import run
from tests.table.home import SENTENCE
from tests.table.serving import Player, Running, serving

EXAMPLE = Path(__file__).parents[2] / "examples" / "remote_bot.py"
PASSWORD = "a quiet blue teapot"  # noqa: S105
LONG_AGO = 1_000.0  # seconds


def begun(ada: Player, bob: Player, game: str = "mabula", **terms: Any) -> str:
    """A private table of two at which Ada has seat 1 and Bob seat 2."""
    table, invitation = ada.make_table(game, **terms)
    ada.post(f"/api/tables/{table}/seats/1")
    bob.post(f"/api/tables/{table}/join", invitation=invitation)
    return table


def until(found: Any, seconds: float = 60.0) -> Any:
    """The first result that is not empty."""
    end = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < end, "it never comes"
        time.sleep(0.02)
    return value


def test_a_person_plays_a_whole_rated_game_against_a_bot(url: str) -> None:
    with serving(url) as running:
        ada = Player(running, "Ada")
        ada.post("/api/accounts", 201, name="Ada", password=PASSWORD)
        table, _ = ada.make_table(rated=True, clock="slow", absence="end")
        ada.post(f"/api/tables/{table}/seats/1")
        ada.post(f"/api/tables/{table}/seats/2", level="novice")
        moves = 0
        while (seen := ada.wait_turn(table))["stage"] != "over":
            moves += 1
            answer = ada.play_first(table, seen, f"move-{moves}")
            assert answer["ok"], answer
        assert moves > 5
        assert min(seen["outcome"]["places"]) == 1
        assert len(until(lambda: ada.get(f"/api/people/{ada.me['id']}")["results"])) == 1
        assert {one["name"] for one in ada.get("/api/ratings/mabula")} == {
            "Ada",
            f"novice {version_of('mabula', 'novice')}",
        }
        assert ada.http.get(f"/api/tables/{table}/record").text.startswith("game: mabula\n")


def test_two_processes_serve_one_table_and_give_one_answer(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as other:
        ada, bob = Player(one, "Ada"), Player(other, "Bob")
        table = begun(ada, bob)
        with bob.socket() as talk:
            assert talk.ask("watch", table=table)["waited_for"] == [1]
            seen = ada.get(f"/api/tables/{table}")
            played = ada.play_first(table, seen, "once")
            assert talk.hear_of(played["number"])["waited_for"] == [2]
        elsewhere = other.client()
        elsewhere.cookies.update(ada.http.cookies)
        body = {"seen": seen["number"], "steps": seen["legal"][:1], "id": "once"}
        assert elsewhere.post(f"/api/tables/{table}/steps", json=body).json() == played


def test_a_rematch_made_in_another_process_is_sent_to_watchers(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as other:
        ada, bob = Player(one, "Ada"), Player(other, "Bob")
        table = begun(ada, bob)
        with bob.socket() as talk:
            talk.ask("watch", table=table)
            ada.post(f"/api/tables/{table}/resign")
            again = ada.post(f"/api/tables/{table}/rematch", 201)["table"]
            while (news := talk.hear("table"))["rematch"] is None:
                assert news["table"] == table
            assert news["rematch"] == again


def test_a_game_goes_on_after_a_restart(url: str) -> None:
    with serving(url) as running:
        ada, bob = Player(running, "Ada"), Player(running, "Bob")
        table = begun(ada, bob)
        seen = ada.get(f"/api/tables/{table}")
        played = ada.play_first(table, seen, "before")
        cookies = bob.http.cookies, ada.http.cookies
    with serving(url) as running, running.client() as client:
        client.cookies.update(cookies[0])
        again = client.get(f"/api/tables/{table}").json()
        assert (again["number"], again["waited_for"]) == (played["number"], [2])
        client.cookies.clear()
        client.cookies.update(cookies[1])
        body = {"seen": seen["number"], "steps": seen["legal"][:1], "id": "before"}
        assert client.post(f"/api/tables/{table}/steps", json=body).json() == played


def test_the_health_check_and_the_metrics_answer(ada: Player) -> None:
    assert ada.get("/healthz")["ok"] is True
    assert b"ludotheque_requests_total" in ada.http.get("/metrics").content


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "kind"),
    [
        ("GET", "/api/tables/nosuchtabl", None, 404, "unknown"),
        ("GET", "/api/nothing", None, 404, "unknown"),
        ("GET", "/api/ratings/chess", None, 404, "unknown"),
        ("GET", "/api/tables/NO!", None, 404, "unknown"),
        ("GET", "/api/people/bot:club:999", None, 404, "unknown"),
        ("GET", "/api/tables?stage=begun", None, 422, "wrong"),
        ("PUT", "/api/me", None, 405, "wrong"),
        ("POST", "/api/guests", {"name": ""}, 422, "wrong"),
        ("POST", "/api/guests", {"name": "Ada\u202e"}, 422, "wrong"),
        ("POST", "/api/guests", {"name": "Ada", "wish": 1}, 422, "wrong"),
        ("POST", "/api/tables", {"game": "chess", "players": 2}, 422, "wrong"),
        ("POST", "/api/tables", {"game": "mabula", "players": 5}, 422, "wrong"),
        ("POST", "/api/tables", {"game": "mabula", "players": 2, "rules": 99}, 422, "wrong"),
        ("POST", "/api/tables", {"game": "mabula", "players": 2, "options": {"board": "/etc/passwd"}}, 422, "wrong"),
        ("POST", "/api/tables", {"game": "mabula", "players": 2, "options": {"start": "1"}}, 422, "wrong"),
        ("POST", "/api/login", {"name": "Nobody", "password": "wrong password"}, 403, "forbidden"),
    ],
)
def test_an_impossible_request_is_answered_in_one_line(
    ada: Player, method: str, path: str, body: Any, status: int, kind: str
) -> None:
    answer = ada.http.request(method, path, json=body)
    told = answer.json()
    assert (answer.status_code, told["error"]) == (status, kind), told
    assert told["text"] and "\n" not in told["text"] and "Traceback" not in told["text"]


def test_broken_json_is_answered_in_one_line(ada: Player) -> None:
    answer = ada.http.post("/api/guests", content=b'{"name": "Ada', headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (422, "wrong")


@pytest.mark.parametrize("is_told_before", [True, False])
def test_a_body_that_is_too_large_is_refused(ada: Player, is_told_before: bool) -> None:
    large = b'{"name": "' + b"a" * 200_000 + b'"}'
    content = large if is_told_before else iter([large[:100_000], large[100_000:]])
    answer = ada.http.post("/api/guests", content=content, headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_an_anonymous_client_makes_no_table(running: Running) -> None:
    with running.client() as nobody:
        assert nobody.post("/api/tables", json={"game": "mabula", "players": 2}).status_code == 401


@pytest.mark.parametrize("header", ["Bearer guessed", "Bearer", "Basic YTpi", "Bearer " + "a" * 3000])
def test_a_token_that_was_not_given_opens_nothing(running: Running, header: str) -> None:
    with running.client() as stranger:
        for path in ("/api/me", "/api/me/data", "/api/me/tables", "/api/me/tokens", "/api/events"):
            assert stranger.get(path, headers={"Authorization": header}).status_code == 401


def test_every_answer_has_security_headers(ada: Player) -> None:
    for path in ("/healthz", "/api/me", "/api/nothing"):
        headers = ada.http.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


def test_the_cookie_is_hidden_from_scripts_and_other_sites(running: Running) -> None:
    with running.client() as client:
        cookie = client.post("/api/guests", json={"name": "Ada"}).headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and "path=/" in cookie


@pytest.mark.parametrize(("scheme", "is_secure"), [("https", True), ("http", False)])
def test_behind_https_the_cookie_is_for_https_alone(running: Running, scheme: str, is_secure: bool) -> None:
    with running.client() as client:
        answer = client.post("/api/guests", json={"name": "Ada"}, headers={"X-Forwarded-Proto": scheme})
    assert ("; secure" in answer.headers["set-cookie"].lower()) is is_secure


def test_an_internal_error_is_answered_without_a_stack_trace(running: Running) -> None:
    """The test removes a part of the server, which no client could do."""
    ada, people = Player(running, "Ada"), running.service.people
    del running.service.people
    try:
        with capture_logs() as logged:
            answer = ada.http.get("/api/me")
    finally:
        running.service.people = people
    assert (answer.status_code, answer.json()["error"]) == (500, "broken")
    assert not any(word in answer.text for word in ("Traceback", "Error", "people", ".py"))
    assert [line["route"] for line in logged if line["event"] == "broken"] == ["/api/me"]


def test_a_refusal_is_answered_in_the_persons_language(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    for one in (ada, bob):
        one.play_first(table, one.get(f"/api/tables/{table}"), "first")
    told = {}
    for language in ("en", "fr", "it"):
        ada.http.patch("/api/me", json={"language": language})
        told[language] = ada.post(f"/api/tables/{table}/back", 422)["text"]
        assert ada.post(f"/api/tables/{table}/back?lang=zz", 422)["text"] == told[language]
        assert ada.get(f"/api/tables/{table}/preview", 422, steps="z9-z9")["paragraph"]
    assert len(set(told.values())) == 3
    assert ada.post(f"/api/tables/{table}/back?lang=en", 422)["text"] == told["en"]
    previews = {ada.get(f"/api/tables/{table}/preview", 422, steps="z9-z9", lang=lang)["text"] for lang in told}
    assert len(previews) == 3
    wrong = {"seen": ada.get(f"/api/tables/{table}")["number"], "steps": ["z9-z9"]}
    steps = {ada.post(f"/api/tables/{table}/steps?lang={lang}", 422, **wrong, id=f"in-{lang}")["text"] for lang in told}
    assert len(steps) == 3
    ada.get(f"/api/tables/{table}/preview", 422, steps="z9-z9", lang="zz")


@pytest.mark.parametrize(
    ("language", "not_begun", "name"),
    [
        ("fr", "La partie n'a pas commencé", "Un nom compte de 1 à 24 caractères."),
        ("it", "La partita non è cominciata", "Un nome ha da 1 a 24 caratteri."),
    ],
)
def test_an_impossible_request_is_answered_in_the_persons_language(
    ada: Player, language: str, not_begun: str, name: str
) -> None:
    table, _ = ada.make_table("mabula", 2)
    ada.post(f"/api/tables/{table}/seats/1")
    ada.http.patch("/api/me", json={"language": language})
    assert ada.post(f"/api/tables/{table}/back", 409)["text"].startswith(not_begun)
    assert ada.http.patch("/api/me", json={"name": "x" * 25}).json()["text"] == name


@pytest.mark.parametrize("room", ["table", "web"])
def test_a_mistake_that_people_make_is_a_phrase_and_only_those_of_programs_are_texts(room: str) -> None:
    """A text in a TableError names a field of the protocol; everything else can be said in every language."""
    package = Path(ludotheque.__file__).parent
    for file in sorted((package / room).rglob("*.py")):
        calls = [one for one in ast.walk(ast.parse(file.read_text())) if isinstance(one, ast.Call)]
        for call in calls:
            if not (isinstance(call.func, ast.Name) and call.func.id == "TableError" and len(call.args) == 2):
                continue
            text = ast.unparse(call.args[1]).lstrip("f").strip("'\"")
            is_text = isinstance(call.args[1], ast.Constant | ast.JoinedStr)
            assert not is_text or re.match("[a-z]+: ", text) or "`" in text, f"{file.name}: {text}"


def test_a_made_up_method_is_counted_with_others(ada: Player) -> None:
    ada.http.request("BREW", "/api/me")
    figures = ada.http.get("/metrics").text
    assert 'method="other"' in figures and "BREW" not in figures


def test_sockets_and_event_streams_are_counted_while_they_are_open(ada: Player) -> None:
    def count() -> float:
        found = re.search(r"^ludotheque_sockets (\S+)$", ada.http.get("/metrics").text, re.MULTILINE)
        assert found is not None
        return float(found[1])

    until(lambda: count() == 0)  # those of other tests have gone
    other = Player(ada.running, "Bob")
    with other.http.stream("GET", "/api/events"), ada.socket():
        until(lambda: count() == 2)
    until(lambda: count() == 0)


def test_a_body_that_does_not_come_to_an_end_is_let_go(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "SLOW_BODY", 0.2)
    head = "POST /api/guests HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"
    assert all_said(running, head).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("said", ["", "GET /healthz HTTP/1.1\r\nHost: he", "POST /api/nothing HTTP/1.1\r\n"])
def test_a_connection_without_a_complete_request_is_closed(
    running: Running, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    monkeypatch.setattr(lines, "SLOW_HEAD", 0.2)
    assert all_said(running, said) == b""


def all_said(running: Running, text: str) -> bytes:
    """All that the server answers to a text until it disconnects."""
    with socket.create_connection(running.host.split(":"), timeout=30) as line:  # type: ignore[arg-type]
        line.sendall(text.encode())
        answer = b""
        with suppress(ConnectionResetError):
            while part := line.recv(65536):
                answer += part
    return answer


def test_when_too_many_come_at_once_some_are_sent_away(running: Running) -> None:
    config = running._server.config
    assert config.limit_concurrency == lines.MOST_LINES > hub.MOST_OPEN
    config.limit_concurrency = 1
    try:
        with running.client() as client:
            assert client.get("/healthz").status_code == 503
    finally:
        config.limit_concurrency = lines.MOST_LINES


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 201),
        ({}, 201),
    ],
)
def test_another_sites_page_changes_nothing(ada: Player, headers: dict[str, str], status: int) -> None:
    answer = ada.http.post("/api/tables", json={"game": "mabula", "players": 2}, headers=headers)
    assert answer.status_code == status


@pytest.mark.parametrize("header", ["Basic YTpi", "", "anything", "Bearer", "Bearer guessed"])
def test_an_invalid_authorization_header_does_not_let_another_sites_page_use_the_cookie(
    ada: Player, header: str
) -> None:
    headers = {"Origin": "http://elsewhere.example", "Authorization": header}
    answer = ada.http.post("/api/tables", json={"game": "mabula", "players": 2}, headers=headers)
    assert answer.status_code == (401 if header.startswith("Bearer") else 403)
    cookie = dict(ada.http.cookies)
    ada.http.post("/api/logout", headers=headers)
    ada.http.cookies.update(cookie)
    assert ada.get("/api/me")["name"] == "Ada", "the cookie still counts"


def test_the_houses_own_page_may_write(ada: Player, running: Running) -> None:
    answer = ada.http.patch("/api/me", json={"language": "fr"}, headers={"Origin": f"http://{running.host}"})
    assert answer.json()["settings"]["language"] == "fr"


def test_a_private_table_is_there_only_for_those_invited(ada: Player, bob: Player) -> None:
    table, invitation = ada.make_table()
    bob.get(f"/api/tables/{table}", 404)
    bob.post(f"/api/tables/{table}/seats/1", 404)
    bob.post(f"/api/tables/{table}/join", 404, invitation="guessed")
    assert bob.get(f"/api/tables/{table}", invitation=invitation)["own"] == []
    assert bob.post(f"/api/tables/{table}/join", invitation=invitation)["seat"] == 1
    assert bob.get(f"/api/tables/{table}")["own"] == [1]
    assert table not in {row["table"] for row in bob.get("/api/tables")}


def test_a_public_table_is_listed_until_it_is_full(ada: Player, bob: Player) -> None:
    table, invitation = ada.make_table(private=False)
    assert invitation is None
    ada.post(f"/api/tables/{table}/seats/1")
    listed = {row["table"]: row for row in bob.get("/api/tables", game="mabula")}
    assert [seat["holder"] for seat in listed[table]["seats"]] == ["Ada", None]
    bob.post(f"/api/tables/{table}/seats/2")
    assert table not in {row["table"] for row in bob.get("/api/tables")}
    assert table in {row["table"] for row in bob.get("/api/tables", stage="playing")}


def test_nobody_acts_for_anothers_seat(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    seen = bob.get(f"/api/tables/{table}")
    step = ada.get(f"/api/tables/{table}")["legal"][0]
    body = {"seen": seen["number"], "steps": [step], "id": "x", "seat": 1}
    assert bob.http.post(f"/api/tables/{table}/steps", json=body).status_code == 403
    assert bob.http.get(f"/api/tables/{table}", params={"seat": 1}).status_code == 403
    assert bob.http.delete(f"/api/tables/{table}/seats/1").status_code == 403
    bob.post(f"/api/tables/{table}/seats/1", 409)


def test_a_refusal_cites_its_rule_and_a_stale_step_gets_what_it_missed(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    first = ada.get(f"/api/tables/{table}")
    wrong = ada.post(f"/api/tables/{table}/steps", 422, seen=first["number"], steps=["z9-z9"], id="wrong")
    assert wrong["rule"] and wrong["text"]
    assert ada.play_first(table, first, "a")["ok"]
    reply = bob.get(f"/api/tables/{table}")
    assert bob.play_first(table, reply, "b")["ok"]
    stale = ada.post(f"/api/tables/{table}/steps", 409, seen=first["number"], steps=first["legal"][1:2], id="late")
    assert stale["error"] == "stale"
    assert [entry["seat"] for entry in stale["missed"]] == [1, 2]


def test_steps_for_another_table_than_the_address_are_not_played(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    seen = ada.get(f"/api/tables/{table}")
    body = {"table": "another", "seen": seen["number"], "steps": seen["legal"][:1], "id": "x"}
    assert ada.http.post(f"/api/tables/{table}/steps", json=body).status_code == 422


def test_a_step_can_be_taken_back_until_the_opponent_has_moved(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    seen = ada.get(f"/api/tables/{table}")
    ada.play_first(table, seen, "a")
    ada.post(f"/api/tables/{table}/back")
    again = ada.get(f"/api/tables/{table}", after=seen["number"])
    assert again["legal"] == seen["legal"]
    assert [(entry["kind"], entry.get("withdrawn")) for entry in again["entries"]] == [("play", True), ("back", None)]
    assert ada.play_first(table, again, "b")["ok"]
    assert bob.play_first(table, bob.get(f"/api/tables/{table}"), "c")["ok"]
    ada.post(f"/api/tables/{table}/back", 422)


def test_a_game_ends_when_the_others_agree(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    asked = ada.post(f"/api/tables/{table}/ask", what="end")["number"]
    bob.post(f"/api/tables/{table}/answer", ask=asked, agrees=True)
    assert ada.get(f"/api/tables/{table}")["end"]["how"] == "agreed"


def test_a_rematch_has_everybody_one_seat_further(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    ada.post(f"/api/tables/{table}/rematch", 409)
    bob.post(f"/api/tables/{table}/resign")
    again = ada.post(f"/api/tables/{table}/rematch", 201)["table"]
    assert bob.get(f"/api/tables/{table}")["rematch"] == again
    assert bob.post(f"/api/tables/{table}/rematch", 201)["table"] == again
    assert (ada.get(f"/api/tables/{again}")["own"], bob.get(f"/api/tables/{again}")["own"]) == ([2], [1])
    assert ada.get(f"/api/tables/{again}")["stage"] == "playing"


def test_rematches_and_branches_wait_for_the_bytes_that_a_client_promised(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    bob.post(f"/api/tables/{table}/resign")
    opened, promised = "00" * 32, hashlib.sha256(bytes(32)).hexdigest()
    branch = ada.post(f"/api/tables/{table}/from", 201, ply=0, level="novice", commitment=promised)["table"]
    again = ada.post(f"/api/tables/{table}/rematch", 201, commitment=promised)["table"]
    bob.post(f"/api/tables/{table}/rematch", 201)
    waiting = {row["table"]: row["waited"] for row in ada.get("/api/me/tables") if row["stage"] == "open"}
    assert waiting.keys() == {again, branch} and None not in waiting.values(), "their lists say that they wait for her"
    for one in (again, branch):
        ada.post(f"/api/tables/{one}/open", opened=opened)
        made = ada.get(f"/api/tables/{one}")
        assert made["stage"] == "playing"
        assert opened in [place["opened"] for place in made["fair"]["places"] if place["by"] == "client"]


def test_messages_are_between_the_seats_of_a_private_table(ada: Player, bob: Player, running: Running) -> None:
    table = begun(ada, bob)
    ada.post(f"/api/tables/{table}/messages", 201, text="Good luck!")
    assert [(one["person"], one["text"]) for one in bob.get(f"/api/tables/{table}/messages")] == [("Ada", "Good luck!")]
    bob.http.patch("/api/me", json={"messages": False})
    assert bob.get(f"/api/tables/{table}/messages") == []
    quiet = begun(ada, bob, messages=False)
    ada.post(f"/api/tables/{quiet}/messages", 403, text="Hello?")
    eve = Player(running, "Eve")
    eve.get(f"/api/tables/{table}/messages", 404)


def test_a_guest_is_marked_wherever_the_name_stands_until_they_have_an_account(
    ada: Player, bob: Player, running: Running
) -> None:
    """A guest's name is anybody's, an account's is one person's."""
    table = begun(ada, bob)
    ada.post(f"/api/tables/{table}/messages", 201, text="Good luck!")

    def marks() -> dict[str, list[bool]]:
        (said,) = bob.get(f"/api/tables/{table}/messages")
        (listed,) = (row["seats"] for row in bob.get("/api/me/tables") if row["table"] == table)
        seats = bob.get(f"/api/tables/{table}")["seats"]
        return {
            "table": [seat["holder"].get("is_guest", False) for seat in seats], "chat": [said["is_guest"]],
            "list": [seat["is_guest"] for seat in listed],
            "profile": [bob.get(f"/api/people/{one.me['id']}")["is_guest"] for one in (ada, bob)],
        }  # fmt: skip

    assert marks() == {"table": [True, True], "chat": [True], "list": [True, True], "profile": [True, True]}
    ada.post("/api/accounts", 201, name="Ada L", password=SENTENCE)
    assert marks() == {"table": [False, True], "chat": [False], "list": [False, True], "profile": [False, True]}
    assert bob.get(f"/api/tables/{table}")["seats"][0]["holder"]["name"] == "Ada L", "the name of now"


def test_a_damaged_table_is_told_as_that_to_whoever_may_know_of_it(ada: Player, bob: Player, running: Running) -> None:
    public, private = (begun(ada, bob, private=is_private) for is_private in (False, True))

    async def damage() -> None:
        async with running.service.store.begin() as connection:
            wrong = update(schema.entries).where(schema.entries.c.table.in_([public, private]))
            await connection.execute(wrong.values(at=schema.entries.c.at + 1))

    running.do(damage())
    running.service.tables.registry.live.clear()
    assert bob.get(f"/api/tables/{public}", 503)["error"] == "damaged"
    assert ada.get(f"/api/tables/{private}", 503)["error"] == "damaged", "she made it"
    assert Player(running, "Eve").get(f"/api/tables/{private}", 404)["error"] == "unknown"


def test_a_guest_whose_name_an_account_has_taken_sits_down_nowhere_else_by_it(running: Running) -> None:
    first, second, host = Player(running, "Wanda"), Player(running, "Other"), Player(running, "Host")
    table, invitation = host.make_table(seating="chosen")
    first.post(f"/api/tables/{table}/seats/1", invitation=invitation)
    second.post("/api/accounts", 201, name="Wanda", password=SENTENCE)
    other, key = host.make_table(seating="chosen")
    refused = first.post(f"/api/tables/{other}/seats/1", 409, invitation=key)
    assert refused["error"] == "taken" and "choose another name" in refused["text"]
    first.post(f"/api/tables/{other}/join", 409, invitation=key)
    first.post(f"/api/tables/{table}/seats/1", invitation=invitation)  # the seat that they have is theirs
    first.http.patch("/api/me", json={"name": "Wanda the first"})
    first.post(f"/api/tables/{other}/join", invitation=key)


@pytest.mark.parametrize("many", [0, LONGEST_MESSAGE + 1, 4 * LONGEST_MESSAGE + 1])
def test_a_message_that_is_too_long_or_empty_is_refused_in_one_line(ada: Player, bob: Player, many: int) -> None:
    table = begun(ada, bob)
    ada.post(f"/api/tables/{table}/messages", 201, text="x" * LONGEST_MESSAGE)
    refused = ada.post(f"/api/tables/{table}/messages", 422, text="x" * many)
    assert refused == {"ok": False, "error": "wrong", "text": f"A message has 1 to {LONGEST_MESSAGE} letters."}


def test_my_tables_say_whose_turn_it_is_and_since_when(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    mine = {row["table"]: row for row in ada.get("/api/me/tables")}[table]
    his = {row["table"]: row for row in bob.get("/api/me/tables")}[table]
    assert mine["waited"] is not None and mine["waited"] >= 0
    assert his["waited"] is None
    assert [seat["waited"] is not None for seat in his["seats"]] == [True, False]


def test_an_account_keeps_its_tables_across_devices(ada: Player, running: Running) -> None:
    table, _ = ada.make_table()
    made = ada.post("/api/accounts", 201, name="Ada of Avignon", password=PASSWORD)
    with running.client() as elsewhere:
        name = {"name": "ada of avignon"}
        assert elsewhere.post("/api/login", json=name | {"password": "something else"}).status_code == 403
        assert elsewhere.post("/api/login", json=name | {"password": PASSWORD}).json()["id"] == ada.me["id"]
        assert [row["table"] for row in elsewhere.get("/api/me/tables").json()] == [table]
        words = {"words": made["words"], "password": "another quiet teapot"}
        assert elsewhere.post("/api/recover", json=name | words).status_code == 200
        assert ada.http.get("/api/me").status_code == 401
        gone = elsewhere.request("DELETE", "/api/me", json={"password": "another quiet teapot"})
        assert gone.json() == {"ok": True}
        assert elsewhere.get("/api/me").status_code == 401


def test_logging_out_ends_the_session(ada: Player) -> None:
    cookies = dict(ada.http.cookies)
    ada.post("/api/logout")
    ada.http.cookies.update(cookies)
    ada.get("/api/me", 401)


def test_a_profile_is_found_by_name_and_has_no_secret(ada: Player, bob: Player) -> None:
    ada.post("/api/accounts", 201, name="Profiled Ada", password=PASSWORD)
    bob.post("/api/accounts", 201, name="Profiled Bob", password=PASSWORD)
    table = begun(ada, bob, rated=True, clock="slow", absence="end")
    ada.play_first(table, ada.get(f"/api/tables/{table}"), "a")
    bob.play_first(table, bob.get(f"/api/tables/{table}"), "b")
    bob.post(f"/api/tables/{table}/resign")
    profile = until(lambda: (found := ada.get("/api/people/profiled ada"))["results"] and found)
    assert profile["tallies"][0]["wins"] == 1 and profile["ratings"][0]["shown"] > 1500
    assert len(ada.get("/api/people/profiled ada/history/mabula")) == 1
    assert ada.get("/api/people/bot:club:1")["is_bot"] is True
    ada.get("/api/people/nobody at all", 404)


def test_a_time_out_is_written_without_anybody_asking(url: str) -> None:
    terms = Terms(game="mabula", players=2, rules=1, seating="chosen", options={}, clock="live", bank=10, absence="end")

    async def prepare() -> None:
        store = await Store.open(url)
        now = await store.now() - LONG_AGO
        await store.create_table(TableRow("slowslowsl", "p1", terms, None, True, "open", now, now))
        sits = [Sit(seat=seat, holder=PersonHolder(person=f"p{seat}", name="Ada")) for seat in (1, 2)]
        begin = Begin(start="BBWWBWWBBWBWBWBBWWBWBBWW", draws=1)
        rows = [SeatRow(1, "p1", None, now, now + 10.5), SeatRow(2, "p2")]
        await store.append("slowslowsl", 1, [*sits, begin], index=rows, stage="playing", work=(), at=now)
        await store.close()

    run(prepare())
    with serving(url) as running, running.client() as client:
        seen = until(lambda: (now := client.get("/api/tables/slowslowsl").json())["stage"] == "over" and now)
    assert [entry["kind"] for entry in seen["entries"]][-2:] == ["time-out", "end"]
    assert seen["end"] == {"kind": "end", "how": "time", "seat": 1}


def test_too_many_guests_of_one_address_have_to_wait(sqlite_url: str) -> None:
    with serving(sqlite_url, Limits()) as running, running.client() as client:
        answers = [client.post("/api/guests", json={"name": f"Ada {number}"}) for number in range(42)]
    assert [answer.status_code for answer in answers[:40]] == [201] * 40
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) > 0


def test_no_secret_is_logged(running: Running) -> None:
    with capture_logs() as logged:
        ada = Player(running, "Secretive")
        made = ada.post("/api/accounts", 201, name="Secretive Ada", password=PASSWORD)
        table, invitation = ada.make_table()
        ada.get(f"/api/tables/{table}", invitation=invitation)
        cookie = ada.http.cookies["ludotheque"]
        until(lambda: "/api/tables/{table}" in json.dumps(logged))  # a line is written after its answer
    text = json.dumps(logged)
    for secret in (PASSWORD, made["words"], invitation, cookie, "Secretive"):
        assert secret is not None and secret not in text


@pytest.mark.slow
def test_a_strangers_bot_plays_a_rated_game(url: str) -> None:
    """docs/bots.md: an account with a token, the example, a table; test_example does it by the page's commands."""
    with serving(url) as running, running.client() as client:
        account = {"name": "Marvin", "password": PASSWORD, "is_bot": True}
        token = client.post("/api/accounts", json=account).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        terms = {"game": "mabula", "players": 2, "seating": "chosen", "rated": True, "clock": "slow", "absence": "bot"}
        table = client.post("/api/tables", json=terms).json()["table"]
        client.post(f"/api/tables/{table}/seats/1", json={})
        client.post(f"/api/tables/{table}/seats/2", json={"level": "novice"})
        command = [sys.executable, str(EXAMPLE), f"http://{running.host}", token]
        with subprocess.Popen(command, stderr=subprocess.PIPE) as bot:
            try:
                seen = until(lambda: (now := client.get(f"/api/tables/{table}").json())["stage"] == "over" and now, 240)
                rated = until(lambda: client.get("/api/people/Marvin").json()["ratings"])
            finally:
                bot.kill()
    assert seen["outcome"]["places"]
    assert rated[0]["games"] == 1


def test_a_program_is_sent_each_of_its_turns_once(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    with ada.http.stream("GET", "/api/events") as stream:
        lines = (json.loads(line.removeprefix("data:")) for line in stream.iter_lines() if line.startswith("data:"))
        turn = next(line for line in lines if line["table"] == table)
        assert (turn["kind"], turn["seat"]) == ("turn", 1)
        post = Player(ada.running, "Eve")
        post.http.cookies = ada.http.cookies
        body = {"table": table, "seat": 1, "seen": turn["seen"], "steps": turn["choices"][0], "id": "one"}
        post.post(f"/api/tables/{table}/steps", **body)
        bob.play_first(table, bob.get(f"/api/tables/{table}"), "two")
        assert next(lines)["seen"] > turn["seen"]
        bob.post(f"/api/tables/{table}/resign")
        assert next(lines) == {"kind": "over", "table": table, "how": "resigned"}


def test_a_stream_ends_with_the_token_that_opened_it(running: Running) -> None:
    with running.client() as client, running.client() as streaming:
        account = {"name": f"Marvin {running.host[-5:]}", "password": PASSWORD, "is_bot": True}
        token = client.post("/api/accounts", json=account).json()["token"]
        for one in (client, streaming):
            one.headers["Authorization"] = f"Bearer {token}"
        table = client.post("/api/tables", json={"game": "mabula", "players": 2, "seating": "chosen"}).json()["table"]
        bearing = client.get("/api/me/tokens").json()[0]["id"]
        with streaming.stream("GET", "/api/events") as stream:
            lines = (line for line in stream.iter_lines() if line.startswith("data:"))
            client.post(f"/api/tables/{table}/seats/1", json={})
            client.post(f"/api/tables/{table}/seats/2", json={})
            assert next(lines)
            assert client.delete(f"/api/me/tokens/{bearing}").status_code == 200
            assert running.do(resign(running, table))
            assert list(lines) == []


async def resign(running: Running, table: str) -> bool:
    """Let a table have news: its seat 1 resigns."""
    live = await running.service.tables.registry.find(table)
    holder = live.state.holders[1]
    assert isinstance(holder, PersonHolder)
    people = await running.service.people.look_up([holder.person])
    await acts.write(running.service.tables, table, people[holder.person], ResignAct(seat=1))
    return True


def test_an_act_is_answered_with_its_number_even_if_the_table_was_evicted_meanwhile(
    ada: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, house = begun(ada, bob), ada.running.service.tables
    write = house.registry.write

    async def forgetful(*given: Any) -> int:
        house.registry.live.clear()
        number = await write(*given)
        house.registry.live.clear()
        return number

    monkeypatch.setattr(house.registry, "write", forgetful)
    asked = ada.post(f"/api/tables/{table}/ask", what="end")["number"]
    entries = ada.get(f"/api/tables/{table}")["entries"]
    assert (entries[-1]["number"], entries[-1]["kind"]) == (asked, "ask")


def test_playing_before_the_start_is_refused_and_its_request_id_can_be_reused(ada: Player, bob: Player) -> None:
    table, invitation = ada.make_table()
    ada.post(f"/api/tables/{table}/seats/1")
    early = ada.post(f"/api/tables/{table}/steps", 409, seen=1, steps=["b8-b7"], id="same")
    assert "has not begun" in early["text"]
    assert "has not begun" in ada.post(f"/api/tables/{table}/ask", 409, what="end")["text"]
    assert "has not begun" in ada.post(f"/api/tables/{table}/back", 409)["text"]
    bob.post(f"/api/tables/{table}/join", invitation=invitation)
    seen = ada.get(f"/api/tables/{table}")
    assert ada.play_first(table, seen, "same")["ok"], "it was never tried"


def test_each_refusal_names_its_reason(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    assert "nothing of yours" in bob.post(f"/api/tables/{table}/back", 409)["text"]
    asked = ada.post(f"/api/tables/{table}/ask", what="end")["number"]
    assert "asked already" in bob.post(f"/api/tables/{table}/ask", 409, what="end")["text"]
    assert ada.post(f"/api/tables/{table}/answer", ask=asked, agrees=True)["number"] == asked, "she has agreed already"
    ada.post(f"/api/tables/{table}/cancel")
    assert "over already" in ada.post(f"/api/tables/{table}/cancel", 409)["text"]
    assert "over" in ada.post(f"/api/tables/{table}/ask", 409, what="end")["text"]
    assert "nothing of yours" in ada.post(f"/api/tables/{table}/back", 409)["text"]


def test_a_body_with_nothing_to_say_may_be_left_out(ada: Player, bob: Player) -> None:
    table, _ = ada.make_table(private=False)
    for one, path in ((ada, "seats/1"), (bob, "join"), (bob, "resign")):
        assert one.http.post(f"/api/tables/{table}/{path}").status_code == 200
    assert ada.get(f"/api/tables/{table}")["end"] == {"kind": "end", "how": "resigned", "seat": 2}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('{"seen": 1, "steps": [], "id": "x"}', "steps: too short: at least 1"),
        ('{"seen": 1, "steps": ["a"], "id": "a b"}', "id: it has letters that can't be in it"),
        ('{"seen": -1, "steps": ["a"], "id": "x"}', "seen: at least 0"),
        ('{"seen": 1, "steps": ["a"]}', "id: this is missing"),
        ('{"seen": 1, "steps": ["a"], "id": "x", "colour": "red"}', "colour: there is no such field"),
        ("[]", "Send a JSON object"),
        ("{", "this is no JSON"),
    ],
)  # fmt: skip
def test_mistakes_are_answered_in_plain_words(ada: Player, bob: Player, body: str, words: str) -> None:
    table = begun(ada, bob)
    headers = {"content-type": "application/json"}
    answer = ada.http.post(f"/api/tables/{table}/steps", content=body, headers=headers)
    assert answer.status_code == 422 and words in answer.json()["text"], answer.text


def test_the_record_that_is_fetched_proves_its_chance(ada: Player, bob: Player) -> None:
    table, invitation = ada.make_table("marabunta", seating="drawn")
    for player in (ada, bob):
        player.post(f"/api/tables/{table}/join", invitation=invitation)
    for number in range(6):
        for player in (ada, bob):
            seen = player.get(f"/api/tables/{table}")
            if set(seen["own"]) & set(seen["waited_for"]):
                assert player.play_first(table, seen, f"r{number}")["ok"]
    proof = verify(Record.read(ada.http.get(f"/api/tables/{table}/record").text))
    assert proof.problems == () and not proof.is_open, "as long as it goes on, nothing can be computed"
    bob.post(f"/api/tables/{table}/resign")
    record = Record.read(ada.http.get(f"/api/tables/{table}/record").text)
    proof = verify(record)
    assert proof.is_open and not proof.problems and proof.draws > 0
    assert record.header["fair-table"] == table
