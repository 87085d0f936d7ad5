"""A house on the network, from Python: come in, make tables and sit down at them, take games home and bring them back.

>>> from ludotheque.interop.house import House, Link
>>> Link.read("http://127.0.0.1:8000/table/tcgtesuh75?ply=12")
Link(house='http://127.0.0.1:8000', table='tcgtesuh75', invitation=None, ply=12)
"""

import hashlib
import json
import os
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from http.cookiejar import LWPCookieJar
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, parse_qs, quote, urlencode, urlsplit
from urllib.request import (
    HTTPCookieProcessor,
    HTTPRedirectHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

from pydantic import BaseModel, ValidationError

from ludotheque.drawing import language as find_language
from ludotheque.interop.seat.receipt_keeper import ReceiptKeeper
from ludotheque.interop.seat.seat import SeatError
from ludotheque.play.plain_text import clean
from ludotheque.play.position import Position
from ludotheque.play.record import Record
from ludotheque.wire.account_messages import NewGuest
from ludotheque.wire.field_bounds import Language, read_language
from ludotheque.wire.message_reader import read_answer, read_json
from ludotheque.wire.table_messages import Problem, TableView
from ludotheque.wire.table_requests import GameListed, Joining, MadeTable, NewTable, Origin, Taking

if TYPE_CHECKING:
    from ludotheque.interop.seat.remote_seat import RemoteSeat

PATIENCE = 60.0  # seconds that an answer may take
LOCAL = ("localhost", "127.0.0.1", "::1")  # reached without a proxy
MOST = 32_000_000  # bytes that an answer may have

T = TypeVar("T")
Query = str | int | list[str] | None  # a query parameter; None is omitted


@dataclass(frozen=True, slots=True)
class Link:
    """The address of a table, as browsers show it and people share it."""

    house: str
    table: str
    invitation: str | None = None
    ply: int | None = None

    @classmethod
    def read(cls, text: str) -> "Link":
        """Parse an address; raises a SeatError that shows a valid one."""
        text = text if isinstance(text, str) else repr(text)
        parts = _split(text)
        found = re.fullmatch(r"(.*)/table/([a-z0-9]{1,40})(?:/.*)?", parts.path)
        if found is None:
            raise SeatError(
                f"{text[:80]!r} is no address of a table: one looks like http://127.0.0.1:8000/table/abcdefgh"
            )
        given = parse_qs(parts.query)
        ply = given.get("ply", [""])[0] or parts.fragment.removeprefix("ply=")
        if ply and not re.fullmatch("[0-9]{1,6}", ply, re.ASCII):
            ply = ""
        house = f"{parts.scheme}://{parts.netloc}{found[1]}"
        return cls(house, found[2], given.get("invitation", [None])[0], int(ply) if ply else None)

    def __str__(self) -> str:
        asked = {"invitation": self.invitation, "ply": self.ply}
        query = urlencode({key: value for key, value in asked.items() if value is not None})
        return f"{self.house}/table/{self.table}" + (f"?{query}" if query else "")


def _split(text: str) -> SplitResult:
    """Split an address; without a scheme it is `http://`."""
    address = text.strip() if "://" in text else f"http://{text.strip()}"
    try:
        parts = urlsplit(address)
        is_good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        is_good = False
    if not is_good or "@" in parts.netloc or re.search(r"[\s\x00-\x1f]", address):
        raise SeatError(f"{text[:80]!r} is no address of a house: one looks like http://127.0.0.1:8000")
    return parts


@contextmanager
def checked() -> Iterator[None]:
    """Turn the ValidationError of a request into a SeatError of one line."""
    try:
        yield
    except ValidationError as error:
        first = error.errors()[0]
        raise SeatError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None


class NoDetours(HTTPRedirectHandler):
    """Follows no redirects, so that no other server gets the cookie or token."""

    def redirect_request(self, *given: Any) -> None:
        return None


class House:
    """A client of a house, as a guest with a name, or with `token` as an account's program.

    The folder `kept` stores guests' cookies: the same name is the same person another day. The folder `receipts` stores
    what I was told of each table, and my bytes for its draws: without it, they last as long as this process.
    """

    def __init__(
        self, address: str, name: str | None = None, *, token: str | None = None, language: str = "en",
        kept: Path | None = None, receipts: Path | None = None,
    ) -> None:  # fmt: skip
        parts = _split(address)
        self.address = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        if token is not None and not re.fullmatch("[!-~]{1,400}", token):
            raise SeatError("token: one word of letters, digits and signs, as the house has shown it")
        self.language: Language = read_language(find_language(language).code)
        self._token = token
        self._jar, self._kept = LWPCookieJar(), kept
        self._receipts, self._who = receipts, token or ""
        self._keepers: dict[str, ReceiptKeeper] = {}
        proxy = ProxyHandler({}) if parts.hostname in LOCAL else ProxyHandler()
        self._opener: OpenerDirector = build_opener(proxy, NoDetours, HTTPCookieProcessor(self._jar))
        if name is not None:
            self.come_in(name)

    def __repr__(self) -> str:
        return f"<house at {self.address}>"

    # ---- requests

    @property
    def headers(self) -> dict[str, str]:
        """The headers that authenticate me, for requests and the socket."""
        if self._token:
            return {"Authorization": f"Bearer {self._token}"}
        cookies = "; ".join(f"{one.name}={one.value}" for one in self._jar)
        return {"Cookie": cookies} if cookies else {}

    def ask(
        self, method: str, path: str, body: "BaseModel | Mapping[str, object] | None" = None, **query: Query
    ) -> Any:
        """Send a request and parse the answer as JSON; raises a SeatError if the house refuses or does not answer."""
        try:
            return read_json(self._send(method, path, body, query))
        except (ValueError, RecursionError) as error:
            if isinstance(error, SeatError):
                raise
            raise SeatError(f"{self.address} answers, but not with JSON: is this a Ludothèque?", "away") from None

    def read(self, kind: type[T], method: str, path: str, body: BaseModel | None = None, **query: Query) -> T:
        """Like `ask`, with the answer parsed as a class of the protocol (`ludotheque.wire`)."""
        text = self._send(method, path, body, query)
        try:
            return read_answer(kind, text)
        except (ValueError, RecursionError):
            raise SeatError(f"{self.address} answers in a way unknown here: is this a Ludothèque?", "away") from None

    def _send(
        self, method: str, path: str, body: "BaseModel | Mapping[str, object] | None", query: Mapping[str, Query]
    ) -> str:
        asked = urlencode({key: value for key, value in query.items() if value is not None}, doseq=True)
        address = self.address + quote(path) + (f"?{asked}" if asked else "")
        headers = {"Content-Type": "application/json", "Accept-Language": self.language, **self._authorization()}
        data = None if body is None and method == "GET" else _written(body).encode()
        request = Request(address, data, headers, method=method)  # noqa: S310  http or https: `_split` has looked
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return str(answer.read(MOST).decode("utf-8"))
        except HTTPError as error:
            raise _problem(error) from None
        except (URLError, HTTPException, TimeoutError, OSError, UnicodeError) as error:
            why = clean(str(getattr(error, "reason", error)))
            raise SeatError(f"no house answers at {self.address} ({why}): is it open?", "away") from None

    def _authorization(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}"} if self._token else {}

    # ---- guests and tables

    def come_in(self, name: str) -> None:
        """Sign in as a guest; with `kept`, as the guest who used this name before."""
        self._who = name
        file = self._kept and self._kept / f"{self._file_stem(name)}.cookies"
        if file and self._is_remembered(file):
            return
        with checked():
            guest = NewGuest(name=name, language=self.language)
        self.ask("POST", "/api/guests", guest)
        if file:
            self._remember(file)

    def _file_stem(self, who: str) -> str:
        """The files of a person in a house: the host for people to read, and a hash that is unique."""
        host = re.sub("[^a-z0-9.]+", "-", urlsplit(self.address).netloc.lower())[:60]
        whose = f"{self.address} {who.strip()}".encode("utf-8", "surrogatepass")
        return f"{host}-{hashlib.sha256(whose).hexdigest()[:16]}"

    def keeper(self, table: str) -> ReceiptKeeper:
        """The keeper of my receipt of a table: one for all my seats there."""
        if table not in self._keepers:
            file = self._receipts and self._receipts / f"{self._file_stem(self._who)}-{table}.receipt"
            self._keepers[table] = ReceiptKeeper(table, file)
        return self._keepers[table]

    def _is_remembered(self, file: Path) -> bool:
        """Whether a file has my cookie, and the house still knows it."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the jar warns at length about a broken file
                self._jar.load(str(file), ignore_discard=True)
            self.ask("GET", "/api/me")
        except SeatError as error:
            if error.kind != "forbidden":
                raise
        except (OSError, ValueError):
            pass  # no such file, or a broken one
        else:
            return True
        self._jar.clear()
        return False

    def _remember(self, file: Path) -> None:
        """Store my cookie, readable for me alone; if that fails, it lasts for this process only."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            file.unlink(missing_ok=True)
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
                out.write("#LWP-Cookies-2.0\n" + self._jar.as_lwp_str(ignore_discard=True))
        except OSError:
            return

    def make(self, game: str, players: int | None = None, **terms: Any) -> Link:
        """Make a table; returns its link with the invitation. `terms` are those of `POST /api/tables`."""
        if players is None:
            listed = self.read(list[GameListed], "GET", "/api/games")
            players = next((one.players[0] for one in listed if one.game == game), 2)
        with checked():
            wanted = NewTable(game=game, players=players, **terms)
        made = self.read(MadeTable, "POST", "/api/tables", wanted)
        return Link(self.address, made.table, made.invitation)

    def put_bots(self, link: Link, level: str, seats: range | list[int]) -> None:
        """Seat bots of a level at a table that I made."""
        for seat in seats:
            with checked():
                taking = Taking(level=level)
            self.ask("POST", f"/api/tables/{link.table}/seats/{seat}", taking)

    def sit(self, link: "Link | str", seat: int | None = None) -> "RemoteSeat":
        """Take a seat at a table: the given one, else the one I have, else the first free one.

        I commit to random bytes, which go into every draw.
        """
        from ludotheque.interop.seat.remote_seat import RemoteSeat

        where = self._mine(link)
        keeper = self.keeper(where.table)
        with checked():
            joining = Joining(invitation=where.invitation, commitment=keeper.commit())
        self.ask("POST", f"/api/tables/{where.table}/" + ("join" if seat is None else f"seats/{seat}"), joining)
        return RemoteSeat(self, where, keeper=keeper)

    def play(
        self, game: str, players: int | None = None, level: str = "casual", *, seat: int = 1, **terms: Any
    ) -> "RemoteSeat":
        """Make a table, take a seat and put bots of a level into the others."""
        link = self.make(game, players, seating="chosen", **terms)
        return self._begin(link, seat, level)

    def _begin(self, link: Link, seat: int, level: str) -> "RemoteSeat":
        count = len(self.read(TableView, "GET", f"/api/tables/{link.table}").seats)
        self.put_bots(link, level, [one for one in range(1, count + 1) if one != seat])
        return self.sit(link, seat)

    # ---- records and positions

    def record(self, link: "Link | str", board: str | Path | None = None) -> Record:
        """The record of a table, without what is hidden from me; `board` is the file of a custom board."""
        where = self._mine(link)
        text = self._send("GET", f"/api/tables/{where.table}/record", None, {"invitation": where.invitation})
        return Record.read(text, board)

    def position(self, link: "Link | str") -> Position:
        """The position of a link with its history; without a ply, the last one."""
        where = self._mine(link)
        record = self.record(where)
        return record.at(len(record.steps) if where.ply is None else where.ply)

    def open(self, position: "Position | Record", level: str = "club", seat: int | None = None) -> Link:
        """Make a table that continues from a position, with me in the seat to move; returns its link."""
        position = position if isinstance(position, Position) else position.at(len(position.steps))
        if position.is_over:
            raise SeatError("this game is over: open a position of it that goes on, such as record.at(12)")
        if position.setup.start is None:
            raise SeatError("this position was set up, not played: a table needs a game with a beginning")
        opening = Origin(record=str(position.record(None)), ply=position.ply)
        made = self.make(position.game.name, position.players, seating="chosen", opening=opening)
        mine = seat or next((one for one in position.actors if one), 1)
        self._begin(made, mine, level).close()
        return made

    def _mine(self, link: "Link | str") -> Link:
        """A link of this house, from a whole address or a table's id."""
        if isinstance(link, str) and re.fullmatch("[a-z0-9]{1,40}", link):
            return Link(self.address, link)
        where = Link.read(link) if isinstance(link, str) else link
        if where.house != self.address:
            raise SeatError(f"{where} is in another house than {self.address}")
        return where


def _written(body: "BaseModel | Mapping[str, object] | None") -> str:
    """The JSON body of a request, without the None values of a protocol message."""
    return body.model_dump_json(exclude_none=True) if isinstance(body, BaseModel) else json.dumps(body or {})


def _problem(error: HTTPError) -> SeatError:
    """The SeatError for an error response, in the house's own words if it is one of ours."""
    try:
        told = read_answer(Problem, error.read(100_000))
        return SeatError(told.text, told.error)
    except (ValueError, RecursionError, OSError):
        elsewhere = error.headers.get("Location")
        hint = f"it has moved to {elsewhere[:200]!r}" if elsewhere else "is this a Ludothèque?"
        return SeatError(f"the house answers {error.code} {clean(str(error.reason))}: {hint}", "away")
