"""The people of the fault campaign: they know no rules, and behave as a good page would.

A request is repeated under the same `id` until it is answered. A person who loses the line connects again, and
requests all entries after the last one that they surely know. Choices are drawn from the `legal` and `parts` that the
server sends.
"""

import asyncio
import hashlib
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bench.faults_line import Answer, Lost, Socket, Weather, ask, ask_plainly

PACE = 0.12  # seconds that a person thinks about a choice, on average
HEARS = 1.2  # seconds for an answer on a socket, before the request is repeated
QUIET = 1.6  # seconds without news, before a person requests the table again
POLL = 0.3  # seconds between two looks over HTTP
LATER = ("busy", "broken")
NOT_PLAYED = ("stale", "forbidden", "unknown", "over", "taken", "late")

Violate = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Acked:
    """Steps that were acknowledged."""

    table: str
    person: str
    id: str
    number: int
    seat: int
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """Another acknowledged request: an entry of this kind by this seat, after one number and up to another."""

    table: str
    kind: str
    seat: int
    after: int
    number: int


class Ground:
    """Shared by all people: the servers' ports, the weather, and all acknowledged requests."""

    def __init__(self, port: Callable[[random.Random], int], weather: Weather, violate: Violate) -> None:
        self.port, self.weather, self.violate = port, weather, violate
        self.acked: list[Acked] = []
        self.done: list[Done] = []
        self.refused: dict[str, str] = {}  # by request: why it was not played
        self.notes: Counter[str] = Counter()
        self.is_closing = False


class Person:
    """A person with a cookie, an address of their own, and a socket or none."""

    def __init__(self, ground: Ground, number: int, seed: str, *, has_socket: bool) -> None:
        self.ground, self.name, self.has_socket = ground, f"Player {number}", has_socket
        self.source = f"127.0.{1 + number // 200}.{2 + number % 200}"
        self.chance = random.Random(f"{seed}/{self.name}")
        self.cookie = ""
        self.sittings: dict[str, Sitting] = {}
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.socket: Socket | None = None
        self._refs: dict[str, tuple[str, int]] = {}
        self._count = 0

    def _port(self) -> int:
        return self.ground.port(self.chance)

    async def ask(self, method: str, path: str, body: Any = None, *, is_calm: bool = False) -> Answer:
        """An HTTP request; raises Lost."""
        request = (self.source, self.cookie, method, path, body)
        status, headers, said = await (
            ask_plainly(self._port(), *request) if is_calm else ask(self.ground.weather, self._port, *request)
        )
        if status >= 500:
            self.ground.notes[f"HTTP {status}"] += 1
        return status, headers, said

    async def insist(self, method: str, path: str, body: Any = None) -> Answer:
        """A request on a good line, repeated until the house is there and has time."""
        while True:
            with suppress(Lost):
                status, headers, said = await self.ask(method, path, body, is_calm=True)
                if status not in (429, 500, 503):
                    return status, headers, said
                if status == 429:
                    await asyncio.sleep(float(headers.get("retry-after", "1")))
            await asyncio.sleep(self.chance.uniform(0.1, 0.4))

    async def come_in(self) -> None:
        _, headers, said = await self.insist("POST", "/api/guests", {"name": self.name})
        self.cookie = headers["set-cookie"].split(";")[0]
        assert said["name"] == self.name

    async def listen(self) -> None:
        """Keep a socket open, for as long as the piece lasts."""
        while not self.ground.is_closing:
            try:
                self.socket = await Socket.call(self._port(), self.source, self.cookie, self.ground.weather, self._hear)
            except Lost:
                await asyncio.sleep(self.chance.uniform(0.1, 0.5))
                continue
            for sitting in list(self.sittings.values()):
                self.watch(sitting)
            await self.socket.closed
            await asyncio.sleep(self.chance.uniform(0.0, 0.2))

    def watch(self, sitting: "Sitting") -> None:
        """Ask for a table after the last entry that is surely known."""
        self._count += 1
        ref = f"w{self._count}"
        self._refs[ref] = (sitting.table, sitting.known)
        self.say({"kind": "watch", "table": sitting.table, "after": sitting.known, "ref": ref})

    def say(self, message: dict[str, Any]) -> None:
        if self.socket is not None:
            self.socket.say(message)

    def _hear(self, message: dict[str, Any]) -> None:
        kind, table = message["kind"], message.get("table")
        if kind == "table" and table in self.sittings:
            _, after = self._refs.pop(message["ref"] or "", ("", None))
            if not self.sittings[table].hear(message, after):
                self.watch(self.sittings[table])
        elif kind in ("answer", "error") and message.get("id") in self.answers:
            heard = self.answers[message["id"]]
            if not heard.done():
                heard.set_result(message)
        if kind == "error" and message.get("error") == "broken":
            self.ground.notes["broken, on a socket"] += 1

    async def look(self, sitting: "Sitting", *, is_calm: bool = False) -> dict[str, Any] | None:
        """Look at a table over HTTP."""
        after = sitting.known
        path = f"/api/tables/{sitting.table}?after={after}"
        with suppress(Lost):
            status, _, said = await self.ask("GET", path, is_calm=is_calm)
            if status == 200:
                sitting.hear(said, after)
                found: dict[str, Any] = said
                return found
        return None

    async def play(self, table: str, request: dict[str, Any]) -> dict[str, Any]:
        """Send steps until they are answered; the answer."""
        while True:
            answer = await (self._say_steps if self.has_socket else self._post_steps)(table, request)
            if answer is not None and answer.get("error") not in LATER:
                return answer
            await asyncio.sleep(self.chance.uniform(0.05, 0.4))

    async def _say_steps(self, table: str, request: dict[str, Any]) -> dict[str, Any] | None:
        name = request["id"]
        heard = self.answers[name] = asyncio.get_running_loop().create_future()
        self.say({"kind": "play", "table": table, **request})
        try:
            return await asyncio.wait_for(heard, HEARS)
        except TimeoutError:
            return None
        finally:
            del self.answers[name]

    async def _post_steps(self, table: str, request: dict[str, Any]) -> dict[str, Any] | None:
        with suppress(Lost):
            _, _, said = await self.ask("POST", f"/api/tables/{table}/steps", request)
            found: dict[str, Any] = said
            return found
        return None


