"""The whole promise in one evening: two people and two bots play each of the four games over the network.

They lose the line, take steps back, let a clock run out and come back to their seat, and the house is opened anew in
the middle: one process on SQLite, or two processes on PostgreSQL of which one is stopped and the other killed. A game
for two has three tables: Ada and Bob, Ada and a bot, a bot and a bot.
"""

import json
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.table.test_serve import START, answer_of, served

PATIENCE = 240.0  # seconds without any news after which a test fails
BREATH = 0.02  # seconds to listen for news
CLOCK = {"clock": "live", "increment": 120, "absence": "bot"}
SHORT, LONG = 10, 600  # seconds for the first step; a table has no shorter clock
CHARGED = 5  # seconds that a hurried house charges each time; an ordinary one forgives half a second
HURRIED = f"from ludotheque.log import clocks; clocks.LAG = -{CHARGED}.0; {START}"
SEATS = {"mabula": 2, "marabunta": 2, "makabana": 4, "junglerumble": 4}
LEVEL = "novice"

each_game = pytest.mark.parametrize("game", SEATS)


class Somebody:
    """A person with a cookie."""

    def __init__(self, name: str, house: str) -> None:
        self.name, self.house = name, house
        self.http = httpx.Client(timeout=PATIENCE)
        assert self.post("/api/guests", name=name).status_code == 201

    def post(self, path: str, **body: Any) -> httpx.Response:
        """Post a request; wait and retry if it is too soon."""
        while True:
            answer = self.http.post(self.house + path, json=body)
            if answer.status_code != 429:
                return answer
            time.sleep(float(answer.headers["retry-after"]))

    def do(self, path: str, **body: Any) -> dict[str, Any]:
        """Post a request that must succeed."""
        answer = self.post(path, **body)
        assert answer.is_success, answer.text
        done: dict[str, Any] = answer.json()
        return done

    def look(self, table: str) -> dict[str, Any]:
        """Get a table; wait and retry if it is too soon."""
        while True:
            answer = self.http.get(f"{self.house}/api/tables/{table}")
            if answer.status_code != 429:
                seen: dict[str, Any] = answer.json()
                return seen
            time.sleep(float(answer.headers["retry-after"]))


