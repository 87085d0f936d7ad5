"""A house with its pages for tests, in a process of its own that can be stopped, killed and restarted."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx

from ludotheque.cli.commands.serve import listen, run
from ludotheque.table import json_logs
from ludotheque.table.service.limits import Limits

PATIENCE = 60.0
PORTS = range(20_000, 32_000)  # below the ephemeral ports, so that none is taken while the house is closed


def free_port() -> int:
    """A free port; concurrent callers begin their search at different ones."""
    for count in range(len(PORTS)):
        port = PORTS[(os.getpid() + count) % len(PORTS)]
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise AssertionError("no port is free")


class House:
    """A house that is open at an address, over a SQLite file."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.open()

    def open(self) -> None:
        """Start the server and wait until it answers."""
        command = [sys.executable, "-m", "tests.web.serving", str(self.port), f"sqlite:///{self.folder / 'house.db'}"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, stderr=log)
        end = time.monotonic() + PATIENCE
        while not self._answers():
            is_alive = self._process.poll() is None and time.monotonic() < end
            assert is_alive, f"the server does not start: {(self.folder / 'log').read_text()[-2000:]}"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.address}/healthz", trust_env=False).status_code == 200
        except httpx.TransportError:
            return False

    def close(self) -> None:
        """Stop the server as an operator does."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Stop the server as a broken machine does."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        self._process.send_signal(how)
        self._process.wait(PATIENCE)
        assert self._process.stdin is not None
        self._process.stdin.close()


def hurried() -> float:
    """A clock for limits that runs a thousand times faster."""
    return time.monotonic() * 1000


def end_with_parent() -> None:
    """Stop when the parent process has ended, which closes its end of the pipe."""
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Serve until a signal comes."""
    json_logs.set_up("warning")
    threading.Thread(target=end_with_parent, daemon=True).start()
    asyncio.run(
        run(listen("127.0.0.1", int(sys.argv[1])), sys.argv[2], bots=1, limits=Limits(hurried), compile_bots=False)
    )


if __name__ == "__main__":
    main()