@dataclass(slots=True)
class Plan:
    """How a table is played, drawn before it is made."""

    game: str
    players: int
    bots: int
    terms: dict[str, Any]
    is_short: bool = False  # a person lets their time run out here
    commits: bool = False


@dataclass(slots=True)
class Sitting:
    """A person at a table, and all that they were sent of it."""

    person: Person
    table: str
    plan: Plan
    secret: bytes = b""
    dawdles: int = -1  # lets the time run out when the table has so many entries
    known: int = 0  # all up to here is known as it was then
    entries: dict[int, tuple[int, dict[str, Any]]] = field(default_factory=dict)  # with the number they came with
    view: dict[str, Any] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    moved: float = field(default_factory=time.monotonic)  # when the table last went on
    tried: int = 0

    @property
    def is_over(self) -> bool:
        return bool(self.view) and self.view["stage"] == "over" and self.known == self.view["number"]

    def hear(self, view: dict[str, Any], after: int | None) -> bool:
        """Take in what was sent: all after a number, or only what is new since the last news. Whether nothing lacks."""
        number, numbers = view["number"], {entry["number"] for entry in view["entries"]}
        for entry in view["entries"]:
            before, _ = self.entries.get(entry["number"], (0, None))
            if before <= number:
                self.entries[entry["number"]] = (number, entry)
        if number < self.known:  # late: a newer entry is known
            return True
        first = number + 1
        while first - 1 in numbers:
            first -= 1
        is_sure = first == number if after is None else after <= self.known  # older ones may be sent again, too
        if number > self.known and (first > self.known + 1 or not is_sure):
            return False
        if number > self.known or not self.view:
            self.moved = time.monotonic()
        self.known, self.view = number, view
        self.news.set()
        return True

    @property
    def seat(self) -> int | None:
        """The seat that I act for."""
        return self.view.get("seat") if self.view.get("own") else None

    async def run(self) -> None:
        """Play until the table is over."""
        self.person.sittings[self.table] = self
        if self.person.has_socket:
            self.person.watch(self)
        while not self.is_over:
            await self._wait()
            if self.view and not self.is_over:
                await self._act()

    async def _wait(self) -> None:
        """Wait for news; after QUIET seconds without any, request the table again."""
        if not self.person.has_socket:
            await asyncio.sleep(self.person.chance.uniform(0.5, 1.5) * POLL)
            await self.person.look(self)
            return
        try:
            await asyncio.wait_for(self.news.wait(), QUIET)
        except TimeoutError:
            self.person.watch(self)
        self.news.clear()

    async def _act(self) -> None:
        view, chance = self.view, self.person.chance
        if view["stage"] == "open":
            await self._open()
        elif self.seat is None:
            await self._return()
        else:
            if view["ask"] is not None and self.seat not in view["ask"]["agreed"]:
                await self._answer(view["ask"]["number"], chance.random() < 0.7)
            if self.seat in view["waited_for"] and not self._lets_wait():
                await self._choose(view)

    def _lets_wait(self) -> bool:
        """True while this person lets their time run out, as planned; once late, they play on."""
        if self.dawdles < 0 or self.known < self.dawdles:
            return False
        mine = next(one for one in self.view["seats"] if one["seat"] == self.seat)
        if mine["is_late"]:
            self.dawdles = -1
        return self.dawdles >= 0

    async def _open(self) -> None:
        """Open what I have promised, when all have sat down."""
        if self.secret and all(one["holder"] for one in self.view["seats"]):
            await self._do("open", {"opened": self.secret.hex()})

    async def _return(self) -> None:
        """A bot has taken my seat, since my time ran out: after a while I take it back."""
        self.dawdles = -1
        if self.person.chance.random() < 0.3:
            await self._do("join", {})

    async def _choose(self, view: dict[str, Any]) -> None:
        chance, seat, legal = self.person.chance, self.seat, view["legal"]
        if not legal:
            self.person.ground.violate(
                "a seat that is waited for has no legal step", self.table, seat=seat, at=self.known
            )
            await asyncio.sleep(5)
            return
        await asyncio.sleep(chance.expovariate(1 / PACE))
        if self.known != view["number"] or seat is None:
            self.news.set()
            return
        steps = choice_of(view, chance)
        self.tried += 1
        name = f"{self.table}-{self.person.source}-{self.tried}"
        answer = await self.person.play(self.table, {"seen": view["number"], "steps": steps, "id": name, "seat": seat})
        ground = self.person.ground
        ground.refused[name] = answer.get("error", "")
        if answer.get("ok"):
            ground.acked.append(Acked(self.table, self.person.source, name, answer["number"], seat, tuple(steps)))
            await self._wonder(seat)
        elif answer["error"] not in NOT_PLAYED:
            ground.violate(
                "what was legal is refused", self.table, seat=seat, steps=steps, seen=view["number"], answer=answer
            )
        if self.known <= view["number"]:
            self.news.clear()
            if self.person.has_socket and answer.get("error") == "stale":
                self.person.watch(self)
        else:
            self.news.set()

    async def _wonder(self, seat: int) -> None:
        """Now and then take back the own last steps, or ask the others to go back."""
        chance = self.person.chance
        drawn = chance.random()
        if drawn < 0.05:
            await self._do("back", {"seat": seat}, "back", seat)
        elif drawn < 0.08:
            plays = [
                one["number"] for _, one in self.entries.values() if one["kind"] == "play" and not one["withdrawn"]
            ]
            if plays:
                entry = chance.choice(sorted(plays)[-3:])
                await self._do("ask", {"what": "back", "entry": entry, "seat": seat}, "ask", seat)

    async def _answer(self, number: int, agrees: bool) -> None:
        seat = self.seat or 0
        await self._do("answer", {"ask": number, "agrees": agrees, "seat": seat}, "answer", seat)

    async def _do(self, what: str, body: dict[str, Any], kind: str = "", seat: int = 0) -> None:
        """A request without an `id`: if no answer comes, the table shows whether it was done."""
        after = self.known
        try:
            status, _, said = await self.person.ask("POST", f"/api/tables/{self.table}/{what}", body)
        except Lost:
            self.news.set()
            return
        if status == 200 and kind:
            self.person.ground.done.append(Done(self.table, kind, seat, after, said["number"]))


