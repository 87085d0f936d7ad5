"""A seat at a table of a house: its news arrive over a WebSocket, which reconnects by itself."""

import threading
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain, repeat

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from ludotheque.drawing import NO_MARKS, Marks, language
from ludotheque.interop.house import House, Link, checked
from ludotheque.interop.seat.chance_check import ChanceCheck
from ludotheque.interop.seat.receipt_keeper import ReceiptKeeper
from ludotheque.interop.seat.seat import Hint, SeatError, TableSnapshot, check_steps, one_at_a_time, own_seat
from ludotheque.interop.seat.table_snapshot import snapshot_of
from ludotheque.interop.seat.undo_requests import back_acts, outcome_of
from ludotheque.log.rights import GONE_ON
from ludotheque.play.fairness.proof import Proof
from ludotheque.play.fairness.receipt import Receipt
from ludotheque.play.game import Game, game
from ludotheque.play.position import Step
from ludotheque.play.record import Record
from ludotheque.play.view import View
from ludotheque.wire.entry_messages import EntryView, PlayEntry
from ludotheque.wire.field_bounds import Language, read_language
from ludotheque.wire.message_reader import read_message
from ludotheque.wire.requests import (
    Act,
    AnswerAct,
    AskAct,
    Incoming,
    PingCommand,
    PlayAct,
    ResignAct,
    TakeBackAct,
    UnwatchCommand,
    WatchCommand,
)
from ludotheque.wire.table_messages import ErrorMessage, HintResult, TableMessage, TableView, Want

WANTS: tuple[Want, ...] = ("json", "words")
QUIET = 45.0  # seconds without a message after which the connection is pinged
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0)  # seconds between attempts to reconnect, and to open my bytes
OPENING = 10.0  # seconds that connecting may take
BROKEN = (OSError, EOFError, WebSocketException)  # how a connection fails
PASSING = ("broken", "busy", "disk_full")  # temporary errors: the seat stays
MOST = 32_000_000  # bytes of one message

PATHS = {TakeBackAct: "back", AskAct: "ask", AnswerAct: "answer"}  # where acts are sent


