"""How much one server carries: live tables, steps a second, and how long a step takes to reach the other seat.

    python -m bench.load paced --tables 1000 --every 5 --seconds 40 [--wants json,picture] [--database postgresql]
    python -m bench.load flat --tables 50 --seconds 10 [--database postgresql] [--private] [--peer]
    python -m bench.load grown --stored 1,1000,1000000 --tables 20 [--database postgresql]
    python -m bench.load idle --tables 1000

A server of its own (one process, limits lifted) is started on loopback, with all tables of Mabula seated; the client
is another process, so that each has one of two processors. `paced`: every table plays a step every so many seconds.
`flat`: every table plays its next step as soon as the other seat has seen the last one, with `--peer` on boardgame.io's
server, too (bench/peer_server.py). `grown`: the same beside ever more finished tables in the database. `idle`: what
tables cost at which nothing happens, with and without sockets. A time is from a step's being sent to its being in the
view that the other seat receives; everything is stored before it is acknowledged.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

from bench.frames import PING, PONG, TEXT, frame_of, greeting, take_frame

from ludotheque.table.service.limits import Limits

GAMES = 30  # of each table, one after the other: about 24 steps each


# The server


class NoLimits(Limits):
    """Limits that nothing reaches: all clients come from one address here."""

    def spend(self, act: str, address: str | None = None, account: str | None = None) -> None:
        return


async def serve(url: str, pairs: int, games: int, port: int, stored: int, *, is_private: bool) -> None:
    """Seat everybody, print who they are, and serve, with so many finished tables stored."""
    import uvicorn
    from bench.stored import store_tables

    from ludotheque.log.terms import Terms
    from ludotheque.table.api.app import make_app
    from ludotheque.table.api.lifecycle import open_service
    from ludotheque.table.api.uvicorn_protocols import config_of, spare_collector

    async with open_service(url, bots=1, compile_bots=False, limits=NoLimits()) as service:
        terms = Terms.model_validate({"game": "mabula", "players": 2, "rules": 1, "private": is_private})
        if stored:
            await store_tables(service.store, terms, stored)
        made = []
        for number in range(pairs):
            pair = [await service.people.welcome(f"Player {number} {seat}") for seat in (1, 2)]
            tables = []
            for _ in range(games):
                table, _ = await service.tables.seats.create(pair[0].person, terms)
                for seat, one in enumerate(pair, 1):
                    await service.tables.seats.sit(table, one.person, seat)
                tables.append(table)
            made.append((tables, [one.cookie for one in pair]))
        print(json.dumps(made), flush=True)
        spare_collector()
        config = config_of(make_app(service), host="127.0.0.1", port=port, timeout_graceful_shutdown=1)
        await uvicorn.Server(config).serve()


# The client


class Socket(asyncio.Protocol):
    """One side of a WebSocket, as small as can be: whole text frames, and a mask of zeros."""

    def __init__(self, cookie: str, port: int, hear: Callable[["Socket", dict[str, Any]], None]) -> None:
        self.cookie, self.port, self.hear = cookie, port, hear
        self.buffer = bytearray()
        self.is_open = False
        self.opened = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(greeting(f"127.0.0.1:{self.port}", self.cookie))

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.is_open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self.buffer.startswith(b"HTTP/1.1 101"), bytes(self.buffer[:200])
            del self.buffer[: end + 4]
            self.is_open = True
            self.opened.set_result(None)
        while (frame := take_frame(self.buffer)) is not None:
            if frame[0] == TEXT:
                self.hear(self, json.loads(frame[1]))
            elif frame[0] == PING and self.transport is not None:
                self.transport.write(frame_of(PONG, frame[1]))

    def say(self, message: dict[str, Any]) -> None:
        assert self.transport is not None
        self.transport.write(frame_of(TEXT, json.dumps(message).encode()))


@dataclass(slots=True)
class Playing:
    """A table, as the two who play at it see it."""

    name: str
    sockets: list[Socket] = field(default_factory=list)
    number: int = 0
    sent: float | None = None  # when the step that is under way was sent
    target: int = 0  # the number that its entry has
    turn: dict[str, Any] | None = None  # the view of the seat to move
    is_over: bool = False


@dataclass(slots=True)
class Load:
    """All tables, and what was measured."""

    port: int
    wants: list[str]
    is_flat: bool
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    tables: dict[str, Playing] = field(default_factory=dict)
    later: dict[str, list[str]] = field(default_factory=dict)  # by table: those that its two play afterwards
    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    looking: set[Socket] = field(default_factory=set)  # who has been sent a table
    is_counting: bool = False
    steps: int = 0  # all that were sent

    async def sit_down(self, names: list[str], cookies: list[str]) -> None:
        """Two people with a socket each, who play one table after the other."""
        sockets = []
        loop = asyncio.get_running_loop()
        for cookie in cookies:
            made = loop.create_connection(lambda c=cookie: Socket(f"ludotheque={c}", self.port, self.hear),  # type: ignore[misc]
                                          "127.0.0.1", self.port)  # fmt: skip
            _, one = await made
            await one.opened
            sockets.append(one)
        self.turn_to(names, sockets)

    def turn_to(self, names: list[str], sockets: list[Socket]) -> None:
        """Play the first of these tables, and the others later."""
        self.tables[names[0]] = Playing(names[0], sockets)
        self.later[names[0]] = names[1:]
        for one in sockets:
            one.say({"kind": "watch", "table": names[0], "wants": self.wants})

    def hear(self, one: Socket, message: dict[str, Any]) -> None:
        kind = message["kind"]
        if kind == "table":
            self.look(one, message)
        elif kind == "error" or (kind == "answer" and not message["ok"]):
            self.errors.append(message["text"])

    def look(self, one: Socket, message: dict[str, Any]) -> None:
        table = self.tables.get(message["table"])
        if table is None:  # it is over, and was left
            return
        self.looking.add(one)
        table.number = max(table.number, message["number"])
        if message["stage"] == "over":
            table.is_over = True
        is_turn = bool(message["legal"])
        if is_turn and message["number"] == table.number:
            table.turn = {"socket": one, "number": message["number"], "legal": message["legal"]}
        if table.sent is not None and message["number"] >= table.target and one is not table.sockets[0]:
            if self.is_counting:
                self.times.append(time.perf_counter() - table.sent)
            table.sent = None
        if self.is_flat and table.sent is None:
            if table.is_over:
                self.next_table(table)
            else:
                self.play(table)

    def next_table(self, table: Playing) -> None:
        later = self.later.pop(table.name, None)
        if later == []:
            self.errors.append("no game is left to play")
        if later and table.name in self.tables:
            del self.tables[table.name]
            for one in table.sockets:
                one.say({"kind": "unwatch", "table": table.name})
            self.turn_to(later, table.sockets)

    def play(self, table: Playing) -> None:
        """Send the next step of the seat to move; the other seat's view ends its time."""
        turn, table.turn = table.turn, None
        if turn is None or table.is_over:
            return
        mover = turn["socket"]
        if table.sockets[0] is not mover:  # the mover first, the one who is waited for last
            table.sockets.reverse()
        self.steps += 1
        table.target, table.sent = turn["number"] + 1, time.perf_counter()
        step = self.chance.choice(turn["legal"])
        mover.say({"kind": "play", "table": table.name, "seen": turn["number"], "steps": [step],
                   "id": f"{table.name}-{turn['number']}"})  # fmt: skip


