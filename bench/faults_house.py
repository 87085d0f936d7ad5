"""The houses of the fault campaign: servers that are killed, databases that are locked, full, or restarted.

A start of `ludotheque serve` takes three seconds, nearly all of them imports. So the first start of a piece is the
plain command; later ones are forked from a nursery, a process that has imported everything and then runs the same
command in a new process. One SQLite file has one server, one PostgreSQL has two.
"""

import asyncio
import ctypes
import json
import os
import random
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psycopg
from bench.faults_line import Lost, ask_plainly
from bench.postgres import Cluster

from ludotheque.table.storage.engines import parse_address
from ludotheque.table.storage.seal import Seal, key_file, load_key

START = "from ludotheque.cli.main import main; main()"
ROOM = 128  # MB of the small disk
OPEN = 60.0  # seconds in which a server must be open
BLOCK = bytes(1 << 20)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        port: int = one.getsockname()[1]
        return port


# The nursery


def nurse() -> None:
    """Fork and wait for servers, one command a line; at the end of the input all servers end."""
    import uvicorn  # noqa: F401

    from ludotheque.cli.main import main
    from ludotheque.games import NAMES
    from ludotheque.play.game import game
    from ludotheque.table.api import app, lifecycle, uvicorn_protocols  # noqa: F401
    from ludotheque.table.storage import pg_listener  # noqa: F401

    for name in NAMES:
        if game(name).engine.is_prepared:
            game(name).prepare(None)
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        do, told = json.loads(line)
        if do == "start":
            pid = os.fork()
            if pid == 0:
                become(told, main)
            print(json.dumps(pid), flush=True)
        else:
            found, status = os.waitpid(told, 0 if do == "wait" else os.WNOHANG)
            print(json.dumps(os.waitstatus_to_exitcode(status) if found else None), flush=True)


