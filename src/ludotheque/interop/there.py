"""A place at a table of a house on the network: news come over a socket, and a lost line is found again."""

import json
import threading
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from ludotheque.drawing import NO_MARKS, Marks, language, waiting_words
from ludotheque.drawing.words import expected
from ludotheque.games.phrase import Phrase, named, say
from ludotheque.interop.house import House, Link
from ludotheque.interop.place import Hint, Look, PlaceError, Sitter, check_steps, one_at_a_time, own_seat
from ludotheque.play.chance import Chance
from ludotheque.play.game import Game, game
from ludotheque.play.position import Step
from ludotheque.play.record import Record
from ludotheque.play.view import View

WANTS = ["json", "words"]
QUIET = 45.0  # seconds after which a line is asked whether it is still there
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0)  # seconds between tries to find a lost line
OPENING = 10.0  # seconds that a house has to open a line
BROKEN = (OSError, EOFError, WebSocketException)  # how a line ends
PASSING = ("broken", "busy")  # what a house tells on a line that is over soon
MOST = 32_000_000  # bytes of one message

BACK = say("{seat} takes a choice back.")
LEFT = say("{seat} leaves.")
LATE = say("{seat} has run out of time.")
GONE_ON = say("The table has gone on: look at what has happened first.")
ENDS = {
    "resigned": say("{seat} gives up: the game is over."),
    "time": say("{seat} has run out of time: the game is over."),
    "agreed": say("All agreed to end the game here."),
    "left": say("{seat} left: the game is over."),
    "cancelled": say("The game was called off."),
}


