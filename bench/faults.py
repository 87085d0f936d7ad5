"""Nothing lost: games are played while servers are killed, databases fail and messages go astray, and all is checked.

    python -m bench.faults run [--minutes 18] [--database sqlite|postgresql] [--seed N]
    python -m bench.faults report [--write]

A run is one piece of the campaign; each goes on where the last one stopped, on the other database, with the next seed.
Pieces are kept in bench/results/faults.jsonl, a line each; `report --write` puts their sum into docs/faults.md. The
seed gives the faults, their moments and all choices; how they meet is up to the machine.
"""

import argparse
import asyncio
import json
import random
import signal
import statistics
import subprocess
import sys
import time
import traceback
from collections import Counter
from contextlib import AsyncExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.faults_check import Checker
from bench.faults_house import House, PostgresHouse, Server, SQLiteHouse
from bench.faults_line import Weather
from bench.faults_play import Ground, Person, Plan, Sitting, sit_down
from bench.faults_report import page

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "results" / "faults.jsonl"
PAGE = ROOT / "docs" / "faults.md"
FIRST_SEED = 60_301
PEOPLE, TABLES = 24, 20
SHARE = 0.3  # of all messages meet a fault
WEIGHTS = {"mabula": 4, "marabunta": 3, "makabana": 3, "junglerumble": 2}  # short games are played more often
MOST_SEATS = 4
FINISH = 130.0  # seconds of a piece for playing all games to their end, without faults
STUCK = 60.0  # seconds without an entry, without faults, after which a table will never go on


