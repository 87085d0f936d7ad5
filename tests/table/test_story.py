"""Whole games of each kind over the network: two people and bots, who lose the line, take back, and see a restart."""

import json
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.table.serving import Running
from tests.table.test_serve import answer_of, served

PATIENCE = 240.0  # seconds in which nothing happens, after which nothing ever will
BREATH = 0.02  # seconds to listen for news


class Somebody:
    """A person with a cookie, who follows a table over a socket and remembers every entry."""

    def __init__(self, name: str, house: str) -> None:
        self.name, self.house = name, house
        self.http = httpx.Client(timeout=PATIENCE)
        self.line: ClientConnection | None = None
        self.lines = ExitStack()
        self.entries: dict[int, dict[str, Any]] = {}
        self.news: dict[str, Any] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.requests: list[tuple[dict[str, Any], dict[str, Any]]] = []  # what was asked and answered
        self.tried = 0
        assert self.post("/api/guests", name=name).status_code == 201

    @property
    def known(self) -> int:
        """The last entry that I know."""
        return max(self.entries, default=0)

    @property
    def is_over(self) -> bool:
        return bool(self.news["stage"] == "over")

    @property
    def is_waited_for(self) -> bool:
        return bool(set(self.news["own"]) & set(self.news.get("waited_for", ())))

    def post(self, path: str, **body: Any) -> httpx.Response:
        """Post something; one who is told to wait waits."""
        while True:
            answer = self.http.post(self.house + path, json=body)
            if answer.status_code != 429:
                return answer
            time.sleep(float(answer.headers["retry-after"]))

    def look(self, table: str) -> dict[str, Any]:
        seen: dict[str, Any] = self.http.get(f"{self.house}/api/tables/{table}").json()
        return seen

    def call(self, table: str, house: str | None = None) -> None:
        """Call the house, and ask for what I have missed."""
        self.house = house or self.house
        cookie = f"ludotheque={self.http.cookies['ludotheque']}"
        address = self.house.replace("http", "ws") + "/api/socket"
        self.line = self.lines.enter_context(connect(address, additional_headers={"Cookie": cookie}))
        known = self.known
        self.say("watch", table=table, after=known)
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
        """The next message; the news of a table are remembered."""
        assert self.line is not None
        try:
            heard: dict[str, Any] = json.loads(self.line.recv(timeout=seconds))
        except TimeoutError:
            return None
        if heard["kind"] == "table":
            self.news = heard
            self.entries |= {entry["number"]: entry for entry in heard["entries"]}
        elif heard["kind"] == "answer":
            self.answers[heard["id"]] = heard
        return heard

    def hear_all(self) -> None:
        while self.line is not None and self.hear(BREATH):
            pass

    def play(self, table: str) -> bool:
        """Make a choice, the same as always in the same place; whether it was played."""
        legal = self.news["legal"]
        steps = [legal[(7 * self.known) % len(legal)]]
        answer = self.ask_to_play(table, steps)
        if answer.get("error") == "half":
            answer = self.ask_to_play(table, self.whole(table, steps[0]))
        assert answer["ok"] or answer["error"] in ("stale", "later"), answer
        return bool(answer["ok"])

    def whole(self, table: str, first: str) -> list[str]:
        """A choice that begins with a step, and has all its parts: the house tells them to programs."""
        with self.http.stream("GET", f"{self.house}/api/events") as stream:
            for line in stream.iter_lines():
                event = json.loads(line.removeprefix("data:")) if line.startswith("data:") else {}
                if event.get("table") == table and event["kind"] == "turn":
                    choices = [choice for choice in event["choices"] if choice[0] == first]
                    return list(choices[self.known % len(choices)])
        raise AssertionError("nobody is told of a turn")

    def ask_to_play(self, table: str, steps: list[str]) -> dict[str, Any]:
        self.tried += 1
        request = {"seen": self.news["number"], "steps": steps, "id": f"{self.name}-{self.tried}"}
        self.say("play", table=table, **request)
        end = time.monotonic() + PATIENCE
        while request["id"] not in self.answers:
            assert time.monotonic() < end
            heard = self.hear(PATIENCE)
            assert heard is not None
            if heard["kind"] == "error":
                time.sleep(1)
                return {"ok": False, "error": "later"}
        answer = self.answers[str(request["id"])]
        self.requests.append((request, answer))
        end = time.monotonic() + PATIENCE
        while answer["ok"] and self.known < answer["number"]:
            assert time.monotonic() < end and self.hear(PATIENCE)
        return answer


