"""The checks of the fault campaign, through the API and in the database, all the time and at the end of a piece.

Every acknowledged entry is in the log under its number, once, with these steps by that seat; no request led to two;
numbers have no gap; what people were sent agrees with the log; clocks shown are those computed from the log.
"""

import asyncio
import json
import sqlite3
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import psycopg
from bench.faults_house import House
from bench.faults_line import Lost
from bench.faults_play import Acked, Done, Ground, Sitting

from ludotheque.log.entries import Answer, Ask, Back, Logged, Play, TimeOut
from ludotheque.log.entry_replay import replay
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import Terms
from ludotheque.table.storage.log_writer import read_answer, read_log

AWAY = (sqlite3.OperationalError, psycopg.OperationalError)
CLOSE = 0.05  # seconds by which a clock may differ
QUICK = 0.3  # seconds: a look that took longer says too little about its moment
KINDS = {"back": Back, "ask": Ask, "answer": Answer}
PAUSES = 'SELECT "begin", "end" FROM pauses WHERE "begin" < "end" ORDER BY "begin"'
TELLING = ("words", "thinking", "told")  # parts of an entry that may be said later, or in another way


@dataclass(slots=True)
class Truth:
    """A table as the database has it."""

    terms: Terms
    commitment: str
    stage: str
    log: list[Logged]

    def state(self, pauses: list[tuple[float, float]], number: int | None = None) -> TableState:
        return replay(TableState(self.terms, pauses, self.commitment), self.log[:number])