def become(told: dict[str, Any], main: Any) -> None:
    """Be a server, from here on until the end; one that outlives the nursery is killed."""
    try:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        log = os.open(told["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.environ.update(told["environment"])
        sys.argv = ["ludotheque", *told["arguments"]]
        main()
    except SystemExit as ended:
        os._exit(ended.code if isinstance(ended.code, int) else 1)
    finally:
        os._exit(0)


class Nursery:
    """The campaign's side of it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.faults_house"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._hear()

    def _hear(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def tell(self, do: str, told: Any) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([do, told]) + "\n")
        self._process.stdin.flush()
        return self._hear()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


# Servers


class Server:
    """One process of a house, which is started again and again on its port."""

    def __init__(self, house: "House", name: str) -> None:
        self.house, self.name, self.port = house, name, free_port()
        self.log = house.folder / f"{name}.log"
        self.starts: list[float] = []  # seconds from a start to the first answer
        self.plain_start = 0.0
        self.pid = 0
        self.busy = asyncio.Lock()  # held while it is killed or started
        self._code: int | None = None  # how it ended
        self._plain: subprocess.Popen[bytes] | None = None
        self.is_up = False

    @property
    def _arguments(self) -> list[str]:
        return ["serve", "--port", str(self.port), "--database", self.house.url, "--bots", "1", "--log", "warning"]

    async def start(self, *, is_plain: bool = False) -> None:
        """Start it, without waiting for it to open."""
        self._plain, self._code = None, None
        if is_plain:
            with self.log.open("ab") as log:
                command = [sys.executable, "-c", START, *self._arguments]
                self._plain = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=os.environ | self.house.environment
                )
            self.pid = self._plain.pid
        else:
            told = {"log": str(self.log), "arguments": self._arguments, "environment": self.house.environment}
            self.pid = self.house.nursery.tell("start", told)

    async def open(self, *, is_plain: bool = False) -> None:
        """Start it, and wait until it answers. Raises RuntimeError if it does not within OPEN seconds."""
        began = time.monotonic()
        await self.start(is_plain=is_plain)
        while not await self.answers():
            if time.monotonic() < began + OPEN and self.ended() is not None:
                self.house.notes["a start that ended in one line, since the database was away"] += 1
                await asyncio.sleep(0.3)  # as an operator would restart it
                await self.start()
            elif time.monotonic() > began + OPEN:
                raise RuntimeError(f"{self.name} does not open: {self.log.read_text()[-2000:]}")
            await asyncio.sleep(0.02)
        took = time.monotonic() - began
        if is_plain:
            self.plain_start = took
        else:
            self.starts.append(took)
        self.is_up = True

    async def answers(self) -> bool:
        try:
            status, _, _ = await ask_plainly(self.port, "127.0.0.1", "", "GET", "/healthz", None, 3.0)
        except Lost:
            return False
        return status == 200

    def ended(self) -> int | None:
        """How it ended, if it did."""
        if self._code is None:
            self._code = self._plain.poll() if self._plain is not None else self.house.nursery.tell("poll", self.pid)
        return self._code

    def kill(self) -> bool:
        """kill -9; True if that hit a running process."""
        self.is_up = False
        if self.ended() is not None:
            return False
        os.kill(self.pid, signal.SIGKILL)
        self._code = self._plain.wait() if self._plain is not None else self.house.nursery.tell("wait", self.pid)
        return self._code == -signal.SIGKILL


class House:
    """A database in a temporary folder, and the servers that serve it."""

    kind = ""
    servers: list[Server]

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ludotheque-faults-", dir="/tmp"))  # short: for sockets
        self.environment = {"XDG_DATA_HOME": str(self.folder)}
        self.nursery = Nursery()
        self.url = ""
        self.notes: Counter[str] = Counter()

    @property
    def seal(self) -> Seal:
        os.environ["XDG_DATA_HOME"] = str(self.folder)
        return load_key(key_file(parse_address(self.url)))

    def port(self, chance: random.Random) -> int:
        """The port of a server, as a balancer would choose: one that is up, if any is."""
        return chance.choice([one for one in self.servers if one.is_up] or self.servers).port

    def is_up(self) -> bool:
        return all(one.is_up for one in self.servers)

    def read(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Read from the database, on a connection of our own; the statement has %s for its values."""
        raise NotImplementedError

    def lock(self, seconds: float) -> bool:
        """Hold a lock against all other writers; False if it could not be had."""
        raise NotImplementedError

    def close(self) -> None:
        for one in self.servers:
            with suppress(Exception):
                one.kill()
        self.nursery.close()


class SQLiteHouse(House):
    """A file on a small disk (a tmpfs of its own where we are root)."""

    kind = "sqlite"

    def __init__(self) -> None:
        super().__init__()
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        self.is_mounted = os.geteuid() == 0 and not subprocess.call(
            ["mount", "-t", "tmpfs", "-o", f"size={ROOM}m", "tmpfs", str(self.disk)]
        )
        self.file = self.disk / "house.sqlite"
        self.url = f"sqlite:///{self.file}"
        self.servers = [Server(self, "server")]

    @property
    def how_full(self) -> str:
        return f"a tmpfs of {ROOM} MB, filled by a file" if self.is_mounted else "RLIMIT_FSIZE of the server"

    def read(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True, timeout=5)) as connection:
            return connection.execute(statement.replace("%s", "?"), values).fetchall()

    def lock(self, seconds: float) -> bool:
        with closing(sqlite3.connect(self.file, timeout=5, isolation_level=None)) as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return False
            time.sleep(seconds)
            connection.execute("ROLLBACK")
        return True

    def fill(self, seconds: float) -> bool:
        """No room on the disk for some seconds; whether there was none. The next write of the server needs room."""
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(self.file, timeout=1)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return self._fill_disk(seconds) if self.is_mounted else self._limit(seconds)

    def _fill_disk(self, seconds: float) -> bool:
        ballast, is_full = self.disk / "ballast", False
        try:
            with ballast.open("wb", buffering=0) as file:
                for block in (BLOCK, BLOCK[:4096]):
                    with suppress(OSError):
                        while file.write(block) == len(block):
                            pass
            is_full = os.statvfs(self.disk).f_bavail == 0
            end = time.monotonic() + seconds
            while time.monotonic() < end:  # what the server gives free is taken as well
                with suppress(OSError), ballast.open("ab", buffering=0) as file:
                    while file.write(BLOCK[:4096]) == 4096:
                        pass
                time.sleep(0.02)
        finally:
            ballast.unlink(missing_ok=True)
        return is_full

    def _limit(self, seconds: float) -> bool:
        pid, most = self.servers[0].pid, self.file.stat().st_size
        with suppress(ProcessLookupError):
            _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, hard))
            time.sleep(seconds)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))
            return most > 4096
        return False

    def close(self) -> None:
        super().close()
        if self.is_mounted:
            subprocess.call(["umount", "-l", str(self.disk)])
        shutil.rmtree(self.folder, ignore_errors=True)


class PostgresHouse(House):
    """A PostgreSQL of its own, and two servers."""

    kind = "postgresql"

    def __init__(self) -> None:
        super().__init__()
        self._cluster = Cluster(self.folder)
        self.url = self._cluster.url
        self.servers = [Server(self, "first"), Server(self, "second")]

    def restart_database(self, seconds: float) -> bool:
        """Stop it as `pg_ctl stop -m immediate` does, and start it again; whether it had been running."""
        if not self._cluster.is_running:
            return False
        self._cluster.stop()
        time.sleep(seconds)
        self._cluster.start()
        return True

    def read(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url, connect_timeout=5) as connection:
            return connection.execute(statement.encode(), values).fetchall()

    def lock(self, seconds: float) -> bool:
        try:
            with psycopg.connect(self.url, connect_timeout=5) as connection:
                connection.execute("SET lock_timeout = '5s'")
                connection.execute("LOCK TABLE entries IN EXCLUSIVE MODE")
                time.sleep(seconds)
        except psycopg.OperationalError:
            return False
        return True

    def close(self) -> None:
        super().close()
        self._cluster.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    nurse()
