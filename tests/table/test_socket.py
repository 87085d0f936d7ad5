"""The socket: every kind of message, resuming, secrets that stay secret, and clients that are let go."""

import asyncio
import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, get_args

import pytest
from bench.frames import PING, TEXT, frame_of, greeting, take_frame
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludotheque.log.table_errors import TableError, TooOften
from ludotheque.table.api import lifecycle as opening
from ludotheque.table.api import socket as room
from ludotheque.table.api import uvicorn_protocols as lines
from ludotheque.table.api.socket import COME_BACK, MOST_UNREAD, parse
from ludotheque.table.api.validation import names_in
from ludotheque.table.service import hub
from ludotheque.table.service.hub import Hub, Mailbox
from ludotheque.table.service.limits import RULES, Limits, one_network
from ludotheque.wire import INCOMING, OUTGOING, Incoming, Outgoing
from ludotheque.wire.table_messages import HintResult, PongMessage
from tests.table.dealing import Bench
from tests.table.sent import fields, table_sent
from tests.table.serving import PATIENCE, Player, Running, Talker, serving

EVERY_KIND: tuple[dict[str, Any], ...] = (
    {"kind": "watch", "table": "abc", "after": 3, "wants": ["json", "elements"], "lang": "it", "seat": 2},
    {"kind": "unwatch", "table": "abc"},
    {"kind": "play", "table": "abc", "seen": 4, "steps": ["a1-a2"], "id": "x-1", "seat": 1, "ref": "mine"},
    {"kind": "preview", "table": "abc", "steps": ["a1-a2", "b1-b2"], "seat": 1, "lang": "fr"},
    {"kind": "take_back", "table": "abc", "seat": 2},
    {"kind": "ask", "table": "abc", "what": "back", "entry": 3},
    {"kind": "answer", "table": "abc", "ask": 4, "agrees": True},
    {"kind": "resign", "table": "abc"},
    {"kind": "cancel", "table": "abc"},
    {"kind": "wake", "table": "abc"},
    {"kind": "talk", "table": "abc", "text": "Hello!"},
    {"kind": "react", "table": "abc", "reaction": "thanks"},
    {"kind": "hint", "table": "abc", "lang": "it"},
    {"kind": "ping", "ref": "17"},
    {"kind": "follow_seek", "ref": "18"},
    {"kind": "come"},
)
NAMED: dict[str, Any] = {"table": "abc", "ref": None}
EVERY_REPLY: tuple[dict[str, Any], ...] = (
    {"kind": "table", "ref": None, **table_sent(Bench("mabula").state, "abc", (1,), 1)},
    {"kind": "answer", **NAMED, "id": "x-1", "ok": True, "number": 5},
    {
        "kind": "preview", **NAMED, "steps": ["a1-a2"], "is_final": True, "must_confirm": True, "words": "",
        "picture": "<svg/>",
    },
    {"kind": "hint", **NAMED, "steps": ["a1-a2"], "words": [""], "reason": ["It wins."], "number": 5},
    {"kind": "done", **NAMED, "ok": True, "number": 5},
    {"kind": "pong", "ref": "7", "at": 1.5},
    {
        "kind": "seek", "ref": None, "stage": "found", "game": "mabula", "offer": "usual", "rated": "no",
        "is_meanwhile": False, "waited": 1.5, "others": 0, "table": None,
        "party": {"seats": 2, "people": 2, "come": 1, "has_come": True, "left": 9.5},
    },
    {"kind": "error", **NAMED, "ok": False, "error": "wrong", "text": "seat: not a number", "id": "x-1"},
)  # fmt: skip


def begun(*players: Player, game: str = "mabula", **terms: Any) -> str:
    """A table at which the players sit, the first in seat 1."""
    table, invitation = players[0].make_table(game, len(players), **terms)
    for player in players:
        player.post(f"/api/tables/{table}/join", invitation=invitation)
    return table


