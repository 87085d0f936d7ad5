"""The page on which people choose how they are reminded, and the links in mails, which need no login."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludotheque.table.reminders.reminder_settings import MailServer, ReminderSettings
from ludotheque.table.service.limits import Limits
from ludotheque.web.web_app import make_app
from tests.table.post_boxes import BrowserKeys, MailBox, mail_box
from tests.table.serving import hurried

HOUSE = "http://testserver"
ADDRESS = "ada@mail.example"
PASSWORD = "three ants in a row"  # noqa: S105


@pytest.fixture
def mails() -> Iterator[MailBox]:
    with mail_box() as box:
        yield box


@pytest.fixture
def client(tmp_path: Path, mails: MailBox) -> Iterator[TestClient]:
    """A browser that is logged in."""
    settings = ReminderSettings(
        HOUSE, MailServer("127.0.0.1", mails.port, "none", "games@games.example"), has_push=True, has_webhooks=True,
        may_reach_inside=True,
    )  # fmt: skip
    app = make_app(
        f"sqlite:///{tmp_path / 'house.db'}", limits=Limits(hurried), bots=1, compile_bots=False, reminders=settings
    )
    with TestClient(app, headers={"origin": HOUSE}) as client:
        client.post("/account", data={"name": "Ada", "password": PASSWORD})
        yield client


def asked(client: TestClient, mails: MailBox) -> str:
    """Enter an address; returns the link in the mail that asks there."""
    answer = client.post("/me/mail", data={"mailbox": ADDRESS})
    assert ADDRESS in answer.text and "A mail is on its way" in answer.text
    assert client.portal is not None
    client.portal.call(client.app.state.service.reminders.sender.send_mails)  # type: ignore[attr-defined, call-arg]
    return link_in(mails, "confirm")


def link_in(mails: MailBox, doing: str) -> str:
    """The link in the last mail, without the house."""
    return f"/reminders/{doing}/" + mails.text().partition(f"{HOUSE}/reminders/{doing}/")[2].split()[0]


def test_an_address_is_confirmed_by_a_button_and_without_a_cookie(client: TestClient, mails: MailBox) -> None:
    link = asked(client, mails)
    stranger = TestClient(client.app)
    assert "Yes, send them" in stranger.get(link).text, "a program that follows links changes nothing"
    assert "say yes" in client.get("/me").text
    assert "From now on" in stranger.post(link).text
    page = client.get("/me").text
    assert ADDRESS in page and "say yes" not in page
    assert ADDRESS not in stranger.get(link).text


def test_one_click_in_a_mail_program_ends_the_mails_without_a_cookie(client: TestClient, mails: MailBox) -> None:
    link, stop = asked(client, mails), link_in(mails, "stop")
    stranger = TestClient(client.app)
    stranger.post(link)
    assert "Shall no more mails come?" in stranger.get(stop).text
    assert stranger.post(stop, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert ADDRESS not in client.get("/me").text and "The address is forgotten" in stranger.get(stop).text


def test_a_link_with_another_code_does_nothing(client: TestClient, mails: MailBox) -> None:
    link, stop = asked(client, mails), link_in(mails, "stop")
    swapped = stop.replace("/stop/", "/confirm/")
    for wrong in (swapped, link[:-2] + "xx", stop[:-2] + "xx", link.replace("/confirm/", "/forget/")):
        assert client.get(wrong).status_code == 404 and client.post(wrong).status_code in (404, 405)
    assert "say yes" in client.get("/me").text


def test_a_wrong_address_is_told_beside_its_field_and_repeated_there(client: TestClient) -> None:
    answer = client.post("/me/mail", data={"mailbox": 'x"><b>@y'})
    assert answer.status_code == 422 and "This is no mail address" in answer.text and "<b>@y" not in answer.text
    answer = client.post("/me/webhook", data={"url": "ftp://example.org"})
    assert answer.status_code == 422 and "be reached" in answer.text and "ftp://example.org" in answer.text


def test_feed_and_secret_are_shown_once_and_what_was_chosen_is_removed(client: TestClient) -> None:
    feed = client.post("/me/feed").text
    assert ".atom" in feed and ".ics" in feed and ".atom" not in client.get("/me").text
    assert "whsec_" in client.post("/me/webhook", data={"url": "http://127.0.0.1:9/hook"}).text
    page = client.get("/me").text
    assert "http://127.0.0.1:9/hook" in page and "whsec_" not in page
    for channel in client.get("/api/me/channels").json()["channels"]:
        client.post(f"/me/channel/{channel['id']}/remove")
    assert client.get("/api/me/channels").json()["channels"] == []


def test_this_browser_is_marked_by_the_name_it_logged_in_with(client: TestClient) -> None:
    client.post("/login", data={"name": "Ada", "password": PASSWORD}, headers={"user-agent": "X11; Linux Firefox/1"})
    client.post("/api/me/push", json=BrowserKeys().subscription("http://127.0.0.1:9/push"))
    page = client.get("/me").text
    assert "Firefox, Linux <span" in page and 'id="push-end"' in page and 'id="push-begin"' not in page


def test_a_guest_sees_what_guests_have(client: TestClient) -> None:
    guest = TestClient(client.app, headers={"origin": HOUSE})
    guest.post("/me/name", data={"name": "Gus"})
    page = guest.get("/me").text
    assert 'action="/me/feed"' in page and 'id="push-begin"' in page
    assert 'action="/me/mail"' not in page and 'action="/me/webhook"' not in page


def test_the_worker_is_served_at_the_root_and_may_only_speak_with_the_house(client: TestClient) -> None:
    answer = client.get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript") and "showNotification" in answer.text
    assert answer.headers["content-security-policy"] == "default-src 'none'; connect-src 'self'"
    assert answer.headers["cache-control"] == "no-cache"