class Place:
    """A person's socket to one table, seated or as a spectator, and every entry that it received."""

    def __init__(self, person: Somebody, table: str, seat: int = 0) -> None:
        self.person, self.table, self.seat = person, table, seat
        self.line: ClientConnection | None = None
        self.lines = ExitStack()
        self.entries: dict[int, dict[str, Any]] = {}
        self.news: dict[str, Any] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.requests: list[tuple[dict[str, Any], dict[str, Any]]] = []  # each with its answer
        self.tried = 0

    @property
    def known(self) -> int:
        """The last entry that I know."""
        return max(self.entries, default=0)

    @property
    def is_over(self) -> bool:
        return bool(self.news["stage"] == "over")

    @property
    def is_waited_for(self) -> bool:
        return self.seat in self.news["own"] and self.seat in self.news.get("waited_for", ())

    def call(self) -> None:
        """Connect to the house, and request the missed entries."""
        cookie = f"ludotheque={self.person.http.cookies['ludotheque']}"
        address = self.person.house.replace("http", "ws") + "/api/socket"
        self.line = self.lines.enter_context(
            connect(address, additional_headers={"Cookie": cookie}, open_timeout=PATIENCE)
        )
        known = self.known
        self.say("watch", table=self.table, after=known)
        heard = self.hear(PATIENCE)
        assert heard is not None and heard["kind"] == "table", heard
        new = [entry["number"] for entry in heard["entries"] if entry["number"] > known]
        assert new == list(range(known + 1, heard["number"] + 1)), "all that was missed, and nothing else"

    def hang_up(self) -> None:
        self.lines.close()
        self.line = None

    def say(self, kind: str, **fields: Any) -> None:
        assert self.line is not None
        self.line.send(json.dumps({"kind": kind, **fields}))

    def hear(self, seconds: float) -> dict[str, Any] | None:
        """The next message; entries and answers are stored."""
        assert self.line is not None
        try:
            heard: dict[str, Any] = json.loads(self.line.recv(timeout=seconds))
        except TimeoutError:
            return None
        except ConnectionClosed:  # by the house, after a long silence
            self.hang_up()
            self.call()
            return self.news
        if heard["kind"] == "table":
            self.news = heard
            self.entries |= {entry["number"]: entry for entry in heard["entries"]}
        elif heard["kind"] == "answer":
            self.answers[heard["id"]] = heard
        return heard

    def hear_all(self) -> None:
        while self.line is not None and self.hear(BREATH):
            pass

    def hear_until(self, has_come: Callable[[], Any], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not has_come():
            assert time.monotonic() < end and self.hear(PATIENCE), what

    def hear_that_it_went_back(self, number: int) -> None:
        self.hear_until(lambda: self.entries.get(number, {}).get("withdrawn"), "that it went back is sent")

    def hear_the_end(self) -> None:
        self.hear_until(lambda: self.is_over, "all hear of the end")

    def play(self) -> bool:
        """Make a choice with all its parts, chosen by the entry's number; False if it was not played."""
        steps, rest = [self.news["legal"][(7 * self.known) % len(self.news["legal"])]], self.news["parts"]
        while rest := rest.get(steps[-1], ()) if isinstance(rest, dict) else ():
            steps.append(sorted(rest)[self.known % len(rest)])
        answer = self.ask_to_play(steps)
        assert answer["ok"] or answer["error"] in ("stale", "later"), answer
        return bool(answer["ok"])

    def take_back(self) -> bool:
        """Take back the step just played; False if it is too late."""
        played = self.requests[-1][1]["number"]
        answer = self.person.post(f"/api/tables/{self.table}/back", seat=self.seat)
        assert answer.status_code in (200, 422), answer.text
        if answer.status_code == 200:
            self.hear_that_it_went_back(played)
        return answer.status_code == 200

    def ask_to_play(self, steps: list[str]) -> dict[str, Any]:
        self.tried += 1
        name = f"{self.person.name}-{self.tried}"
        request = {"seen": self.news["number"], "steps": steps, "id": name, "seat": self.seat}
        self.say("play", table=self.table, **request)
        while name not in self.answers:
            heard = self.hear(PATIENCE)
            assert heard is not None, "every request is answered"
            if heard["kind"] == "error":  # too often
                time.sleep(1)
                return {"ok": False, "error": "later"}
        answer = self.answers[name]
        self.requests.append((request, answer))
        if answer["ok"]:
            self.hear_until(lambda: self.known >= answer["number"], "what was played comes back as news")
        return answer


class Table:
    """One table of the evening, with the people who sit there."""

    def __init__(self, name: str, places: list[Place], watching: list[Place]) -> None:
        self.name, self.places, self.watching = name, places, watching

    @property
    def everybody(self) -> list[Place]:
        return self.places + self.watching

    @property
    def is_over(self) -> bool:
        return all(place.is_over for place in self.everybody)

    @property
    def path(self) -> str:
        return f"/api/tables/{self.name}"

    def go_on(self, waits: Place | None = None) -> None:
        """Everybody receives the news, and those waited for make a choice, except `waits`."""
        for place in self.everybody:
            place.hear_all()
        for place in self.places:
            if place is not waits and not place.is_over:
                self.come_back(place)
                if place.is_waited_for:
                    place.play()

    def come_back(self, place: Place) -> None:
        """A person whose time ran out unnoticed, on a busy machine, takes their seat back from the bot."""
        if place.seat not in place.news["own"]:
            place.person.do(f"{self.path}/seats/{place.seat}")
            place.hear_until(lambda: place.seat in place.news["own"] or place.is_over, "the seat is mine again")

    @property
    def has_timed_out(self) -> bool:
        """True if the person in the last seat has lost it to a bot."""
        late = self.places[-1]
        return late.seat not in late.news["own"]

    def come_back_late(self) -> None:
        """A bot replaces a person whose clock ran out, and plays until they return."""
        late = self.places[-1]
        kinds = [late.entries[number]["kind"] for number in sorted(late.entries)]
        assert kinds[kinds.index("time-out") + 1] == "sit"
        holder = late.news["seats"][late.seat - 1]["holder"]
        assert holder["holds"] == "bot"
        self.come_back(late)

    def take_back(self) -> None:
        """Try until a step is taken back: nothing was drawn or shown after it, and no other seat moved first."""
        end = time.monotonic() + PATIENCE
        while not any(place.take_back() for place in self.who_moves()):
            assert time.monotonic() < end and not self.is_over, "nothing ever goes back"

    def who_moves(self) -> list[Place]:
        """Let the table go on; return those who made a step, the last one first."""
        before = [len(place.requests) for place in self.places]
        self.go_on()
        moved = [place for place, many in zip(self.places, before, strict=True) if len(place.requests) > many]
        return [place for place in reversed(moved) if place.requests[-1][1]["ok"]]

    def go_back_together(self) -> None:
        """Withdraw an entry by consent; bots agree, and their replies are withdrawn as well."""
        first, *others = self.places
        end, last = time.monotonic() + PATIENCE, 0
        while not (last and first.person.look(self.name)["entries"][last - 1]["withdrawn"]):
            assert time.monotonic() < end and not self.is_over, "nobody agrees"
            self.go_on()
            standing = [one for one in first.entries.values() if one["kind"] == "play" and not one["withdrawn"]]
            last = max((one["number"] for one in standing if one["seat"] == first.seat or others), default=0)
            if not last:
                continue
            asked = first.person.post(f"{self.path}/ask", what="back", entry=last, seat=first.seat)
            assert asked.status_code in (200, 409, 422), asked.text  # a bot may have moved meanwhile
            for place in others:
                answer = place.person.post(
                    f"{self.path}/answer", ask=asked.json().get("number", 1), agrees=True, seat=place.seat
                )
                assert answer.status_code in (200, 409), answer.text
        for place in self.everybody:
            place.hear_that_it_went_back(last)

    def lose_the_line(self) -> None:
        """One client is offline while the others go on; then it resumes after the last entry that it knows."""
        lost = self.everybody[-1]
        lost.hear_all()
        lost.hang_up()
        for place in self.everybody[:-1]:
            place.hear_all()
            if place.is_waited_for and not place.is_over:
                place.play()
        lost.call()
        assert lost.known >= max((place.known for place in self.everybody), default=0)

    def end_together(self) -> None:
        """All agree to end; where only bots sit there is nobody to ask."""
        end = time.monotonic() + PATIENCE
        while not self.is_over:
            assert time.monotonic() < end, "nobody agrees to end"
            first, *others = self.places
            asked = first.person.post(f"{self.path}/ask", what="end", seat=first.seat)
            for place in others:
                place.person.post(
                    f"{self.path}/answer", ask=asked.json().get("number", 1), agrees=True, seat=place.seat
                )
            for place in self.everybody:
                place.hear_all()

    def check_nothing_is_lost(self, place: Place, before: dict[int, dict[str, Any]]) -> None:
        """Every entry that a client has seen is still there, and repeated requests get the same answers."""
        now = {entry["number"]: entry for entry in place.person.look(self.name)["entries"]}
        for number, entry in before.items():
            assert (now[number]["kind"], now[number]["at"]) == (entry["kind"], entry["at"])
            assert "steps" not in entry or now[number]["steps"] == entry["steps"]
        for request, answer in [pair for pair in place.requests if pair[1]["ok"]][-1:]:
            again = place.person.do(f"{self.path}/steps", **request)
            assert (again["ok"], again["number"]) == (True, answer["number"]), "the same id, the same answer"

    def check_the_end(self, is_whole: bool) -> None:
        for place in self.everybody:
            place.hear_the_end()
            assert sorted(place.entries) == list(range(1, place.known + 1)), "every entry has come"
            seen = place.person.look(self.name)
            assert [entry["number"] for entry in seen["entries"]] == sorted(place.entries)
            if is_whole:
                assert min(seen["outcome"]["places"]) == 1 and seen["end"] is None
                assert not [entry for entry in seen["entries"] if entry.get("secret") and not entry["withdrawn"]]
            record = place.person.http.get(f"{place.person.house}{self.path}/record").text
            assert record.startswith(f"game: {seen['terms']['game']}\n")


Restart = Callable[[list[Somebody]], None]


class Evening:
    """All tables of some games, from the first step to the last."""

    def __init__(self, games: Iterable[str], houses: tuple[str, str]) -> None:
        self.people = [Somebody(name, house) for name, house in zip(("Ada", "Bob"), houses, strict=True)]
        ada, bob = self.people
        self.shared, self.tables = list[Table](), list[Table]()
        for game in games:
            if SEATS[game] == 2:
                more = self.make_table(game, [ada], bank=LONG), self.make_table(game, [], watching=[bob], bank=LONG)
                self.tables += more
            self.shared.append(self.make_table(game, [ada, bob]))
        self.tables += self.shared

    def make_table(
        self, game: str, people: list[Somebody], *, watching: list[Somebody] | None = None, bank: float = SHORT
    ) -> Table:
        """A table at which these people sit, and bots in all other seats."""
        ada, seats = self.people[0], SEATS[game]
        made = ada.do(
            "/api/tables", game=game, players=seats, seating="chosen", private=not watching, bank=bank, **CLOCK
        )
        table, invitation = made["table"], made["invitation"]
        for seat in range(len(people) + 1, seats + 1):
            ada.do(f"/api/tables/{table}/seats/{seat}", level=LEVEL)
        for seat, person in enumerate(people, 1):
            person.do(f"/api/tables/{table}/seats/{seat}", **({"invitation": invitation} if person is not ada else {}))
        places = [Place(person, table, seat) for seat, person in enumerate(people, 1)]
        there = Table(table, places, [Place(person, table) for person in watching or ()])
        for place in there.everybody:
            place.call()
        return there

    def spend(self, restart: Restart, *, is_whole: bool) -> None:
        """Everything that an evening can bring; in the end everybody goes home."""
        try:
            self.go_on(restart, is_whole)
        finally:
            for table in self.tables:
                for place in table.everybody:
                    place.hang_up()
            for person in self.people:
                person.http.close()

    def go_on(self, restart: Restart, is_whole: bool) -> None:
        played = [table for table in self.tables if table.places]
        self.let_time_run_out()
        for table in self.shared:
            table.take_back()
        for table in self.tables:
            table.lose_the_line()
        for table in played:
            table.go_back_together()
        self.open_anew(restart)
        if is_whole:
            self.play_to_the_end()
        else:
            for table in played:
                table.end_together()
        for table in self.tables if is_whole else played:
            table.check_the_end(is_whole)

    def let_time_run_out(self) -> None:
        """At every table that they share, one of them lets the clock run out."""
        end = time.monotonic() + PATIENCE
        while waiting := [table for table in self.shared if not table.has_timed_out]:
            assert time.monotonic() < end, "the time never runs out"
            for table in waiting:
                table.go_on(waits=table.places[-1])
        for table in self.shared:
            table.come_back_late()

    def play_to_the_end(self) -> None:
        known, end = 0, time.monotonic() + PATIENCE
        while not all(table.is_over for table in self.tables):
            for table in self.tables:
                table.go_on()
            now = sum(place.known for table in self.tables for place in table.everybody)
            if now > known:
                known, end = now, time.monotonic() + PATIENCE
            assert time.monotonic() < end, [self.people[0].look(table.name)["bots"] for table in self.tables]

    def open_anew(self, restart: Restart) -> None:
        """The house is closed and opened again, while games are under way."""
        places = [(table, place) for table in self.tables for place in table.everybody]
        before = [dict(place.entries) for _, place in places]
        restart(self.people)
        for (table, place), known in zip(places, before, strict=True):
            place.hang_up()
            place.call()
            table.check_nothing_is_lost(place, known)


@contextmanager
def in_one_process(url: str, folder: Path, code: str = START) -> Iterator[tuple[tuple[str, str], Restart]]:
    """A house in a process of its own, which can be restarted."""
    with ExitStack() as stack:
        start = starter(stack, url, folder, code)
        running = [start()]

        def restart(people: list[Somebody]) -> None:
            end_process(running[0][0], signal.SIGTERM)
            running[0] = start()
            for person in people:
                person.house = running[0][1]

        yield (running[0][1],) * 2, restart


@contextmanager
def in_two_processes(url: str, folder: Path) -> Iterator[tuple[tuple[str, str], Restart]]:
    """Two processes on one database: one is stopped and the other killed, each while the other goes on."""
    with ExitStack() as stack:
        start = starter(stack, url, folder)
        with ThreadPoolExecutor() as both:
            processes = list(both.map(lambda _: start(), range(2)))

        def restart(people: list[Somebody]) -> None:
            for person, (process, _), how in zip(people, processes, (signal.SIGTERM, signal.SIGKILL), strict=True):
                end_process(process, how)
                person.house = start()[1]

        yield (processes[0][1], processes[1][1]), restart


def starter(stack: ExitStack, url: str, folder: Path, code: str = START) -> Callable[[], tuple[Any, str]]:
    """How a process of the house is started; all of them end with the test."""

    def start() -> tuple[Any, str]:
        process, house = stack.enter_context(served(folder, "--database", url, "--bots", "1", start=code))
        assert answer_of(house).json()["ok"] is True
        return process, house

    return start


def end_process(process: Any, how: signal.Signals) -> None:
    process.send_signal(how)
    assert process.wait(60) in (0, -signal.SIGKILL)


def test_an_evening_of_all_games(sqlite_url: str, tmp_path: Path) -> None:
    """The quick one: clocks run out sooner, and after all that can happen, they agree to end."""
    with in_one_process(sqlite_url, tmp_path, HURRIED) as (houses, restart):
        Evening(SEATS, houses).spend(restart, is_whole=False)


@pytest.mark.slow
def test_an_evening_at_two_processes_on_one_database(postgres_url: str, tmp_path: Path) -> None:
    with in_two_processes(postgres_url, tmp_path) as (houses, restart):
        Evening(["mabula"], houses).spend(restart, is_whole=False)


@pytest.mark.slow
@each_game
def test_a_whole_evening_of_each_game(sqlite_url: str, tmp_path: Path, game: str) -> None:
    with in_one_process(sqlite_url, tmp_path) as (houses, restart):
        Evening([game], houses).spend(restart, is_whole=True)


@pytest.mark.slow
@each_game
def test_a_whole_evening_of_each_game_at_two_processes_on_one_database(
    postgres_url: str, tmp_path: Path, game: str
) -> None:
    with in_two_processes(postgres_url, tmp_path) as (houses, restart):
        Evening([game], houses).spend(restart, is_whole=True)
