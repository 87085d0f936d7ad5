"""An evening in a real server with many secrets, and all texts and bytes in which anybody could find them."""

import asyncio
import base64
import json
import os
import queue
import re
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import count, product
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote
from zipfile import ZipFile

import httpx
import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, select
from sqlalchemy.exc import IntegrityError, OperationalError

from ludotheque.cli.main import cli, main
from ludotheque.play.fairness.fair_dice import commitment
from ludotheque.table.api import lifecycle as serving_room
from ludotheque.table.people.people import Person
from ludotheque.table.registry.completion import finish
from ludotheque.table.registry.registry import Registry
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service import acts
from ludotheque.table.service.limits import Limits
from ludotheque.table.storage import heartbeat, schema
from ludotheque.table.storage.engines import parse_address
from ludotheque.table.storage.seal import load_key
from ludotheque.table.storage.storage_errors import StoreError
from ludotheque.wire.requests import PlayAct
from ludotheque.wire.table_messages import PlayResult
from tests.log.test_table_state import HUTS
from tests.table.home import OTHER, SENTENCE
from tests.table.serving import PATIENCE, Player, Running, Talker, hurried

EVERYTHING = ["json", "picture", "words", "elements"]
BREAKABLY = "from tests.table.two_worlds import serve_breakably; serve_breakably()"
BREAKS = ("words", "statement", "database")  # how a request breaks: see `break_by`
BEHIND = ("task", "callback", "notice")  # failures outside of any request
HEARD = "heard"  # the file of notices received
SETTLED = 16  # the number of the last entry, when all have chosen
TIMES = "at|waited|left|created|changed|used|due|since|beat|started|begin|end|timestamp|ms|made|taken|cursor"
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}

Steps = tuple[str, ...]


# The server: `ludotheque serve` in a process of its own


def serve_breakably() -> None:
    """The command, with limits that let a test hurry. Steps whose id begins with `break` raise errors full of secrets.

    The server logs the notices received, and stores no pause when the machine is busy for seconds.
    """
    open_service, play, hear = serving_room.open_service, acts.play, Registry.apply_notice
    broken: list[str] = []

    def opened(url: str, **settings: Any) -> Any:
        return open_service(url, limits=Limits(hurried), compile_bots=False, **settings)

    async def played(self: Tables, table: str, person: Person, request: PlayAct, lang: str = "en") -> PlayResult:
        if not request.id.startswith("break-"):
            return await play(self, table, person, request, lang)
        kept, way = await self.registry.find(table), request.id.removeprefix("break-")
        dice = [one.value for one in self.registry.dice.secrets_of(kept.row, kept.state)]
        known = [request.steps, kept.state.log, *dice, self.store.seal.key]
        words = " ".join(f"{one!r} {one.hex() if isinstance(one, bytes) else ''}" for one in known)
        if way == "notice":
            broken.append(words)
        else:
            break_by(way, words, request.steps)
        return PlayResult(ok=True, id=request.id)

    async def finished(house: Tables, table: str) -> bool:
        if broken:
            raise RuntimeError(broken[0])
        return await finish(house, table)

    def heard(self: Registry, table: str, number: int) -> None:
        with Path(os.environ["XDG_DATA_HOME"], HEARD).open("a") as file:
            file.write(f"{table} {number}\n")
        hear(self, table, number)

    patched = pytest.MonkeyPatch()
    patched.setattr(heartbeat, "LONGEST_SILENCE", 3600.0)
    patched.setattr(Registry, "apply_notice", heard)
    patched.setattr(serving_room, "open_service", opened)
    patched.setattr(serving_room, "finish", finished)
    patched.setattr(acts, "play", played)
    main()


def break_by(way: str, words: str, steps: Steps) -> None:
    """Fail in one of several ways, with a text that nobody should ever read."""
    loop = asyncio.get_running_loop()
    if way == "words":
        raise RuntimeError(words)
    if way == "statement":
        raise IntegrityError(f"INSERT {words}", {"body": words}, ValueError(words))
    if way == "database":
        raise StoreError(words) from OperationalError(words, {"body": words}, ValueError(words))
    if way == "task":
        loop.create_task(die(words))  # noqa: RUF006  nobody waits for it
    else:
        loop.call_soon(die_at_once, *steps)


async def die(words: str) -> None:
    raise RuntimeError(words)


def die_at_once(*steps: str) -> None:
    raise RuntimeError(*steps)


