"""The examples of docs/protocol.md: read from the page, made again with a real house, and compared with what it says.

A block of the page is a scene. `Ada: POST /api/tables` is a request of Ada, with its body below; a line with a status
begins the answer. `Ada > {...}` and `Ada < {...}` are messages of a socket, `Marvin < data: {...}` is one of a stream.
`"..."` stands for anything: for the rest of a list, of an object (as a key) or of a text. A key `"…"` is filled in when
the page is written anew.

Names that a house makes up (tables, invitations, steps of a start that was drawn) are other ones each time. They are
learned from each answer, by their place in it, and put into the requests that follow.

`python -m tests.protocol_writing` makes all exchanges and writes the answers into the page anew.
"""

import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from ludotheque.table.api.app import make_app
from ludotheque.table.reminders.reminder_settings import MailServer, ReminderSettings
from tests.table.serving import Running, Talker, serving

PAGE = Path(__file__).parent.parent / "docs" / "protocol.md"
SCENE = re.compile(r"```text\n((?:\w+: (?:GET|POST|PATCH|DELETE) |\w+ [<>] ).*?)```\n", re.DOTALL)
CUE = re.compile(r"(?m)^(\w+)(: (?:GET|POST|PATCH|DELETE) \S+| [<>] )")
MORE, ALL = "...", "…"
WIDTH = 82
PATIENCE = 20.0
EXACT = {"kind", "error", "stage", "ok", "holds", "how", "game", "number", "seat", "what", "clock", "part", "rules"}
MAPS = {"elements", "told", "board"}  # objects by step or by element
UNNAMED = {"text", "name", "paragraph", "reason", "label", "title", "picture", "prompt"}


class Differs(AssertionError):  # noqa: N818
    """An example that is not what the house says."""


@dataclass
class Act:
    """One line of a scene: who says what, and what the page says comes of it."""

    who: str
    what: str  # `POST /api/tables`, `>` or `<`
    said: str  # the body of a request, or a message
    status: int | None = None
    answer: str = ""
    start: int = 0  # where it stands on the page
    end: int = 0

    @property
    def method(self) -> str:
        return self.what.partition(" ")[0]


def acts_of(page: str) -> Iterator[Act]:
    """Everything that is said in the scenes of a page, in order."""
    for scene in SCENE.finditer(page):
        cues = list(CUE.finditer(scene[1]))
        ends = [cue.start() for cue in cues[1:]] + [len(scene[1])]
        for cue, end in zip(cues, ends, strict=True):
            rest = scene[1][cue.end() : end]
            said, *answered = re.split(r"(?m)^(\d{3})\n?", rest, maxsplit=1)
            status, answer = (int(answered[0]), answered[1]) if answered else (None, "")
            place = scene.start(1) + cue.start(), scene.start(1) + end
            yield Act(cue[1], cue[2].strip(" :"), said.strip(), status, answer.strip(), *place)


def log_lines(page: str) -> list[str]:
    """The entries of the log that the page shows one by one, as they stand there."""
    block = page.split("### The log\n", 1)[1].split("```text\n", 1)[1].split("\n```", 1)[0]
    return re.split(r"\n(?=\{)", block)


def read_json(text: str) -> Any:
    """An answer or a message: JSON where it is some, otherwise the text itself."""
    return json.loads(text) if text[:1] in ("{", "[") else text


@dataclass
class Stage:
    """A house with clients by name, and what has been learned of its names."""

    running: Running
    stack: ExitStack
    known: dict[str, str] = field(default_factory=dict)
    clients: dict[str, httpx.Client] = field(default_factory=dict)
    sockets: dict[str, Talker] = field(default_factory=dict)
    streams: dict[str, Iterator[str]] = field(default_factory=dict)
    unheard: dict[str, list[Any]] = field(default_factory=dict)
    seen: list[tuple[Act, Any]] = field(default_factory=list)  # each act as it was said here, and what came of it

    def client(self, who: str) -> httpx.Client:
        return self.clients.setdefault(who, self.running.client())

    def real(self, text: str) -> str:
        """A request with the names that this house has made up."""
        if not self.known:
            return text
        names = "|".join(re.escape(name) for name in sorted(self.known, key=len, reverse=True))
        return re.sub(rf"(?<![\w-])({names})(?![\w-])", lambda found: self.known[found[1]], text)

    def play(self, act: Act) -> Any:
        """Do what is said; gives what really comes of it, or None."""
        if act.what == ">":
            self._socket(act.who).socket.send(self.real(act.said))
            return None
        if act.what == "<":
            return self._hear(act)
        if act.what == "GET /api/events":
            return self._listen(act.who)
        return self._ask(act)

    def _ask(self, act: Act) -> Any:
        """Send a request. What only asks is asked until the house says what the page says: ratings take time."""
        end = time.monotonic() + (PATIENCE if act.method == "GET" else 0)
        while True:
            answer = self._send(act)
            found = answer.json() if "json" in answer.headers.get("content-type", "") else answer.text
            try:
                if act.answer:
                    if answer.status_code != act.status:
                        raise Differs(f"{act.what}: {answer.status_code}, not {act.status}: {answer.text[:300]}")
                    compare(read_json(act.answer), found, act.what)
            except Differs:
                if time.monotonic() < end:
                    time.sleep(0.1)
                    continue
                raise
            act.status = act.status or answer.status_code
            if act.what == "POST /api/accounts" and isinstance(found, dict) and found.get("token"):
                self.client(act.who).headers["authorization"] = f"Bearer {found['token']}"
            return found

    def _send(self, act: Act) -> httpx.Response:
        path = self.real(act.what.partition(" ")[2])
        body = json.loads(self.real(act.said)) if act.said else None
        return self.client(act.who).request(act.method, path, json=body)

    def _socket(self, who: str) -> Talker:
        if who not in self.sockets:
            cookies = "; ".join(f"{name}={value}" for name, value in self.client(who).cookies.items())
            self.sockets[who] = self.stack.enter_context(Talker(self.running, {"Cookie": cookies}))
        return self.sockets[who]

    def _hear(self, act: Act) -> Any:
        """The next message of the kind that the page names; others are kept, for they may come in either order."""
        wanted = json.loads(act.said.removeprefix("data: "))
        kept = self.unheard.setdefault(act.who, [])
        for index, message in enumerate(kept):
            if message["kind"] == wanted["kind"]:
                return kept.pop(index)
        while True:
            message = self._next(act)
            if message["kind"] == wanted["kind"]:
                return message
            kept.append(message)

    def _next(self, act: Act) -> Any:
        if act.said.startswith("data: "):
            lines = self.streams[act.who]
            return json.loads(next(line for line in lines if line.startswith("data: ")).removeprefix("data: "))
        return self._socket(act.who).hear()

    def _listen(self, who: str) -> str:
        answer = self.stack.enter_context(self.client(who).stream("GET", "/api/events"))
        assert answer.status_code == 200
        self.streams[who] = answer.iter_lines()
        return ""

    def learn(self, example: Any, found: Any, key: str = "") -> None:
        """Remember which names stand for which, by their place."""
        if isinstance(example, dict) and isinstance(found, dict):
            pairs = zip(example, found, strict=False) if key in MAPS else ((one, one) for one in example)
            for one, other in pairs:
                if one not in (MORE, ALL) and other in found:
                    self.learn(one if key in MAPS else "", other if key in MAPS else "", key)
                    self.learn(example[one], found[other], one)
        elif isinstance(example, list) and isinstance(found, list):
            for one, other in zip(example, found, strict=False):
                self.learn(one, other, key)
        elif isinstance(example, str) and isinstance(found, str) and example and not example.endswith(MORE):
            self.known |= {} if key in UNNAMED else {example: found}