@dataclass(slots=True)
class Checker:
    """Compares the database with what was acknowledged and sent to people."""

    house: House
    ground: Ground
    clocks: int = 0  # clocks that were compared
    worst: float = 0.0  # by how much one differed that was not beyond the bound
    looks: Counter[str] = field(default_factory=Counter)

    def truth(self, table: str) -> Truth | None:
        rows = self.house.read("SELECT terms, commitment, stage FROM tables WHERE id = %s", table)
        if not rows:
            return None
        found = self.house.read(
            'SELECT number, at, body, opened FROM entries WHERE "table" = %s ORDER BY number', table
        )
        terms, commitment, stage = rows[0]
        return Truth(Terms.model_validate_json(terms), commitment or "", stage, read_log(table, found, self.house.seal))

    def pauses(self) -> list[tuple[float, float]]:
        return [(begin, end) for begin, end in self.house.read(PAUSES)]

    # All the time

    async def look_in(self, sitting: Sitting) -> None:
        """Compare one table with the database; not while that is away."""
        sent = [entry for _, entry in sitting.entries.values()]
        acked = [one for one in self.ground.acked if one.table == sitting.table]
        with suppress(*AWAY):
            truth = self.truth(sitting.table)
            if truth is None:
                self.ground.violate("a table is gone", sitting.table)
                return
            self.looks["tables"] += 1
            self.check_numbers(sitting.table, truth)
            self.check_sent(sitting, truth, sent)
            for one in acked:
                self.check_acked(one, truth)

    def check_numbers(self, table: str, truth: Truth) -> None:
        numbers = [one.number for one in truth.log]
        if numbers != list(range(1, len(numbers) + 1)):
            self.ground.violate("numbers have a gap", table, numbers=numbers)

    def check_sent(self, sitting: Sitting, truth: Truth, sent: list[dict[str, Any]]) -> None:
        for one in sent:
            self.looks["entries sent"] += 1
            if one["number"] > len(truth.log) or not agrees(one, truth.log[one["number"] - 1]):
                logged = truth.log[one["number"] - 1 : one["number"]]
                self.ground.violate(
                    "what was sent is not in the log", sitting.table, person=sitting.person.name, sent=one,
                    log=[entry.model_dump(mode="json") for entry in logged],
                )  # fmt: skip

    def check_acked(self, one: Acked, truth: Truth) -> None:
        logged = truth.log[one.number - 1 : one.number]
        entry = logged[0].entry if logged else None
        if not isinstance(entry, Play) or (entry.seat, entry.steps) != (one.seat, one.steps):
            self.ground.violate(
                "an acknowledged entry is lost", one.table, acked=one.id, number=one.number, log=str(entry)
            )

    def check_done(self, one: Done, truth: Truth) -> None:
        between = [logged.entry for logged in truth.log[one.after : one.number]]
        if not any(isinstance(entry, KINDS[one.kind]) and entry.seat == one.seat for entry in between):
            self.ground.violate("what was acknowledged is lost", one.table, done=str(one))

    async def check_clock(self, sitting: Sitting, *, is_second: bool = False) -> None:
        """Compare the clocks that a server shows with those computed from the log."""
        path = f"/api/tables/{sitting.table}?after=1000000"
        with suppress(*AWAY, Lost):
            before, began = self.pauses(), time.time()
            status, _, view = await sitting.person.ask("GET", path, is_calm=True)
            ended = time.time()
            if status != 200 or view["stage"] != "playing" or ended - began > QUICK:
                return
            truth, pauses = self.truth(sitting.table), self.pauses()
            if truth is None or pauses != before or truth.terms.clock == "none":
                return
            state = truth.state(pauses, view["number"])
            wrong = [one for one in view["seats"] if not self._is_right(state, one, began, ended)]
            if wrong and not is_second:
                await asyncio.sleep(3)
                still = Checker(self.house, self.ground)
                await still.check_clock(sitting, is_second=True)
            if wrong:
                self.ground.violate(
                    "a clock is wrong, still" if is_second else "a clock is wrong", sitting.table,
                    number=view["number"], began=began, took=ended - began,
                    shown=[one["left"] for one in view["seats"]],
                    computed=[state.clocks.remaining_at(one["seat"], began) for one in view["seats"]],
                    pauses=pauses[-4:], last=[entry.at for entry in truth.log[: view["number"]][-4:]],
                )  # fmt: skip

    def _is_right(self, state: TableState, seen: dict[str, Any], began: float, ended: float) -> bool:
        """Whether a clock shows what it should at some moment of the request; it only goes down meanwhile."""
        most, least = (state.clocks.remaining_at(seen["seat"], now) for now in (began, ended))
        off: float = max(seen["left"] - (most or 0.0), (least or 0.0) - seen["left"], 0.0)
        self.clocks += 1
        if off <= CLOSE:
            self.worst = max(self.worst, off)
        return off <= CLOSE

    # When a game is over, and when a piece is

    async def check_over(self, sitting: Sitting) -> None:
        """Compare the entries that a person was sent one by one with the whole log as they may read it."""
        _, _, view = await sitting.person.insist("GET", f"/api/tables/{sitting.table}")
        whole = {one["number"]: bare(one) for one in view["entries"]}
        heard = {number: bare(entry) for number, (_, entry) in sitting.entries.items()}
        self.looks["whole logs"] += 1
        if whole != heard:
            other = [number for number in whole | heard if whole.get(number) != heard.get(number)]
            self.ground.violate(
                "what somebody has heard is not the whole", sitting.table, person=sitting.person.name,
                has_socket=sitting.person.has_socket, numbers=other,
                heard=[heard.get(number) for number in other[:3]], whole=[whole.get(number) for number in other[:3]],
            )  # fmt: skip

    def check_all(self, sittings: list[Sitting]) -> dict[str, int]:
        """The whole database against all that was acknowledged; nobody plays any more."""
        acked, done = by_table(self.ground.acked), by_table(self.ground.done)
        plans = {one.table: one.plan for one in sittings}
        counts = {"tables": 0, "entries": 0, "acknowledged": 0}
        seal, answers = self.house.seal, dict[str, Counter[tuple[str, int]]]()
        for table, name, body in self.house.read('SELECT "table", id, body FROM answers'):
            said = json.loads(read_answer(seal, table, name, body) or "{}")
            if said.get("ok"):
                answers.setdefault(table, Counter())[name, said["number"]] += 1
        for table, plan in plans.items():
            truth = self.truth(table)
            if truth is None:
                self.ground.violate("a table is gone", table)
                continue
            counts["tables"] += 1
            counts["entries"] += len(truth.log)
            counts["acknowledged"] += len(acked.get(table, ()))
            self.check_numbers(table, truth)
            self._check_requests(table, truth, answers.get(table, Counter()), acked.get(table, []))
            for one in acked.get(table, []):
                self.check_acked(one, truth)
            for other in done.get(table, []):
                self.check_done(other, truth)
            if not truth.state([]).is_over or truth.stage != "over":
                self.ground.violate("a table is not over", table, stage=truth.stage, entries=len(truth.log))
            if not plan.is_short and any(isinstance(logged.entry, TimeOut) for logged in truth.log):
                self.ground.violate("somebody ran out of time where nobody should", table)
        return counts

    def _check_requests(self, table: str, truth: Truth, answers: Counter[tuple[str, int]], acked: list[Acked]) -> None:
        """Each entry of a person's steps has one request, and each request that was played one entry."""
        plays = {one.number for one in truth.log if isinstance(one.entry, Play) and one.entry.thinking is None}
        answered = [number for _, number in answers.elements()]
        if sorted(answered) != sorted(plays):
            self.ground.violate(
                "requests and entries don't match", table, requests=sorted(answered), plays=sorted(plays)
            )
        known = Counter((one.id, one.number) for one in acked)
        if known != answers:
            self.ground.violate(
                "acknowledged and stored answers differ", table, only_acked=[*(known - answers)],
                only_stored=[*(answers - known)],
                told=[self.ground.refused.get(name) for name, _ in answers - known],
            )  # fmt: skip


def by_table(many: list[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for one in many:
        found.setdefault(one.table, []).append(one)
    return found


def bare(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name not in TELLING}


def agrees(sent: dict[str, Any], logged: Logged) -> bool:
    """True if a sent entry is the logged one, as far as its reader may see it."""
    entry = logged.entry
    if (sent["number"], sent["at"], sent["kind"]) != (logged.number, logged.at, entry.kind):
        return False
    if not isinstance(entry, Play):
        return bool(sent.get("seat") == getattr(entry, "seat", None))
    steps = [*zip([entry.seat] * len(entry.steps), entry.steps, strict=True), *entry.then]
    shown = [(sent["seat"], text) for text in sent.get("steps", ())] + [tuple(one) for one in sent.get("then", ())]
    if sent["seat"] != entry.seat:
        return False
    return shown == steps or (bool(sent.get("secret")) and is_part(shown, steps))


def is_part(some: list[Any], every: list[Any]) -> bool:
    """Whether some are among all, in their order."""
    rest = iter(every)
    return all(one in rest for one in some)