@pytest.mark.parametrize("message", EVERY_KIND, ids=lambda message: message["kind"])
def test_every_message_is_read_and_written_back_the_same(message: dict[str, Any]) -> None:
    said = parse(json.dumps(message))
    assert said.kind == message["kind"]
    assert parse(INCOMING.dump_json(said).decode()) == said
    assert message.items() <= json.loads(INCOMING.dump_json(said)).items()


def test_every_kind_of_reply_is_listed_here() -> None:
    assert {message["kind"] for message in EVERY_REPLY} == kinds(Outgoing)
    assert {message["kind"] for message in EVERY_KIND} == kinds(Incoming)


def kinds(union: Any) -> set[str]:
    return {get_args(one.model_fields["kind"].annotation)[0] for one in get_args(get_args(union)[0])}


@pytest.mark.parametrize("message", EVERY_REPLY, ids=lambda message: message["kind"])
def test_every_reply_is_read_and_written_back_the_same(message: dict[str, Any]) -> None:
    assert fields(OUTGOING.validate_json(json.dumps(message))) == message


@pytest.mark.parametrize("message", EVERY_KIND, ids=lambda message: message["kind"])
def test_a_message_with_an_unknown_field_is_refused(message: dict[str, Any]) -> None:
    with pytest.raises(TableError, match="wish"):
        parse(json.dumps(message | {"wish": 1}))


@pytest.mark.parametrize("message", EVERY_KIND[:-1], ids=lambda message: message["kind"])
def test_a_message_without_a_good_table_is_refused(message: dict[str, Any]) -> None:
    for table in ("", "UPPER", "a" * 17, None, 7, "../etc"):
        with pytest.raises(TableError, match="table"):
            parse(json.dumps(message | {"table": table}))


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", "{}", "{", '"ping"', '{"kind": "dance"}', '{"kind": ["ping"]}', "[" * 5000,
        '{"kind": "ping", "ref": "' + "a" * 9000 + '"}', '{"kind": "ping", "ref": "\\ud800"}',
        '{"kind": "watch", "table": "abc", "after": -1}', '{"kind": "watch", "table": "abc", "wants": ["truth"]}',
        '{"kind": "play", "table": "abc", "seen": 1, "steps": [], "id": "x"}',
        '{"kind": "play", "table": "abc", "seen": 1, "steps": ["a"], "id": "a b"}',
        '{"kind": "play", "table": "abc", "seen": "1", "steps": ["a"], "id": "a"}',
    ],
)  # fmt: skip
def test_an_invalid_message_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(TableError) as error:
        parse(text)
    assert "\n" not in str(error.value) and len(str(error.value)) <= 500


def test_a_whole_game_is_played_over_the_socket(ada: Player) -> None:
    table, _ = ada.make_table()
    ada.post(f"/api/tables/{table}/seats/1")
    with ada.socket() as talk:
        assert talk.ask("watch", table=table, wants=["json", "picture", "words"])["stage"] == "open"
        ada.post(f"/api/tables/{table}/seats/2", level="novice")
        numbers: list[int] = []
        moves, known, is_over = 0, 0, False
        while not is_over:
            told = talk.hear()
            assert told["kind"] in ("table", "answer") and told.get("ok", True), told
            if told["kind"] == "answer":
                assert told["ref"] == "r"
                continue
            numbers += [entry["number"] for entry in told["entries"]]
            is_new, known, is_over = told["number"] > known, told["number"], told["stage"] == "over"
            if is_new and told.get("waited_for") == [1]:
                assert told["picture"].startswith("<svg") and told["words"]
                moves += 1
                talk.say("play", table=table, seen=told["number"], steps=told["legal"][:1], id=f"m{moves}", ref="r")
    assert moves > 5
    assert numbers == list(range(2, told["number"] + 1)), "every entry comes once, in order"