class There:
    """My place at a table of a house. `House.sit` and `House.play` give one."""

    def __init__(self, house: House, link: Link, seat: int | None = None) -> None:
        self.house, self.link, self.language = house, link, house.language
        self._asked_seat = seat
        self._news: dict[str, Any] = {}
        self._entries: dict[int, dict[str, Any]] = {}
        self._line: ClientConnection | None = None
        self._tries, self._said, self._due = 0, 0.0, 0.0
        self._lock, self._waiting = threading.RLock(), threading.Lock()
        self._closed = threading.Event()
        self._hear(self._fetch(0))
        self._open_line()

    # ---- news

    def _fetch(self, after: int) -> dict[str, Any]:
        found: dict[str, Any] = self.house.ask(
            "GET", f"/api/tables/{self.link.table}", after=after, wants=WANTS, lang=self.language,
            seat=self._asked_seat, invitation=self.link.invitation,
        )  # fmt: skip
        return found

    def _hear(self, news: dict[str, Any]) -> bool:
        """Take in what the house tells; True if it is news."""
        with self._lock:
            if news["number"] < self._news.get("number", 0):
                if len(news["entries"]) < news["number"]:
                    return False  # the line is slower than what was fetched since
                self._entries.clear()  # a backup was put back: everything is told anew
            is_new = bool(news["entries"]) or news.get("bots") != self._news.get("bots")
            self._entries |= {entry["number"]: entry for entry in news["entries"]}
            self._news = news
            return is_new

    def _open_line(self, patience: float = OPENING) -> None:
        scheme, _, rest = self.house.address.partition("://")
        address = f"{'wss' if scheme == 'https' else 'ws'}://{rest}/api/socket"
        try:
            opening = connect(
                address, additional_headers=self.house.headers, max_size=MOST, proxy=None, compression=None,
                open_timeout=min(max(patience, 1.0), OPENING),
            )  # fmt: skip
            line = opening.__enter__()  # closed by `close`, or when it is lost
        except BROKEN:
            self._lose_line(None)
            return
        with self._lock:
            if not self._closed.is_set():
                self._line, self._tries = line, 0
                self._watch(self._news.get("number", 0))
                return
        line.close()

    def _watch(self, after: int) -> None:
        watch = {"kind": "watch", "table": self.link.table, "after": after, "wants": WANTS, "lang": self.language}
        asked = {"invitation": self.link.invitation, "seat": self._asked_seat}
        self._tell(watch | {key: value for key, value in asked.items() if value is not None})

    def _tell(self, message: dict[str, Any]) -> None:
        if (line := self._line) is not None:
            try:
                line.send(json.dumps(message))
                self._said = time.monotonic()
            except BROKEN:
                self._lose_line(line)

    def _lose_line(self, line: ClientConnection | None) -> None:
        with self._lock:
            if self._line is line:  # whoever notices it first
                self._line = None
                self._due = time.monotonic() + PAUSES[min(self._tries, len(PAUSES) - 1)]
                self._tries += 1
        if line is not None:
            line.close()

    def wait(self, timeout: float | None = None) -> bool:
        end = None if timeout is None else time.monotonic() + timeout
        with one_at_a_time(self._waiting, timeout) as is_mine:
            return is_mine and self._wait(end)

    def _wait(self, end: float | None) -> bool:
        was_lost = self._line is None
        while not self._closed.is_set():
            left = QUIET if end is None else end - time.monotonic()
            if left <= 0:
                return False
            if (line := self._line) is None:
                self._closed.wait(max(0.0, min(left, self._due - time.monotonic())))
                if time.monotonic() >= self._due and not self._closed.is_set():
                    self._open_line(left)
            elif self._read(line, min(left, QUIET)):
                return True
            if (self._line is None) != was_lost:
                return not self._closed.is_set()
        return False

    def _read(self, line: ClientConnection, timeout: float) -> bool:
        """One message of the line; True if it is news."""
        try:
            message = json.loads(line.recv(timeout=timeout))
        except TimeoutError:
            if time.monotonic() - self._said > QUIET / 2:
                self._tell({"kind": "ping"})
            return False
        except BROKEN:
            self._lose_line(line)
            return False
        if message.get("table") != self.link.table:
            return False
        if message["kind"] == "error" and message["error"] not in PASSING:
            raise PlaceError(message["text"], message["error"])
        is_for_another = self._asked_seat in message.get("own", ()) and message["seat"] != self._asked_seat
        return message["kind"] == "table" and not is_for_another and self._hear(message)

    # ---- looking

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(self._news["own"])

    @property
    def game(self) -> Game:
        return game(self._news["terms"]["game"])

    def speak(self, code: str) -> None:
        self.language = language(code).code
        self._turn_to(self._asked_seat)

    def look(self, seat: int | None = None) -> Look:
        news, entries = self._seen(seat)
        view = self._view(news)
        is_over = news["stage"] == "over"
        return Look(
            game=self.game,
            number=news["number"],
            stage=news["stage"],
            seat=news["seat"],
            view=view,
            marks=marks_of_entries(entries),
            waited_for=tuple(news.get("waited_for", ())),
            legal=tuple(news.get("legal", ())),
            parts=news.get("parts", {}),
            told=tuple(line for entry in entries for line in self._told(entry)),
            prompt=expected(view, self.language) if view and not is_over else "",
            seats=tuple(_sitter(one, news) for one in news["seats"]),
            may_take_back=news["can"]["take_back"] is not None,
            ending=self._ending(news) if is_over else "",
            is_lost=self._line is None,
            busy=tuple(one["seat"] for one in news.get("bots", ())),
            compiled=news.get("compiled", 100),
        )

    def _seen(self, asked: int | None) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The table and what has happened, with the eyes of one of my seats; while the house is away, of the last."""
        with self._lock:
            seat = own_seat(self._news["own"], self._news.get("waited_for", ()), asked)
            if seat != self._news["seat"] and (asked or self._line is not None):
                try:
                    self._turn_to(seat)
                except PlaceError as error:
                    if asked or error.kind != "away":
                        raise
            return self._news, [self._entries[number] for number in sorted(self._entries)]

    def _turn_to(self, seat: int | None) -> None:
        """Look with another of my seats' eyes from now on."""
        with self._lock:
            before, self._asked_seat = self._asked_seat, seat
            try:
                self._hear(self._fetch(0))
            except PlaceError:
                self._asked_seat = before
                raise
            self._tell({"kind": "unwatch", "table": self.link.table})
            self._watch(self._news["number"])

    def _view(self, news: dict[str, Any]) -> View | None:
        if "view" not in news:
            return None
        return self.game.view_from_json(news["view"], news["seat"], board_text=news["terms"].get("board"))

    def _told(self, entry: dict[str, Any]) -> list[str]:
        """An entry in words; what went back is not told."""
        if entry["kind"] == "play":
            return [] if entry["withdrawn"] else list(entry.get("words", ()))
        phrase = {"back": BACK, "leave": LEFT, "time-out": LATE}.get(entry["kind"])
        return [self._say(phrase, entry.get("seat"))] if phrase and entry.get("seat") else []

    def _ending(self, news: dict[str, Any]) -> str:
        end = news["end"]
        view = self._view(news)
        if end is None and view is not None:
            return waiting_words(view.guess(Chance(0, 0)), self.language)  # nothing is hidden any more
        return self._say(ENDS[end["how"]], end["seat"])

    def _say(self, phrase: Phrase, seat: int | None = None) -> str:
        values = {"seat": named("seat", self.game.seat_name(seat))} if seat else {}
        return language(self.language, self.game.name).say(Phrase(phrase.text, values))

    # ---- doing

    def play(self, steps: Sequence[str], seat: int | None = None) -> None:
        look = self.look(seat)
        if look.view is not None:
            check_steps(look.view, steps)
        body = {"seen": look.number, "steps": list(steps), "id": uuid.uuid4().hex, "seat": look.seat}
        try:
            self._act("steps", body)
        except PlaceError as error:
            self._refresh()
            if error.kind == "stale":
                raise PlaceError(self._say(GONE_ON), "stale") from None
            raise

    def take_back(self, seat: int | None = None) -> None:
        self._act("back", {"seat": seat or self._news["seat"]})

    def hint(self, seat: int | None = None) -> Hint:
        found = self.house.ask(
            "POST", f"/api/tables/{self.link.table}/hint", {"seat": seat or self._news["seat"]}, lang=self.language
        )
        return Hint(tuple(found["steps"]), tuple(found["words"]), tuple(found["reason"]))

    def resign(self, seat: int | None = None) -> None:
        self._act("resign", {"seat": seat or self._news["seat"]})

    def _act(self, what: str, body: dict[str, Any]) -> None:
        self.house.ask("POST", f"/api/tables/{self.link.table}/{what}", body)
        self._refresh()

    def _refresh(self) -> None:
        """See at once what one has done; the line may be slower. What is done is done, also if this fails."""
        with self._lock, suppress(PlaceError):
            self._hear(self._fetch(self._news["number"]))

    def record(self) -> Record:
        return self.house.record(self.link)

    def close(self) -> None:
        self._closed.set()
        if (line := self._line) is not None:
            line.close()


def marks_of_entries(entries: Sequence[dict[str, Any]]) -> Marks:
    """The latest steps that stand. Text pictures read what is written of them, not their numbers."""
    for entry in reversed(entries):
        if entry["kind"] == "play" and not entry["withdrawn"] and entry.get("steps"):
            return Marks(last=tuple(Step(entry["seat"], -1, text) for text in entry["steps"]))
    return NO_MARKS


def _sitter(one: dict[str, Any], news: dict[str, Any]) -> Sitter:
    holder = one["holder"] or {}
    return Sitter(
        one["seat"], one["name"], holder.get("name"), holder.get("holds") == "bot", one["seat"] in news["own"],
        one["is_waited_for"], one["left"],
    )  # fmt: skip
