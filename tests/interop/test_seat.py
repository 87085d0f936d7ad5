"""Seats at tables: local and remote ones play, see and refuse alike."""

import random
import stat
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from ludotheque import NAMES, Chance, GameError, Position, Refusal, game, open_link
from ludotheque.bots.bot import Budget, Thought
from ludotheque.drawing import LANGUAGES
from ludotheque.interop.house import House, Link
from ludotheque.interop.seat.local_seat import LocalSeat
from ludotheque.interop.seat.remote_seat import RemoteSeat
from ludotheque.interop.seat.seat import Seat, SeatError, TableSnapshot, find_steps
from ludotheque.play.chance import Source
from ludotheque.play.view import View
from tests.web.serving import House as Served

each_game = pytest.mark.parametrize("name", NAMES)
PATIENCE = 120.0


def here(name: str, seats: tuple[int, ...] = (1,), **more: object) -> LocalSeat:
    """A local seat at a new game against random bots."""
    return LocalSeat(game(name).start(seed=3), seats, chance=Chance(5, 1), **more)  # type: ignore[arg-type]


def choose(look: TableSnapshot, dice: random.Random) -> list[str]:
    """One complete random choice."""
    steps: list[str] = []
    while options := look.may_follow(steps):
        steps.append(dice.choice(options))
    return steps


def play_on(place: Seat, choices: int = 10_000, seed: int = 1) -> TableSnapshot:
    """Play at random until the game is over or `choices` were made; fails if nothing happens for long."""
    dice, end = random.Random(seed), time.monotonic() + PATIENCE
    look = place.look()
    while look.stage != "over" and choices:
        assert time.monotonic() < end, look
        before = look.number
        if look.is_mine and len(look.legal) > 1:
            try:
                place.play(choose(look, dice), look.seat)
                choices -= 1
            except SeatError as error:
                assert error.kind == "stale"  # another player has shown a card meanwhile
        else:
            place.wait(5.0)
        look = place.look()
        if look.number != before:
            end = time.monotonic() + PATIENCE
    return look


# local seats


@each_game
def test_a_local_game_is_played_to_its_end_with_its_story(name: str) -> None:
    place = here(name)
    look = play_on(place)
    assert look.stage == "over" and look.ending and len(look.told) > 10
    assert place.record().verify() == place.position.outcome
    assert not look.legal and not place.wait(0)


@each_game
def test_several_people_share_a_screen_and_the_story_is_public(name: str) -> None:
    players = game(name).players[0]
    place = here(name, tuple(range(1, players + 1)))
    look = play_on(place, 12)
    assert place.look(2).seat == 2 and place.look(2).told == look.told
    if name == "makabana":
        assert place.look(1).view != place.look(2).view


def test_a_choice_is_taken_back_with_all_that_followed() -> None:
    place = here("mabula")
    with pytest.raises(SeatError, match="nothing of yours to take back"):
        place.take_back()
    before = place.position
    play_on(place, 1)
    place.wait()
    assert place.look().may_take_back
    place.take_back()
    assert place.position == before


def test_at_one_screen_others_agree_to_a_take_back_by_one_more() -> None:
    """White may not take back a move that Black has answered; with Black's consent both moves are withdrawn."""
    place = here("mabula", (1, 2))
    for _ in range(2):
        place.play(place.look().legal[:1])
    assert place.take_back(1) == "Asked: Black must agree. Take back once more to do so."
    assert place.position.ply == 2
    assert place.take_back(2) == "Taken back."
    assert place.position.ply == 0
    assert place.look().told == ("White takes a choice back.",)


def test_a_step_that_nothing_followed_is_withdrawn_at_once() -> None:
    place = here("mabula", (1, 2))
    place.play(place.look().legal[:1])
    assert place.look(1).may_take_back and not place.look(2).may_take_back
    assert place.take_back(1) == "Taken back."
    with pytest.raises(SeatError, match="nothing of yours"):
        place.take_back(2)


def test_a_bot_agrees_to_a_take_back_past_the_dice() -> None:
    place = here("marabunta")
    before = play_on(place, 3)
    while not (before := place.look()).is_mine:
        place.wait()
    place.play(choose(before, random.Random(1)))
    while not place.look().is_mine:
        place.wait()
    assert place.take_back() == "Taken back."
    assert place.look().legal == before.legal


@each_game
def test_a_continued_game_has_the_log_of_its_earlier_choices(name: str) -> None:
    """It has its story, and its choices can be taken back one by one."""
    first = here(name)
    play_on(first, 3)
    again = LocalSeat(first.position, (1,), chance=Chance(6, 1))
    assert again.position == first.position and again.look().told == first.look().told
    standing = [(one.play.seat, one.play.steps, one.play.then) for one in first.table.state.active_moves]
    assert [(one.play.seat, one.play.steps, one.play.then) for one in again.table.state.active_moves] == standing


