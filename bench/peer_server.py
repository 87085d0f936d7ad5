"""A peer of the load benchmark: boardgame.io's own server, playing the same Mabula.

    npm ci --prefix bench/boardgameio                            once: nothing is fetched later
    python -m bench.peer_server check --games 300                its rules against our engine's
    python -m bench.peer_server run --tables 50 --seconds 10     as `bench.load flat`, and with the same names

Both seats of every match have a socket. A table plays its next step as soon as the other seat has received the last
one, and a new match when one is over. The steps are those of random games that our engine has played beforehand, so
that the client has next to nothing to do. The peer is given the benefit of the doubt: it keeps matches in memory
alone, all are made before the clock starts, and it does not send the legal moves, as ours does.
"""

import argparse
import asyncio
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import quantiles
from typing import Any

from bench import load
from bench.frames import TEXT, frame_of, greeting, take_frame

FOLDER = Path(__file__).parent / "boardgameio"
GAMES = 300  # random games that are recorded; matches repeat them
MATCHES_PER_SECOND = 500  # more than the peer can end: some 11,000 steps
PATH = "/socket.io/?EIO=4&transport=websocket"
NUMBER = re.compile(rb'"_stateID":(\d+)')  # the first is the state's own, the others are the log's

CHECK = """
const { readFileSync } = require('node:fs');
const { INVALID_MOVE } = require('boardgame.io/core');
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
const { Mabula, PUSHES, legal } = require('./mabula.js');

console.error = () => {};  // where the library tells of each move that it refuses
const reduce = CreateGameReducer({ game: Mabula });
const push = (text, playerID) => ({ type: 'MAKE_MOVE', payload: { type: 'push', args: [text], playerID } });
const isRefused = (state, text, playerID) => reduce(state, push(text, playerID)).transients?.error !== undefined;

function look(state) {
  const moves = legal(state.G), { currentPlayer, gameover = null } = state.ctx;
  const texts = [...PUSHES.keys(), '', 'b1', 'a1-a2', 'c3-c4', 'b8-b1', null, 7];
  const others = texts.filter((text) => !moves.includes(text));
  const refuses = others.every((text) => Mabula.moves.push({ G: state.G }, text) === INVALID_MOVE)
    && isRefused(state, others[0], currentPlayer) && isRefused(state, moves[0], String(1 - currentPlayer));
  return { G: state.G, legal: moves, player: gameover ? null : currentPlayer, gameover, refuses };
}

const games = JSON.parse(readFileSync(process.argv[1], 'utf8'));
console.log(JSON.stringify(games.map(({ setup, steps }) => {
  let state = InitializeGame({ game: Mabula, numPlayers: 2, setupData: setup });
  const seen = [look(state)];
  for (const [player, text] of steps) {
    state = reduce(state, push(text, String(player)));
    seen.push(look(state));
  }
  return seen;
})));
"""


class NoPeerError(Exception):
    """boardgame.io is not installed here."""


def find_node() -> str:
    """The path of Node. Raises NoPeerError, with what to do, if it or boardgame.io is missing."""
    node = shutil.which("node")
    if node is None or not (FOLDER / "node_modules" / "boardgame.io").is_dir():
        raise NoPeerError("boardgame.io is missing: with Node 20 or later, run `npm ci --prefix bench/boardgameio`")
    return node


# Games of our engine


@dataclass(frozen=True, slots=True)
class Recorded:
    """A random game: what it starts from, its steps by player ("0" or "1"), and the position after each."""

    setup: dict[str, str]
    steps: list[tuple[int, str]]
    positions: list[Any]


def record_games(count: int, scorings: tuple[str, ...] = ("largest",)) -> list[Recorded]:
    from ludotheque import game

    mabula, chance, games = game("mabula"), random.Random(7), []
    for number in range(count):
        positions = [mabula.start(seed=number, scoring=scorings[number % len(scorings)])]
        while not positions[-1].is_over:
            positions.append(positions[-1].play(chance.choice(positions[-1].legal())))
        header = positions[0].record().header
        steps = [(step.seat - 1, step.text) for step in positions[-1].steps]
        games.append(Recorded({key: header[key] for key in ("start", "scoring")}, steps, positions))
    return games


def expected(position: Any) -> dict[str, Any]:
    """The peer's state that corresponds to a position."""
    outcome = position.outcome
    scores = [{"total": one.total, "parts": one.parts} for one in position.scores]
    ends = outcome and {
        "scores": list(outcome.scores), "places": list(outcome.places), "winners": list(outcome.winners)
    }  # fmt: skip
    return {
        "G": position.to_fields() | {"scores": scores},
        "legal": [step.text for step in position.legal()],
        "player": None if outcome else str(position.actors[0] - 1),
        "gameover": ends,
        "refuses": True,
    }