class Served(Running):
    """The process, at the most verbose log level; all its output goes into one file."""

    def __init__(self, folder: Path, url: str) -> None:
        self.said = folder / "said"
        self._clients: list[httpx.Client] = []
        command = [sys.executable, "-c", BREAKABLY, "serve", "--port", "0", "--log", "debug", "--bots", "1"]
        with self.said.open("wb") as said:
            self._process = subprocess.Popen(
                [*command, "--database", url, "--key", str(folder / "house.key")], stdout=said, stderr=said,
                env=os.environ | {"XDG_DATA_HOME": str(folder)},
            )  # fmt: skip

    @cached_property
    def host(self) -> str:  # type: ignore[override]
        """Wait until the house is open, and return its address; several may be opened at once."""
        return self.wait_for(r"The house is open: http://(\S+)\n")[1]

    def wait_for(self, words: str) -> re.Match[str]:
        """Wait until the process has written a line."""
        end = time.monotonic() + PATIENCE
        while not (found := re.search(words, self.said.read_text())):
            if self._process.poll() is not None or time.monotonic() > end:
                self._process.kill()
                pytest.fail(f"not said: {words}\n{self.said.read_text()}")
            time.sleep(0.02)
        return found

    def stop(self) -> None:
        for client in self._clients:
            client.close()
        self._process.send_signal(signal.SIGTERM)
        assert self._process.wait(PATIENCE) == 0, self.said.read_text()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)


# Two worlds


@dataclass(frozen=True)
class Plan:
    """The secret steps of Ada and Eve: all else is the same in both worlds."""

    previewed: tuple[Steps, ...]
    tried: tuple[Steps, ...]  # in vain
    changed: Steps  # made, and taken back
    ada: Steps
    eve: Steps


PLANS = (
    Plan(
        previewed=(("build:evao.rock.fish",), ("build:evao.rock.fish", "show:type")),
        tried=(("club:evao.palm.tattoo",), ("build:danae.sand.flower", "show:beach"), ("none",)),
        changed=("club:danae.sand.flower", "show:club"),
        ada=("club:evao.palm.tattoo", "show:sector"),
        eve=("club:danae.lagoon.flower", "show:type"),
    ),
    Plan(
        previewed=(("club:danae.sand.flower",), ("club:danae.sand.flower", "show:club")),
        tried=(("paint:my.own.wish", "show:paint"), ("build:evao.lagoon.tattoo", "show:club"), ("my darkest wish",)),
        changed=("build:danae.rock.flower", "show:beach"),
        ada=("paint:evao.sand.fish", "show:paint"),
        eve=("club:evao.lagoon.fish", "show:club"),
    ),
)
BOB = ("club:danae.lagoon.tattoo", "show:beach")  # made and taken back, in both worlds


class Ear(Talker):
    """A socket that stores every message it is sent."""

    def __init__(self, running: Running, headers: dict[str, str]) -> None:
        super().__init__(running, headers)
        self.told: list[str] = []

    def hear(self, kind: str | None = None, timeout: float = PATIENCE) -> dict[str, Any]:
        while True:
            text = str(self.socket.recv(timeout=timeout))
            message: dict[str, Any] = json.loads(text)
            if message["kind"] != "pong":
                self.told.append(text)
            if kind in (None, message["kind"]):
                return message

    def hear_all(self) -> None:
        """Receive all messages that are under way."""
        self.say("ping")
        self.hear("pong")

    def hear_of(self, number: int) -> dict[str, Any]:
        """Receive the news of an entry, and all other messages under way."""
        news = super().hear_of(number)
        self.hear_all()
        return news