def test_a_game_of_two_is_given_up_here_as_in_a_house() -> None:
    place = here("mabula")
    place.resign()
    assert place.look().stage == "over" and place.look().ending == "White gives up: the game is over."
    with pytest.raises(SeatError, match="no game to resign"):
        place.resign()


def test_a_refused_move_changes_nothing_and_names_its_rule() -> None:
    place = here("mabula")
    before = place.look().number
    with pytest.raises(Refusal) as refused:
        place.play(["b1-b1"])
    assert refused.value.paragraph.startswith("mabula/")
    assert place.look().number == before
    with pytest.raises(SeatError):
        place.play([])
    with pytest.raises(SeatError, match="not yours"):
        place.play(["b1-b2"], 2)


def test_a_choice_of_parts_is_played_whole_or_not_at_all() -> None:
    place = here("makabana")
    look = place.look()
    while not look.parts:
        look = play_on(place, 1)
        while not look.is_mine:
            place.wait()
            look = place.look()
    first = next(iter(look.parts))
    with pytest.raises(Refusal):
        place.play([first, "show:nothing"])
    assert place.look().legal == look.legal
    second = look.may_follow([first])[0]
    assert find_steps(look, f"{first.partition(':')[2]} {second}")[-1] == second
    place.play([first, second])
    assert not place.look().is_mine or place.look().legal != look.legal


def test_a_hint_is_one_whole_choice_with_a_reason() -> None:
    place = here("mabula")
    hint = place.hint()
    assert hint.reason and len(hint.words) == len(hint.steps)
    place.play(hint.steps)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_words_are_in_the_chosen_language(lang: str) -> None:
    place = here("mabula")
    play_on(place, 1)
    english = place.look()
    place.speak(lang)
    assert (place.look().told == english.told) == (lang == "en")
    assert (place.look().prompt == english.prompt) == (lang == "en")


def test_a_place_needs_a_seat() -> None:
    with pytest.raises(SeatError, match="some of 1 to 2"):
        here("mabula", (3,))


def at_the_projects(place: Seat) -> TableSnapshot:
    """Play until one of my seats chooses a project, which is made of parts."""
    end = time.monotonic() + PATIENCE
    while not (look := place.look()).parts or not look.is_mine:
        assert time.monotonic() < end, look
        if look.is_mine and len(look.legal) > 1:
            place.play([look.legal[0]], look.seat)
        else:
            place.wait(5.0)
    return look


def project_of(look: TableSnapshot) -> list[str]:
    """A project of which one of several cards can be shown."""
    first = next(step for step in look.parts if len(look.may_follow([step])) > 1)
    return [first, look.may_follow([first])[0]]


def test_a_record_of_a_shared_screen_holds_no_secret() -> None:
    place = here("makabana", (1, 2))
    look = at_the_projects(place)
    while 3 in place.position.actors:
        place.wait()
    place.play(project_of(look), look.seat)
    assert place.record() == place.position.record(0) != place.position.record()


def test_a_choice_of_parts_is_taken_back_whole() -> None:
    place = here("makabana", (1, 2, 3))
    look = at_the_projects(place)
    place.play(project_of(look), look.seat)
    place.take_back(look.seat)
    assert place.look(look.seat).legal == look.legal


def test_a_game_stays_as_it_is_when_a_place_is_closed_while_a_bot_thinks() -> None:
    begun, may_end = threading.Event(), threading.Event()

    class Thinker:
        name, version = "thinker", 1

        def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
            begun.set()
            may_end.wait(PATIENCE)
            return Thought(view.legal()[0].text)

    kept: list[Position] = []
    place = LocalSeat(game("mabula").start(seed=3), (2,), Thinker(), kept=kept.append)
    found: list[bool] = []
    waiting = threading.Thread(target=lambda: found.append(place.wait()))
    waiting.start()
    assert begun.wait(PATIENCE)
    place.close()
    may_end.set()
    waiting.join(PATIENCE)
    assert found == [False] and place.position.ply == 0 and not kept


def test_of_two_threads_that_wait_only_one_lets_the_bot_think() -> None:
    thinking, may_end = threading.Semaphore(0), threading.Event()

    class Thinker:
        name, version = "thinker", 1

        def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
            thinking.release()
            may_end.wait(PATIENCE)
            return Thought(view.legal()[0].text)

    place = LocalSeat(game("mabula").start(seed=3), (2,), Thinker())
    waiting = threading.Thread(target=place.wait)
    waiting.start()
    assert thinking.acquire(timeout=PATIENCE)
    assert not place.wait(0) and not thinking.acquire(blocking=False)
    may_end.set()
    waiting.join(PATIENCE)
    assert place.position.ply == 1