def check_rules(count: int) -> dict[str, Any]:
    """Replay random games of our engine on the peer's rules; what differs, if anything."""
    node, games = find_node(), record_games(count, ("largest", "product"))
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump([{"setup": one.setup, "steps": one.steps} for one in games], file)
        file.flush()
        said = subprocess.run([node, "-e", CHECK, file.name], cwd=FOLDER, check=True, capture_output=True, text=True)
    pairs = [
        (expected(position), seen)
        for one, all_seen in zip(games, json.loads(said.stdout), strict=True)
        for position, seen in zip(one.positions, all_seen, strict=True)
    ]
    different = [pair for pair in pairs if pair[0] != pair[1]]
    movers = [[player for player, _ in one.steps] for one in games]
    return {
        "games": len(games), "positions": len(pairs),
        "passes": sum(a == b for one in movers for a, b in pairwise(one)),
        "draws": sum(len(one.positions[-1].outcome.winners) == 2 for one in games),
        "different": len(different), "first": different[0] if different else None,
    }  # fmt: skip


# The client


@dataclass(frozen=True, slots=True)
class Match:
    """A match that is ready to be played, and the steps that will be."""

    name: str
    credentials: list[str]  # by player
    steps: list[tuple[int, str]]


class Seat(asyncio.Protocol):
    """One seat's socket: Engine.IO's packets, and in them Socket.IO's."""

    def __init__(self, player: int, port: int, playing: "Playing") -> None:
        self.player, self.port, self.playing = player, port, playing
        self.table: Table | None = None
        self.buffer = bytearray()
        self.is_open = False
        self.opened = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(greeting(f"127.0.0.1:{self.port}", "", PATH))

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the peer's server has closed a socket that was just opened"))
        self.playing.lost(error)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.is_open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self.buffer.startswith(b"HTTP/1.1 101"), bytes(self.buffer[:200])
            del self.buffer[: end + 4]
            self.is_open = True
        while (frame := take_frame(self.buffer)) is not None:
            if frame[0] == TEXT:
                self.hear(frame[1])

    def hear(self, packet: bytes) -> None:
        if packet.startswith((b'42/mabula,["update"', b'42/mabula,["sync"')):
            if self.table is not None and self.table.mark in packet[:60]:
                found = NUMBER.search(packet)
                assert found is not None, packet
                self.playing.look(self.table, self.player, int(found[1]))
        elif packet == b"2":
            self.say("3")
        elif packet.startswith(b"0{"):
            self.say("40/mabula,")
        elif packet.startswith(b"40/mabula,"):
            self.opened.set_result(None)
        elif not packet.startswith(b'42/mabula,["matchData"'):
            self.playing.errors.append(packet[:200].decode())

    def say(self, packet: str) -> None:
        assert self.transport is not None
        self.transport.write(frame_of(TEXT, packet.encode()))


@dataclass(slots=True)
class Table:
    """Two seats, and the match that they play at the moment."""

    seats: list[Seat]
    match: Match
    mark: bytes  # how the match is named in packets
    number: int = 0  # of the state that the last step sent leads to
    seen: list[int] = field(default_factory=lambda: [-1, -1])  # by player: the last state received
    mover: int = 0
    sent: float | None = None  # when the step that is under way was sent


@dataclass(slots=True)
class Playing:
    """All tables, and what was measured."""

    matches: Iterator[Match]
    tables: list[Table] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    is_playing: bool = False
    is_counting: bool = False
    is_done: bool = False
    steps: int = 0  # all that were sent

    async def sit_down(self, port: int) -> None:
        """Two people with a socket each, who play one match after the other."""
        seats = []
        for player in (0, 1):
            made = asyncio.get_running_loop().create_connection(
                lambda player=player: Seat(player, port, self),  # type: ignore[misc]
                "127.0.0.1",
                port,
            )
            seat = (await made)[1]
            await seat.opened
            seats.append(seat)
        self.begin(seats)

    def begin(self, seats: list[Seat]) -> None:
        """Turn to the next match that is ready."""
        match = next(self.matches, None)
        if match is None:
            self.errors.append("no match is left")
            return
        table = Table(seats, match, f',"{match.name}",'.encode())
        self.tables = [one for one in self.tables if one.seats is not seats] + [table]
        for seat, secret in zip(seats, match.credentials, strict=True):
            seat.table = table
            seat.say(f'42/mabula,["sync","{match.name}","{seat.player}","{secret}",2]')

    def look(self, table: Table, player: int, number: int) -> None:
        """A seat has received a state; the other seat's ends the time of a step."""
        if number <= table.seen[player]:  # as it was: so a refused move is answered
            self.errors.append(f"{table.match.name}: step {number + 1} was refused")
            return
        table.seen[player] = number
        if table.sent is not None and player != table.mover and number == table.number:
            if self.is_counting:
                self.times.append(time.perf_counter() - table.sent)
            table.sent = None
        if self.is_playing and table.sent is None:
            self.go_on(table)

    def go_on(self, table: Table) -> None:
        if table.number == len(table.match.steps):
            self.begin(table.seats)
        elif min(table.seen) >= 0 and table.seen[table.match.steps[table.number][0]] == table.number:
            self.play(table)

    def play(self, table: Table) -> None:
        """Send the next step of the seat to move."""
        match, seen = table.match, table.number
        table.mover, text = match.steps[seen]
        self.steps += 1
        table.number, table.sent = seen + 1, time.perf_counter()
        table.seats[table.mover].say(
            '42/mabula,["update",{"type":"MAKE_MOVE","payload":{"type":"push",'
            f'"args":["{text}"],"playerID":"{table.mover}","credentials":"{match.credentials[table.mover]}"}}}},'
            f'{seen},"{match.name}","{table.mover}"]'
        )

    def lost(self, error: Exception | None) -> None:
        if not self.is_done:
            self.errors.append(f"a socket was closed: {error}")

    async def stop(self) -> None:
        """Let what is under way arrive; what does not is an error."""
        self.is_counting = self.is_playing = False
        await asyncio.sleep(0.5)
        late = [one for one in self.tables if one.sent is not None or min(one.seen) < 0]
        self.errors += [f"{one.match.name}: state {one.number} has not arrived" for one in late]
        self.is_done = True