class Evening:
    """One evening in a house: a plan is played, others read everything, requests fail, and the house closes.

    It leaves texts by who was sent them (`told`), and bytes by where they lie (`places`).
    """

    def __init__(self, folder: Path, url: str, plan: Plan, running: Served) -> None:
        self.folder, self.url, self.plan, self.running = folder, url, plan, running
        self.told: dict[str, list[str]] = {}
        self.places: dict[str, bytes] = {}
        self.promised = {name: secrets.token_bytes(32) for name in ("ada", "eve", "opened")}
        with ExitStack() as stack:
            stack.callback(self.running.stop)
            self.come_in()
            self.sit_down()
            self.settle()
            self.listen(stack)
            self.choose()
            self.look(stack)
            self.break_things()
            self.close_books()
            self.told["bob"] += [*self.turns.lines(2), *self.turns_anew.lines(1)]
        self.places |= {name: "\n".join(told).encode() for name, told in self.told.items()}
        self.places["log"] = self.running.said.read_bytes()
        self.places["files"] += self.read_files()

    # Playing

    def come_in(self) -> None:
        """Three who play, a stranger, a program, and nobody."""
        names = ("ada", "bob", "eve", "zoe")
        self.ada, self.bob, self.eve, self.zoe = guests = [Player(self.running, name.title()) for name in names]
        self.logins = [one.http.cookies["ludotheque"] for one in guests]
        made = self.eve.post("/api/accounts", 201, name="Eve Prudent", password=SENTENCE)
        self.nobody, self.marvin = self.running.client(), self.running.client()
        wish = {"name": "Marvin", "password": OTHER, "is_bot": True}
        program = self.marvin.post("/api/accounts", json=wish).json()
        self.marvin.headers["Authorization"] = f"Bearer {program['token']}"
        self.logins += [self.eve.http.cookies["ludotheque"], program["token"]]
        self.logins += [SENTENCE, OTHER, made["words"], program["words"]]
        self.people = {one.me["id"]: name for one, name in zip(guests, names, strict=True)} | {program["id"]: "marvin"}

    def sit_down(self) -> None:
        """Projects, dice, and two tables that have not begun: a seat is free, or a client has its bytes still to open.

        Whoever opens them too early, or not all of them, has sent them all the same.
        """
        ada, bob, eve = self.ada, self.bob, self.eve
        self.projects, _ = ada.make_table("makabana", 3, private=False)
        self.dice, invitation = ada.make_table("marabunta", 2)
        self.free, _ = ada.make_table("junglerumble", 4, private=False)
        self.full, _ = ada.make_table("junglerumble", 3, private=False)
        self.tables = {self.projects: "PROJECTS", self.dice: "DICE", self.free: "FREE", self.full: "FULL"}
        self.logins.append(str(invitation))
        for one in (ada, bob, eve):
            one.post(f"/api/tables/{self.projects}/join")
        for player, site in zip((ada, bob, eve, eve, bob, ada), HUTS, strict=True):
            self.play(player, f"hut:{site}")
        for one in (ada, eve):
            one.post(f"/api/tables/{self.dice}/join", invitation=invitation)
        for number in range(4):
            looks = [(one, one.get(f"/api/tables/{self.dice}")) for one in (ada, eve)]
            mover, seen = next((one, seen) for one, seen in looks if seen["legal"])
            assert mover.play_first(self.dice, seen, f"dice-{number}")["ok"]
        ada.post(f"/api/tables/{self.free}/join", commitment=commitment(self.promised["ada"]))
        ada.post(f"/api/tables/{self.full}/join", commitment=commitment(self.promised["opened"]))
        for table in (self.free, self.full):
            bob.post(f"/api/tables/{table}/join")
        eve.post(f"/api/tables/{self.full}/join", commitment=commitment(self.promised["eve"]))
        ada.post(f"/api/tables/{self.free}/open", 409, opened=self.promised["ada"].hex())
        ada.post(f"/api/tables/{self.full}/open", opened=self.promised["opened"].hex())
        eve.post(f"/api/tables/{self.full}/open", 422, opened=self.promised["eve"].hex() + "00")

    def settle(self) -> None:
        """Wait until the house has been notified of all entries: late news would be one message more."""
        last = [f"{table} {self.ada.get(f'/api/tables/{table}')['number']}" for table in self.tables]
        end = time.monotonic() + PATIENCE
        while not {*last} <= {*(self.folder / HEARD).read_text().splitlines()}:
            assert time.monotonic() < end, last
            time.sleep(0.02)

    def play(self, player: Player, *steps: str) -> int:
        seen = player.get(f"/api/tables/{self.projects}")["number"]
        wish = {"seen": seen, "steps": steps, "id": f"at-{seen}"}
        return int(player.post(f"/api/tables/{self.projects}/steps", **wish)["number"])

    def listen(self, stack: ExitStack) -> None:
        """Everybody watches; Ada and Bob subscribe to their turns as programs do."""
        heads = {name: cookie_of(getattr(self, name)) for name in ("ada", "bob", "eve", "zoe")}
        heads |= {"nobody": {}, "marvin": {"Authorization": self.marvin.headers["Authorization"]}}
        self.ears = {name: Ear(self.running, head) for name, head in heads.items()}
        for name, ear in self.ears.items():
            stack.enter_context(ear)
            ear.ask("watch", table=self.projects, wants=EVERYTHING if name in ("bob", "nobody") else ["json", "words"])
            for table in (self.free, self.full, self.dice):
                ear.ask("watch", table=table)
        self.turns, _ = (stack.enter_context(Turns(one)) for one in (self.bob, self.ada))

    def choose(self) -> None:
        """Some projects are made, one is changed, one is taken back; some are previewed, some refused."""
        self.tell_all(self.play(self.bob, *BOB))
        self.tell_all(self.back(self.bob))
        before = {name: len(ear.told) for name, ear in self.ears.items() if name != "ada"}
        self.try_in_vain()
        for name in before:
            self.ears[name].hear_all()
        self.disturbed = [text for name, many in before.items() for text in self.ears[name].told[many:]]
        self.tell_all(self.play(self.ada, *self.plan.changed))
        self.tell_all(self.back(self.ada))
        self.tell_all(self.play(self.ada, *self.plan.ada))
        self.tell_all(self.play(self.eve, *self.plan.eve))

    def back(self, player: Player) -> int:
        return int(player.post(f"/api/tables/{self.projects}/back")["number"])

    def tell_all(self, number: int) -> None:
        for ear in self.ears.values():
            ear.hear_of(number)

    def try_in_vain(self) -> None:
        """Ada previews, and tries illegal steps, over HTTP and the socket."""
        ear, table = self.ears["ada"], self.projects
        for steps in self.plan.previewed:
            ear.say("preview", table=table, steps=steps)
            assert ear.hear("preview")["steps"] == [*steps]
            self.ada.get(f"/api/tables/{table}/preview", steps=steps)
        for number, steps in enumerate(self.plan.tried):
            wish = {"seen": SETTLED - 4, "steps": steps}
            ear.say("play", table=table, **wish, id=f"said-{number}")
            assert not ear.hear("answer")["ok"]
            self.ada.post(f"/api/tables/{table}/steps", 422, **wish, id=f"sent-{number}")

    # Reading

    def look(self, stack: ExitStack) -> None:
        """Others read every page, send forbidden requests, resume, and read their turns."""
        self.described = self.nobody.get("/openapi.json").json()["paths"]
        askers = {"nobody": self.nobody, "zoe": self.zoe.http, "marvin": self.marvin, "bob": self.bob.http}
        for name, http in askers.items():
            self.want_wrongly(self.ears[name])
            self.told[name] = [*self.walk(http), *self.refusals(http), *self.ears[name].told]
        self.told["metrics"] = self.nobody.get("/metrics").text.splitlines()
        ear = Ear(self.running, cookie_of(self.bob))
        with ear:
            for after in (0, 5, SETTLED - 3):
                ear.ask("watch", table=self.projects, after=after, wants=["json", "words"])
            self.told["bob"] += ear.told
        self.turns_anew = stack.enter_context(Turns(self.bob))
        self.told |= {name: self.ears[name].told[:] for name in ("ada", "eve")}

    def walk(self, http: httpx.Client) -> Iterator[str]:
        """Every page that there is, by the server's own description."""
        names = {"table": [*self.tables], "who": ["Eve Prudent", "Marvin", *self.people], "game": ["makabana"]}
        names["file"] = ["guessed.atom", "guessed.ics"]  # of a feed: the address of a real one is its owner's secret
        looks: dict[str, list[dict[str, Any]]] = {
            "/api/tables": [{"stage": "open"}, {"stage": "playing"}],
            "/api/tables/{table}": [{}, {"wants": EVERYTHING, "lang": "it"}, {"after": 9, "seat": 0}, {"seat": 1}],
            "/api/tables/{table}/preview": [{"steps": ["build:evao.palm.fish", "show:type"]}, {"steps": "none"}],
            "/api/tables/{table}/record": [{}, {"seat": 0}, {"seat": 1}],
        }
        for path, methods in self.described.items():
            if "get" not in methods or path in ("/api/events", "/metrics"):
                continue  # one does not end, one counts the others
            for given in product(*(names[name] for name in re.findall(r"{(\w+)}", path))):
                address = re.sub(r"{\w+}", "%s", path) % tuple(map(quote, given))
                for query in looks.get(path, [{}]):
                    yield whole(http.get(address, params=query))

    def refusals(self, http: httpx.Client) -> Iterator[str]:
        """Requests that are refused for everybody."""
        table = f"/api/tables/{self.projects}"
        for wish in self.wrong_steps():
            yield whole(http.post(f"{table}/steps", json=wish))
        for path, body in (
            (f"{table}/back", {"seat": 1}), (f"{table}/back", {}), (f"{table}/answer", {"ask": 3, "agrees": True}),
            (f"{table}/seats/1", {}), (f"{table}/resign", {}), (f"{table}/open", {"opened": "0" * 64}),
            (f"/api/tables/{self.dice}/join", {"invitation": "please"}),
        ):  # fmt: skip
            yield whole(http.post(path, json=body))

    def want_wrongly(self, ear: Ear) -> None:
        """The same over a socket."""
        for wish in self.wrong_steps():
            ear.say("play", table=self.projects, **wish)
            ear.say("preview", table=self.projects, steps=wish["steps"], seat=wish.get("seat"))
        ear.hear_all()

    def wrong_steps(self) -> Iterator[dict[str, Any]]:
        project: dict[str, Any] = {"seen": SETTLED, "steps": ["build:evao.palm.fish", "show:type"]}
        yield project | {"id": "late", "seen": 3}
        yield project | {"id": "half", "steps": ["build:evao.palm.fish"]}
        yield project | {"id": "illegal", "steps": ["paint:evao.sand.fish", "show:type"]}
        yield project | {"id": "unreadable", "steps": ["show"]}
        yield project | {"id": "others", "seat": 1}
        yield project | {"id": "nothing", "steps": [{"a": 1}]}

    # Failing, and the files left

    def break_things(self) -> None:
        """Ada's steps break the server, over HTTP and the socket; then failures outside of any request."""
        address, ear = f"/api/tables/{self.projects}/steps", self.ears["ada"]
        wish: dict[str, Any] = {"seen": SETTLED, "steps": self.plan.changed}
        self.told["broken"] = [self.ada.http.post(address, json=wish | {"id": f"break-{way}"}).text for way in BREAKS]
        for way in BREAKS:
            ear.ask("play", table=self.projects, **wish, id=f"break-{way}")
            self.told["broken"].append(ear.told[-1])
        for way in BEHIND:
            self.ada.http.post(address, json=wish | {"id": f"break-{way}"})
        self.ada.post(f"/api/tables/{self.dice}/messages", 201, text="Well played")
        self.running.wait_for('"event": "notice"')

    def close_books(self) -> None:
        """The database row by row and byte by byte, a backup, an export, and the commands' output about them."""
        self.rows = list(rows_of(self.url))
        self.places["files"] = self.read_files()
        backup, export = self.folder / "backup.sqlite", self.folder / "house.zip"
        commands = [["export", str(export)], ["fix", "--json"]]
        if self.url.startswith("sqlite"):
            commands.append(["backup", str(backup)])
        self.told["commands"] = []
        for command in commands:
            done = CliRunner().invoke(cli, [*command, "--database", self.url])
            assert done.exit_code == 0, done.output
            self.told["commands"] += sorted(done.output.splitlines())
        with ZipFile(export) as archive:
            members = {name: archive.read(name).decode() for name in archive.namelist()}
        self.told["export"] = [line for text in members.values() for line in text.splitlines()]
        self.told["rows"] = [json.dumps(row) for row in self.rows]
        self.places["backup"] = backup.read_bytes() if backup.exists() else b""

    def read_files(self) -> bytes:
        """All files in the folder of the house, besides its key and its output."""
        files = [file for file in self.folder.rglob("*") if file.is_file() and file.name not in ("house.key", "said")]
        return b"\n".join(file.read_bytes() for file in files)

    # Secrets, which must not be found

    @property
    def key(self) -> bytes:
        return load_key(self.folder / "house.key").key

    @property
    def choices(self) -> set[str]:
        """Every step that was chosen, tried or looked at in secret."""
        plan = self.plan
        made = [*plan.previewed, *plan.tried, plan.changed, plan.ada, plan.eve, BOB]
        return {step for steps in made for step in steps} - {"none"}

    @property
    def to_come(self) -> list[bytes]:
        """The secrets of all dice, and the bytes that clients and the server have promised and not opened."""
        kept = [self.opened(row["secret"], f"{row['id']} secret") for name, row in self.rows if name == "tables"]
        for table, row in ((row["table"], json.loads(row["body"])) for name, row in self.rows if name == "entries"):
            if table in (self.free, self.full) and row.get("sealed"):
                kept.append(self.opened(row["sealed"], f"{table} place {row['seat']}"))
        assert len(kept) == len(self.tables) + 2, "of Bob, at two tables"
        return [*map(bytes.fromhex, kept), self.promised["ada"], self.promised["eve"]]

    def opened(self, sealed: str, about: str) -> str:
        """The text that was sealed; fails if it was not."""
        text = load_key(self.folder / "house.key").open(sealed, about)
        assert text is not None
        return text

    @property
    def secrets(self) -> list[str | bytes]:
        """Secrets that nobody but their owners may find anywhere."""
        return [*sorted(self.choices), *self.to_come, self.key, *self.logins]

    def secrets_from(self, name: str) -> list[str | bytes]:
        """Secrets that must not be sent to a person; for a seat, of the choices only clubs: their texts are unique."""
        plan = self.plan
        own = {"ada": [*plan.changed, *plan.ada, *(step for steps in plan.previewed + plan.tried for step in steps)]}
        own |= {"eve": [*plan.eve], "bob": [*BOB]}
        found = {one for one in self.choices if name not in own or one.startswith("club:")} - {*own.get(name, ())}
        ids = [person for person, known in self.people.items() if known != name]
        return [*sorted(found), *self.to_come, self.key, *self.logins, *ids]

    # Texts that must be equal

    def blank(self, text: str) -> str:
        """A text without the parts that always differ between two houses: names, times, and sealed or hashed texts."""
        text = re.sub(rf'"({TIMES})": ?("[^"]*"|-?[0-9.e-]+)', r"\1", text)
        for name, known in (*self.tables.items(), *self.people.items(), (str(self.folder), "FOLDER")):
            text = text.replace(name, known)
        text = re.sub("[0-9A-Za-z+/]{300,}=*", lambda found: f"{len(found[0])} sealed letters", text)
        text = re.sub(r'\$argon2[^"\\]*', lambda found: f"{len(found[0])} hashed letters", text)
        text = re.sub(r'"size": \d+|[\d,]+ bytes', "size", text)  # of files with times and dice
        text = re.sub(r'"beats": \d+', "beats", text)  # one a second
        return re.sub(r"\b([0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{16}|127\.0\.0\.1:\d+)\b", "id", text)

    def blanked(self, name: str) -> list[str]:
        """The texts sent to a person or stored at a place, blanked; without the table whose dice are random."""
        return [self.blank(text) for text in self.told[name] if name not in ("rows", "export") or self.dice not in text]


