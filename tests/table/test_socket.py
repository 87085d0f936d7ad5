"""The socket: every kind of message, resuming, secrets that stay secret, and clients that are let go."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludotheque.table import hub, talking
from ludotheque.table.errors import TableError
from ludotheque.table.hub import Hub, Mailbox
from ludotheque.table.talking import TALK, TOLD
from tests.table.serving import Player, Running, Talker, serving

EVERY_KIND: tuple[dict[str, Any], ...] = (
    {"kind": "watch", "table": "abc", "after": 3, "wants": ["json", "picture", "words"], "lang": "it", "seat": 2},
    {"kind": "unwatch", "table": "abc"},
    {"kind": "play", "table": "abc", "seen": 4, "steps": ["a1-a2"], "id": "x-1", "seat": 1, "ref": "mine"},
    {"kind": "preview", "table": "abc", "step": "a1-a2", "seat": 1, "lang": "fr"},
    {"kind": "ping", "ref": "17"},
)
EVERY_REPLY: tuple[dict[str, Any], ...] = (
    {"kind": "table", "table": "abc", "number": 3, "entries": [], "legal": ["a1-a2"]},
    {"kind": "answer", "table": "abc", "id": "x-1", "ok": True, "number": 5},
    {"kind": "preview", "table": "abc", "step": "a1-a2", "picture": "<svg/>"},
    {"kind": "pong", "at": 1.5},
    {"kind": "error", "error": "wrong", "text": "seat: not a number"},
)


@pytest.fixture(scope="module")
def running(house: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests that don't mind each other."""
    file = tmp_path_factory.mktemp("socket") / "house.db"
    file.write_bytes(house.read_bytes())
    with serving(f"sqlite:///{file}") as running:
        yield running


@pytest.fixture
def ada(running: Running) -> Player:
    return Player(running, "Ada")


@pytest.fixture
def bob(running: Running) -> Player:
    return Player(running, "Bob")


def begun(*players: Player, game: str = "mabula", **terms: Any) -> str:
    """A table at which the players sit, the first in seat 1."""
    table, invitation = players[0].make_table(game, len(players), **terms)
    for player in players:
        player.post(f"/api/tables/{table}/join", invitation=invitation)
    return table


@pytest.mark.parametrize("message", EVERY_KIND, ids=lambda message: message["kind"])
def test_every_message_is_read_and_written_back_the_same(message: dict[str, Any]) -> None:
    said = talking.parse(json.dumps(message))
    assert said.kind == message["kind"]
    assert talking.parse(TALK.dump_json(said).decode()) == said
    assert message.items() <= json.loads(TALK.dump_json(said)).items()


@pytest.mark.parametrize("message", EVERY_REPLY, ids=lambda message: message["kind"])
def test_every_reply_is_read_and_written_back_the_same(message: dict[str, Any]) -> None:
    told = TOLD.validate_python(message)
    assert TOLD.validate_json(TOLD.dump_json(told)) == told
    assert message.items() <= told.model_dump().items()


@pytest.mark.parametrize("message", EVERY_KIND, ids=lambda message: message["kind"])
def test_a_message_with_something_unknown_in_it_is_refused(message: dict[str, Any]) -> None:
    with pytest.raises(TableError, match="wish"):
        talking.parse(json.dumps(message | {"wish": 1}))


