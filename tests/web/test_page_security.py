"""Attacks on the pages that must fail: forms of other sites, names with tags, seats of other players."""

import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest

from ludotheque.web.routes import ROUTERS
from ludotheque.wire.field_bounds import LONGEST_MESSAGE
from tests.web.serving import House

PASSWORD = "a quiet blue teapot"  # noqa: S105
FORMS = sorted(
    route.path for router in ROUTERS for route in router.routes if "POST" in getattr(route, "methods", ())
)  # fmt: skip
NAME = '"><img src=x onerror=y>'
TAGGED = "<script>alert(1)</script> & </ul><b onclick=1>"


class Tags(HTMLParser):
    """The tags of a page, and the attributes that could run scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.running: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.running += [name for name, _ in attrs if name.startswith("on")]


@pytest.fixture
def visit(house: House) -> Iterator[Any]:
    """Opens browsers without scripts: `visit()` gives one with no cookie."""
    clients: list[httpx.Client] = []

    def new(language: str = "en") -> httpx.Client:
        headers = {"accept-language": language, "origin": house.address}
        clients.append(httpx.Client(base_url=house.address, headers=headers, timeout=60, trust_env=False))
        return clients[-1]

    yield new
    for client in clients:
        client.close()


def account(client: httpx.Client, name: str) -> None:
    """Make an account."""
    assert client.post("/account", data={"name": name, "password": PASSWORD}).status_code == 200


def make(client: httpx.Client, **wishes: str) -> str:
    """The address of a new table of Mabula with one free seat."""
    answer = client.post("/new/mabula", data={"bots": "0", "messages": "on", **wishes})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def rated(client: httpx.Client) -> str:
    """The address of an open rated table."""
    return make(client, public="on", rated="on", clock="live", absence="end")


# forms of other sites


@pytest.mark.parametrize("path", FORMS)
def test_forms_from_another_site_are_refused(visit: Any, path: str) -> None:
    address = re.sub(r"\{.*?\}", "mabula", path)
    for said in ({"origin": "https://elsewhere.example"}, {"origin": "null"}):
        assert visit().post(address, headers=said).status_code == 403, said


def test_the_session_cookie_is_http_only_and_same_site(visit: Any) -> None:
    said = visit().post("/play/mabula").headers.get_list("set-cookie")
    [mine] = [one.lower() for one in said if one.startswith("ludotheque=")]
    assert "httponly" in mine and "samesite=lax" in mine


# text of other people


def test_names_and_messages_are_words_and_nothing_else(visit: Any) -> None:
    ada, ben = visit(), visit()
    assert ada.post("/me/name", data={"name": NAME}).status_code == 303
    opened = make(ada)
    table, invitation = opened.split("?invitation=")
    assert ben.post(table.replace("/table", "/join"), data={"invitation": invitation}).status_code == 303
    assert ben.post(f"{table}/say", data={"text": TAGGED}).status_code == 303
    page = ada.get(table).text
    assert "alert(1)" in page  # it is there, as words
    for text in (page, ben.get(table).text, ada.get("/").text, ben.get("/").text, ada.get("/me").text):
        found = Tags(text)
        assert "img" not in found.tags
        assert not found.running
        assert "<script>" not in text


def test_a_message_that_is_too_long_is_refused_in_one_line(visit: Any) -> None:
    ada, ben = visit(), visit()
    table, invitation = make(ada).split("?invitation=")
    ben.post(table.replace("/table", "/join"), data={"invitation": invitation})
    assert f'maxlength="{LONGEST_MESSAGE}"' in ben.get(table).text
    refused = ben.post(f"{table}/say", data={"text": "x" * (2 * LONGEST_MESSAGE)})
    assert refused.status_code == 409 and f"A message has 1 to {LONGEST_MESSAGE} letters." in refused.text


def test_an_invitation_is_no_markup(visit: Any) -> None:
    ada = visit()
    table = make(ada, public="on")
    for client in (ada, visit()):
        found = Tags(client.get(table, params={"invitation": '"></script><img onerror=y>'}).text)
        assert "img" not in found.tags and not found.running


def test_a_person_may_have_the_name_of_a_free_seat(visit: Any) -> None:
    ada, ben = visit(), visit()
    table = make(ada, public="on", players="2")
    ben.post("/me/name", data={"name": "free"})
    before = ada.get(table).text
    assert 'name="level"' in before  # a bot can sit down
    ada.post(f"{table}/seats", data={"seat": "1", "leave": "true"})
    assert ben.post(f"{table}/seats", data={"seat": "1"}).status_code == 303
    assert ada.get(table).text.count('name="level"') == 1  # not where Ben sits


# rights


def test_a_guest_plays_for_no_ratings(visit: Any) -> None:
    ada, ben = visit(), visit()
    account(ada, "Ada Careful")
    table = rated(ada)
    assert visit().post(table.replace("/table", "/join")).status_code == 403
    ben.post("/me/name", data={"name": "Ben"})
    assert "needs an account" in ben.post(f"{table}/seats", data={"seat": "2"}).text
    assert 'id="table"' not in ada.get(table).text  # it has not begun


def test_the_form_tells_a_guest_why_a_table_can_not_be_rated_and_keeps_what_was_chosen(visit: Any) -> None:
    guest = visit()
    guest.post("/me/name", data={"name": "Gus"})
    wishes = {"bots": "0", "rated": "on", "clock": "slow", "absence": "end", "days": "5"}
    answer = guest.post("/new/mabula", data=wishes)
    assert answer.status_code == 403 and "A rated game needs an account" in answer.text
    assert re.search('name="rated"[^>]* checked', answer.text) and 'name="days" value="5"' in answer.text


def test_a_spectator_can_neither_wake_nor_seat_bots(visit: Any) -> None:
    ada, ben = visit(), visit()
    table = make(ada, public="on")
    ben.post("/me/name", data={"name": "Ben"})
    for path, data in (("do", {"what": "wake"}), ("seats", {"seat": "2", "level": "novice"}), ("invite", {})):
        answer = ben.post(f"{table}/{path}", data=data)
        assert answer.status_code == 409, path
        assert 'role="alert"' in answer.text, path


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("steps", {"steps": " ", "seen": "3"}), ("steps", {"steps": "b8-b7", "seen": "9" * 20}),
        ("steps", {"steps": "x " * 100, "seen": "3"}), ("do", {"what": "back"}), ("do", {"what": "agree"}),
        ("do", {"what": "resign", "seat": "6"}), ("seats", {"seat": "6"}), ("seats", {"seat": "1", "level": "king"}),
        ("rematch", {}), ("say", {"text": "\x07"}),
    ],
)  # fmt: skip
def test_a_refused_act_is_explained_on_the_tables_page(visit: Any, path: str, data: dict[str, str]) -> None:
    client = visit("fr")
    table = client.post("/play/mabula").headers["location"]
    answer = client.post(f"{table}/{path}", data=data)
    assert answer.status_code == 409
    assert '<p class="problem card" role="alert">' in answer.text
    assert '<html lang="fr"' in answer.text


# caching


def test_the_browser_caches_no_page_of_a_table(visit: Any) -> None:
    client = visit()
    table = client.post("/together/makabana").headers["location"]
    for path in ("", "?seat=1", "?seat=0", "/replay.json?seat=1", "/board.svg?seat=1", "/record?seat=1", "/fair"):
        answer = client.get(table + path)
        assert answer.status_code == 200, path
        assert answer.headers["cache-control"] == "no-store", path


def test_a_shared_device_gets_no_secret_without_a_request(visit: Any) -> None:
    client = visit()
    table = client.post("/together/makabana").headers["location"]
    api = table.replace("/table", "/api/tables")
    is_secret = False
    while not is_secret:  # the first huts lie open; then all choose at once, and what the first one chooses is secret
        waited = client.get(api, params={"seat": 0}).json()["waited_for"]
        seat, is_secret = waited[0], len(waited) > 1
        news = client.get(api, params={"seat": seat}).json()
        first = news["legal"][0]
        steps = [first, *news["parts"].get(first, [])[:1]]
        body = {"seen": news["number"], "steps": steps, "id": f"step-{news['number']}", "seat": seat}
        assert client.post(f"{api}/steps", json=body).json()["ok"], steps
    for path in ("/replay.json", "/board.svg", "/record"):
        own, seen, unasked = (client.get(f"{table}{path}{one}").text for one in (f"?seat={seat}", "?seat=0", ""))
        assert own != seen, path
        assert unasked == seen, path


def test_only_the_present_edition_of_a_file_is_immutable(visit: Any) -> None:
    client = visit()
    [address] = re.findall(r'src="(/static/\w+/js/site\.js)"', client.get("/").text)
    assert "immutable" in client.get(address).headers["cache-control"]
    older = re.sub(r"/static/\w+/", "/static/0123456789ab/", address)
    assert "immutable" not in client.get(older).headers["cache-control"]


def test_too_many_requests_are_refused_in_the_readers_language(visit: Any) -> None:
    client = visit("fr")
    client.post("/me/name", data={"name": "Nina Pressee"})
    with ThreadPoolExecutor(10) as hands:  # concurrently: sequential requests might be slow enough to pass
        answers = [*hands.map(lambda _: client.get("/me/data"), range(50))]
    refused = next((one for one in answers if one.status_code == 429), None)
    if refused is None:
        pytest.fail("nobody was stopped")
    assert "trop de demandes" in refused.text.lower()
    assert int(refused.headers["retry-after"]) >= 1


# the guard


def test_a_request_that_the_guard_refuses_gets_a_page_in_the_browsers_language(visit: Any) -> None:
    client = visit("fr")
    refused = client.post("/play/mabula", headers={"origin": "http://elsewhere.example"})
    assert refused.status_code == 403 and '<html lang="fr"' in refused.text
    assert "la page d&#39;un autre site" in refused.text
    assert client.get(f"/{'x' * 5000}").status_code == 414
    program = client.post("/api/guests", json={"name": "Eve"}, headers={"origin": "http://elsewhere.example"})
    assert program.status_code == 403 and program.json()["error"] == "forbidden"


def test_a_form_with_a_length_and_chunks_is_refused_with_a_page(house: House) -> None:
    host = house.address.removeprefix("http://")
    head = f"POST /choose HTTP/1.1\r\nHost: {host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(host.split(":"), timeout=30) as line:  # type: ignore[arg-type]
        line.sendall(f"{head}0\r\n\r\nGET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        said = b"".join(iter(lambda: line.recv(65536), b""))
    assert said.startswith(b"HTTP/1.1 400 ") and said.count(b"HTTP/1.1 ") == 1
    assert b"<html" in said


@pytest.mark.parametrize("address", ["/", "/rules/mabula", "/healthz", "/nowhere"])
def test_a_head_request_is_answered(visit: Any, address: str) -> None:
    client = visit()
    asked, found = client.head(address), client.get(address)
    assert asked.text == ""
    assert asked.status_code == (405 if address == "/healthz" else found.status_code)