def compare(example: Any, found: Any, path: str) -> None:
    """Raise unless an example has the shape of what was found: the same keys, types, kinds and numbers of things."""
    if example == MORE:
        return
    if isinstance(example, dict) and isinstance(found, dict):
        _compare_objects(example, found, path)
    elif isinstance(example, list) and isinstance(found, list):
        _compare_lists(example, found, path)
    elif isinstance(example, str) and isinstance(found, str) and path.rpartition(".")[2] not in EXACT:
        if "\n" in example:
            _compare_texts(example, found, path)
    elif kind_of(example) != kind_of(found) or (path.rpartition(".")[2] in EXACT and example != found):
        raise Differs(f"{path}: the page has {example!r}, the house {found!r}")


def _compare_objects(example: dict[str, Any], found: dict[str, Any], path: str) -> None:
    if path.rpartition(".")[2] in MAPS:
        _compare_lists([*example.values()], [*found.values()], path)
        return
    named = set(example) - {MORE, ALL}
    if missing := named - set(found):
        raise Differs(f"{path}: the house does not say {', '.join(sorted(missing))}")
    if named == set(example) and (more := set(found) - named):
        raise Differs(f"{path}: the page does not say {', '.join(sorted(more))}")
    for key in named:
        compare(example[key], found[key], f"{path}.{key}")


def _compare_lists(example: list[Any], found: list[Any], path: str) -> None:
    is_cut = example[-1:] == [MORE]
    items = example[:-1] if is_cut else example
    if len(found) < len(items) or (len(found) > len(items) and not is_cut):
        raise Differs(f"{path}: the page has {len(items)} things{' and more' * is_cut}, the house {len(found)}")
    for index, item in enumerate(items):
        compare(item, found[index], f"{path}[{index}]")


def _compare_texts(example: str, found: str, path: str) -> None:
    """Lines that begin alike, up to where the page leaves off."""
    for wanted, line in zip(example.splitlines(), found.splitlines(), strict=False):
        if wanted == MORE:
            return
        if re.split(r"[ :]", wanted)[0] != re.split(r"[ :]", line)[0]:
            raise Differs(f"{path}: the page has {wanted!r}, the house {line!r}")


def kind_of(value: Any) -> str:
    """What type JSON would call it."""
    match value:
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case None:
            return "null"
        case list():
            return "list"
        case _:
            return "object"


def perform(page: str, stage: Stage, *, is_strict: bool = True) -> None:
    """Make every exchange of a page again; raises where the house says something else."""
    for act in acts_of(page):
        said = replace(act, what=stage.real(act.what), said=act.said if act.what == "<" else stage.real(act.said))
        try:
            found = stage.play(act)
            example = read_json(act.said.removeprefix("data: ")) if act.what == "<" else read_json(act.answer)
            if act.what == "<" and is_strict:
                compare(example, found, f"{act.who} <")
        except Differs as error:
            line = page.count("\n", 0, act.start) + 1
            raise Differs(f"line {line}: {error}") from None
        if example:
            stage.learn(example, found)
        stage.seen.append((replace(said, status=act.status), found))


def opened(folder: Path, stack: ExitStack) -> Stage:
    """A stage over a new house."""
    nowhere = MailServer("127.0.0.1", 9, "none", "games@games.example")
    settings = ReminderSettings(
        "https://games.example", nowhere, has_push=True, has_webhooks=True, may_reach_inside=True
    )  # fmt: skip
    make = partial(make_app, reminders=settings)
    running = stack.enter_context(serving(f"sqlite:///{folder / 'house.db'}", make=make))
    return Stage(running, stack)
