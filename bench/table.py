"""What a table costs: bytes in the database, processor time of a step, of what a seat is sent, memory of a table state.

    python -m bench.table [GAME ...] [--games N] [--json]
    python -m bench.table --server

Whole random games are played through `Tables` on SQLite in a temporary folder. Times are processor time of the whole
process, and medians; nothing here depends on how long a disk or another program takes. For the bytes, the games are
stored many times over, in the order in which a busy house would write them, so that pages are full as in a large one.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import tracemalloc
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean, median
from typing import Any
from urllib.request import Request, urlopen

from sqlalchemy import event
from websockets.sync.client import connect

from ludotheque import NAMES, game
from ludotheque.log.entry_replay import apply_entry
from ludotheque.log.projection.subscription import Subscription, shown_entries
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import Terms
from ludotheque.play.choice import is_half_made
from ludotheque.table.people.people import People, Person
from ludotheque.table.registry.completion import finish
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service import acts
from ludotheque.table.storage.store import Store
from ludotheque.wire.requests import PlayAct
from ludotheque.wire.settings import Settings
from ludotheque.wire.table_messages import Want, news, to_text

SEATS = {"mabula": 2, "marabunta": 2, "makabana": 4, "junglerumble": 4}
WANTS: tuple[Want, ...] = ("json", "picture", "words")
LOOKS = 12  # of each game, at which what a seat is sent is measured
STORED = 400  # tables in the database whose bytes are counted
COPIED = ("entries", "answers", "seats", "results")  # what is written for a table, besides its own row


@dataclass(slots=True)
class Sent:
    """Seconds and bytes of each message made for a seat."""

    seconds: list[float] = field(default_factory=list)
    size: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Measured:
    """All that was measured of one game."""

    steps: list[float] = field(default_factory=list)  # seconds of each accepted request
    sent: dict[Want, Sent] = field(default_factory=lambda: {want: Sent() for want in WANTS})
    opened: list[float] = field(default_factory=list)  # seconds to read a finished table and replay it
    memory: list[int] = field(default_factory=list)  # bytes of its table state
    statements: int = 0  # that the database was sent for them
    tables: list[str] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Costs:
    """The figures of one game."""

    game: str
    players: int
    games: int
    entries: float  # of a table
    entry_bytes: float  # the text of one
    bytes_per_entry: float  # in the database, with all that is written with it
    bytes_per_table: float
    entries_bytes: float  # of a table: its log,
    answers_bytes: float  # and the answers to its requests
    statements: float  # to the database, for one accepted step
    step_ms: float
    open_ms: float
    course_kb: float
    sent_ms: dict[str, float]
    sent_kb: dict[str, float]


@contextmanager
def timed(into: list[float]) -> Iterator[None]:
    """Note the processor time of what is done inside."""
    began = time.process_time()
    yield
    into.append(time.process_time() - began)


@contextmanager
def counted(store: Store, found: Measured) -> Iterator[None]:
    """Count the statements that the database is sent inside, but for those that begin and end transactions."""

    def count(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        found.statements += not statement.startswith("BEGIN")

    engines = [engine.sync_engine for engine in (store._reader, store._writer)]
    for engine in engines:
        event.listen(engine, "before_cursor_execute", count)
    yield
    for engine in engines:
        event.remove(engine, "before_cursor_execute", count)


def people(count: int) -> list[Person]:
    return [Person(f"{one:016x}", f"Person {one}", False, False, Settings(), 0.0) for one in range(count)]


def terms_of(name: str) -> Terms:
    return Terms.model_validate(
        {"game": name, "players": SEATS[name], "rules": game(name).rules_version, "seating": "chosen"}
    )


def choose(state: TableState, seat: int, chance: random.Random) -> tuple[str, ...]:
    """A whole choice of a seat, at random."""
    assert state.position is not None
    position, steps = state.position, list[str]()
    while not steps or is_half_made(position, seat):
        step = chance.choice(position.legal(seat))
        steps.append(step.text)
        position = position.play(step)
    return tuple(steps)


async def play_game(house: Tables, name: str, chance: random.Random, found: Measured) -> None:
    """A whole random game, request by request."""
    seated = people(SEATS[name])
    table, _ = await house.seats.create(seated[0], terms_of(name))
    for seat, person in enumerate(seated, 1):
        await house.seats.sit(table, person, seat)
    state = (await house.registry.find(table)).state
    while not state.is_over:
        seat = chance.choice(state.waited_for)
        request = PlayAct(seen=state.number, steps=choose(state, seat, chance), id=str(uuid.uuid4()))
        with timed(found.steps), counted(house.store, found):
            answer = await acts.play(house, table, seated[seat - 1], request)
        assert answer.ok, answer
    await finish(house, table)
    found.tables.append(table)
    found.entries.append(state.number)


def look(state: TableState, found: Measured) -> None:
    """Make what a seat is sent after an entry, at some moments of a game."""
    now = TableState(state.terms)
    moments = {round(state.number * (one + 1) / (LOOKS + 1)) for one in range(LOOKS)}
    for logged in state.log:
        known = {seat: shown_entries(now, seat) for seat in now.holders} if logged.number in moments else {}
        apply_entry(now, logged)
        if known and now.has_begun:
            seat = (now.waited_for or (1,))[0]
            for want, sent in found.sent.items():
                subscription = Subscription((want,), after=now.number - 1, _known=known[seat])
                with timed(sent.seconds):
                    text = to_text(news(subscription.news(now, "table", (seat,), seat), None))
                sent.size.append(len(text.encode()))


async def open_again(house: Tables, table: str, found: Measured) -> TableState:
    """Read a table that is not in memory, for the time; and once more, for the memory."""
    house.registry.live.clear()
    with timed(found.opened):
        await house.registry.find(table)
    house.registry.live.clear()
    gc.collect()
    tracemalloc.start()
    live = await house.registry.find(table)
    gc.collect()
    found.memory.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    return live.state


async def play_games(url: str, name: str, games: int) -> Measured:
    """Everything but the bytes."""
    store = await Store.open(url)
    try:
        house, found, chance = Tables(store, People(store)), Measured(), random.Random(7)
        await play_game(house, name, chance, Measured())  # the first one loads what all need
        for _ in range(games):
            await play_game(house, name, chance, found)
        for table in found.tables:
            look(await open_again(house, table, found), found)
    finally:
        await store.close()
    return found


def count_bytes(file: Path, tables: list[str]) -> tuple[float, dict[str, float]]:
    """The bytes of an entry's text, and those by which each part of the database grows with a table."""
    marks = ",".join("?" * len(tables))
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        text = database.execute(f'SELECT avg(length(body)) FROM entries WHERE "table" IN ({marks})', tables)  # noqa: S608
        entry = float(text.fetchone()[0])
        database.execute("VACUUM")
        database.execute("BEGIN")
        database.execute("CREATE TEMP TABLE copy (old TEXT, new TEXT)")
        copies = [(table, uuid.uuid4().hex[:10]) for table in tables for _ in range(STORED // len(tables))]
        database.executemany("INSERT INTO temp.copy VALUES (?, ?)", copies)
        grown = {}
        for table in ("tables", *COPIED):
            before = size_of(database)
            copy_rows(database, table)
            grown[table] = (size_of(database) - before) / len(copies)
        database.execute("COMMIT")
        return entry, grown


def copy_rows(database: sqlite3.Connection, table: str) -> None:
    """Store rows again under the names of the copies; the oldest first, as if all tables were played at once."""
    key = "id" if table == "tables" else "table"
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    chosen = ", ".join("copy.new" if one == key else f'{table}."{one}"' for one in columns)
    order = {"entries": "number", "answers": "at"}.get(table, "copy.new")
    names = ", ".join(f'"{one}"' for one in columns)
    database.execute(f"INSERT INTO {table} ({names}) SELECT {chosen} FROM {table}"  # noqa: S608
                     f' JOIN temp.copy ON copy.old = {table}."{key}" ORDER BY {order}')  # fmt: skip


def size_of(database: sqlite3.Connection) -> int:
    pages, page = (database.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "page_size"))
    return int(pages * page)


def measure(name: str, games: int) -> Costs:
    """The figures of a game."""
    one = game(name)
    if one.engine.is_prepared:
        one.prepare(None)
    with tempfile.TemporaryDirectory(prefix="ludotheque-bench-") as folder:
        file = Path(folder) / "house.sqlite"
        found = asyncio.run(play_games(f"sqlite:///{file}", name, games))
        entry, grown = count_bytes(file, found.tables)
    entries, table = fmean(found.entries), sum(grown.values())
    return Costs(
        name, SEATS[name], games, entries, entry, table / entries, table, grown["entries"], grown["answers"],
        found.statements / len(found.steps), 1000 * median(found.steps),
        1000 * median(found.opened), median(found.memory) / 1000,
        {want: 1000 * median(sent.seconds) for want, sent in found.sent.items()},
        {want: median(sent.size) / 1000 for want, sent in found.sent.items()},
    )  # fmt: skip


def row_of(one: Costs) -> str:
    """A line of the table in docs/load.md."""
    sent = " | ".join(f"{one.sent_ms[want]:.1f} ms, {one.sent_kb[want]:.1f} kB" for want in WANTS)
    return (
        f"| {game(one.game).title}, {one.players} | {one.entries:.0f} | {one.entry_bytes:.0f} | "
        f"{one.bytes_per_entry:.0f} | {one.bytes_per_table / 1000:.0f} kB | "
        f"{one.entries_bytes / 1000:.0f} kB | {one.answers_bytes / 1000:.0f} kB | {one.statements:.1f} | "
        f"{one.step_ms:.1f} ms | {sent} | "
        f"{one.open_ms:.0f} ms | {one.course_kb:.0f} kB |"
    )


class Guest:
    """A client of a server that this script has started."""

    def __init__(self, house: str) -> None:
        self.house, self.cookie = house, ""
        answer = self._open("/api/guests", {"name": "Ada"})
        self.cookie = str(answer.headers["set-cookie"]).partition(";")[0]

    def _open(self, path: str, body: dict[str, Any] | None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        return urlopen(Request(self.house + path, data, headers), timeout=20)  # noqa: S310

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return json.load(self._open(path, body))


def spent(process: int) -> tuple[float, float]:
    """A process's seconds of processor time, and its memory in MB."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds, int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def measure_server() -> None:
    """Start a server; what its start, a step over HTTP and a socket cost it. Its bots are not counted."""
    command = [str(Path(sys.executable).with_name("ludotheque")), "serve", "--port", "0", "--bots", "1"]
    with tempfile.TemporaryDirectory(prefix="ludotheque-bench-") as folder:
        server = subprocess.Popen(
            [*command, "--database", f"sqlite:///{folder}/house.sqlite"], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            guest = Guest(server.stdout.readline().split()[-1])
            seconds, memory = spent(server.pid)
            print(f"start: {seconds:.1f} s, {memory:.0f} MB")
            table = play_over_http(guest, server.pid)
            open_sockets(guest, table, server.pid)
        finally:
            began = time.monotonic()
            server.send_signal(signal.SIGTERM)
            server.wait(20)
            print(f"stop: {time.monotonic() - began:.1f} s by the clock")


def play_over_http(guest: Guest, process: int) -> str:
    """A game of Mabula in hot seat, every request a step."""
    table: str = guest.ask("/api/tables", {"game": "mabula", "players": 2})["table"]
    for seat in (1, 2):
        guest.ask(f"/api/tables/{table}/seats/{seat}", {})
    steps, seconds = 0, 0.0
    while legal := (now := guest.ask(f"/api/tables/{table}"))["legal"]:
        before, _ = spent(process)
        wish = {"seen": now["number"], "steps": legal[:1], "id": str(uuid.uuid4()), "seat": now["waited_for"][0]}
        guest.ask(f"/api/tables/{table}/steps", wish)
        steps, seconds = steps + 1, seconds + spent(process)[0] - before
    print(f"step over HTTP: {1000 * seconds / steps:.0f} ms, mean of {steps}")
    return table


def open_sockets(guest: Guest, table: str, process: int, many: int = 25) -> None:
    """Sockets that watch a table: how much memory each takes."""
    with ExitStack() as stack:
        sockets = []
        for one in range(many + 1):
            if one == 1:  # the first loads what all need
                _, before = spent(process)
            address = guest.house.replace("http", "ws") + "/api/socket"
            sockets.append(stack.enter_context(connect(address, additional_headers={"Cookie": guest.cookie})))
            sockets[-1].send(json.dumps({"kind": "watch", "table": table}))
            sockets[-1].recv(10)
        print(f"socket: {1000 * (spent(process)[1] - before) / many:.0f} kB, mean of {many}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="all of them by default")
    parser.add_argument("--games", type=int, default=2, help="of each title")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--server", action="store_true", help="a running server instead: start, step, socket, stop")
    given = parser.parse_args()
    if given.server:
        measure_server()
        return
    for name in given.names or NAMES:
        costs = measure(name, given.games)
        print(json.dumps(asdict(costs)) if given.json else row_of(costs), flush=True)


if __name__ == "__main__":
    main()