@pytest.mark.parametrize("steps", ["b8-b4", [5], [None], 5, [["b8-b4"]]])
def test_steps_that_are_no_list_of_texts_are_refused_in_one_line(steps: Any) -> None:
    with pytest.raises(SeatError, match="a list of texts"):
        here("mabula").play(steps)


@pytest.mark.parametrize("seats", ["1", (1.0,), (True,), (0,), ()])
def test_seats_that_are_none_are_refused(seats: Any) -> None:
    with pytest.raises(SeatError, match="some of 1 to 2"):
        here("mabula", seats)


def test_an_unknown_language_is_refused_and_changes_nothing() -> None:
    place = here("mabula")
    with pytest.raises(GameError, match="no language"):
        place.speak("xx")
    assert place.look().prompt


# remote seats


@each_game
def test_a_game_in_a_house_is_played_and_seen_like_a_local_one(served: Served, name: str) -> None:
    place = House(served.address, "Ada").play(name, level="novice")
    look = play_on(place, 10_000 if name == "mabula" else 4)
    assert look.told and look.view is not None and look.seat == 1
    assert [one.is_mine for one in look.seats][:2] == [True, False] and look.seats[1].who == "novice"
    if look.stage == "playing" and look.is_mine:
        assert look.legal == tuple(step.text for step in look.view.legal())
        assert look.prompt
    place.close()


def test_two_people_meet_by_a_link(served: Served) -> None:
    ada, bo = House(served.address, "Ada"), House(served.address, "Bo")
    link = ada.make("mabula", 2, seating="chosen")
    first = ada.sit(link)
    assert first.look().stage == "open" and first.look().view is None
    second = bo.sit(str(link))
    end = time.monotonic() + PATIENCE
    while first.look().stage != "playing" and time.monotonic() < end:
        first.wait(5)
    look = first.look()
    first.play([look.legal[0]])
    while not second.look().is_mine and time.monotonic() < end:
        second.wait(5)
    assert second.look().told == first.look().told != ()
    first.take_back()
    while second.look().is_mine and time.monotonic() < end:
        second.wait(5)
    assert second.look().waited_for == (1,)
    second.resign()
    while first.look().stage != "over" and time.monotonic() < end:
        first.wait(5)
    assert "Black gives up" in first.look().ending
    first.close()
    second.close()


def test_an_error_of_a_house_is_one_line(served: Served) -> None:
    ada = House(served.address, "Ada")
    place = ada.play("mabula", level="novice")
    with pytest.raises(Refusal):
        place.play(["b1-b1"])
    with pytest.raises(SeatError, match="not yours"):
        place.play(["b1-b2"], 2)
    with pytest.raises(SeatError, match="no such table"):
        House(served.address, "Eve").sit(place.link.table)
    with pytest.raises(SeatError, match="in another house"):
        ada.sit("http://localhost:1/table/abc")
    with pytest.raises(SeatError, match="no house answers"):
        House("http://127.0.0.1:9", "Ada")
    with pytest.raises(SeatError, match="is this a Ludoth"):
        House(served.address + "/nowhere", "Ada")
    place.close()


def test_a_guest_with_a_stored_cookie_returns_to_the_same_seat(served: Served, tmp_path: Path) -> None:
    kept = tmp_path / "new" / "houses"
    first = House(served.address, "Ada", kept=kept)
    place = first.play("mabula", level="novice")
    place.close()
    again = House(served.address, "Ada", kept=kept)
    assert again.ask("GET", "/api/me")["id"] == first.ask("GET", "/api/me")["id"]
    back = again.sit(place.link.table)  # without the invitation: who sits there needs none
    assert back.seats == place.seats
    back.close()
    other = House(served.address, "Bo", kept=kept)
    assert other.ask("GET", "/api/me")["name"] == "Bo"
    files = list(kept.iterdir())
    assert len(files) == 2 and {stat.S_IMODE(one.stat().st_mode) for one in files} == {0o600}
    assert all("Ada" not in one.name and "Bo" not in one.name for one in files)