class Piece:
    """One piece of the campaign."""

    def __init__(self, house: House, seed: int) -> None:
        self.house, self.seed = house, seed
        self.violations: list[dict[str, Any]] = []
        self.weather = Weather(f"{seed}/weather", SHARE)
        self.ground = Ground(house.port, self.weather, self.violate)
        self.checker = Checker(house, self.ground)
        self.people = [Person(self.ground, number, str(seed), has_socket=number % 3 != 2) for number in range(PEOPLE)]
        self.sittings: list[Sitting] = []
        self.playing: dict[str, list[Sitting]] = {}
        self.counts: Counter[str] = Counter()
        self.games: Counter[str] = Counter()
        self.longest = 0.0  # the longest wait of a table for its next entry, in seconds
        self.seats: dict[str, tuple[int, int]] = {}  # how many may play, as the house says

    def violate(self, what: str, table: str = "", **more: Any) -> None:
        """Write a violation down, whole; the same one of a table once."""
        if any(one["what"] == what and one["table"] == table for one in self.violations):
            return
        known = {"seed": self.seed, "at": datetime.now(UTC).isoformat(timespec="seconds"), "what": what, "table": table}
        self.violations.append(known | json.loads(json.dumps(more, default=str)))
        print("VIOLATION", json.dumps(self.violations[-1])[:3000], flush=True)

    async def run(self, seconds: float) -> dict[str, Any]:
        began = time.monotonic()
        end = began + max(20.0, seconds - FINISH)
        for server in self.house.servers:
            await server.open(is_plain=server is self.house.servers[0])
        for person in self.people:
            await person.come_in()
        _, _, listed = await self.people[0].insist("GET", "/api/games")
        self.seats = {one["game"]: tuple(one["players"]) for one in listed}
        always = [asyncio.create_task(self._watched(doing)) for doing in (
            *(person.listen() for person in self.people if person.has_socket),
            self._keep_checking(), self._keep_telling(),
        )]  # fmt: skip
        hosts = [asyncio.create_task(self._watched(self._host(number, end))) for number in range(TABLES)]
        self.weather.is_calm = False
        storms = [asyncio.create_task(self._watched(doing)) for doing in (
            *(self._kill_often(server, end) for server in self.house.servers), self._hurt_database(end)
        )]  # fmt: skip
        await asyncio.wait(storms)
        self.weather.is_calm = True
        faulty = time.monotonic() - began
        await self._finish(hosts)
        self.ground.is_closing = True
        for task in always:
            task.cancel()
        await asyncio.gather(*always, return_exceptions=True)
        totals = self.checker.check_all(self.sittings)
        return self._told(totals, faulty, time.monotonic() - began)

    async def _watched(self, doing: Any) -> None:
        """Report an exception of the campaign itself, which would otherwise be lost in its task."""
        try:
            await doing
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self.violate(f"the campaign stumbled: {type(error).__name__}", trace=traceback.format_exc()[-2000:])

    # Games

    def _plan(self, chance: random.Random) -> Plan:
        game = chance.choices(tuple(WEIGHTS), tuple(WEIGHTS.values()))[0]
        least, most = self.seats[game]
        players = chance.randint(least, min(most, MOST_SEATS))
        bots = chance.randint(1, players - 1) if chance.random() < 0.2 else 0
        terms: dict[str, Any] = {"private": chance.random() < 0.5, "seating": chance.choice(["drawn", "chosen"])}
        is_short = chance.random() < 0.12
        if is_short:
            terms |= {"clock": "live", "bank": 10, "increment": 3, "absence": chance.choice(["wait", "end", "bot"])}
        elif chance.random() < 0.85:
            increment = chance.choice([2, 5, 10])
            terms |= {"clock": "live", "bank": 3600, "increment": increment, "absence": chance.choice(["wait", "bot"])}
        return Plan(game, players, bots, terms, is_short, chance.random() < 0.4)

    async def _host(self, number: int, end: float) -> None:
        """One table after another, until the faults end."""
        chance = random.Random(f"{self.seed}/table/{number}")
        while time.monotonic() < end:
            plan = self._plan(chance)
            busy = Counter(sitting.person.name for them in self.playing.values() for sitting in them)
            people = sorted(self.people, key=lambda one: (busy[one.name], chance.random()))[: plan.players - plan.bots]
            sittings = await sit_down(plan, people, chance)
            table = sittings[0].table
            self.playing[table] = sittings
            self.sittings += sittings
            self.games[plan.game] += 1
            try:
                await asyncio.gather(*(sitting.run() for sitting in sittings))
                for sitting in sittings:
                    await self.checker.look_in(sitting)
                    await self.checker.check_over(sitting)
            finally:
                del self.playing[table]
                for sitting in sittings:
                    sitting.person.sittings.pop(table, None)

    async def _finish(self, hosts: list[asyncio.Task[None]]) -> None:
        """All games are played to their end; one that does not go on is stuck."""
        calm = time.monotonic()
        while waiting := [host for host in hosts if not host.done()]:
            await asyncio.wait(waiting, timeout=5)
            for table, sittings in list(self.playing.items()):
                if time.monotonic() - max(calm, *(one.moved for one in sittings)) > STUCK:
                    view = sittings[0].view
                    told = {name: view.get(name) for name in ("number", "stage", "waited_for", "seats", "bots", "ask")}
                    self.violate("a table is stuck", table, **told, plan=str(sittings[0].plan))
                    for host in hosts:
                        host.cancel()

    # Faults

    async def _kill_often(self, server: Server, end: float) -> None:
        """kill -9, at any moment: while it is served, while it starts, with all others at once."""
        chance, servers = random.Random(f"{self.seed}/{server.name}"), self.house.servers
        while True:
            await asyncio.sleep(chance.uniform(0.3, 9.0) * (1.2 if len(servers) > 1 else 1.0))
            if time.monotonic() > end:
                return
            targets = servers if chance.random() < 0.15 else [server]
            is_long = chance.random() < (0.7 if targets is servers else 0.12)
            async with AsyncExitStack() as stack:
                for one in targets:
                    await stack.enter_async_context(one.busy)
                await self._kill_and_open(
                    targets, chance, chance.uniform(3.2, 5.0) if is_long else chance.uniform(0, 0.6)
                )

    async def _kill_and_open(self, targets: list[Server], chance: random.Random, down: float) -> None:
        for one in targets:
            self._kill(one)
        await asyncio.sleep(down)
        if chance.random() < 0.15:  # again, in the middle of its start
            await targets[0].start()
            await asyncio.sleep(chance.uniform(0.02, 0.6))
            self._kill(targets[0])
        for one in targets:
            await one.open()

    def _kill(self, server: Server) -> None:
        was_up = server.is_up
        if server.kill():
            self.counts["kill -9"] += 1
        elif was_up:
            self.violate("a server ended by itself", code=server.ended(), log=server.log.read_text()[-3000:])

    async def _hurt_database(self, end: float) -> None:
        """Locks, full disks, restarts."""
        chance, house = random.Random(f"{self.seed}/database"), self.house
        while True:
            await asyncio.sleep(chance.uniform(4, 18))
            if time.monotonic() > end:
                return
            drawn = chance.random()
            if isinstance(house, PostgresHouse) and drawn < 0.6:
                what, doing, seconds = "restart of PostgreSQL", house.restart_database, chance.uniform(0, 4)
            elif isinstance(house, SQLiteHouse) and drawn < 0.6:
                what, doing, seconds = "full disk", house.fill, chance.uniform(0.5, 4)
            else:
                what, doing, seconds = "locked database", house.lock, chance.uniform(1, 8)
            refused = self.ground.notes["HTTP 503"]
            with suppress(FileNotFoundError):
                if await asyncio.to_thread(doing, seconds):
                    self.counts[what] += 1
                    self.counts[f"{what}, felt by somebody"] += self.ground.notes["HTTP 503"] > refused

    # Checks

    async def _keep_checking(self) -> None:
        chance = random.Random(f"{self.seed}/checks")
        while True:
            await asyncio.sleep(0.4)
            if self.playing:
                sitting = chance.choice(chance.choice(list(self.playing.values())))
                self.longest = max(self.longest, time.monotonic() - sitting.moved)
                if chance.random() < 0.7:
                    await self.checker.check_clock(sitting)
                else:
                    await self.checker.look_in(sitting)

    async def _keep_telling(self) -> None:
        while True:
            await asyncio.sleep(60)
            faults = self.weather.counts + self.counts
            print(f"{datetime.now(UTC):%H:%M} {len(self.ground.acked):,} acknowledged, {dict(faults)}", flush=True)

    def _told(self, totals: dict[str, int], faulty: float, took: float) -> dict[str, Any]:
        starts = [start for server in self.house.servers for start in server.starts]
        logs = "".join(server.log.read_text() for server in self.house.servers)
        events = Counter(_event(line) for line in logs.splitlines() if line.startswith("{"))
        return {
            "seed": self.seed, "share": SHARE, "database": self.house.kind,
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "commit": commit(), "seconds": round(took), "seconds_of_faults": round(faulty),
            "faults": dict(self.weather.counts + self.counts), "games": dict(self.games), **totals,
            "clocks": self.checker.clocks, "worst_clock_ms": round(1000 * self.checker.worst, 1),
            "looks": dict(self.checker.looks), "longest_standstill": round(self.longest, 1),
            "plain_start": round(self.house.servers[0].plain_start, 2),
            "forked_start": round(statistics.median(starts), 2) if starts else None,
            "notes": dict(self.ground.notes + self.house.notes), "log": dict(events.most_common(12)),
            "how_full": self.house.how_full if isinstance(self.house, SQLiteHouse) else None,
            "violations": self.violations,
        }  # fmt: skip