def choice_of(view: dict[str, Any], chance: random.Random) -> list[str]:
    """A choice with all its parts."""
    steps, rest = [chance.choice(view["legal"])], view["parts"]
    while rest := rest.get(steps[-1], ()) if isinstance(rest, dict) else ():
        steps.append(chance.choice(sorted(rest)))
    return steps


async def sit_down(plan: Plan, people: list[Person], chance: random.Random) -> list[Sitting]:
    """Make a table, and let all sit down; requests that get lost are repeated."""
    maker = people[0]
    _, _, made = await maker.insist("POST", "/api/tables", {"game": plan.game, "players": plan.players, **plan.terms})
    table, invitation = made["table"], made["invitation"]
    for seat in range(len(people) + 1, plan.players + 1):
        await maker.insist("POST", f"/api/tables/{table}/seats/{seat}", {"level": "novice"})
    sittings = []
    for seat, person in enumerate(people, 1):
        sitting = Sitting(person, table, plan)
        body: dict[str, Any] = {"invitation": invitation} if invitation else {}
        if plan.commits:
            sitting.secret = chance.randbytes(32)
            body["commitment"] = hashlib.sha256(sitting.secret).hexdigest()
        status, _, said = await person.insist("POST", f"/api/tables/{table}/seats/{seat}", body)
        if status != 200:  # unless an answer was lost, and the seats have been drawn since
            _, _, view = await person.insist("GET", f"/api/tables/{table}")
            if not view.get("own"):
                person.ground.violate("a seat can't be taken", table, seat=seat, answer=said)
        sittings.append(sitting)
    if plan.is_short:
        chance.choice(sittings).dawdles = chance.randint(4, 15)
    return sittings