def test_a_proof_about_a_withdrawn_choice_is_discarded() -> None:
    thinking, may_end = threading.Event(), threading.Event()

    class Thinker:
        name, version = "thinker", 1

        def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
            thinking.set()
            assert may_end.wait(PATIENCE)
            return Thought(view.legal()[0].text, proof="win")

    place = LocalSeat(game("mabula").start(seed=3), (1,), Thinker())
    place.play(place.look().legal[:1])
    waiting = threading.Thread(target=place.wait, args=(PATIENCE,))
    waiting.start()
    assert thinking.wait(PATIENCE)
    place.take_back()
    may_end.set()
    waiting.join(PATIENCE)
    assert [sitter.proof for sitter in place.look().seats] == ["", ""]
    place.close()


def test_a_proof_is_shown_until_a_take_back() -> None:
    class Thinker:
        name, version = "thinker", 1

        def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
            return Thought(view.legal()[0].text, proof="win")

    place = LocalSeat(game("mabula").start(seed=3), (1,), Thinker())
    place.play(place.look().legal[:1])
    assert place.wait(0)
    assert [sitter.proof for sitter in place.look().seats] == ["", "win"]
    place.take_back()
    assert [sitter.proof for sitter in place.look().seats] == ["", ""]
    place.close()


@pytest.mark.parametrize(
    "content",
    ["", "#LWP-Cookies-2.0\n", "nonsense\n", '#LWP-Cookies-2.0\nSet-Cookie3: ludotheque=old; path="/"\n', "\udcff"],
)
def test_a_guest_with_an_unknown_cookie_becomes_a_new_guest(served: Served, tmp_path: Path, content: str) -> None:
    House(served.address, "Ada", kept=tmp_path)
    file = next(tmp_path.iterdir())
    file.write_bytes(content.encode("utf-8", "surrogateescape"))
    anew = House(served.address, "Ada", kept=tmp_path).ask("GET", "/api/me")
    assert House(served.address, "Ada", kept=tmp_path).ask("GET", "/api/me") == anew