async def measure(tables: int, seconds: float, port: int, matches: Iterator[Match], server: int) -> dict[str, Any]:
    playing = Playing(matches)
    for _ in range(tables):
        await playing.sit_down(port)
    await asyncio.sleep(1)
    before, began, own = load.spent(server), time.perf_counter(), time.process_time()
    playing.is_playing = True
    for table in list(playing.tables):
        playing.go_on(table)
    await asyncio.sleep(1)
    playing.is_counting = True
    await asyncio.sleep(seconds)
    playing.is_counting = False
    wall, after = time.perf_counter() - began, load.spent(server)
    client, steps = time.process_time() - own, playing.steps
    await playing.stop()
    cuts = quantiles(playing.times, n=1000, method="inclusive") if len(playing.times) > 1 else [0.0] * 999
    return {
        "peer": "boardgame.io " + version(),
        "tables": tables, "wants": "json", "database": "memory",
        "steps": len(playing.times), "steps_per_second": round(len(playing.times) / seconds, 1),
        "p50_ms": round(1000 * cuts[499], 1), "p99_ms": round(1000 * cuts[989], 1),
        "most_ms": round(1000 * max(playing.times, default=0), 1), "errors": len(playing.errors),
        "first_error": playing.errors[0] if playing.errors else None,
        "server_cpu": round((after[0] - before[0]) / wall, 2),
        "server_ms_per_step": round(1000 * (after[0] - before[0]) / max(1, steps), 2),
        "client_cpu": round(client / wall, 2),
        "server_mb": round(after[1]), "mb_before": round(before[1]),
    }  # fmt: skip


# The server


def version() -> str:
    text: str = json.loads((FOLDER / "node_modules" / "boardgame.io" / "package.json").read_text())["version"]
    return text


@contextmanager
def serving(setups: list[dict[str, str]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The peer's server with a match of each setup: its process, and what it says of itself."""
    command = [find_node(), "server.js", "0"]
    server = subprocess.Popen(command, cwd=FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdin is not None
        assert server.stdout is not None
        with server.stdin as given:
            json.dump(setups, given)
        line = server.stdout.readline()
        assert line, "the peer's server did not start; it says why above"
        yield server.pid, json.loads(line)
    finally:
        server.terminate()
        server.wait(20)


def run_peer(tables: int, seconds: float) -> dict[str, Any]:
    """The figures of `bench.load flat`, for boardgame.io's server. Raises NoPeerError if it is not installed."""
    find_node()
    games = record_games(GAMES)
    count = tables + int((seconds + 2) * MATCHES_PER_SECOND)
    with serving([games[number % GAMES].setup for number in range(count)]) as (server, said):
        time.sleep(2)
        ready = (
            Match(name, credentials, games[number % GAMES].steps)
            for number, (name, credentials) in enumerate(said["matches"])
        )
        return asyncio.run(measure(tables, seconds, said["port"], ready, server))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["run", "check"])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=GAMES, help="to check")
    given = parser.parse_args()
    try:
        if given.mode == "run":
            print(json.dumps(run_peer(given.tables, given.seconds)))
            return
        found = check_rules(given.games)
    except NoPeerError as error:
        sys.exit(str(error))
    print(json.dumps(found))
    sys.exit(1 if found["different"] else 0)


if __name__ == "__main__":
    main()