class Story:
    """A game from the first step to the last."""

    def __init__(self, people: list[Somebody], table: str) -> None:
        self.people, self.table = people, table
        self.moves = self.taken_back = self.agreed = 0

    def tell(self, restart: Callable[[list[Somebody], str], None]) -> None:
        """A whole game; in the end everybody goes home."""
        try:
            self.go_on(restart)
        finally:
            for person in self.people:
                person.hang_up()
                person.http.close()

    def go_on(self, restart: Callable[[list[Somebody], str], None]) -> None:
        """Play to the end; on the way the line is lost, the house is opened anew, and steps go back."""
        for person in self.people:
            person.call(self.table)
        self.play_until(lambda: self.moves >= 5 and self.taken_back > 0)
        self.lose_the_line()
        self.play_until(lambda: self.moves >= 10)
        self.go_back_together()
        before = {person.name: dict(person.entries) for person in self.people}
        restart(self.people, self.table)
        for person in self.people:
            self.check_nothing_is_lost(person, before[person.name])
        self.play_until(lambda: False)
        self.check_the_end()

    def play_until(self, is_enough: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not is_enough():
            for person in self.people:
                person.hear_all()
                if person.is_over:
                    assert not is_enough(), "that was quick"
                    return
                if person.is_waited_for and person.play(self.table):
                    self.moves += 1
                    end = time.monotonic() + PATIENCE
                    if self.taken_back < 2:
                        self.take_back(person)
            assert time.monotonic() < end, self.people[0].look(self.table)["bots"]

    def take_back(self, person: Somebody) -> None:
        """A step goes back, unless chance was drawn, something was shown, or another was quicker."""
        played = person.requests[-1][1]["number"]
        answer = person.post(f"/api/tables/{self.table}/back")
        assert answer.status_code in (200, 422), answer.text
        if answer.status_code == 200:
            self.taken_back += 1
            while not person.entries.get(played, {}).get("withdrawn"):
                assert person.hear(PATIENCE), "that it went back is sent"

    def lose_the_line(self) -> None:
        """One plays on while the other hears nothing; then he resumes after the last entry that he knows."""
        ada, bob = self.people
        bob.hear_all()
        bob.hang_up()
        for _ in range(50):
            ada.hear_all()
            if ada.is_waited_for and not ada.is_over:
                ada.play(self.table)
        bob.call(self.table)
        assert bob.known >= ada.known

    def go_back_together(self) -> None:
        """What can't be taken back alone goes back when all agree; bots do."""
        ada, bob = self.people
        end = time.monotonic() + PATIENCE
        while not self.agreed:
            assert time.monotonic() < end
            for person in self.people:
                person.hear_all()
            standing = [one for one in ada.entries.values() if one["kind"] == "play" and not one["withdrawn"]]
            last = max(entry["number"] for entry in standing)
            asked = ada.post(f"/api/tables/{self.table}/ask", what="back", entry=last).json()["number"]
            answer = bob.post(f"/api/tables/{self.table}/answer", ask=asked, agrees=True)
            assert answer.status_code in (200, 409), answer.text  # a bot may have moved meanwhile
            self.agreed = int(ada.look(self.table)["entries"][last - 1]["withdrawn"])

    def check_nothing_is_lost(self, person: Somebody, before: dict[int, dict[str, Any]]) -> None:
        now = {entry["number"]: entry for entry in person.look(self.table)["entries"]}
        for number, entry in before.items():
            assert (now[number]["kind"], now[number]["at"]) == (entry["kind"], entry["at"])
            assert "steps" not in entry or now[number]["steps"] == entry["steps"]
        request, answer = next(pair for pair in reversed(person.requests) if pair[1]["ok"])
        again = person.post(f"/api/tables/{self.table}/steps", **request).json()
        assert (again["ok"], again["number"]) == (True, answer["number"]), "the same id, the same answer"

    def check_the_end(self) -> None:
        for person in self.people:
            while not person.is_over:
                assert person.hear(PATIENCE)
            assert sorted(person.entries) == list(range(1, person.known + 1)), "every entry has come"
            seen = person.look(self.table)
            assert min(seen["outcome"]["places"]) == 1 and seen["end"] is None
            assert [entry["number"] for entry in seen["entries"]] == sorted(person.entries)
            assert not [entry for entry in seen["entries"] if entry.get("secret") and not entry["withdrawn"]]
            record = person.http.get(f"{person.house}/api/tables/{self.table}/record").text
            assert record.startswith(f"game: {seen['terms']['game']}\n")
        assert self.taken_back and self.agreed


def sit_down(game: str, players: int, houses: tuple[str, str]) -> Story:
    """Ada and Bob at a table of a game, and bots in all other seats."""
    ada, bob = people = [Somebody(name, house) for name, house in zip(("Ada", "Bob"), houses, strict=True)]
    made = ada.post("/api/tables", game=game, players=players).json()
    table, invitation = made["table"], made["invitation"]
    assert ada.post(f"/api/tables/{table}/seats/1").status_code == 200
    for seat in range(3, players + 1):
        assert ada.post(f"/api/tables/{table}/seats/{seat}", level="novice").status_code == 200
    assert bob.post(f"/api/tables/{table}/join", invitation=invitation).status_code == 200
    return Story(people, table)


@contextmanager
def in_one_process(url: str) -> Iterator[tuple[tuple[str, str], Callable[[list[Somebody], str], None]]]:
    """A house in this process, and how it is opened anew."""
    running = [Running(url)]

    def restart(people: list[Somebody], table: str) -> None:
        running.pop().stop()
        for person in people:
            person.hang_up()
        running.append(Running(url))
        for person in people:
            person.call(table, f"http://{running[0].host}")

    try:
        yield (f"http://{running[0].host}",) * 2, restart
    finally:
        for one in running:
            one.stop()


@contextmanager
def in_two_processes(
    url: str, folder: Path
) -> Iterator[tuple[tuple[str, str], Callable[[list[Somebody], str], None]]]:  # fmt: skip
    """Two processes on one database: one is stopped and the other killed, each while the other goes on."""
    with ExitStack() as stack:

        def start() -> tuple[Any, str]:
            process, house = stack.enter_context(served(folder, "--database", url, "--bots", "1"))
            assert answer_of(house).json()["ok"] is True
            return process, house

        processes = [start(), start()]

        def restart(people: list[Somebody], table: str) -> None:
            for person, (process, _), how in zip(people, processes, (signal.SIGTERM, signal.SIGKILL), strict=True):
                process.send_signal(how)
                assert process.wait(60) in (0, -signal.SIGKILL)
                person.hang_up()
                person.call(table, start()[1])

        yield (processes[0][1], processes[1][1]), restart


def test_two_people_play_mabula_through_reconnects_take_backs_and_a_restart(sqlite_url: str) -> None:
    with in_one_process(sqlite_url) as (houses, restart):
        sit_down("mabula", 2, houses).tell(restart)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [("marabunta", 2), ("makabana", 4), ("junglerumble", 4)])
def test_people_and_bots_play_every_other_game_through_the_same(sqlite_url: str, game: str, players: int) -> None:
    with in_one_process(sqlite_url) as (houses, restart):
        sit_down(game, players, houses).tell(restart)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [("mabula", 2), ("marabunta", 2), ("makabana", 4), ("junglerumble", 4)])
def test_people_and_bots_play_every_game_at_two_processes_on_one_database(
    postgres_url: str, tmp_path: Path, game: str, players: int
) -> None:
    with in_two_processes(postgres_url, tmp_path) as (houses, restart):
        sit_down(game, players, houses).tell(restart)
