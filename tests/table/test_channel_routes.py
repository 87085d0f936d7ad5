"""How people are reminded, over HTTP: who may choose what, what others see of it, and the feed."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as Tree

import pytest
from structlog.testing import capture_logs

from ludotheque.table.api.app import make_app
from ludotheque.table.reminders.reminder_settings import MailServer, ReminderSettings
from tests.table.post_boxes import BrowserKeys, MailBox, PostBox, mail_box, post_box
from tests.table.serving import PATIENCE, Player, Running, serving

HOUSE = "https://games.example"
ADDRESS, HOOK, ENDPOINT = "zelda@hidden.example", "/hook-hidden", "/push-hidden"
ATOM = "{http://www.w3.org/2005/Atom}"


@contextmanager
def house_with(folder: Path, mails: MailBox | None = None, **more: object) -> Iterator[Running]:
    """A house that sends, and waits for nobody."""
    mail = MailServer("127.0.0.1", mails.port, "none", "games@games.example") if mails else None
    settings = ReminderSettings(HOUSE, mail, has_push=True, has_webhooks=True, may_reach_inside=True, patience=0.0)
    make = partial(make_app, reminders=settings)
    with serving(f"sqlite:///{folder / 'house.db'}", make=make) as running:
        yield running


def account(running: Running, name: str) -> Player:
    player = Player(running, name)
    player.post("/api/accounts", 201, name=name, password="three ants in a row")  # noqa: S106
    return player


def slow_table(ada: Player, bob: Player, **terms: object) -> str:
    """A slow game; it is Ada's turn."""
    wishes = {"game": "mabula", "players": 2, "clock": "slow", "seating": "chosen", "private": False, **terms}
    table = str(ada.post("/api/tables", 201, **wishes)["table"])
    ada.post(f"/api/tables/{table}/seats/1")
    bob.post(f"/api/tables/{table}/seats/2")
    return table


def wait_for(what: str, is_so: object) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():  # type: ignore[operator]
        assert time.monotonic() < end, what
        time.sleep(0.02)


@pytest.fixture
def boxes() -> Iterator[tuple[MailBox, PostBox]]:
    with mail_box() as mails, post_box() as posts:
        yield mails, posts


def reached_by_all(running: Running, name: str, boxes: tuple[MailBox, PostBox]) -> tuple[Player, list[str]]:
    """A person who is reminded in every way, and all that only they may know of it."""
    mails, posts = boxes
    one = account(running, name)
    one.post("/api/me/mail", 201, address=ADDRESS)
    running.do(running.service.reminders.sender.send_mails())
    wait_for("the question", lambda: mails.mails)
    link = mails.text().partition(f"{HOUSE}/reminders/confirm/")[2].split()[0]
    assert running.do(running.service.reminders.channels.confirm(*link.split("/")))
    keys = BrowserKeys().subscription(f"{posts.url}{ENDPOINT}")
    one.post("/api/me/push", 201, **keys)
    secret = one.post("/api/me/webhooks", 201, url=f"{posts.url}{HOOK}")["secret"]
    token = one.post("/api/me/feed", 201)["atom"].rpartition("/")[2].partition(".")[0]
    return one, [ADDRESS, HOOK, ENDPOINT, secret, token, keys["auth"], keys["p256dh"], link.split("/")[1]]


def test_nobody_else_and_no_log_is_told_where_somebody_is_reached(
    tmp_path: Path, boxes: tuple[MailBox, PostBox], capfd: pytest.CaptureFixture[str]
) -> None:
    with capture_logs() as logged, house_with(tmp_path, boxes[0]) as running:
        ada, secrets = reached_by_all(running, "Ada", boxes)
        bob = Player(running, "Bob")
        table = slow_table(ada, bob)
        for doing in (running.service.reminders.turns.tick, running.service.reminders.sender.send_mails,
                      running.service.reminders.sender.send_posts):  # fmt: skip
            running.do(doing())
        wait_for("all three", lambda: len(boxes[0].mails) == 2 and len(boxes[1].posted) == 2)
        who = ada.get("/api/me")["id"]
        doors = [f"/api/tables/{table}", f"/api/tables/{table}/log", "/api/tables", f"/api/people/{who}", "/metrics",
                 "/api/me/channels", "/api/me/data", f"/api/tables/{table}/record", "/openapi.json"]  # fmt: skip
        seen = {door: bob.http.get(door).text for door in doors}
        assert table in seen[f"/api/tables/{table}"] and "ludotheque_reminders_total" in seen["/metrics"]
        told = "\n".join([*seen.values(), str(logged), *capfd.readouterr()])
        assert [one for one in secrets if one in told] == []
        own = ada.http.get("/api/me/channels").text
        assert ADDRESS in own and HOOK in own and ENDPOINT not in own
        data = ada.http.get("/api/me/data").text
        assert [one for one in secrets[3:] if one in own + data] == []
        assert ADDRESS in data, "one's own data are one's own"


def test_a_guest_has_feed_and_browser_and_mail_and_webhooks_are_for_accounts(
    tmp_path: Path, boxes: tuple[MailBox, PostBox]
) -> None:
    with house_with(tmp_path, boxes[0]) as running:
        guest = Player(running, "Gus")
        assert guest.get("/api/me/channels")["offered"] == ["push", "feed"]
        guest.post("/api/me/mail", 403, address="gus@mail.example")
        guest.post("/api/me/webhooks", 403, url=boxes[1].url)
        guest.post("/api/me/push", 201, **BrowserKeys().subscription(boxes[1].url))
        guest.post("/api/me/feed", 201)
        assert account(running, "Ada").get("/api/me/channels")["offered"] == ["mail", "push", "feed", "webhook"]