async def play_paced(load: Load, every: float, seconds: float) -> None:
    """Each table a step every so many seconds, evenly spread."""
    tables = list(load.tables.values())
    await asyncio.sleep(1)
    began = time.perf_counter()
    load.is_counting = True
    beats = int(seconds / every) * len(tables)
    for beat in range(beats):
        due = began + beat * every / len(tables)
        if (early := due - time.perf_counter()) > 0:
            await asyncio.sleep(early)
        table = tables[beat % len(tables)]
        if table.sent is None:
            load.play(table)
        else:
            load.errors.append("the last step has not arrived")
    await asyncio.sleep(1.5)


async def play_flat(load: Load, seconds: float) -> None:
    for table in list(load.tables.values()):
        load.play(table)
    await asyncio.sleep(1)
    load.is_counting = True
    await asyncio.sleep(seconds)
    load.is_counting = False


def spent(process: int) -> tuple[float, float]:
    """A process's seconds of processor time, and its memory in MB."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds, int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        port: int = one.getsockname()[1]
        return port


async def measure(given: argparse.Namespace, port: int, made: list[Any], server: int) -> dict[str, Any]:
    load = Load(port, given.wants.split(","), given.mode != "paced")
    for tables, cookies in made:
        await load.sit_down(tables, cookies)
    while len(load.looking) < 2 * len(made):  # everybody has seen their table
        await asyncio.sleep(0.2)
    await asyncio.sleep(1)
    before, began, own = spent(server), time.perf_counter(), time.process_time()
    if given.mode != "paced":
        await play_flat(load, given.seconds)
    else:
        await play_paced(load, given.every, given.seconds)
    wall, after = time.perf_counter() - began, spent(server)
    cuts = quantiles(load.times, n=1000, method="inclusive") if len(load.times) > 1 else [0.0] * 999
    return {
        "tables": given.tables, "wants": given.wants, "database": given.database, "private": given.private,
        "steps": len(load.times), "steps_per_second": round(len(load.times) / given.seconds, 1),
        "p50_ms": round(1000 * cuts[499], 1), "p99_ms": round(1000 * cuts[989], 1),
        "most_ms": round(1000 * max(load.times, default=0), 1), "errors": len(load.errors),
        "first_error": load.errors[0] if load.errors else None,
        "server_cpu": round((after[0] - before[0]) / wall, 2),
        "server_ms_per_step": round(1000 * (after[0] - before[0]) / max(1, load.steps), 2),
        "client_cpu": round((time.process_time() - own) / wall, 2),
        "server_mb": round(after[1]), "mb_before": round(before[1]),
    }  # fmt: skip


@contextmanager
def server_of(url: str, given: argparse.Namespace, games: int, stored: int = 0) -> Iterator[tuple[int, list[Any], int]]:
    """A server in a process of its own: its port, the tables with their people, and the process."""
    port = free_port()
    command = [sys.executable, "-m", "bench.load", "serve", "--database", url, "--tables", str(given.tables)]
    server = subprocess.Popen(
        [*command, "--games", str(games), "--port", str(port), "--stored", str(stored)]
        + (["--private"] if given.private else []),
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        made = json.loads(server.stdout.readline())
        time.sleep(2)
        yield port, made, server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)


def measure_idle(port: int, made: list[Any], process: int) -> dict[str, Any]:
    """The memory of a server whose tables have begun and wait: before anybody looks, and with a socket for each."""

    async def look() -> float:
        load = Load(port, ["json"], is_flat=False)
        for tables, cookies in made:
            await load.sit_down(tables, cookies)
        await asyncio.sleep(3)
        return spent(process)[1]

    before = spent(process)[1]
    after = asyncio.run(look())
    return {"tables": len(made), "mb_before": round(before), "mb_with_sockets": round(after),
            "kb_per_socket": round(1000 * (after - before) / (2 * len(made)), 1)}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["paced", "flat", "grown", "idle", "serve"])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two steps of a table")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--wants", default="json")
    parser.add_argument("--database", default="sqlite", help="sqlite, or postgresql: a throw-away one")
    parser.add_argument("--games", type=int, default=0, help=f"of each table, one after the other (flat: {GAMES})")
    parser.add_argument("--stored", default="0", help="finished tables in the database (grown: several, with commas)")
    parser.add_argument("--private", action="store_true", help="private tables, which have messages")
    parser.add_argument("--peer", action="store_true", help="boardgame.io's server, too")
    parser.add_argument("--port", type=int, default=0)
    given = parser.parse_args()
    if given.mode == "serve":
        stored = int(given.stored)
        asyncio.run(serve(given.database, given.tables, given.games, given.port, stored, is_private=given.private))
        return
    with tempfile.TemporaryDirectory(prefix="ludotheque-bench-") as folder, ExitStack() as stack:
        cluster = None
        if given.database == "postgresql":
            from bench.postgres import Cluster

            cluster = Cluster(Path(folder))
            stack.callback(cluster.stop)
        url = cluster.url if cluster else f"sqlite:///{folder}/house.sqlite"
        for stored in map(int, given.stored.split(",")):
            games = given.games or (1 if given.mode in ("paced", "idle") else GAMES)
            with server_of(url, given, games, stored) as (port, made, process):
                if given.mode == "idle":
                    found = measure_idle(port, made, process)
                else:
                    before, began = cluster.spent() if cluster else 0.0, time.perf_counter()
                    found = asyncio.run(measure(given, port, made, process))
                    if cluster:
                        found["database_cpu"] = round((cluster.spent() - before) / (time.perf_counter() - began), 2)
                print(json.dumps(({"stored": stored} if stored else {}) | found), flush=True)
    if given.peer:
        from bench.peer_server import run_peer

        print(json.dumps({"peer": "boardgame.io", **run_peer(given.tables, given.seconds)}))


if __name__ == "__main__":
    main()
