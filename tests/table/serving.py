"""A real server for tests, in a thread with a loop of its own, and clients that talk to it."""

import asyncio
import json
import signal
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludotheque.table.api.app import make_app
from ludotheque.table.api.uvicorn_protocols import HouseServer, config_of
from ludotheque.table.service.limits import Limits
from ludotheque.table.service.service import Service

PATIENCE = 60.0


def hurried() -> float:
    """A clock for limits that runs a thousand times faster, so that tests may hurry."""
    return time.monotonic() * 1000


class Running:
    """A running server: its address, and its service (to be read only, from the test's thread)."""

    def __init__(self, url: str, limits: Limits | None = None, make: Callable[..., FastAPI] = make_app) -> None:
        self.app = make(url, limits=Limits(hurried) if limits is None else limits, bots=1, compile_bots=False)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.host = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self._server = HouseServer(config_of(self.app), lambda: self.service.hub.close())
        self._clients: list[httpx.Client] = []
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        end = time.monotonic() + PATIENCE
        while not self._server.started:
            assert self._thread.is_alive() and time.monotonic() < end, "the server does not start"
            time.sleep(0.01)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._server.serve([self._listening])

    def do(self, doing: Coroutine[Any, Any, Any]) -> Any:
        """Run a coroutine in the server's own event loop."""
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(PATIENCE)

    @property
    def service(self) -> Service:
        service: Service = self.app.state.service
        return service

    @property
    def connections(self) -> set[Any]:
        """The connections that clients hold open."""
        return self._server.server_state.connections

    def stop(self) -> None:
        """Stop as on a signal, when all clients have gone."""
        for client in self._clients:
            client.close()
        self.ask_to_stop()
        self._thread.join(30)
        self._listening.close()

    def ask_to_stop(self) -> None:
        """Stop as on a signal."""
        with suppress(RuntimeError):  # it has stopped already
            self._loop.call_soon_threadsafe(self._server.handle_exit, signal.SIGTERM, None)

    def wait_until_stopped(self) -> None:
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not stop"

    def client(self) -> httpx.Client:
        """A new client with no cookie."""
        self._clients.append(httpx.Client(base_url=f"http://{self.host}", timeout=PATIENCE))
        return self._clients[-1]


@contextmanager
def serving(url: str, limits: Limits | None = None, make: Callable[..., FastAPI] = make_app) -> Iterator[Running]:
    """A server of a house, stopped in the end."""
    running = Running(url, limits, make)
    try:
        yield running
    finally:
        running.stop()


class Player:
    """A person with a cookie, as a client of a server."""

    def __init__(self, running: Running, name: str) -> None:
        self.running, self.http = running, running.client()
        self.get_in(name)

    def get_in(self, name: str) -> None:
        answer = self.http.post("/api/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        self.me = answer.json()

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        """Post a body; the status must be this one."""
        answer = self.http.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        answer = self.http.get(path, params=query)
        assert answer.status_code == status, answer.text
        return answer.json()

    def make_table(self, game: str = "mabula", players: int = 2, **terms: Any) -> tuple[str, str | None]:
        made = self.post("/api/tables", 201, game=game, players=players, **{"seating": "chosen", **terms})
        return made["table"], made["invitation"]

    def play_first(self, table: str, seen: dict[str, Any], request: str) -> Any:
        """Play the first legal step of what was seen."""
        answer = self.http.post(
            f"/api/tables/{table}/steps", json={"seen": seen["number"], "steps": seen["legal"][:1], "id": request}
        )
        return answer.json()

    def wait_turn(self, table: str) -> dict[str, Any]:
        """Look until it is my turn, or the game is over."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            seen: dict[str, Any] = self.get(f"/api/tables/{table}")
            if seen["stage"] == "over" or set(seen["own"]) & set(seen.get("waited_for", ())):
                return seen
            time.sleep(0.02)
        raise AssertionError(f"nothing happens at the table: {seen['bots']}")

    def socket(self, **headers: str) -> "Talker":
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return Talker(self.running, {"Cookie": cookies, **headers})


class Talker:
    """A client's socket, with shortcuts to send and receive."""

    def __init__(self, running: Running, headers: dict[str, str]) -> None:
        self._opening = connect(
            f"ws://{running.host}/api/socket", additional_headers=headers, open_timeout=PATIENCE, ping_interval=None
        )
        self.socket: ClientConnection = self._opening.__enter__()

    def say(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"kind": kind, **fields}))

    def hear(self, kind: str | None = None, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message, or the next of a kind."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=timeout))
            if kind in (None, message["kind"]):
                return message

    def hear_of(self, number: int) -> dict[str, Any]:
        """The message that brings an entry; earlier ones may bring nothing new."""
        while (news := self.hear("table"))["number"] < number:
            pass
        return news

    def hear_the_end(self) -> ConnectionClosed:
        """The close frame, after any other messages."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return closed

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The reply. News of a table may come at any time, and are a reply to `watch` alone."""
        self.say(kind, **fields)
        while (told := self.hear())["kind"] == "table":
            if kind == "watch" and told["table"] == fields["table"]:
                break
        return told

    def __enter__(self) -> "Talker":
        return self

    def __exit__(self, *error: Any) -> None:
        self._opening.__exit__(*error)
