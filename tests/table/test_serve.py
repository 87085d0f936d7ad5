"""The command `ludotheque serve`: opens the house quickly, complains in one line, stops without losing anything."""

import json
import os
import re
import signal
import socket
import struct
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

from ludotheque.table.reminders.mail import SLOW as MAIL_SLOW
from tests.table.post_boxes import mail_box

START = "from ludotheque.cli.main import main; main()"
QUICK = 10.0  # seconds of work until a house that was never open before answers
PATIENCE = 60.0  # seconds that a busy machine may take for it


def command(*arguments: str, start: str = START) -> list[str]:
    return [sys.executable, "-c", start, "serve", *arguments]


@contextmanager
def served(folder: Path, *arguments: str, start: str = START) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process, and where it says that it listens."""
    environment = os.environ | {"XDG_DATA_HOME": str(folder)}
    with subprocess.Popen(
        command("--port", "0", *arguments, start=start),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.fullmatch(r"The house is open: (http://\S+)\n", said)
            assert found is not None, said
            yield process, found[1]
        finally:
            process.kill()


def answer_of(house: str) -> httpx.Response:
    """The first answer of /healthz."""
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
        with connect(house.replace("http", "ws") + "/api/socket", open_timeout=PATIENCE) as talk:
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                talk.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code in (1012, 1013), "come back"
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None and "Traceback" not in process.stderr.read()


def test_a_house_whose_mail_server_says_nothing_stops_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with mail_box(answers={"EHLO": "wait"}) as box:
        given = {"HOST": box.host, "PORT": str(box.port), "TLS": "none", "SENDER": "games@games.example"}
        for name, value in given.items():
            monkeypatch.setenv(f"LUDOTHEQUE_SMTP_{name}", value)
        with served(tmp_path, "--address", "https://games.example") as (process, house), httpx.Client() as client:
            account = {"name": "Ada", "password": "three ants in a row"}
            assert client.post(f"{house}/api/accounts", json=account).status_code == 201
            asked = client.post(f"{house}/api/me/mail", json={"address": "ada@mail.example"})
            assert asked.status_code == 201
            end = time.monotonic() + PATIENCE
            while not box.said:
                assert time.monotonic() < end
                time.sleep(0.05)
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0 and time.monotonic() - began < MAIL_SLOW - 2
            assert process.stderr is not None and "ada@" not in process.stderr.read()


def test_a_wrong_setting_for_reminders_is_told_in_one_line_before_the_house_opens(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path), "LUDOTHEQUE_SMTP_HOST": "mail.example"}
    found = subprocess.run(command("--port", "0"), capture_output=True, text=True, env=environment, timeout=PATIENCE)
    assert found.returncode == 2 and found.stdout == ""
    assert found.stderr.startswith("ludotheque: LUDOTHEQUE_SMTP_SENDER is missing") and found.stderr.count("\n") == 1
    assert not (tmp_path / "ludotheque").exists()


def test_a_second_process_on_one_file_is_refused_in_one_line(tmp_path: Path) -> None:
    with served(tmp_path) as (process, _):
        environment = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
        done = subprocess.run(command("--port", "0"), capture_output=True, text=True, timeout=120, env=environment)
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
        command(*given), capture_output=True, text=True, timeout=120, env=os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"ludotheque: .+\n", done.stderr), done.stderr
    assert words in done.stderr


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        environment = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
        done = subprocess.run(command("--port", port), capture_output=True, text=True, timeout=120, env=environment)
    assert done.returncode == 2
    assert re.fullmatch(rf"ludotheque: .*{port}.*choose another --port\n", done.stderr), done.stderr


def test_a_wrong_database_is_reported_even_if_the_port_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        given = command("--port", str(taken.getsockname()[1]), "--database", "mysql://here")
        done = subprocess.run(given, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert "'mysql' is no kind of database" in done.stderr


def test_ordinary_disconnects_leave_no_error_and_no_secret_in_the_log(tmp_path: Path, url: str) -> None:
    """Sockets and streams that go in the middle of things, in every way in which clients go."""
    with served(tmp_path, "--log", "debug", "--database", url) as (process, house):
        answer_of(house)
        secrets = play_and_go(house)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        lines = process.stderr.read().splitlines()
    told = [json.loads(line) for line in lines]
    assert [line for line in told if line["level"] not in ("info", "debug")] == []
    assert "/api/tables/{table}/steps" in {line.get("route") for line in told}
    assert [secret for secret in secrets if any(secret in line for line in lines)] == []


def play_and_go(house: str) -> list[str]:
    """Make a table, watch it, and be gone again and again; returns what must not be logged."""
    with httpx.Client(base_url=house, timeout=PATIENCE) as client:
        client.post("/api/guests", json={"name": "Secretive"})
        cookie = client.cookies["ludotheque"]
        account = {"name": "Marvin Bot", "password": "a quiet blue teapot", "is_bot": True}
        token = httpx.post(f"{house}/api/accounts", json=account, timeout=PATIENCE).json()["token"]
        made = client.post("/api/tables", json={"game": "makabana", "players": 3, "seating": "chosen"}).json()
        table, invitation = made["table"], made["invitation"]
        client.post(f"/api/tables/{table}/join", json={"invitation": invitation})
        for seat in (2, 3):
            client.post(f"/api/tables/{table}/seats/{seat}", json={})
        secrets = [cookie, token, invitation, "Secretive", "Marvin", "teapot"]
        for way in ("close", "abort", "quick", "stream", "out") * 2:
            seen = client.get(f"/api/tables/{table}").json()
            leave_by(way, house, cookie, token, table)
            steps = next(([first, cards[0]] for first, cards in seen["parts"].items()), seen["legal"][:1])
            secrets += steps
            body = {"seen": seen["number"], "steps": steps, "id": f"{way}-{seen['number']}", "seat": seen["seat"]}
            assert client.post(f"/api/tables/{table}/steps", json=body).status_code == 200
    assert [step for step in secrets if step.startswith("show:")], "projects were made"
    return secrets


def leave_by(way: str, house: str, cookie: str, token: str, table: str) -> None:
    """Open a socket or a stream, send a request, and disconnect without awaiting the answer."""
    headers = {"Cookie": f"ludotheque={cookie}"}
    if way == "stream":
        for head in (headers, {"Authorization": f"Bearer {token}"}):
            with httpx.stream("GET", f"{house}/api/events", headers=head, timeout=PATIENCE):
                pass
        return
    address = house.replace("http", "ws") + "/api/socket"
    with connect(address, additional_headers=headers, open_timeout=PATIENCE) as talk:
        for _ in range(1 if way == "close" else 5):
            talk.send(json.dumps({"kind": "watch", "table": table, "wants": ["json", "picture"]}))
            talk.send(json.dumps({"kind": "preview", "table": table, "steps": ["hut:nowhere"], "seat": 1}))
        if way == "close":
            talk.recv(timeout=PATIENCE)
        elif way == "abort":
            talk.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            talk.socket.shutdown(socket.SHUT_RDWR)
        elif way == "out":
            talk.send("nonsense")


def test_mistakes_of_clients_leave_nothing_above_info_in_the_log(tmp_path: Path) -> None:
    """Neither from the server's library nor from that which reads forms: anybody could fill the log."""
    with served(tmp_path) as (process, house):
        assert answer_of(house).status_code == 200
        form = {"content-type": "multipart/form-data; boundary=x"}
        for content in (b"}" * 200, b"--x\r\nnonsense\r\n\r\n--x--", b"--x\r\n" + b"a" * 5_000):
            assert httpx.post(f"{house}/new/mabula", content=content, headers=form, timeout=PATIENCE).status_code == 400
        with socket.create_connection(house.rpartition("/")[2].split(":"), timeout=PATIENCE) as line:  # type: ignore[arg-type]
            line.sendall(b"nonsense\r\n\r\n")
            assert line.recv(64).startswith(b"HTTP/1.1 400 ")
        process.send_signal(signal.SIGTERM)
        _, logged = process.communicate(timeout=PATIENCE)
    assert logged == ""