@pytest.mark.parametrize("message", EVERY_KIND[:4], ids=lambda message: message["kind"])
def test_a_message_without_a_good_table_is_refused(message: dict[str, Any]) -> None:
    for table in ("", "UPPER", "a" * 17, None, 7, "../etc"):
        with pytest.raises(TableError, match="table"):
            talking.parse(json.dumps(message | {"table": table}))


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", "{}", "{", '"ping"', '{"kind": "dance"}', '{"kind": ["ping"]}', "[" * 5000,
        '{"kind": "ping", "ref": "' + "a" * 9000 + '"}', '{"kind": "ping", "ref": "\\ud800"}',
        '{"kind": "watch", "table": "abc", "after": -1}', '{"kind": "watch", "table": "abc", "wants": ["truth"]}',
        '{"kind": "play", "table": "abc", "seen": 1, "steps": [], "id": "x"}',
        '{"kind": "play", "table": "abc", "seen": 1, "steps": ["a"], "id": "a b"}',
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(TableError) as error:
        talking.parse(text)
    assert "\n" not in str(error.value) and len(str(error.value)) <= 500


def test_a_whole_game_is_played_over_the_socket(ada: Player) -> None:
    table, _ = ada.make_table()
    ada.post(f"/api/tables/{table}/seats/1")
    with ada.socket() as talk:
        assert talk.ask("watch", table=table, wants=["json", "picture", "words"])["stage"] == "open"
        ada.post(f"/api/tables/{table}/seats/2", level="novice")
        numbers: list[int] = []
        moves, is_over = 0, False
        while not is_over:
            told = talk.hear()
            assert told["kind"] in ("table", "answer") and told.get("ok", True), told
            if told["kind"] == "answer":
                assert told["ref"] == "r"
                continue
            numbers += [entry["number"] for entry in told["entries"]]
            is_over = told["stage"] == "over"
            if told.get("waited_for") == [1]:
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
            with pytest.raises(ConnectionClosed):
                talk.hear(timeout=10)
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
            play_any(players, table, f"p{number}")
            for entry in talk.hear("table")["entries"]:
                (was_secret if entry.get("secret") else shown).add(entry["number"])
            if was_secret & shown:
                break
    assert was_secret & shown, "an entry that was secret is sent again when it is open"


def play_any(players: list[Player], table: str, request: str) -> None:
    """Let somebody who is waited for make a whole choice."""
    for player in players:
        with player.http.stream("GET", "/api/events") as stream:
            if (turn := first_turn(stream.iter_lines(), table, player)) is not None:
                body = {"seen": turn["seen"], "steps": turn["choices"][0], "id": request, "seat": turn["seat"]}
                break
    with player.running.client() as client:
        client.cookies.update(player.http.cookies)
        answer = client.post(f"/api/tables/{table}/steps", json=body)
    assert answer.status_code == 200, answer.text


def first_turn(lines: Iterator[str], table: str, player: Player) -> dict[str, Any] | None:
    """The turn that is due at a table; None for somebody who is not waited for there."""
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
        assert talk.ask("preview", table=table, step=step)["picture"].startswith("<svg")
        assert talk.ask("preview", table=table, step="z9-z9")["rule"]


def test_nonsense_is_told_and_the_socket_goes_on(ada: Player) -> None:
    with ada.socket() as talk:
        talk.socket.send("nonsense")
        assert talk.hear()["error"] == "wrong"
        assert talk.ask("ping", ref="1")["ref"] == "1"


def test_a_page_of_another_site_gets_no_socket(ada: Player, running: Running) -> None:
    with pytest.raises(InvalidStatus):
        ada.socket(Origin="http://elsewhere.example")
    with ada.socket(Origin=f"http://{running.host}") as talk:
        assert talk.ask("ping")["kind"] == "pong"


def test_whoever_logs_out_is_let_go(ada: Player) -> None:
    with ada.socket() as talk:
        ada.post("/api/logout")
        talk.say("ping")
        with pytest.raises(ConnectionClosed) as closed:
            talk.hear(timeout=10)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403


def test_a_mailbox_that_is_not_emptied_is_closed() -> None:
    async def fill() -> None:
        mailbox = Hub().open("p1")
        for number in range(hub.MOST_MESSAGES + 1):
            assert not mailbox.is_closed
            mailbox.put({"number": number})
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


def test_a_hub_forgets_who_has_left() -> None:
    async def leave() -> tuple[int, bool, bool]:
        house = Hub()
        mailbox = house.open("p1", "p1")
        house.watch(mailbox, "abc")
        house.leave(mailbox)
        house.tell("abc", frozenset({"p1"}))
        return len(house), house.has_people, has_news(mailbox)

    assert asyncio.run(leave()) == (0, False, False)


def test_nobody_opens_sockets_without_end() -> None:
    house = Hub()
    boxes = [house.open("p1") for _ in range(hub.MOST_MAILBOXES)]
    with pytest.raises(TableError, match="close one first"):
        house.open("p1")
    house.open("p2")
    house.leave(boxes[0])
    house.open("p1")


def has_news(mailbox: Mailbox) -> bool:
    return bool(mailbox._tables or mailbox._messages)