def test_a_client_resumes_after_the_last_entry_it_knows(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    with bob.socket() as talk:
        known = talk.ask("watch", table=table)["number"]
    seen = ada.get(f"/api/tables/{table}")
    ada.play_first(table, seen, "while-away")
    with bob.socket() as talk:
        news = talk.ask("watch", table=table, after=known)
    assert [entry["number"] for entry in news["entries"]] == [known + 1]
    assert news["waited_for"] == [2]


def test_a_socket_lives_through_a_restart_by_resuming(url: str) -> None:
    with serving(url) as running:
        ada = Player(running, "Ada")
        table, _ = ada.make_table()
        with ada.socket() as talk:
            known = talk.ask("watch", table=table)["number"]
            running.stop()
            talk.hear_the_end()
    with serving(url) as running:
        headers = {"Cookie": f"ludotheque={ada.http.cookies['ludotheque']}"}
        with Talker(running, headers) as talk:
            assert talk.ask("watch", table=table, after=known)["entries"] == []


def test_a_secret_choice_is_shown_when_it_is_shown_to_all(running: Running) -> None:
    players = [Player(running, name) for name in ("Ada", "Bob", "Eve")]
    table = begun(*players, game="makabana")
    with players[0].socket() as talk:
        talk.ask("watch", table=table)
        was_secret: set[int] = set()
        shown: set[int] = set()
        for number in range(12):
            last, heard = play_any(players, table, f"p{number}"), 0
            while heard < last:
                heard = (news := talk.hear("table"))["number"]
                for entry in news["entries"]:
                    (was_secret if entry.get("secret") else shown).add(entry["number"])
            if was_secret & shown:
                break
    assert was_secret & shown, "an entry that was secret is sent again when it is open"


def play_any(players: list[Player], table: str, request: str) -> int:
    """Make a whole choice for an awaited person; returns the number of its entry."""
    for player in players:
        with player.http.stream("GET", "/api/events") as stream:
            if (turn := first_turn(stream.iter_lines(), table, player)) is not None:
                body = {"seen": turn["seen"], "steps": turn["choices"][0], "id": request, "seat": turn["seat"]}
                break
    with player.running.client() as client:
        client.cookies.update(player.http.cookies)
        answer = client.post(f"/api/tables/{table}/steps", json=body)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["number"])


def first_turn(lines: Iterator[str], table: str, player: Player) -> dict[str, Any] | None:
    """The turn that is due at a table; None if the person is not awaited there."""
    with player.running.client() as client:
        client.cookies.update(player.http.cookies)
        seen = client.get(f"/api/tables/{table}").json()
    if not set(seen["own"]) & set(seen["waited_for"]):
        return None
    events = (json.loads(line.removeprefix("data:")) for line in lines if line.startswith("data:"))
    turn: dict[str, Any] = next(event for event in events if event["table"] == table)
    return turn


def test_a_spectator_sees_a_public_table_and_plays_nothing(ada: Player, bob: Player, running: Running) -> None:
    table = begun(ada, bob, private=False)
    with Talker(running, {}) as talk:
        seen = talk.ask("watch", table=table)
        assert (seen["seat"], seen["own"], seen["legal"]) == (None, [], [])
        step = ada.get(f"/api/tables/{table}")["legal"][0]
        refused = talk.ask("play", table=table, seen=seen["number"], steps=[step], id="x", ref="7")
        assert (refused["kind"], refused["error"], refused["ref"]) == ("error", "forbidden", "7")


def test_a_private_table_is_not_sent_to_strangers(ada: Player, bob: Player, running: Running) -> None:
    table = begun(ada, bob)
    with Player(running, "Eve").socket() as talk:
        assert talk.ask("watch", table=table)["error"] == "unknown"
        assert talk.ask("watch", table=table, invitation="guessed")["error"] == "unknown"
        assert talk.ask("ping")["kind"] == "pong"
        ada.play_first(table, ada.get(f"/api/tables/{table}"), "a")
        assert talk.ask("ping")["kind"] == "pong"


