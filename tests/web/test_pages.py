"""The pages around the table, as a browser without scripts gets them: plain requests and plain forms."""

import json
import re
import time
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise, product
from secrets import token_hex
from typing import Any

import httpx
import pytest

from ludotheque.drawing import LANGUAGES
from ludotheque.drawing.rulebooks.rulebook import BOOKS, rulebook
from ludotheque.games import NAMES
from ludotheque.study import lessons
from ludotheque.table.registry.bot_demand import MOST_OF_GUEST
from tests.web.serving import House

PASSWORD = "a quiet blue teapot"  # noqa: S105
LESSONS = [f"/learn/{game}/{lesson.name}" for game in NAMES for lesson in lessons(game)]
PAGES = [
    "/", "/watch", "/watch?stage=over", "/people", "/login", "/recover", "/rules", "/learn", "/rules/mabula/example/3",
    *(f"/rules/{book}" for book in BOOKS), *(f"/learn/{game}" for game in NAMES), *(f"/new/{game}" for game in NAMES),
    *(f"/find/{game}" for game in NAMES),
]  # fmt: skip
OWN_PAGES = ["/", "/me"]
UNKNOWN = [
    "/nowhere", "/rules/chess", "/rules/mabula/nothing", "/rules/mabula/example/999", "/learn/chess",
    "/learn/mabula/nothing", "/new/chess", "/new", "/table", "/table/nosuchtabl", "/table/NO!",
    "/table/nosuchtabl/nothing", "/table/nosuchtabl/board.gif", "/table/nosuchtabl/fair", "/table/nosuchtabl?ply=x",
    "/people/Nobody There", "/people/bot:club:999", "/people/bot:god:1", "/people?game=chess", "/watch?game=chess",
    "/watch/nothing", "/me/nothing", "/play/mabula", "/join/nosuchtabl",
]  # fmt: skip


