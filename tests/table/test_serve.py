"""The command `ludotheque serve`: opens the house quickly, complains in one line, stops without losing anything."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

START = "from ludotheque.cli.main import main; main()"
QUICK = 10.0  # seconds of work until a house that was never open before answers
PATIENCE = 60.0  # seconds that a busy machine may take for it


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", START, "serve", *arguments]


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process, and where it says that it listens."""
    environment = os.environ | {"XDG_DATA_HOME": str(folder)}
    with subprocess.Popen(
        command("--port", "0", *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.fullmatch(r"The house is open: (http://\S+)\n", said)
            assert found is not None, said
            yield process, found[1]
        finally:
            process.kill()


def answer_of(house: str) -> httpx.Response:
    """What /healthz says, as soon as it says something."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return httpx.get(f"{house}/healthz", timeout=PATIENCE)
        except httpx.TransportError:
            assert time.monotonic() < end
            time.sleep(0.05)


def worked(process: subprocess.Popen[str]) -> float:
    """The processor seconds of a process until now: what a busy machine does not change."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_new_house_is_open_within_ten_seconds_of_work_and_closes_gracefully(tmp_path: Path) -> None:
    with served(tmp_path) as (process, house):
        health = answer_of(house).json()
        assert health["ok"] is True
        assert worked(process) < QUICK
        assert (tmp_path / "ludotheque" / "house.sqlite").is_file()
        with connect(house.replace("http", "ws") + "/api/socket") as talk:
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                talk.recv(timeout=10)
        assert closed.value.rcvd is not None and closed.value.rcvd.code in (1012, 1013), "come back"
        assert process.wait(20) == 0
        assert process.stderr is not None and "Traceback" not in process.stderr.read()


def test_a_second_process_on_one_file_is_refused_in_one_line(tmp_path: Path) -> None:
    with served(tmp_path) as (process, _):
        environment = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
        done = subprocess.run(command("--port", "0"), capture_output=True, text=True, timeout=60, env=environment)
        assert done.returncode == 2
        assert re.fullmatch(rf"ludotheque: .* is in use by process {process.pid}: .*\n", done.stderr), done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--host", "no.such.host.invalid"), "--host"),
        (("--port", "70000"), "--port"),
        (("--database", "mysql://here"), "mysql"),
        (("--database", "sqlite:////no/such/folder/house.db"), "/no/such/folder"),
        (("--database", "postgresql://nobody@127.0.0.1:1/nowhere"), "postgresql"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(tmp_path: Path, arguments: tuple[str, str], words: str) -> None:
    given = ("--port", "0", *arguments) if "--port" not in arguments else arguments
    done = subprocess.run(
        command(*given), capture_output=True, text=True, timeout=60, env=os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"ludotheque: .+\n", done.stderr), done.stderr
    assert words in done.stderr


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        environment = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
        done = subprocess.run(command("--port", port), capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 2
    assert re.fullmatch(rf"ludotheque: .*{port}.*choose another --port\n", done.stderr), done.stderr