def test_a_guest_whose_cookie_cannot_be_stored_can_play(served: Served, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert House(served.address, "Ada", kept=tmp_path / "file").ask("GET", "/api/me")["name"] == "Ada"
    House(served.address, "Ada", kept=tmp_path / "good")
    kept = next((tmp_path / "good").iterdir()).read_bytes()
    served.kill()
    with pytest.raises(SeatError, match="no house answers"):
        House(served.address, "Ada", kept=tmp_path / "good")
    served.open()
    assert next((tmp_path / "good").iterdir()).read_bytes() == kept


@pytest.mark.parametrize(
    "text",
    ["", "ftp://a/table/b", "http://", "http://a:99999/table/b", "http://a b/table/c", "http://u@h/table/c", None],
)
def test_a_wrong_address_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(SeatError, match="no address"):
        Link.read(text)


def test_a_link_is_read_as_the_browser_shows_it() -> None:
    link = Link.read("https://games.example/club/table/abc7/after?invitation=XyZ_-1#ply=12")
    assert link == Link("https://games.example/club", "abc7", "XyZ_-1", 12)
    assert Link.read(str(link)) == link
    assert Link.read("127.0.0.1:8000/table/abc").house == "http://127.0.0.1:8000"


def test_a_position_goes_from_the_house_to_python_and_back(served: Served) -> None:
    ada = House(served.address, "Ada")
    place = ada.play("mabula", level="novice")
    play_on(place)
    place.close()
    link = Link(place.link.house, place.link.table, place.link.invitation, 6)
    position = open_link(str(link))
    assert position.ply == 6 and len(position.steps) == 6
    again = ada.open(position.play(position.legal()[0]), level="novice")
    there = RemoteSeat(ada, again)
    look = there.look()
    there.close()
    assert look.seat == position.play(position.legal()[0]).actors[0]
    assert look.view is not None and look.stage == "playing"
    with pytest.raises(SeatError, match="is over"):
        ada.open(ada.record(place.link))
    with pytest.raises(SeatError, match="set up, not played"):
        ada.open(game("mabula").read(str(position)))


def test_a_lost_connection_is_restored(served: Served) -> None:
    place = House(served.address, "Ada").play("mabula", level="novice")
    served.kill()
    end = time.monotonic() + PATIENCE
    while not place.look().is_lost:
        assert time.monotonic() < end
        place.wait(1)
    with pytest.raises(SeatError, match="no house answers"):
        place.play([place.look().legal[0]] if place.look().legal else ["b1-b2"])
    served.open()
    end = time.monotonic() + PATIENCE
    while place.look().is_lost:
        assert time.monotonic() < end
        place.wait(1)
    assert play_on(place).stage == "over"
    place.close()


def test_a_person_with_two_seats_sees_one_view_at_a_time(served: Served) -> None:
    ada = House(served.address, "Ada")
    link = ada.make("makabana", 3, seating="chosen")
    ada.put_bots(link, "novice", [3])
    ada.sit(link, 1).close()
    place = ada.sit(link, 2)
    look = at_the_projects(place)
    place.play(project_of(look), 1)
    mine, others = place.look(1), place.look(2)
    assert any("secret project" in line for line in mine.told)
    assert others.told == place.look(2).told and not any("secret project" in line for line in others.told)
    assert others.marks == place.look(2).marks != mine.marks
    place.close()


def test_a_connection_that_died_unnoticed_raises_no_error_in_look(served: Served) -> None:
    ada = House(served.address, "Ada")
    link = ada.make("mabula", 2, seating="chosen")
    ada.sit(link, 1).close()
    place = ada.sit(link, 2)
    assert place.look(1).seat == 1
    served.kill()
    with pytest.raises(SeatError, match="no house answers"):
        place.speak("fr")
    with pytest.raises(SeatError, match="no house answers"):
        place.look(2)
    assert place.look().seat == 1
    served.open()
    assert place.look(2).seat == 2
    place.speak("it")
    place.close()


def test_several_waiting_threads_share_one_socket(served: Served) -> None:
    place = House(served.address, "Ada").play("mabula", level="novice")
    before = {*threading.enumerate()}
    waiting = [threading.Thread(target=place.wait, args=(2.0,)) for _ in range(3)]
    for one in waiting:
        one.start()
    for one in waiting:
        one.join(PATIENCE)
    assert not {*threading.enumerate()} - before and not place.look().is_lost
    place.close()


def wait_for_ever(place: Seat) -> None:
    """Wait repeatedly."""
    while True:
        assert place.wait(PATIENCE)


def test_a_logged_out_person_gets_an_error_instead_of_waiting_forever(served: Served) -> None:
    ada, bo = House(served.address, "Ada"), House(served.address, "Bo")
    link = ada.make("mabula", 2, seating="chosen")
    first, second = ada.sit(link), bo.sit(link)
    place = RemoteSeat(bo, Link(link.house, link.table))
    bo.ask("POST", "/api/logout")
    play_on(first, 1)
    with pytest.raises(SeatError, match="no such table"):
        wait_for_ever(place)
    for one in (first, second, place):
        one.close()


class Busy(BaseHTTPRequestHandler):
    """A house that accepts guests and answers everything else with «busy»."""

    def do_POST(self) -> None:
        self.send_response(201)
        self.send_header("Set-Cookie", "ludotheque=first; Max-Age=1000; Path=/")
        self.end_headers()
        self.wfile.write(b"{}")

    def do_GET(self) -> None:
        self.send_response(503)
        self.end_headers()
        self.wfile.write(b'{"ok": false, "error": "busy", "text": "The house is busy: try again."}')

    def log_message(self, *_: Any) -> None:
        pass


def test_a_busy_house_does_not_discard_the_stored_cookie(tmp_path: Path) -> None:
    server = HTTPServer(("127.0.0.1", 0), Busy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_port}"
        House(address, "Ada", kept=tmp_path)
        before = next(tmp_path.iterdir()).read_bytes()
        with pytest.raises(SeatError, match="busy: try again"):
            House(address, " Ada ", kept=tmp_path)
        assert next(tmp_path.iterdir()).read_bytes() == before
    finally:
        server.shutdown()
        server.server_close()


class Elsewhere(BaseHTTPRequestHandler):
    """A server that is no house."""

    def do_GET(self) -> None:
        is_moved = self.path.startswith("/api/games")
        self.send_response(302 if is_moved else 200)
        self.send_header("Location", "/elsewhere")
        self.end_headers()
        self.wfile.write(b"<html>")
        self.server.asked.append(self.path)  # type: ignore[attr-defined]

    def log_message(self, *given: object) -> None:
        """Nothing is written."""


def test_another_server_is_reported_in_one_line_and_no_redirect_is_followed() -> None:
    with HTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        server.asked = []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        house = House(f"http://127.0.0.1:{server.server_port}", token="abc")  # noqa: S106
        with pytest.raises(SeatError, match="not with JSON"):
            house.ask("GET", "/api/tables/abc")
        with pytest.raises(SeatError, match="has moved to '/elsewhere'"):
            house.ask("GET", "/api/games")
        server.shutdown()
    assert server.asked == ["/api/tables/abc", "/api/games"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("token", ["", "a b", "a\nb", "é"])
def test_a_token_that_is_none_is_refused_and_not_repeated(token: str) -> None:
    with pytest.raises(SeatError, match=r"^token: one word"):
        House("http://127.0.0.1:9", token=token)