class Look(HTMLParser):
    """The parts of a page: ids, headings, links, forms, and violations of the content policy."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.headings: list[int] = []
        self.forbidden: list[str] = []
        self.links: list[str] = []
        self.fields: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [str(found["id"])] if "id" in found else []
        self.links += [str(found["href"])] if tag == "a" and "href" in found else []
        self.headings += [int(tag[1])] if re.fullmatch("h[1-6]", tag) else []
        if tag in ("input", "select", "textarea"):
            self.fields.add(str(found.get("name")))
        is_script = tag == "script" and "src" not in found and found.get("type") != "application/json"
        if tag == "style" or is_script or "style" in found or any(name.startswith("on") for name in found):
            self.forbidden.append(f"<{tag} {found}>")


@pytest.fixture(scope="module")
def answers(house: House) -> dict[str, httpx.Response]:
    """Every page, for a browser without a cookie."""
    with httpx.Client(base_url=house.address, headers={"accept-language": "en"}, timeout=60, trust_env=False) as client:
        return {path: client.get(path) for path in (*PAGES, *LESSONS)}


@pytest.fixture(scope="module")
def guest_answers(house: House) -> dict[str, httpx.Response]:
    """Pages as a guest gets them."""
    with httpx.Client(base_url=house.address, headers={"accept-language": "en"}, timeout=60, trust_env=False) as client:
        post(client, "/me/name", name="Bea Tidy")
        return {path: client.get(path) for path in (*PAGES, *OWN_PAGES, LESSONS[0])}


def post(client: httpx.Client, path: str, status: int = 303, **fields: Any) -> httpx.Response:
    """Send a form; the answer must have this status."""
    answer = client.post(path, data=fields)
    assert answer.status_code == status, f"{path}: {answer.status_code} {in_words(answer)}"
    return answer


def in_words(answer: httpx.Response) -> str:
    """The text of a page."""
    return " ".join(unescape(re.sub("<[^>]*>", " ", answer.text)).split())


def table_at(address: str) -> str:
    found = re.match("/table/([a-z0-9]+)", address)
    assert found, address
    return found[1]


def make_account(client: httpx.Client, name: str) -> str:
    """Make an account and give its recovery words."""
    answer = post(client, "/account", 200, name=name, password=PASSWORD)
    found = re.search('<p class="secret"[^>]*>([^<]+)</p>', answer.text)
    assert found, in_words(answer)
    return unescape(found[1])


# every page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_answers_in_every_language(visit: Any, answers: dict[str, httpx.Response], language: str) -> None:
    client = visit(language)
    for path in (*PAGES, *LESSONS):
        answer = answers[path] if language == "en" else client.get(path)
        assert answer.status_code == 200, path
        assert f'<html lang="{language}"' in answer.text, path


def test_no_page_has_a_script_or_a_style_of_its_own(guest_answers: dict[str, httpx.Response]) -> None:
    for path, answer in guest_answers.items():
        assert "unsafe" not in answer.headers["content-security-policy"], path
        assert not Look(answer.text).forbidden, path


def test_every_page_has_one_title_and_headings_in_order(guest_answers: dict[str, httpx.Response]) -> None:
    for path, answer in guest_answers.items():
        headings = Look(answer.text).headings
        assert headings[0] == 1 and headings.count(1) == 1, f"{path}: {headings}"
        steps = [after - before for before, after in pairwise(headings)]
        assert max(steps, default=0) <= 1, f"{path}: {headings}"


def test_no_page_uses_an_id_twice(answers: dict[str, httpx.Response]) -> None:
    for path, answer in answers.items():
        ids = Look(answer.text).ids
        assert len(ids) == len(set(ids)), f"{path}: {sorted(one for one in ids if ids.count(one) > 1)[:5]}"


def test_every_link_of_a_page_leads_somewhere(visit: Any, answers: dict[str, httpx.Response]) -> None:
    client = visit()
    pages = {path: Look(answers[path].text) for path in PAGES}
    links = {link for path in PAGES for link in pages[path].links if "#" not in link and "/example/" not in link}
    for link in sorted(links - {path for path in answers if answers[path].status_code == 200}):
        assert client.get(link).status_code in (200, 303), link
    anchors = {(path, link) for path in PAGES for link in pages[path].links if link.startswith("#")}
    for path, anchor in anchors:
        assert anchor[1:] in pages[path].ids, f"{path}{anchor}"


def test_a_missing_page_is_explained_on_a_page(visit: Any) -> None:
    client = visit("fr")
    for path in UNKNOWN:
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert "Il n'y a rien ici." in in_words(answer) and "Voir les jeux" in in_words(answer), path
        assert '<html lang="fr"' in answer.text, path
    assert "Cette table n'existe pas" in in_words(client.get("/table/nosuchtabl"))


# language and theme


def test_the_browsers_language_comes_first(visit: Any) -> None:
    answer = visit("de-CH, fr-CH;q=0.9, en;q=0.4").get("/")
    assert '<html lang="fr"' in answer.text
    assert "Asseyez-vous, jouez." in answer.text


def test_a_language_that_was_chosen_is_remembered(visit: Any) -> None:
    client = visit("en")
    answer = post(client, "/choose", language="it", back="/rules")
    assert answer.headers["location"] == "/rules"
    assert '<html lang="it"' in client.get("/watch").text


def test_an_account_is_spoken_to_in_its_language_on_another_device(visit: Any) -> None:
    make_account(visit("it"), "Ada Lingua")
    other = visit("en")
    post(other, "/login", name="Ada Lingua", password=PASSWORD)
    assert '<html lang="it"' in other.get("/").text


def test_a_theme_that_was_chosen_is_remembered(visit: Any) -> None:
    client = visit()
    assert "data-theme" not in client.get("/").text
    post(client, "/choose", theme="dark")
    assert 'data-theme="dark"' in client.get("/").text
    post(client, "/choose", theme="system")
    assert "data-theme" not in client.get("/").text


@pytest.mark.parametrize(
    "back",
    [
        "//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "//[", "http://[", "//]",
        "///evil.example", "/\t/evil.example", "/\n//[", "http://[::1", "\\\\evil.example",
    ],
)  # fmt: skip
def test_nobody_is_sent_to_another_site(visit: Any, back: str) -> None:
    client = visit()
    assert post(client, "/choose", theme="light", back=back).headers["location"] == "/"
    make_account(visit(), name := f"Ada {token_hex(6)}")
    entered = post(client, "/login", name=name, password=PASSWORD, back=back)
    assert (entered.status_code, entered.headers["location"]) == (303, "/")
    page = visit().get("/login", params={"back": back}).text
    assert page.count('<input type="hidden" name="back" value="/">') == 2  # logging in, and making an account


# playing at once


@pytest.mark.parametrize("game", NAMES)
def test_one_click_is_enough_to_play(visit: Any, game: str) -> None:
    client = visit()
    table = table_at(post(client, f"/play/{game}").headers["location"])
    seen = client.get(f"/api/tables/{table}").json()
    assert seen["stage"] == "playing" and len(seen["own"]) == 1
    assert {seat["holder"]["holds"] for seat in seen["seats"]} == {"person", "bot"}


@pytest.mark.parametrize("game", NAMES)
def test_a_choice_is_made_by_the_plain_form_of_a_table(visit: Any, game: str) -> None:
    client = visit()
    address = post(client, f"/together/{game}").headers["location"]
    page = client.get(address).text
    form = page[page.index('id="by-words"') :].partition("</form>")[0]
    [seen], [seat] = (re.findall(f'name="{name}" value="(.*?)"', form) for name in ("seen", "seat"))
    [steps] = re.findall('<option value="([^"]+)" selected>[^<]+<', form)
    table = table_at(address)
    before = client.get(f"/api/tables/{table}").json()["number"]
    post(client, f"/table/{table}/steps", steps=unescape(steps), seen=seen, seat=seat)
    assert client.get(f"/api/tables/{table}").json()["number"] > before


def script_data(answer: httpx.Response) -> dict[str, Any]:
    """The data that a page gives its script."""
    data: dict[str, Any] = json.loads(answer.text.partition('id="page">')[2].partition("</script>")[0])
    return data


@pytest.mark.parametrize("game", NAMES)
def test_the_scripts_data_describes_the_elements_of_a_tables_picture(visit: Any, game: str) -> None:
    client = visit()
    address = post(client, f"/together/{game}").headers["location"]
    page = client.get(address)
    told, ids = script_data(page), set(Look(page.text).ids)
    sent = client.get(f"/api/tables/{table_at(address)}?wants=drawing&seat={told['seat'] or 0}").json()["drawing"]
    assert told["drawing"] == {key: sent[key] for key in ("sets", "attempt", "elements", "facts")}
    assert told["drawing"]["elements"].keys() <= ids and told["printed"].keys() <= ids
    assert bool(told["printed"]) == (game in ("marabunta", "makabana"))
    assert all(one.keys() == {"name"} for one in told["printed"].values())


def test_before_the_game_there_is_nothing_to_do(visit: Any) -> None:
    client = visit()
    page = client.get(post(client, "/new/mabula", players=2).headers["location"])
    assert script_data(page)["drawing"] is None and script_data(page)["printed"] == {}


@pytest.mark.parametrize("path", [f"/learn/{game}/{lessons(game)[0].name}" for game in NAMES])
def test_the_scripts_data_describes_the_elements_of_a_lessons_picture(
    answers: dict[str, httpx.Response], path: str
) -> None:
    told, ids = script_data(answers[path]), set(Look(answers[path].text).ids)
    assert any("steps" in one or "set" in one for one in told["drawing"]["elements"].values())
    assert told["drawing"]["elements"].keys() <= ids and told["printed"].keys() <= ids
    assert "facts" in told["drawing"]


def test_the_level_and_the_players_are_remembered(visit: Any) -> None:
    client = visit()
    table = table_at(post(client, "/play/makabana", level="club", players=4).headers["location"])
    assert len(client.get(f"/api/tables/{table}").json()["seats"]) == 4
    assert "Club bot · 4 players" in in_words(client.get("/"))
    again = table_at(post(client, "/play/makabana").headers["location"])
    seats = client.get(f"/api/tables/{again}").json()["seats"]
    assert [one["holder"]["name"] for one in seats if one["holder"]["holds"] == "bot"] == ["club"] * 3


def test_an_invalid_preference_cookie_is_ignored(visit: Any) -> None:
    client = visit()
    client.cookies.set("play", "level=<script>&mabula=99&makabana=7&junglerumble=x")
    assert "Novice bot" in in_words(client.get("/"))
    assert "<script>&" not in client.get("/").text


def test_a_friend_joins_by_the_link(visit: Any) -> None:
    ada, ben = visit(), visit()
    address = post(ada, "/invite/mabula").headers["location"]
    table, invitation = table_at(address), address.partition("invitation=")[2]
    assert ben.get(f"/table/{table}").status_code == 404
    assert ben.get(address).status_code == 200
    post(ben, f"/join/{table}", 404, invitation="wrong")
    assert post(ben, f"/join/{table}", invitation=invitation).headers["location"] == f"/table/{table}"
    assert ben.get(f"/api/tables/{table}").json()["stage"] == "playing"


def test_joining_a_full_table_leads_to_watching_it(visit: Any) -> None:
    ada, ben, cleo = visit(), visit(), visit()
    table = table_at(post(ada, "/new/mabula", players=2, public="on").headers["location"])
    post(ben, f"/join/{table}")
    assert post(cleo, f"/join/{table}").headers["location"] == f"/table/{table}"
    assert cleo.get(f"/api/tables/{table}").json()["own"] == []


def test_pass_and_play_gives_all_seats_to_one_device(visit: Any) -> None:
    client = visit()
    table = table_at(post(client, "/together/makabana", players=3).headers["location"])
    seen = client.get(f"/api/tables/{table}").json()
    assert seen["stage"] == "playing" and seen["own"] == [1, 2, 3]


NOTES = {
    "en": "This game is by rules 1; new games are by rules 2. What is different",
    "fr": "Cette partie suit les règles 1 ; les nouvelles suivent les règles 2. Ce qui change",
    "it": "Questa partita segue le regole 1; le nuove seguono le regole 2. Che cosa cambia",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_by_older_rules_says_so_before_the_game_during_it_and_after(visit: Any, language: str) -> None:
    client = visit(language)
    post(client, "/me/name", name=f"Versed {language}")
    for rules in (1, 2):
        made = client.post("/api/tables", json={"game": "makabana", "players": 3, "rules": rules}).json()["table"]

        def is_noted(table: str = made) -> bool:
            page = client.get(f"/table/{table}")
            is_linked = "/rules/makabana#versions.1" in Look(page.text).links
            assert is_linked == (NOTES[language] in in_words(page))
            return is_linked

        assert is_noted() == (rules == 1)
        for seat in (1, 2, 3):
            client.post(f"/api/tables/{made}/seats/{seat}", json={})
        assert client.get(f"/api/tables/{made}").json()["stage"] == "playing"
        assert is_noted() == (rules == 1)
        post(client, f"/table/{made}/do", what="cancel")
        assert client.get(f"/api/tables/{made}").json()["stage"] == "over"
        assert is_noted() == (rules == 1)


# every option


def test_a_new_table_has_the_terms_of_the_form(visit: Any) -> None:
    client = visit()
    wishes: dict[str, Any] = {
        "players": 2, "territory": "islets", "powers": "expert", "clock": "live", "minutes": "7,5", "increment": "3",
        "absence": "bot", "seating": "chosen", "public": "on", "bots": 1, "level": "expert",
    }  # fmt: skip
    table = table_at(post(client, "/new/marabunta", **wishes).headers["location"])
    seen = client.get(f"/api/tables/{table}").json()
    terms = seen["terms"]
    assert terms["options"] == {"territory": "islets", "powers": "expert"}
    assert (terms["clock"], terms["bank"], terms["increment"], terms["absence"]) == ("live", 450, 3, "bot")
    assert not terms["private"] and not terms["messages"] and not terms["rated"]
    assert [seat["holder"]["holds"] for seat in seen["seats"]] == ["person", "bot"]


def test_a_form_with_a_mistake_says_so_and_loses_nothing(visit: Any) -> None:
    client = visit("fr")
    wishes = {"clock": "live", "minutes": "an hour", "scoring": "product", "public": "on", "absence": "end"}
    answer = post(client, "/new/mabula", 422, **wishes)
    assert "Minutes pour toute la partie : un nombre de 1 à 1440." in in_words(answer)
    assert 'value="an hour"' in answer.text
    assert '<option value="product" selected>' in answer.text
    assert 'name="absence" value="end" checked' in answer.text
    assert 'name="public" checked' in answer.text


def test_the_form_names_exactly_the_clocks_and_absences_that_a_rated_table_may_have(visit: Any) -> None:
    """So that choosing Rated in a browser chooses terms that are not refused."""
    client = visit()
    make_account(client, "Ada Rates")
    box = re.search('<input type="checkbox" name="rated"[^>]*>', client.get("/new/mabula").text)
    assert box
    clocks, absences = (re.search(f'data-{name}="([^"]*)"', box[0]) for name in ("clock", "absence"))
    assert clocks and absences
    for clock, absence in product(("none", "live", "slow"), ("wait", "end", "bot")):
        is_offered = clock in clocks[1].split() and absence in absences[1].split()
        post(client, "/new/mabula", 303 if is_offered else 422, rated="on", clock=clock, absence=absence)


def test_a_rated_table_says_what_it_needs(visit: Any) -> None:
    client = visit()
    assert "A rated game needs an account" in in_words(post(client, "/new/mabula", 403, rated="on", clock="slow"))
    assert "ludotheque" not in client.cookies  # no guest was made in vain
    make_account(client, "Ada Rated")
    wrong = post(client, "/new/mabula", 422, rated="on", clock="none")
    assert "A rated table needs a clock, and it can't wait for somebody who leaves" in in_words(wrong)
    post(client, "/new/mabula", rated="on", clock="slow", absence="end")


def test_an_unreadable_board_is_explained_on_the_form(visit: Any) -> None:
    answer = post(visit(), "/new/makabana", 422, board="no board at all")
    assert 'role="alert"' in answer.text
    assert ">no board at all</textarea>" in answer.text


# tables that wait


def test_the_table_that_waits_longest_comes_next(visit: Any) -> None:
    client = visit()
    assert client.get("/next").headers["location"] == "/"
    first = table_at(post(client, "/together/mabula").headers["location"])
    second = table_at(post(client, "/together/mabula").headers["location"])
    assert client.get("/next").headers["location"] == f"/table/{first}"
    assert client.get("/next", params={"after": first}).headers["location"] == f"/table/{second}"
    assert client.get("/waiting").json() == {"count": 2, "table": first, "text": "Mabula: it is your turn."}
    home = in_words(client.get("/"))
    assert "2 tables wait for you" in home and home.count("Your turn") == 2


def test_no_table_waits_for_an_unknown_reader(visit: Any) -> None:
    assert visit().get("/waiting").json() == {"count": 0, "table": None, "text": ""}


def test_open_tables_can_be_joined_and_public_games_watched(visit: Any) -> None:
    ada, ben = visit(), visit()
    post(ada, "/me/name", name="Ada Open")
    table = table_at(post(ada, "/new/junglerumble", players=2, public="on", messages="on").headers["location"])
    assert f'action="/join/{table}"' in ben.get("/").text
    assert f'action="/join/{table}"' not in ada.get("/").text  # it is hers
    post(ben, f"/join/{table}")
    assert f'href="/table/{table}"' in ben.get("/watch?game=junglerumble").text
    assert f'href="/table/{table}"' not in ben.get("/watch?game=mabula").text
    for seat in (1, 2):
        ada.request("DELETE", f"/api/tables/{table}/seats/{seat}", json={})


# people


def test_an_account_from_its_beginning_to_its_end(visit: Any) -> None:
    client = visit()
    table = table_at(post(client, "/play/mabula").headers["location"])
    words = make_account(client, "Ada Whole")
    assert client.get(f"/api/tables/{table}").json()["own"]  # the guest's table goes along
    post(client, "/logout")
    assert client.get("/me").headers["location"] == "/login?back=/me"
    assert post(client, "/login", name="Ada Whole", password=PASSWORD, back="/me").headers["location"] == "/me"
    post(client, "/me/password", old=PASSWORD, new="another quiet teapot")
    post(client, "/logout")
    wrong = post(client, "/login", 403, name="Ada Whole", password=PASSWORD)
    assert "don't belong together" in in_words(wrong) and 'value="Ada Whole"' in wrong.text
    answer = post(client, "/recover", 200, name="Ada Whole", words=words, password=PASSWORD)
    assert words not in in_words(answer)
    assert post(client, "/me/delete", 422, password=PASSWORD).status_code == 422  # not said twice
    assert "not your password" in in_words(post(client, "/me/delete", 403, sure="on", password=PASSWORD[::-1]))
    assert post(client, "/me/delete", sure="on", password=PASSWORD).headers["location"] == "/"
    assert client.get("/me").status_code == 303
    assert visit().get("/people/Ada Whole").status_code == 404


def test_recovery_words_work_once(visit: Any) -> None:
    words = make_account(visit(), "Ada Once")
    post(visit(), "/recover", 200, name="Ada Once", words=words, password=PASSWORD)
    again = post(visit("it"), "/recover", 403, name="Ada Once", words=words, password=PASSWORD)
    assert "le parole sono già state usate" in in_words(again)


def test_a_guest_with_bots_at_too_many_tables_is_told_so_on_pages_and_by_the_api(visit: Any) -> None:
    client = visit("fr")
    for _ in range(MOST_OF_GUEST):
        post(client, "/play/mabula")
    told = f"Des bots jouent déjà à {MOST_OF_GUEST} de vos tables, le maximum sans compte"
    assert told in in_words(post(client, "/play/mabula", 409))
    assert told in in_words(post(client, "/new/mabula", 409, bots="1"))
    table = client.post("/api/tables", json={"game": "mabula", "players": 2}).json()["table"]
    answer = client.post(f"/api/tables/{table}/seats/2", json={"level": "novice"})
    assert (answer.status_code, answer.json()["error"]) == (409, "full")
    assert told in answer.json()["text"]


def test_a_guest_has_a_name_and_may_change_it(visit: Any) -> None:
    client = visit("fr")
    post(client, "/play/mabula")
    post(client, "/me/name", name="Zoé d'Ici")
    assert "Zoé d'Ici" in in_words(client.get("/me"))
    wrong = post(client, "/me/name", 422, name="Master")
    assert "Ce nom ressemble à un nom de la maison" in in_words(wrong)


def test_a_name_is_never_markup(visit: Any) -> None:
    client, other = visit(), visit()
    name = "<script>\"&'</script>"
    post(client, "/me/name", name=name)
    post(client, "/new/mabula", players=2, public="on")
    for page in (client.get("/me"), client.get("/"), other.get("/")):
        assert "<script>&" not in page.text and '<script>"' not in page.text
    assert name in unescape(other.get("/").text)


def test_a_taken_name_is_refused_in_the_readers_language(visit: Any) -> None:
    make_account(visit(), "Ada Taken")
    answer = post(visit("fr"), "/account", 409, name="Ada Taken", password=PASSWORD)
    assert "Quelqu'un a un compte à ce nom" in in_words(answer)


def test_settings_are_stored(visit: Any) -> None:
    client = visit()
    post(client, "/me/name", name="Bea Settings")
    assert 'name="plays_alone" checked' in client.get("/me").text
    post(client, "/me/settings", messages="on")
    assert 'name="plays_alone">' in client.get("/me").text
    assert client.get("/api/me").json()["settings"] == {"language": "en", "plays_alone": False, "messages": True}


def test_another_device_can_be_logged_out(visit: Any) -> None:
    here, there = visit(), visit()
    make_account(here, "Ada Devices")
    there.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    post(there, "/login", name="Ada Devices", password=PASSWORD)
    page = here.get("/me")
    assert "Firefox, Linux" in in_words(page)
    [session] = re.findall('action="/me/end/([0-9a-f]+)"', page.text)
    post(here, f"/me/end/{session}")
    assert there.get("/me").status_code == 303
    assert here.get("/me").status_code == 200


def test_all_data_stored_about_me_can_be_downloaded(visit: Any) -> None:
    client = visit()
    post(client, "/me/name", name="Bea Data")
    answer = client.get("/me/data")
    assert "attachment" in answer.headers["content-disposition"]
    assert json.loads(answer.content)["person"]["name"] == "Bea Data"


def test_personal_pages_require_a_person(visit: Any) -> None:
    client = visit()
    assert client.get("/me/data").status_code == 401
    for path in ("/me/settings", "/me/password", "/me/words", "/me/delete", "/me/token", "/me/end/0123456789abcdef"):
        post(client, path, 401, old="x", new="y", sure="on")


def test_a_profile_shows_finished_games(visit: Any) -> None:
    client = visit()
    make_account(client, "Ada Profile")
    table = table_at(post(client, "/play/mabula").headers["location"])
    client.post(f"/api/tables/{table}/resign", json={})
    end = time.monotonic() + 60
    while f'href="/table/{table}"' not in (page := client.get("/people/Ada Profile")).text:
        assert time.monotonic() < end, "results come a moment after the game"
        time.sleep(0.05)
    assert "place 2 of 2" in in_words(page)
    assert f'href="/table/{table}"' not in visit().get("/people/Ada Profile").text  # a private table


# rules and lessons


@pytest.mark.parametrize("book", BOOKS)
def test_every_paragraph_of_a_rulebook_has_its_anchor(visit: Any, book: str) -> None:
    page = visit("it").get(f"/rules/{book}")
    text, look = bare(in_words(page)), Look(page.text)
    for paragraph in rulebook(book, "it").paragraphs:
        assert paragraph.id in look.ids
        assert bare(re.sub(r"(?m)^- ", "", paragraph.text)) in text
    assert not re.search(r"`|\*\w", in_words(page))  # no mark is left


def bare(text: str) -> str:
    """A text without spaces and marks."""
    return re.sub(r"[\s`*]", "", text)


@pytest.mark.parametrize("game", NAMES)
def test_every_example_of_a_rulebook_has_its_board(visit: Any, game: str) -> None:
    client = visit()
    links = [link for link in Look(client.get(f"/rules/{game}").text).links if "/example/" in link]
    assert links
    for link in links[::10]:
        page = client.get(link)
        assert page.status_code == 200 and f'class="board {game}"' in page.text, link
    assert client.get(f"/rules/{game}/example/999").status_code == 404


@pytest.mark.parametrize("game", NAMES)
def test_a_lesson_is_done_by_plain_forms(visit: Any, game: str) -> None:
    """The answer of every first lesson, sent as the form would send it."""
    client, lesson = visit("fr"), lessons(game)[0]
    steps: list[str] = []
    for step in lesson.answer:
        page = post(client, f"/learn/{game}/{lesson.name}", 200, steps=" ".join(steps), new=step)
        steps.append(step)
    assert 'class="prompt done"' in page.text
    assert f'href="/learn/{game}/{lessons(game)[1].name}"' in page.text


def test_a_step_that_is_not_legal_is_answered_with_its_rule(visit: Any) -> None:
    client = visit()
    page = post(client, "/learn/mabula/push", 200, new="b8-b1")
    [link] = [one for one in Look(page.text).links if one.startswith("/rules/mabula#")]
    assert link.partition("#")[2] in Look(client.get("/rules/mabula").text).ids
    assert 'class="prompt refused"' in page.text


def test_a_script_gets_the_same_verdict_as_a_form(visit: Any) -> None:
    client, lesson = visit(), lessons("mabula")[1]
    found = client.post(f"/learn/mabula/{lesson.name}/try", json={"new": list(lesson.answer)}).json()
    assert found["state"] == "done" and found["steps"] == list(lesson.answer) and found["drawing"]["live"]["board"]
    missed = client.post(f"/learn/mabula/{lesson.name}/try", json={"new": ["h3-g3"]}).json()
    assert missed["state"] == "missed" and missed["steps"] == []
    shown = client.post(f"/learn/mabula/{lesson.name}/preview", json={"new": ["h3-g3"]}).json()
    assert shown["drawing"]["live"]["board"] and shown["is_half"] is False
    refused = client.post(f"/learn/mabula/{lesson.name}/preview", json={"new": ["h3-h3"]}).json()
    assert refused["ok"] is False and refused["rule"].startswith("mabula/")
    assert client.post(f"/learn/mabula/{lesson.name}/preview", json={"new": []}).status_code == 422


def test_a_bot_agrees_to_take_a_step_back(visit: Any) -> None:
    client = visit()
    address = client.post("/play/mabula", data={"level": "novice"}).headers["location"]
    api = f"/api{address.replace('/table/', '/tables/')}"

    def my_turn() -> dict[str, Any]:
        end = time.monotonic() + 60
        while True:
            seen: dict[str, Any] = client.get(api).json()
            if set(seen["own"]) & set(seen.get("waited_for", ())):
                return seen
            assert time.monotonic() < end, "the bot does not answer"
            time.sleep(0.1)

    before = my_turn()
    nothing = client.post(f"{address}/do", data={"what": "ask"})
    assert nothing.status_code == 409 and "There is nothing of yours to take back." in nothing.text
    client.post(f"{address}/steps", data={"steps": before["legal"][0], "seen": before["number"]})
    assert my_turn()["view"] != before["view"], "both have moved"
    assert client.post(f"{address}/do", data={"what": "ask"}).status_code == 303
    after = my_turn()
    assert after["view"] == before["view"] and after["legal"] == before["legal"]


BUTTON = r'<button [^>]*id="take-back"[^>]*>'


def test_at_a_rated_table_with_a_bot_the_page_offers_no_request_that_nobody_would_answer(visit: Any) -> None:
    client = visit()
    client.post("/api/accounts", json={"name": "Rosa", "password": "a quiet blue teapot"})
    wishes = {"game": "mabula", "players": 2, "seating": "chosen", "rated": True, "clock": "slow", "absence": "end"}
    table = client.post("/api/tables", json=wishes).json()["table"]
    client.post(f"/api/tables/{table}/seats/1")
    client.post(f"/api/tables/{table}/seats/2", json={"level": "novice"})
    seen = client.get(f"/api/tables/{table}").json()
    client.post(f"/table/{table}/steps", data={"steps": seen["legal"][0], "seen": seen["number"]})
    end = time.monotonic() + 60
    while not (now := client.get(f"/api/tables/{table}").json())["legal"]:
        assert time.monotonic() < end, "the bot does not answer"
        time.sleep(0.1)
    assert (now["can"]["take_back"], now["can"]["ask_back"], now["can"]["is_granted"]) == (None, None, False)
    page = client.get(f"/table/{table}").text
    button = re.search(BUTTON, page)
    assert button and "disabled" in button[0]
    assert "a bot agrees to nothing" in client.post(f"/table/{table}/do", data={"what": "ask"}).text
    assert client.get(f"/api/tables/{table}").json()["ask"] is None


def test_lists_say_quietly_which_tables_are_by_older_rules(visit: Any) -> None:
    client = visit()
    client.post("/api/guests", json={"name": "Olda"})
    for rules in (1, 2):
        wishes = {"game": "makabana", "players": 3, "private": False, "rules": rules}
        assert client.post("/api/tables", json=wishes).status_code == 201
    assert client.get("/").text.count("older rules") == 1
    assert client.get("/", headers={"accept-language": "fr"}).text.count("anciennes règles") == 1