def _event(line: str) -> str:
    with suppress(ValueError):
        said = json.loads(line)
        return f"{said.get('event')} {said.get('what') or said.get('route') or ''} {said.get('error') or ''}".strip()
    return "unread"


def commit() -> str:
    def git(*words: str) -> str:
        return subprocess.run(["git", *words], capture_output=True, text=True, cwd=ROOT, check=True).stdout.strip()

    return git("rev-parse", "--short", "HEAD") + ("+" if git("status", "--porcelain", "src") else "")


def pieces() -> list[dict[str, Any]]:
    if not RESULTS.exists():
        return []
    return [json.loads(line) for line in RESULTS.read_text("utf-8").splitlines()]


def run(given: argparse.Namespace) -> int:
    """Run one piece: the next seed and the other database, unless given."""
    before = pieces()
    seed = given.seed if given.seed is not None else FIRST_SEED + len(before)
    kind = given.database or ("postgresql" if before and before[-1]["database"] == "sqlite" else "sqlite")
    print(f"Piece {len(before) + 1}: {kind}, seed {seed}, {given.minutes:g} minutes", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # a stopped piece still cleans up
    house: House = SQLiteHouse() if kind == "sqlite" else PostgresHouse()
    try:
        made = asyncio.run(Piece(house, seed).run(60 * given.minutes))
        if given.keep_logs:
            for log in house.folder.glob("*.log"):
                (Path(given.keep_logs) / f"{seed}-{log.name}").write_bytes(log.read_bytes())
    finally:
        house.close()
    if not given.dry:
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps(made) + "\n")
    print(json.dumps({name: value for name, value in made.items() if name != "violations"}, indent=1))
    print(f"{len(made['violations'])} violations")
    return 1 if made["violations"] else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    running = what.add_parser("run", help="one piece of the campaign")
    running.add_argument("--minutes", type=float, default=18)
    running.add_argument("--database", choices=["sqlite", "postgresql"])
    running.add_argument("--seed", type=int)
    running.add_argument("--dry", action="store_true", help="don't keep the result")
    running.add_argument("--keep-logs", metavar="FOLDER", help="where the servers' logs go if something is wrong")
    telling = what.add_parser("report", help="the sum of all pieces")
    telling.add_argument("--write", action="store_true", help="into docs/faults.md")
    given = parser.parse_args()
    if given.what == "run":
        sys.exit(run(given))
    text = page(pieces(), PEOPLE, TABLES)
    if given.write:
        PAGE.write_text(text, "utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