def test_a_house_that_sends_nothing_offers_a_feed_alone(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'house.db'}") as running:
        ada = account(running, "Ada")
        assert ada.get("/api/me/channels") == {"offered": ["feed"], "push_key": None, "channels": []}
        for path, body in (("mail", {"address": "a@b.org"}), ("webhooks", {"url": "https://example.org"})):
            ada.post(f"/api/me/{path}", 404, **body)
        assert not (tmp_path / "house.db.key.push").exists()


def test_a_browser_is_told_for_as_long_as_it_is_logged_in(tmp_path: Path, boxes: tuple[MailBox, PostBox]) -> None:
    with house_with(tmp_path) as running:
        ada = account(running, "Ada")
        ada.post("/api/me/push", 201, **BrowserKeys().subscription(boxes[1].url))
        (channel,) = ada.get("/api/me/channels")["channels"]
        assert channel["is_here"] and channel["stage"] == "on"
        ada.post("/api/logout")
        ada.post("/api/login", name="Ada", password="three ants in a row")  # noqa: S106
        assert ada.get("/api/me/channels")["channels"] == []


def test_a_browser_that_another_person_logs_in_to_tells_only_them(
    tmp_path: Path, boxes: tuple[MailBox, PostBox]
) -> None:
    with house_with(tmp_path) as running:
        ada, bob = account(running, "Ada"), account(running, "Bob")
        keys = BrowserKeys().subscription(boxes[1].url)
        for one in (ada, bob, bob):
            one.post("/api/me/push", 201, **keys)
        assert [len(one.get("/api/me/channels")["channels"]) for one in (ada, bob)] == [0, 1]


def test_nobody_removes_or_revives_what_is_anothers(tmp_path: Path) -> None:
    with house_with(tmp_path) as running:
        ada, bob = account(running, "Ada"), account(running, "Bob")
        ada.post("/api/me/feed", 201)
        (channel,) = ada.get("/api/me/channels")["channels"]
        assert bob.http.delete(f"/api/me/channels/{channel['id']}").status_code == 404
        bob.post(f"/api/me/channels/{channel['id']}/again", 404)
        assert ada.http.delete(f"/api/me/channels/{channel['id']}").status_code == 200
        assert ada.get("/api/me/channels")["channels"] == []


def test_one_mailbox_is_asked_three_times_however_many_accounts_ask(
    tmp_path: Path, boxes: tuple[MailBox, PostBox]
) -> None:
    from ludotheque.table.service.limits import Limits

    settings = ReminderSettings(HOUSE, MailServer("127.0.0.1", boxes[0].port, "none", "games@games.example"))
    with serving(
        f"sqlite:///{tmp_path / 'house.db'}", Limits(), partial(make_app, reminders=settings)
    ) as running:  # fmt: skip
        people = [account(running, name) for name in ("Ada", "Bob", "Cleo", "Dan")]
        found = [one.http.post("/api/me/mail", json={"address": "V@x.example"}).status_code for one in people]
        assert found == [201, 201, 201, 429]


def test_the_feed_has_the_turns_that_wait_and_a_new_address_ends_the_old_one(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'house.db'}") as running:
        ada, bob = account(running, "Ada"), Player(running, "Bob")
        feed = ada.post("/api/me/feed", 201)
        path = "/" + feed["atom"].partition("//")[2].partition("/")[2]
        assert feed["atom"].startswith(f"http://{running.host}/feed/") and feed["calendar"].endswith(".ics")
        reader = running.client()
        empty = Tree.fromstring(reader.get(path).content)
        assert empty.findall(f"{ATOM}entry") == []
        table = slow_table(ada, bob)
        answer = reader.get(path)
        (entry,) = Tree.fromstring(answer.content).findall(f"{ATOM}entry")
        assert "Bob" in str(entry.findtext(f"{ATOM}title"))
        assert entry.find(f"{ATOM}link").get("href") == f"http://{running.host}/table/{table}"  # type: ignore[union-attr]
        assert answer.headers["content-type"].startswith("application/atom+xml")
        again = reader.get(path, headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304 and not again.content
        calendar = reader.get(path.replace(".atom", ".ics"))
        lines = calendar.text.split("\r\n")
        assert lines[0] == "BEGIN:VCALENDAR" and sum(line == "BEGIN:VEVENT" for line in lines) == 1
        assert calendar.headers["content-type"].startswith("text/calendar") and max(map(len, lines)) <= 75
        ada.post("/api/me/feed", 201)
        assert reader.get(path).status_code == 404
        assert len(ada.get("/api/me/channels")["channels"]) == 1


def test_the_house_sends_by_itself_once_the_last_socket_that_watches_is_closed(
    tmp_path: Path, boxes: tuple[MailBox, PostBox]
) -> None:
    with house_with(tmp_path, boxes[0]) as running:
        ada, bob = account(running, "Ada"), account(running, "Bob")
        bob.post("/api/me/webhooks", 201, url=f"{boxes[1].url}{HOOK}")
        table = slow_table(ada, bob)
        with bob.socket() as talker:
            talker.ask("watch", table=table)
            ada.play_first(table, ada.get(f"/api/tables/{table}"), "a1")
            wait_for("that they look", lambda: running.service.hub.is_looked_at(bob.me["id"], table))
            running.do(running.service.reminders.turns.tick())
            running.do(running.service.reminders.sender.send_posts())
            assert not boxes[1].posted
        wait_for("the reminder", lambda: boxes[1].posted)
        running.do(running.service.reminders.turns.tick())
        running.do(running.service.reminders.sender.send_posts())
        assert [table in one.body.decode() for one in boxes[1].posted] == [True]