def test_a_preview_is_a_picture_or_a_refusal(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    step = ada.get(f"/api/tables/{table}")["legal"][0]
    with ada.socket() as talk:
        assert talk.ask("preview", table=table, steps=[step])["picture"].startswith("<svg")
        refused = talk.ask("preview", table=table, steps=["z9-z9"])
        assert refused["rule"] and "elements" in refused


def test_an_invalid_message_is_answered_and_the_socket_stays_open(ada: Player) -> None:
    with ada.socket() as talk:
        talk.socket.send("nonsense")
        assert talk.hear()["error"] == "wrong"
        assert talk.ask("ping", ref="1")["ref"] == "1"


@pytest.mark.parametrize(("start", "more", "depth"), [("", "[", 7_900), ("", '{"a":', 1_500), ('{"kind":', "[", 7_900)])
def test_deeply_nested_messages_are_refused_and_no_error_is_logged(
    ada: Player, start: str, more: str, depth: int
) -> None:
    with ada.socket() as talk, capture_logs() as logged:
        talk.socket.send(start + more * depth)
        assert talk.hear()["error"] == "wrong"
        assert talk.ask("ping")["kind"] == "pong"
    assert [line for line in logged if line["log_level"] == "error"] == []


def test_invalid_characters_are_answered_and_the_socket_stays_open(ada: Player) -> None:
    with ada.socket() as talk:
        talk.socket.send('{"kind": "ping", "ref": "a\\ud800"}')
        assert talk.hear()["ref"] == "a?"
        assert talk.ask("ping")["kind"] == "pong"


def test_a_page_of_another_site_gets_no_socket(ada: Player, running: Running) -> None:
    with pytest.raises(InvalidStatus):
        ada.socket(Origin="http://elsewhere.example")
    with ada.socket(Origin=f"http://{running.host}") as talk:
        assert talk.ask("ping")["kind"] == "pong"


def test_logging_out_closes_the_socket(ada: Player) -> None:
    with ada.socket() as talk:
        ada.post("/api/logout")
        talk.say("ping")
        closed = talk.hear_the_end()
    assert closed.rcvd is not None and closed.rcvd.code == 4403


def test_after_logging_out_no_more_news_are_sent(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    with bob.socket() as talk:
        known = talk.ask("watch", table=table)["number"]
        bob.post("/api/logout")
        ada.play_first(table, ada.get(f"/api/tables/{table}"), "a")
        with pytest.raises(ConnectionClosed) as closed:
            talk.hear_of(known + 1)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403


def test_a_silent_client_is_disconnected(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "CHECK_SECONDS", 0.05)
    with serving(url) as running, Player(running, "Ada").socket() as talk:
        for _ in range(3):  # a client that sends messages stays, though the check sees a clock that is that much later
            assert talk.ask("ping")["kind"] == "pong"
            heard = time.monotonic()
            time.sleep(0.02)
            assert talk.ask("ping")["kind"] == "pong"
            running.do(look_at_the_clock(running, heard + 0.01 + room.SILENT))
        assert talk.ask("ping")["kind"] == "pong"
        monkeypatch.setattr(room, "SILENT", 0.2)
        closed = talk.hear_the_end()
        assert closed.rcvd is not None
        assert (closed.rcvd.code, closed.rcvd.reason) == (COME_BACK, "nothing was heard for long")
        until(lambda: len(running.service.hub) == 0)


async def look_at_the_clock(running: Running, now: float) -> None:
    """Let the house look who is still there, at a time that may be to come."""
    running.service.hub.check(now)


def test_a_client_that_takes_nothing_for_long_is_let_go(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SLOW", 0.4)
    monkeypatch.setattr(lines, "LAST_WORDS", 0.5)
    monkeypatch.setattr(opening, "CHECK_SECONDS", 0.05)
    with serving(sqlite_url) as running:
        ada = Player(running, "Ada")
        table = begun(ada, Player(running, "Bob"))
        host, port = running.host.split(":")
        with socket.create_connection((host, int(port))) as line:
            line.sendall(greeting(running.host, f"ludotheque={ada.http.cookies['ludotheque']}"))
            assert line.recv(12) == b"HTTP/1.1 101"
            until(lambda: len(running.service.hub) == 1)
            watch = json.dumps({"kind": "watch", "table": table, "wants": ["picture", "elements"], "ref": "r"})
            with suppress(OSError):  # it may be let go before it has said all that
                for _ in range(400):
                    line.sendall(frame_of(TEXT, watch.encode()))
            until(lambda: len(running.service.hub) == 0)
            with ada.socket() as talk:
                assert talk.ask("watch", table=table)["kind"] == "table", "the house goes on"
            ada.http.close()
            until(lambda: len(running.connections) <= 1)  # Bob's, who sent a chat message over HTTP


def until(has_come: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not has_come():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_the_ref_of_a_watch_comes_back_with_the_table(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    with ada.socket() as talk:
        for ref in ("one", "two"):
            talk.say("watch", table=table, ref=ref)
        refs: list[str | None] = []
        while len(refs) - refs.count(None) < 2:
            refs.append(talk.hear("table")["ref"])
        assert {*refs} - {None} == {"one", "two"}
        played = ada.play_first(table, ada.get(f"/api/tables/{table}"), "a")
        assert talk.hear_of(played["number"])["ref"] is None


@pytest.mark.parametrize(("seat", "error"), [(2, "forbidden"), (6, "unknown")])
def test_steps_that_are_not_played_are_named_by_their_id(ada: Player, bob: Player, seat: int, error: str) -> None:
    table = begun(ada, bob)
    with ada.socket() as talk:
        told = talk.ask("play", table=table, seen=3, steps=["a1-a2"], id="mine", seat=seat, ref="r")
    assert (told["kind"], told["error"], told["id"], told["ref"]) == ("error", error, "mine", "r")


def test_steps_that_come_too_often_are_named_by_their_id(url: str) -> None:
    with serving(url, Limits(Clock())) as running:
        ada = Player(running, "Ada")
        table, _ = ada.make_table()
        with ada.socket() as talk:
            with suppress(TooOften):
                while True:
                    running.service.limits.spend("request", account=ada.me["id"])
            told = talk.ask("play", table=table, seen=0, steps=["a1-a2"], id="mine", ref="r")
    assert (told["error"], told["id"], told["ref"]) == ("busy", "mine", "r")


class Clock:
    """A stopped clock."""

    def __call__(self) -> float:
        return 1_000.0


def rate_of(act: str, whose: str) -> int:
    rate = getattr(RULES[act], whose)
    assert rate is not None
    return int(rate.burst)


def test_invalid_messages_are_counted_and_too_many_close_the_socket(ada: Player) -> None:
    with ada.socket() as talk:
        for _ in range(MOST_UNREAD):
            talk.socket.send("nonsense")
            assert talk.hear()["error"] == "wrong"
        talk.socket.send("nonsense")
        talk.hear_the_end()


def test_invalid_messages_count_against_the_limit_of_an_address(url: str) -> None:
    with serving(url, Limits(Clock())) as running:
        limits = running.service.limits
        with Talker(running, {}) as talk:
            for _ in range(3):
                talk.socket.send("nonsense")
                talk.hear()
        for _ in range(rate_of("request", "address") - 3):
            limits.spend("request", "127.0.0.1")
        with pytest.raises(TooOften):
            limits.spend("request", "127.0.0.1")


def test_the_messages_of_named_guests_count_against_their_address(sqlite_url: str) -> None:
    with serving(sqlite_url, Limits(Clock())) as running:
        players = [Player(running, f"Guest {number}") for number in range(3)]
        room_left = rate_of("request", "address") - len(players)
        asked, answered = room_left // 3 + 5, 0
        for player in players:
            with player.socket() as talk:
                for _ in range(asked):
                    answered += talk.ask("ping")["kind"] == "pong"
    assert asked < rate_of("request", "account"), "nobody has reached a limit of their own"
    assert 3 * asked > answered == room_left


@pytest.mark.parametrize("is_named", [True, False])
def test_a_flood_of_pings_counts_against_the_limits_and_closes_the_socket(sqlite_url: str, is_named: bool) -> None:
    with serving(sqlite_url, Limits(Clock())) as running:
        ada = Player(running, "Ada")
        cookie = f"ludotheque={ada.http.cookies['ludotheque']}" if is_named else ""
        host, port = running.host.split(":")
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
            line.sendall(greeting(running.host, cookie))
            buffer = bytearray()
            while b"\r\n\r\n" not in buffer:
                buffer += line.recv(4096)
            with suppress(OSError):  # it is closed before all that is sent
                line.sendall(frame_of(PING, b"") * 20_000)
            with suppress(OSError):
                while part := line.recv(65536):
                    buffer += part
        frames = bytearray(buffer.partition(b"\r\n\r\n")[2])
        kinds = []
        while (frame := take_frame(frames)) is not None:
            kinds.append(frame[0])
        most = rate_of("request", "account" if is_named else "address") + MOST_UNREAD
        assert len(kinds) <= most + 2 * (lines.SLICE // 6 + 1), "what is parsed ahead is answered too"
        assert ada.http.get("/healthz").status_code in (200, 429)


def test_control_frames_do_not_count_as_invalid_messages_or_signs_of_life(ada: Player) -> None:
    with ada.socket() as talk:
        for _ in range(2 * MOST_UNREAD):
            talk.socket.ping()
        assert talk.ask("ping")["kind"] == "pong"


def test_a_seat_can_make_a_project_from_what_it_is_sent(running: Running) -> None:
    players = [Player(running, name) for name in ("Ada", "Bob", "Eve")]
    table = begun(*players, game="makabana")
    with players[0].socket() as talk:
        seen = talk.ask("watch", table=table, wants=["elements"])
        while not seen["parts"]:
            assert seen["stage"] == "playing" and set(seen.get("elements", ())) >= set(seen["legal"])
            seen = talk.hear_of(play_any([players[seen["waited_for"][0] - 1]], table, f"p{seen['number']}"))
        first, cards = next(iter(seen["parts"].items()))
        shown = talk.ask("preview", table=table, steps=[first, cards[0]])
        assert shown["steps"] == [first, cards[0]] and shown["picture"].startswith("<svg")
        talk.say("play", table=table, seen=seen["number"], steps=[first, cards[0]], id="project")
        assert talk.hear("answer")["ok"] is True


def test_a_client_that_knows_more_than_there_is_is_sent_everything(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    with ada.socket() as talk:
        assert [entry["number"] for entry in talk.ask("watch", table=table, after=999)["entries"]] == [1, 2, 3]


def test_secret_choices_of_others_change_nothing_on_the_wire(running: Running) -> None:
    """HTTP, news of a socket, lists, turns, what was missed, refusals and previews: all but names and times."""
    one, other = heard_of(running, 0), heard_of(running, -1)
    assert one == other
    assert list(map(len, one)) == list(map(len, other))


def heard_of(running: Running, index: int) -> list[str]:
    """All messages to Ada and a spectator while Bob makes a project."""
    players = [Player(running, name) for name in ("Ada", "Bob", "Eve")]
    ada, bob, _ = players
    table = begun(*players, game="makabana", private=False)
    while not (seen := ada.get(f"/api/tables/{table}"))["parts"]:
        play_any([players[seen["waited_for"][0] - 1]], table, f"p{seen['number']}")
    parts = bob.get(f"/api/tables/{table}")["parts"]
    target = list(parts)[index]
    told: list[Any] = []
    with ada.socket() as talk, Talker(running, {}) as watching:
        for one in (talk, watching):
            one.ask("watch", table=table, wants=["json", "picture", "words", "elements"])
        steps = [target, parts[target][index]]
        made = bob.post(f"/api/tables/{table}/steps", seen=seen["number"], steps=steps, id="secret")["number"]
        told += [talk.hear_of(made), watching.hear_of(made)]
        own = next(iter(seen["parts"]))
        for wish in ([own], [own, seen["parts"][own][0]], ["show:beach"], ["hut:nowhere"]):
            told.append(talk.ask("preview", table=table, steps=wish))
    with running.client() as nobody:
        told += [nobody.get(f"/api/tables/{table}").json(), nobody.get(f"/api/tables/{table}/record").text]
        told += [row for row in nobody.get("/api/tables?stage=playing").json() if row["table"] == table]
    told += [row for row in ada.get("/api/me/tables") if row["table"] == table]
    told += [ada.get(f"/api/tables/{table}"), ada.get(f"/api/tables/{table}", after=seen["number"])]
    told.append(ada.post(f"/api/tables/{table}/steps", 409, seen=3, steps=[own], id="late"))
    told.append(ada.post(f"/api/tables/{table}/back", 422))
    with ada.http.stream("GET", "/api/events") as stream:
        told.append(first_turn(stream.iter_lines(), table, ada))
    return [timeless(one, table) for one in told]


def timeless(told: Any, table: str) -> str:
    """The messages as text, without what differs between any two tables: names, times and commitments."""
    text = re.sub("[0-9a-f]{64}", "digest", json.dumps(told).replace(table, "table"))
    return re.sub(r'"(at|waited|left|created|changed|cursor)": ("[^"]*"|[0-9.e-]+)', r'"\1": 0', text)


def test_sockets_of_one_household_count_together(monkeypatch: pytest.MonkeyPatch, running: Running) -> None:
    household = one_network("127.0.0.1")
    until(lambda: running.service.hub._owners[household] == 0)  # those of other tests have gone
    monkeypatch.setattr(hub, "MOST_MAILBOXES", 2)
    with Talker(running, {}), Talker(running, {}):
        assert running.service.hub._owners[household] == 2
        with pytest.raises(InvalidStatus):
            Talker(running, {})


def test_a_house_that_is_full_takes_no_more_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "MOST_OPEN", 2)
    house = Hub()
    boxes = [house.open(f"p{number}") for number in range(2)]
    with pytest.raises(TableError, match="full just now"):
        house.open("p3")
    house.leave(boxes[0])
    house.open("p3")


def test_a_mailbox_that_is_not_emptied_is_closed() -> None:
    async def fill() -> None:
        mailbox = Hub().open("p1")
        for number in range(hub.MOST_MESSAGES + 1):
            assert not mailbox.is_closed
            mailbox.put(PongMessage(kind="pong", ref=None, at=float(number)))
        assert mailbox.is_closed
        assert await mailbox.take() is None

    asyncio.run(fill())


def test_news_of_a_table_wait_once_however_many_there_are() -> None:
    async def fill() -> tuple[object, bool]:
        house = Hub()
        mailbox = house.open("p1")
        house.watch(mailbox, "abc")
        for _ in range(1000):
            house.tell("abc")
        first = await mailbox.take()
        taking = asyncio.create_task(mailbox.take())
        await asyncio.sleep(0.01)
        is_waiting = not taking.done()
        taking.cancel()
        return first, is_waiting

    assert asyncio.run(fill()) == ("abc", True)


def test_a_table_that_is_watched_in_a_language_refuses_in_it(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    with ada.socket() as talk:
        number = talk.ask("watch", table=table, lang="it")["number"]
        late = talk.ask("play", table=table, seen=0, steps=["a1-a2"], id="one")
        assert (late["error"], late["text"][:24]) == ("stale", "La partita è andata avan")
        wrong = talk.ask("play", table=table, seen=number, steps=["z9-z9"], id="two")
        assert wrong["text"].startswith("Una mossa si scrive con due caselle")
        nobodys = talk.ask("play", table=table, seen=number, steps=["a1-a2"], id="three", seat=5)
        assert nobodys["text"] == "Non c'è un posto 5 a questo tavolo da 2."
        talk.say("unwatch", table=table)
        assert talk.ask("play", table=table, seen=0, steps=["a1-a2"], id="four")["text"].startswith("The table has")
        assert talk.ask("preview", table=table, steps=["z9-z9"], lang="fr")["text"].startswith("Un coup s'écrit")


def test_a_hub_removes_the_subscriptions_of_a_closed_socket() -> None:
    async def leave() -> tuple[int, bool, bool]:
        house = Hub()
        mailbox = house.open("p1", "p1")
        house.watch(mailbox, "abc")
        house.leave(mailbox)
        house.tell("abc")
        house.tell_people("abc", frozenset({"p1"}))
        return len(house), house.has_people, has_news(mailbox)

    assert asyncio.run(leave()) == (0, False, False)


def test_the_sockets_of_one_person_are_limited() -> None:
    house = Hub()
    boxes = [house.open("p1") for _ in range(hub.MOST_MAILBOXES)]
    with pytest.raises(TableError, match="close one first"):
        house.open("p1")
    house.open("p2")
    house.leave(boxes[0])
    house.open("p1")


def test_the_sockets_of_all_people_of_one_address_and_one_network_are_limited() -> None:
    house = Hub()
    for number in range(hub.MOST_OF_ADDRESS):
        house.open(f"p{number}", address="2001:db8:1:1::1")
    with pytest.raises(TableError, match="close one first"):
        house.open("one more", address="2001:db8:1:1::2")
    house.open("a neighbour", address="2001:db8:1:2::1")
    boxes = [house.open(f"q{n}", address=f"2001:db8:1:{n % 100 + 3:x}::1") for n in range(3 * hub.MOST_OF_ADDRESS - 1)]
    with pytest.raises(TableError, match="close one first"):
        house.open("one more", address="2001:db8:1:ff::1")
    house.open("a stranger", address="2001:db8:2::1")
    house.leave(boxes[0])
    house.open("one more", address="2001:db8:1:ff::1")


def has_news(mailbox: Mailbox) -> bool:
    return bool(mailbox._tables or mailbox._messages)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"table": "abc", "steps": [], "id": "k1", "ref": "R"}', {"ref": "R", "table": "abc", "id": "k1"}),
        ('{"kind": "zz", "ref": 7}', {}),
        ("[1]", {}),
        ("{", {}),
    ],
)  # fmt: skip
def test_a_message_that_is_wrong_is_still_named_in_its_error(text: str, names: dict[str, str]) -> None:
    assert names_in(text) == names


def test_an_error_about_steps_that_can_not_be_read_has_their_id(running: Running) -> None:
    with Talker(running, {}) as talk:
        talk.socket.send('{"kind": "play", "table": "abc", "seen": 1, "steps": [], "id": "k1", "ref": "R"}')
        told = talk.hear("error")
        assert (told["id"], told["ref"], told["table"]) == ("k1", "R", "abc")


def test_a_hint_that_takes_long_holds_up_no_other_message(
    ada: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, thought = begun(ada, bob), asyncio.Event()

    async def slow(*_: object) -> HintResult:
        await thought.wait()
        return HintResult(steps=["b1-b2"], words=["Slowly."], reason=[], number=3)

    monkeypatch.setattr("ludotheque.table.service.acts.hint", slow)
    with ada.socket() as talk:
        talk.say("hint", table=table, ref="slow")
        assert talk.ask("ping", ref="quick")["ref"] == "quick"
        ada.running.do(release(thought))
        assert talk.hear("hint")["words"] == ["Slowly."]


def test_a_client_waits_for_three_hints_at_most(ada: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    table, thought = begun(ada, bob), asyncio.Event()

    async def slow(*_: object) -> HintResult:
        await thought.wait()
        raise TableError("late", "level: too late")

    monkeypatch.setattr("ludotheque.table.service.acts.hint", slow)
    with ada.socket() as talk:
        for _ in range(room.MOST_ASIDE):
            talk.say("hint", table=table)
        assert talk.ask("hint", table=table)["error"] == "busy"
        ada.running.do(release(thought))
        assert {talk.hear("error")["error"] for _ in range(room.MOST_ASIDE)} == {"late"}


async def release(thought: asyncio.Event) -> None:
    thought.set()


def test_a_new_name_reaches_all_who_watch_a_running_table(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    with bob.socket() as talker:
        talker.say("watch", table=table, wants=["words", "drawing", "faces"])
        before = talker.hear("table")["seats"][0]["player"]
        ada.http.patch("/api/me", json={"name": "Grace"}).raise_for_status()
        seat = talker.hear("table")["seats"][0]
        assert (seat["holder"]["name"], seat["player"]["called"]) == ("Grace", "Grace")
        assert before["called"] == "Ada" and before["face"] != seat["player"]["face"]