def cookie_of(player: Player) -> dict[str, str]:
    return {"Cookie": f"ludotheque={player.http.cookies['ludotheque']}"}


def whole(answer: httpx.Response) -> str:
    """An answer as text: status, headers and body."""
    head = {key: value for key, value in answer.headers.items() if key not in ("date", "content-length")}
    return f"{answer.request.method} {answer.status_code} {head}\n{answer.text}"


class Turns:
    """A person's event stream of turns, read in a thread of its own."""

    def __init__(self, player: Player) -> None:
        self._opening = player.http.stream("GET", "/api/events")
        self._told: queue.Queue[str] = queue.Queue()

    def lines(self, least: int) -> Iterator[str]:
        """The lines received until now; waits for at least so many."""
        with suppress(queue.Empty):
            for many in count(1):
                yield self._told.get(timeout=PATIENCE) if many <= least else self._told.get_nowait()

    def _read(self, stream: httpx.Response) -> None:
        with suppress(httpx.HTTPError, httpx.StreamError, OSError):  # closed in the end
            for line in stream.iter_lines():
                if line.startswith("data:"):  # no sign of life
                    self._told.put(line)

    def __enter__(self) -> Self:
        stream = self._opening.__enter__()
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()
        return self

    def __exit__(self, *error: Any) -> None:
        self._opening.__exit__(*error)


def rows_of(url: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """All that a database holds, as a dump has it."""
    engine = create_engine(parse_address(url).url.set(drivername=DRIVERS[url.partition(":")[0]]))
    with engine.connect() as connection:
        for table in schema.metadata.sorted_tables:
            for row in connection.execute(select(table).order_by(*table.primary_key.columns)).mappings():
                yield table.name, dict(row)
    engine.dispose()


def forms_of(secret: str | bytes) -> set[bytes]:
    """How a secret may be written down."""
    raw = secret if isinstance(secret, bytes) else secret.encode()
    plain = {raw, raw.hex().encode()}
    coded = {code(one).rstrip(b"=") for one in plain for code in (base64.b64encode, base64.urlsafe_b64encode)}
    return plain | coded | {raw.hex().upper().encode(), quote(raw, safe="").encode(), repr(raw)[2:-1].encode()}


def found_in(place: bytes, kept: Iterable[str | bytes]) -> list[str | bytes]:
    """The secrets found there, in any encoding."""
    return [one for one in kept if any(form in place for form in forms_of(one))]