class RemoteSeat:
    """My seat at a table of a house; `House.sit` and `House.play` return one."""

    def __init__(
        self, house: House, link: Link, seat: int | None = None, *, keeper: ReceiptKeeper | None = None
    ) -> None:
        self.house, self.link = house, link
        self.language: Language = house.language
        self._asked_seat = seat
        self._check = ChanceCheck(house, link, keeper or house.keeper(link.table))
        self._news = self._fetch(0)
        self._entries: dict[int, EntryView] = {}
        self._line: ClientConnection | None = None
        self._tries, self._said, self._due = 0, 0.0, 0.0
        self._lock, self._waiting = threading.RLock(), threading.Lock()
        self._closed = threading.Event()
        self._hear(self._news)
        self._open_line()
        if self._news.stage == "open":
            threading.Thread(target=self._await_beginning, daemon=True).start()

    # ---- news

    def _fetch(self, after: int) -> TableView:
        return self.house.read(
            TableView, "GET", f"/api/tables/{self.link.table}", after=after, wants=list(WANTS), lang=self.language,
            seat=self._asked_seat, invitation=self.link.invitation,
        )  # fmt: skip

    def _hear(self, news: TableView) -> bool:
        """Take over a table message; True if it has news."""
        with self._lock:
            if news.number < self._news.number:
                if not any(entry.number == 1 for entry in news.entries):
                    return False  # the socket is behind what was fetched since
                self._entries.clear()  # the house restored a backup and sends the whole log
            is_new = bool(news.entries) or news.bots != self._news.bots
            self._entries |= {entry.number: entry for entry in news.entries}
            self._news = news
            if self._check.hear(news):
                self._refresh()
            return is_new

    def _await_beginning(self) -> None:
        """Ask for news until the game begins: nobody may be waiting here when all have sat down, and bytes are due."""
        pauses = chain(PAUSES, repeat(PAUSES[-1]))
        while self._news.stage == "open" and not self._closed.wait(next(pauses)):
            self._refresh()

    @property
    def receipt(self) -> Receipt:
        """What I was told of this table."""
        return self._check.keeper.receipt

    @property
    def proof(self) -> Proof | None:
        """The proof of the chance, checked with my receipt; None until the game is over."""
        return self._check.proof

    def _open_line(self, patience: float = OPENING) -> None:
        scheme, _, rest = self.house.address.partition("://")
        address = f"{'wss' if scheme == 'https' else 'ws'}://{rest}/api/socket"
        try:
            opening = connect(
                address, additional_headers=self.house.headers, max_size=MOST, proxy=None, compression=None,
                open_timeout=min(max(patience, 1.0), OPENING),
            )  # fmt: skip
            line = opening.__enter__()  # closed by `close`, or when it fails
        except BROKEN:
            self._lose_line(None)
            return
        with self._lock:
            if not self._closed.is_set():
                self._line, self._tries = line, 0
                self._watch(self._news.number)
                return
        line.close()

    def _watch(self, after: int) -> None:
        self._tell(
            WatchCommand(
                table=self.link.table, after=after, wants=WANTS, lang=self.language, seat=self._asked_seat,
                invitation=self.link.invitation,
            )
        )  # fmt: skip

    def _tell(self, message: Incoming) -> None:
        if (line := self._line) is not None:
            try:
                line.send(message.model_dump_json(exclude_none=True))
                self._said = time.monotonic()
            except BROKEN:
                self._lose_line(line)

    def _lose_line(self, line: ClientConnection | None) -> None:
        with self._lock:
            if self._line is line:  # the first thread that notices
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
        """Receive one message; True if it has news."""
        try:
            text = line.recv(timeout=timeout)
        except TimeoutError:
            if time.monotonic() - self._said > QUIET / 2:
                self._tell(PingCommand())
            return False
        except BROKEN:
            self._lose_line(line)
            return False
        try:
            message = read_message(text)
        except (ValueError, RecursionError):
            raise SeatError(f"{self.house.address} says something unknown here: is this a Ludothèque?") from None
        match message:
            case TableMessage() if message.table == self.link.table and not self._is_for_another(message):
                return self._hear(message)
            case ErrorMessage() if message.table == self.link.table and message.error not in PASSING:
                raise SeatError(message.text, message.error)
            case _:
                return False

    def _is_for_another(self, news: TableView) -> bool:
        """Whether a message is for another seat of mine than the current one."""
        return self._asked_seat in news.own and news.seat != self._asked_seat

    # ---- snapshots

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(self._news.own)

    @property
    def game(self) -> Game:
        return game(self._news.terms.game)

    def speak(self, code: str) -> None:
        self.language = read_language(language(code).code)
        self._turn_to(self._asked_seat)

    def look(self, seat: int | None = None) -> TableSnapshot:
        news, entries = self._seen(seat)
        marks = marks_of_entries(entries)
        return snapshot_of(
            news, entries, self._view(news), marks, self.language, fairness=self._check.words(news, self.language),
            is_lost=self._line is None,
        )  # fmt: skip

    def _seen(self, asked: int | None) -> tuple[TableView, list[EntryView]]:
        """The table and its entries as one of my seats sees them; while disconnected, the seat that looked last."""
        with self._lock:
            seat = own_seat(self._news.own, self._news.waited_for or (), asked)
            if seat != self._news.seat and (asked or self._line is not None):
                try:
                    self._turn_to(seat)
                except SeatError as error:
                    if asked or error.kind != "away":
                        raise
            return self._news, [self._entries[number] for number in sorted(self._entries)]

    def _turn_to(self, seat: int | None) -> None:
        """Switch to the view of another seat of mine."""
        with self._lock:
            before, self._asked_seat = self._asked_seat, seat
            try:
                self._hear(self._fetch(0))
            except SeatError:
                self._asked_seat = before
                raise
            self._tell(UnwatchCommand(table=self.link.table))
            self._watch(self._news.number)

    def _view(self, news: TableView) -> View | None:
        if news.view is None:
            return None
        return self.game.view_from_json(news.view, news.seat, board_text=news.terms.board)

    # ---- acts

    def play(self, steps: Sequence[str], seat: int | None = None) -> None:
        snapshot = self.look(seat)
        if snapshot.view is not None:
            check_steps(snapshot.view, steps)
        with checked():
            act = PlayAct(seen=snapshot.number, steps=tuple(steps), id=uuid.uuid4().hex, seat=snapshot.seat)
        try:
            self._act("steps", act)
        except SeatError as error:
            self._refresh()
            if error.kind == "stale":
                raise SeatError(language(self.language).say(GONE_ON), "stale") from None
            raise

    def take_back(self, seat: int | None = None) -> str:
        for act in back_acts(self._news, seat or self._news.seat):
            self._act(PATHS[type(act)], act)
        return outcome_of(self._news, self.language)

    def hint(self, seat: int | None = None) -> Hint:
        path, act = f"/api/tables/{self.link.table}/hint", Act(seat=seat or self._news.seat)
        found = self.house.read(HintResult, "POST", path, act, lang=self.language)
        return Hint(tuple(found.steps), tuple(found.words), tuple(found.reason))

    def resign(self, seat: int | None = None) -> None:
        self._act("resign", ResignAct(seat=seat or self._news.seat))

    def _act(self, what: str, act: Act) -> None:
        self.house.ask("POST", f"/api/tables/{self.link.table}/{what}", act)
        self._refresh()

    def _refresh(self) -> None:
        """Fetch the result of an act now, since the socket may be slower. The act is done even if this fails."""
        with self._lock, suppress(SeatError):
            self._hear(self._fetch(self._news.number))

    def record(self) -> Record:
        return self.house.record(self.link)

    def close(self) -> None:
        self._closed.set()
        if (line := self._line) is not None:
            line.close()


def marks_of_entries(entries: Sequence[EntryView]) -> Marks:
    """Marks for the latest steps in effect; without action numbers, which text pictures do not read."""
    for entry in reversed(entries):
        if isinstance(entry, PlayEntry) and not entry.withdrawn and entry.steps:
            return Marks(last=tuple(Step(entry.seat, -1, text) for text in entry.steps))
    return NO_MARKS
